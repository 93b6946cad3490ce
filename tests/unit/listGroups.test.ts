import fc from 'fast-check'
import { expect, test } from 'vitest'
import { compare, type Names } from '../../api/contract/lists/issueOrder.ts'
import {
  type GroupField,
  groupsOf,
  type IssueQuery,
  matches,
  readIssueQuery,
} from '../../api/contract/lists/issueQuery.ts'
import { type Issue, priorities } from '../../api/contract/work/issues.ts'
import {
  ALL,
  afterChanges,
  type Group,
  type Groups,
  isUnderUnknown,
  type Moved,
  movesSubIssues,
} from '../../web/data/lists/groups.ts'
import { runs } from '../support/soak.ts'

const project = '01a1fc17-98d9-7691-8d9e-6f24ed76c2c9'
const names: Names = () => null
const LABELS = ['bug', 'tide', 'berth']

const row = (id: string, at: number): Issue =>
  ({
    id,
    created_at: new Date(at * 1000).toISOString(),
    updated_at: new Date(0).toISOString(),
    deleted_at: null,
    archived_at: null,
    is_draft: false,
    intake_status: null,
    parent_id: null,
    project_id: project,
    sequence_id: at,
    name: `Issue ${at}`,
    sort_order: at,
    priority: 'none',
    state__group: 'backlog',
    target_date: null,
    start_date: null,
    estimate_point: null,
    label_ids: [],
    revision: 1,
  }) as unknown as Issue

const edits = fc.record({
  id: fc.constantFrom(...Array.from({ length: 8 }, (_, at) => `i${at}`)),
  patch: fc.oneof(
    fc.record({ priority: fc.constantFrom(...priorities) }),
    fc.record({ label_ids: fc.subarray(LABELS) }),
    fc.record({ target_date: fc.option(fc.constantFrom('2026-11-02', '2026-11-20')) }),
    fc.record({ estimate_point: fc.option(fc.constant('p1')) }),
    fc.record({ sort_order: fc.integer({ min: 0, max: 9 }) }),
    fc.record({ archived_at: fc.option(fc.constant('2026-11-01')) }),
    fc.constant(null),
  ),
})

const groupings = fc.option(
  fc.constantFrom<GroupField>('priority', 'labels__id', 'target_date', 'state__group'),
)
const queries = fc
  .tuple(
    groupings,
    groupings,
    fc.constantFrom(
      'sort_order',
      '-priority',
      'target_date',
      '-created_at',
      '-priority,target_date',
      'target_date,-priority',
    ),
    fc.constantFrom<Record<string, string>>(
      {},
      { target_date: 'None' },
      { labels: 'None' },
      { priority__not: 'low' },
    ),
  )
  .map(([groupBy, subGroupBy, order_by, filters]) => {
    const params: Record<string, string> = { ...filters, order_by }
    if (groupBy) params.group_by = groupBy
    if (groupBy && subGroupBy && subGroupBy !== groupBy) params.sub_group_by = subGroupBy
    const clock = { zone: 'UTC', today: '2026-11-20' }
    return readIssueQuery({ in: 'project', project }, params, clock) as IssueQuery
  })

// As of an estimate: a number for some rows, nothing for others.
const points = (one: Issue) => (one.priority === 'high' ? 2.5 : one.priority === 'low' ? 0.1 : 0)
const without = (rows: Issue[]) => rows.filter(one => one.estimate_point === null).length
const sum = (rows: Issue[]) => Math.round(rows.reduce((all, one) => all + points(one), 0) * 1000) / 1000

/** The contents of a list, told from the rows alone; groups that hold nothing aside. */
const truth = (query: IssueQuery, rows: Iterable<Issue>) => {
  const all = [...rows]
    .filter(one => matches(query, one, () => null))
    .sort((a, b) => compare(query, a, b, names))
  const of = (field: GroupField | null, list: Issue[]) => {
    const keys = new Set(list.flatMap(one => (field ? groupsOf(field, one) : [ALL])))
    return [...keys].map(key => ({
      key,
      rows: list.filter(one => (field ? groupsOf(field, one).includes(key) : true)),
    }))
  }
  return {
    total: all.length,
    points: sum(all),
    unestimated: without(all),
    groups: of(query.groupBy, all)
      .map(group => ({
        key: group.key,
        total: group.rows.length,
        points: sum(group.rows),
        unestimated: without(group.rows),
        cells: query.subGroupBy
          ? of(query.subGroupBy, group.rows)
              .map(cell => ({ key: cell.key, ids: cell.rows.map(one => one.id), total: cell.rows.length }))
              .sort((a, b) => (a.key < b.key ? -1 : 1))
          : [],
        ...(query.subGroupBy ? {} : { ids: group.rows.map(one => one.id) }),
      }))
      .sort((a, b) => (a.key < b.key ? -1 : 1)),
  }
}

const shown = (query: IssueQuery, { groups, total, points, unestimated }: Groups) => ({
  total,
  points,
  unestimated,
  groups: groups
    .filter((group: Group) => group.total > 0)
    .map(({ key, ids, total, points, unestimated, cells }) => ({
      key,
      total,
      points,
      unestimated,
      cells: cells
        .filter(cell => cell.total > 0)
        .map(cell => ({ ...cell, ids: [...cell.ids] }))
        .sort((a, b) => (a.key < b.key ? -1 : 1)),
      ...(query.subGroupBy ? {} : { ids: [...ids] }),
    }))
    .sort((a, b) => (a.key < b.key ? -1 : 1)),
})

