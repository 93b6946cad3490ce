/** Groups of a partly loaded list: where a row is, and what its change moves. */
import { compare, type Names } from '#contract/lists/issueOrder.ts'
import {
  groupsOf,
  holdsRow,
  type IssueOf,
  type IssueQuery,
  isPlan,
  matches,
} from '#contract/lists/issueQuery.ts'
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

/** A row as it was and as it is; null where it was not here, or is gone. */
export type Moved = { before: Issue | null; after: Issue | null }
export type Store = {
  row: IssueOf
  names: Names
  points: (row: Issue) => number
  /** Without estimates in points no issue lacks one. */
  hasPoints: (scope: IssueQuery['scope']) => boolean
}

/** The rows that go out of a cell, as they were, and those that come into it; one that stays is both. */
type Part = { goes: readonly Issue[]; comes: readonly Issue[] }

// Where rows belong among the loaded ones; past the last of an unfinished cell they are counted, not shown.
const merged = (query: IssueQuery, ids: readonly string[], isWhole: boolean, rows: Issue[], store: Store) => {
  const coming = rows.toSorted((a, b) => compare(query, a, b, store.names))
  const all: string[] = []
  let next = 0
  let at = 0
  for (; at < ids.length && next < coming.length; at++) {
    const other = store.row(ids[at]!)
    for (; other && next < coming.length; next++) {
      const row = coming[next]!
      if (compare(query, row, other, store.names) >= 0) break
      all.push(row.id)
    }
    all.push(ids[at]!)
  }
  return [...all, ...ids.slice(at), ...(isWhole ? coming.slice(next).map(({ id }) => id) : [])]
}

const withRows = <C extends Cell>(query: IssueQuery, cell: C, { goes, comes }: Part, store: Store): C => {
  const touched = new Set([...goes, ...comes].map(({ id }) => id))
  const ids = cell.ids.filter(id => !touched.has(id))
  const others = Math.max(0, cell.total - goes.length)
  return {
    ...cell,
    ids: merged(query, ids, ids.length >= others, [...comes], store),
    total: others + comes.length,
  }
}

/** Groups of a row in this list: none when it is not in the list at all. */
export const groupsIn = (query: IssueQuery, row: Issue | null, issueOf: IssueOf): string[] =>
  row && matches(query, row, issueOf) ? (query.groupBy ? groupsOf(query.groupBy, row) : [ALL]) : []

const leavesOutByParent = ({ subIssues, scope }: IssueQuery) => !subIssues && isPlan(scope)

/** Does the change bring sub-issues back into a cycle or module, or leave them out, because their parent moved? */
export const movesSubIssues = (query: IssueQuery, { before, after }: Moved): boolean =>
  leavesOutByParent(query) &&
  [before, after].some(row => row !== null && row.sub_issues_count > 0) &&
  holdsRow(query.scope, before) !== holdsRow(query.scope, after)

/** Is its parent unknown here, so that only the server can tell whether a cycle or module leaves it out? */
export const isUnderUnknown = (query: IssueQuery, row: Issue | null, issueOf: IssueOf): boolean =>
  leavesOutByParent(query) && Boolean(row?.parent_id && !issueOf(row.parent_id))

type Step = { before: Issue | null; after: Issue | null; from: readonly string[]; to: readonly string[] }

/** The parts of a change by the cells that they are of: a row goes out of each that it was in, and comes into each that it is in. */
const partsBy = (
  steps: readonly Step[],
  keysOf: (step: Step) => { from: readonly string[]; to: readonly string[] },
): Map<string, Part> => {
  const parts = new Map<string, { goes: Issue[]; comes: Issue[] }>()
  const partOf = (key: string) => {
    const part = parts.get(key) ?? { goes: [], comes: [] }
    parts.set(key, part)
    return part
  }
  for (const step of steps) {
    const { from, to } = keysOf(step)
    for (const key of from) partOf(key).goes.push(step.before!)
    for (const key of to) partOf(key).comes.push(step.after!)
  }
  return parts
}

