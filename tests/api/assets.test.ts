import { beforeAll, expect, test } from 'vitest'
import { build, type Person } from '../support/build.ts'
import {
  type Announced,
  assetsAt,
  attach,
  attachmentsAt,
  PNG,
  sendFile,
  sendImage,
  TEXT,
} from '../support/files.ts'
import { sharedServer, type TestServer } from '../support/server.ts'

let server: TestServer
let make: ReturnType<typeof build>
let team: Awaited<ReturnType<typeof make.team>>
let at: string

beforeAll(async () => {
  server = await sharedServer()
  make = build(server)
  team = await make.team()
  at = assetsAt(team.path)
})

const image = { name: 'a.png', type: 'image/png', size: 10, entity_type: 'PAGE_DESCRIPTION' }
const ask = async (by: Person, given: Record<string, unknown>) => {
  const { status, body } = await by.post(at, { ...image, ...given })
  return [status, body]
}
const statusOf = async (by: Person, path: string) => (await by.get(path)).status
const bind = async (by: Person, entity: string, ids: string[], base = at) => {
  const { status, body } = await by.post(`${base}${entity}/bulk/`, { asset_ids: ids })
  return [status, body]
}
const missing = [404, { error: 'The requested asset could not be found.' }]

test('an image of a text is shown in place, and only as an image', async () => {
  const issue = await make.issue(team.member, team.path)
  const { asset_url } = await sendImage(team.member, team.path, { entity_identifier: issue.id })
  expect(asset_url.startsWith(at)).toBe(true)
  const { location, status } = await team.admin.get(asset_url)
  expect(status).toBe(302)
  const file = await fetch(new URL(String(location), server.origin))
  expect(Buffer.from(await file.arrayBuffer())).toEqual(PNG)
  expect(file.headers.get('content-type')).toBe('image/png')
  expect(file.headers.get('content-disposition')).toMatch(/^inline; filename="lighthouse.png"/)
  expect(file.headers.get('x-content-type-options')).toBe('nosniff')
  expect(file.headers.get('content-security-policy')).toBe("default-src 'none'; sandbox")
})

test('only four kinds of image, for known texts, of a fitting size, are taken', async () => {
  const type = { error: 'Invalid file type. Only JPEG and PNG files are allowed.', status: false }
  for (const wrong of ['image/svg+xml', 'text/html', 'application/pdf', ''])
    expect(await ask(team.member, { type: wrong }), wrong).toEqual([400, type])
  const kind = { error: 'Invalid entity type.', status: false }
  for (const wrong of ['ISSUE_ATTACHMENT', 'SOMETHING', undefined, 'USER_AVATAR'])
    expect(await ask(team.member, { entity_type: wrong }), wrong).toEqual([400, kind])
  expect((await ask(team.member, { size: 0 }))[0]).toBe(400)
  expect((await ask(team.member, { size: 6_000_000 }))[0]).toBe(400)
  for (const right of ['image/jpeg', 'image/jpg', 'image/gif', 'image/webp', undefined])
    expect((await ask(team.member, { type: right }))[0], right).toBe(200)
})

test.each([
  ['application/pdf', 'application/pdf'],
  ['text/html', 'application/octet-stream'],
  ['image/svg+xml', 'image/svg+xml'],
  [undefined, 'application/octet-stream'],
])(
  'a file of a text, of type %s, is kept as %s and leaves as a download without a type',
  async (type, kept) => {
    const page = await make.page(team.member, team.path)
    const { body } = await team.member.post<Announced>(at, {
      name: 'tides.html',
      ...(type ? { type } : {}),
      size: TEXT.length,
      entity_type: 'PAGE_DESCRIPTION',
      entity_identifier: page.id,
      as_file: true,
    })
    await sendFile(body.upload_data, TEXT)
    expect((await team.member.patch(body.asset_url)).status).toBe(204)
    const row = await server.db('file_assets').where('id', body.asset_id).first('attributes', 'page')
    expect(row).toMatchObject({ attributes: { type: kept, name: 'tides.html' }, page: page.id })
    const { location } = await team.admin.get(body.asset_url)
    const file = await fetch(new URL(String(location), server.origin))
    expect(file.headers.get('content-type')).toBe('application/octet-stream')
    expect(file.headers.get('content-disposition')).toMatch(/^attachment; filename="tides.html"/)
    expect(file.headers.get('content-security-policy')).toBe("default-src 'none'; sandbox")
  },
)

