/** The place of days on the timeline, and the words of its header. */
import {
  firstWeekday,
  monthStart,
  quarterStart,
  weekdayOf,
  weekStart,
} from '../../../ui/dates/day-numbers.ts'
import { dayWords } from '../../../ui/dates/shaped-day.ts'
import type { Scale } from '../../view/view.ts'

export const SIDEBAR = 360
export const ROW = 36
export const HEAD_HEIGHT = 56
/** Width of a bar that has only one of its dates. */
export const STUB = 60

export const dayWidths: Record<Scale, number> = { week: 60, month: 20, quarter: 5 }
/** Months to either side of today; the canvas grows by as much at its ends. */
export const reach: Record<Scale, number> = { week: 4, month: 6, quarter: 24 }
const NARROWEST_DAY = 3
const WIDEST_DAY = 96

export const scaleOf = (width: number): Scale => (width >= 36 ? 'week' : width >= 10 ? 'month' : 'quarter')
export const zoomed = (width: number, wheel: number) =>
  Math.min(WIDEST_DAY, Math.max(NARROWEST_DAY, width * Math.exp(-wheel / 240)))

export type Range = { from: number; to: number }
export const rangeAround = (day: number, scale: Scale): Range => ({
  from: weekStart(monthStart(day, -reach[scale]), firstWeekday()),
  to: monthStart(day, reach[scale] + 1),
})

export type Tick = { day: number; until: number; label: string }

const spans = (
  { from, to }: Range,
  start: (day: number) => number,
  next: (day: number) => number,
  label: (day: number, until: number) => string,
): Tick[] => {
  const ticks: Tick[] = []
  for (let day = start(from); day < to; day = next(day))
    ticks.push({ day, until: next(day), label: label(day, next(day)) })
  return ticks
}

const days = (range: Range) =>
  spans(
    range,
    day => day,
    day => day + 1,
    day => dayWords(day, 'EEEEE d'),
  )
const weeks = (range: Range, label: (day: number, until: number) => string) =>
  spans(
    range,
    day => weekStart(day, firstWeekday()),
    day => day + 7,
    label,
  )
const months = (range: Range, shape: string) =>
  spans(
    range,
    day => monthStart(day),
    day => monthStart(day, 1),
    day => dayWords(day, shape),
  )

/** A week is called after its Thursday, whichever day it begins with. */
const thursdayFrom = (day: number) => day + ((11 - weekdayOf(day)) % 7)

const weekLabel = (day: number, until: number) => {
  const last = until - 1
  const sameMonth = monthStart(day) === monthStart(last)
  return `${dayWords(day, sameMonth ? 'd' : 'd MMM')} – ${dayWords(last, 'd MMM yyyy')} · Week ${dayWords(thursdayFrom(day), 'I')}`
}

/** The two lines of the header: the greater periods above the smaller ones. */
export const ticksOf = (scale: Scale, range: Range): { above: Tick[]; below: Tick[] } => {
  if (scale === 'week') return { above: weeks(range, weekLabel), below: days(range) }
  if (scale === 'month')
    return { above: months(range, 'MMMM yyyy'), below: weeks(range, day => dayWords(day, 'd MMM')) }
  return {
    above: spans(
      range,
      day => quarterStart(day),
      day => quarterStart(day, 1),
      day => dayWords(day, 'QQQ yyyy'),
    ),
    below: months(range, 'MMM'),
  }
}
