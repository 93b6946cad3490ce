import { beforeAll, expect, test } from 'vitest'
import { type GroupField, groupsOf } from '../../api/contract/lists/issueQuery.ts'
import type { Issue } from '../../api/contract/work/issues.ts'
import { type Envelope, type Groups, idsOf, issueWorld } from '../support/issueWorld.ts'
import { queriesOf } from '../support/queriesOf.ts'
import { startServer, type TestServer } from '../support/server.ts'

let world: Awaited<ReturnType<typeof issueWorld>>
let server: TestServer

beforeAll(async () => {
  server = await startServer()
  world = await issueWorld(server)
}, 60_000)

const list = async <T>(params: Record<string, string>) =>
  (await world.admin.get<Envelope<T>>(`${world.path}/issues/?${new URLSearchParams(params)}`)).body

test('the envelope is the contract’s', async () => {
  const page = await list({ per_page: '7', cursor: '7:1:0' })
  expect(page).toMatchObject({
    total_count: 40,
    total_results: 40,
    count: 7,
    total_pages: 6,
    next_cursor: '7:2:0',
    prev_cursor: '7:0:1',
    grouped_by: null,
  })
  const empty = await list({ priority: 'nonsense', group_by: 'state_id' })
  expect(empty).toMatchObject({ total_count: 0, results: {}, grouped_by: 'state_id' })
})

test.each([
  ['per_page=0', 'Invalid per_page parameter.'],
  ['per_page=x', 'Invalid per_page parameter.'],
  ['per_page=1001', 'Invalid per_page value. Cannot exceed 1000.'],
  ['cursor=1:2', 'Invalid cursor parameter.'],
  ['cursor=5:-1:0', 'Error in parsing'],
])('%s is refused', async (query, detail) => {
  const reply = await world.admin.get(`${world.path}/issues/?${query}`)
  expect([reply.status, reply.body]).toEqual([400, { detail }])
})

test.each(['9998-12-31', '9998-12-31;before', '0002-01-01;after', '9999_months;after;fromnow'])(
  'far days (%s) are days like others',
  async terms => {
    for (const field of ['target_date', 'created_at', 'updated_at__not'])
      expect((await world.admin.get(`${world.path}/issues/?${field}=${terms}`)).status).toBe(200)
  },
)

test.each([
  'group_by=state_id&group=no-id',
  'group_by=labels__id&group=no-id',
  'group_by=target_date&group=2026-02-31',
  'group_by=priority&group=nonsense',
  'group_by=state_id&group=None&sub_group_by=labels__id&sub_group=no-id',
])('a group that no row can have is empty (%s)', async query => {
  const reply = await world.admin.get<Envelope<Issue[]>>(`${world.path}/issues/?${query}`)
  expect([reply.status, reply.body]).toMatchObject([200, { total_count: 0, results: [] }])
})

test('a day or an instant that no calendar of ours knows is refused', async () => {
  for (const query of ['target_date=9999-12-31', 'created_at=9999-12-31;before', 'start_date=0000-01-01'])
    expect((await world.admin.get(`${world.path}/issues/?${query}`)).status).toBe(400)
  for (const instant of ['%2B275760-09-13', '-000001-01-01', '0000-01-01'])
    expect((await world.admin.get(`${world.path}/issues/?updated_at__gt=${instant}`)).status).toBe(400)
  for (const target_date of ['9999-12-31', '0000-01-01']) {
    const reply = await world.admin.post(`${world.path}/issues/`, { name: 'Far', target_date })
    expect([reply.status, reply.body]).toMatchObject([
      400,
      { target_date: [expect.stringMatching(/^Date has wrong format/)] },
    ])
  }
})

test('a call that answers a plain array answers a page of it where size and cursor are both given', async () => {
  const ids = (await list<Issue[]>({ order_by: 'name' })).results.slice(0, 5).map(row => row.id)
  const at = `${world.path}/issues/list/?issues=${ids.join(',')}&order_by=name`
  const get = (rest: string) => world.admin.get<Envelope<Issue[]> & Issue[]>(at + rest)
  expect((await get('&per_page=2')).body.map(row => row.id)).toEqual(ids)
  const { body } = await get('&per_page=2&cursor=2:1:0')
  expect(body).toMatchObject({ total_count: 5, count: 2, total_pages: 3, next_cursor: '2:2:0' })
  expect(body.results.map(row => row.id)).toEqual(ids.slice(2, 4))
  const states = await world.admin.get<Envelope<{ id: string }[]>>(
    `${world.path}/states/?per_page=2&cursor=2:0:0`,
  )
  expect(states.body.results).toHaveLength(2)
  const wrong = await get('&per_page=2&cursor=2:-1:0')
  expect([wrong.status, wrong.body]).toEqual([400, { detail: 'Error in parsing' }])
})

