import { useMemo } from 'react'
import { isAmong } from '#contract/keys.ts'
import { plainQuery, type Scope } from '#contract/lists/issueQuery.ts'
import type { Issue } from '#contract/work/issues.ts'
import type { StateGroup } from '#contract/work/states.ts'
import { useWholeList } from '../../data/lists/whole.ts'
import { loadAll, retryList } from '../../data/lists.ts'
import { getRow } from '../../data/rows.ts'
import { useRowsOf } from '../../data/rowsBy.ts'

/** As many are held; of more the sums are the server's. */
export const MOST = 1_000
const OPEN: readonly StateGroup[] = ['backlog', 'unstarted', 'started']
const PLANNED: readonly StateGroup[] = [...OPEN, 'completed']

export const inStates = (groups: readonly StateGroup[]) => ({
  state_group: { values: [...groups], none: false },
})

const queryOf = (scope: Scope) => plainQuery(scope, 'sort_order', { filters: inStates(PLANNED) })

/** All of them, however many, read once; null when they could not be read. */
export const readContents = async (scope: Scope): Promise<Issue[] | null> =>
  (await loadAll(queryOf(scope)))?.flatMap(id => getRow('issue', id) ?? []) ?? null

/**
 * What is planned in a cycle or module as far as this person sees it, kept true by the log: sums of it cost no request; and
 * how much more there is than is held: then sums of it are asked for. Cancelled issues are not planned.
 */
export const useContents = (scope: Scope) => {
  const where = JSON.stringify(scope)
  const query = useMemo(() => queryOf(JSON.parse(where) as Scope), [where])
  const { list, ids, isPart } = useWholeList(query, { most: MOST, isBehind: true })
  const { total, unestimated } = list
  const issues = useRowsOf('issue', ids)
  const isReady = list.status === 'ready' && !isPart
  const isFailed = list.status === 'error'
  return useMemo(
    () => ({
      query,
      isReady,
      isFailed,
      retry: () => retryList(query),
      issues,
      total,
      unestimated,
      beyond: isReady ? total - ids.length : 0,
    }),
    [query, isReady, isFailed, issues, total, unestimated, ids.length],
  )
}

export type Contents = ReturnType<typeof useContents>

/** How many of what is planned have no estimate; null where this person does not see all of it. */
export const unestimatedOf = ({ isReady, total, unestimated }: Contents, planned: number): number | null =>
  isReady && total === planned ? unestimated : null

const isPressing = ({ priority, state__group }: Issue) =>
  (priority === 'urgent' || priority === 'high') && isAmong(OPEN, state__group)

/** Urgent ones come first, and of them what is due first. */
const byPressure = (a: Issue, b: Issue) =>
  Number(b.priority === 'urgent') - Number(a.priority === 'urgent') ||
  (a.target_date ?? '9').localeCompare(b.target_date ?? '9')

/** The open issues that press, and how many there are; of more than are held they are asked for by themselves. */
export const usePressing = ({ query, isReady, beyond }: Contents) => {
  const isHeld = beyond === 0
  const pressing = useMemo(
    () =>
      isHeld
        ? query
        : plainQuery(query.scope, '-priority', {
            thenBy: 'target_date',
            filters: { ...inStates(OPEN), priority: { values: ['urgent', 'high'], none: false } },
          }),
    [query, isHeld],
  )
  const { list, ids, isPart } = useWholeList(pressing, { most: MOST, isBehind: true })
  const rows = useRowsOf('issue', ids)
  const issues = useMemo(() => rows.filter(isPressing).sort(byPressure), [rows])
  return {
    isReady: isReady && list.status === 'ready' && !isPart,
    issues,
    total: isHeld ? issues.length : list.total,
  }
}

/** The weight of an issue in a sum. */
export const weightOf = (issue: Issue) => Number(getRow('estimate_point', issue.estimate_point)?.value) || 0
