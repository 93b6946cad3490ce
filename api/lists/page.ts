import type { Knex } from 'knex'
import { NONE } from '#contract/lists/issueFilters.ts'
import { fieldOfOrder } from '#contract/lists/issueOrder.ts'
import { type GroupField, groupFields, type IssueQuery } from '#contract/lists/issueQuery.ts'
import { type Issue, priorities } from '#contract/work/issues.ts'
import type { ServerViewer } from '../db/viewer.ts'
import type { PageAsk } from '../http/page.ts'
import { type Count, type Counts, keyed } from './count.ts'
import { inOrder, isSorted, joinNames, orderSql } from './order.ts'
import { type AtSeq, from, inGroup, issueColumns, isWhole, projectsOf, sourceOf, typeOfKey } from './scope.ts'

type Query = Knex.QueryBuilder
type Narrow = (rows: Query) => void

/** So many rows of an index are read, not more, to lay the lists of several projects together. */
const MERGED_ROWS = 20_000

// By an order that no index has all rows of a list are sorted. Only their ids are carried along, and the shown rows are fetched.
const sorted = (trx: Knex, query: IssueQuery, viewer: ServerViewer, ask: PageAsk, narrow: Narrow): Query => {
  const all = from(trx, query, viewer)
  narrow(all)
  const ids = inOrder(all, query)
    .select('issues.id')
    .limit(ask.size)
    .offset(ask.page * ask.size)
  const shown = trx.from(ids.as('shown')).join(sourceOf(query.scope), 'issues.id', 'shown.id')
  return inOrder(shown, query).select(issueColumns)
}

/** The first rows of each of several lists that lie side by side in an index, as one list; `keys` is SQL that gives the lists' keys. */
const merged = (trx: Knex, keys: string, bindings: readonly unknown[], first: Query): Query =>
  trx.from(
    trx
      .select('issues.*')
      .fromRaw(`${keys} cross join lateral ? as issues`, [...bindings, first] as never)
      .as('issues'),
  )

// An index holds the order of one project. Of several each gives its first rows, and of these the first are taken; far down
// in a long list that would be most of all rows, and they are sorted as they are.
const ordered = (trx: Knex, query: IssueQuery, viewer: ServerViewer, ask: PageAsk, narrow: Narrow): Query => {
  if (isSorted(query)) return sorted(trx, query, viewer, ask, narrow)
  const projects = projectsOf(query.scope, viewer)
  const last = (ask.page + 1) * ask.size
  let rows: Query
  if (projects.length > 1 && projects.length * last <= MERGED_ROWS) {
    const first = from(trx, query, viewer, 'place.id')
    narrow(first)
    inOrder(first.select('issues.*'), query).limit(last)
    rows = merged(trx, 'unnest(?::uuid[]) as place(id)', [projects], first)
  } else {
    rows = from(trx, query, viewer)
    narrow(rows)
  }
  return inOrder(rows.select(issueColumns), query)
    .limit(ask.size)
    .offset(ask.page * ask.size)
}

/** Priorities are few, and an index has the issues of each by their age: the first of each are enough for a page. */
const byPriority = (trx: Knex, query: IssueQuery, viewer: ServerViewer, ask: PageAsk): Query | null => {
  const projects = projectsOf(query.scope, viewer)
  const last = (ask.page + 1) * ask.size
  const isSuch =
    fieldOfOrder(query.order).field === 'priority' &&
    query.thenBy === null &&
    !query.only &&
    isWhole(query, viewer) &&
    projects.length * priorities.length * last <= MERGED_ROWS
  if (!isSuch) return null
  const first = from(trx, query, viewer, 'place.id').whereRaw('issues.priority = level.key')
  inOrder(first.select('issues.*'), { ...query, order: '-created_at' }).limit(last)
  const keys = 'unnest(?::uuid[]) as place(id) cross join unnest(?::text[]) as level(key)'
  return inOrder(merged(trx, keys, [projects, [...priorities]], first), query)
    .select(issueColumns)
    .limit(ask.size)
    .offset(ask.page * ask.size)
}

/** One page of a list, or of the one group of it that is asked for alone. */
export const pageOf = (trx: Knex, query: IssueQuery, viewer: ServerViewer, ask: PageAsk): Query =>
  byPriority(trx, query, viewer, ask) ??
  ordered(trx, query, viewer, ask, rows => {
    if (query.only && query.groupBy) inGroup(rows, query.groupBy, query.only.group)
    if (query.only?.subGroup && query.subGroupBy) inGroup(rows, query.subGroupBy, query.only.subGroup)
  })

type Placed = Issue & AtSeq & { __cell: number }

/** How the first rows of a cell are found: on a walk in the order of the list, or all those of one of its keys, then sorted. */
type Way = 'walk' | 'find'

// The planner takes the second form alone for one that the index of keys serves: it cannot know how many rows each key has.
const inCell = (rows: Query, field: GroupField, key: string, name: string, way: Way) => {
  const { column, holds } = groupFields[field]
  if (key === NONE) inGroup(rows, field, key)
  else if (holds !== 'rows') rows.whereRaw(`issues.${column} = ${name}`)
  else if (way === 'walk') rows.whereRaw(`${name} = any(issues.${column})`)
  else rows.whereRaw(`issues.${column} @> array[${name}]`)
}

