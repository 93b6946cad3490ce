import { useEffect } from 'react'
import type { IssueQuery } from '#contract/lists/issueQuery.ts'
import { ALL, loadMore, useList } from '../lists.ts'

const NONE: readonly string[] = []

/**
 * A list without groups with all of its issues: with each page that has come the next is asked for. Of more than `most` the
 * first page alone is read. `isBehind` as of `useList`.
 */
export const useWholeList = (
  query: IssueQuery,
  { most = Number.POSITIVE_INFINITY, isBehind = false } = {},
) => {
  const list = useList(query, isBehind)
  const ids = list.groups[0]?.ids ?? NONE
  const isPart = list.status === 'ready' && list.total <= most && ids.length < list.total
  const held = isPart ? ids.length : null
  useEffect(() => {
    if (held !== null) void loadMore(query, ALL)
  }, [held, query])
  return { list, ids, isPart }
}
