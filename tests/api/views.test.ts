import { beforeAll, describe, expect, test } from 'vitest'
import type { Issue } from '../../api/contract/work/issues.ts'
import { build, type Person } from '../support/build.ts'
import type { Envelope } from '../support/issueWorld.ts'
import { follower, until } from '../support/live.ts'
import { sharedServer, type TestServer } from '../support/server.ts'

type View = Record<string, unknown> & { id: string; name: string }

const NOT_FOUND = [404, { error: 'The required object does not exist.' }]
const DENIED = [403, { error: "You don't have the required permissions." }]
const NOT_OWNER = [403, { error: 'Only the owner of the view can update the view' }]

let server: TestServer
let make: ReturnType<typeof build>
let team: Awaited<ReturnType<ReturnType<typeof build>['team']>>

beforeAll(async () => {
  server = await sharedServer()
  make = build(server)
  team = await make.team()
})

const of = {
  project: () => `${team.path}/views/`,
  workspace: () => `/api/workspaces/${team.workspace.slug}/views/`,
}
const places = Object.keys(of) as (keyof typeof of)[]
const create = async (by: Person, at: string, fields: object = {}) => {
  const reply = await by.post<View>(at, { name: 'Overdue this week', ...fields })
  expect(reply.status, JSON.stringify(reply.body)).toBe(201)
  return reply.body
}
const told = ({ status, body }: { status: number; body: unknown }) => [status, body]

