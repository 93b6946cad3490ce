/** Days that a list is narrowed to: a stretch that has a name, or any that somebody chooses. In the address either is a word. */
import { type DaySpan, daysWords, readDays, writeDays } from '../../ui/dates/day-spans.ts'

/** The stretches that a list offers, by their words. */
export type SpanNames = Readonly<Record<string, string>>

export const ownDays = (word: string | null): DaySpan | null => readDays(word?.split(','))
export const ownWord = (span: DaySpan): string => writeDays(span).join()

/** Of an address what can be read; null for all days. */
export const spanIn = (address: URLSearchParams, name: string, names: SpanNames): string | null => {
  const word = address.get(name)
  return word !== null && (Object.hasOwn(names, word) || ownDays(word)) ? word : null
}

export const spanWord = (word: string, names: SpanNames): string => {
  const own = ownDays(word)
  return own ? daysWords(own) : (names[word] ?? '')
}
