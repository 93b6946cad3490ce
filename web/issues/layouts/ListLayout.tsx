import { useVirtualizer } from '@tanstack/react-virtual'
import { useCallback, useRef, useState } from 'react'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { useNarrow } from '../../ui/viewport.ts'
import { useDraggable } from '../drag.ts'
import type { NamedGroup } from '../groups.tsx'
import { DropLine } from '../parts/BoardColumn.tsx'
import { IssueRow } from '../parts/IssueRow.tsx'
import { IssueRowSmall } from '../parts/IssueRowSmall.tsx'
import { QuickAdd } from '../parts/QuickAdd.tsx'
import { useRowActs } from '../selection.ts'
import { useParts } from '../useParts.ts'
import { AddLine } from './AddLine.tsx'
import { GroupLine } from './GroupLine.tsx'
import { useLines, useMoreInSight } from './lines.ts'
import { NestedRows, type Unfolding, unfoldKeys } from './NestedRows.tsx'
import type { LayoutProps } from './props.ts'

export const ListLayout = (props: LayoutProps) => {
  const narrow = useNarrow()
  const scroller = useRef<HTMLDivElement>(null)
  const lines = useLines(props)
  const virtual = useVirtualizer({
    count: lines.length,
    getScrollElement: () => scroller.current,
    estimateSize: at => (lines[at]!.kind === 'group' ? 42 : narrow && lines[at]!.kind === 'issue' ? 64 : 36),
    getItemKey: at => lines[at]!.key,
    overscan: 12,
  })
  const items = virtual.getVirtualItems()
  const unfolding = useUnfolding()
  useMoreInSight(lines, items, props.loadMore)
  return (
    <div ref={scroller} className="@container min-h-0 flex-1 overflow-y-auto pb-16" data-scroller>
      <ul aria-label="Issues" className="relative" style={{ height: virtual.getTotalSize() }}>
        {items.map(item => {
          const line = lines[item.index]!
          return (
            <li
              key={item.key}
              ref={virtual.measureElement}
              data-index={item.index}
              className="absolute inset-x-0 top-0"
              style={{ transform: `translateY(${item.start}px)` }}
            >
              {line.kind === 'group' && (
                <div className="pt-1.5">
                  <GroupLine {...props} group={line.group} />
                </div>
              )}
              {line.kind === 'issue' && (
                <Row {...props} id={line.id} group={line.group} narrow={narrow} unfolding={unfolding} />
              )}
              {line.kind === 'more' && (
                <div className="flex h-9 items-center px-4">
                  <Skeleton className="h-3 w-64" />
                </div>
              )}
              {line.kind === 'add' && (
                <QuickAdd
                  look="row"
                  projectKey={props.projectKey}
                  onAdd={typed => props.onAdd(line.group.key, typed)}
                  onClose={() => props.setAdding(null)}
                />
              )}
            </li>
          )
        })}
      </ul>
      {props.mayCreate && !props.grouped && (
        <div className="max-md:hidden">
          <AddLine {...props} />
        </div>
      )}
    </div>
  )
}

const useUnfolding = (): Unfolding => {
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set())
  const toggle = useCallback(
    (id: string) =>
      setOpen(old => (old.has(id) ? new Set([...old].filter(one => one !== id)) : new Set([...old, id]))),
    [],
  )
  return { open, toggle }
}

type RowProps = LayoutProps & { id: string; group: NamedGroup; narrow: boolean; unfolding: Unfolding }

const Row = (props: RowProps) => {
  const { id, group, narrow, unfolding, peekId, mayEdit, onEdit, onPeek, onDrop } = props
  const parts = useParts(id)
  const acts = useRowActs(id)
  const element = useRef<HTMLDivElement>(null)
  const { dragging, edge } = useDraggable(element, id, group.key, {
    enabled: mayEdit && !narrow && parts?.mayEdit === true,
    onDrop: (dragged, side) => onDrop(dragged, group.key, id, side),
  })
  if (!parts) return <div className="h-9" />
  const shared = {
    ...parts,
    ...acts,
    active: true,
    peeked: peekId === id,
    onOpen: onPeek,
    ...(mayEdit && parts.mayEdit ? { onEdit } : {}),
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys are those of the link inside
    <div
      ref={element}
      onKeyDown={unfoldKeys(parts.issue, unfolding)}
      className={dragging ? 'opacity-[.42]' : undefined}
    >
      {edge === 'top' && <DropLine />}
      {narrow ? (
        <IssueRowSmall {...shared} />
      ) : (
        <IssueRow {...shared} expanded={unfolding.open.has(id)} onExpand={unfolding.toggle} />
      )}
      {!narrow && unfolding.open.has(id) && <NestedRows {...props} issue={parts.issue} depth={1} />}
      {edge === 'bottom' && <DropLine />}
    </div>
  )
}
