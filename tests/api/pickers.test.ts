import { beforeAll, describe, expect, test } from 'vitest'
import { SearchRow } from '../../api/contract/lists/issueLists.ts'
import type { Person } from '../support/build.ts'
import { fill, many } from '../support/fill.ts'
import { type IssueTeam, issueTeam } from '../support/issueTeam.ts'
import { sharedServer, type TestServer } from '../support/server.ts'

let server: TestServer
let team: IssueTeam
let path: string
let project: { id: string; identifier: string; workspace: string }

beforeAll(async () => {
  server = await sharedServer()
  team = await issueTeam(server)
})

/** A project of its own, so that no issue of another test is a candidate. */
const fresh = async (fields: Record<string, unknown> = {}) => {
  const made = await team.make.project(team.admin, team.workspace.slug, fields)
  project = made
  path = made.path
  for (const [who, role] of [
    [team.member, 15],
    [team.guest, 5],
  ] as const)
    await team.make.joinProject(team.admin, path, who, role)
  return made
}
const issue = (fields: Record<string, unknown> = {}, by: Person = team.admin) =>
  team.make.issue(by, path, fields)
const found = async (query: Record<string, string>, by: Person = team.admin) => {
  const reply = await by.get<{ id: string; name: string }[]>(
    `${path}/search-issues/?${new URLSearchParams(query)}`,
  )
  expect(reply.status).toBe(200)
  return reply.body
}
const ids = async (query: Record<string, string>, by?: Person) => (await found(query, by)).map(row => row.id)
const relate = (from: string, to: string, relation_type = 'relates_to') =>
  team.made(`${path}/issues/${from}/issue-relation/`, { relation_type, issues: [to] })

describe('candidates', () => {
  test('are rows of their own shape, the newest first, at most a hundred', async () => {
    await fresh()
    const made = await issue({ name: 'Sill', start_date: '2026-01-01' })
    const [row] = await found({ search: 'sill' })
    expect(SearchRow.strict().parse(row)).toEqual(row)
    expect(row).toEqual({
      id: made.id,
      name: 'Sill',
      start_date: '2026-01-01',
      sequence_id: 1,
      project_id: project.id,
      project__name: project.identifier,
      project__identifier: project.identifier,
      workspace__slug: team.workspace.slug,
      state__name: 'Backlog',
      state__group: 'backlog',
      state__color: '#A3A3A3',
      type_id: null,
    })
    const more = await fill(server, team.admin, project, many(100))
    const all = await found({})
    expect(all).toHaveLength(100)
    const newest = more.sort((a, b) =>
      a.created_at === b.created_at ? b.sequence_id - a.sequence_id : a.created_at < b.created_at ? 1 : -1,
    )
    expect(all.map(row => row.id)).toEqual(newest.map(row => row.id))
  })

  test('by name, by the project’s key, by number; the exact key comes first', async () => {
    await fresh()
    const [one, two] = [await issue({ name: 'Tide table' }), await issue({ name: 'Berth 1' })]
    const key = `${project.identifier}-1`
    expect(await ids({ search: 'TIDE' })).toEqual([one.id])
    expect(await ids({ search: key })).toEqual([one.id])
    expect(await ids({ search: key.toLowerCase() })).toEqual([one.id])
    expect(await ids({ search: project.identifier })).toEqual([two.id, one.id])
    expect(await ids({ search: '1' })).toEqual([one.id, two.id])
    expect(await ids({ search: 'nothing of the kind' })).toEqual([])
    expect(await ids({ search: '%' })).toEqual([])
    expect(await ids({ search: '_' })).toEqual([])
    expect(await ids({ search: '99999999999999999999' })).toEqual([])
  })

  test('are neither deleted, archived nor waiting at the intake', async () => {
    const { path: at } = await fresh()
    const states = (await team.admin.get<{ id: string; group: string }[]>(`${at}/states/`)).body
    const done = states.find(state => state.group === 'completed')!.id
    const [gone, old, waiting, live] = [
      await issue(),
      await issue({ state_id: done }),
      await issue(),
      await issue(),
    ]
    await team.admin.delete(`${at}/issues/${gone.id}/`)
    await team.admin.post(`${at}/issues/${old.id}/archive/`)
    await server.db('issues').where('id', waiting.id).update({ intake_status: -2 })
    expect(await ids({})).toEqual([live.id])
  })

  test('for a parent: not itself, its descendants, or its ancestors', async () => {
    await fresh()
    const top = await issue()
    const middle = await issue({ parent_id: top.id })
    const child = await issue({ parent_id: middle.id })
    const below = await issue({ parent_id: child.id })
    const free = await issue()
    expect(await ids({ parent: 'true', issue_id: middle.id })).toEqual([free.id])
    expect(await ids({ parent: 'true', issue_id: below.id })).toEqual([free.id, middle.id, top.id])
    expect(await ids({ parent: 'true', issue_id: free.id })).toEqual([below.id, child.id, middle.id, top.id])
  })

  test('for sub-issues: not itself, its ancestors, or issues with a parent', async () => {
    await fresh()
    const top = await issue()
    const middle = await issue({ parent_id: top.id })
    const child = await issue({ parent_id: middle.id })
    const free = await issue()
    expect(await ids({ sub_issue: 'true', issue_id: child.id })).toEqual([free.id])
    expect(await ids({ sub_issue: 'true', issue_id: free.id })).toEqual([top.id])
    expect(await ids({ sub_issue: 'true', issue_id: team.make.id() })).toEqual([free.id, top.id])
  })

  test('for relations, cycles, modules and the calendar', async () => {
    await fresh()
    const [one, two, three] = [await issue(), await issue(), await issue({ target_date: '2026-01-01' })]
    await relate(two.id, one.id, 'blocked_by')
    expect(await ids({ issue_relation: 'true', issue_id: one.id })).toEqual([three.id])
    expect(await ids({ issue_relation: 'true', issue_id: two.id })).toEqual([three.id])
    const cycle = await team.made(`${path}/cycles/`, { name: 'Spring' })
    const module = await team.made(`${path}/modules/`, { name: 'Quay' })
    await team.made(`${path}/cycles/${cycle.id}/cycle-issues/`, { issues: [one.id] })
    await team.made(`${path}/modules/${module.id}/issues/`, { issues: [two.id] })
    expect(await ids({ cycle: 'true' })).toEqual([three.id, two.id])
    expect(await ids({ module: module.id })).toEqual([three.id, one.id])
    expect(await ids({ target_date: 'none' })).toEqual([two.id, one.id])
    expect(await ids({ cycle: 'false', parent: 'false', target_date: 'none' })).toEqual([two.id, one.id])
  })
})

