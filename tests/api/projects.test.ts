import { beforeAll, describe, expect, test } from 'vitest'
import { build, type Person } from '../support/build.ts'
import { sharedServer, type TestServer } from '../support/server.ts'

type Row = { id: string; member: string; role: number }

let server: TestServer
let make: ReturnType<typeof build>
let team: Awaited<ReturnType<ReturnType<typeof build>['team']>>
let base: string

beforeAll(async () => {
  server = await sharedServer()
  make = build(server)
  team = await make.team()
  base = `/api/workspaces/${team.workspace.slug}`
})

const membership = async (by: Person, path: string, who: Person) =>
  (await by.get<Row[]>(`${path}/members/`)).body.find(row => row.member === who.id)!.id
let made = 0
const fresh = () => ({ name: `Project ${++made}`, identifier: `N${made}` })

describe('creation', () => {
  test('brings the five states, the creator as admin, and defaults', async () => {
    const input = { ...fresh(), identifier: ' quäy1 ' }
    expect((await team.member.post(`${base}/projects/`, input)).status).toBe(400)
    const { body, status } = await team.member.post(`${base}/projects/`, {
      ...input,
      identifier: ' çay1 ',
      inbox_view: true,
    })
    expect(status).toBe(201)
    expect(body).toMatchObject({
      identifier: 'ÇAY1',
      network: 2,
      module_view: true,
      intake_view: true,
      inbox_view: true,
      guest_view_all_features: false,
      is_member: true,
      member_role: 20,
      total_members: 1,
    })
    const path = `${base}/projects/${body.id}`
    const states = await team.member.get<Record<string, unknown>[]>(`${path}/states/`)
    expect(states.body.map(({ name, color, sequence, group }) => [name, color, sequence, group])).toEqual([
      ['Backlog', '#A3A3A3', 15000, 'backlog'],
      ['Todo', '#3A3A3A', 25000, 'unstarted'],
      ['In Progress', '#F59E0B', 35000, 'started'],
      ['Done', '#16A34A', 45000, 'completed'],
      ['Cancelled', '#EF4444', 55000, 'cancelled'],
    ])
    expect(states.body.filter(state => state.default).map(state => state.name)).toEqual(['Backlog'])
  })

  test('names and identifiers are taken while their project lives, also for two at once', async () => {
    const input = fresh()
    const racing = await Promise.all(
      Array.from({ length: 4 }, () => team.admin.post(`${base}/projects/`, input)),
    )
    const statuses = racing.map(reply => reply.status).sort()
    expect(statuses[0]).toBe(201)
    expect(statuses.slice(1).every(status => status === 400 || status === 410)).toBe(true)
    const name = await team.admin.post(`${base}/projects/`, { ...fresh(), name: input.name })
    expect([name.status, name.body]).toEqual([410, { name: 'The project name is already taken' }])
    const same = await team.admin.post(`${base}/projects/`, {
      ...fresh(),
      identifier: input.identifier.toLowerCase(),
    })
    expect([same.status, same.body]).toEqual([410, { identifier: 'The project identifier is already taken' }])
    const check = (name: string) => team.admin.get(`${base}/project-identifiers?name=${name}`)
    expect((await check(` ${input.identifier.toLowerCase()}`)).body.exists).toBe(1)
    expect((await check('FREE')).body).toEqual({ exists: 0, identifiers: [] })
    expect((await check('')).body).toEqual({ error: 'Name is required' })
  })

  test('a named lead becomes admin; strangers and guests cannot', async () => {
    const { body } = await team.admin.post(`${base}/projects/`, { ...fresh(), project_lead: team.member.id })
    expect((await team.member.get(`${base}/projects/${body.id}/`)).body.member_role).toBe(20)
    const stranger = await make.person()
    for (const who of [stranger.id, team.guest.id]) {
      const reply = await team.admin.post(`${base}/projects/`, { ...fresh(), project_lead: who })
      expect([reply.status, reply.body]).toEqual([
        400,
        { project_lead: [`Invalid pk "${who}" - object does not exist.`] },
      ])
    }
  })

  test('a new project is first in its creator’s sidebar, and moves there for them alone', async () => {
    const one = await make.project(team.admin, team.workspace.slug)
    const two = await make.project(team.admin, team.workspace.slug)
    const order = async (who: Person) =>
      (await who.get<{ id: string; sort_order: number | null }[]>(`${base}/projects/`)).body
        .filter(row => row.sort_order !== null)
        .map(row => row.id)
    expect((await order(team.admin)).slice(0, 2)).toEqual([two.id, one.id])
    const before = await order(team.member)
    expect((await team.admin.post(`${two.path}/project-views/`, { sort_order: 999_999 })).status).toBe(204)
    expect((await order(team.admin)).at(-1)).toBe(two.id)
    expect(await order(team.member)).toEqual(before)
  })
})