/** Each cell that has a part in the change becomes another; one that was not there yet begins empty. */
const withParts = <C extends Cell>(
  cells: readonly C[],
  parts: ReadonlyMap<string, Part>,
  empty: (key: string) => C,
  make: (cell: C, part: Part) => C,
): C[] => {
  const known = new Set(cells.map(({ key }) => key))
  const fresh = [...parts.keys()].filter(key => !known.has(key)).map(empty)
  return [...cells, ...fresh].map(cell => {
    const part = parts.get(cell.key)
    return part ? make(cell, part) : cell
  })
}

// Halves and tenths, added and taken away all day, stay what they are.
// A sum that falls to nothing by a hair is 0, not −0, which would be shown as that.
const plus = (sum: number, more: number) => Math.round((sum + more) * 1000) / 1000 + 0

const same = (one: readonly string[], other: readonly string[]) =>
  one.length === other.length && one.every((key, at) => key === other[at])

/** The list after rows of it changed, came or went, each of them once, however many: a thousand cost one pass. */
export const afterChanges = (
  query: IssueQuery,
  list: Groups,
  moved: readonly Moved[],
  store: Store,
): Groups => {
  const { groups, total, ...sums } = list
  const field = query.subGroupBy
  const subsOf = (row: Issue | null, key: string, keys: readonly string[]) =>
    field && row && keys.includes(key) ? groupsOf(field, row) : []
  const without = ({ estimate_point }: Issue) => (estimate_point === null ? 1 : 0)
  // It is where it was.
  const stands = ({ before, after, from, to }: Step) =>
    before !== null &&
    after !== null &&
    same(from, to) &&
    from.every(key => same(subsOf(before, key, from), subsOf(after, key, to))) &&
    compare(query, before, after, store.names) === 0 &&
    store.points(before) === store.points(after) &&
    without(before) === without(after)
  const steps = moved
    .map(({ before, after }): Step => {
      const [from, to] = [groupsIn(query, before, store.row), groupsIn(query, after, store.row)]
      return { before, after, from, to }
    })
    .filter(step => step.from.length + step.to.length > 0 && !stands(step))
  if (steps.length === 0) return list
  const isSummed = store.hasPoints(query.scope)
  /** The sums with the new rows and without the old ones. */
  const summed = (of: Estimated, { goes, comes }: Part): Estimated => {
    if (!isSummed) return { points: 0, unestimated: 0 }
    const sum = (rows: readonly Issue[], ofRow: (row: Issue) => number) =>
      rows.reduce((all, row) => all + ofRow(row), 0)
    return {
      points: plus(of.points, sum(comes, store.points) - sum(goes, store.points)),
      unestimated: Math.max(0, of.unestimated + sum(comes, without) - sum(goes, without)),
    }
  }
  const inCells = (group: Group): Group => {
    const parts = partsBy(steps, ({ before, after, from, to }) => ({
      from: subsOf(before, group.key, from),
      to: subsOf(after, group.key, to),
    }))
    const cells = withParts<Cell>(
      group.cells,
      parts,
      key => ({ key, ids: NONE, total: 0 }),
      (cell, part) => withRows(query, cell, part, store),
    )
    return { ...group, cells, ids: together(cells) }
  }
  const next = withParts<Group>(
    groups,
    partsBy(steps, step => step),
    emptyGroup,
    (old, part) => {
      const group = { ...old, ...summed(old, part) }
      return field
        ? inCells({ ...group, total: Math.max(0, group.total - part.goes.length) + part.comes.length })
        : withRows(query, group, part, store)
    },
  )
  const whole: Part = {
    goes: steps.flatMap(({ before, from }) => (before && from.length > 0 ? [before] : [])),
    comes: steps.flatMap(({ after, to }) => (after && to.length > 0 ? [after] : [])),
  }
  return {
    groups: next,
    total: total + whole.comes.length - whole.goes.length,
    ...summed(sums, whole),
  }
}
