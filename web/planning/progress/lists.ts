/** The terms of a list of what a figure or a point of a chart counts. */
import { NONE } from '#contract/lists/issueFilters.ts'
import { addDays, startOfDay } from '#contract/people/zones.ts'
import type { Sharing } from './distribution.ts'

export const filterOf = {
  states: 'state',
  assignees: 'assignees',
  labels: 'labels',
} as const satisfies Record<Sharing, string>

export const shareTerms = (by: Sharing, id: string | null) => ({
  [filterOf[by]]: id ?? NONE,
  state_group__not: 'cancelled',
})

/** Issues not completed at the end of a day of the project: never, or later. Whoever lives by other days is told the moment. */
export const leftOnDay = (day: string, { timezone }: { timezone: string }, own: string) => {
  const next = addDays(day, 1)
  const end = startOfDay(next, timezone)
  return { completed_at: `${end === startOfDay(next, own) ? next : end};after,${NONE}` }
}