describe('the visibility of projects', () => {
  const listed = async (who: Person, id: string) =>
    (await who.get<{ id: string }[]>(`${base}/projects/`)).body.some(row => row.id === id)

  test('a secret one: workspace admins and its members; a public one: members too; guests only joined ones', async () => {
    const owner = await make.person()
    await make.joinWorkspace(team.admin, team.workspace.slug, owner, 15)
    const secret = await make.project(owner, team.workspace.slug, { network: 0 })
    const open = await make.project(owner, team.workspace.slug)
    const seen = async (id: string) => [
      await listed(team.admin, id),
      await listed(team.member, id),
      await listed(team.guest, id),
    ]
    expect(await seen(secret.id)).toEqual([true, false, false])
    expect(await seen(open.id)).toEqual([true, true, false])
    // Listed is not joined: below the path there is nothing for those who are not in it, admins included.
    const inside = await team.admin.get(`${secret.path}/issues/`)
    expect([inside.status, inside.body]).toEqual([404, { error: 'Project does not exist' }])
    const join = (who: Person, ids: string[]) =>
      who.post(`/api/users/me${base.slice(4)}/projects/invitations/`, { project_ids: ids })
    expect((await join(team.member, [open.id, secret.id])).status).toBe(404)
    expect((await team.member.get(`${open.path}/`)).status).toBe(404)
    expect((await join(team.guest, [open.id])).status).toBe(403)
    expect((await join(team.member, [open.id])).status).toBe(201)
    expect((await team.member.get(`${open.path}/`)).body.member_role).toBe(15)
    expect((await join(team.admin, [secret.id])).status).toBe(201)
    const elsewhere = await make.workspace(owner)
    const foreign = await make.project(owner, elsewhere.slug)
    expect((await join(team.admin, [foreign.id])).status).toBe(404)
  })

  test('an archived one answers to nobody below its path, and says why to its admin', async () => {
    const project = await make.project(team.admin, team.workspace.slug)
    await server.db('projects').where('id', project.id).update({ archived_at: new Date() })
    expect((await team.admin.get(`${project.path}/`)).status).toBe(404)
    expect((await team.admin.get(`${project.path}/issues/`)).status).toBe(404)
    const patch = await team.admin.patch(`${project.path}/`, { name: 'x' })
    expect([patch.status, patch.body]).toEqual([400, { error: 'Archived projects cannot be updated' }])
    expect(await listed(team.admin, project.id)).toBe(true)
  })
})

describe('changes', () => {
  test('values must be of the project, audit and archive columns are not for writing', async () => {
    const other = await make.project(team.admin, team.workspace.slug)
    const [state] = (await team.admin.get<{ id: string }[]>(`${other.path}/states/`)).body
    const foreign = await team.admin.patch(`${team.path}/`, { default_state: state!.id })
    expect([foreign.status, foreign.body]).toEqual([
      400,
      { default_state: [`Invalid pk "${state!.id}" - object does not exist.`] },
    ])
    const reply = await team.admin.patch(`${team.path}/`, {
      description: 'Berths',
      archived_at: '2020-01-01T00:00:00.000Z',
      created_by: team.guest.id,
      workspace: make.id(),
      deleted_at: '2020-01-01T00:00:00.000Z',
    })
    expect(reply.body).toMatchObject({
      description: 'Berths',
      archived_at: null,
      created_by: team.admin.id,
      workspace: team.workspace.id,
    })
    expect(reply.headers.get('x-ignored-fields')?.split(', ')).toHaveLength(4)
  })

  test('a taken identifier is refused, its own is not', async () => {
    const input = fresh()
    const { body } = await team.admin.post(`${base}/projects/`, input)
    const path = `${base}/projects/${body.id}/`
    expect((await team.admin.patch(path, { identifier: team.project.identifier })).status).toBe(410)
    expect((await team.admin.patch(path, input)).status).toBe(200)
    const zone = await team.admin.patch(path, { timezone: 'Mars/Phobos' })
    expect([zone.status, Object.keys(zone.body)]).toEqual([400, ['timezone']])
  })
})

