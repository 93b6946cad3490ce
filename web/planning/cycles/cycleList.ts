/** The cycles that a list shows, and the words of their days. */
import { type Cycle, type CycleStatus, cycleStatusOn } from '#contract/planning/cycles.ts'
import { type FilterTable, favourites, type Narrowing, named, onDays } from '../../shell/list/filters.ts'
import { dayNumber } from '../../ui/dates/day-numbers.ts'
import type { Sections } from './cycleRows.ts'

export const statusNames: Record<CycleStatus, string> = {
  current: 'In progress',
  upcoming: 'Yet to start',
  completed: 'Completed',
  draft: 'Draft',
}

type Known = { today: string; favorites: ReadonlySet<string> }

export const cycleFilters = ({ today, favorites }: Known): FilterTable<Cycle> => [
  {
    name: 'status',
    label: 'Status',
    icon: 'circle-dot',
    choices: named(statusNames),
    has: (cycle, one) => cycleStatusOn(cycle, today) === one,
  },
  ...cycleDays(today),
  favourites(favorites),
]

/** In the archive all are over, and nobody's favourites. */
export const cycleDays = (today: string): FilterTable<Cycle> => [
  onDays('starts', 'Starts', cycle => cycle.start_date, today),
  onDays('ends', 'Ends', cycle => cycle.end_date, today),
]

/** Those that are found; in an order of their own or by their days. */
export const shownSections = (
  { current, upcoming, completed }: Sections,
  { finds, passes }: Narrowing<Cycle>,
  isManual: boolean,
): Sections => {
  const show = (cycles: readonly Cycle[]) => {
    const found = cycles.filter(cycle => finds(cycle.name) && passes(cycle))
    return isManual ? found.sort((a, b) => a.sort_order - b.sort_order) : found
  }
  return { current: show(current), upcoming: show(upcoming), completed: show(completed) }
}

/** "tomorrow", "in 6 days", "in 3 weeks". */
export const untilWords = (day: string, today: string): string => {
  const days = dayNumber(day) - dayNumber(today)
  if (days === 1) return 'tomorrow'
  return days < 14 ? `in ${days} days` : `in ${Math.round(days / 7)} weeks`
}

export const leftWords = (end: string, today: string): string => {
  const days = dayNumber(end) - dayNumber(today) + 1
  return days === 1 ? 'last day' : `${days} days left`
}
