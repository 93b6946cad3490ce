import type { Knex } from 'knex'
import { NONE } from '#contract/issueFilters.ts'
import { type GroupField, groupFields, type IssueQuery } from '#contract/issueQuery.ts'
import type { Issue } from '#contract/issues.ts'
import { priorities } from '#contract/issues.ts'
import { stateGroups } from '#contract/states.ts'
import { isDay } from '#contract/zones.ts'
import type { ServerViewer } from '../db/viewer.ts'
import { isUuid } from '../db/visible.ts'
import type { PageAsk } from '../http/page.ts'
import { orderSql } from './order.ts'
import { from, issueColumns, projectsOf } from './scope.ts'

/** A group, or one cell of two groupings, and how many issues it holds. */
export type Count = { key: string; sub: string | null; total: number }
/** A group as a whole; the points are those of its estimates, where they are numbers. */
type Sum = { total: number; points: number }
/** `keys`: every known value of a single-valued grouping, in order; each has its group, empty or not. */
export type Counts = { cells: Count[]; groups: Map<string, Sum>; keys: string[] } & Sum

// A row stands once for each of its values. Joined, not selected: two sets side by side in one select would be paired off.
const keyed = (rows: Knex.QueryBuilder, field: GroupField, name: string): string => {
  const { column, many } = groupFields[field]
  if (!many) return `issues.${column}::text`
  rows.joinRaw(
    `cross join lateral unnest(case when issues.${column} = '{}' then array[null]::uuid[] else issues.${column} end)
       with ordinality as ${name}(id, nth)`,
  )
  return `${name}.id::text`
}

