import { useVirtualizer } from '@tanstack/react-virtual'
import { useEffect, useRef } from 'react'
import { useDropGroup } from '../drag.ts'
import type { NamedGroup } from '../groups.tsx'
import { BoardColumn } from '../parts/BoardColumn.tsx'
import { QuickAdd } from '../parts/QuickAdd.tsx'
import { BoardCard } from './BoardCard.tsx'
import { BoardLanes } from './BoardLanes.tsx'
import type { LayoutProps } from './props.ts'

export const BoardLayout = (props: LayoutProps) =>
  props.query.subGroupBy ? (
    <BoardLanes {...props} />
  ) : (
    <div className="flex min-h-0 flex-1 gap-2 overflow-x-auto px-4 pt-1 pb-3">
      {props.groups.map(group => (
        <Column key={group.key} {...props} group={group} />
      ))}
    </div>
  )

const Column = (props: LayoutProps & { group: NamedGroup }) => {
  const { group, shut, onToggle, adding, setAdding, mayCreate, onDrop, loadMore } = props
  const element = useRef<HTMLElement>(null)
  const list = useRef<HTMLDivElement>(null)
  const over = useDropGroup(element, dragged =>
    onDrop(dragged, group.key, group.ids.at(-1) ?? null, 'bottom'),
  )
  const virtual = useVirtualizer({
    count: group.ids.length,
    getScrollElement: () => list.current,
    estimateSize: () => 104,
    gap: 6,
    getItemKey: at => group.ids[at]!,
    overscan: 6,
  })
  const items = virtual.getVirtualItems()
  const last = items.at(-1)?.index ?? 0
  const unfinished = group.ids.length < group.total && last >= group.ids.length - 8
  useEffect(() => {
    if (unfinished && !shut.has(group.key)) loadMore(group.key)
  }, [unfinished, loadMore, group.key, shut])
  return (
    <BoardColumn
      ref={element}
      listRef={list}
      name={group.name}
      icon={group.icon}
      count={group.total}
      points={group.points}
      shut={shut.has(group.key)}
      onToggle={() => onToggle(group.key)}
      over={over}
      {...(mayCreate ? { onAdd: () => setAdding(group.key) } : {})}
      {...(adding === group.key
        ? {
            adding: (
              <QuickAdd
                look="card"
                projectKey={props.projectKey}
                onAdd={typed => props.onAdd(group.key, typed)}
                onClose={() => setAdding(null)}
              />
            ),
          }
        : {})}
    >
      <ul aria-label={group.name} className="relative" style={{ height: virtual.getTotalSize() }}>
        {items.map(item => (
          <li
            key={item.key}
            ref={virtual.measureElement}
            data-index={item.index}
            className="absolute inset-x-0 top-0"
            style={{ transform: `translateY(${item.start}px)` }}
          >
            <BoardCard {...props} id={group.ids[item.index]!} />
          </li>
        ))}
      </ul>
    </BoardColumn>
  )
}
