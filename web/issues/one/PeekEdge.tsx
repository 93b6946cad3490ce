import { type KeyboardEvent, type PointerEvent, useEffect, useState } from 'react'
import { classes } from '../../ui/classes.ts'
import { whileHeld } from '../layouts/whileHeld.ts'
import { NARROWEST, usePeekWidth } from '../list/peekWidth.ts'

const STEP = 16

/** The edge that an open issue is made wider or narrower by; a double click or Enter gives it its usual width again. */
export const PeekEdge = () => {
  const { width, chosen, widest, set } = usePeekWidth()
  const [held, setHeld] = useState<{ x: number; width: number; chosen: number | null } | null>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is followed from where it was taken
  useEffect(() => {
    if (!held) return
    let now: number | null = null
    return whileHeld({
      move: event => {
        now = held.width + held.x - event.clientX
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
    const step = event.shiftKey ? 4 * STEP : STEP
    const next = {
      ArrowLeft: width + step,
      ArrowRight: width - step,
      Home: widest,
      End: NARROWEST,
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
      aria-label="Issue width"
      aria-valuenow={width}
      aria-valuemin={NARROWEST}
      aria-valuemax={widest}
      onPointerDown={take}
      onDoubleClick={() => set(null)}
      onKeyDown={press}
      className={classes(
        'peek-edge absolute inset-y-0 -left-1 z-20 w-2 cursor-col-resize touch-none outline-none max-desk:hidden',
        held && 'peek-edge-held',
      )}
    />
  )
}
