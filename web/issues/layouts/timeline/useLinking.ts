/** Draws what blocks what: from the end of one bar to another. */
import { type PointerEvent, type RefObject, useCallback, useEffect, useRef, useState } from 'react'
import { getRow } from '../../../data/rows.ts'
import { whileHeld } from '../../../ui/whileHeld.ts'
import { keyOf } from '../../acts/issueAddress.ts'
import { relate } from '../../acts/issuePartActions.ts'
import { relationsBy } from '../../fields/issueParts.ts'
import { scrollAtEdge } from './edges.ts'

/** The bar at the line's start, the pointer, and the bar below it with the reason why it cannot be linked. */
export type Linking = {
  from: string
  to: string | null
  refusal: string | null
  clientX: number
  clientY: number
}

/** Why one issue cannot be made to block another; null where it can. */
const refusalOf = (from: string, to: string): string | null => {
  const [first, second] = [getRow('issue', from), getRow('issue', to)]
  const known = relationsBy
    .of(from)
    .find(row => row.relation_type === 'blocked_by' && (row.issue === to || row.related_issue === to))
  if (!first || !second || !known) return null
  const [blocks, waits] = known.issue === to ? [first, second] : [second, first]
  return `${keyOf(blocks)} already blocks ${keyOf(waits)}`
}

const barAt = (x: number, y: number): string | null =>
  document.elementFromPoint(x, y)?.closest<HTMLElement>('[data-bar-of]')?.dataset.barOf ?? null

type Options = { scroller: RefObject<HTMLElement | null>; sidebar: number }

/** A line is pulled from a bar and let go over another; over anything else, and by Escape, nothing is said. */
export const useLinking = ({ scroller, sidebar }: Options) => {
  const [held, setHeld] = useState<{ from: string; x: number; y: number } | null>(null)
  const [linking, setLinking] = useState<Linking | null>(null)
  const place = useRef({ sidebar })
  place.current = { sidebar }

  useEffect(() => {
    if (!held) return
    const { from } = held
    let [x, y] = [held.x, held.y]
    const look = (): Linking => {
      const over = barAt(x, y)
      const to = over === from ? null : over
      return { from, to, refusal: to && refusalOf(from, to), clientX: x, clientY: y }
    }
    const follow = () => setLinking(look())
    const letGo = () => {
      setHeld(null)
      setLinking(null)
    }
    const run = () => {
      frame = requestAnimationFrame(run)
      if (scroller.current && scrollAtEdge(scroller.current, place.current.sidebar, x, y)) follow()
    }
    let frame = requestAnimationFrame(run)
    const stop = whileHeld({
      move: event => {
        x = event.clientX
        y = event.clientY
        follow()
      },
      up: () => {
        const { to, refusal } = look()
        letGo()
        const [first, second] = [getRow('issue', from), getRow('issue', to)]
        if (first && second && !refusal) relate(first, 'blocking', second, { tell: true })
      },
      letGo,
    })
    return () => {
      cancelAnimationFrame(frame)
      stop()
    }
  }, [held, scroller])

  const take = useCallback((from: string, event: PointerEvent) => {
    // A finger scrolls.
    if (event.button !== 0 || event.pointerType === 'touch') return
    event.preventDefault()
    event.stopPropagation()
    setHeld({ from, x: event.clientX, y: event.clientY })
  }, [])
  return { linking, take }
}
