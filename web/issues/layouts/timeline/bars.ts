/** An issue's dates as a bar, and the dates that pulling it makes. */
import type { Issue } from '#contract/work/issues.ts'
import { dayName, dayNumber } from '../../../ui/dates/day-numbers.ts'
import { STUB } from './scale.ts'

export type Dates = Pick<Issue, 'start_date' | 'target_date'>
/** The part of a bar that is pulled: the whole, or one end. */
export type Grip = 'whole' | 'start' | 'end'
/** Days of the first and behind the last; `open` is the side whose date is missing. */
export type Bar = { from: number; until: number; open: 'start' | 'end' | null }

export const sameDates = (a: Dates, b: Dates) =>
  a.start_date === b.start_date && a.target_date === b.target_date

/** Null without any date. A bar with one date is a stub of `STUB` pixels. */
export const barOf = ({ start_date, target_date }: Dates, dayWidth: number): Bar | null => {
  if (!start_date && !target_date) return null
  const stub = STUB / dayWidth
  if (!target_date) {
    const from = dayNumber(start_date ?? '')
    return { from, until: from + stub, open: 'end' }
  }
  const until = dayNumber(target_date) + 1
  if (!start_date) return { from: until - stub, until, open: 'start' }
  return { from: dayNumber(start_date), until, open: null }
}

/** How many days a span takes, its first and last included. */
export const lengthOf = ({ start_date, target_date }: Dates): number | null =>
  start_date && target_date ? dayNumber(target_date) - dayNumber(start_date) + 1 : null

const moved = (day: string | null, by: number) => (day ? dayName(dayNumber(day) + by) : null)

/** The dates after one part of the bar was pulled by some days; a span keeps at least one day. */
export const pulled = (dates: Dates, grip: Grip, by: number, dayWidth: number): Dates => {
  const { start_date, target_date } = dates
  const bar = barOf(dates, dayWidth)
  if (!bar) return dates
  if (grip === 'whole') return { start_date: moved(start_date, by), target_date: moved(target_date, by) }
  const first = start_date ? dayNumber(start_date) : Math.round(bar.from)
  const last = target_date ? dayNumber(target_date) : Math.round(bar.until) - 1
  return grip === 'start'
    ? { target_date, start_date: dayName(target_date ? Math.min(first + by, last) : first + by) }
    : { start_date, target_date: dayName(start_date ? Math.max(last + by, first) : last + by) }
}
