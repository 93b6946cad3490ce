import { type RefObject, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { flushSync } from 'react-dom'
import { type Engine, withEngine } from '../../ui/drag/withEngine.ts'
import { useSelection } from '../acts/selection.ts'

/** `from`: the group it stands in; `sub`: its lane there, where there are lanes. */
export type Dragged = { issueId: string; from: string; sub?: string }
type Edge = 'top' | 'bottom' | null

const draggedOf = (source: { data: Record<string | symbol, unknown> }): Dragged | null =>
  typeof source.data.issueId === 'string'
    ? {
        issueId: source.data.issueId,
        from: String(source.data.from),
        ...(typeof source.data.sub === 'string' ? { sub: source.data.sub } : {}),
      }
    : null

let dragged: Dragged | null = null
const listeners = new Set<() => void>()

const put = (next: Dragged | null) => {
  dragged = next
  for (const tell of listeners) tell()
}
let follows = false
/** From here on it is known what is dragged: the row itself may not be drawn any more when it is let go. */
const follow = ({ monitorForElements }: Engine) => {
  if (follows) return
  follows = true
  monitorForElements({
    onDragStart: ({ source }) => put(draggedOf(source)),
    onDrop: () => put(null),
  })
}
const withDragged: typeof withEngine = attach =>
  withEngine(engine => {
    follow(engine)
    return attach(engine)
  })

/** The issue that is being dragged, if one is. */
export const useDragged = (): Dragged | null =>
  useSyncExternalStore(
    tell => {
      listeners.add(tell)
      return () => listeners.delete(tell)
    },
    () => dragged,
  )

/**
 * An issue that can be picked up, and that others can be dropped before or behind. Its element says `draggable` from its
 * first drawing on, and is there whenever this is `enabled`.
 */
export const useDraggable = (
  element: RefObject<HTMLElement | null>,
  issueId: string,
  group: string,
  options: {
    enabled: boolean
    sub?: string
    /** May it be dropped here? */
    takes?: (dragged: Dragged) => boolean
    onDrop: (dragged: Dragged, edge: 'top' | 'bottom') => void
  },
) => {
  const [state, setState] = useState<{ dragging: boolean; edge: Edge; stack: number }>({
    dragging: false,
    edge: null,
    stack: 1,
  })
  const selection = useSelection()
  const { enabled, sub } = options
  const latest = useRef({ ...options, selection })
  useEffect(() => {
    latest.current = { ...options, selection }
  })
  // Once for a row: each time that a browser is informed anew that an element can be dragged it styles all that is in it.
  useEffect(() => {
    const node = element.current
    if (!node || !enabled) return
    return withDragged(
      ({ combine, draggable, dropTargetForElements, attachClosestEdge, extractClosestEdge }) =>
        combine(
          draggable({
            element: node,
            getInitialData: () => ({ issueId, from: group, sub }),
            // The element in the browser's drag picture carries the count.
            onGenerateDragPreview: () => {
              const { selection } = latest.current
              const stack = selection?.has(issueId) ? selection.ids().length : 1
              if (stack > 1) flushSync(() => setState({ dragging: false, edge: null, stack }))
            },
            onDragStart: () => setState({ dragging: true, edge: null, stack: 1 }),
            onDrop: () => setState({ dragging: false, edge: null, stack: 1 }),
          }),
          dropTargetForElements({
            element: node,
            canDrop: ({ source }) => {
              const dragged = draggedOf(source)
              const { takes = () => true } = latest.current
              return dragged !== null && dragged.issueId !== issueId && takes(dragged)
            },
            getData: ({ input, element }) =>
              attachClosestEdge({ issueId }, { input, element, allowedEdges: ['top', 'bottom'] }),
            onDrag: ({ self }) => setState(old => ({ ...old, edge: extractClosestEdge(self.data) as Edge })),
            onDragLeave: () => setState(old => ({ ...old, edge: null })),
            onDrop: ({ self, source }) => {
              setState({ dragging: false, edge: null, stack: 1 })
              const dragged = draggedOf(source)
              if (dragged)
                latest.current.onDrop(
                  dragged,
                  (extractClosestEdge(self.data) as 'top' | 'bottom' | null) ?? 'top',
                )
            },
          }),
        ),
    )
  }, [element, enabled, issueId, group, sub])
  return state
}

/** A group that takes issues at its end: whether one is over it, whether it would come to be there, and why it is refused. */
export const useDropGroup = (
  element: RefObject<HTMLElement | null>,
  { refuse, onDrop }: { refuse: (dragged: Dragged) => string | null; onDrop: (dragged: Dragged) => void },
) => {
  const [over, setOver] = useState<'within' | 'end' | null>(null)
  const lifted = useDragged()
  useEffect(() => {
    const node = element.current
    if (!node) return
    return withDragged(({ dropTargetForElements }) =>
      dropTargetForElements({
        element: node,
        canDrop: ({ source }) => {
          const dragged = draggedOf(source)
          return dragged !== null && refuse(dragged) === null
        },
        onDragEnter: () => setOver('within'),
        onDrag: ({ location }) =>
          setOver(location.current.dropTargets[0]?.element === node ? 'end' : 'within'),
        onDragLeave: () => setOver(null),
        onDrop: ({ source, location }) => {
          setOver(null)
          const dragged = draggedOf(source)
          // An issue inside the group has taken it already.
          if (dragged && location.current.dropTargets[0]?.element === node) onDrop(dragged)
        },
      }),
    )
  })
  return { over: over !== null, end: over === 'end', refused: lifted && refuse(lifted) }
}
