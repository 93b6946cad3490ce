import { useEffect, useMemo, useRef } from 'react'
import { BoardColumn } from '../list/BoardColumn.tsx'
import { useDropGroup } from '../list/drag.ts'
import type { Stop } from '../list/drawnLines.ts'
import { useDrawn } from '../list/listFocus.ts'
import { QuickAdd } from '../rows/QuickAdd.tsx'
import { type NamedGroup, takesNew } from '../view/groups.tsx'
import { cardLine } from './BoardCard.tsx'
import { BoardLanes } from './BoardLanes.tsx'
import { Cards, type Scrolls, scrollToCard, useCards } from './Cards.tsx'
import type { LayoutProps } from './props.ts'
import { useKeptScroll } from './useKeptScroll.ts'

export const BoardLayout = (props: LayoutProps) =>
  props.query.subGroupBy ? <BoardLanes {...props} /> : <Columns {...props} />

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
    show: line => scrollToCard(scrolls.current, line),
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
  const { group, shut, onToggle, adding, setAdding, mayCreate, onDrop, loadMore } = props
  const element = useRef<HTMLElement>(null)
  const list = useRef<HTMLDivElement>(null)
  const target = useDropGroup(element, {
    refuse: dragged => props.refuse(dragged, group.key),
    onDrop: dragged => onDrop(dragged, group.key, group.ids.at(-1) ?? null, 'bottom'),
  })
  const { key, ids, total } = group
  const virtual = useCards(props, { group: key, ids, scroller: list, scrolls: props.scrolls })
  const last = virtual.getVirtualItems().at(-1)?.index ?? 0
  const isUnfinished = ids.length < total && last >= ids.length - 8
  useEffect(() => {
    if (isUnfinished && !shut.has(key)) loadMore(key)
  }, [isUnfinished, loadMore, key, shut])
  return (
    <BoardColumn
      ref={element}
      listRef={list}
      name={group.name}
      icon={group.icon}
      count={group.total}
      points={group.points}
      unestimated={props.list.projectId ? group.unestimated : 0}
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
      <Cards {...props} group={key} name={group.name} ids={ids} virtual={virtual} />
    </BoardColumn>
  )
}
