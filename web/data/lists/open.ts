/** A list that is open: what is shown of it, and the state of its readings. */
import { proxy, ref } from 'valtio'
import { type IssueQuery, queryKey } from '#contract/lists/issueQuery.ts'
import { getRow } from '../rows.ts'
import type { Position } from './calls.ts'
import type { Estimated, Group } from './groups.ts'

export type List = Estimated & {
  status: 'loading' | 'ready' | 'error'
  error: string
  total: number
  groups: readonly Group[]
}
export type Kind = {
  /** Only its sums are shown: of its rows the first of each group is read. */
  isSum?: boolean
  /** Nobody waits for it before the rest of the screen. */
  isBehind?: boolean
}
export type Open = Required<Kind> & {
  query: IssueQuery
  list: List
  users: number
  timer: number
  loading: Set<string>
  asked: number
  /** An answer to the last question is under way. */
  isAsking: boolean
  /** It is read anew; done once that has landed or failed. */
  reading: Promise<void>
  /** A row has moved while an answer, of a page too, was under way: that may be from before it. */
  missed: boolean
  /** The log up to here may be in its rows: a move that it says later is one that an answer may have shown already. */
  position: Position
  /** Its module is archived, or was when it was read: issues do not show an archived module. */
  isUntold: boolean
}

const PAGE = 50
// With lanes there are many cells, and each shows little of itself at first.
const CELL_PAGE = 10
/** So many rows of each group, or cell, are read at first. */
export const sizeOf = (query: IssueQuery) => (query.subGroupBy ? CELL_PAGE : PAGE)

export const keyFor = (query: IssueQuery, isSum: boolean) =>
  isSum ? `sums ${queryKey(query)}` : queryKey(query)

export const isUntold = ({ scope }: IssueQuery) =>
  scope.in === 'module' && Boolean(getRow('module', scope.id)?.archived_at)

export const begun = (query: IssueQuery, isSum: boolean, isBehind: boolean): Open => ({
  query,
  isSum,
  isBehind,
  list: proxy<List>({
    status: 'loading',
    error: '',
    total: 0,
    points: 0,
    unestimated: 0,
    groups: ref([]),
  }),
  users: 0,
  timer: 0,
  loading: new Set(),
  asked: 0,
  isAsking: false,
  reading: Promise.resolve(),
  missed: false,
  position: {},
  isUntold: isUntold(query),
})
