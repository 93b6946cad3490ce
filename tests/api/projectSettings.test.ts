import { beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import type { Person } from '../support/build.ts'
import { DENIED, type IssueTeam, issueTeam, NOT_FOUND, noPk, outcome } from '../support/issueTeam.ts'
import { follower } from '../support/live.ts'
import { sharedServer, type TestServer } from '../support/server.ts'

let server: TestServer
let team: IssueTeam
let theirs: IssueTeam

beforeAll(async () => {
  server = await sharedServer()
  team = await issueTeam(server)
  theirs = await issueTeam(server)
})

type Row = Record<string, unknown> & { id: string; name: string }
const NO_PROJECT = [404, { error: 'Project does not exist' }]
const space = () => `/api/workspaces/${team.workspace.slug}`
const listed = async (who: Person) =>
  (
    await who.get<(Row & { archived_at: string | null; project_lead: string | null })[]>(
      `${space()}/projects/`,
    )
  ).body
/** A project of its own with the member and the guest of the team in it. */
const fresh = async (by: Person = team.admin) => {
  const project = await team.make.project(by, team.workspace.slug)
  if (by !== team.admin) await team.make.joinProject(by, project.path, team.admin, 20)
  await team.make.joinProject(by, project.path, team.member, 15)
  await team.make.joinProject(by, project.path, team.guest, 5)
  return project
}
const newcomer = async (role: 5 | 15 | 20 = 15) => {
  const who = await team.make.person()
  await team.make.joinWorkspace(team.admin, team.workspace.slug, who, role)
  return who
}
const favor = (who: Person, entity_type: string, id: string) =>
  who.post(`${space()}/user-favorites/`, { entity_type, entity_identifier: id })
const kept = async (who: Person) =>
  (await who.get<{ entity_identifier: string }[]>(`${space()}/user-favorites/?all=true`)).body.map(
    row => row.entity_identifier,
  )

describe('an archived project', () => {
  test('is in nobody’s way, takes no change, and comes back as it was', async () => {
    const { path, id } = await fresh()
    const issue = await team.make.issue(team.admin, path)
    const page = await team.make.page(team.member, path)
    await favor(team.member, 'project', id)
    await favor(team.admin, 'page', page.id)
    expect(outcome(await team.member.post(`${path}/archive/`))).toEqual(DENIED)
    const reply = await team.admin.post<{ archived_at: string }>(`${path}/archive/`)
    const row = (await listed(team.member)).find(one => one.id === id)
    expect([reply.status, reply.body]).toEqual([200, { archived_at: row?.archived_at }])
    expect(row?.archived_at).toMatch(/^\d{4}-\d\d-\d\dT/)
    expect(await kept(team.member)).not.toContain(id)
    expect(await kept(team.admin)).not.toContain(page.id)
    const refused = await Promise.all([
      team.admin.get(`${path}/issues/${issue.id}/`),
      team.admin.patch(`${path}/issues/${issue.id}/`, { name: 'x' }),
      team.member.patch(`${path}/pages/${page.id}/`, { name: 'x' }),
      team.admin.post(`${path}/states/`, { name: 'x', color: '#fff' }),
      team.admin.post(`${path}/members/`, { members: [{ member_id: team.guest.id }] }),
    ])
    expect(refused.map(outcome)).toEqual(refused.map(() => NO_PROJECT))
    expect(outcome(await team.admin.post(`${path}/archive/`))).toEqual([
      400,
      { error: 'The project is already archived' },
    ])
    expect(outcome(await team.member.delete(`${path}/archive/`))).toEqual(DENIED)
    expect(outcome(await team.admin.delete(`${path}/archive/`))).toEqual([204, ''])
    expect((await team.member.get(`${path}/issues/${issue.id}/`)).status).toBe(200)
    expect(outcome(await team.admin.delete(`${path}/archive/`))).toEqual([
      400,
      { error: 'The project is not archived' },
    ])
  })
})

describe('a deleted project', () => {
  test('is gone for everyone at once, and its name and key are free', async () => {
    const { path, id, ...project } = await fresh()
    const issue = await team.make.issue(team.admin, path)
    await favor(team.member, 'project', id)
    const watching = follower(server.origin, team.member, team.workspace.slug)
    onTestFinished(watching.stop)
    await watching.start()
    expect(watching.rows.has(`issue/${issue.id}`)).toBe(true)
    expect(outcome(await team.member.delete(`${path}/`))).toEqual(DENIED)
    expect(outcome(await team.admin.delete(`${path}/`))).toEqual([204, ''])
    await expect
      .poll(() => watching.rows.has(`issue/${issue.id}`) || watching.rows.has(`project/${id}`))
      .toBe(false)
    for (const call of [`${path}/`, `${path}/issues/${issue.id}/`])
      expect(outcome(await team.member.get(call))).toEqual(NO_PROJECT)
    expect((await listed(team.admin)).map(row => row.id)).not.toContain(id)
    expect(await kept(team.member)).not.toContain(id)
    expect(outcome(await team.admin.delete(`${path}/`))).toEqual(NO_PROJECT)
    const { identifier } = project
    expect((await team.admin.post(`${space()}/projects/`, { name: identifier, identifier })).status).toBe(201)
  })

  test('an admin of the workspace need not be in it, everyone else finds nothing', async () => {
    const owner = await newcomer()
    const { path } = await team.make.project(owner, team.workspace.slug)
    for (const who of [team.member, team.guest, theirs.admin])
      expect((await who.delete(`${path}/`)).status, who.email).toBe(404)
    expect(outcome(await team.admin.post(`${path}/archive/`))).toEqual(NO_PROJECT)
    // A5, A6: through another workspace nobody reaches it.
    const around = path.replace(team.workspace.slug, theirs.workspace.slug)
    expect((await theirs.admin.delete(`${around}/`)).status).toBe(404)
    await owner.post(`${path}/archive/`)
    expect(outcome(await team.admin.delete(`${path}/`))).toEqual([204, ''])
    expect(outcome(await owner.get(`${path}/`))).toEqual(NO_PROJECT)
  })
})

describe('members', () => {
  const membership = async (path: string, who: Person, by = team.admin) =>
    (await by.get<{ id: string; member: string }[]>(`${path}/members/`)).body.find(
      row => row.member === who.id,
    )?.id

  test('leave by themselves, and answer for nothing then', async () => {
    const { path, id } = await fresh()
    await team.admin.patch(`${path}/`, { project_lead: team.member.id, default_assignee: team.member.id })
    expect(outcome(await team.member.post(`${path}/members/leave/`))).toEqual([204, ''])
    expect(outcome(await team.member.get(`${path}/`))).toEqual(NO_PROJECT)
    expect((await listed(team.admin)).find(row => row.id === id)).toMatchObject({
      project_lead: null,
      default_assignee: null,
      total_members: 2,
    })
    expect(outcome(await team.member.post(`${path}/members/leave/`))).toEqual(NO_PROJECT)
    const last = await team.admin.post(`${path}/members/leave/`)
    expect([last.status, last.body.error]).toEqual([400, expect.stringContaining('only admin')])
    const twice = await Promise.all([1, 2].map(() => team.guest.post(`${path}/members/leave/`)))
    expect(twice.map(reply => reply.status).sort()).toEqual([204, 404])
  })

  test('two admins who leave at once leave one', async () => {
    for (let round = 0; round < 5; round++) {
      const [one, two] = [await newcomer(), await newcomer()]
      const { path } = await team.make.project(one, team.workspace.slug)
      await team.make.joinProject(one, path, two, 20)
      const statuses = (await Promise.all([one, two].map(who => who.post(`${path}/members/leave/`)))).map(
        reply => reply.status,
      )
      expect(statuses.sort()).toEqual([204, 400])
    }
  })

  test('only members of a project are named its lead; a guest is neither lead nor default assignee', async () => {
    const { path } = await fresh()
    const outside = await newcomer()
    for (const field of ['project_lead', 'default_assignee'])
      expect(outcome(await team.admin.patch(`${path}/`, { [field]: outside.id }))).toEqual(
        noPk(field, outside.id),
      )
    expect(outcome(await team.admin.patch(`${path}/`, { project_lead: team.guest.id }))).toEqual(
      noPk('project_lead', team.guest.id),
    )
    expect((await team.admin.patch(`${path}/`, { default_assignee: team.guest.id })).status).toBe(200)
  })

  test('B3: addresses of others are for members and admins of the workspace', async () => {
    const { path } = await fresh()
    const at = `${path}/members/${await membership(path, team.member)}/`
    const { body } = await team.admin.get<{ member: { email?: string }; role: number }>(at)
    expect([body.role, body.member.email]).toEqual([15, team.member.email])
    const seen = await team.guest.get<{ member: object }>(at)
    expect([seen.status, 'email' in seen.body.member]).toEqual([200, false])
    expect(outcome(await theirs.admin.get(at.replace(path, theirs.path)))).toEqual(NOT_FOUND)
  })

  test('an admin of the workspace is nothing less in a project', async () => {
    const { path } = await fresh()
    const boss = await newcomer(20)
    await team.make.joinProject(team.admin, path, boss, 20)
    const at = `${path}/members/${await membership(path, boss)}/`
    expect(outcome(await team.admin.patch(at, { role: 15 }))).toEqual([
      400,
      { error: 'You cannot add a user with role lower than the workspace role' },
    ])
  })
})

describe('a project that begins like another', () => {
  test('has its states, labels, estimate and features, and the people given', async () => {
    const { path, id } = await fresh()
    await team.admin.post(`${path}/states/`, { name: 'In review', color: '#8b5cd6', group: 'started' })
    const parent = await team.made<Row>(`${path}/issue-labels/`, { name: 'Booking', color: '#3b82d6' })
    await team.made(`${path}/issue-labels/`, { name: 'Berth', parent: parent.id })
    const estimate = await team.made<Row>(`${path}/estimates/`, {
      estimate: { type: 'points' },
      estimate_points: ['1', '2', '3'].map((value, key) => ({ key: key + 1, value })),
    })
    await team.admin.patch(`${path}/`, { estimate: estimate.id, cycle_view: false })
    const { body, status } = await team.admin.post<Row & { estimate: string }>(`${space()}/projects/`, {
      name: team.unique('Salvage'),
      identifier: team.make.id().slice(-8),
      like: id,
      members: [{ member_id: team.member.id, role: 20 }],
    })
    expect([status, body]).toMatchObject([201, { cycle_view: false, module_view: true }])
    const made = `${space()}/projects/${body.id}`
    const names = async (of: string) => (await team.member.get<Row[]>(`${made}/${of}/`)).body
    expect((await names('states')).map(row => row.name)).toContain('In review')
    expect((await names('states')).filter(row => row.default)).toHaveLength(1)
    const [first, second] = await names('issue-labels')
    expect([first?.name, second?.name, second?.parent]).toEqual(['Booking', 'Berth', first?.id])
    const points = await names('project-estimates')
    expect(points.map(row => [row.value, row.estimate])).toEqual(
      ['1', '2', '3'].map(value => [value, body.estimate]),
    )
    expect(body.estimate).not.toBe(estimate.id)
    expect((await team.member.get(`${made}/`)).body.member_role).toBe(20)
  })

  test('is like one that its creator is in', async () => {
    const owner = await newcomer()
    const secret = await team.make.project(owner, team.workspace.slug, { network: 0 })
    const make = (like: string) =>
      team.admin.post(`${space()}/projects/`, {
        name: team.unique('Salvage'),
        identifier: team.make.id().slice(-8),
        like,
      })
    for (const like of [secret.id, theirs.project.id, team.make.id()])
      expect(outcome(await make(like))).toEqual(noPk('like', like))
  })
})

test('its covers are drawings of our own', async () => {
  const { body } = await theirs.guest.get<string[]>('/api/project-covers/')
  expect(body.length).toBeGreaterThan(20)
  const drawing = await theirs.guest.get(body[0]!)
  expect([drawing.headers.get('content-type'), String(drawing.body).slice(0, 4)]).toEqual([
    'image/svg+xml',
    '<svg',
  ])
  expect((await theirs.guest.get('/api/project-covers/constructor/')).status).toBe(404)
  const reply = await team.admin.patch(`${team.path}/`, { cover_image: body[0] })
  expect(reply.body.cover_image_url).toBe(body[0])
})