describe.each(places)('a view of the %s', place => {
  const at = () => of[place]()

  test('is kept whole, with the usual display where nothing is said, behind the views before it', async () => {
    const first = await create(team.member, at())
    const filters = { priority: ['urgent', 'high'], labels: null }
    const view = await create(team.member, at(), {
      filters,
      description: 'What cannot wait',
      display_filters: { layout: 'kanban' },
    })
    expect(view).toMatchObject({
      name: 'Overdue this week',
      description: 'What cannot wait',
      owned_by: team.member.id,
      workspace: team.workspace.id,
      project: place === 'project' ? team.project.id : null,
      access: 1,
      is_locked: false,
      is_favorite: false,
      anchor: null,
      filters,
      query: { priority: 'urgent,high' },
      display_filters: { layout: 'kanban' },
      sort_order: (first.sort_order as number) + 10_000,
    })
    expect(first.display_properties).toMatchObject({ priority: true })
    expect(told(await team.admin.get(`${at()}${view.id}/`))).toEqual([200, view])
  })

  test('is its maker’s alone until it is made public, and again after', async () => {
    const view = await create(team.member, at(), { access: 0 })
    const one = `${at()}${view.id}/`
    const sees = async (who: Person) =>
      (await who.get<View[]>(at())).body.some(({ id }) => id === view.id) &&
      (await who.get(one)).status === 200
    expect([await sees(team.member), await sees(team.admin)]).toEqual([true, false])
    expect(told(await team.admin.get(one))).toEqual(NOT_FOUND)
    expect(told(await team.admin.delete(one))).toEqual(NOT_FOUND)
    expect((await team.member.post(`${one}access/`, { access: 1 })).status).toBe(204)
    expect([await sees(team.admin), await sees(team.guest)]).toEqual([true, false])
    expect(told(await team.admin.post(`${one}access/`, { access: 0 }))).toEqual(DENIED)
    expect((await team.member.post(`${one}access/`, { access: 0 })).status).toBe(204)
    expect(await sees(team.admin)).toBe(false)
  })

  test('is changed by its owner alone, and by nobody while it is locked', async () => {
    const view = await create(team.member, at())
    const one = `${at()}${view.id}/`
    expect(told(await team.admin.patch(one, { name: 'Mine' }))).toEqual(NOT_OWNER)
    expect(told(await team.admin.post(`${one}lock/`))).toEqual(DENIED)
    const changed = await team.member.patch<View>(one, {
      name: 'Due this week',
      filters: { state_group: ['started'] },
      access: 0,
      is_locked: true,
    })
    expect(changed.body).toMatchObject({
      name: 'Due this week',
      query: { state_group: 'started' },
      access: 1,
      is_locked: false,
    })
    expect((await team.member.post(`${one}lock/`)).status).toBe(204)
    expect(told(await team.admin.patch(one, { name: 'Mine' }))).toEqual(NOT_OWNER)
    expect(told(await team.member.patch(one, { name: 'Later' }))).toEqual([400, { error: 'view is locked' }])
    expect((await team.member.delete(`${one}lock/`)).status).toBe(204)
    expect((await team.member.patch(one, { name: 'Later' })).status).toBe(200)
  })

  test('is refused where its name, its filters or its length are wrong', async () => {
    const refused = async (body: object) => told(await team.member.post(at(), body))
    expect(await refused({})).toEqual([400, { name: ['This field is required.'] }])
    expect(await refused({ name: ' ' })).toEqual([400, { name: ['This field may not be blank.'] }])
    expect(await refused({ name: 'a'.repeat(256) })).toEqual([
      400,
      { name: ['Ensure this field has no more than 255 characters.'] },
    ])
    expect(await refused({ name: 'Due', filters: { target_date: ['soon'] } })).toEqual([
      400,
      { filters: ['"soon" is not a valid value of target_date.'] },
    ])
    expect(await refused({ name: 'Many', filters: { labels: Array(600).fill(make.id()) } })).toEqual([
      400,
      { filters: ['Ensure this field has no more than 6000 characters.'] },
    ])
    expect(await refused({ name: 'Odd', access: 2 })).toMatchObject([400, { access: expect.anything() }])
  })

  test('goes from everyone’s favorites with its deletion, which an admin may do and take back', async () => {
    const view = await create(team.member, at())
    const one = `${at()}${view.id}/`
    const favorites = `/api/workspaces/${team.workspace.slug}/user-favorites/`
    const kept = async () =>
      (await team.admin.get<{ entity_identifier: string }[]>(favorites)).body.some(
        row => row.entity_identifier === view.id,
      )
    const added = await team.admin.post(favorites, { entity_type: 'view', entity_identifier: view.id })
    expect(added.body).toMatchObject({
      entity_data: { name: view.name, project_id: place === 'project' ? team.project.id : null },
    })
    expect((await team.admin.get<View>(one)).body.is_favorite).toBe(true)
    const other = await create(team.admin, at())
    expect(told(await team.member.delete(`${at()}${other.id}/`))).toEqual([
      403,
      { error: 'Only admin or owner can delete the view' },
    ])
    expect((await team.admin.delete(one)).status).toBe(204)
    expect([(await team.member.get(one)).status, await kept()]).toEqual([404, false])
    expect(told(await team.guest.post(`${one}restore/`))).toEqual(NOT_FOUND)
    expect((await team.admin.post(`${one}restore/`)).status).toBe(204)
    expect([(await team.admin.get<View>(one)).body.is_favorite, await kept()]).toEqual([true, true])
    expect((await team.member.get<View>(one)).body.is_favorite).toBe(false)
    expect(told(await team.admin.post(`${one}restore/`))).toEqual(NOT_FOUND)
  })

  test('comes, changes and goes live for those who see it, and for nobody else', async () => {
    const [admin, guest] = [team.admin, team.guest].map(who =>
      follower(server.origin, who, team.workspace.slug),
    )
    await Promise.all([admin!.start(), guest!.start()])
    const view = await create(team.member, at())
    const key = `view/${view.id}`
    await until(() => admin!.rows.has(key))
    await team.member.patch(`${at()}${view.id}/`, { name: 'Renamed' })
    await until(() => admin!.rows.get(key)?.name === 'Renamed')
    await team.member.post(`${at()}${view.id}/access/`, { access: 0 })
    await until(() => !admin!.rows.has(key))
    expect(guest!.seen.some(({ entity, row }) => entity === 'view' && row !== null)).toBe(false)
    admin!.stop()
    guest!.stop()
  })

  test('is not found by those who are not there', async () => {
    const view = await create(team.member, at())
    const stranger = await make.person()
    for (const path of [at(), `${at()}${view.id}/`]) expect((await stranger.get(path)).status).toBe(404)
    expect(told(await team.guest.post(at(), { name: 'Mine' }))).toEqual(DENIED)
    expect(told(await team.guest.get(at()))).toEqual([200, []])
  })
})

test('a guest sees the project’s public views where guests see everything', async () => {
  const open = await make.project(team.admin, team.workspace.slug, { guest_view_all_features: true })
  await make.joinProject(team.admin, open.path, team.guest, 5)
  const view = await create(team.admin, `${open.path}/views/`)
  const { body } = await team.guest.get<View[]>(`${open.path}/views/`)
  expect(body.map(({ id }) => id)).toEqual([view.id])
  expect(told(await team.guest.patch(`${open.path}/views/${view.id}/`, { name: 'Mine' }))).toEqual(NOT_OWNER)
})