test.each([
  ['order_by=name,priority', { order_by: ['"name,priority" is not a valid choice.'] }],
  ['order_by=name&then_by=-name', { then_by: ['"-name" is not a valid choice.'] }],
  ['order_by=name&then_by=password', { then_by: ['"password" is not a valid choice.'] }],
  ['order_by=name,password', { order_by: ['"name,password" is not a valid choice.'] }],
  ['order_by=name,priority,created_at', { order_by: ['"name,priority,created_at" is not a valid choice.'] }],
  ['order_by=password', { order_by: ['"password" is not a valid choice.'] }],
  ['group_by=created_by__email', { group_by: ['"created_by__email" is not a valid choice.'] }],
  [
    'group_by=state_id&sub_group_by=project__name',
    { sub_group_by: ['"project__name" is not a valid choice.'] },
  ],
  [
    'group_by=state_id&sub_group_by=state_id',
    { error: 'Group by and sub group by cannot have same parameters' },
  ],
  [
    'target_date=someday',
    { target_date: ['Date has wrong format. Use one of these formats instead: YYYY-MM-DD.'] },
  ],
  [
    'updated_at__gt=yesterday',
    { updated_at__gt: ['Date has wrong format. Use one of these formats instead: YYYY-MM-DD.'] },
  ],
])('F2: %s is refused', async (query, body) => {
  const reply = await world.admin.get(`${world.path}/issues/?${query}`)
  expect([reply.status, reply.body]).toEqual([400, body])
})

const rowsOf = async (address: string) => {
  const reply = await world.admin.get<Envelope<Issue[]>>(address)
  expect(reply.status).toBe(200)
  return reply.body.results
}

test('of a cycle and a module: their issues, in the default order of their calls', async () => {
  const { all, path, cycles, modules } = world
  const inCycle = all.filter(issue => issue.cycle_id === cycles[1])
  const newest = [...inCycle].sort((a, b) => (a.created_at < b.created_at ? 1 : -1))
  expect(idsOf(await rowsOf(`${path}/cycles/${cycles[1]}/cycle-issues/`))).toEqual(idsOf(newest))
  const inModule = all.filter(issue => issue.module_ids.includes(modules[1]!))
  const oldest = [...inModule].sort((a, b) => (a.created_at > b.created_at ? 1 : -1))
  expect(idsOf(await rowsOf(`${path}/modules/${modules[1]}/issues/`))).toEqual(idsOf(oldest))
})

test('across projects: all joined ones, and the issues that somebody is assigned, made or follows', async () => {
  const { all, workspace, member, admin } = world
  const here = `/api/workspaces/${workspace.slug}`
  expect(idsOf(await rowsOf(`${here}/issues/`)).sort()).toEqual(idsOf(all).sort())
  const assigned = all.filter(issue => issue.assignee_ids.includes(member.id))
  const made = all.filter(issue => issue.created_by === member.id)
  const by = (params: string) => rowsOf(`${here}/user-issues/${member.id}/?${params}`)
  expect(idsOf(await by(`assignees=${member.id}`)).sort()).toEqual(idsOf(assigned).sort())
  expect(idsOf(await by(`created_by=${member.id}`)).sort()).toEqual(idsOf(made).sort())
  const reply = await member.get<Envelope<Issue[]>>(`${here}/issues/?subscriber=${member.id}`)
  const followed = new Set([...assigned, ...made].map(issue => issue.id))
  expect(new Set(idsOf(reply.body.results))).toEqual(followed)
  const mine = await admin.get<Envelope<Issue[]>>(`${here}/my-issues/?created_by=${admin.id}`)
  expect(mine.body.total_count).toBe(all.filter(issue => issue.created_by === admin.id).length)
})

test('mentions: issues whose text names the person', async () => {
  const { admin, member, path, all } = world
  const issue = all[3]!
  const mention = `<p>Ask <mention-component entity_identifier="${member.id}" entity_name="user_mention"></mention-component></p>`
  await admin.patch(`${path}/issues/${issue.id}/`, { description_html: mention })
  expect(idsOf(await rowsOf(`${path}/issues/?mentions=${member.id}`))).toEqual([issue.id])
  expect(await rowsOf(`${path}/issues/?mentions=${admin.id}`)).toEqual([])
  const others = await rowsOf(`${path}/issues/?mentions__not=${member.id}`)
  expect(others).toHaveLength(all.length - 1)
})

