import { type PointerEvent, type RefObject, useEffect, useRef, useState } from 'react'
import { whileHeld } from '../../../ui/whileHeld.ts'
import { useDoing } from '../../here/here.ts'
import { type Dates, type Grip, pulled, sameDates } from './bars.ts'
import { scrollAtEdge } from './edges.ts'

const SLACK = 4

type Pull = {
  issue: string
  dates: Dates
  dayWidth: number
  scroller: RefObject<HTMLElement | null>
  sidebar: number
  dayAt: (clientX: number) => number
  /** The dates while the bar is held, null when it is let go. */
  onDraft: (draft: Dates | null) => void
  onDone: (dates: Dates) => void
}
type Held = { grip: Grip; dates: Dates; day: number; x: number }

/** Pulls a bar by its middle or an end, day by day; near an edge the canvas runs on. Escape lets go without a change. */
export const usePull = (options: Pull) => {
  const [held, setHeld] = useState<Held | null>(null)
  const [draft, setDraft] = useState<Dates | null>(null)
  const latest = useRef(options)
  latest.current = options
  useDoing('moves', draft && options.issue)
  // A click follows every pull: it must not open the issue that was moved.
  const justPulled = useRef(false)

  useEffect(() => {
    if (!held) return
    let x = held.x
    let now: Dates | null = null
    const follow = () => {
      if (!now && Math.abs(x - held.x) < SLACK) return
      const { dayAt, dayWidth, onDraft } = latest.current
      const next = pulled(held.dates, held.grip, Math.round(dayAt(x) - held.day), dayWidth)
      if (now && sameDates(next, now)) return
      now = next
      justPulled.current = true
      setDraft(next)
      onDraft(next)
    }
    const letGo = () => {
      setHeld(null)
      setDraft(null)
      latest.current.onDraft(null)
    }
    const move = (event: globalThis.PointerEvent) => {
      x = event.clientX
      follow()
    }
    const up = () => {
      letGo()
      if (now && !sameDates(now, held.dates)) latest.current.onDone(now)
    }
    const run = () => {
      frame = requestAnimationFrame(run)
      const { scroller, sidebar } = latest.current
      if (scroller.current && now && scrollAtEdge(scroller.current, sidebar, x)) follow()
    }
    let frame = requestAnimationFrame(run)
    const stop = whileHeld({ move, up, letGo })
    return () => {
      cancelAnimationFrame(frame)
      stop()
    }
  }, [held])

  const take = (grip: Grip) => (event: PointerEvent) => {
    // A finger scrolls.
    if (event.button !== 0 || event.pointerType === 'touch') return
    event.stopPropagation()
    justPulled.current = false
    const { dates, dayAt } = options
    setHeld({
      grip,
      dates: { start_date: dates.start_date, target_date: dates.target_date },
      day: dayAt(event.clientX),
      x: event.clientX,
    })
  }
  return { draft, take, wasPulled: () => justPulled.current }
}