test('a view is found below its own place alone', async () => {
  const [ofProject, ofWorkspace] = [
    await create(team.admin, of.project()),
    await create(team.admin, of.workspace()),
  ]
  expect(told(await team.admin.get(`${of.workspace()}${ofProject.id}/`))).toEqual(NOT_FOUND)
  expect(told(await team.admin.delete(`${of.workspace()}${ofProject.id}/`))).toEqual(NOT_FOUND)
  expect(told(await team.admin.get(`${of.project()}${ofWorkspace.id}/`))).toEqual(NOT_FOUND)
})

test('lists come in the order that is asked for: those at hand first, or by a column', async () => {
  const { path } = await make.project(team.admin, team.workspace.slug)
  const at = `${path}/views/`
  for (const name of ['b', 'A']) await create(team.admin, at, { name })
  const c = await create(team.admin, at, { name: 'c' })
  const favorites = `${path}/user-favorite-views/`
  expect((await team.admin.post(favorites, { view: c.id })).status).toBe(204)
  const names = async () => (await team.admin.get<View[]>(at)).body.map(({ name }) => name)
  expect(await names()).toEqual(['c', 'A', 'b'])
  expect((await team.admin.get<View[]>(favorites)).body).toMatchObject([{ entity_identifier: c.id }])
  expect(told(await team.admin.post(favorites, { view: c.id }))).toEqual([
    400,
    { error: 'The payload is not valid' },
  ])
  expect(told(await team.admin.post(favorites, { view: make.id() }))).toMatchObject([
    400,
    { view: expect.anything() },
  ])
  expect((await team.admin.delete(`${favorites}${c.id}/`)).status).toBe(204)
  expect(told(await team.admin.delete(`${favorites}${c.id}/`))).toEqual(NOT_FOUND)
  expect(await names()).toEqual(['A', 'b', 'c'])

  const other = await make.team()
  const across = `/api/workspaces/${other.workspace.slug}/views/`
  for (const name of ['b', 'A', 'c']) await create(other.admin, across, { name })
  const ordered = async (order: string) =>
    (await other.admin.get<View[]>(`${across}${order}`)).body.map(({ name }) => name)
  expect(await ordered('')).toEqual(['c', 'A', 'b'])
  expect(await ordered('?order_by=created_at')).toEqual(['b', 'A', 'c'])
  expect(await ordered('?order_by=sort_order')).toEqual(['b', 'A', 'c'])
  expect(told(await other.admin.get(`${across}?order_by=mood`))).toEqual([
    400,
    { order_by: ['"mood" is not a valid choice.'] },
  ])
})

test('its issues pass its filters and those of the call; their number is told for many views at once', async () => {
  const { path } = await make.project(team.admin, team.workspace.slug)
  const at = `${path}/views/`
  const issue = (name: string, priority: string) => make.issue(team.admin, path, { name, priority })
  for (const [name, priority] of [
    ['Tide gate', 'urgent'],
    ['Tide table', 'high'],
    ['Crane', 'urgent'],
    ['Rope', 'low'],
  ] as const)
    await issue(name, priority)
  const parent = await issue('Quay', 'high')
  await make.issue(team.admin, path, { name: 'Step', priority: 'high', parent_id: parent.id })
  const view = await create(team.admin, at, { filters: { priority: ['urgent', 'high'] } })
  const named = async (query: string) =>
    (await team.admin.get<Envelope<Issue[]>>(`${at}${view.id}/issues/?order_by=name&${query}`)).body.results
      .map(({ name }) => name)
      .join()
  expect(await named('')).toBe('Crane,Quay,Step,Tide gate,Tide table')
  expect(await named('priority=urgent,low')).toBe('Crane,Tide gate')
  expect(await named('name=tide')).toBe('Tide gate,Tide table')
  const grouped = await team.admin.get<Envelope<Record<string, { total_results: number }>>>(
    `${at}${view.id}/issues/?group_by=priority&sub_issue=false`,
  )
  expect(grouped.body.total_count).toBe(4)
  expect(grouped.body.results).toMatchObject({ urgent: { total_results: 2 }, low: { total_results: 0 } })

  const whole = await create(team.admin, at, { display_filters: { sub_issue: true } })
  const hidden = await create(team.member, of.project())
  const ids = [view.id, whole.id, hidden.id].join()
  expect((await team.admin.get(`${at}counts/?ids=${ids}`)).body).toEqual({ [view.id]: 4, [whole.id]: 6 })
  expect((await team.admin.get(`${at}counts/`)).body).toEqual({})
  const many = Array.from({ length: 51 }, () => make.id()).join()
  expect((await team.admin.get(`${at}counts/?ids=${many}`)).status).toBe(400)
})
