/** The terms of a list of what a figure or a point of a chart counts. */
import { NONE } from '#contract/lists/issueFilters.ts'
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

/** What a day of a chart counts: issues that were here at its end and not completed, wherever they are now. */
export const leftOn = (day: string) => ({ left_on: day })
