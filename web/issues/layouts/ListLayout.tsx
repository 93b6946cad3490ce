import { useVirtualizer } from '@tanstack/react-virtual'
import { memo, useCallback, useMemo, useRef, useState } from 'react'
import { useOverscan } from '../../ui/behind.ts'
import { classes } from '../../ui/classes.ts'
import { variables } from '../../ui/colours.ts'
import { Skeleton } from '../../ui/marks/Skeleton.tsx'
import { useNarrow } from '../../ui/viewport.ts'
import { type Neighbours, useRowActs } from '../acts/selection.ts'
import { useShownIssue } from '../fields/useShownIssue.ts'
import { DropLine } from '../list/BoardColumn.tsx'
import { useDraggable } from '../list/drag.ts'
import type { Stop } from '../list/drawnLines.ts'
import { useDrawn } from '../list/listFocus.ts'
import { IssueRow } from '../rows/IssueRow.tsx'
import { IssueRowSmall } from '../rows/IssueRowSmall.tsx'
import { AddLine } from './AddLine.tsx'
import { AddSpot } from './AddSpot.tsx'
import { GroupLine } from './GroupLine.tsx'
import { issueAt, stopsOf, useLines, useMoreInSight, usePinned } from './lines.ts'
import { DEEPEST, NestedRows, type Unfolding, unfoldKeys } from './NestedRows.tsx'
import { type LayoutProps, type RowVerbs, rowVerbs } from './props.ts'
import { useKeptScroll } from './useKeptScroll.ts'

const STRIP = 42

export const ListLayout = (props: LayoutProps) => {
  const narrow = useNarrow()
  const scroller = useRef<HTMLDivElement>(null)
  const lines = useLines(props)
  const { lineIndex, rangeExtractor, isStuck } = usePinned(lines, props.focus)
  const { initialOffset } = useKeptScroll(scroller, `${props.list.name}/list`)
  const virtual = useVirtualizer({
    initialOffset,
    count: lines.length,
    getScrollElement: () => scroller.current,
    estimateSize: at =>
      lines[at]!.kind === 'group' ? STRIP : narrow && lines[at]!.kind === 'issue' ? 64 : 36,
    getItemKey: useCallback((at: number) => lines[at]!.key, [lines]),
    overscan: useOverscan(),
    scrollPaddingStart: props.grouped ? STRIP : 0,
    rangeExtractor,
  })
  const items = virtual.getVirtualItems()
  const unfolding = useUnfolding()
  const stops = useMemo(() => withNested(stopsOf(lines), unfolding), [lines, unfolding])
  useDrawn(props.focus, stops, {
    show: line => virtual.scrollToIndex(lineIndex(line), { align: 'auto' }),
  })
  useMoreInSight(lines, items, props.loadMore)
  return (
    <div
      ref={scroller}
      className="@container under-head min-h-0 flex-1 overflow-y-auto bg-bg pb-16 max-md:pb-24"
      style={variables({ '--head': props.grouped ? `${STRIP}px` : '0px' })}
      data-scroller
    >
      <ul aria-label="Issues" className="relative" style={{ height: virtual.getTotalSize() }}>
        {items.map(item => {
          const line = lines[item.index]!
          return (
            <li
              key={item.key}
              ref={virtual.measureElement}
              data-index={item.index}
              className={classes('inset-x-0 top-0', isStuck(item.index) ? 'sticky z-[2] bg-bg' : 'absolute')}
              style={isStuck(item.index) ? undefined : { transform: `translateY(${item.start}px)` }}
            >
              {line.kind === 'group' && (
                <div className="pt-1.5">
                  <GroupLine {...props} group={line.group} />
                </div>
              )}
              {line.kind === 'issue' && (
                <Row
                  {...rowVerbs(props)}
                  line={line.key}
                  above={issueAt(lines, item.index - 1)}
                  below={issueAt(lines, item.index + 1)}
                  id={line.id}
                  group={line.group.key}
                  peekId={props.peekId === line.id || unfolding.open.has(line.id) ? props.peekId : null}
                  {...{ narrow, unfolding }}
                />
              )}
              {line.kind === 'more' && (
                <div className="flex h-9 items-center px-4">
                  <Skeleton className="h-3 w-64" />
                </div>
              )}
              {line.kind === 'add' && <div className="h-9" />}
            </li>
          )
        })}
        {props.adding !== null && (
          <li className="contents">
            <AddSpot {...props} lines={lines} measured={virtual.measurementsCache} className="-bottom-16" />
          </li>
        )}
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
  const [nested, setNested] = useState<Unfolding['nested']>({})
  const tell = useCallback(
    (id: string, children: readonly string[]) => setNested(old => ({ ...old, [id]: children })),
    [],
  )
  return useMemo(() => ({ open, toggle, nested, tell }), [open, toggle, nested, tell])
}

/** Each line, and below it what is unfolded there. */
const withNested = (
  stops: readonly Stop[],
  { open, nested }: Pick<Unfolding, 'open' | 'nested'>,
  depth = 0,
): Stop[] =>
  stops.flatMap(stop => {
    const children = depth < DEEPEST && open.has(stop.id) ? (nested[stop.id] ?? []) : []
    return [
      stop,
      ...withNested(
        children.map(id => ({ ...stop, id, line: `${stop.line}/${id}` })),
        { open, nested },
        depth + 1,
      ),
    ]
  })

type RowProps = RowVerbs &
  Neighbours & {
    line: string
    id: string
    group: string
    peekId: string | null
    narrow: boolean
    unfolding: Unfolding
  }

const Row = memo((props: RowProps) => {
  const { line, id, group, narrow, unfolding, peekId, mayEdit, onEdit, onPeek, onDrop, refuse } = props
  const shown = useShownIssue(id)
  const acts = useRowActs(id, props)
  const element = useRef<HTMLDivElement>(null)
  const mayDrag = mayEdit && !narrow && shown?.mayEdit === true
  const { dragging, edge } = useDraggable(element, id, group, {
    enabled: mayDrag,
    takes: dragged => refuse(dragged, group) === null,
    onDrop: (dragged, side) => onDrop(dragged, group, id, side),
  })
  if (!shown) return <div className="h-9" />
  const shared = {
    ...shown,
    ...acts,
    active: true,
    peeked: peekId === id,
    onOpen: onPeek,
    ...(mayEdit && shown.mayEdit ? { onEdit } : {}),
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys are those of the link inside
    <div
      ref={element}
      draggable={mayDrag}
      data-line={line}
      onKeyDown={unfoldKeys(shown.issue, unfolding)}
      className={dragging ? 'opacity-[.42]' : undefined}
    >
      {edge === 'top' && <DropLine />}
      {narrow ? (
        <IssueRowSmall {...shared} />
      ) : (
        <IssueRow {...shared} expanded={unfolding.open.has(id)} onExpand={unfolding.toggle} />
      )}
      {!narrow && unfolding.open.has(id) && <NestedRows {...props} issue={shown.issue} depth={1} />}
      {edge === 'bottom' && <DropLine />}
    </div>
  )
})
Row.displayName = 'Row'