// Each cell gives its first rows by an index. Cells of one shape (with a value, without) are one plan, however many.
const pageByCells = (
  trx: Knex,
  query: IssueQuery,
  viewer: ServerViewer,
  cells: readonly (Count & { way: Way })[],
  ask: PageAsk,
  seq: Knex.Raw,
): Query => {
  const shapes = Map.groupBy(
    cells.map((cell, at) => ({ ...cell, at })),
    ({ key, sub, way }) => `${key === NONE} ${sub === NONE} ${way}`,
  )
  const parts = [...shapes.values()].map(alike => {
    const { key, sub, way } = alike[0]!
    const rows = ordered(trx, query, viewer, ask, inner => {
      inCell(inner, query.groupBy!, key, 'cell.key', way)
      if (query.subGroupBy) inCell(inner, query.subGroupBy, sub!, 'cell.sub', way)
    })
    const keys = (field: GroupField | null, of: (cell: Count) => string | null) =>
      [
        `?::${field ? typeOfKey(field) : 'text'}[]`,
        alike.map(cell => (of(cell) === NONE ? null : of(cell))),
      ] as const
    const [keyType, keyList] = keys(query.groupBy, cell => cell.key)
    const [subType, subList] = keys(query.subGroupBy, cell => cell.sub)
    return trx
      .select(...issueColumns, 'cell.at as __cell', seq)
      .fromRaw(
        `unnest(?::int[], ${keyType}, ${subType}) as cell(at, key, sub) cross join lateral ? as issues`,
        [alike.map(({ at }) => at), keyList, subList, rows] as never,
      )
  })
  return parts.length === 1 ? parts[0]! : trx.unionAll(parts as never, true)
}

// Lays all rows in their groups once; only ids are carried along, and the shown rows are fetched.
const pageByRank = (
  trx: Knex,
  query: IssueQuery,
  viewer: ServerViewer,
  cells: Count[],
  ask: PageAsk,
  seq: Knex.Raw,
): Query => {
  const places = from(trx, query, viewer)
  const key = keyed(places, query.groupBy!, 'of_group')
  const sub = query.subGroupBy ? keyed(places, query.subGroupBy, 'of_sub') : 'null'
  joinNames(places, query)
  places.select(
    trx.raw(`issues.id, ${key} as key, ${sub}::text as sub,
      row_number() over (partition by ${query.subGroupBy ? `${key}, ${sub}` : key} order by ${orderSql(query)}) as rank`),
  )
  return trx
    .from(places.as('ranked'))
    .joinRaw(
      `join unnest(?::int[], ?::text[], ?::text[]) as cell(at, key, sub)
         on cell.key = coalesce(ranked.key::text, '${NONE}') and cell.sub = coalesce(ranked.sub, '${NONE}')`,
      [cells.map((_, at) => at), cells.map(({ key }) => key), cells.map(({ sub }) => sub ?? NONE)] as never,
    )
    .join(sourceOf(query.scope), 'issues.id', 'ranked.id')
    .where('rank', '>', ask.page * ask.size)
    .where('rank', '<=', (ask.page + 1) * ask.size)
    .select(...issueColumns, 'cell.at as __cell', seq)
    .orderBy('rank')
}

/** The cost of beginning another scan, in rows passed on a walk; that of finding a row by its key and sorting it; and of ranking one. */
const SCAN = 60
const FOUND = 1.5
const RANKED = 2

/**
 * The cheaper way to the first rows of each cell, and what all cost. On a walk in list order a cell passes rows of others, the
 * more the smaller it is: those of its state or priority, where an index holds that order, or of the whole list.
 */
const waysTo = (
  query: IssueQuery,
  { cells, groups, total: all }: Counts,
  wanted: Count[],
  last: number,
  projects: number,
) => {
  const subTotals = new Map<string | null, number>()
  for (const { sub, total } of cells) subTotals.set(sub, total + (subTotals.get(sub) ?? 0))
  const { field } = fieldOfOrder(query.order)
  const isOnWalk = (by: GroupField) =>
    (by === 'state_id' && field !== 'updated_at') || (by === 'priority' && field === 'created_at')
  let cost = 0
  const cheapest = wanted.map(cell => {
    const keys = [
      { by: query.groupBy, key: cell.key, of: groups.get(cell.key)?.total ?? cell.total },
      { by: query.subGroupBy, key: cell.sub, of: subTotals.get(cell.sub) ?? cell.total },
    ]
    let [among, found] = [all, Number.POSITIVE_INFINITY]
    for (const { by, key, of } of keys) {
      if (by === null) continue
      if (isOnWalk(by)) among = Math.min(among, of)
      if (key !== NONE && groupFields[by].holds === 'rows') found = Math.min(found, FOUND * of * projects)
    }
    const walked = isSorted(query) ? among : Math.min(among, (last * projects * among) / cell.total)
    cost += SCAN + Math.min(walked, found)
    return { ...cell, way: found < walked ? ('find' as const) : ('walk' as const) }
  })
  return { cells: cheapest, cost }
}

/** One page of every group; `seq`: the place in the log at which they are so, where there is any row. */
export const pageGroups = async (
  trx: Knex,
  query: IssueQuery,
  viewer: ServerViewer,
  counts: Counts,
  ask: PageAsk,
  at: Knex.Raw,
): Promise<{ pages: Map<Count, Issue[]>; seq: number | null }> => {
  const found = new Map<Count, Issue[]>(counts.cells.map(cell => [cell, []]))
  const wanted = counts.cells.filter(cell => cell.total > ask.page * ask.size)
  if (wanted.length === 0) return { pages: found, seq: null }
  // Of several projects each cell reads as many rows of each.
  const projects = projectsOf(query.scope, viewer).length
  const ways = waysTo(query, counts, wanted, (ask.page + 1) * ask.size, projects)
  const page =
    ways.cost < RANKED * counts.total
      ? pageByCells(trx, query, viewer, ways.cells, ask, at)
      : pageByRank(trx, query, viewer, wanted, ask, at)
  const rows = (await page) as Placed[]
  for (const { __cell, log_seq: _, ...row } of rows) found.get(wanted[__cell]!)!.push(row as Issue)
  return { pages: found, seq: rows[0]?.log_seq ?? null }
}
