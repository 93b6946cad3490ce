import { neighbour, placeBeside } from '../settings/rows/places.ts'
import { stepEntries } from '../shell/stepEntries.ts'
import type { MenuEntry } from '../ui/popups/Menu.tsx'
import { useSteady } from '../ui/useSteady.ts'

const STEP = 10_000

/** What puts a cycle or module elsewhere; missing where the order is none of theirs. */
export type Moves = {
  onPut?: (dragged: string, target: string, spot: 'before' | 'after') => void
  /** One step up or down in its own part of the list. */
  onStep?: (id: string, by: -1 | 1) => void
  /** The same steps in its menu. */
  stepsOf?: (id: string) => readonly MenuEntry[]
}

/** Rows in an order of their own, by pointer, by keys and by their menus; `move` gives one the place that it comes to beside another. */
export const usePlaces = <Row extends { id: string; sort_order: number }>(
  parts: readonly (readonly Row[])[],
  isManual: boolean,
  move: (row: Row, beside: Row, sort_order: number) => void,
): Moves => {
  const onPut = useSteady((id: string, target: string, spot: 'before' | 'after') => {
    const row = parts.flat().find(one => one.id === id)
    const part = parts.find(rows => rows.some(one => one.id === target))
    const beside = part?.find(one => one.id === target)
    if (!row || !part || !beside) return
    const placed = part.map(one => ({ id: one.id, at: one.sort_order }))
    move(row, beside, placeBeside(placed, id, target, spot, STEP))
  })
  const onStep = useSteady((id: string, by: -1 | 1) => {
    const part = parts.find(rows => rows.some(one => one.id === id))
    const next = part && neighbour(part, id, by)
    if (next) onPut(id, next.id, by < 0 ? 'before' : 'after')
  })
  const stepsOf = useSteady((id: string) => {
    const part = parts.find(rows => rows.some(one => one.id === id)) ?? []
    return stepEntries({ id, among: part, onStep: by => onStep(id, by) })
  })
  return isManual ? { onPut, onStep, stepsOf } : {}
}
