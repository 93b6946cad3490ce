import { beforeAll, expect, test } from 'vitest'
import { DENIED, type IssueTeam, issueTeam, NO_ISSUE, NOT_FOUND, outcome } from '../support/issueTeam.ts'
import { startServer, type TestServer } from '../support/server.ts'

let server: TestServer
let team: IssueTeam

beforeAll(async () => {
  server = await startServer()
  team = await issueTeam(server)
})

const remove = async (id: string) => expect((await team.admin.delete(team.at(id))).status).toBe(204)
const restore = (id: string, by = team.admin) => by.post(team.at(id, 'restore/'))
const bulk = (issue_ids: string[], by = team.admin) =>
  by.post(`${team.path}/bulk-restore-issues/`, { issue_ids })
const isThere = async (id: string) => (await team.admin.get(team.at(id))).status === 200

test('an issue comes back under its number, with its parts and all that the same act deleted', async () => {
  const top = await team.issue()
  const issue = await team.issue({ parent_id: top.id })
  const child = await team.issue({ parent_id: issue.id })
  const earlier = await team.issue({ parent_id: issue.id })
  await team.made(team.at(issue.id, 'comments/'), { comment_html: '<p>Aye</p>' })
  await remove(earlier.id)
  await remove(issue.id)
  expect((await team.read(top.id)).sub_issues_count).toBe(0)
  expect(outcome(await restore(issue.id))).toEqual([204, ''])
  expect(await team.read(issue.id)).toMatchObject({
    sequence_id: issue.sequence_id,
    parent_id: top.id,
    sub_issues_count: 1,
    deleted_at: null,
  })
  expect([await isThere(child.id), await isThere(earlier.id)]).toEqual([true, false])
  expect((await team.read(top.id)).sub_issues_count).toBe(1)
  expect((await team.admin.get<unknown[]>(team.at(issue.id, 'comments/'))).body).toHaveLength(1)
})

test('values of an issue that are gone meanwhile stay gone', async () => {
  const leaver = await team.make.person()
  await team.make.joinWorkspace(team.admin, team.workspace.slug, leaver, 15)
  await team.make.joinProject(team.admin, team.path, leaver, 15)
  const [kept, gone] = [await team.label(), await team.label()]
  const cycle = await team.cycle()
  const parent = await team.issue()
  const issue = await team.issue({
    label_ids: [kept, gone],
    assignee_ids: [leaver.id, team.member.id],
    parent_id: parent.id,
  })
  await team.made(`${team.path}/cycles/${cycle}/cycle-issues/`, { issues: [issue.id] })
  await remove(issue.id)
  await remove(parent.id)
  await server.db('labels').where('id', gone).update({ deleted_at: new Date() })
  await server.db('cycles').where('id', cycle).update({ deleted_at: new Date() })
  const members = await team.admin.get<{ id: string; member: string }[]>(`${team.path}/members/`)
  await team.admin.delete(`${team.path}/members/${members.body.find(row => row.member === leaver.id)!.id}/`)
  expect((await restore(issue.id)).status).toBe(204)
  expect(await team.read(issue.id)).toMatchObject({
    label_ids: [kept],
    assignee_ids: [team.member.id],
    cycle_id: null,
    parent_id: null,
  })
})

test('the right to delete includes restoring; others do not find deleted rows', async () => {
  const own = await team.issue({}, team.member)
  const foreign = await team.issue()
  for (const { id } of [own, foreign]) await remove(id)
  expect(outcome(await restore(foreign.id, team.member))).toEqual(DENIED)
  expect(outcome(await restore(foreign.id, team.guest))).toEqual(NO_ISSUE)
  expect((await restore(own.id, team.member)).status).toBe(204)
  expect(outcome(await restore(own.id))).toEqual(NO_ISSUE)
  expect(outcome(await restore(team.make.id()))).toEqual(NO_ISSUE)
})

