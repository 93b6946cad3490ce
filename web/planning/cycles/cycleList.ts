/** The cycles that a list shows: all of it stands in the address. */
import type { Cycle, CycleStatus } from '#contract/planning/cycles.ts'
import { dayName, dayNumber } from '../../ui/dates/day-numbers.ts'
import type { Sections } from './cycleRows.ts'

export const statusNames: Record<CycleStatus, string> = {
  current: 'In progress',
  upcoming: 'Yet to start',
  completed: 'Completed',
  draft: 'Draft',
}
export const spans = { 7: 'Within 1 week', 14: 'Within 2 weeks', 30: 'Within 1 month', 60: 'Within 2 months' }
export type Span = keyof typeof spans

export type CycleQuery = {
  words: string
  statuses: readonly string[]
  favorites: boolean
  starts: Span | null
  ends: Span | null
}

const spanIn = (address: URLSearchParams, name: string): Span | null =>
  (Object.keys(spans).map(Number) as Span[]).find(one => String(one) === address.get(name)) ?? null

export const readQuery = (address: URLSearchParams): CycleQuery => ({
  words: address.get('q') ?? '',
  statuses: address.get('status')?.split(',').filter(Boolean) ?? [],
  favorites: address.get('favorites') === 'true',
  starts: spanIn(address, 'starts'),
  ends: spanIn(address, 'ends'),
})

/** Without the words, which are looked for beside them. */
export const filtersIn = ({ statuses, favorites, starts, ends }: CycleQuery) =>
  statuses.length + Number(favorites) + Number(starts !== null) + Number(ends !== null)
export const isFiltered = (query: CycleQuery) => query.words.trim() !== '' || filtersIn(query) > 0

const within = (day: string | null, span: Span | null, today: string) =>
  span === null || (day !== null && day >= today && day <= dayName(dayNumber(today) + span))

type Known = { today: string; statusOf: (cycle: Cycle) => CycleStatus; favorites: ReadonlySet<string> }

export const shownCycles = (
  cycles: readonly Cycle[],
  query: CycleQuery,
  { today, statusOf, favorites }: Known,
): Cycle[] => {
  const words = query.words.trim().toLowerCase()
  return cycles.filter(
    cycle =>
      cycle.name.toLowerCase().includes(words) &&
      (query.statuses.length === 0 || query.statuses.includes(statusOf(cycle))) &&
      (!query.favorites || favorites.has(cycle.id)) &&
      within(cycle.start_date, query.starts, today) &&
      within(cycle.end_date, query.ends, today),
  )
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
