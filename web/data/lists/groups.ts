/** Groups of a partly loaded list: where a row stands, and what its change moves. */
import { compare, type Names } from '#contract/lists/issueOrder.ts'
import { groupsOf, type IssueQuery, matches } from '#contract/lists/issueQuery.ts'
import type { Issue } from '#contract/work/issues.ts'

/** Ids loaded so far, in order, of `total`. */
export type Cell = { key: string; ids: readonly string[]; total: number }
/** Of the estimates in a list or group: their points, and how many issues have none. */
export type Estimated = { points: number; unestimated: number }
/** `cells`: the group once more, by the second grouping; `ids` are then theirs together. */
export type Group = Cell & Estimated & { cells: readonly Cell[] }
export type Groups = Estimated & { groups: readonly Group[]; total: number }

/** Key of the one group of a list that is not grouped. */
export const ALL = ''

/** Is every row loaded? Then one that was not known before was not in the list either. */
export const holdsAll = ({ groups }: Pick<Groups, 'groups'>): boolean =>
  groups.every(group =>
    (group.cells.length > 0 ? group.cells : [group]).every(cell => cell.ids.length >= cell.total),
  )

/** As many as the longest group, or cell, has loaded. */
export const largest = (groups: readonly Group[]) =>
  Math.max(
    0,
    ...groups.flatMap(group => (group.cells.length > 0 ? group.cells : [group])).map(c => c.ids.length),
  )

type Paged = { results: Issue[]; total_results: number }
type Told = { total_points?: number; total_unestimated?: number }
type Results =
  | Issue[]
  | Record<string, (Paged | { results: Record<string, Paged>; total_results: number }) & Told>
export type Envelope = Told & { total_count: number; results: Results }

const estimated = ({ total_points = 0, total_unestimated = 0 }: Told): Estimated => ({
  points: total_points,
  unestimated: total_unestimated,
})

/** Reads the answer of a list call; `take` keeps its rows. */
export const groupsOfAnswer = (
  { results, total_count, ...told }: Envelope,
  take: (rows: Issue[]) => string[],
): Groups => {
  const whole = (groups: Group[]) => ({ groups, total: total_count, ...estimated(told) })
  if (Array.isArray(results))
    return whole([{ ...emptyGroup(ALL), ids: take(results), total: total_count, ...estimated(told) }])
  const groups = Object.entries(results).map(([key, group]): Group => {
    const { results: inside, total_results, ...sums } = group
    if (Array.isArray(inside))
      return { key, ids: take(inside), total: total_results, cells: [], ...estimated(sums) }
    const cells = Object.entries(inside).map(([sub, cell]) => ({
      key: sub,
      ids: take(cell.results),
      total: cell.total_results,
    }))
    return { key, ids: together(cells), total: total_results, cells, ...estimated(sums) }
  })
  return whole(groups)
}

const together = (cells: readonly Cell[]) => [...new Set(cells.flatMap(cell => cell.ids))]

/** Replaces one cell of a list by the outcome of `make`; a missing cell begins empty. */
const withCell = <C extends Cell>(cells: readonly C[], key: string, empty: C, make: (cell: C) => C): C[] =>
  cells.some(cell => cell.key === key)
    ? cells.map(cell => (cell.key === key ? make(cell) : cell))
    : [...cells, make(empty)]

const NONE: readonly never[] = []
export const emptyGroup = (key: string): Group => ({
  key,
  ids: NONE,
  total: 0,
  cells: NONE,
  points: 0,
  unestimated: 0,
})

/** Adds a page to a group, or to one of its cells. */
export const withPage = (
  groups: readonly Group[],
  key: string,
  sub: string | null,
  ids: string[],
  total: number,
): Group[] =>
  withCell(groups, key, emptyGroup(key), group => {
    if (sub === null) return { ...group, ids: [...new Set([...group.ids, ...ids])], total }
    const empty = { key: sub, ids: [], total: 0 }
    const cells = withCell(group.cells, sub, empty, cell => ({
      ...cell,
      ids: [...new Set([...cell.ids, ...ids])],
      total,
    }))
    return { ...group, cells, ids: together(cells) }
  })

/** Adds the next page of every group, or of every cell. */
export const withPages = (groups: readonly Group[], more: readonly Group[]): Group[] =>
  more.reduce<Group[]>(
    (all, { key, ids, total, cells }) =>
      cells.length > 0
        ? cells.reduce((so, cell) => withPage(so, key, cell.key, [...cell.ids], cell.total), all)
        : withPage(all, key, null, [...ids], total),
    [...groups],
  )

