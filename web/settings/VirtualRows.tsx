import { useVirtualizer } from '@tanstack/react-virtual'
import { type ReactNode, useLayoutEffect, useRef, useState } from 'react'
import { useOverscan } from '../ui/behind.ts'
import { useNarrow } from '../ui/viewport.ts'

type VirtualRowsProps<Row> = {
  label: string
  rows: readonly Row[]
  keyOf: (row: Row) => string
  /** How high a row is, and on a phone; both may grow. */
  heights?: readonly [number, number]
  children: (row: Row) => ReactNode
}

const scrollerOf = (list: HTMLElement | null) => list?.closest<HTMLElement>('.overflow-y-auto') ?? null

/** The distance of a list from the top of its scroller: the parts above it may grow. */
const useDistance = (list: { current: HTMLElement | null }) => {
  const [distance, setDistance] = useState(0)
  useLayoutEffect(() => {
    const scroller = scrollerOf(list.current)
    if (!scroller || !list.current) return
    const top = list.current.getBoundingClientRect().top - scroller.getBoundingClientRect().top
    setDistance(Math.round(top + scroller.scrollTop))
  })
  return distance
}

/** Of many rows only those in sight are drawn; the screen around them scrolls. */
export const VirtualRows = <Row,>({
  label,
  rows,
  keyOf,
  heights = [36, 48],
  children,
}: VirtualRowsProps<Row>) => {
  const list = useRef<HTMLUListElement>(null)
  const height = heights[useNarrow() ? 1 : 0]
  const distance = useDistance(list)
  const drawn = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scrollerOf(list.current),
    estimateSize: () => height,
    scrollMargin: distance,
    getItemKey: at => {
      const row = rows[at]
      return row === undefined ? at : keyOf(row)
    },
    overscan: useOverscan(),
  })
  return (
    <ul
      ref={list}
      aria-label={label}
      hidden={rows.length === 0}
      className="relative -mx-2 mt-2"
      style={{ height: drawn.getTotalSize() }}
    >
      {drawn.getVirtualItems().map(({ index, start, key }) => {
        const row = rows[index]
        return (
          row !== undefined && (
            <li
              key={key}
              ref={drawn.measureElement}
              data-index={index}
              className="absolute inset-x-0"
              style={{ top: start - distance }}
            >
              {children(row)}
            </li>
          )
        )
      })}
    </ul>
  )
}
