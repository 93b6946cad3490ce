/** The age of figures: a change of issues makes them stale, and then they are asked again, now and then. */
import { useEffect, useRef, useState } from 'react'
import type { StoredName } from '../data/rows.ts'
import { onRows } from '../data/rows.ts'
import { useSteady } from '../ui/useSteady.ts'

export type Freshness = {
  /** With each other number everything is asked again. */
  tick: number
  /** When an answer came last, by the clock of this page; null before the first. */
  at: number | null
  /** Something has changed since. */
  isStale: boolean
  refresh: () => void
  /** An answer has come. */
  note: () => void
}

/** By themselves figures are asked no more often. */
const APART_MS = 30_000
/** Several changes at once are one. */
const SETTLED_MS = 600
const KINDS: readonly StoredName[] = ['issue', 'state', 'label', 'estimate_point', 'project']

export const useFreshness = (): Freshness => {
  const [tick, setTick] = useState(0)
  const [at, setAt] = useState<number | null>(null)
  const [isStale, setStale] = useState(false)
  const own = useRef({ last: Number.NEGATIVE_INFINITY, timer: 0, isStale: false })
  const refresh = useSteady(() => {
    clearTimeout(own.current.timer)
    Object.assign(own.current, { timer: 0, isStale: false })
    setStale(false)
    setTick(now => now + 1)
  })
  useEffect(() => {
    const mine = own.current
    const ask = () => {
      mine.timer = 0
      if (document.visibilityState !== 'visible') return
      const left = mine.last + APART_MS - performance.now()
      if (left > 0) return begin()
      mine.last = performance.now()
      refresh()
    }
    const begin = () => {
      mine.timer ||= window.setTimeout(ask, Math.max(SETTLED_MS, mine.last + APART_MS - performance.now()))
    }
    const change = () => {
      if (!mine.isStale) setStale(true)
      mine.isStale = true
      begin()
    }
    // A row that a call has brought once more is as it was.
    const stops = KINDS.map(kind =>
      onRows(kind, (before, after) => before?.revision !== after?.revision && change()),
    )
    // Figures that became stale while nobody looked are asked when somebody looks again.
    const look = () => document.visibilityState === 'visible' && mine.isStale && begin()
    document.addEventListener('visibilitychange', look)
    return () => {
      clearTimeout(mine.timer)
      mine.timer = 0
      document.removeEventListener('visibilitychange', look)
      for (const stop of stops) stop()
    }
  }, [refresh])
  const note = useSteady(() => setAt(performance.now()))
  return { tick, at, isStale, refresh, note }
}
