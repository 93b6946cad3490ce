/** Cycles that a project has made ahead: their days and their names. */
import { addDays } from '../people/zones.ts'

/** How many are there beside the one under way, how many weeks each takes, and on which weekday they begin; 0 is Sunday. */
export type Pace = { cycles_ahead: number; cycle_weeks: number; cycle_weekday: number }
export type Span = { start: string; end: string }

const MS = 86_400_000
const weekdayOf = (day: string) => (Math.floor(Date.parse(`${day}T00:00:00Z`) / MS) + 4) % 7
/** How many days lie before the next of a weekday; none on that day itself. */
const daysTo = (weekday: number, day: string) => (weekday - weekdayOf(day) + 7) % 7

// Nobody misses a cycle on a weekend. Any other day has one, though it begins on another weekday then.
const startFrom = (day: string, weekday: number) => {
  const days = daysTo(weekday, day)
  const isFree = Array.from({ length: days }, (_, n) => weekdayOf(addDays(day, n))).every(n => n % 6 === 0)
  return isFree ? addDays(day, days) : day
}

// It ends where the next begins on its weekday: as near as can be to the length asked for.
const spanFrom = (start: string, { cycle_weeks, cycle_weekday }: Pace): Span => {
  const next = addDays(start, 7 * cycle_weeks)
  const [later, half] = [daysTo(cycle_weekday, next), 3]
  return { start, end: addDays(next, (later > half ? later - 7 : later) - 1) }
}

// Days are written with four digits.
const LAST = '9000'

/**
 * The days of the missing cycles: as many places from today on as the rule wants, one after the other, less those that
 * other cycles take. A place that begins on or before `madeTo` had its cycle, and stays empty where that was moved or
 * deleted. Without `madeTo` the rule is new: its first cycle begins on its weekday, unless one is under way.
 */
export const missingAhead = (
  pace: Pace,
  taken: readonly Span[],
  today: string,
  madeTo: string | null,
): Span[] => {
  const isRunning = madeTo !== null || taken.some(({ start, end }) => start <= today && today <= end)
  const missing: Span[] = []
  let at = isRunning ? today : addDays(today, daysTo(pace.cycle_weekday, today))
  const aheadOf = (day: string) =>
    [...taken, ...missing].filter(({ start }) => today < start && start < day).length
  while (at < LAST) {
    const span = spanFrom(startFrom(at, pace.cycle_weekday), pace)
    if (aheadOf(span.start) >= pace.cycles_ahead) break
    const met = taken.find(({ start, end }) => start <= span.end && span.start <= end)
    if (madeTo !== null && span.start <= madeTo) at = addDays(madeTo, 1)
    else if (met) at = addDays(met.end, 1)
    else {
      missing.push(span)
      at = addDays(span.end, 1)
    }
  }
  return missing
}

/** The successor of the last numbered name: "Cycle 17" after "Cycle 16"; none for names without a number. */
export const nextName = (cycles: readonly { name: string; start_date: string | null }[]): string => {
  const numbered = cycles
    .toSorted((a, b) => (a.start_date ?? '').localeCompare(b.start_date ?? ''))
    .flatMap(({ name }) => {
      const found = /^(.*?)(\d{1,9})$/.exec(name.trim())
      return found ? [{ words: found[1] ?? '', number: Number(found[2]) }] : []
    })
  const last = numbered.at(-1)
  if (!last) return cycles.length === 0 ? 'Cycle 1' : ''
  const numbers = numbered.filter(({ words }) => words === last.words).map(({ number }) => number)
  return `${last.words}${Math.max(...numbers) + 1}`
}
