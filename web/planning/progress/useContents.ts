import { useEffect, useMemo } from 'react'
import { plainQuery, type Scope } from '#contract/lists/issueQuery.ts'
import type { Issue } from '#contract/work/issues.ts'
import { ALL, loadMore, useList } from '../../data/lists.ts'
import { getRow } from '../../data/rows.ts'
import { useRowsOf } from '../../data/rowsBy.ts'

/** More issues than this are told by their sums alone. */
const MOST = 1_000
const NONE: readonly string[] = []

/** All issues of a cycle or module that this person sees, kept true by the log: sums of them cost no request. */
export const useContents = (scope: Scope) => {
  const where = JSON.stringify(scope)
  const query = useMemo(() => plainQuery(JSON.parse(where) as Scope, 'sort_order'), [where])
  const list = useList(query)
  const ids = list.groups[0]?.ids ?? NONE
  const isPart = list.status === 'ready' && ids.length < Math.min(list.total, MOST)
  useEffect(() => {
    if (isPart) void loadMore(query, ALL)
  }, [isPart, query])
  const issues = useRowsOf('issue', ids)
  return { isReady: list.status === 'ready' && !isPart, issues }
}

/** The weight of an issue in a sum. */
export const weightOf = (issue: Issue) => Number(getRow('estimate_point', issue.estimate_point)?.value) || 0