export type Store = { row: (id: string) => Issue | null; names: Names; points: (row: Issue) => number }

// Where a row belongs among the loaded ones; past the last of an unfinished cell it is counted, not shown.
const insert = <C extends Cell>(query: IssueQuery, cell: C, row: Issue, store: Store, isNew: boolean): C => {
  const ids = cell.ids.filter(id => id !== row.id)
  const at = ids.findIndex(id => {
    const other = store.row(id)
    return other && compare(query, row, other, store.names) < 0
  })
  const total = cell.total + (isNew ? 1 : 0)
  if (at < 0 && ids.length < total - 1) return { ...cell, ids, total }
  return { ...cell, ids: at < 0 ? [...ids, row.id] : [...ids.slice(0, at), row.id, ...ids.slice(at)], total }
}

const takeOut = <C extends Cell>(cell: C, id: string): C => ({
  ...cell,
  ids: cell.ids.filter(one => one !== id),
  total: Math.max(0, cell.total - 1),
})

/** Groups of a row in this list: none when it is not in the list at all. */
export const groupsIn = (query: IssueQuery, row: Issue | null): string[] =>
  row && matches(query, row) ? (query.groupBy ? groupsOf(query.groupBy, row) : [ALL]) : []

// One grouping's half of a change: out of the cells that the row has left, into its place in the others.
const moved = <C extends Cell>(
  cells: readonly C[],
  from: string[],
  to: string[],
  make: { empty: (key: string) => C; out: (cell: C) => C; into: (cell: C, isNew: boolean) => C },
): C[] => {
  let next = [...cells]
  for (const key of from) if (!to.includes(key)) next = withCell(next, key, make.empty(key), make.out)
  for (const key of to)
    next = withCell(next, key, make.empty(key), cell => make.into(cell, !from.includes(key)))
  return next
}

// Halves and tenths, added and taken away all day, stay what they are.
const plus = (sum: number, more: number) => Math.round((sum + more) * 1000) / 1000

/** The list after a row of it changed, came or went. */
export const afterChange = (
  query: IssueQuery,
  { groups, total, ...sums }: Groups,
  before: Issue | null,
  after: Issue | null,
  store: Store,
): Groups => {
  const [from, to] = [groupsIn(query, before), groupsIn(query, after)]
  const id = (after ?? before)!.id
  const field = query.subGroupBy
  const subsOf = (row: Issue | null, key: string, keys: string[]) =>
    field && row && keys.includes(key) ? groupsOf(field, row) : []
  const same = (one: string[], other: string[]) =>
    one.length === other.length && one.every((key, at) => key === other[at])
  const points = (row: Issue | null) => (row ? store.points(row) : 0)
  const without = (row: Issue | null) => (row !== null && row.estimate_point === null ? 1 : 0)
  /** The sums with the new row and without the old one. */
  const summed = (of: Estimated, comes: Issue | null, goes: Issue | null): Estimated => ({
    points: plus(of.points, points(comes) - points(goes)),
    unestimated: Math.max(0, of.unestimated + without(comes) - without(goes)),
  })
  // It stands where it stood: a thousand rows that change at once would each look for their place again.
  if (
    before &&
    after &&
    same(from, to) &&
    from.every(key => same(subsOf(before, key, from), subsOf(after, key, to))) &&
    compare(query, before, after, store.names) === 0 &&
    points(before) === points(after) &&
    without(before) === without(after)
  )
    return { groups, total, ...sums }
  const inCells = (group: Group): Group => {
    if (!field) return group
    const cells = moved<Cell>(group.cells, subsOf(before, group.key, from), subsOf(after, group.key, to), {
      empty: key => ({ key, ids: [], total: 0 }),
      out: cell => takeOut(cell, id),
      into: (cell, isNew) => insert(query, cell, after!, store, isNew),
    })
    return { ...group, cells, ids: together(cells) }
  }
  const next = moved<Group>(groups, from, to, {
    empty: emptyGroup,
    out: group => inCells(takeOut({ ...group, ...summed(group, null, before) }, id)),
    into: (old, isNew) => {
      const group = { ...old, ...summed(old, after, isNew ? null : before) }
      return field
        ? inCells({ ...group, total: group.total + (isNew ? 1 : 0) })
        : insert(query, group, after!, store, isNew)
    },
  })
  const [is, was] = [to.length > 0, from.length > 0]
  return {
    groups: next,
    total: total + Number(is) - Number(was),
    ...summed(sums, is ? after : null, was ? before : null),
  }
}
