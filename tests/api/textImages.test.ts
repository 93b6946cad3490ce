import { beforeAll, expect, test } from 'vitest'
import { openDatabase } from '../../api/db/knex.ts'
import { purge } from '../../api/jobs/purge.ts'
import type { Person } from '../support/build.ts'
import { announce, assetsAt, attach, attachmentsAt, filesIn, PNG, sendImage } from '../support/files.ts'
import { type IssueTeam, issueTeam } from '../support/issueTeam.ts'
import { startServer, type TestServer } from '../support/server.ts'

let server: TestServer
let team: IssueTeam
let drafts: string

beforeAll(async () => {
  server = await startServer()
  team = await issueTeam(server)
  drafts = `/api/workspaces/${team.workspace.slug}/draft-issues/`
})

/** Every second as a file. */
const shown = (...ids: string[]) =>
  `<p>Lights</p>${ids
    .map((id, nth) => ({ id, tag: nth % 2 ? 'file-component' : 'image-component' }))
    .map(({ id, tag }) => `<${tag} src="${id}"></${tag}>`)
    .join('')}`
const named = (html: string) => [...html.matchAll(/src="([^"]+)"/g)].map(match => match[1] ?? '')
const statusOf = async (by: Person, id: string, path = team.path) =>
  (await by.get(`${assetsAt(path)}${id}/`)).status
const bytesOf = async (by: Person, id: string, path = team.path) => {
  const { location } = await by.get(`${assetsAt(path)}${id}/`)
  return Buffer.from(await (await fetch(new URL(String(location), server.origin))).arrayBuffer())
}
const image = async (by: Person, fields: { entity_type?: string; entity_identifier?: string } = {}) =>
  (await sendImage(by, team.path, fields)).asset_id
const textOf = async (by: Person, issueId: string) =>
  (await by.get<{ description_html: string }>(team.at(issueId))).body.description_html
const publish = (id: string, body: object = {}) =>
  team.member.post<{ id: string; description_html: string }>(
    `/api/workspaces/${team.workspace.slug}/draft-to-issue/${id}/`,
    body,
  )

test('its writer’s own files in a text are the text’s from then on: of an issue, a comment, a page', async () => {
  const [inIssue, inComment, inPage, later, sent] = [
    await image(team.member),
    await image(team.member, { entity_type: 'COMMENT_DESCRIPTION' }),
    await image(team.member, { entity_type: 'PAGE_DESCRIPTION' }),
    await image(team.member),
    await image(team.member),
  ]
  const issue = await team.issue({ description_html: shown(inIssue) }, team.member)
  await team.made(team.at(issue.id, 'comments/'), { comment_html: shown(inComment) }, team.member)
  await team.make.page(team.member, team.path, { description_html: shown(inPage) })
  await team.member.patch(team.at(issue.id), { description_html: shown(inIssue, later) })
  expect(named((await team.read(issue.id)).description_html)).toEqual([inIssue, later])
  for (const id of [inIssue, inComment, inPage, later]) expect(await statusOf(team.admin, id)).toBe(302)
  // Binding them by the call as well changes nothing.
  const bound = await team.member.post(`${assetsAt(team.path)}${issue.id}/bulk/`, { asset_ids: [inIssue] })
  expect(bound.status).toBe(204)
  // Another's word does not publish what someone has only sent.
  await team.admin.patch(team.at(issue.id), { description_html: shown(inIssue, later, sent) })
  expect(await statusOf(team.admin, sent)).toBe(404)
})

test('an image of another text becomes a copy: it stays when the first one goes, bytes and all', async () => {
  const first = await team.issue({}, team.member)
  const id = await image(team.member, { entity_identifier: first.id })
  await team.member.patch(team.at(first.id), { description_html: shown(id) })
  const copy = await team.issue({ description_html: shown(id) }, team.admin)
  const [own = ''] = named(await textOf(team.member, copy.id))
  expect(own).not.toBe(id)
  // Its writer still has the first name: no second copy is made of it, and their further words are taken.
  await team.admin.patch(team.at(copy.id), { description_html: `<p>More</p>${shown(id)}` })
  const { description_html } = await team.read(copy.id)
  expect([named(description_html), description_html.includes('More')]).toEqual([[own], true])
  await team.admin.delete(team.at(first.id))
  expect([await statusOf(team.admin, id), await statusOf(team.admin, own)]).toEqual([404, 302])
  const count = (await filesIn(server.dataDir)).length
  const settings = { hardDeleteAfterDays: 60, dataDir: server.dataDir }
  const run = async () => {
    const db = openDatabase(server.url, 2)
    await purge(db, settings).finally(() => db.destroy())
  }
  const age = (which: string) =>
    server
      .db('issues')
      .where('id', which)
      .update({ deleted_at: new Date(Date.now() - 61 * 86_400_000) })
  await age(first.id)
  await run()
  expect(await server.db('file_assets').where({ id }).first('id')).toBeUndefined()
  expect(await filesIn(server.dataDir)).toHaveLength(count)
  expect((await bytesOf(team.admin, own)).equals(PNG)).toBe(true)
  await age(copy.id)
  await run()
  expect(await filesIn(server.dataDir)).toHaveLength(count - 1)
})

