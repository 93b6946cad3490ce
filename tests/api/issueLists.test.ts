import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import { isDecidable, readFilters } from '../../api/contract/lists/issueFilters.ts'
import { compare, orderFields } from '../../api/contract/lists/issueOrder.ts'
import {
  type GroupField,
  groupFields,
  groupsOf,
  type IssueQuery,
  matches,
  readIssueQuery,
  type Scope,
  writeIssueQuery,
} from '../../api/contract/lists/issueQuery.ts'
import { dayIn } from '../../api/contract/people/zones.ts'
import type { Issue } from '../../api/contract/work/issues.ts'
import { build } from '../support/build.ts'
import { fill, many } from '../support/fill.ts'
import { type Envelope, type Groups, idsOf, issueWorld, type SubGroups } from '../support/issueWorld.ts'
import { type About, archivePlace, listPlaces } from '../support/listPlaces.ts'
import { sharedServer } from '../support/server.ts'
import { runs } from '../support/soak.ts'

let world: Awaited<ReturnType<typeof issueWorld>>
/** Issues of the world, of the project's archive, and of another project beside it. */
let everywhere: Issue[]
let about: About
/** The issues that the member follows. */
let followed: Set<string>
const clock = { zone: 'UTC', today: dayIn('UTC') }
const VIEWED = { priority: ['urgent', 'low'] }

beforeAll(async () => {
  const server = await sharedServer()
  world = await issueWorld(server)
  const { admin, member, path, workspace, project } = world
  const make = build(server)
  const own = await make.project(admin, workspace.slug)
  await make.joinProject(admin, own.path, member, 15)
  const states = (await member.get<{ id: string; name: string }[]>(`${own.path}/states/`)).body
  world.know(states)
  await fill(
    server,
    member,
    own,
    many(8, at => ({
      name: `Crane ${at}`,
      state_id: states[at % 5]!.id,
      priority: at % 2 ? 'low' : 'high',
      assignee_ids: at % 3 ? [member.id] : [],
      target_date: at % 2 ? '2026-11-15' : null,
    })),
  )
  const done = (await admin.get<Envelope<Issue[]>>(`${path}/issues/?state_group=completed`)).body.results
  const issue_ids = idsOf(done.slice(0, 4))
  expect((await admin.post(`${path}/bulk-archive-issues/`, { issue_ids })).status).toBe(200)
  const view = await member.post<{ id: string }>(`${path}/views/`, { name: 'Some', filters: VIEWED })
  about = {
    workspace: workspace.id,
    project: project.id,
    cycle: world.cycles[1]!,
    module: world.modules[1]!,
    view: view.body.id,
    person: member.id,
  }
  const rowsOf = async (at: string) =>
    (await member.get<Envelope<Issue[]>>(`${at}?per_page=1000`)).body.results
  world.all = await rowsOf(`${path}/issues/`)
  everywhere = [
    ...world.all,
    ...(await rowsOf(`${path}/archived-issues/`)),
    ...(await rowsOf(`${own.path}/issues/`)),
  ]
  const rows = await server
    .db('issue_subscriptions')
    .where('subscriber', member.id)
    .whereNull('deleted_at')
    .pluck('issue')
  followed = new Set(rows)
}, 60_000)

const list = async <T>(params: Record<string, string>) => {
  const reply = await world.admin.get<Envelope<T>>(`${world.path}/issues/?${new URLSearchParams(params)}`)
  expect(reply.status).toBe(200)
  return reply.body
}

const days = ['2026-10-05', '2026-11-01', '2026-11-15', '2026-11-28']
const dateTerms = () =>
  fc.oneof(
    fc.constantFrom(...days.map(day => `${day};after`), ...days.map(day => `${day};before`)),
    fc.constantFrom('2026-11-05;after,2026-11-20;before', 'None', '2026-11-15', '1_months;before;fromnow'),
  )

const queries = (
  scope: Scope = { in: 'project', project: world.project.id },
  fixed: Readonly<Record<string, string>> = {},
): fc.Arbitrary<IssueQuery> => {
  const { states, labels, cycles, modules, points, all } = world
  const some = (values: string[]) => fc.subarray(values, { minLength: 1 }).map(found => found.join(','))
  const filter = {
    state: some(states),
    state_group: some(['backlog', 'unstarted', 'started', 'completed', 'cancelled']),
    priority: some(['none', 'low', 'medium', 'high', 'urgent']),
    labels: some([...labels, 'None']),
    assignees: some([world.admin.id, world.member.id, 'None']),
    created_by: some([world.admin.id, world.member.id]),
    cycle: some([...cycles, 'None']),
    module: some([...modules, 'None']),
    parent: fc.constantFrom('None', all[0]!.id),
    estimate_point: some([...points.map(point => point.id), 'None']),
    name: fc.constantFrom('crane', 'ISSUE', '1'),
    start_date: dateTerms(),
    target_date: dateTerms(),
    created_at: fc.constantFrom(`${clock.today};after`, `${clock.today};before`),
    completed_at: fc.constantFrom('None', `${clock.today};after`),
  }
  const one = fc
    .tuple(fc.constantFrom(...(Object.keys(filter) as (keyof typeof filter)[])), fc.boolean())
    .chain(([name, not]) => filter[name].map(value => [not ? `${name}__not` : name, value] as const))
  const orders = fc
    .uniqueArray(fc.constantFrom(...orderFields), { minLength: 1, maxLength: 2 })
    .chain(fields => fc.tuple(...fields.map(field => fc.constantFrom(field, `-${field}`))))
    .map(parts => parts.join(','))
  return fc
    .record({
      filters: fc.array(one, { maxLength: 3 }),
      order: orders,
      type: fc.constantFrom('all', 'all', 'active', 'backlog'),
      sub_issue: fc.constantFrom('true', 'true', 'false'),
      start_target_date: fc.constantFrom('false', 'false', 'true'),
    })
    .map(({ order, filters, ...rest }) => {
      const params = { ...Object.fromEntries(filters), ...rest, order_by: order, ...fixed }
      return readIssueQuery(scope, params, clock) as IssueQuery
    })
}

