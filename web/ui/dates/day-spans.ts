/** Days from one to another, as they are kept and as they are said. */
import { shortDay } from './day-words.ts'

/** Null where it is open on that side. */
export type DaySpan = { from: string | null; to: string | null }

/** In the words of an address: `2026-11-02;after`. */
export const writeDays = ({ from, to }: DaySpan): string[] => [
  ...(from ? [`${from};after`] : []),
  ...(to ? [`${to};before`] : []),
]

const DAY = /^(\d{4}-\d{2}-\d{2});(after|before)$/
/** Null where no day is kept that can be read. */
export const readDays = (kept: unknown): DaySpan | null => {
  const days = Array.isArray(kept) ? kept.map(one => (typeof one === 'string' ? DAY.exec(one) : null)) : []
  const at = (side: string) => days.find(found => found?.[2] === side)?.[1] ?? null
  const span = { from: at('after'), to: at('before') }
  return span.from || span.to ? span : null
}

export const isDayIn = ({ from, to }: DaySpan, day: string | null): boolean =>
  day !== null && (from === null || day >= from) && (to === null || day <= to)

export const daysWords = ({ from, to }: DaySpan): string => {
  if (!from) return `Until ${shortDay(to ?? '', true)}`
  return to ? `${shortDay(from, true)} – ${shortDay(to, true)}` : `From ${shortDay(from, true)}`
}