describe('members', () => {
  const add = (members: unknown[], path = team.path) => team.admin.post(`${path}/members/`, { members })

  test('A8: all or none, within what the workspace role allows', async () => {
    const project = await make.project(team.admin, team.workspace.slug)
    const stranger = await make.person()
    const boss = await make.person()
    await make.joinWorkspace(team.admin, team.workspace.slug, boss, 20)
    const refused = async (members: unknown[]) => {
      const { status, body } = await add(members, project.path)
      return [status, body.error]
    }
    expect(await refused([])).toEqual([400, 'Atleast one member is required'])
    expect((await refused([{ member_id: team.member.id }, { member_id: stranger.id }]))[0]).toBe(404)
    expect(await refused([{ member_id: boss.id, role: 15 }])).toEqual([
      400,
      'You cannot add a user with role lower than the workspace role',
    ])
    expect(await refused([{ member_id: team.guest.id, role: 15 }])).toEqual([
      400,
      'You cannot add a user with role higher than the workspace role',
    ])
    expect((await team.member.get(`${project.path}/`)).status).toBe(404)
    const { status, body } = await add(
      [{ member_id: team.member.id }, { member_id: boss.id, role: 20 }],
      project.path,
    )
    expect(status).toBe(201)
    expect((body as unknown as Row[]).map(row => row.role)).toEqual([5, 20])
  })

  test('A6: a membership of another project is not found under this one', async () => {
    const other = await make.project(team.admin, team.workspace.slug)
    await make.joinProject(team.admin, other.path, team.member, 15)
    const id = await membership(team.admin, other.path, team.member)
    expect((await team.admin.patch(`${team.path}/members/${id}/`, { role: 5 })).status).toBe(404)
    expect((await team.admin.delete(`${team.path}/members/${id}/`)).status).toBe(404)
    expect((await team.member.get(`${other.path}/`)).body.member_role).toBe(15)
  })

  test('nobody ends or changes themselves; guests of the workspace stay guests', async () => {
    const own = `${team.path}/members/${await membership(team.admin, team.path, team.admin)}/`
    expect((await team.admin.patch(own, { role: 15 })).status).toBe(400)
    expect((await team.admin.delete(own)).status).toBe(400)
    const guest = `${team.path}/members/${await membership(team.admin, team.path, team.guest)}/`
    expect((await team.admin.patch(guest, { role: 20 })).status).toBe(400)
    expect((await team.member.delete(guest)).status).toBe(403)
  })

  test('two admins who remove each other at once leave one', async () => {
    for (let round = 0; round < 5; round++) {
      const [one, two] = [await make.person(), await make.person()]
      for (const who of [one, two]) await make.joinWorkspace(team.admin, team.workspace.slug, who, 15)
      const project = await make.project(one, team.workspace.slug)
      await make.joinProject(one, project.path, two, 20)
      await make.joinProject(one, project.path, team.guest, 5)
      const toOne = `${project.path}/members/${await membership(one, project.path, one)}/`
      const toTwo = `${project.path}/members/${await membership(one, project.path, two)}/`
      const statuses = (await Promise.all([one.delete(toTwo), two.delete(toOne)])).map(reply => reply.status)
      expect(statuses.filter(status => status === 204)).toHaveLength(1)
      expect(statuses.every(status => status < 500)).toBe(true)
    }
  })
})

describe('states and labels', () => {
  test('are at the end, and their names are theirs', async () => {
    const { body, status } = await team.admin.post(`${team.path}/states/`, {
      name: 'In review',
      color: '#fff',
      group: 'started',
      sequence: 1,
    })
    expect([status, body.sequence]).toEqual([200, 70_000])
    expect(
      (await team.admin.post(`${team.path}/states/`, { name: 'In review', color: '#fff' })).body,
    ).toEqual({
      error: 'The payload is not valid',
    })
    const label = (fields: object) => team.admin.post(`${team.path}/issue-labels/`, fields)
    const first = await label({ name: 'Bug' })
    const second = await label({ name: 'Sub', parent: first.body.id })
    expect([first.body.sort_order, second.body.sort_order]).toEqual([65_535, 75_535])
    expect((await label({ name: 'Bug' })).body).toEqual({
      error: 'Label with the same name already exists in the project',
    })
    const other = await make.project(team.admin, team.workspace.slug)
    const foreign = await team.admin.post(`${other.path}/issue-labels/`, { name: 'x', parent: first.body.id })
    expect(foreign.status).toBe(400)
  })

  test('made by many at once, no two share a place', async () => {
    const project = await make.project(team.admin, team.workspace.slug)
    const replies = await Promise.all(
      Array.from({ length: 10 }, (_, at) =>
        team.admin.post<{ sort_order: number }>(`${project.path}/issue-labels/`, { name: `Label ${at}` }),
      ),
    )
    expect(replies.map(reply => reply.status)).toEqual(Array(10).fill(201))
    expect(new Set(replies.map(reply => reply.body.sort_order)).size).toBe(10)
  })
})

test('parents set by two at once never close a circle', async () => {
  for (let round = 0; round < 6; round++) {
    const [a, b] = [await make.issue(team.admin, team.path), await make.issue(team.admin, team.path)]
    const belowA = await make.issue(team.admin, team.path, { parent_id: a.id })
    const belowB = await make.issue(team.admin, team.path, { parent_id: b.id })
    const set = (id: string, parent_id: string) =>
      team.admin.patch(`${team.path}/issues/${id}/`, { parent_id })
    const statuses = (await Promise.all([set(a.id, belowB.id), set(b.id, belowA.id)])).map(
      reply => reply.status,
    )
    expect(statuses.sort()).toEqual([204, 400])
  }
})
