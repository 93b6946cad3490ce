/** What the contract says of projects and their parts beyond the reference (its lines “Better”), where no other test says it. */
import { beforeAll, describe, expect, test } from 'vitest'
import { during } from '../support/activityRows.ts'
import type { Person } from '../support/build.ts'
import { type IssueTeam, issueTeam, NOT_FOUND, noPk, outcome } from '../support/issueTeam.ts'
import { startServer, type TestServer } from '../support/server.ts'

type Row = Record<string, unknown> & { id: string }

let server: TestServer
let team: IssueTeam
let space: string
beforeAll(async () => {
  server = await startServer()
  team = await issueTeam(server)
  space = `/api/workspaces/${team.workspace.slug}`
})

const newcomer = async (role: 5 | 15 | 20 = 15) => {
  const who = await team.make.person()
  await team.make.joinWorkspace(team.admin, team.workspace.slug, who, role)
  return who
}
const membership = async (path: string, who: Person) =>
  (await team.admin.get<{ id: string; member: string }[]>(`${path}/members/`)).body.find(
    row => row.member === who.id,
  )?.id

describe('a new project', () => {
  const exists = async (identifier: string) =>
    (await team.admin.get(`${space}/project-identifiers/?name=${identifier}`)).body.exists

  test('that is refused leaves nothing, however late: its name and key are free', async () => {
    const stranger = await team.make.person()
    const identifier = 'HALFWAY'
    const before = await team.changes()
    const refused = [
      { members: [{ member_id: team.member.id, role: 15 }, { member_id: stranger.id }] },
      { default_state: team.state('started') },
      { estimate: team.make.id() },
      { cover_image_asset: team.make.id() },
    ]
    for (const given of refused) {
      const reply = await team.admin.post(`${space}/projects/`, { name: 'Halfway', identifier, ...given })
      expect([given, reply.status >= 400 && reply.status < 500]).toEqual([given, true])
      expect(await exists(identifier)).toBe(0)
    }
    expect(await team.changes()).toBe(before)
    const rows = await server.db('projects').where('identifier', identifier)
    expect(rows).toEqual([])
    expect((await team.admin.post(`${space}/projects/`, { name: 'Halfway', identifier })).status).toBe(201)
  })

  test('gives its issues to nobody from outside the workspace', async () => {
    const stranger = await team.make.person()
    const given = { name: team.unique('Sluice'), identifier: 'SLUICE', default_assignee: stranger.id }
    expect(outcome(await team.admin.post(`${space}/projects/`, given))).toEqual(
      noPk('default_assignee', stranger.id),
    )
    const ours = await team.made<Row>(`${space}/projects/`, { ...given, default_assignee: team.member.id })
    expect(ours.default_assignee).toBe(team.member.id)
  })
})

describe('a membership of a project', () => {
  test('changes its role and nothing else of it', async () => {
    const { path } = await team.make.project(team.admin, team.workspace.slug)
    await team.make.joinProject(team.admin, path, team.member, 15)
    const forged = {
      is_active: false,
      member: team.guest.id,
      project: team.project.id,
      sort_order: 1,
      comment: 'x',
    }
    const at = `${path}/members/${await membership(path, team.member)}/`
    const { status, headers } = await team.admin.patch(at, { role: 5, ...forged })
    expect(status).toBe(200)
    expect(headers.get('x-ignored-fields')?.split(', ').sort()).toEqual(Object.keys(forged).sort())
    const { body } = await team.member.get<Row>(`${path}/project-members/me/`)
    expect(body).toMatchObject({ role: 5, is_active: true, member: { id: team.member.id } })
    expect(body.sort_order).not.toBe(1)
    const none = await team.admin.patch(at, {})
    expect([none.status, none.body]).toEqual([400, { role: ['This field is required.'] }])
  })

  test('of two admins who lower each other at once one stays admin', async () => {
    const [one, two] = [await newcomer(), await newcomer()]
    for (let round = 0; round < 5; round++) {
      const { path, id } = await team.make.project(one, team.workspace.slug)
      await team.make.joinProject(one, path, two, 20)
      const rows = (await one.get<{ id: string; member: string }[]>(`${path}/members/`)).body
      const at = (who: Person) => `${path}/members/${rows.find(row => row.member === who.id)?.id}/`
      const replies = await Promise.all([one.patch(at(two), { role: 15 }), two.patch(at(one), { role: 15 })])
      const admins = await server.db('project_members').where({ project: id, role: 20, is_active: true })
      expect([replies.filter(({ status }) => status === 200).length, admins.length]).toEqual([1, 1])
    }
  })
})

