import type { Knex } from 'knex'
import { NONE } from '#contract/lists/issueFilters.ts'
import { type GroupField, groupFields, type IssueQuery } from '#contract/lists/issueQuery.ts'
import { priorities } from '#contract/work/issues.ts'
import { stateGroups } from '#contract/work/states.ts'
import type { ServerViewer } from '../db/viewer.ts'
import { type AtSeq, from, inGroup, projectsOf, tallies } from './scope.ts'

/** A group, or one cell of two groupings, and how many issues it holds. */
export type Count = { key: string; sub: string | null; total: number }
/** A list or a group as a whole; the points are those of its estimates, where they are numbers. */
export type Sum = { total: number; points: number; unestimated: number }
/** `keys`: every known value of a single-valued grouping, in order; each has its group, empty or not. */
export type Counts = { cells: Count[]; groups: Map<string, Sum>; keys: string[] } & Sum

/** Marks a cell among the sums of one statement. */
const CELLS = 0
const GROUPS = 1
const ALL = 2
const KNOWN = 3
type Level = typeof CELLS | typeof GROUPS | typeof ALL | typeof KNOWN
type Counted = { level: Level; key: string | null; sub: string | null } & Sum

// A row is once for each of its values. Joined, not selected: two sets side by side in one select would be paired off.
export const keyed = (rows: Knex.QueryBuilder, field: GroupField, name: string): string => {
  const { column, holds } = groupFields[field]
  if (holds !== 'rows') return `issues.${column}`
  rows.joinRaw(
    `cross join lateral unnest(case when issues.${column} = '{}' then array[null]::uuid[] else issues.${column} end)
       as ${name}(id)`,
  )
  return `${name}.id`
}

/** Puts the number of its estimate beside each row, as `points`: none where that is no number. */
const joinPoints = (rows: Knex.QueryBuilder) =>
  rows.joinRaw(
    `left join (select id, value::float8 as points from estimate_points where value ~ '^[0-9]+([.][0-9]+|)$')
       as estimated on estimated.id = issues.estimate_point`,
  )

/** The one group that is asked for alone. */
const narrowToOne = (rows: Knex.QueryBuilder, { groupBy, subGroupBy, only }: IssueQuery) => {
  if (only && groupBy) inGroup(rows, groupBy, only.group)
  if (only?.subGroup && subGroupBy) inGroup(rows, subGroupBy, only.subGroup)
}

const columnsOf = (groups: readonly GroupField[]) => groups.map(field => groupFields[field].column)

/** Counts by up to two groupings; of rows that are kept as counts already, their sums. */
const counting = (
  trx: Knex,
  query: IssueQuery,
  viewer: ServerViewer,
  withPoints: boolean,
  level: Level,
  groups: readonly GroupField[],
): Knex.QueryBuilder => {
  const kept = tallies(
    trx,
    query,
    viewer,
    columnsOf(query.only ? [...groups, ...groupingsOf(query)] : groups),
  )
  const rows = kept ?? from(trx, query, viewer)
  narrowToOne(rows, query)
  const [key, sub] = groups.map((field, at) => keyed(rows, field, at === 0 ? 'of_group' : 'of_sub'))
  if (withPoints) joinPoints(rows)
  const points = kept ? 'sum(issues.total * points)' : 'sum(points)'
  // Keys become text when they are few: after they were counted.
  rows.select(
    trx.raw(`${level} as level, ${key ?? 'null'}::text as key, ${sub ?? 'null'}::text as sub`),
    trx.raw(`${kept ? 'coalesce(sum(issues.total), 0)' : 'count(*)'}::int as total`),
    trx.raw(`${withPoints ? `coalesce(${points}, 0)` : '0'}::float8 as points`),
    trx.raw(
      `${withPoints ? `coalesce(${kept ? 'sum(issues.total)' : 'count(*)'} filter (where issues.estimate_point is null), 0)` : '0'}::int as unestimated`,
    ),
  )
  if (key) rows.groupByRaw([key, sub].filter(Boolean).join(', '))
  // A group that has been emptied still has a kept row, which counts nothing.
  if (key && kept) rows.havingRaw('sum(issues.total) > 0')
  return rows
}

const groupingsOf = ({ groupBy, subGroupBy }: IssueQuery): GroupField[] =>
  [groupBy, subGroupBy].filter(field => field !== null)

// Keys that rows of the database say, as counts of a level that is no grouping's: read in the same statement.
const knownRows = (trx: Knex, query: IssueQuery, viewer: ServerViewer): Knex.QueryBuilder | null => {
  const projects = projectsOf(query.scope, viewer)
  const of = (table: string, order: string) =>
    trx(table)
      .whereIn('project_id', projects)
      .whereNull('deleted_at')
      .select(
        trx.raw(
          `${KNOWN} as level, id::text as key, null::text as sub,
             (row_number() over (order by ${order}))::int as total, 0::float8 as points, 0 as unestimated`,
        ),
      )
  if (query.groupBy === 'state_id') return of('states', 'sequence').where('group', '<>', 'triage')
  if (query.groupBy === 'cycle_id') return of('cycles', 'sort_order').whereNull('archived_at')
  return null
}

const knownKeys = (query: IssueQuery, viewer: ServerViewer, counted: Counted[]): string[] => {
  const told = counted
    .filter(row => row.level === KNOWN)
    .sort((a, b) => a.total - b.total)
    .map(row => row.key!)
  switch (query.groupBy) {
    case 'state__group':
      return [...stateGroups]
    case 'priority':
      return [...priorities.slice(1), 'none']
    case 'project_id':
      return projectsOf(query.scope, viewer)
    case 'cycle_id':
      return [...told, NONE]
    default:
      return told
  }
}

