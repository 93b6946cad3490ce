import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual'
import {
  type KeyboardEvent,
  type ReactNode,
  type Ref,
  useImperativeHandle,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import type { OfferGroup } from './findOffers.ts'
import { type Cell, COLUMNS, moved, offerAt, rowsOf } from './gridRows.ts'

/** The search field's calls into the grid. */
export type GridHandle = { enter: () => void; pickFirst: () => void }

type LogoGridProps = {
  ref?: Ref<GridHandle>
  label: string
  groups: readonly OfferGroup[]
  isChosen: (id: string) => boolean
  face: (id: string) => ReactNode
  onPoint: (name: string) => void
  onLeave: () => void
  onPick: (id: string) => void
}

const HEADING = 28
const LINE = 36
const FIRST: Cell = { row: 1, column: 0 }

/** A grid of hundreds of signs, of which only the visible ones are drawn; one takes the focus, and the arrows move it. */
export const LogoGrid = (props: LogoGridProps) => {
  const { ref, label, groups, isChosen, face, onPoint, onLeave, onPick } = props
  const box = useRef<HTMLDivElement>(null)
  const rows = useMemo(() => rowsOf(groups), [groups])
  const [at, setAt] = useState(FIRST)
  const wantsFocus = useRef(false)
  const list = useVirtualizer({
    count: rows.length,
    getScrollElement: () => box.current,
    estimateSize: index => (rows[index] && 'heading' in rows[index] ? HEADING : LINE),
    overscan: 3,
    // The focused one stays drawn, however far it is scrolled away.
    rangeExtractor: range => [...new Set([...defaultRangeExtractor(range), at.row])].sort((a, b) => a - b),
  })
  const focus = (cell: Cell) => {
    wantsFocus.current = true
    setAt({ ...cell })
  }
  useLayoutEffect(() => {
    if (!wantsFocus.current) return
    wantsFocus.current = false
    // The heading above the first line is seen with it.
    list.scrollToIndex(at.row === FIRST.row ? 0 : at.row)
    box.current
      ?.querySelector<HTMLElement>(`[data-cell="${at.row}-${at.column}"]`)
      ?.focus({ preventScroll: true })
  }, [at, list])
  useImperativeHandle(ref, () => ({
    enter: () => focus(at),
    pickFirst: () => {
      const first = offerAt(rows, FIRST)
      if (first) onPick(first.id)
    },
  }))
  const press = (event: KeyboardEvent) => {
    const next = moved(rows, at, event.key, event.ctrlKey || event.metaKey)
    if (next === null) {
      // Letters go on with the search; its field has the focus before the letter comes.
      if (event.key.length === 1 && event.key !== ' ' && !event.ctrlKey && !event.metaKey && !event.altKey) {
        onLeave()
        event.stopPropagation()
      }
      return
    }
    if (next === 'out') onLeave()
    else focus(next)
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: a table would not be drawn in parts
    <div
      ref={box}
      role="grid"
      aria-label={label}
      aria-rowcount={rows.length}
      aria-colcount={COLUMNS}
      tabIndex={-1}
      onKeyDown={press}
      className="h-72 min-h-24 overflow-y-auto overscroll-contain px-2 outline-none [scrollbar-gutter:stable]"
    >
      <div role="presentation" className="relative" style={{ height: list.getTotalSize() }}>
        {list.getVirtualItems().map(({ index, start, size }) => {
          const row = rows[index]
          if (!row) return null
          return (
            // biome-ignore lint/a11y/useFocusableInteractive lint/a11y/useSemanticElements: its cells take the focus
            <div
              key={index}
              role="row"
              aria-rowindex={index + 1}
              style={{ top: start, height: size }}
              className="absolute inset-x-0 grid grid-cols-8"
            >
              {'heading' in row ? (
                // biome-ignore lint/a11y/useFocusableInteractive lint/a11y/useSemanticElements: words only
                <span
                  role="rowheader"
                  aria-colspan={COLUMNS}
                  className="col-span-8 self-end px-1 pb-1 text-12 text-ink-3"
                >
                  {row.heading}
                </span>
              ) : (
                row.offers.map(({ id, name }, column) => (
                  // biome-ignore lint/a11y/useSemanticElements: pressed as a button is
                  <button
                    key={id}
                    type="button"
                    role="gridcell"
                    aria-colindex={column + 1}
                    aria-label={name}
                    aria-selected={isChosen(id)}
                    tabIndex={index === at.row && column === at.column ? 0 : -1}
                    data-cell={`${index}-${column}`}
                    onFocus={() => {
                      onPoint(name)
                      if (index !== at.row || column !== at.column) setAt({ row: index, column })
                    }}
                    onPointerEnter={() => onPoint(name)}
                    onClick={() => onPick(id)}
                    className="grid place-items-center rounded-control text-[20px] leading-none hover:bg-hover aria-selected:bg-press"
                  >
                    {face(id)}
                  </button>
                ))
              )}
            </div>
          )
        })}
      </div>
    </div>
  )
}