const groupings = fc.constantFrom(...(Object.keys(groupFields) as GroupField[]))
const issueOf = (id: string) => everywhere.find(row => row.id === id) ?? null
const expectedOf = (query: IssueQuery) =>
  everywhere.filter(row => matches(query, row, issueOf)).sort((a, b) => compare(query, a, b, world.names))

test('any filter and order: SQL gives the ids that `matches` and `compare` give, in that order', async () => {
  await fc.assert(
    fc.asyncProperty(queries(), async query => {
      expect(isDecidable(query.filters)).toBe(true)
      const { results, total_count } = await list<Issue[]>(writeIssueQuery(query))
      const expected = expectedOf(query)
      expect(idsOf(results)).toEqual(idsOf(expected))
      expect(total_count).toBe(expected.length)
    }),
    runs(150),
  )
})

test.each([...listPlaces, archivePlace])('$name: any filter and order give the same there', async place => {
  const { scope, fixed } = place.context(about)
  const at = `/api/workspaces/${world.workspace.slug}/${place.call(about)}`
  const isFollowed = (row: Issue) => !('subscriber' in fixed) || followed.has(row.id)
  const within =
    place.name === 'view' ? { within: readFilters({ priority: VIEWED.priority.join() }, clock) } : {}
  let most = 0
  await fc.assert(
    fc.asyncProperty(queries(scope, fixed), async query => {
      const reply = await world.member.get<Envelope<Issue[]>>(
        `${at}?${new URLSearchParams(writeIssueQuery(query))}`,
      )
      const expected = idsOf(expectedOf({ ...query, ...within } as IssueQuery).filter(isFollowed))
      expect([reply.status, idsOf(reply.body.results), reply.body.total_count]).toEqual([
        200,
        expected,
        expected.length,
      ])
      most = Math.max(most, expected.length)
    }),
    { numRuns: 15 },
  )
  expect(most).toBeGreaterThan(1)
})

const laidEndToEnd = async (params: Record<string, string>, size: number) => {
  const found: string[] = []
  let cursor = `${size}:0:0`
  for (;;) {
    const page = await list<Issue[]>({ ...params, per_page: String(size), cursor })
    found.push(...idsOf(page.results))
    if (!page.next_page_results) return found
    cursor = page.next_cursor
  }
}

test('pages laid end to end are the list', async () => {
  await fc.assert(
    fc.asyncProperty(queries(), fc.integer({ min: 1, max: 17 }), async (query, size) => {
      expect(await laidEndToEnd(writeIssueQuery(query), size)).toEqual(idsOf(expectedOf(query)))
    }),
    runs(25),
  )
})

test('any grouping: each group holds its rows, and paged alone gives the same rows', async () => {
  await fc.assert(
    fc.asyncProperty(queries(), groupings, async (query, groupBy) => {
      const asked = { ...writeIssueQuery(query), group_by: groupBy }
      const grouped = await list<Groups>(asked)
      const rows = expectedOf(query)
      expect(grouped.total_count).toBe(rows.length)
      for (const [key, group] of Object.entries(grouped.results)) {
        const expected = idsOf(rows.filter(row => groupsOf(groupBy, row).includes(key)))
        expect(idsOf(group.results)).toEqual(expected)
        expect(group.total_results).toBe(expected.length)
        if (expected.length > 0) expect(await laidEndToEnd({ ...asked, group: key }, 7)).toEqual(expected)
      }
      for (const row of rows)
        for (const key of groupsOf(groupBy, row)) expect(Object.keys(grouped.results)).toContain(key)
    }),
    runs(25),
  )
})

test('any two groupings: every cell holds its rows, a group counts its issues once, and a cell is paged alone', async () => {
  await fc.assert(
    fc.asyncProperty(queries(), groupings, groupings, async (query, groupBy, subGroupBy) => {
      fc.pre(groupBy !== subGroupBy)
      const asked = { ...writeIssueQuery(query), group_by: groupBy, sub_group_by: subGroupBy }
      const grouped = await list<SubGroups>({ ...asked, per_page: '3' })
      const rows = expectedOf(query)
      const cells = (row: Issue) =>
        groupsOf(groupBy, row).flatMap(key => groupsOf(subGroupBy, row).map(sub => `${key} ${sub}`))
      const found = new Set<string>()
      for (const [key, group] of Object.entries(grouped.results)) {
        expect(group.total_results).toBe(rows.filter(row => groupsOf(groupBy, row).includes(key)).length)
        for (const [sub, cell] of Object.entries(group.results)) {
          const expected = idsOf(rows.filter(row => cells(row).includes(`${key} ${sub}`)))
          found.add(`${key} ${sub}`)
          expect(cell.total_results).toBe(expected.length)
          expect(idsOf(cell.results)).toEqual(expected.slice(0, 3))
          if (expected.length > 3)
            expect(await laidEndToEnd({ ...asked, group: key, sub_group: sub }, 3)).toEqual(expected)
        }
      }
      expect(rows.flatMap(cells).filter(cell => !found.has(cell))).toEqual([])
    }),
    runs(20),
  )
})
