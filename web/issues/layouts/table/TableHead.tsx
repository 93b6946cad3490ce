import { combine } from '@atlaskit/pragmatic-drag-and-drop/combine'
import { draggable, dropTargetForElements } from '@atlaskit/pragmatic-drag-and-drop/element/adapter'
import { attachClosestEdge, extractClosestEdge } from '@atlaskit/pragmatic-drag-and-drop-hitbox/closest-edge'
import {
  type KeyboardEvent,
  type MouseEvent,
  memo,
  type PointerEvent,
  useEffect,
  useRef,
  useState,
} from 'react'
import type { Order, Ordering } from '#contract/lists/issueOrder.ts'
import { classes } from '../../../ui/classes.ts'
import { Icon } from '../../../ui/icons.tsx'
import { Menu, type MenuEntry } from '../../../ui/popups/Menu.tsx'
import { signOf, withOrder } from '../../view/orderMenu.ts'
import { type ColumnList, placeColumn, setColumnWidth, showColumn, stepColumn } from './columnChoice.ts'
import type { Column } from './columns.tsx'
import { ISSUE_COLUMN } from './columns.tsx'
import { HEAD } from './useCursor.ts'

/** The meaning of "no sorting" in a table: the newest first. */
const UNSORTED: Ordering = { order: '-created_at', thenBy: null }
const STEP = 16

type TableHeadProps = {
  list: ColumnList
  columns: readonly Column[]
  issueWidth: number
  ordering: Ordering
  cursor: string | null
  onOrder: (ordering: Ordering) => void
  /** Shows a width before it is kept. */
  onWidth: (id: string, width: number) => void
}

export const TableHead = memo((props: TableHeadProps) => {
  const issue = { id: ISSUE_COLUMN, name: 'Issue', width: props.issueWidth, sorts: [] }
  return (
    // biome-ignore lint/a11y/useSemanticElements: rows that are drawn only in sight cannot be a table's
    <div role="row" tabIndex={-1} aria-rowindex={1} data-line={HEAD} className="sheet-row sheet-head h-9">
      <HeadCell {...props} column={issue} fixed />
      {props.columns.map(column => (
        <HeadCell key={column.id} {...props} column={column} />
      ))}
      <span aria-hidden="true" className="sheet-cell" />
    </div>
  )
})
TableHead.displayName = 'TableHead'

type HeadColumn = Pick<Column, 'name' | 'width' | 'right' | 'sorts'> & { id: string }
type HeadCellProps = TableHeadProps & { column: HeadColumn; fixed?: boolean }

/** The column's part in the order of the list: first, second or none, and the actions on it. */
const sortingBy = (
  column: HeadColumn,
  { order, thenBy }: Ordering,
  onOrder: (ordering: Ordering) => void,
) => {
  const isOwn = (one: Order | null) => column.sorts.some(sort => sort.order === one)
  const place = isOwn(order) ? 1 : isOwn(thenBy) ? 2 : null
  const sorted = place === 1 ? order : place === 2 ? thenBy : null
  return {
    place,
    sorted,
    clear: () => {
      if (place === 2) onOrder({ order, thenBy: null })
      else onOrder(thenBy === null ? UNSORTED : { order: thenBy, thenBy: null })
    },
    /** As the second order, or as the first where there is none: the usual way round, then the other. */
    sortBeside: () => {
      const next = column.sorts.find(sort => sort.order !== sorted)
      if (!next || place === 1) return
      onOrder(order === 'sort_order' ? { order: next.order, thenBy: null } : { order, thenBy: next.order })
    },
  }
}

type Sorting = ReturnType<typeof sortingBy>

const sortEntries = (
  { column, ordering, onOrder }: HeadCellProps,
  { place, sorted, clear }: Sorting,
): MenuEntry[] => {
  const { order, thenBy } = ordering
  const entry = (sort: Column['sorts'][number], chosen: Order | null, next: Ordering): MenuEntry => ({
    id: sort.order,
    label: sort.label,
    icon: signOf(sort.order),
    checked: chosen === sort.order,
    run: () => onOrder(next),
  })
  const mayBeSecond = place !== 1 && order !== 'sort_order' && column.sorts.length > 0
  return [
    ...column.sorts.map(sort => entry(sort, order, withOrder(sort.order, ordering))),
    ...(mayBeSecond
      ? [
          {
            id: 'then',
            label: 'Then by',
            children: column.sorts.map(sort => entry(sort, thenBy, { order, thenBy: sort.order })),
          },
        ]
      : []),
    ...(sorted ? [{ id: 'clear', label: 'Clear sorting', run: clear }] : []),
    ...(column.sorts.length > 0 ? [{ id: 'rule', rule: true as const }] : []),
  ]
}

const columnEntries = ({ list, column: { id }, fixed }: HeadCellProps, width: () => number): MenuEntry[] => [
  ...(fixed
    ? []
    : [
        { id: 'left', label: 'Move left', keys: 'alt+left', run: () => stepColumn(list, id, -1) },
        { id: 'right', label: 'Move right', keys: 'alt+right', run: () => stepColumn(list, id, 1) },
      ]),
  {
    id: 'wider',
    label: 'Wider',
    keys: 'alt+shift+right',
    run: () => setColumnWidth(list, id, width() + STEP),
  },
  {
    id: 'narrower',
    label: 'Narrower',
    keys: 'alt+shift+left',
    run: () => setColumnWidth(list, id, width() - STEP),
  },
  { id: 'reset', label: 'Reset width', run: () => setColumnWidth(list, id, null) },
  ...(fixed ? [] : [{ id: 'hide', label: 'Hide', run: () => showColumn(list, id, false) }]),
]

