import { beforeAll, describe, expect, test } from 'vitest'
import { defaultProperties, UserProperties } from '../../api/contract/planning/userProperties.ts'
import { type IssueTeam, issueTeam, outcome } from '../support/issueTeam.ts'
import { sharedServer } from '../support/server.ts'

let team: IssueTeam

beforeAll(async () => {
  team = await issueTeam(await sharedServer())
})

const places: Record<string, () => Promise<[string, Record<string, unknown>]>> = {
  'a project': async () => [
    `${team.path}/user-properties/`,
    { project: team.project.id, cycle: null, module: null },
  ],
  'a cycle': async () => {
    const cycle = await team.cycle()
    return [
      `${team.path}/cycles/${cycle}/user-properties/`,
      { project: team.project.id, cycle, module: null },
    ]
  },
  'a module': async () => {
    const module = await team.module()
    return [
      `${team.path}/modules/${module}/user-properties/`,
      { project: team.project.id, cycle: null, module },
    ]
  },
  'the workspace': async () => [
    `/api/workspaces/${team.workspace.slug}/user-properties/`,
    { project: null, cycle: null, module: null },
  ],
}

describe.each(Object.keys(places))('how one looks at the issues of %s', kind => {
  test('begins with the defaults, is kept for oneself alone, each given object whole', async () => {
    const who = team.guest
    const [path, place] = await places[kind]!()
    const first = await who.get(path)
    expect(first.status).toBe(200)
    expect(UserProperties.schema.strict().parse(first.body)).toEqual(first.body)
    expect(first.body).toMatchObject({
      ...defaultProperties(),
      ...place,
      user: who.id,
      workspace: team.workspace.id,
    })
    const filters = { priority: ['high'], state: [team.state('started')] }
    const kept = await who.patch(path, { filters })
    expect([kept.status, kept.body]).toMatchObject([
      200,
      { id: first.body.id, filters, display_filters: defaultProperties().display_filters },
    ])
    expect(kept.body.filters).toEqual(filters)
    const layout = await who.patch(path, { display_filters: { layout: 'kanban', group_by: 'priority' } })
    expect(layout.body).toMatchObject({
      filters,
      display_filters: { layout: 'kanban', group_by: 'priority' },
    })
    expect((await who.get(path)).body).toEqual(layout.body)
    expect((await team.member.get(path)).body).toMatchObject(defaultProperties())
  })

  test('fields that are not stored are named or refused: unknown names, values that no list has', async () => {
    const [path, place] = await places[kind]!()
    const reply = await team.member.patch(path, {
      filters: { priority: ['low'], password: ['x'] },
      display_filters: {
        layout: 'list',
        then_by: 'name',
        evil: '<script>',
        calendar: { layout: 'week', moon: 1 },
      },
      display_properties: { key: false, state: 'true', other: true },
      user: team.admin.id,
      project: team.make.id(),
    })
    expect(reply.headers.get('x-ignored-fields')?.split(', ').sort()).toEqual([
      'display_filters.calendar.moon',
      'display_filters.evil',
      'display_properties.other',
      'filters.password',
      'project',
      'user',
    ])
    expect(reply.body).toMatchObject({ ...place, user: team.member.id })
    expect(reply.body.filters).toEqual({ priority: ['low'] })
    expect(reply.body.display_filters).toEqual({
      layout: 'list',
      then_by: 'name',
      calendar: { layout: 'week' },
    })
    expect(reply.body.display_properties).toEqual({ key: false, state: true })
    for (const [body, refusal] of [
      [{ filters: 'x' }, { filters: ['Expected a dictionary of items.'] }],
      [{ filters: { priority: 'low' } }, { filters: ['Expected a list of items.'] }],
      [{ display_filters: { layout: 'bogus' } }, { display_filters: ['"bogus" is not a valid choice.'] }],
      [{ display_properties: { key: 'maybe' } }, { display_properties: ['Must be a valid boolean.'] }],
    ] as const)
      expect(outcome(await team.member.patch(path, body))).toEqual([400, refusal])
  })

  test('two first changes at once make one row', async () => {
    const [path] = await places[kind]!()
    const replies = await Promise.all(
      ['list', 'kanban', 'calendar'].map(layout => team.admin.patch(path, { display_filters: { layout } })),
    )
    expect(replies.map(reply => reply.status)).toEqual([200, 200, 200])
    expect(new Set(replies.map(reply => reply.body.id)).size).toBe(1)
  })
})

