import { beforeAll, expect, test } from 'vitest'
import type { Attachment } from '../../api/contract/files/files.ts'
import { build } from '../support/build.ts'
import { announce, attach, attachmentsAt, PNG, sendFile, TEXT } from '../support/files.ts'
import { startServer, type TestServer } from '../support/server.ts'
import type { Visitor } from '../support/visitor.ts'

type Team = Awaited<ReturnType<ReturnType<typeof build>['team']>>
let server: TestServer
let make: ReturnType<typeof build>
let team: Team

beforeAll(async () => {
  server = await startServer({ FILE_SIZE_LIMIT: '100000' })
  make = build(server)
  team = await make.team()
})

const newIssue = async (by = team.admin) => {
  const issue = await make.issue(by, team.path)
  return { issue, at: attachmentsAt(team.path, issue.id) }
}
const countOf = async (issueId: string) =>
  (
    await team.admin.get<{ attachment_count: number; revision: number; updated_at: string }>(
      `${team.path}/issues/${issueId}/`,
    )
  ).body
const refused = async (by: Visitor, at: string, body: Record<string, unknown>) => {
  const reply = await by.post(at, { name: 'a.txt', type: 'text/plain', size: 10, ...body })
  return [reply.status, reply.body]
}

test('a file is announced, sent and confirmed, and then everyone who sees the issue finds it', async () => {
  const { issue, at } = await newIssue()
  const first = await countOf(issue.id)
  const { asset_id, asset_url, attachment, upload_data } = await announce(team.member, at)
  expect(asset_url).toBe(`${at}${asset_id}/`)
  expect(attachment).toMatchObject({
    attributes: { name: 'tides.txt', type: 'text/plain', size: TEXT.length },
    entity_type: 'ISSUE_ATTACHMENT',
    entity_identifier: issue.id,
    issue: issue.id,
    is_uploaded: false,
    is_deleted: false,
    created_by: team.member.id,
  })
  expect(upload_data.url).toMatch(/^http:\/\//)
  expect((await team.member.get(asset_url)).body).toEqual({
    error: 'The asset is not uploaded.',
    status: false,
  })
  expect((await sendFile(upload_data, TEXT)).status).toBe(204)
  expect((await team.member.get(at)).body).toEqual([])
  expect((await team.member.patch(asset_url)).status).toBe(204)
  expect((await team.admin.get<Attachment[]>(at)).body).toMatchObject([{ id: asset_id, is_uploaded: true }])
  const counted = await countOf(issue.id)
  expect(counted.attachment_count).toBe(1)
  expect(counted.revision).toBeGreaterThan(first.revision)
  expect(counted.updated_at > first.updated_at).toBe(true)
  const { body } = await team.admin.get<{ issue_attachments: unknown }>(
    `${team.path}/issues/${issue.id}/?expand=issue_attachments,parent`,
  )
  expect(body.issue_attachments).toMatchObject([
    { id: asset_id, attributes: { name: 'tides.txt' }, asset_url, asset: attachment.asset },
  ])
})

test('it is downloaded under its own name, as bytes that no browser runs', async () => {
  const { at } = await newIssue()
  const { asset_url } = await attach(team.member, at, { name: 'Łódź "2".txt' })
  const { status, location } = await team.admin.get(asset_url)
  expect(status).toBe(302)
  const file = await fetch(new URL(String(location), server.origin))
  expect(file.status).toBe(200)
  expect(await file.text()).toBe(TEXT.toString())
  expect(file.headers.get('content-disposition')).toBe(
    `attachment; filename="__d_ _2_.txt"; filename*=UTF-8''%C5%81%C3%B3d%C5%BA%20%222%22.txt`,
  )
  expect(file.headers.get('content-type')).toBe('application/octet-stream')
  expect(file.headers.get('content-length')).toBe(String(TEXT.length))
  expect(file.headers.get('x-content-type-options')).toBe('nosniff')
  expect(file.headers.get('content-security-policy')).toBe("default-src 'none'; sandbox")
})

test('a drawing with a script in it leaves as a download only', async () => {
  const { at } = await newIssue()
  const bytes = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')
  const { asset_url } = await attach(team.member, at, { name: 'chart.svg', type: 'image/svg+xml', bytes })
  const { location } = await team.member.get(asset_url)
  const file = await fetch(new URL(String(location), server.origin))
  expect(file.headers.get('content-type')).toBe('application/octet-stream')
  expect(file.headers.get('content-disposition')).toMatch(/^attachment;/)
})

test('an empty or too large file, one of another type or without a name is refused at once', async () => {
  const { at } = await newIssue()
  const size = { error: 'The file is empty or larger than the limit of 100000 bytes.', status: false }
  expect(await refused(team.member, at, { size: 0 })).toEqual([400, size])
  expect(await refused(team.member, at, { size: -1 })).toEqual([400, size])
  expect(await refused(team.member, at, { size: 100_001 })).toEqual([400, size])
  const type = { error: 'Invalid file type.', status: false }
  expect(await refused(team.member, at, { type: 'text/html' })).toEqual([400, type])
  expect(await refused(team.member, at, { type: undefined })).toEqual([400, type])
  expect(await refused(team.member, at, { size: undefined })).toEqual([
    400,
    { size: ['This field is required.'] },
  ])
  const name = { name: ['This field may not be blank.'] }
  for (const bad of ['', '..', 'folder/', '\u0000\u0007'])
    expect(await refused(team.member, at, { name: bad }), JSON.stringify(bad)).toEqual([400, name])
})

test.for([
  ['../../etc/passwd', 'passwd'],
  ['C:\\tides\\table.csv', 'table.csv'],
  ['a\r\nSet-Cookie: x.txt', 'aSet-Cookie: x.txt'],
  ['harbour\u202egnp.exe', 'harbourgnp.exe'],
  ['\ud800tide.txt', '\ufffdtide.txt'],
])('a name loses path parts and control characters: %j', async ([given = '', kept]) => {
  const { at } = await newIssue()
  const { attachment } = await announce(team.member, at, { name: given })
  expect(attachment.attributes.name).toBe(kept)
  expect(attachment.asset).toMatch(/^[0-9a-f-]{36}\/[0-9a-f]{32}$/)
})

test('a file that differs from its announcement is removed, and may be sent again', async () => {
  const { issue, at } = await newIssue()
  const lie = async (announced: Buffer, sent: Buffer, type: string) => {
    const { asset_url, upload_data } = await announce(team.member, at, { bytes: announced, type })
    expect((await sendFile(upload_data, sent)).status).toBe(204)
    const { status, body } = await team.member.patch(asset_url)
    expect([status, body]).toEqual([400, { error: 'The file is not what was announced.', status: false }])
    expect((await team.member.patch(asset_url)).body).toMatchObject({ error: 'The asset is not uploaded.' })
    expect((await sendFile(upload_data, announced)).status).toBe(204)
    return team.member.patch(asset_url)
  }
  const page = Buffer.from('<!doctype html><script>alert(1)</script>')
  expect((await lie(page, page.subarray(1), 'text/plain')).status).toBe(204)
  expect((await lie(PNG, Buffer.concat([page, PNG]).subarray(0, PNG.length), 'image/png')).status).toBe(204)
  expect((await lie(page, page, 'image/webp')).status).toBe(400)
  expect((await countOf(issue.id)).attachment_count).toBe(2)
})

test('only the announcer of a file confirms it; a second confirmation changes nothing', async () => {
  const { issue, at } = await newIssue()
  const { asset_url, upload_data } = await announce(team.member, at)
  await sendFile(upload_data, TEXT)
  for (const other of [team.admin, team.guest]) expect((await other.patch(asset_url)).status).toBe(404)
  expect((await team.member.patch(asset_url)).status).toBe(204)
  expect((await team.admin.patch(asset_url)).status).toBe(403)
  const before = await countOf(issue.id)
  expect((await team.member.patch(asset_url)).status).toBe(204)
  expect((await countOf(issue.id)).revision).toBe(before.revision)
})

test('a file is deleted by its sender or by an admin, and no longer counts or downloads', async () => {
  const { issue, at } = await newIssue()
  const [mine, theirs] = [await attach(team.member, at), await attach(team.admin, at)]
  expect((await countOf(issue.id)).attachment_count).toBe(2)
  expect((await team.member.delete(theirs.asset_url)).status).toBe(403)
  const { location } = await team.member.get(mine.asset_url)
  expect((await team.member.delete(mine.asset_url)).status).toBe(204)
  expect((await team.admin.delete(theirs.asset_url)).status).toBe(204)
  expect((await countOf(issue.id)).attachment_count).toBe(0)
  expect((await team.member.get(at)).body).toEqual([])
  expect((await team.member.get(mine.asset_url)).status).toBe(404)
  expect((await fetch(new URL(String(location), server.origin))).status).toBe(404)
  expect((await team.member.delete(mine.asset_url)).status).toBe(404)
})

test('two files confirmed at once are both counted', async () => {
  const { issue, at } = await newIssue()
  const all = await Promise.all(Array.from({ length: 6 }, () => announce(team.member, at)))
  await Promise.all(all.map(one => sendFile(one.upload_data, TEXT)))
  const replies = await Promise.all(all.map(one => team.member.patch(one.asset_url)))
  expect(replies.map(reply => reply.status)).toEqual(Array(6).fill(204))
  expect((await countOf(issue.id)).attachment_count).toBe(6)
})

test('a guest attaches to issues that they see, and finds none of the others', async () => {
  const hidden = await newIssue()
  const file = await attach(team.member, hidden.at)
  expect((await team.guest.get(hidden.at)).status).toBe(404)
  expect((await team.guest.get(file.asset_url)).status).toBe(404)
  expect((await team.guest.delete(file.asset_url)).status).toBe(404)
  expect((await refused(team.guest, hidden.at, {}))[0]).toBe(404)
  const own = await newIssue()
  await server.db('issues').where('id', own.issue.id).update({ created_by: team.guest.id })
  const theirs = await attach(team.guest, own.at)
  expect((await team.guest.get(theirs.asset_url)).status).toBe(302)
  expect((await team.guest.delete(theirs.asset_url)).status).toBe(204)
})

test('a file is reached through its own issue, project and workspace and through no other', async () => {
  const { at } = await newIssue()
  const { asset_id, asset_url, upload_data } = await announce(team.admin, at)
  await sendFile(upload_data, TEXT)
  const elsewhere = await make.project(team.admin, team.workspace.slug)
  const stranger = await make.team()
  const issues = [
    attachmentsAt(team.path, (await make.issue(team.admin, team.path)).id),
    attachmentsAt(elsewhere.path, (await make.issue(team.admin, elsewhere.path)).id),
    at.replace(team.project.id, elsewhere.id),
    at.replace(team.workspace.slug, stranger.workspace.slug),
  ]
  const verbs = (by: Visitor, path: string) =>
    Promise.all([by.patch(path), by.get(path), by.delete(path)].map(async reply => (await reply).status))
  for (const path of issues)
    expect(await verbs(team.admin, `${path}${asset_id}/`), path).toEqual([404, 404, 404])
  expect(await verbs(stranger.admin, asset_url)).toEqual([404, 404, 404])
  const foreign = attachmentsAt(stranger.path, (await make.issue(stranger.admin, stranger.path)).id)
  expect(await verbs(stranger.admin, `${foreign}${asset_id}/`)).toEqual([404, 404, 404])
  expect(await verbs(team.admin, `${at}not-an-id/`)).toEqual([404, 404, 404])
  const left = await server.db('file_assets').where('id', asset_id).first('is_uploaded', 'deleted_at')
  expect(left).toEqual({ is_uploaded: false, deleted_at: null })
})

test('the files of a deleted issue are gone with it', async () => {
  const { issue, at } = await newIssue()
  const { asset_url } = await attach(team.member, at)
  await team.admin.delete(`${team.path}/issues/${issue.id}/`)
  expect((await team.member.get(asset_url)).status).toBe(404)
  expect((await team.member.get(at)).status).toBe(404)
})

test('the log tells of a file once it is there, to viewers of its issue', async () => {
  const { at } = await newIssue()
  const changes = async (by: Visitor, after: number) =>
    (
      await by.get<{ to: number; changes: { entity: string; op: string }[] }>(
        `/api/workspaces/${team.workspace.slug}/changes/?after=${after}`,
      )
    ).body
  let from = 0
  for (let next = await changes(team.admin, from); next.to > from; next = await changes(team.admin, from))
    from = next.to
  const file = await attach(team.member, at)
  await team.member.delete(file.asset_url)
  const told = async (by: Visitor) =>
    (await changes(by, from)).changes.filter(one => one.entity === 'attachment').map(one => one.op)
  expect(await told(team.admin)).toEqual(['upsert', 'remove'])
  expect(await told(team.member)).toEqual(['upsert', 'upsert', 'remove'])
  expect(await told(team.guest)).toEqual([])
})