const HeadCell = (props: HeadCellProps) => {
  const { list, column, fixed, ordering, cursor, onOrder, onWidth } = props
  const { id, name } = column
  const element = useRef<HTMLDivElement>(null)
  // The first column may be wider than its own width.
  const width = () => element.current?.offsetWidth ?? column.width
  const edge = useColumnDrag(element, list, id, fixed !== true)
  const sorting = sortingBy(column, ordering, onOrder)
  const { place, sorted } = sorting
  // With Shift the menu stays shut. False where the press is not for it.
  const bare = (event: MouseEvent): boolean => {
    if (!event.shiftKey || column.sorts.length === 0) return true
    event.preventDefault()
    event.stopPropagation()
    return false
  }
  const press = (event: KeyboardEvent) => {
    const by = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0
    if (!event.altKey || by === 0 || !element.current?.contains(event.target as Node)) return
    event.preventDefault()
    if (event.shiftKey) setColumnWidth(list, id, width() + by * STEP)
    else if (!fixed) stepColumn(list, id, by)
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: see above
    <div
      ref={element}
      role="columnheader"
      tabIndex={-1}
      aria-sort={
        place === 1 ? (signOf(ordering.order) === 'arrow-down' ? 'descending' : 'ascending') : undefined
      }
      onKeyDown={press}
      className={classes('sheet-cell group !p-0', fixed && 'sheet-first')}
    >
      {edge && (
        <i
          aria-hidden="true"
          className={classes(
            'absolute inset-y-0 z-20 w-0.5 bg-accent',
            edge === 'left' ? '-left-px' : '-right-px',
          )}
        />
      )}
      <Menu entries={[...sortEntries(props, sorting), ...columnEntries(props, width)]}>
        <button
          type="button"
          data-column={id}
          tabIndex={cursor === id ? 0 : -1}
          aria-label={place === 2 ? `${name}, sorted second` : undefined}
          onPointerDownCapture={bare}
          onMouseDownCapture={bare}
          onClickCapture={event => bare(event) || sorting.sortBeside()}
          className={classes(
            'flex size-full min-w-0 items-center gap-1 text-left text-12 hover:bg-hover focus-visible:-outline-offset-2 data-[popup-open]:bg-press',
            fixed ? 'pr-3 pl-4' : 'px-3',
            column.right && 'justify-end',
            place === 1 ? 'font-medium text-ink' : 'text-ink-3',
          )}
        >
          <span className="cut">{name}</span>
          {sorted && <Icon name={signOf(sorted)} size={12} />}
          {place === 2 && <span className="num -ml-0.5">2</span>}
        </button>
      </Menu>
      <WidthHandle
        width={width}
        onWidth={next => onWidth(id, next)}
        onDone={next => setColumnWidth(list, id, next)}
      />
    </div>
  )
}

type WidthHandleProps = {
  width: () => number
  onWidth: (width: number) => void
  onDone: (width: number | null) => void
}

/** For the pointer; keys do the same from the header itself. */
const WidthHandle = ({ width, onWidth, onDone }: WidthHandleProps) => {
  /** The width that the pull begins with, less the place of the pointer. */
  const from = useRef<number | null>(null)
  const at = (event: PointerEvent) => (from.current ?? 0) + event.clientX
  return (
    <div
      aria-hidden="true"
      onPointerDown={event => {
        from.current = width() - event.clientX
        event.currentTarget.setPointerCapture(event.pointerId)
        event.preventDefault()
      }}
      onPointerMove={event => from.current !== null && onWidth(at(event))}
      onPointerUp={event => {
        if (from.current === null) return
        const next = at(event)
        from.current = null
        onDone(next)
      }}
      onDoubleClick={() => onDone(null)}
      className="absolute inset-y-0 -right-1 z-10 w-2 cursor-col-resize hover:bg-accent/40 max-md:hidden"
    />
  )
}

type Side = 'left' | 'right' | null

const useColumnDrag = (
  element: React.RefObject<HTMLDivElement | null>,
  list: ColumnList,
  id: string,
  enabled: boolean,
) => {
  const [edge, setEdge] = useState<Side>(null)
  useEffect(() => {
    const node = element.current
    if (!node || !enabled) return
    return combine(
      draggable({ element: node, getInitialData: () => ({ columnId: id }) }),
      dropTargetForElements({
        element: node,
        canDrop: ({ source }) => typeof source.data.columnId === 'string' && source.data.columnId !== id,
        getData: ({ input, element }) =>
          attachClosestEdge({ columnId: id }, { input, element, allowedEdges: ['left', 'right'] }),
        onDrag: ({ self }) => setEdge(extractClosestEdge(self.data) as Side),
        onDragLeave: () => setEdge(null),
        onDrop: ({ self, source }) => {
          setEdge(null)
          const moved = String(source.data.columnId)
          placeColumn(list, moved, id)
          if (extractClosestEdge(self.data) === 'right') stepColumn(list, moved, 1)
        },
      }),
    )
  }, [element, list, id, enabled])
  return edge
}