test('A7: many come back, or none when one is not deleted, unknown or of another project', async () => {
  const [a, b, there] = [await team.issue(), await team.issue(), await team.issue()]
  const other = await team.make.project(team.admin, team.workspace.slug)
  const elsewhere = await team.make.issue(team.admin, other.path)
  await team.admin.delete(`${other.path}/issues/${elsewhere.id}/`)
  for (const { id } of [a, b]) await remove(id)
  const before = await team.changes()
  for (const id of [there.id, elsewhere.id, team.make.id()])
    expect(outcome(await bulk([a.id, id]))).toEqual(NO_ISSUE)
  expect(await team.changes()).toBe(before)
  expect(outcome(await bulk([]))).toEqual([400, { error: 'Issue IDs are required' }])
  expect(outcome(await bulk([a.id, b.id]))).toEqual([200, { message: '2 issues were restored' }])
  expect([await isThere(a.id), await isThere(b.id)]).toEqual([true, true])
})

test('children in other projects are detached, not deleted, and come back below it unless they are elsewhere', async () => {
  const other = await team.make.project(team.admin, team.workspace.slug)
  const top = await team.issue()
  const [far, moved, freed] = [
    await team.make.issue(team.admin, other.path, { parent_id: top.id }),
    await team.make.issue(team.admin, other.path, { parent_id: top.id }),
    await team.make.issue(team.admin, other.path, { parent_id: top.id }),
  ]
  const there = (id: string) => `${other.path}/issues/${id}/`
  const parentOf = async (id: string) => (await team.admin.get(there(id))).body.parent_id
  await team.admin.patch(there(freed.id), { parent_id: null })
  await remove(top.id)
  expect([await parentOf(far.id), await parentOf(moved.id)]).toEqual([null, null])
  const fresh = await team.make.issue(team.admin, other.path)
  await team.admin.patch(there(moved.id), { parent_id: fresh.id })
  await restore(top.id)
  expect(await Promise.all([far, moved, freed].map(({ id }) => parentOf(id)))).toEqual([
    top.id,
    fresh.id,
    null,
  ])
  expect((await team.read(top.id)).sub_issues_count).toBe(1)
})

test('a child that has come to be above it meanwhile stays where it is', async () => {
  const other = await team.make.project(team.admin, team.workspace.slug)
  const above = await team.issue()
  const top = await team.issue({ parent_id: above.id })
  const far = await team.make.issue(team.admin, other.path, { parent_id: top.id })
  await remove(top.id)
  await team.admin.patch(team.at(above.id), { parent_id: far.id })
  expect((await restore(top.id)).status).toBe(204)
  expect((await team.read(top.id)).parent_id).toBe(above.id)
  expect((await team.admin.get(`${other.path}/issues/${far.id}/`)).body.parent_id).toBeNull()
})

test('the history of an issue that came back ends with its coming back', async () => {
  const issue = await team.issue()
  await remove(issue.id)
  await restore(issue.id)
  expect((await team.told(issue.id)).map(row => [row.verb, row.field])).toEqual([
    ['created', null],
    ['deleted', 'issue'],
    ['restored', 'issue'],
  ])
})

test('a comment comes back for its author and for admins', async () => {
  const issue = await team.issue()
  const comment = await team.made(team.at(issue.id, 'comments/'), { comment_html: '<p>Aye</p>' }, team.member)
  const path = team.at(issue.id, `comments/${comment.id}/`)
  const back = (by = team.member) => by.post(`${path}restore/`)
  expect(outcome(await back())).toEqual(NOT_FOUND)
  for (const by of [team.member, team.admin]) {
    await team.member.delete(path)
    expect((await team.admin.get(path)).status).toBe(404)
    expect((await back(by)).status).toBe(204)
    expect((await team.admin.get(path)).body).toMatchObject({ comment_html: '<p>Aye</p>' })
  }
  const own = await team.made(team.at(issue.id, 'comments/'), { comment_html: '<p>Mine</p>' })
  await team.admin.delete(team.at(issue.id, `comments/${own.id}/`))
  expect(outcome(await team.member.post(team.at(issue.id, `comments/${own.id}/restore/`)))).toEqual(DENIED)
})
