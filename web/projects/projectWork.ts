/** How far the projects are: their issues by group of state, live like every list. */
import { useMemo } from 'react'
import { type IssueQuery, plainQuery } from '#contract/lists/issueQuery.ts'
import { useList } from '../data/lists.ts'
import { getRow } from '../data/rows.ts'

const counted = ['completed', 'started', 'unstarted', 'backlog'] as const
export type Counted = (typeof counted)[number]

export type ProjectWork = { of: Record<Counted, number>; total: number; updated: string | null }

export const groupNames: Record<Counted, string> = {
  completed: 'completed',
  started: 'started',
  unstarted: 'unstarted',
  backlog: 'in the backlog',
}

const queryOf = (workspace: string): IssueQuery =>
  plainQuery({ in: 'workspace', workspace }, '-updated_at', {
    groupBy: 'project_id',
    subGroupBy: 'state__group',
  })

/** By project; null until it is known. Cancelled issues do not count. */
export const useProjectWork = (workspace: string): ReadonlyMap<string, ProjectWork> | null => {
  const list = useList(queryOf(workspace))
  return useMemo(() => {
    if (list.status !== 'ready') return null
    return new Map(
      list.groups.map(({ key, cells }) => {
        const sizeOf = (group: Counted) => cells.find(cell => cell.key === group)?.total ?? 0
        const of = Object.fromEntries(counted.map(group => [group, sizeOf(group)])) as ProjectWork['of']
        const moments = cells.flatMap(cell => getRow('issue', cell.ids[0])?.updated_at ?? [])
        const total = counted.reduce((sum, group) => sum + of[group], 0)
        return [key, { of, total, updated: moments.sort().at(-1) ?? null }]
      }),
    )
  }, [list])
}
