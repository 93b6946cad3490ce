import { memo, useRef } from 'react'
import { useRowActs } from '../acts/selection.ts'
import { useShownIssue } from '../fields/useShownIssue.ts'
import { DropLine } from '../list/BoardColumn.tsx'
import { useDraggable } from '../list/drag.ts'
import { IssueCard } from '../rows/IssueCard.tsx'
import type { RowVerbs } from './props.ts'

/** Where a card is: in a column, and in a lane of it. */
export const cardLine = (group: string, id: string, lane?: string) =>
  lane === undefined ? `${group}/${id}` : `${lane}/${group}/${id}`

type BoardCardProps = RowVerbs & {
  id: string
  /** Key of the group that it stands in, and of its lane where there are lanes. */
  group: string
  sub?: string
  peeked: boolean
}

/** A card in its column or cell: picked up, dropped on, opened. Only what changes in it draws it anew. */
export const BoardCard = memo((props: BoardCardProps) => {
  const { id, group, sub, peeked, mayEdit, onEdit, onPeek, onDrop, refuse } = props
  const shown = useShownIssue(id)
  const acts = useRowActs(id)
  const element = useRef<HTMLElement>(null)
  const isOpen = mayEdit && shown?.mayEdit === true
  const { dragging, edge, stack } = useDraggable(element, id, group, {
    enabled: isOpen,
    ...(sub === undefined ? {} : { sub }),
    takes: dragged => refuse(dragged, group, sub) === null,
    onDrop: (dragged, side) => onDrop(dragged, group, id, side, sub),
  })
  if (!shown) return null
  return (
    <>
      {edge === 'top' && <DropLine />}
      <IssueCard
        {...shown}
        line={cardLine(group, id, sub)}
        {...acts}
        stack={stack}
        ref={element}
        mayDrag={isOpen}
        active
        peeked={peeked}
        onOpen={onPeek}
        {...(isOpen ? { onEdit } : {})}
        {...(dragging ? { drag: 'hole' as const } : {})}
      />
      {edge === 'bottom' && <DropLine />}
    </>
  )
})
BoardCard.displayName = 'BoardCard'
