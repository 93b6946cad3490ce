import { type KeyboardEvent, type PointerEvent, useEffect, useState } from 'react'
import { classes } from './classes.ts'
import { whileHeld } from './whileHeld.ts'

const STEP = 16

export type Width = {
  /** As it is drawn. */
  width: number
  /** Null: the usual one. */
  chosen: number | null
  narrowest: number
  widest: number
  /** Shows a width, and keeps it unless it is only tried. */
  set: (next: number | null, how?: { tried: boolean }) => void
}

type WidthEdgeProps = Width & {
  label: string
  /** On which side of what it makes wider it is. */
  side: 'left' | 'right'
}

/** The edge that something is made wider or narrower by; a double click or Enter gives it its usual width again. */
export const WidthEdge = ({ label, side, width, chosen, narrowest, widest, set }: WidthEdgeProps) => {
  const [held, setHeld] = useState<{ x: number; width: number; chosen: number | null } | null>(null)
  const outward = side === 'right' ? 1 : -1
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is followed from where it was taken
  useEffect(() => {
    if (!held) return
    let now: number | null = null
    return whileHeld({
      move: event => {
        now = held.width + outward * (event.clientX - held.x)
        set(now, { tried: true })
      },
      up: () => {
        if (now !== null) set(now)
        setHeld(null)
      },
      letGo: () => {
        set(held.chosen)
        setHeld(null)
      },
    })
  }, [held])

  const take = (event: PointerEvent) => {
    if (event.button !== 0) return
    event.preventDefault()
    setHeld({ x: event.clientX, width, chosen })
  }
  const press = (event: KeyboardEvent) => {
    const step = outward * (event.shiftKey ? 4 * STEP : STEP)
    const next = {
      ArrowLeft: width - step,
      ArrowRight: width + step,
      Home: widest,
      End: narrowest,
      Enter: null,
    }[event.key]
    if (next === undefined) return
    event.preventDefault()
    event.stopPropagation()
    set(next)
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: a rule between paragraphs does not move
    <div
      role="separator"
      tabIndex={0}
      aria-orientation="vertical"
      aria-label={label}
      aria-valuenow={width}
      aria-valuemin={narrowest}
      aria-valuemax={widest}
      onPointerDown={take}
      onDoubleClick={() => set(null)}
      onKeyDown={press}
      className={classes(
        'width-edge absolute inset-y-0 z-20 w-2 cursor-col-resize touch-none outline-none max-desk:hidden',
        side === 'left' ? '-left-1' : '-right-1',
        held && 'width-edge-held',
      )}
    />
  )
}
