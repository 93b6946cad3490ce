import { useVirtualizer } from '@tanstack/react-virtual'
import { type KeyboardEvent, useCallback, useMemo, useRef } from 'react'
import { type Ordering, writeOrdering } from '#contract/lists/issueOrder.ts'
import { useOverscan } from '../../../ui/behind.ts'
import { variables } from '../../../ui/colours.ts'
import { useSteady } from '../../../ui/useSteady.ts'
import { useNarrow } from '../../../ui/viewport.ts'
import { useDrawn } from '../../list/listFocus.ts'
import { AddSpot } from '../AddSpot.tsx'
import { stopsOf, useAlwaysDrawn, useLines, useMoreInSight, usePlaces } from '../lines.ts'
import type { LayoutProps } from '../props.ts'
import { useKeptScroll } from '../useKeptScroll.ts'
import { type ShownColumn, useColumns } from './columnChoice.ts'
import { ISSUE_COLUMN } from './columns.tsx'
import { fromFirst, rangeOf } from './range.ts'
import { TableFoot } from './TableFoot.tsx'
import { TableHead } from './TableHead.tsx'
import { TableLine } from './TableLine.tsx'
import { useClipboard } from './useClipboard.ts'
import { HEAD, useCursor } from './useCursor.ts'

const NARROW_FIRST = 216
const HEAD_HEIGHT = 36
const STRIP = 36

/** Titles get the room that no column needs, unless their column has been given a width. */
const template = (issueWidth: number, fills: boolean, columns: readonly ShownColumn[]) =>
  [
    fills ? `minmax(${issueWidth}px,1fr)` : `${issueWidth}px`,
    ...columns.map(column => `${column.width}px`),
    fills ? '0' : 'minmax(0,1fr)',
  ].join(' ')

/** The same array while it holds the same ids. */
const useSameIds = (ids: readonly string[]): readonly string[] => {
  const key = ids.join()
  return useMemo(() => key.split(','), [key])
}

/** The sheet behind the table: its columns and drawn lines, the cell that the keys are at, and what they copy and paste. */
const useSheet = (props: LayoutProps) => {
  const { list, change } = props
  const narrow = useNarrow()
  const { columns, issueWidth: wide, fills } = useColumns(list)
  const issueWidth = narrow ? Math.min(wide, NARROW_FIRST) : wide
  const columnIds = useSameIds([ISSUE_COLUMN, ...columns.map(column => column.id)])
  const scroller = useRef<HTMLDivElement>(null)
  const grid = useRef<HTMLDivElement>(null)
  const lines = useLines(props)
  const row = narrow ? 44 : 36
  const lineIndex = usePlaces(lines)
  const pinned = useRef<string | null>(null)
  const { rangeExtractor, isStuck } = useAlwaysDrawn(lines, () => lineIndex(pinned.current))
  const { initialOffset } = useKeptScroll(scroller, `${list.name}/table`)
  const virtual = useVirtualizer({
    initialOffset,
    count: lines.length,
    getScrollElement: () => scroller.current,
    estimateSize: at => (lines[at]?.kind === 'issue' ? row : STRIP),
    getItemKey: useCallback((at: number) => lines[at]!.key, [lines]),
    overscan: useOverscan(),
    scrollPaddingStart: props.grouped ? HEAD_HEIGHT + STRIP : HEAD_HEIGHT,
    scrollPaddingEnd: 36,
    rangeExtractor,
  })
  const items = virtual.getVirtualItems()
  useMoreInSight(lines, items, props.loadMore)
  const { cursor, range, move, follow, mark } = useCursor({
    root: grid,
    lines,
    columns: columnIds,
    virtual,
  })
  pinned.current = cursor.line
  const cells = () => range ?? rangeOf(lines, columnIds, cursor, cursor)
  useClipboard({
    root: grid,
    marked: () => {
      const { ids, columns } = cells()
      return ids.length > 0 ? { ids, columns, isRange: range !== null } : null
    },
    below: () => fromFirst(lines, columnIds, cells()),
    mayPaste: props.mayEdit,
  })
  const stops = useMemo(() => stopsOf(lines), [lines])
  useDrawn(props.focus, stops, {
    show: line => virtual.scrollToIndex(lineIndex(line), { align: 'auto' }),
    // A row that an edit has moved takes the focus in the same column.
    target: node => node.querySelector(`[data-column="${cursor.column}"]`),
  })

  const preview = useSteady((id: string, width: number) =>
    scroller.current?.style.setProperty(
      '--columns',
      template(
        id === ISSUE_COLUMN ? width : issueWidth,
        fills && id !== ISSUE_COLUMN,
        columns.map(column => (column.id === id ? { ...column, width } : column)),
      ),
    ),
  )
  const order = useSteady((ordering: Ordering) => change({ order_by: writeOrdering(ordering) }))
  return {
    narrow,
    row,
    columns,
    issueWidth,
    fills,
    scroller,
    grid,
    lines,
    virtual,
    isStuck,
    cursor,
    range,
    move,
    follow,
    mark,
    preview,
    order,
  }
}