test('a guest sees in every list what they made, and in the project’s figures nothing else', async () => {
  const { guest, path, workspace } = world
  const own = await guest.get<Envelope<Issue[]>>(`${path}/issues/`)
  expect(own.body).toMatchObject({ total_count: 0, results: [] })
  const across = await guest.get<Envelope<Groups>>(
    `/api/workspaces/${workspace.slug}/issues/?group_by=priority`,
  )
  expect(across.body).toMatchObject({ total_count: 0, results: {} })
  const inCycle = await guest.get<Envelope<Issue[]>>(`${path}/cycles/${world.cycles[1]}/cycle-issues/`)
  expect(inCycle.body.total_count).toBe(0)
  const ids = world.all.map(issue => issue.id).join(',')
  expect((await guest.get<Issue[]>(`${path}/issues/list/?issues=${ids}`)).body).toEqual([])
})

test('a list takes at most four queries, whatever its size, grouping and place', async () => {
  const { admin, path, workspace, states, cycles, modules, all } = world
  const here = `/api/workspaces/${workspace.slug}`
  const asked = [
    ...['per_page=5', 'per_page=1000', 'group_by=state_id&per_page=20', 'group_by=labels__id'],
    ...['group_by=state_id&sub_group_by=labels__id', 'group_by=target_date&sub_group_by=assignees__id'],
    `order_by=labels__name&group_by=state_id&group=${states[0]}`,
  ].map(query => `${path}/issues/?${query}`)
  const others = [
    `${path}/cycles/${cycles[1]}/cycle-issues/?group_by=state_id`,
    `${path}/modules/${modules[0]}/issues/?group_by=priority`,
    `${path}/archived-issues/`,
    `${here}/issues/?group_by=project_id`,
    `${here}/user-issues/${admin.id}/?assignees=${admin.id}&group_by=state__group`,
    `${path}/issues-detail/`,
    `${path}/issues/list/?issues=${all[0]!.id}`,
  ]
  const counted: Record<string, number> = {}
  for (const address of [...asked, ...others]) {
    counted[address] = await queriesOf(server, async () =>
      expect((await admin.get(address)).status).toBe(200),
    )
    expect(counted[address], address).toBeGreaterThan(1)
  }
  expect(Object.entries(counted).filter(([, n]) => n > 4)).toEqual([])
})

test.each<[GroupField, GroupField | null]>([
  ['state_id', null],
  ['labels__id', null],
  ['target_date', null],
  ['state_id', 'labels__id'],
  ['assignees__id', 'labels__id'],
  ['labels__id', 'priority'],
  ['estimate_point', 'state_id'],
])('points of %s, cut by %s, are those of its issues, each once', async (groupBy, subGroupBy) => {
  const asked = { group_by: groupBy, per_page: '1', ...(subGroupBy ? { sub_group_by: subGroupBy } : {}) }
  type Told = Record<string, { total_points?: number; total_unestimated?: number }>
  const { results, total_points, total_unestimated } = await list<Told>({ ...asked, points: 'true' })
  const value = new Map(world.points.map(point => [point.id, Number(point.value)]))
  const expected: Record<string, number> = {}
  for (const issue of world.all)
    for (const key of groupsOf(groupBy, issue))
      expected[key] = (expected[key] ?? 0) + (value.get(issue.estimate_point ?? '') ?? 0)
  const told = Object.entries(results).map(([key, group]) => [key, group.total_points])
  expect(Object.fromEntries(told)).toMatchObject(expected)
  expect(Math.max(...Object.values(expected))).toBeGreaterThan(0)
  const whole = world.all.reduce((sum, issue) => sum + (value.get(issue.estimate_point ?? '') ?? 0), 0)
  expect(total_points).toBe(whole)
  const without = (keys: (issue: Issue) => boolean) =>
    world.all.filter(issue => issue.estimate_point === null && keys(issue)).length
  for (const [key, group] of Object.entries(results))
    expect(group.total_unestimated, key).toBe(without(issue => groupsOf(groupBy, issue).includes(key)))
  expect(total_unestimated).toBe(without(() => true))
  expect((await list({ per_page: '1', points: 'true' })).total_points).toBe(whole)
  const unasked = Object.values((await list<Told>(asked)).results)
  expect(unasked.some(group => 'total_points' in group)).toBe(false)
})

test('an estimate in words has no points', async () => {
  const { admin, path } = world
  const { body } = await admin.post<{ points: { id: string }[] }>(`${path}/estimates/`, {
    estimate: { type: 'categories' },
    estimate_points: [
      { key: 1, value: 'Small' },
      { key: 2, value: '1e3' },
    ],
  })
  await server
    .db('issues')
    .where('id', world.all[0]!.id)
    .update({ estimate_point: body.points[1]!.id, priority: 'urgent' })
  const { results } = await list<Record<string, { total_points: number }>>({
    priority: 'urgent',
    group_by: 'priority',
    points: 'true',
  })
  expect(Number.isFinite(results.urgent!.total_points)).toBe(true)
})
