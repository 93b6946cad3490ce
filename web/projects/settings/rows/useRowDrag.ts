import { useEffect, useRef, useState } from 'react'
import { withEngine } from '../../../issues/list/drag.ts'

export type Spot = 'before' | 'after' | 'inside'

type RowDrag = {
  id: string
  /** Rows of one kind alone take each other. */
  kind: string
  isFixed: boolean
  /** Null where it may not be put there. */
  spotFor: (dragged: string, spot: Spot) => Spot | null
  /** In the middle of a row another may be put inside it. */
  holds?: boolean
  onDrop: (dragged: string, spot: Spot) => void
}

const THIRD = 1 / 3

const spotAt = (y: number, element: Element, holds: boolean): Spot => {
  const { top, height } = element.getBoundingClientRect()
  const part = (y - top) / height
  if (holds && part > THIRD && part < 1 - THIRD) return 'inside'
  return part < 1 / 2 ? 'before' : 'after'
}

/** A row that is dragged among its like, and where the one that is over it would come. */
export const useRowDrag = <E extends HTMLElement = HTMLLIElement>(drag: RowDrag) => {
  const row = useRef<E>(null)
  const [isDragged, setDragged] = useState(false)
  const [over, setOver] = useState<{ id: string; spot: Spot } | null>(null)
  const latest = useRef(drag)
  useEffect(() => {
    latest.current = drag
  })
  const { id, kind, isFixed } = drag
  useEffect(() => {
    const element = row.current
    if (!element || isFixed) return
    const idOf = (data: Record<string | symbol, unknown>) => String(data[kind])
    const find = (data: Record<string | symbol, unknown>, y: number) => {
      const { spotFor, holds = false } = latest.current
      const spot = spotFor(idOf(data), spotAt(y, element, holds))
      return spot && { id: idOf(data), spot }
    }
    return withEngine(({ combine, draggable, dropTargetForElements }) =>
      combine(
        draggable({
          element,
          getInitialData: () => ({ [kind]: id }),
          onDragStart: () => setDragged(true),
          onDrop: () => setDragged(false),
        }),
        dropTargetForElements({
          element,
          canDrop: ({ source }) => kind in source.data && source.data[kind] !== id,
          onDrag: ({ source, location }) => {
            const next = find(source.data, location.current.input.clientY)
            setOver(now => (now?.spot === next?.spot && now?.id === next?.id ? now : next))
          },
          onDragLeave: () => setOver(null),
          onDrop: ({ source, location }) => {
            setOver(null)
            const found = find(source.data, location.current.input.clientY)
            if (found) latest.current.onDrop(found.id, found.spot)
          },
        }),
      ),
    )
  }, [id, kind, isFixed])
  return { row, isDragged, over }
}