const together = (parts: readonly Sum[]): Sum => ({
  total: parts.reduce((sum, part) => sum + part.total, 0),
  points: parts.reduce((sum, part) => sum + part.points, 0),
  unestimated: parts.reduce((sum, part) => sum + part.unestimated, 0),
})

const NOTHING: Sum = { total: 0, points: 0, unestimated: 0 }

/** How many issues a list holds, or the one group of it that is asked for alone; and where in the log that is so. */
export const countAll = async (
  trx: Knex,
  query: IssueQuery,
  viewer: ServerViewer,
  withPoints: boolean,
  seq: Knex.Raw,
): Promise<Sum & AtSeq> => {
  const rows = counting(trx, query, viewer, withPoints, ALL, []).select(seq)
  const [all] = (await rows) as (Counted & AtSeq)[]
  return all ? { ...together([all]), log_seq: all.log_seq } : { ...NOTHING, log_seq: 0 }
}

/** How many issues each of several lists holds: one statement. */
export const countEach = async (
  trx: Knex,
  queries: readonly IssueQuery[],
  viewer: ServerViewer,
): Promise<number[]> => {
  const parts = queries.map((query, at) =>
    counting(trx, query, viewer, false, ALL, []).select(trx.raw('?::int as at', [at])),
  )
  if (parts.length === 0) return []
  const counted = (await (parts.length === 1 ? parts[0] : trx.unionAll(parts as never, true))) as {
    at: number
    total: number
  }[]
  return counted.sort((a, b) => a.at - b.at).map(({ total }) => total)
}

// Issues that count alike become one row before anything is unfolded: only these few are unfolded by their many values.
const alike = (
  trx: Knex,
  query: IssueQuery,
  viewer: ServerViewer,
  withPoints: boolean,
  groups: readonly GroupField[],
): Knex.QueryBuilder => {
  const columns = columnsOf(groups)
  const kept = tallies(trx, query, viewer, columns)
  const rows = kept ?? from(trx, query, viewer)
  narrowToOne(rows, query)
  if (withPoints) joinPoints(rows)
  const count = kept ? 'sum(issues.total)' : 'count(*)'
  const points = kept ? 'sum(issues.total * points)' : 'sum(points)'
  rows.select(
    ...columns.map((column, at) => trx.raw('?? as ??', [`issues.${column}`, `k${at}`])),
    trx.raw(`${count} as total`),
    trx.raw(`${withPoints ? points : '0::float8'} as points`),
    trx.raw(`${withPoints ? `${count} filter (where issues.estimate_point is null)` : '0'} as unestimated`),
  )
  rows.groupByRaw(groups.map((_, at) => at + 1).join(', '))
  if (kept) rows.havingRaw('sum(issues.total) > 0')
  return rows
}

/** Cells, and the sums above a many-valued grouping: an issue with two labels is in two groups but is one issue. */
const countingAlike = (groups: readonly GroupField[], withPoints: boolean): string[] => {
  const isMany = groups.map(field => groupFields[field].holds === 'rows')
  const level = (at: Level, depth: number) => {
    const keys = groups.slice(0, depth).map((_, n) => (isMany[n] ? `of${n}.id` : `k${n}`))
    const [key, sub] = keys
    const unfolded = keys.map((_, n) =>
      isMany[n]
        ? `cross join lateral unnest(case when k${n} = '{}' then array[null]::uuid[] else k${n} end) as of${n}(id)`
        : '',
    )
    const sums = withPoints
      ? 'coalesce(sum(points), 0)::float8 as points, coalesce(sum(unestimated), 0)::int as unestimated'
      : '0::float8 as points, 0::int as unestimated'
    return `select ${at} as level, ${key ?? 'null'}::text as key, ${sub ?? 'null'}::text as sub,
        coalesce(sum(total), 0)::int as total, ${sums}
      from alike ${unfolded.join(' ')} ${key ? `group by ${keys.join(', ')}` : ''}`
  }
  return [
    level(CELLS, groups.length),
    ...(isMany[1] ? [level(GROUPS, 1)] : []),
    ...(isMany[0] ? [level(ALL, 0)] : []),
  ]
}

/**
 * How many issues each group and each cell holds, and how many there are in all: one statement. A row with two labels
 * is in two groups but is one issue, so what lies above a many-valued grouping is counted without it.
 */
export const countGroups = async (
  trx: Knex,
  query: IssueQuery,
  viewer: ServerViewer,
  withPoints: boolean,
): Promise<Counts> => {
  const groupings = groupingsOf(query)
  const [isGroupMany, isSubMany] = groupings.map(field => groupFields[field].holds === 'rows')
  const parts = [
    ...(isGroupMany || isSubMany
      ? countingAlike(groupings, withPoints).map(sql => trx.raw(sql))
      : [counting(trx, query, viewer, withPoints, CELLS, groupings)]),
    ...[knownRows(trx, query, viewer)].filter(known => known !== null),
  ]
  const all =
    isGroupMany || isSubMany
      ? trx.queryBuilder().withMaterialized('alike', alike(trx, query, viewer, withPoints, groupings))
      : trx.queryBuilder()
  const counted = (await all.unionAll(parts as never, true)) as Counted[]
  const at = (wanted: Level) => counted.filter(row => row.level === wanted)
  const groups = new Map<string, Sum>()
  for (const row of at(isSubMany ? GROUPS : CELLS)) {
    const key = row.key ?? NONE
    groups.set(key, together([row, groups.get(key) ?? NOTHING]))
  }
  return {
    cells: at(CELLS).map(({ key, sub, total }) => ({
      key: key ?? NONE,
      sub: query.subGroupBy ? (sub ?? NONE) : null,
      total,
    })),
    groups,
    keys: knownKeys(query, viewer, counted),
    ...together(isGroupMany ? at(ALL) : [...groups.values()]),
  }
}
