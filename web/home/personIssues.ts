/**
 * A person's open, created and completed issues as lists: the open ones are held whole, so that their figures change
 * with each edit.
 */
import { useMemo } from 'react'
import { type Filters, readFilters } from '#contract/lists/issueFilters.ts'
import { type GroupField, type IssueQuery, plainQuery } from '#contract/lists/issueQuery.ts'
import type { Issue } from '#contract/work/issues.ts'
import { useClock } from '../data/clock.ts'
import { useWholeList } from '../data/lists/whole.ts'
import { type List, retryList, useSums } from '../data/lists.ts'
import { useRowsOf } from '../data/rowsBy.ts'
import { useHere } from '../data/viewer.ts'

export const OPEN = ['backlog', 'unstarted', 'started'] as const
const OPEN_TERM = OPEN.join()

type Terms = Record<string, string>
type How = Partial<Pick<IssueQuery, 'order' | 'thenBy' | 'groupBy' | 'subGroupBy'>>

const withTerms = (workspace: string, filters: Filters, how: How): IssueQuery =>
  plainQuery({ in: 'workspace', workspace }, '-created_at', { filters, ...how })

/** A list of this workspace by the words of an address, which lead to the very same list. */
export const useQueryOf = (terms: Terms, how: How = {}): IssueQuery => {
  const { workspaceId } = useHere()
  const clock = useClock()
  const words = JSON.stringify([terms, how])
  return useMemo(() => {
    const [asked, ordered] = JSON.parse(words) as [Terms, How]
    const filters = readFilters(asked, { zone: clock.zone, today: clock.today })
    return withTerms(workspaceId, 'malformed' in filters ? {} : (filters as Filters), ordered)
  }, [words, workspaceId, clock.zone, clock.today])
}

export type Whole = {
  status: List['status']
  error: string
  issues: readonly Issue[]
  query: IssueQuery
  retry: () => void
}

/** All rows of a list, however many pages: figures computed from them cost no request. */
export const useWhole = (query: IssueQuery): Whole => {
  const { list, ids, isPart } = useWholeList(query)
  const issues = useRowsOf('issue', ids)
  return {
    status: isPart ? 'loading' : list.status,
    error: list.error,
    issues,
    query,
    retry: () => retryList(query),
  }
}

/** Somebody’s open issues, by due date. */
export const useOpenIssues = (person: string): Whole =>
  useWhole(
    useQueryOf({ assignees: person, state_group: OPEN_TERM }, { order: 'target_date', thenBy: '-priority' }),
  )

/** How much a list holds, by up to two groupings; null until it is known. */
export const useTotals = (terms: Terms, groupBy?: GroupField, subGroupBy?: GroupField) => {
  const sums = useSums(
    useQueryOf(terms, { groupBy: groupBy ?? null, subGroupBy: subGroupBy ?? null, order: '-updated_at' }),
  )
  return useMemo(() => {
    if (sums.status !== 'ready') return null
    const groups = new Map(sums.groups.map(group => [group.key, group]))
    return {
      total: sums.total,
      points: sums.points,
      /** The groups that hold something. */
      keys: sums.groups.filter(group => group.total > 0).map(group => group.key),
      of: (key: string, sub?: string): number => {
        const group = groups.get(key)
        if (sub === undefined) return group?.total ?? 0
        return group?.cells.find(cell => cell.key === sub)?.total ?? 0
      },
    }
  }, [sums])
}
export type Totals = ReturnType<typeof useTotals>
