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
import { ALL, afterChange, type Group, type Groups } from '../../web/data/lists/groups.ts'

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
  const all = [...rows].filter(one => matches(query, one)).sort((a, b) => compare(query, a, b, names))
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

test('a list that is loaded whole equals its rows, in their order, whatever changes', () => {
  fc.assert(
    fc.property(queries, fc.array(edits, { maxLength: 30 }), (query, changes) => {
      const rows = new Map<string, Issue>()
      let list: Groups = { groups: [], total: 0, points: 0, unestimated: 0 }
      for (const { id, patch } of changes) {
        const before = rows.get(id) ?? null
        const after = patch ? ({ ...(before ?? row(id, Number(id.slice(1)))), ...patch } as Issue) : null
        if (!before && !after) continue
        if (after) rows.set(id, after)
        else rows.delete(id)
        list = afterChange(query, list, before, after, {
          row: one => rows.get(one) ?? null,
          names,
          points,
        })
      }
      expect(shown(query, list)).toEqual(truth(query, rows.values()))
    }),
    { numRuns: 400 },
  )
})
