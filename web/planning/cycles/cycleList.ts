/** The cycles that a list shows: all of it stands in the address. */
import { fold } from '#contract/lists/folding.ts'
import type { Cycle, CycleStatus } from '#contract/planning/cycles.ts'
import { spanIn } from '../../shell/spans/namedSpans.ts'
import { dayNumber } from '../../ui/dates/day-numbers.ts'
import { isWithin, spansAhead } from '../spansAhead.ts'
import type { Sections } from './cycleRows.ts'

export const statusNames: Record<CycleStatus, string> = {
  current: 'In progress',
  upcoming: 'Yet to start',
  completed: 'Completed',
  draft: 'Draft',
}

export type CycleQuery = {
  words: string
  statuses: readonly string[]
  favorites: boolean
  starts: string | null
  ends: string | null
  /** In an order of their own, not by their days. */
  isManual: boolean
}

/** The words of the address that narrow the list. */
export const FILTERS = ['status', 'favorites', 'starts', 'ends'] as const

export const readQuery = (address: URLSearchParams): CycleQuery => ({
  words: address.get('q') ?? '',
  statuses: address.get('status')?.split(',').filter(Boolean) ?? [],
  favorites: address.get('favorites') === 'true',
  starts: spanIn(address, 'starts', spansAhead),
  ends: spanIn(address, 'ends', spansAhead),
  isManual: address.get('sort') === 'manual',
})

/** Without the words, which are looked for beside them. */
export const filtersIn = ({ statuses, favorites, starts, ends }: CycleQuery) =>
  statuses.length + Number(favorites) + Number(starts !== null) + Number(ends !== null)
export const isFiltered = (query: CycleQuery) => query.words.trim() !== '' || filtersIn(query) > 0

type Known = { today: string; statusOf: (cycle: Cycle) => CycleStatus; favorites: ReadonlySet<string> }

export const shownCycles = (
  cycles: readonly Cycle[],
  query: CycleQuery,
  { today, statusOf, favorites }: Known,
): Cycle[] => {
  const words = fold(query.words.trim())
  const found = cycles.filter(
    cycle =>
      fold(cycle.name).includes(words) &&
      (query.statuses.length === 0 || query.statuses.includes(statusOf(cycle))) &&
      (!query.favorites || favorites.has(cycle.id)) &&
      isWithin(cycle.start_date, query.starts, today) &&
      isWithin(cycle.end_date, query.ends, today),
  )
  return query.isManual ? found.sort((a, b) => a.sort_order - b.sort_order) : found
}

export const shownSections = (sections: Sections, show: (cycles: readonly Cycle[]) => Cycle[]): Sections => ({
  current: show(sections.current),
  upcoming: show(sections.upcoming),
  completed: show(sections.completed),
})

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