describe('their viewers', () => {
  test('across the workspace: of projects that one has joined and that are not archived', async () => {
    const first = await fresh()
    const word = team.unique('Lantern')
    const here = await issue({ name: word })
    const secret = await team.make.project(team.admin, team.workspace.slug)
    const there = await team.make.issue(team.admin, secret.path, { name: word })
    const query = { workspace_search: 'true', search: word }
    path = first.path
    expect(await ids(query)).toEqual([there.id, here.id])
    expect(await ids(query, team.member)).toEqual([here.id])
    expect(await ids({ search: word })).toEqual([here.id])
    await server.db('projects').where('id', secret.id).update({ archived_at: new Date() })
    expect(await ids(query)).toEqual([here.id])
  })

  test('a guest finds what they made, or everything where the project says so, in each project by its own rule', async () => {
    const word = team.unique('Lantern')
    const open = await fresh({ guest_view_all_features: true })
    const shown = await issue({ name: word })
    await fresh()
    const [hidden, own] = [await issue({ name: word }), await issue({ name: word })]
    await server.db('issues').where('id', own.id).update({ created_by: team.guest.id })
    expect(await ids({ search: word }, team.guest)).toEqual([own.id])
    expect(await ids({ search: `${project.identifier}-${hidden.sequence_id}` }, team.guest)).toEqual([])
    expect(await ids({ search: word, workspace_search: 'true' }, team.guest)).toEqual([own.id, shown.id])
    path = open.path
    expect(await ids({ search: word }, team.guest)).toEqual([shown.id])
  })

  test('parts of an invisible issue change nothing in one’s findings', async () => {
    await fresh()
    const [hidden, own] = [await issue(), await issue()]
    await server.db('issues').where('id', own.id).update({ created_by: team.guest.id })
    await relate(hidden.id, own.id)
    await team.admin.patch(`${path}/issues/${own.id}/`, { parent_id: hidden.id })
    for (const picker of ['issue_relation', 'parent'])
      expect(await ids({ [picker]: 'true', issue_id: hidden.id }, team.guest)).toEqual([own.id])
  })
})

describe('an issue by its name alone', () => {
  const named = (name: string, by: Person = team.admin) =>
    by.get<{ id: string; error?: string }>(
      `/api/workspaces/${team.workspace.slug}/issues/${encodeURIComponent(name)}/`,
    )

  test('its id or its key finds it, whichever project it is in; for those who see it', async () => {
    await fresh()
    const made = await issue()
    const key = `${project.identifier}-${made.sequence_id}`
    for (const name of [made.id, key, key.toLowerCase()]) {
      const { status, body } = await named(name)
      expect({ status, id: body.id }).toEqual({ status: 200, id: made.id })
    }
    // A guest sees what they made.
    expect(await named(key, team.guest)).toMatchObject({ status: 404, body: { error: 'Issue not found' } })
    expect((await named(made.id, team.guest)).status).toBe(404)
    const stranger = await team.make.team()
    expect((await named(made.id, stranger.admin)).status).toBe(404)
    const theirs = `/api/workspaces/${stranger.workspace.slug}/issues/${made.id}/`
    expect((await stranger.admin.get(theirs)).status).toBe(404)
  })

  test.each(['nothing', 'NOPE-1', 'X-99999999999', '-1', '%', `${'X'.repeat(300)}-1`])(
    '%s finds none',
    async name => {
      expect((await named(name)).status).toBe(404)
    },
  )

  test('of a deleted issue the key stays silent', async () => {
    await fresh()
    const made = await issue()
    await team.admin.delete(`${path}/issues/${made.id}/`)
    expect((await named(`${project.identifier}-${made.sequence_id}`)).status).toBe(404)
  })
})
