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
  /** They stand beside each other, not below. */
  isAcross?: boolean
  onDrop: (dragged: string, spot: Spot) => void
}

const THIRD = 1 / 3

type Pointer = { clientX: number; clientY: number }

const spotAt = (at: Pointer, element: Element, { holds = false, isAcross = false }: RowDrag): Spot => {
  const { top, left, height, width } = element.getBoundingClientRect()
  const part = isAcross ? (at.clientX - left) / width : (at.clientY - top) / height
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
    const find = (data: Record<string | symbol, unknown>, at: Pointer) => {
      const spot = latest.current.spotFor(idOf(data), spotAt(at, element, latest.current))
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
            const next = find(source.data, location.current.input)
            setOver(now => (now?.spot === next?.spot && now?.id === next?.id ? now : next))
          },
          onDragLeave: () => setOver(null),
          onDrop: ({ source, location }) => {
            setOver(null)
            const found = find(source.data, location.current.input)
            if (found) latest.current.onDrop(found.id, found.spot)
          },
        }),
      ),
    )
  }, [id, kind, isFixed])
  return { row, isDragged, over }
}
