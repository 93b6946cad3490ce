import { useRef } from 'react'
import { useDraggable } from '../drag.ts'
import type { NamedGroup } from '../groups.tsx'
import { DropLine } from '../parts/BoardColumn.tsx'
import { IssueCard } from '../parts/IssueCard.tsx'
import { useRowActs } from '../selection.ts'
import { useParts } from '../useParts.ts'
import type { LayoutProps } from './props.ts'

/** Where a card stands: in a column, and in a lane of it. */
export const cardLine = (group: string, id: string, lane?: string) =>
  lane === undefined ? `${group}/${id}` : `${lane}/${group}/${id}`

type BoardCardProps = Pick<LayoutProps, 'peekId' | 'mayEdit' | 'onEdit' | 'onPeek' | 'onDrop' | 'refuse'> & {
  id: string
  group: NamedGroup
  /** The lane that it stands in, where there are lanes. */
  sub?: string
}

/** A card in its column or cell: picked up, dropped on, opened. */
export const BoardCard = (props: BoardCardProps) => {
  const { id, group, sub, peekId, mayEdit, onEdit, onPeek, onDrop, refuse } = props
  const parts = useParts(id)
  const acts = useRowActs(id)
  const element = useRef<HTMLElement>(null)
  const isOpen = mayEdit && parts?.mayEdit === true
  const { dragging, edge, stack } = useDraggable(element, id, group.key, {
    enabled: isOpen,
    ...(sub === undefined ? {} : { sub }),
    takes: dragged => refuse(dragged, group.key, sub) === null,
    onDrop: (dragged, side) => onDrop(dragged, group.key, id, side, sub),
  })
  if (!parts) return null
  return (
    <>
      {edge === 'top' && <DropLine />}
      <IssueCard
        {...parts}
        line={cardLine(group.key, id, sub)}
        {...acts}
        stack={stack}
        ref={element}
        active
        peeked={peekId === id}
        onOpen={onPeek}
        {...(isOpen ? { onEdit } : {})}
        {...(dragging ? { drag: 'hole' as const } : {})}
      />
      {edge === 'bottom' && <DropLine />}
    </>
  )
}