export const TableLayout = (props: LayoutProps) => {
  const { list, query } = props
  const sheet = useSheet(props)
  const { columns, issueWidth, scroller, grid, lines, virtual, cursor, mark, row } = sheet
  const press = (event: KeyboardEvent<HTMLDivElement>) => {
    if (!sheet.move(event)) return
    event.preventDefault()
    event.stopPropagation()
  }
  const total = issueWidth + columns.reduce((sum, column) => sum + column.width, 0)
  return (
    <div
      ref={scroller}
      data-scroller
      className="sheet under-head @container min-h-0 flex-1 overflow-auto bg-bg"
      style={variables({
        '--head': `${props.grouped ? HEAD_HEIGHT + STRIP : HEAD_HEIGHT}px`,
        '--foot': '36px',
        '--columns': template(issueWidth, sheet.fills, columns),
      })}
      onScroll={event =>
        event.currentTarget.toggleAttribute('data-scrolled', event.currentTarget.scrollLeft > 0)
      }
    >
      {/* biome-ignore lint/a11y/useSemanticElements: rows that are drawn only in sight cannot be a table's */}
      <div
        ref={grid}
        role="grid"
        tabIndex={-1}
        aria-label="Issues"
        aria-rowcount={lines.length + 1}
        aria-colcount={columns.length + 1}
        onKeyDownCapture={press}
        onMouseDownCapture={event => mark(event) && event.preventDefault()}
        onClickCapture={event => mark(event) && event.stopPropagation()}
        onFocus={sheet.follow}
        className="min-w-full outline-none"
        style={{
          ...variables({ '--sheet-row': `${row}px` }),
          width: total,
        }}
      >
        <TableHead
          list={list}
          columns={columns}
          issueWidth={issueWidth}
          ordering={query}
          cursor={cursor.line === HEAD ? cursor.column : null}
          onOrder={sheet.order}
          onWidth={sheet.preview}
        />
        <div role="presentation" className="relative" style={{ height: virtual.getTotalSize() }}>
          {virtual.getVirtualItems().map(item => (
            <TableLine
              key={item.key}
              {...{ layout: props, columns, cursor, range: sheet.range, narrow: sheet.narrow }}
              line={lines[item.index]!}
              index={item.index}
              start={sheet.isStuck(item.index) ? null : item.start}
            />
          ))}
          {props.adding !== null && (
            // biome-ignore lint/a11y/useSemanticElements: see above
            <div role="row" tabIndex={-1}>
              {/* biome-ignore lint/a11y/useSemanticElements: see above */}
              <div role="gridcell" tabIndex={-1}>
                <AddSpot
                  {...props}
                  lines={lines}
                  measured={virtual.measurementsCache}
                  className="sheet-group bottom-9"
                />
              </div>
            </div>
          )}
        </div>
      </div>
      <TableFoot {...props} columns={columns} width={total} />
    </div>
  )
}
