import { useVirtualizer } from '@tanstack/react-virtual'
import { useEffect, useMemo, useRef } from 'react'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { useNarrow } from '../../ui/viewport.ts'
import { useDraggable, useDropGroup } from '../drag.ts'
import type { NamedGroup } from '../groups.tsx'
import { DropLine } from '../parts/BoardColumn.tsx'
import { GroupStrip } from '../parts/GroupStrip.tsx'
import { IssueRow } from '../parts/IssueRow.tsx'
import { IssueRowSmall } from '../parts/IssueRowSmall.tsx'
import { QuickAdd } from '../parts/QuickAdd.tsx'
import { useParts } from '../useParts.ts'
import type { LayoutProps } from './props.ts'

type Line =
  | { kind: 'group'; group: NamedGroup }
  | { kind: 'issue'; id: string; group: NamedGroup }
  | { kind: 'more'; group: NamedGroup }
  | { kind: 'add'; group: NamedGroup }

export const ListLayout = (props: LayoutProps) => {
  const { groups, shut, grouped, adding, loadMore } = props
  const narrow = useNarrow()
  const scroller = useRef<HTMLDivElement>(null)
  const lines = useMemo(
    () =>
      groups.flatMap((group): Line[] => [
        ...(grouped ? [{ kind: 'group' as const, group }] : []),
        ...(shut.has(group.key)
          ? []
          : [
              ...group.ids.map((id): Line => ({ kind: 'issue', id, group })),
              ...(group.ids.length < group.total ? [{ kind: 'more' as const, group }] : []),
              ...(adding === group.key ? [{ kind: 'add' as const, group }] : []),
            ]),
      ]),
    [groups, shut, grouped, adding],
  )
  const virtual = useVirtualizer({
    count: lines.length,
    getScrollElement: () => scroller.current,
    estimateSize: at => (lines[at]!.kind === 'group' ? 42 : narrow && lines[at]!.kind === 'issue' ? 64 : 36),
    getItemKey: at => {
      const line = lines[at]!
      return line.kind === 'issue' ? `${line.group.key}/${line.id}` : `${line.kind}/${line.group.key}`
    },
    overscan: 12,
  })
  const items = virtual.getVirtualItems()
  const wanted = items
    .flatMap(item => (lines[item.index]?.kind === 'more' ? [lines[item.index]!.group.key] : []))
    .join()
  useEffect(() => {
    for (const key of wanted ? wanted.split(',') : []) loadMore(key)
  }, [wanted, loadMore])
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
              {line.kind === 'group' && <Strip {...props} group={line.group} />}
              {line.kind === 'issue' && <Row {...props} id={line.id} group={line.group} narrow={narrow} />}
              {line.kind === 'more' && (
                <div className="flex h-9 items-center px-4">
                  <Skeleton className="h-3 w-64" />
                </div>
              )}
              {line.kind === 'add' && (
                <QuickAdd
                  look="row"
                  projectKey={props.projectKey}
                  onAdd={names => props.onAdd(line.group.key, names)}
                  onClose={() => props.setAdding(null)}
                />
              )}
            </li>
          )
        })}
      </ul>
    </div>
  )
}

const Strip = ({
  group,
  shut,
  onToggle,
  setAdding,
  mayCreate,
  onDrop,
}: LayoutProps & { group: NamedGroup }) => {
  const element = useRef<HTMLDivElement>(null)
  const over = useDropGroup(element, dragged =>
    onDrop(dragged, group.key, group.ids.at(-1) ?? null, 'bottom'),
  )
  return (
    <div ref={element} className="pt-1.5">
      <GroupStrip
        name={group.name}
        icon={group.icon}
        count={group.total}
        shut={shut.has(group.key)}
        onToggle={() => onToggle(group.key)}
        over={over}
        {...(mayCreate ? { onAdd: () => setAdding(group.key) } : {})}
      />
    </div>
  )
}

const Row = (props: LayoutProps & { id: string; group: NamedGroup; narrow: boolean }) => {
  const { id, group, narrow, peekId, mayEdit, onEdit, onPeek, onDrop } = props
  const parts = useParts(id)
  const element = useRef<HTMLDivElement>(null)
  const { dragging, edge } = useDraggable(element, id, group.key, {
    enabled: mayEdit && !narrow,
    onDrop: (dragged, side) => onDrop(dragged, group.key, id, side),
  })
  if (!parts) return <div className="h-9" />
  const shared = {
    ...parts,
    active: true,
    peeked: peekId === id,
    onOpen: onPeek,
    ...(mayEdit ? { onEdit } : {}),
  }
  return (
    <div ref={element} className={dragging ? 'opacity-[.42]' : undefined}>
      {edge === 'top' && <DropLine />}
      {narrow ? <IssueRowSmall {...shared} /> : <IssueRow {...shared} />}
      {edge === 'bottom' && <DropLine />}
    </div>
  )
}