test('which properties show: read and turned on or off apart from the rest', async () => {
  const path = `${team.path}/issue-display-properties/`
  const who = await team.make.person()
  await team.make.joinWorkspace(team.admin, team.workspace.slug, who, 15)
  await team.make.joinProject(team.admin, team.path, who, 15)
  const { display_properties } = defaultProperties()
  expect(outcome(await who.get(path))).toEqual([200, { properties: display_properties }])
  const off = { ...display_properties, key: false }
  expect(outcome(await who.post(path, { properties: { key: false } }))).toEqual([200, { properties: off }])
  expect(outcome(await who.get(path))).toEqual([200, { properties: off }])
  expect((await who.get(`${team.path}/user-properties/`)).body.display_properties).toEqual(off)
})

test('A6: of a cycle or module of another project there is nothing to keep', async () => {
  const other = await team.make.project(team.admin, team.workspace.slug)
  const [cycle, module] = [await team.cycle(), await team.module()]
  for (const path of [`cycles/${cycle}`, `modules/${module}`]) {
    expect((await team.admin.get(`${other.path}/${path}/user-properties/`)).status).toBe(404)
    expect((await team.admin.patch(`${other.path}/${path}/user-properties/`, {})).status).toBe(404)
  }
})

test('two tabs keep how one looks at a workspace for the first time at once: both are taken', async () => {
  const { admin } = team
  const workspace = await team.make.workspace(admin)
  const keep = (layout: string) =>
    admin.post(`/api/workspaces/${workspace.slug}/workspace-views/`, { view_props: { layout } })
  const replies = await Promise.all(['list', 'kanban', 'calendar', 'spreadsheet'].map(keep))
  expect(replies.map(({ status }) => status)).toEqual([204, 204, 204, 204])
})

test('the order of the workspace’s views is one’s own, beside how one looks at its lists, and no project’s', async () => {
  const who = team.member
  const path = `/api/workspaces/${team.workspace.slug}/user-properties/`
  expect((await who.get(path)).body).toMatchObject({ view_order: [] })
  const views = `/api/workspaces/${team.workspace.slug}/views/`
  const made = async (by: typeof who, body: object = {}, at = views) =>
    (await by.post<{ id: string }>(at, { name: 'Tides', ...body })).body.id
  const view_order = [await made(who), await made(team.admin), await made(who)]
  const others = [
    await made(team.admin, { access: 0 }),
    await made(who, {}, `${team.path}/views/`),
    team.make.id(),
  ]
  const given = [...others, ...view_order, view_order[0]]
  // Of those that are not there for the caller nothing is kept.
  expect((await who.patch(path, { view_order: given })).body).toMatchObject({ view_order })
  expect((await who.patch(path, { filters: { priority: ['low'] } })).body).toMatchObject({ view_order })
  expect((await team.admin.get(path)).body).toMatchObject({ view_order: [] })
  expect((await who.patch(path, { view_order: ['first'] })).status).toBe(400)
  const ofProject = await who.patch(`${team.path}/user-properties/`, { view_order })
  expect([ofProject.headers.get('x-ignored-fields'), ofProject.body.view_order]).toEqual(['view_order', []])
})

test('a view that one does not see for the moment keeps its place in the order, whatever is moved meanwhile', async () => {
  const who = team.member
  const path = `/api/workspaces/${team.workspace.slug}/user-properties/`
  const views = `/api/workspaces/${team.workspace.slug}/views/`
  const made = async (name: string) => (await team.admin.post<{ id: string }>(views, { name })).body.id
  const [ebb, flood, slack, spring] = [
    await made('Ebb'),
    await made('Flood'),
    await made('Slack'),
    await made('Spring'),
  ]
  await who.patch(path, { view_order: [ebb, flood, slack, spring] })
  const setAccess = async (access: 0 | 1) => {
    for (const view of [ebb, slack])
      expect((await team.admin.post(`${views}${view}/access/`, { access })).status).toBe(204)
  }
  await setAccess(0)
  const moved = await who.patch(path, { view_order: [spring, flood] })
  expect(moved.body).toMatchObject({ view_order: [ebb, spring, flood, slack] })
  await setAccess(1)
  expect((await who.get(path)).body).toMatchObject({ view_order: [ebb, spring, flood, slack] })
})
