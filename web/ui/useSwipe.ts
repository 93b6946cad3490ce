import { type PointerEvent, useRef, useState } from 'react'

/** So far a row has to be drawn aside, in pixels, until letting go does what is below it. */
export const SWIPED = 76
/** A finger trembles so much before it goes anywhere. */
const SLOP = 8

/**
 * A row that a finger draws to the right: let go far enough along it acts, before that it goes back. Its element leaves what
 * goes up and down to the browser (`touch-action: pan-y`), which then takes the finger away.
 */
export const useSwipe = (act: (() => void) | null) => {
  const [by, setBy] = useState(0)
  const begun = useRef<{ id: number; x: number; y: number } | null>(null)
  const end = (isMeant: boolean) => {
    if (begun.current && isMeant && by >= SWIPED) act?.()
    begun.current = null
    setBy(0)
  }
  const box = {
    onPointerDown: ({ pointerType, pointerId: id, clientX: x, clientY: y }: PointerEvent) => {
      if (act && pointerType === 'touch') begun.current = { id, x, y }
    },
    onPointerMove: ({ pointerId, clientX, clientY }: PointerEvent) => {
      const from = begun.current
      if (!from || from.id !== pointerId) return
      const [across, along] = [clientX - from.x, clientY - from.y]
      const isAside = by > 0 || (across > SLOP && across > Math.abs(along))
      if (isAside) setBy(Math.max(0, Math.min(across, SWIPED)))
    },
    onPointerUp: () => end(true),
    onPointerCancel: () => end(false),
  }
  return { by, box }
}
