/** The filters of the backlog while a cycle is planned, in the address. */
import { useSearchParams } from 'react-router'
import { NONE } from '#contract/lists/issueFilters.ts'
import type { IssueQuery } from '#contract/lists/issueQuery.ts'
import type { StateGroup } from '#contract/work/states.ts'
import { useClock } from '../data/clock.ts'
import type { RowTypes } from '../data/entities.ts'
import { featuresOf, type ListContext, projectContext } from '../issues/view/contexts.ts'
import { shownBy, type ViewChange } from '../issues/view/view.ts'

export const OPEN = ['backlog', 'unstarted', 'started'] as const satisfies StateGroup[]

/** Open issues without a cycle; the address calls the planned cycle by the filter's name. */
const waitingContext = (project: RowTypes['project']): ListContext => {
  const whole = projectContext(project.id, { ...featuresOf(project), cycle_view: false })
  return {
    ...whole,
    name: `planner.${project.id}`,
    filters: whole.filters.filter(field => field !== 'state_group'),
    fixed: { state_group: OPEN.join(), cycle: NONE },
    standardSubIssues: true,
  }
}

export type BacklogFilter = { context: ListContext; query: IssueQuery; change: (changes: ViewChange) => void }

export const useBacklogFilter = (project: RowTypes['project']): BacklogFilter => {
  const [address, setAddress] = useSearchParams()
  const clock = useClock()
  const context = waitingContext(project)
  const given = Object.fromEntries([...address].filter(([name]) => !(name in context.fixed)))
  const { query } = shownBy(context, { ...given, group_by: 'priority' }, clock)
  const change = (changes: ViewChange) =>
    setAddress(
      before => {
        const next = new URLSearchParams(before)
        for (const [name, value] of Object.entries(changes))
          if (typeof value === 'string') next.set(name, value)
          else next.delete(name)
        return next
      },
      { replace: true },
    )
  return { context, query: { ...query, groupBy: 'priority', subGroupBy: null }, change }
}
