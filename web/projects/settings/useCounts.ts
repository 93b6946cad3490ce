/** How many issues of a project are in each state or bear each label, live like every list. */
import { useMemo } from 'react'
import { type GroupField, type IssueQuery, plainQuery } from '#contract/lists/issueQuery.ts'
import { useList } from '../../data/lists.ts'

const queryOf = (project: string, groupBy: GroupField | null, points: readonly string[] = []): IssueQuery =>
  plainQuery({ in: 'project', project }, '-updated_at', {
    filters: points.length > 0 ? { estimate_point: { none: false, values: [...points] } } : {},
    groupBy,
  })

/** By the group's key; null until it is known. */
export const useCounts = (
  project: string,
  groupBy: 'state_id' | 'labels__id',
): ReadonlyMap<string, number> | null => {
  const list = useList(queryOf(project, groupBy))
  return useMemo(
    () => (list.status === 'ready' ? new Map(list.groups.map(({ key, total }) => [key, total])) : null),
    [list],
  )
}

/** Of issues that have one of these values. */
export const usePointCount = (project: string, points: readonly string[]): number | null => {
  const list = useList(queryOf(project, null, points))
  return list.status === 'ready' ? list.groups.reduce((sum, { total }) => sum + total, 0) : null
}

export const wholeProject = (project: string): IssueQuery => queryOf(project, null)
