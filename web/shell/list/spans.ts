/** Days that a list is narrowed to: a stretch that has a name, or any that somebody chooses. In the address either is a word. */
import type { Clock } from '#contract/lists/dateTerms.ts'
import { addDays, startOfDay } from '#contract/people/zones.ts'
import { type DaySpan, daysWords, isDayIn, readDays, writeDays } from '../../ui/dates/day-spans.ts'

/** The stretches that a list offers, by their words. */
export type SpanNames = Readonly<Record<string, string>>

/** From today on, by how many days. */
export const spansAhead: SpanNames = {
  7: 'Within 1 week',
  14: 'Within 2 weeks',
  30: 'Within 1 month',
  60: 'Within 2 months',
}
export const spansBack: SpanNames = { 1: 'Today', 2: 'Yesterday', 7: 'Last 7 days', 30: 'Last 30 days' }

export const ownDays = (word: string | null): DaySpan | null => readDays(word?.split(','))
export const ownWord = (span: DaySpan): string => writeDays(span).join()

/** Whether anything can be read of a word of the address. */
export const isSpan = (word: string, names: SpanNames): boolean =>
  Object.hasOwn(names, word) || ownDays(word) !== null

export const spanWord = (word: string, names: SpanNames): string => {
  const own = ownDays(word)
  return own ? daysWords(own) : (names[word] ?? '')
}

export const daysBack = (word: string, today: string): DaySpan => {
  const yesterday = addDays(today, -1)
  if (word === '2') return { from: yesterday, to: yesterday }
  return ownDays(word) ?? { from: addDays(today, 1 - Number(word)), to: null }
}

/** Says of a moment whether it lies in the days of a word of `spansBack`, as they begin and end where the person lives. */
export const momentsIn = (word: string, { zone, today }: Clock): ((moment: string) => boolean) => {
  const { from, to } = daysBack(word, today)
  const begin = from && startOfDay(from, zone)
  const end = to && startOfDay(addDays(to, 1), zone)
  return moment => (!begin || moment >= begin) && (!end || moment < end)
}

/** The same of a day and a word of `spansAhead`. */
export const daysIn = (word: string, today: string): ((day: string | null) => boolean) => {
  const span = ownDays(word) ?? { from: today, to: addDays(today, Number(word)) }
  return day => isDayIn(span, day)
}
