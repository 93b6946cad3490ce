/** The terms of a list of what a figure or a point of a chart counts. */
import { NONE } from '#contract/lists/issueFilters.ts'
import { addDays } from '#contract/people/zones.ts'
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

/** Issues not completed at the end of a day: never, or on a later one. */
export const leftOnDay = (day: string) => ({ completed_at: `${addDays(day, 1)};after,${NONE}` })
