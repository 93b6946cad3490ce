import { type PointerEvent, useEffect, useRef, useState } from 'react'
import type { Issue } from '#contract/work/issues.ts'
import { getRow } from '../../../data/rows.ts'
import { whileHeld } from '../../../ui/whileHeld.ts'
import { useDoing } from '../../here/here.ts'
import { datesOn, type Hold } from './weeks.ts'

const SLACK = 4

type Held = { id: string; hold: Hold; x: number; y: number }
/** `dates` is null over a day that it cannot be put on. */
export type Draft = {
  id: string
  hold: Hold
  day: number | null
  dates: Pick<Issue, 'start_date' | 'target_date'> | null
  x: number
  y: number
}
type Pull = { onStart: () => void; onDone: (issue: Issue, draft: Draft) => void }

/** The day under a point, whatever lies above it. */
const dayAt = (x: number, y: number): number | null => {
  for (const node of document.elementsFromPoint(x, y))
    if (node instanceof HTMLElement && node.dataset.day) return Number(node.dataset.day)
  return null
}

/** Takes an issue, or an end of it, from day to day. Escape lets go without a change. */
export const useDayPull = (options: Pull) => {
  const [held, setHeld] = useState<Held | null>(null)
  const [draft, setDraft] = useState<Draft | null>(null)
  const latest = useRef(options)
  latest.current = options
  useDoing('moves', draft ? draft.id : null)
  const justPulled = useRef(false)

  useEffect(() => {
    if (!held) return
    let now: Draft | null = null
    const move = ({ clientX: x, clientY: y }: globalThis.PointerEvent) => {
      if (!now && Math.hypot(x - held.x, y - held.y) < SLACK) return
      const issue = getRow('issue', held.id)
      if (!issue) return letGo()
      if (!now) latest.current.onStart()
      justPulled.current = true
      const day = dayAt(x, y)
      now = {
        id: held.id,
        hold: held.hold,
        day,
        dates: day === null ? null : datesOn(issue, held.hold, day),
        x,
        y,
      }
      setDraft(now)
    }
    const letGo = () => {
      setHeld(null)
      setDraft(null)
    }
    const up = () => {
      letGo()
      const issue = getRow('issue', held.id)
      if (issue && now && now.day !== null) latest.current.onDone(issue, now)
    }
    return whileHeld({ move, up, letGo })
  }, [held])

  const take = (id: string, hold: Hold) => (event: PointerEvent) => {
    // A finger scrolls.
    if (event.button !== 0 || event.pointerType === 'touch') return
    event.stopPropagation()
    justPulled.current = false
    setHeld({ id, hold, x: event.clientX, y: event.clientY })
  }
  return { draft, take, wasPulled: () => justPulled.current }
}
