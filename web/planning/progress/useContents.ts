import { useMemo } from 'react'
import { plainQuery, type Scope } from '#contract/lists/issueQuery.ts'
import type { Issue } from '#contract/work/issues.ts'
import { loadAll, useWholeList } from '../../data/lists.ts'
import { getRow } from '../../data/rows.ts'
import { useRowsOf } from '../../data/rowsBy.ts'

/** As many are held for sure; what is beyond the page that reaches them is told by sums alone. */
const MOST = 1_000

const queryOf = (scope: Scope) => plainQuery(scope, 'sort_order')

/** All of them, however many, read once; null when they could not be read. */
export const readContents = async (scope: Scope): Promise<Issue[] | null> =>
  (await loadAll(queryOf(scope)))?.flatMap(id => getRow('issue', id) ?? []) ?? null

/**
 * All issues of a cycle or module that this person sees, kept true by the log: sums of them cost no request; and how many
 * more there are than are held.
 */
export const useContents = (scope: Scope) => {
  const where = JSON.stringify(scope)
  const query = useMemo(() => queryOf(JSON.parse(where) as Scope), [where])
  const { list, ids, isPart } = useWholeList(query, MOST)
  const issues = useRowsOf('issue', ids)
  const isReady = list.status === 'ready' && !isPart
  return useMemo(
    () => ({ isReady, issues, beyond: isReady ? list.total - ids.length : 0 }),
    [isReady, issues, list.total, ids.length],
  )
}

export type Contents = ReturnType<typeof useContents>

/** How many of what is planned have no estimate; null where not all of them are here to be counted. */
export const unestimatedOf = ({ isReady, issues, beyond }: Contents, planned: number): number | null => {
  const there = issues.filter(issue => issue.state__group !== 'cancelled')
  if (!isReady || beyond > 0 || there.length !== planned) return null
  return there.filter(issue => issue.estimate_point === null).length
}

/** The weight of an issue in a sum. */
export const weightOf = (issue: Issue) => Number(getRow('estimate_point', issue.estimate_point)?.value) || 0
