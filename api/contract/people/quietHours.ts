/** Hours in which somebody is notified of nothing outside of their inbox. */
import { addDays, dayIn, instantAt } from './zones.ts'

export const DAY_MINUTES = 24 * 60
export const WEEK = [0, 1, 2, 3, 4, 5, 6] as const

export type QuietHours = {
  /** Minutes after midnight, as a clock in their zone shows it. */
  quiet_from: number
  /** An end that is not later than the beginning falls on the next day. */
  quiet_to: number
  /** Weekdays on which they begin; 0 is Sunday. */
  quiet_days: readonly number[]
}

/** Nothing would ever leave. */
export const isAlwaysQuiet = ({ quiet_from, quiet_to, quiet_days }: QuietHours) =>
  quiet_from === quiet_to && new Set(quiet_days).size === WEEK.length

const weekdayOf = (day: string) => new Date(`${day}T00:00:00Z`).getUTCDay()

/**
 * Says whether a moment is quiet. Both ends are read off a clock in that zone on that day, so the hours are longer or
 * shorter when clocks change in between.
 */
export const isQuiet = (
  { quiet_from, quiet_to, quiet_days }: QuietHours,
  zone: string,
  now: number,
): boolean => {
  const today = dayIn(zone, now)
  const overnight = quiet_to <= quiet_from ? 1 : 0
  return [addDays(today, -1), today].some(day => {
    if (!quiet_days.includes(weekdayOf(day))) return false
    const from = Date.parse(instantAt(day, quiet_from, zone))
    return from <= now && now < Date.parse(instantAt(addDays(day, overnight), quiet_to, zone))
  })
}
