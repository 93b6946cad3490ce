import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import { isDecidable } from '../../api/contract/lists/issueFilters.ts'
import { compare, orderFields } from '../../api/contract/lists/issueOrder.ts'
import {
  type GroupField,
  groupFields,
  groupsOf,
  type IssueQuery,
  matches,
  readIssueQuery,
  writeIssueQuery,
} from '../../api/contract/lists/issueQuery.ts'
import { dayIn } from '../../api/contract/people/zones.ts'
import type { Issue } from '../../api/contract/work/issues.ts'
import { type Envelope, type Groups, idsOf, issueWorld, type SubGroups } from '../support/issueWorld.ts'
import { sharedServer } from '../support/server.ts'

let world: Awaited<ReturnType<typeof issueWorld>>
const clock = { zone: 'UTC', today: dayIn('UTC') }

beforeAll(async () => {
  world = await issueWorld(await sharedServer())
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

const queries = (): fc.Arbitrary<IssueQuery> => {
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
      const params = { ...Object.fromEntries(filters), ...rest, order_by: order }
      return readIssueQuery({ in: 'project', project: world.project.id }, params, clock) as IssueQuery
    })
}

const groupings = fc.constantFrom(...(Object.keys(groupFields) as GroupField[]))
const expectedOf = (query: IssueQuery) => {
  expect(isDecidable(query.filters)).toBe(true)
  return world.all.filter(row => matches(query, row)).sort((a, b) => compare(query, a, b, world.names))
}

test('any filter and order: SQL gives the ids that `matches` and `compare` give, in that order', async () => {
  await fc.assert(
    fc.asyncProperty(queries(), async query => {
      const { results, total_count } = await list<Issue[]>(writeIssueQuery(query))
      const expected = expectedOf(query)
      expect(idsOf(results)).toEqual(idsOf(expected))
      expect(total_count).toBe(expected.length)
    }),
    { numRuns: 150 },
  )
}, 30_000)

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
    { numRuns: 25 },
  )
}, 30_000)

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
    { numRuns: 25 },
  )
}, 60_000)

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
    { numRuns: 20 },
  )
}, 60_000)
