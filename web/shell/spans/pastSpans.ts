/** The stretches of days, back from today, by which lists are narrowed to what was made in them. */
import type { Clock } from '#contract/lists/dateTerms.ts'
import { addDays, startOfDay } from '#contract/people/zones.ts'
import type { DaySpan } from '../../ui/dates/day-spans.ts'
import { ownDays, type SpanNames } from './namedSpans.ts'

export const spansBack: SpanNames = { 1: 'Today', 2: 'Yesterday', 7: 'Last 7 days', 30: 'Last 30 days' }

const daysBack = (word: string, today: string): DaySpan => {
  const yesterday = addDays(today, -1)
  return word === '2'
    ? { from: yesterday, to: yesterday }
    : { from: addDays(today, 1 - Number(word)), to: null }
}

/** Tells of a moment whether it lies in the days of a word of the address, as they begin and end where the person lives. */
export const momentsIn = (word: string | null, { zone, today }: Clock): ((moment: string) => boolean) => {
  if (word === null) return () => true
  const { from, to } = ownDays(word) ?? daysBack(word, today)
  const begin = from && startOfDay(from, zone)
  const end = to && startOfDay(addDays(to, 1), zone)
  return moment => (!begin || moment >= begin) && (!end || moment < end)
}
