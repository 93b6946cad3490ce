import { useEffect, useMemo, useState } from 'react'
import { proxy, useSnapshot } from 'valtio'
import type { Clock } from '#contract/lists/dateTerms.ts'
import { addDays, dayIn, startOfDay } from '#contract/people/zones.ts'
import { firstWeekday, tellFirstWeekday } from '../ui/dates/day-numbers.ts'
import { tellHalfDays } from '../ui/dates/day-words.ts'
import { tellToday } from '../ui/dates/today.ts'
import { getRow, getRows, useRow, useRows } from './rows.ts'
import { viewer } from './viewer.ts'

/** One word for all that show what depends on the day. */
const midnights = proxy({ passed: 0 })
let timer: ReturnType<typeof setTimeout> | undefined
let awaited = 0

// Reading a zone is dear, and every row with a date asks.
const days = new Map<string, { today: string; until: number }>()

const awaitMidnight = () => {
  const next = Math.min(...[...days.values()].map(({ until }) => until))
  if (awaited === next) return
  awaited = next
  clearTimeout(timer)
  timer = setTimeout(turn, Math.max(1_000, next - Date.now()))
}

const read = (zone: string): string => {
  const today = dayIn(zone)
  days.set(zone, { today, until: Date.parse(startOfDay(addDays(today, 1), zone)) })
  awaitMidnight()
  return today
}

/** Reads every day anew that is over, also where nobody shows it any more, and has everyone redraw. */
const turn = () => {
  // A timer may go off a moment early: the same midnight is awaited again.
  awaited = 0
  for (const [zone, { until }] of days) if (Date.now() >= until) read(zone)
  awaitMidnight()
  midnights.passed++
}

const todayIn = (zone: string): string => {
  const known = days.get(zone)
  if (known && Date.now() < known.until) return known.today
  // A machine that slept wakes with its timers late: whoever draws first informs the others.
  if (known) queueMicrotask(turn)
  return read(zone)
}
tellToday(() => todayIn(getRow('account', viewer()?.id)?.user_timezone ?? 'UTC'))

tellFirstWeekday(() => getRows('profile')[0]?.start_of_the_week ?? null)
tellHalfDays(() => getRows('profile')[0]?.time_format === '12-hour')

/** The first day of the week; weeks redraw when the person chooses another. */
export const useFirstWeekday = () => {
  useRows('profile')
  return firstWeekday()
}

/** The day in a zone; at midnight there everything that depends on it redraws. */
export const useDayIn = (zone: string): string => {
  void useSnapshot(midnights).passed
  return todayIn(zone)
}

/** Which day it is in each of these zones, reported anew at midnight in any of them. */
export const useDaysIn = (zones: readonly string[]): ReadonlyMap<string, string> => {
  void useSnapshot(midnights).passed
  const told = JSON.stringify([...new Set(zones)].sort().map(zone => [zone, todayIn(zone)]))
  return useMemo(() => new Map(JSON.parse(told) as [string, string][]), [told])
}

/** The zone that this person lives in, and which day it is there. */
export const useClock = (): Clock => {
  const zone = useRow('account', viewer()?.id)?.user_timezone ?? 'UTC'
  return { zone, today: useDayIn(zone) }
}

// A timer of more than 24 days would go off at once.
const MOST_WAIT = 86_400_000

/** The time in ms, reported anew when the next of these moments has come: something that is asleep awakes. */
export const useNow = (moments: readonly (string | null)[]): number => {
  const [now, setNow] = useState(Date.now)
  const next = Math.min(...moments.flatMap(at => (at && Date.parse(at) > now ? [Date.parse(at)] : [])))
  // biome-ignore lint/correctness/useExhaustiveDependencies: a clock that was set back, or a long wait, needs one more timer
  useEffect(() => {
    if (next === Number.POSITIVE_INFINITY) return
    const wait = Math.max(0, next - Date.now()) + 50
    const timer = setTimeout(() => setNow(Date.now()), Math.min(MOST_WAIT, wait))
    return () => clearTimeout(timer)
  }, [next, now])
  return now
}