test('a page that calls itself an image is refused when it is confirmed', async () => {
  const { body } = await team.member.post<Announced>(at, { ...image, size: TEXT.length })
  await sendFile(body.upload_data, TEXT)
  expect((await team.member.patch(body.asset_url)).status).toBe(400)
  expect((await team.member.get(body.asset_url)).status).toBe(400)
})

test('an image without a text is its sender’s alone; with one it is seen and removed as that text’s', async () => {
  const page = await make.page(team.member, team.path, { access: 1 })
  const { asset_id, asset_url } = await sendImage(team.member, team.path, { entity_type: 'PAGE_DESCRIPTION' })
  expect(await statusOf(team.member, asset_url)).toBe(302)
  expect(await statusOf(team.admin, asset_url)).toBe(404)
  expect(await bind(team.member, page.id, [asset_id])).toEqual([204, ''])
  expect(await bind(team.member, page.id, [asset_id])).toEqual([204, ''])
  expect(await statusOf(team.admin, asset_url)).toBe(404)
  await team.member.patch(`${team.path}/pages/${page.id}/`, { access: 0 })
  expect(await statusOf(team.admin, asset_url)).toBe(302)
  expect((await team.admin.patch(asset_url)).status).toBe(403)
  expect(await statusOf(team.guest, asset_url)).toBe(404)
  const theirs = await sendImage(team.admin, team.path, {
    entity_type: 'PAGE_DESCRIPTION',
    entity_identifier: page.id,
  })
  expect((await team.member.delete(theirs.asset_url)).status).toBe(403)
  expect((await team.admin.delete(asset_url)).status).toBe(204)
  expect(await statusOf(team.member, asset_url)).toBe(404)
})

test('an image of a comment is given by its author, and seen with the issue', async () => {
  const issue = await make.issue(team.member, team.path)
  const { body: comment } = await team.member.post<{ id: string }>(
    `${team.path}/issues/${issue.id}/comments/`,
    { comment_html: '<p>Seen from the quay</p>' },
  )
  const kind = { entity_type: 'COMMENT_DESCRIPTION' }
  const { asset_id, asset_url } = await sendImage(team.member, team.path, kind)
  expect(await bind(team.member, issue.id, [asset_id])).toEqual(missing)
  expect(await bind(team.member, comment.id, [asset_id])).toEqual([204, ''])
  expect(await statusOf(team.admin, asset_url)).toBe(302)
  expect(await statusOf(team.guest, asset_url)).toBe(404)
  const colleague = await make.person()
  await make.joinWorkspace(team.admin, team.workspace.slug, colleague, 15)
  await make.joinProject(team.admin, team.path, colleague, 15)
  expect((await ask(colleague, { ...kind, entity_identifier: comment.id }))[0]).toBe(403)
  const theirs = await sendImage(colleague, team.path, kind)
  expect((await bind(colleague, comment.id, [theirs.asset_id]))[0]).toBe(403)
  await team.member.delete(`${team.path}/issues/${issue.id}/comments/${comment.id}/`)
  expect(await statusOf(team.admin, asset_url)).toBe(404)
})

test('the deletion of an image is taken back where it was made, by people who may delete it', async () => {
  const issue = await make.issue(team.member, team.path)
  const { asset_id, asset_url } = await sendImage(team.member, team.path, { entity_identifier: issue.id })
  const hidden = await make.project(team.admin, team.workspace.slug, { network: 0 })
  const far = await sendImage(team.admin, hidden.path)
  const file = await attach(team.member, attachmentsAt(team.path, issue.id))
  for (const url of [asset_url, file.asset_url]) expect((await team.member.delete(url)).status).toBe(204)
  const colleague = await make.person()
  await make.joinWorkspace(team.admin, team.workspace.slug, colleague, 15)
  await make.joinProject(team.admin, team.path, colleague, 15)
  const other = await make.team()
  const restore = async (by: Person, id: string, slug = team.workspace.slug) =>
    (await by.post(`/api/assets/v2/workspaces/${slug}/restore/${id}/`)).status
  expect(await restore(colleague, asset_id)).toBe(403)
  expect(await restore(team.guest, asset_id)).toBe(404)
  expect(await restore(team.member, far.asset_id)).toBe(404)
  expect(await restore(team.member, file.asset_id)).toBe(404)
  expect(await restore(other.admin, asset_id, other.workspace.slug)).toBe(404)
  expect(await restore(team.member, 'no-id')).toBe(404)
  expect(await statusOf(team.member, asset_url)).toBe(404)
  expect(await restore(team.member, asset_id)).toBe(204)
  expect(await restore(team.admin, asset_id)).toBe(204)
  expect(await statusOf(team.admin, asset_url)).toBe(302)
})