/** The rows of a list after some edits, and those of them that moved: each from its first state to its last. */
const edited = (
  rows: Map<string, Issue>,
  changes: readonly { id: string; patch: object | null }[],
): Moved[] => {
  const moved = new Map<string, Moved>()
  for (const { id, patch } of changes) {
    const before = rows.get(id) ?? null
    const after = patch ? ({ ...(before ?? row(id, Number(id.slice(1)))), ...patch } as Issue) : null
    if (!before && !after) continue
    if (after) rows.set(id, after)
    else rows.delete(id)
    const first = moved.get(id)
    moved.set(id, { before: first ? first.before : before, after })
  }
  return [...moved.values()]
}
const storeOf = (rows: Map<string, Issue>, isSummed = true) => ({
  row: (id: string) => rows.get(id) ?? null,
  names,
  points,
  hasPoints: () => isSummed,
})
const EMPTY: Groups = { groups: [], total: 0, points: 0, unestimated: 0 }

test('a list that is loaded whole equals its rows, in their order, whatever changes, one by one or many at once', () => {
  fc.assert(
    fc.property(queries, fc.array(fc.array(edits, { maxLength: 8 }), { maxLength: 10 }), (query, batches) => {
      const rows = new Map<string, Issue>()
      let list = EMPTY
      for (const batch of batches) list = afterChanges(query, list, edited(rows, batch), storeOf(rows))
      expect(shown(query, list)).toEqual(truth(query, rows.values()))
    }),
    runs(400),
  )
})

test('where nothing is estimated in points, no issue is counted as unestimated', () => {
  const query = readIssueQuery(
    { in: 'project', project },
    { group_by: 'priority' },
    { zone: 'UTC', today: '2026-11-20' },
  ) as IssueQuery
  const rows = new Map<string, Issue>()
  const moved = edited(rows, [{ id: 'i1', patch: { priority: 'urgent' as const } }])
  const next = afterChanges(query, EMPTY, moved, storeOf(rows, false))
  expect(next.total).toBe(1)
  expect([next.unestimated, ...next.groups.map(group => group.unestimated)]).toEqual([0, 0])
})

test('points of fractions that come one by one and go at once leave nothing, not minus nothing', () => {
  const query = readIssueQuery(
    { in: 'project', project },
    { group_by: 'priority' },
    { zone: 'UTC', today: '2026-11-20' },
  ) as IssueQuery
  const rows = new Map<string, Issue>()
  const ids = ['i1', 'i2', 'i3']
  let list = EMPTY
  for (const id of ids)
    list = afterChanges(query, list, edited(rows, [{ id, patch: { priority: 'low' } }]), storeOf(rows))
  expect(list.points).toBe(0.3)
  const gone = ids.map(id => ({ id, patch: { priority: 'none' as const } }))
  expect(afterChanges(query, list, edited(rows, gone), storeOf(rows)).points).toBe(0)
})

test('of a list that is loaded in part, many changes at once move the counts, and show no row beyond a gap', () => {
  const query = readIssueQuery(
    { in: 'project', project },
    { group_by: 'priority', order_by: 'sort_order' },
    {
      zone: 'UTC',
      today: '2026-11-20',
    },
  ) as IssueQuery
  const rows = new Map(Array.from({ length: 20 }, (_, at) => [`i${at}`, row(`i${at}`, at)]))
  const held = ['i0', 'i1', 'i2', 'i3']
  const list: Groups = {
    ...EMPTY,
    total: 20,
    unestimated: 20,
    groups: [{ key: 'none', ids: held, total: 20, points: 0, unestimated: 20, cells: [] }],
  }
  // Half of them become urgent, loaded ones and others; two of the rest change places.
  const moved = edited(rows, [
    ...[1, 3, 5, 7, 9, 11, 13, 15, 17, 19].map(at => ({
      id: `i${at}`,
      patch: { priority: 'urgent' as const },
    })),
    { id: 'i0', patch: { sort_order: 30 } },
    { id: 'i18', patch: { sort_order: 1 } },
  ])
  const next = afterChanges(query, list, moved, storeOf(rows))
  const of = (key: string) => next.groups.find(group => group.key === key)
  expect(of('none')).toMatchObject({ total: 10, unestimated: 10, ids: ['i18', 'i2'] })
  // Nothing else was urgent before: all of them are here.
  expect(of('urgent')).toMatchObject({
    total: 10,
    ids: ['i1', 'i3', 'i5', 'i7', 'i9', 'i11', 'i13', 'i15', 'i17', 'i19'],
  })
  expect(next.total).toBe(20)
})

test('a list of a cycle is read anew when the parent of a sub-issue comes or goes, or is unknown here', () => {
  const scope = { in: 'cycle', project, id: 'c1' } as const
  const read = (sub_issue: string) =>
    readIssueQuery(scope, { sub_issue }, { zone: 'UTC', today: '2026-11-20' }) as IssueQuery
  const top = { ...row('i1', 1), sub_issues_count: 1 }
  const moved = { before: top, after: { ...top, cycle_id: 'c1' } }
  expect([movesSubIssues(read('false'), moved), movesSubIssues(read('true'), moved)]).toEqual([true, false])
  expect(movesSubIssues(read('false'), { before: moved.after, after: moved.after })).toBe(false)
  const below = { ...row('i2', 2), parent_id: 'i1', cycle_id: 'c1' }
  expect(isUnderUnknown(read('false'), below, () => null)).toBe(true)
  expect(isUnderUnknown(read('false'), below, () => top)).toBe(false)
})