// Keys that rows of the database tell, as counts of a level that is no grouping's: read in the same statement.
const KNOWN = -1
const knownRows = (trx: Knex, query: IssueQuery, viewer: ServerViewer): Knex.QueryBuilder | null => {
  const projects = projectsOf(query.scope, viewer)
  const of = (table: string, order: string) =>
    trx(table)
      .whereIn('project_id', projects)
      .whereNull('deleted_at')
      .select(
        trx.raw(
          `id::text as key, null::text as sub, ${KNOWN} as level, (row_number() over (order by ${order}))::int as total, 0::float8 as points`,
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

const together = (groups: readonly Sum[]): Sum => ({
  total: groups.reduce((sum, group) => sum + group.total, 0),
  points: groups.reduce((sum, group) => sum + group.points, 0),
})

type Counted = { key: string | null; sub: string | null; level: number; total: number; points: number }

/** Puts the number of its estimate beside each row, as `points`: none where that is no number. */
export const joinPoints = (rows: Knex.QueryBuilder) =>
  rows.joinRaw(
    `left join (select id, value::float8 as points from estimate_points where value ~ '^[0-9]+([.][0-9]+|)$')
       as estimated on estimated.id = issues.estimate_point`,
  )

// Where a row stands once for each of its values, its points count with the first.
const sumPoints = (rows: Knex.QueryBuilder, { groupBy, subGroupBy }: IssueQuery): string => {
  joinPoints(rows).select('estimated.points')
  const nth = (field: GroupField | null, name: string) => {
    if (!field || !groupFields[field].many) return []
    rows.select(`${name}.nth as ${name}`)
    return [`${name} = 1`]
  }
  const [ofGroup, ofSub] = [nth(groupBy, 'of_group'), nth(subGroupBy, 'of_sub')]
  const sum = (firsts: string[]) =>
    `coalesce(sum(points)${firsts.length > 0 ? ` filter (where ${firsts.join(' and ')})` : ''}, 0)`
  return `case when grouping(key) = 1 then ${sum([...ofGroup, ...ofSub])} else ${sum(ofSub)} end`
}

/**
 * How many issues each group and each cell holds, and how many there are in all: one statement. A row with two labels
 * stands in two groups but is one issue, so where a grouping is many-valued the issues themselves are counted.
 */
export const countGroups = async (
  trx: Knex,
  query: IssueQuery,
  viewer: ServerViewer,
  withPoints: boolean,
): Promise<Counts> => {
  const groupings = [query.groupBy!, ...(query.subGroupBy ? [query.subGroupBy] : [])]
  const many = groupings.some(field => groupFields[field].many)
  const rows = from(trx, query, viewer)
  rows.select(trx.raw(`issues.id, ${keyed(rows, query.groupBy!, 'of_group')} as key`))
  if (query.subGroupBy) rows.select(trx.raw(`${keyed(rows, query.subGroupBy, 'of_sub')} as sub`))
  const points = withPoints ? sumPoints(rows, query) : '0::float8'
  const names = query.subGroupBy ? 'key, sub' : 'key'
  const sets = [`(${names})`, ...(query.subGroupBy ? ['(key)'] : []), ...(many ? ['()'] : [])]
  const counts = trx
    .from(rows.as('grouped'))
    .select(
      'key',
      trx.raw(query.subGroupBy ? 'sub' : 'null::text as sub'),
      trx.raw(`grouping(${names})::int as level`),
      trx.raw(many ? 'count(distinct id)::int as total' : 'count(*)::int as total'),
      trx.raw(`${points} as points`),
    )
    .groupByRaw(`grouping sets (${sets.join(', ')})`)
  const known = knownRows(trx, query, viewer)
  const counted = (await (known ? known.unionAll([counts], true) : counts)) as Counted[]
  // A bit of `level` is set for each key that its row sums over.
  const [CELL, GROUP, ALL] = query.subGroupBy ? [0, 1, 3] : [0, 0, 1]
  const groups = new Map<string, Sum>()
  for (const { key, level, total, points } of counted)
    if (level === GROUP) groups.set(key ?? NONE, { total, points })
  const cells = counted
    .filter(row => row.level === CELL)
    .map(({ key, sub, total }) => ({ key: key ?? NONE, sub: query.subGroupBy ? (sub ?? NONE) : null, total }))
  const whole = counted.find(row => row.level === ALL && many)
  return {
    cells,
    groups,
    keys: knownKeys(query, viewer, counted),
    ...(whole ?? together([...groups.values()])),
  }
}

const TEXTS: readonly GroupField[] = ['state__group', 'priority']
const DAYS: readonly GroupField[] = ['target_date', 'start_date']
const mayBeKey = (field: GroupField, key: string) =>
  TEXTS.includes(field) || (DAYS.includes(field) ? isDay(key) : isUuid(key))

/** Narrows rows to one group, in the form that an index serves; a key that no row can have names none. */
export const inGroup = (rows: Knex.QueryBuilder, field: GroupField, key: string) => {
  const { column, many } = groupFields[field]
  if (key === NONE) rows.whereRaw(many ? `issues.${column} = '{}'` : `issues.${column} is null`)
  else if (!mayBeKey(field, key)) rows.whereRaw('false')
  else if (many) rows.whereRaw(`issues.${column} @> array[?::uuid]`, [key])
  else rows.where(`issues.${column}`, key)
}

// With few groups an index gives each its first rows; with many, one pass over the list costs less than as many scans.
const MANY_GROUPS = 24

type Placed = Issue & { __group: number }

const pageByScans = (trx: Knex, query: IssueQuery, viewer: ServerViewer, wanted: Count[], ask: PageAsk) => {
  const parts = wanted.map((group, at) => {
    const rows = from(trx, query, viewer)
    inGroup(rows, query.groupBy!, group.key)
    if (query.subGroupBy) inGroup(rows, query.subGroupBy, group.sub!)
    return rows
      .select([...issueColumns, trx.raw('?::int as "__group"', [at])])
      .orderByRaw(orderSql(query))
      .limit(ask.size)
      .offset(ask.page * ask.size)
  })
  return (parts.length === 1 ? parts[0]! : trx.unionAll(parts as never, true)) as unknown as Promise<Placed[]>
}

const pageByRank = async (
  trx: Knex,
  query: IssueQuery,
  viewer: ServerViewer,
  wanted: Count[],
  ask: PageAsk,
): Promise<Placed[]> => {
  const places = from(trx, query, viewer)
  const key = keyed(places, query.groupBy!, 'of_group')
  const sub = query.subGroupBy ? keyed(places, query.subGroupBy, 'of_sub') : 'null::text'
  places.select('issues.*', trx.raw(`${key} as "__key", ${sub} as "__sub"`))
  const ranked = trx
    .from(places.as('issues'))
    .select(
      ...issueColumns,
      '__key',
      '__sub',
      trx.raw(`row_number() over (partition by "__key", "__sub" order by ${orderSql(query)}) as "__rank"`),
    )
  const rows = (await trx
    .from(ranked.as('ranked'))
    .where('__rank', '>', ask.page * ask.size)
    .where('__rank', '<=', (ask.page + 1) * ask.size)
    .orderBy('__rank')) as (Issue & { __key: string | null; __sub: string | null; __rank: number })[]
  const cellOf = new Map(wanted.map((group, at) => [`${group.key} ${group.sub}`, at]))
  return rows.flatMap(({ __key, __sub, __rank: _, ...row }) => {
    const at = cellOf.get(`${__key ?? NONE} ${query.subGroupBy ? (__sub ?? NONE) : null}`)
    return at === undefined ? [] : [{ ...row, __group: at } as Placed]
  })
}

/** One page of every group. */
export const pageGroups = async (
  trx: Knex,
  query: IssueQuery,
  viewer: ServerViewer,
  cells: Count[],
  ask: PageAsk,
): Promise<Map<Count, Issue[]>> => {
  const found = new Map<Count, Issue[]>(cells.map(cell => [cell, []]))
  const wanted = cells.filter(cell => cell.total > ask.page * ask.size)
  if (wanted.length === 0) return found
  const page = wanted.length > MANY_GROUPS ? pageByRank : pageByScans
  for (const { __group, ...row } of await page(trx, query, viewer, wanted, ask))
    found.get(wanted[__group]!)!.push(row as Issue)
  return found
}
