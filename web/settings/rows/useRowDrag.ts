import { useEffect, useRef, useState } from 'react'
import { withEngine } from '../../ui/drag/withEngine.ts'
import { type Held, type Point, takeFingers } from './fingerTargets.ts'

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
  /** They are beside each other, not below. */
  isAcross?: boolean
  onDrop: (dragged: string, spot: Spot) => void
}

const THIRD = 1 / 3

const spotAt = (at: Point, element: Element, { holds = false, isAcross = false }: RowDrag): Spot => {
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
    const find = (dragged: string, at: Point) => {
      const spot = latest.current.spotFor(dragged, spotAt(at, element, latest.current))
      return spot && { id: dragged, spot }
    }
    const show = (dragged: string, at: Point) => {
      const next = find(dragged, at)
      setOver(now => (now?.spot === next?.spot && now?.id === next?.id ? now : next))
    }
    const leave = () => setOver(null)
    const drop = (dragged: string, at: Point) => {
      leave()
      const found = find(dragged, at)
      if (found) latest.current.onDrop(found.id, found.spot)
    }
    const letGo = takeFingers(element, { kind, id, show, leave, drop })
    const stop = withEngine(({ combine, draggable, dropTargetForElements }) =>
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
          onDrag: ({ source, location }) => show(idOf(source.data), location.current.input),
          onDragLeave: leave,
          onDrop: ({ source, location }) => drop(idOf(source.data), location.current.input),
        }),
      ),
    )
    return () => {
      letGo()
      stop()
    }
  }, [id, kind, isFixed])
  /** What a grip holds. */
  const held: Held = { kind, id, isFixed, element: () => row.current, onHeld: setDragged }
  return { row, isDragged, over, held }
}