test('copied into another project, or from a private page to a public one, it is seen where it is then', async () => {
  const other = await team.make.project(team.admin, team.workspace.slug)
  const hidden = await team.make.page(team.member, team.path, { access: 1 })
  const id = await image(team.member, { entity_type: 'PAGE_DESCRIPTION', entity_identifier: hidden.id })
  const open = await team.make.page(team.member, team.path, { description_html: shown(id) })
  const page = await team.admin.get<{ description_html: string }>(`${team.path}/pages/${open.id}/`)
  const [own = ''] = named(page.body.description_html)
  expect([await statusOf(team.admin, id), await statusOf(team.admin, own)]).toEqual([404, 302])
  const far = await team.make.issue(team.admin, other.path, { description_html: shown(own, id) })
  const text = await team.admin.get<{ description_html: string }>(`${other.path}/issues/${far.id}/`)
  const [there = '', unseen] = named(text.body.description_html)
  expect([there === own, unseen]).toEqual([false, id])
  expect(await statusOf(team.admin, there, other.path)).toBe(302)
})

test('images of a draft are its author’s alone, and everyone’s who sees the issue that it becomes', async () => {
  const draft = await team.made<{ id: string }>(
    drafts,
    { project_id: team.project.id, name: 'Later' },
    team.member,
  )
  const to = (entity_type: string) => image(team.member, { entity_type, entity_identifier: draft.id })
  const [one, two, unbound, taken] = [
    await to('DRAFT_ISSUE_DESCRIPTION'),
    await to('ISSUE_DESCRIPTION'),
    await image(team.member),
    await image(team.member),
  ]
  const bound = await team.member.post(`${assetsAt(team.path)}${draft.id}/bulk/`, { asset_ids: [taken] })
  expect(bound.status).toBe(204)
  const foreign = await team.admin.post(assetsAt(team.path), {
    name: 'a.png',
    type: 'image/png',
    size: 10,
    entity_type: 'DRAFT_ISSUE_DESCRIPTION',
    entity_identifier: draft.id,
  })
  expect(foreign.status).toBe(400)
  await team.member.patch(`${drafts}${draft.id}/`, { description_html: shown(one, two, unbound) })
  const all = [one, two, unbound, taken]
  for (const id of all)
    expect([await statusOf(team.member, id), await statusOf(team.admin, id)]).toEqual([302, 404])
  const { status, body } = await publish(draft.id, { name: 'Now' })
  expect([status, named(body.description_html)]).toEqual([201, [one, two, unbound]])
  for (const id of all) expect(await statusOf(team.admin, id)).toBe(302)
})

test('a draft takes its images along to another project', async () => {
  const other = await team.make.project(team.admin, team.workspace.slug)
  await team.make.joinProject(team.admin, other.path, team.member, 15)
  const draft = await team.made<{ id: string }>(
    drafts,
    { project_id: team.project.id, name: 'Later' },
    team.member,
  )
  const [own, unbound] = [
    await image(team.member, { entity_type: 'DRAFT_ISSUE_DESCRIPTION', entity_identifier: draft.id }),
    await image(team.member),
  ]
  await team.member.patch(`${drafts}${draft.id}/`, { description_html: shown(own) })
  const { body } = await publish(draft.id, { project_id: other.id, description_html: shown(own, unbound) })
  const [first = '', second = ''] = named(body.description_html)
  expect(first).toBe(own)
  for (const id of [first, second]) expect(await statusOf(team.admin, id, other.path)).toBe(302)
})

test('an upload that was given up has never been a file of the issue', async () => {
  const issue = await team.issue()
  const at = attachmentsAt(team.path, issue.id)
  const given = await announce(team.admin, at)
  const before = await team.read(issue.id)
  expect((await team.admin.delete(given.asset_url)).status).toBe(204)
  expect((await team.told(issue.id)).map(row => row.field)).toEqual([null])
  expect((await team.read(issue.id)).revision).toBe(before.revision)
  await team.admin.delete((await attach(team.admin, at)).asset_url)
  expect((await team.told(issue.id)).map(row => row.verb)).toEqual(['created', 'created', 'deleted'])
})
