/** The days that a project's cycles take: no two of them share one. */
import { dayName, dayNumber, isWeekend } from '../../ui/dates/day-numbers.ts'
import { dayWords } from '../../ui/dates/shaped-day.ts'
import { todayText } from '../../ui/dates/today.ts'

export type Range = { start: string; end: string }
export type Taken = Range & { id: string; name: string }
export type Clash = { id: string; name: string; from: string; to: string }

type Dated = {
  id: string
  name: string
  start_date: string | null
  end_date: string | null
  archived_at: string | null
}

/** By their beginning. */
export const takenBy = (cycles: readonly Dated[], except: string | null): Taken[] =>
  cycles
    .flatMap(({ id, name, start_date, end_date, archived_at }) =>
      start_date && end_date && !archived_at && id !== except
        ? [{ id, name, start: start_date, end: end_date }]
        : [],
    )
    .sort((a, b) => a.start.localeCompare(b.start))

/** The days that others have taken of a range, by cycle. */
export const clashesOf = ({ start, end }: Range, taken: readonly Taken[]): Clash[] =>
  taken
    .filter(other => other.start <= end && start <= other.end)
    .map(({ id, name, ...other }) => ({
      id,
      name,
      from: other.start > start ? other.start : start,
      to: other.end < end ? other.end : end,
    }))

const workday = (n: number): number => (isWeekend(n) ? workday(n + 1) : n)

/** The first working day from one on after which as many days are free. */
export const freeStart = (from: string, days: number, taken: readonly Taken[]): string => {
  let start = workday(dayNumber(from))
  for (const { start: first, end } of taken)
    if (dayNumber(first) < start + days && start <= dayNumber(end)) start = workday(dayNumber(end) + 1)
  return dayName(start)
}

/** Weeks from a day on; a range that would end in a weekend ends before it. */
export const weeksFrom = (start: string, weeks: number): Range => {
  let end = dayNumber(start) + 7 * weeks - 1
  while (isWeekend(end)) end--
  return { start, end: dayName(end) }
}

export const lengthOf = ({ start, end }: Range) => dayNumber(end) - dayNumber(start) + 1
export const weeksOf = (range: Range) => Math.max(1, Math.round(lengthOf(range) / 7))

/** How many weeks most of the last cycles took. */
export const usualWeeks = (taken: readonly Taken[]): number => {
  const counts = new Map<number, number>()
  for (const range of taken.slice(-5)) counts.set(weeksOf(range), (counts.get(weeksOf(range)) ?? 0) + 1)
  return [...counts].sort(([, a], [, b]) => b - a)[0]?.[0] ?? 2
}

export const workingDays = ({ start, end }: Range): number => {
  const [first, days] = [dayNumber(start), lengthOf({ start, end })]
  const whole = Math.floor(days / 7)
  let rest = 0
  for (let n = first + whole * 7; n < first + days; n++) if (!isWeekend(n)) rest++
  return whole * 5 + rest
}

/** "16 – 18 December", "28 December – 4 January", "16 December"; of another year than today's with that. */
export const spanWords = (from: string, to: string, month = 'MMMM', today = todayText()): string => {
  const begins = (places: number) => from.slice(0, places) === to.slice(0, places)
  const whole = (day: string) =>
    dayWords(dayNumber(day), `d ${month}${day.slice(0, 4) === today.slice(0, 4) ? '' : ' yyyy'}`)
  if (from === to) return whole(to)
  const first = begins(7) ? 'd' : begins(4) ? `d ${month}` : null
  return `${first ? dayWords(dayNumber(from), first) : whole(from)} – ${whole(to)}`
}

const MOST_NAMED = 2

/** "16 December belongs to Cycle 14, 21 – 23 December to Cycle 15 and more days to 2 others." */
export const clashWords = (clashes: readonly Clash[]): string => {
  const [first, ...others] = clashes.slice(0, MOST_NAMED)
  if (!first) return ''
  const more = clashes.length - MOST_NAMED
  const last = more > 0 ? ` and more days to ${more} ${more === 1 ? 'other' : 'others'}` : ''
  const verb = first.from === first.to ? 'belongs' : 'belong'
  const said = others.map(({ name, from, to }) => `, ${spanWords(from, to)} to ${name}`)
  return `${spanWords(first.from, first.to)} ${verb} to ${first.name}${said.join('')}${last}.`
}