describe('an estimate', () => {
  type Estimate = Row & { points: { id: string; key: number; value: string }[] }
  const make = (path: string, type = 'points') =>
    team.made<Estimate>(`${path}/estimates/`, {
      estimate: { type },
      estimate_points: ['1', '2', '3'].map((value, key) => ({ key: key + 1, value })),
    })

  test('that is deleted is told in the history of each issue, by the change that takes its point', async () => {
    const estimate = await make(team.path)
    const issues = [
      await team.issue({ estimate_point: estimate.points[0]?.id }),
      await team.issue({ estimate_point: estimate.points[1]?.id }),
    ]
    const told = await during(server, team)(issues[0]!.id, async () => {
      const reply = await team.admin.delete(`${team.path}/estimates/${estimate.id}/`)
      expect(outcome(reply)).toEqual([204, ''])
      for (const { id } of issues) expect((await team.read(id)).estimate_point).toBeNull()
    })
    expect(told).toMatchObject([{ verb: 'removed', field: 'estimate_point', old_value: '1' }])
    expect((await team.told(issues[1]!.id)).at(-1)).toMatchObject({ field: 'estimate_point', old_value: '2' })
  })

  test('takes no further point that is too long, takes another’s place, or is another project’s', async () => {
    const other = await team.make.project(team.admin, team.workspace.slug)
    const [ours, theirs] = [await make(team.path, 'categories'), await make(other.path, 'categories')]
    const add = (body: object, path = team.path, { id } = ours) =>
      team.admin.post(`${path}/estimates/${id}/estimate-points/`, body)
    const refusal = (said: string) => [400, { non_field_errors: [said] }]
    const before = await team.changes()
    expect(outcome(await add({ key: 4, value: 'x'.repeat(21) }))).toEqual(
      refusal("Value can't be more than 20 characters"),
    )
    expect(outcome(await add({ key: 2, value: 'XL' }))).toEqual(refusal('Two points have the same key'))
    expect(outcome(await add({ key: 0, value: 'XL' }))).toEqual([
      400,
      { error: 'Key and value are required' },
    ])
    expect(outcome(await add({ key: 4, value: 'XL' }, team.path, theirs))).toEqual(NOT_FOUND)
    expect(outcome(await add({ key: 4, value: 'XL' }, other.path, ours))).toEqual(NOT_FOUND)
    expect(await team.changes()).toBe(before)
    expect((await add({ key: 4, value: 'x'.repeat(20) })).status).toBe(200)
  })
})

test('projects come in pages where both size and cursor are given, else all of them', async () => {
  for (let more = 0; more < 2; more++) await team.make.project(team.admin, team.workspace.slug)
  type Page = { results: Row[]; total_count: number; next_cursor: string; next_page_results: boolean }
  const idsIn = (rows: Row[]) => rows.map(({ id }) => id)
  for (const order of ['', '&order_by=-name']) {
    const all = idsIn((await team.admin.get<Row[]>(`${space}/projects/?per_page=2${order}`)).body)
    const found: string[] = []
    for (let cursor = '2:0:0', more = true; more; ) {
      const at = `${space}/projects/?per_page=2&cursor=${cursor}${order}`
      const { body } = await team.admin.get<Page>(at)
      expect(body.total_count).toBe(all.length)
      expect(body.results.length).toBeLessThanOrEqual(2)
      found.push(...idsIn(body.results))
      cursor = body.next_cursor
      more = body.next_page_results
    }
    expect(found).toEqual(all)
  }
  expect((await team.admin.get(`${space}/projects/?per_page=0&cursor=2:0:0`)).status).toBe(400)
})

test('what is not built is no path: service tokens, themes, invitations and joining by a project', async () => {
  const id = team.make.id()
  const ofSpace = ['service-api-tokens/', 'workspace-themes/', `workspace-themes/${id}/`]
  const ofProject = ['invitations/', `invitations/${id}/`, `join/${id}/`]
  const paths = [...ofSpace.map(rest => `${space}/${rest}`), ...ofProject.map(rest => `${team.path}/${rest}`)]
  for (const path of paths)
    for (const method of ['GET', 'POST', 'DELETE']) {
      const { status, body } = await team.admin.send(method, path, method === 'GET' ? undefined : {})
      expect([method, path, status, body]).toEqual([method, path, 404, { error: 'Page not found.' }])
    }
})
