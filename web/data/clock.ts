import { useEffect } from 'react'
import { proxy, useSnapshot } from 'valtio'
import type { Clock } from '#contract/lists/dateTerms.ts'
import { addDays, dayIn, startOfDay } from '#contract/people/zones.ts'
import { tellToday } from '../ui/dates/today.ts'
import { getRow, useRow } from './rows.ts'
import { viewer } from './viewer.ts'

// Reading a zone is dear, and every row with a date asks.
let known = { zone: '', today: '', until: 0 }
const todayIn = (zone: string): string => {
  if (known.zone !== zone || Date.now() >= known.until) {
    const today = dayIn(zone)
    known = { zone, today, until: Date.parse(startOfDay(addDays(today, 1), zone)) }
  }
  return known.today
}
tellToday(() => todayIn(getRow('account', viewer()?.id)?.user_timezone ?? 'UTC'))

/** One timer for all that show what depends on the day. */
const midnights = proxy({ passed: 0 })
let timer = 0
let awaited = 0

const awaitMidnight = () => {
  if (awaited === known.until) return
  awaited = known.until
  clearTimeout(timer)
  const wait = Math.max(1_000, known.until - Date.now())
  timer = window.setTimeout(() => void midnights.passed++, wait)
}

/** The zone that this person lives in, and which day it is there; at midnight everything that depends on it is shown anew. */
export const useClock = (): Clock => {
  const zone = useRow('account', viewer()?.id)?.user_timezone ?? 'UTC'
  void useSnapshot(midnights).passed
  const today = todayIn(zone)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another day awaits another midnight
  useEffect(awaitMidnight, [zone, today])
  return { zone, today }
}