test('images are given only to texts that one may write, and only one’s own', async () => {
  const [issue, other] = [await make.issue(team.member, team.path), await make.issue(team.member, team.path)]
  const page = await make.page(team.admin, team.path, { access: 1 })
  const [mine, theirs, bound, inPage] = [
    await sendImage(team.member, team.path),
    await sendImage(team.admin, team.path),
    await sendImage(team.member, team.path, { entity_identifier: other.id }),
    await sendImage(team.member, team.path, { entity_type: 'PAGE_DESCRIPTION' }),
  ]
  const file = await attach(team.member, attachmentsAt(team.path, issue.id))
  const unsent = await team.member.post<Announced>(at, { ...image, entity_type: 'ISSUE_DESCRIPTION' })
  expect(await bind(team.member, issue.id, [])).toEqual([400, { error: 'No asset ids provided.' }])
  for (const ids of [
    [theirs.asset_id],
    [mine.asset_id, theirs.asset_id],
    [bound.asset_id],
    [mine.asset_id, inPage.asset_id],
    [file.asset_id],
    [unsent.body.asset_id],
    [make.id()],
  ])
    expect(await bind(team.member, issue.id, ids)).toEqual(missing)
  expect(await bind(team.member, make.id(), [mine.asset_id])).toEqual(missing)
  expect(await bind(team.member, page.id, [inPage.asset_id])).toEqual(missing)
  expect(await server.db('file_assets').where('id', mine.asset_id).first('issue')).toEqual({ issue: null })
  expect(await bind(team.member, issue.id, [mine.asset_id])).toEqual([204, ''])
  expect(await statusOf(team.admin, mine.asset_url)).toBe(302)

  const shown = await make.team()
  await shown.admin.patch(shown.path.concat('/'), { guest_view_all_features: true })
  const seen = await make.issue(shown.admin, shown.path)
  const fromGuest = await sendImage(shown.guest, shown.path)
  expect((await bind(shown.guest, seen.id, [fromGuest.asset_id], assetsAt(shown.path)))[0]).toBe(403)
  const { status } = await shown.guest.post(assetsAt(shown.path), {
    ...image,
    entity_type: 'ISSUE_DESCRIPTION',
    entity_identifier: seen.id,
  })
  expect(status).toBe(403)
})

test('an image is announced for a text that one finds here, or for none yet', async () => {
  const elsewhere = await make.project(team.admin, team.workspace.slug)
  const far = await make.issue(team.admin, elsewhere.path)
  for (const id of [far.id, make.id(), 'no-id'])
    expect(await ask(team.admin, { entity_type: 'ISSUE_DESCRIPTION', entity_identifier: id })).toEqual([
      400,
      { entity_identifier: [`Invalid pk "${id}" - object does not exist.`] },
    ])
  expect((await ask(team.admin, { entity_identifier: '' }))[0]).toBe(200)
})

test('an image of another project or workspace, or a file of an issue, is not found here', async () => {
  const elsewhere = await make.project(team.admin, team.workspace.slug)
  const stranger = await make.team()
  const far = await sendImage(team.admin, elsewhere.path)
  const { asset_id: fileId } = await attach(
    team.admin,
    attachmentsAt(team.path, (await make.issue(team.admin, team.path)).id),
  )
  const near = await sendImage(team.admin, team.path)
  for (const [by, path] of [
    [team.admin, `${at}${far.asset_id}/`],
    [team.admin, `${at}${fileId}/`],
    [stranger.admin, `${assetsAt(stranger.path)}${near.asset_id}/`],
    [stranger.admin, near.asset_url],
    [team.member, near.asset_url],
    [team.admin, `${at}no-id/`],
  ] as const) {
    const statuses = [await by.get(path), await by.patch(path), await by.delete(path)].map(
      reply => reply.status,
    )
    expect(statuses, path).toEqual([404, 404, 404])
  }
  const issue = await make.issue(team.admin, team.path)
  expect(await bind(team.admin, issue.id, [far.asset_id])).toEqual(missing)
  const distant = await make.issue(team.admin, elsewhere.path)
  expect(await bind(team.admin, distant.id, [near.asset_id])).toEqual(missing)
})

test('the log shows nobody the images of texts', async () => {
  const { body: log } = await team.member.get<{ changes: { entity: string }[] }>(
    `/api/workspaces/${team.workspace.slug}/changes/?after=0&limit=1000`,
  )
  expect(log.changes.length).toBeGreaterThan(0)
  expect(log.changes.filter(one => one.entity === 'asset')).toEqual([])
})
