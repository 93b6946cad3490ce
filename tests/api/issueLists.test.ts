import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import {
  compare,
  filterFields,
  groupFields,
  groupsOf,
  type IssueQuery,
  matches,
  orderFields,
  readIssueQuery,
  writeIssueQuery,
} from '../../api/contract/issueQuery.ts'
import type { Issue } from '../../api/contract/issues.ts'
import { build } from '../support/build.ts'
import { startServer, type TestServer } from '../support/server.ts'

type Envelope<T> = {
  results: T
  total_count: number
  count: number
  next_page_results: boolean
  next_cursor: string
  total_pages: number
}
type Groups = Record<string, { results: Issue[]; total_results: number }>

let team: Awaited<ReturnType<ReturnType<typeof build>['team']>>
let all: Issue[]
let labels: string[]
let states: string[]

let server: TestServer

beforeAll(async () => {
  server = await startServer()
  const make = build(server)
  team = await make.team()
  states = (await team.admin.get<{ id: string }[]>(`${team.path}/states/`)).body.map(state => state.id)
  labels = []
  for (const name of ['Bug', 'Tides', 'Pricing'])
    labels.push((await team.admin.post<{ id: string }>(`${team.path}/issue-labels/`, { name })).body.id)
  const pick = <T>(list: T[], at: number) => list[at % list.length]!
  for (let at = 0; at < 40; at++)
    await make.issue(at % 3 ? team.admin : team.member, team.path, {
      name: `Issue ${(at * 7) % 40}`,
      state_id: pick(states, at * 3),
      priority: pick(['none', 'low', 'medium', 'high', 'urgent'], at * 2),
      label_ids: labels.filter((_, bit) => at & (1 << bit)),
      assignee_ids: at % 4 === 0 ? [] : at % 4 === 1 ? [team.admin.id] : [team.admin.id, team.member.id],
      target_date: at % 5 ? `2026-11-${String((at % 28) + 1).padStart(2, '0')}` : null,
    })
  all = (await team.admin.get<Envelope<Issue[]>>(`${team.path}/issues/?per_page=1000`)).body.results
}, 60_000)

const list = async <T>(params: Record<string, string>) =>
  (await team.admin.get<Envelope<T>>(`${team.path}/issues/?${new URLSearchParams(params)}`)).body

const queries = (): fc.Arbitrary<IssueQuery> =>
  fc
    .record({
      state: fc.option(fc.subarray(states, { minLength: 1 })),
      priority: fc.option(fc.subarray(['none', 'low', 'medium', 'high', 'urgent'], { minLength: 1 })),
      labels: fc.option(fc.subarray([...labels, 'None'], { minLength: 1 })),
      assignees: fc.option(fc.subarray([team.admin.id, team.member.id, 'None'], { minLength: 1 })),
      order: fc.tuple(fc.constantFrom('', '-'), fc.constantFrom(...orderFields)).map(parts => parts.join('')),
    })
    .map(({ order, ...filters }) => {
      const given = Object.fromEntries(
        Object.entries(filters).flatMap(([name, values]) => (values ? [[name, values.join(',')]] : [])),
      )
      return readIssueQuery(team.project.id, { ...given, order_by: order }) as IssueQuery
    })

test('any filter and order: SQL gives the ids that `matches` and `compare` give, in that order', async () => {
  await fc.assert(
    fc.asyncProperty(queries(), async query => {
      const { results, total_count } = await list<Issue[]>(writeIssueQuery(query))
      const expected = all.filter(row => matches(query, row)).sort((a, b) => compare(query.order, a, b))
      expect(results.map(row => row.id)).toEqual(expected.map(row => row.id))
      expect(total_count).toBe(expected.length)
    }),
    { numRuns: 60 },
  )
})

test('pages laid end to end are the list', async () => {
  await fc.assert(
    fc.asyncProperty(queries(), fc.integer({ min: 1, max: 17 }), async (query, size) => {
      const params = { ...writeIssueQuery(query), per_page: String(size) }
      const whole = await list<Issue[]>(writeIssueQuery(query))
      const found: string[] = []
      let cursor = `${size}:0:0`
      for (;;) {
        const page = await list<Issue[]>({ ...params, cursor })
        found.push(...page.results.map(row => row.id))
        if (!page.next_page_results) break
        cursor = page.next_cursor
      }
      expect(found).toEqual(whole.results.map(row => row.id))
    }),
    { numRuns: 25 },
  )
})

test('any grouping: each group holds its rows, and paging it alone by its filter gives the same rows', async () => {
  await fc.assert(
    fc.asyncProperty(
      queries(),
      fc.constantFrom(...(Object.keys(groupFields) as (keyof typeof groupFields)[])),
      async (query, groupBy) => {
        const grouped = await list<Groups>({ ...writeIssueQuery(query), group_by: groupBy })
        const rows = all.filter(row => matches(query, row)).sort((a, b) => compare(query.order, a, b))
        expect(grouped.total_count).toBe(rows.length)
        for (const [key, group] of Object.entries(grouped.results)) {
          const expected = rows.filter(row => groupsOf(groupBy, row).includes(key)).map(row => row.id)
          expect(group.results.map(row => row.id)).toEqual(expected)
          expect(group.total_results).toBe(expected.length)
          const field = groupFields[groupBy].key
          if (query.filters[field] || (key === 'None' && !filterFields[field].none)) continue
          const alone = await list<Issue[]>({ ...writeIssueQuery(query), [field]: key })
          expect(alone.results.map(row => row.id)).toEqual(expected)
        }
      },
    ),
    { numRuns: 25 },
  )
})

test('sub-groups: every pair holds its rows', async () => {
  const grouped = await list<Record<string, { results: Groups; total_results: number }>>({
    group_by: 'state_id',
    sub_group_by: 'labels__id',
  })
  for (const [key, group] of Object.entries(grouped.results)) {
    const here = all.filter(row => row.state_id === key)
    expect(group.total_results).toBe(here.length)
    for (const [sub, cell] of Object.entries(group.results))
      expect(cell.results.map(row => row.id).sort()).toEqual(
        here
          .filter(row => groupsOf('labels__id', row).includes(sub))
          .map(row => row.id)
          .sort(),
      )
  }
})

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
  const reply = await team.admin.get(`${team.path}/issues/?${query}`)
  expect([reply.status, reply.body]).toEqual([400, { detail }])
})

test.each([
  'order_by=password',
  'group_by=created_by__email',
  'group_by=state_id&sub_group_by=project__name',
])('F2: %s is no column to order or group by', async query => {
  expect((await team.admin.get(`${team.path}/issues/?${query}`)).status).toBe(400)
})

test('a list takes few queries, whatever its size', async () => {
  const asked: Record<string, string>[] = [
    { per_page: '5' },
    { per_page: '1000' },
    { group_by: 'state_id', per_page: '20' },
  ]
  for (const params of asked) {
    const seen: string[] = []
    const listen = ({ sql }: { sql: string }) => seen.push(sql)
    server.db.on('query', listen)
    await list(params)
    server.db.off('query', listen)
    expect(seen.length).toBeGreaterThan(1)
    expect(seen.length).toBeLessThanOrEqual(4)
  }
})
