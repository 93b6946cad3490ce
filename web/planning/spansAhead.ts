/** Days that lists of cycles and modules are filtered by: so many from today on, or any that somebody names. */

import { dayName, dayNumber } from '../ui/dates/day-numbers.ts'
import { type DaySpan, daysWords, isDayIn, readDays, writeDays } from '../ui/dates/day-spans.ts'

/** By how many days. */
export const spanNames: Record<string, string> = {
  7: 'Within 1 week',
  14: 'Within 2 weeks',
  30: 'Within 1 month',
  60: 'Within 2 months',
}

export const ownDays = (word: string | null): DaySpan | null => readDays(word?.split(','))
export const ownWord = (span: DaySpan): string => writeDays(span).join()

/** Of an address what can be read; null for all days. */
export const spanIn = (address: URLSearchParams, name: string): string | null => {
  const word = address.get(name)
  return word !== null && (Object.hasOwn(spanNames, word) || ownDays(word)) ? word : null
}

export const spanWord = (word: string): string => {
  const own = ownDays(word)
  return own ? daysWords(own) : (spanNames[word] ?? '')
}

export const isWithin = (day: string | null, word: string | null, today: string): boolean =>
  word === null ||
  isDayIn(ownDays(word) ?? { from: today, to: dayName(dayNumber(today) + Number(word)) }, day)
