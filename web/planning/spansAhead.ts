/** Days that lists of cycles and modules are filtered by: so many from today on, or any that somebody names. */
import { ownDays, type SpanNames } from '../shell/spans/namedSpans.ts'
import { dayName, dayNumber } from '../ui/dates/day-numbers.ts'
import { isDayIn } from '../ui/dates/day-spans.ts'

/** By how many days. */
export const spansAhead: SpanNames = {
  7: 'Within 1 week',
  14: 'Within 2 weeks',
  30: 'Within 1 month',
  60: 'Within 2 months',
}

export const isWithin = (day: string | null, word: string | null, today: string): boolean =>
  word === null ||
  isDayIn(ownDays(word) ?? { from: today, to: dayName(dayNumber(today) + Number(word)) }, day)
