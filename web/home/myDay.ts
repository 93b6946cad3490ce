/** The parts of a day, picked from a person's issues: overdue, for today, next, and waiting for them. */
import type { Issue } from '#contract/work/issues.ts'
import { getRows, madeOf } from '../data/rows.ts'

export type DayPart = { key: string; name: string; ids: readonly string[]; note?: string }

export const dueParts = (issues: readonly Issue[], today: string, until: string) => {
  const due = issues.filter(({ target_date }) => target_date !== null && target_date <= until)
  const ids = (keep: (day: string) => boolean) =>
    due.filter(({ target_date }) => keep(target_date ?? '')).map(({ id }) => id)
  return {
    overdue: ids(day => day < today),
    today: ids(day => day === today),
    next: ids(day => day > today),
  }
}

/**
 * The last state before done of each project that has several: people look there at the work they asked for. By state
 * alone, since no field names a reviewer.
 */
export const lastSteps = madeOf(['state'], (_: 'all'): string => {
  const started = Map.groupBy(
    getRows('state').filter(state => state.group === 'started'),
    state => state.project_id,
  )
  return [...started.values()]
    .filter(states => states.length > 1)
    .flatMap(states => states.toSorted((a, b) => b.sequence - a.sequence)[0]?.id ?? [])
    .sort()
    .join()
})
