import { useEffect, useState } from 'react'
import type { Clock } from '#contract/dateTerms.ts'
import { addDays, dayIn, startOfDay } from '#contract/zones.ts'
import { useRow } from './rows.ts'
import { viewer } from './viewer.ts'

/** The zone that this person lives in, and which day it is there; at midnight everything that depends on it is shown anew. */
export const useClock = (): Clock => {
  const zone = useRow('account', viewer()?.id)?.user_timezone ?? 'UTC'
  const [, setMidnights] = useState(0)
  const today = dayIn(zone)
  useEffect(() => {
    const wait = Date.parse(startOfDay(addDays(today, 1), zone)) - Date.now()
    const timer = setTimeout(() => setMidnights(n => n + 1), Math.max(1_000, wait))
    return () => clearTimeout(timer)
  }, [zone, today])
  return { zone, today }
}
