import { defaultRangeExtractor, type Range, useVirtualizer } from '@tanstack/react-virtual'
import { useEffect, useMemo, useRef } from 'react'
import { useOverscan } from '../../ui/useOverscan.ts'
import { useDropGroup } from '../drag.ts'
import { type NamedGroup, takesNew } from '../groups.tsx'
import { type Stop, useDrawn } from '../listFocus.ts'
import { BoardColumn } from '../parts/BoardColumn.tsx'
import { QuickAdd } from '../parts/QuickAdd.tsx'
import { BoardCard, cardLine } from './BoardCard.tsx'
import { BoardLanes } from './BoardLanes.tsx'
import { type LayoutProps, rowVerbs } from './props.ts'
import { useKeptScroll } from './useKeptScroll.ts'

export const BoardLayout = (props: LayoutProps) =>
  props.query.subGroupBy ? <BoardLanes {...props} /> : <Columns {...props} />

/** How each column scrolls to one of its cards. */
type Scrolls = Map<string, (at: number) => void>

const Columns = (props: LayoutProps) => {
  const { focus, groups, shut } = props
  const board = useRef<HTMLDivElement>(null)
  const scrolls = useRef<Scrolls>(new Map())
  const stops = useMemo(
    () =>
      groups.flatMap(({ key, ids }): Stop[] =>
        shut.has(key) ? [] : ids.map(id => ({ line: cardLine(key, id), id, group: key })),
      ),
    [groups, shut],
  )
  useDrawn(focus, stops, {
    show: line => {
      for (const { key, ids } of groups)
        if (line.startsWith(`${key}/`)) scrolls.current.get(key)?.(ids.indexOf(line.slice(key.length + 1)))
    },
  })
  useKeptScroll(board, `${props.list.name}/board`)
  return (
    <div ref={board} className="flex min-h-0 flex-1 gap-2 overflow-x-auto px-4 pt-1 pb-3">
      {groups.map(group => (
        <Column key={group.key} {...props} group={group} scrolls={scrolls.current} />
      ))}
    </div>
  )
}

const Column = (props: LayoutProps & { group: NamedGroup; scrolls: Scrolls }) => {
  const { group, scrolls, focus, shut, onToggle, adding, setAdding, mayCreate, onDrop, loadMore } = props
  const element = useRef<HTMLElement>(null)
  const list = useRef<HTMLDivElement>(null)
  const target = useDropGroup(element, {
    refuse: dragged => props.refuse(dragged, group.key),
    onDrop: dragged => onDrop(dragged, group.key, group.ids.at(-1) ?? null, 'bottom'),
  })
  const { initialOffset } = useKeptScroll(list, `${props.list.name}/board/${group.key}`)
  const virtual = useVirtualizer({
    initialOffset,
    count: group.ids.length,
    getScrollElement: () => list.current,
    estimateSize: () => 104,
    gap: 6,
    getItemKey: at => group.ids[at]!,
    overscan: useOverscan(6),
    // The card with the focus is not lost by scrolling it away.
    rangeExtractor: (range: Range) => {
      const shown = defaultRangeExtractor(range)
      const line = focus.line()
      const at = line?.startsWith(`${group.key}/`) ? group.ids.indexOf(line.slice(group.key.length + 1)) : -1
      return at < 0 || shown.includes(at) ? shown : [...shown, at].sort((a, b) => a - b)
    },
  })
  useEffect(() => {
    scrolls.set(group.key, at => virtual.scrollToIndex(at, { align: 'auto' }))
    return () => void scrolls.delete(group.key)
  }, [scrolls, group.key, virtual])
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
      {...target}
      {...(mayCreate && takesNew(props.query.groupBy, group) ? { onAdd: () => setAdding(group.key) } : {})}
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
            <BoardCard
              {...rowVerbs(props)}
              id={group.ids[item.index]!}
              group={group.key}
              peeked={props.peekId === group.ids[item.index]}
            />
          </li>
        ))}
      </ul>
    </BoardColumn>
  )
}
