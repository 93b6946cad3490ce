import { useVirtualizer } from '@tanstack/react-virtual'
import { type ReactNode, useRef } from 'react'
import { useOverscan } from '../../../ui/useOverscan.ts'
import { useNarrow } from '../../../ui/viewport.ts'

type VirtualRowsProps<Row> = {
  label: string
  rows: readonly Row[]
  keyOf: (row: Row) => string
  children: (row: Row) => ReactNode
}

/** Of many rows only those in sight are drawn; the screen around them scrolls. */
export const VirtualRows = <Row,>({ label, rows, keyOf, children }: VirtualRowsProps<Row>) => {
  const list = useRef<HTMLUListElement>(null)
  const height = useNarrow() ? 48 : 36
  const drawn = useVirtualizer({
    count: rows.length,
    getScrollElement: () => list.current?.closest<HTMLElement>('.overflow-y-auto') ?? null,
    estimateSize: () => height,
    getItemKey: at => {
      const row = rows[at]
      return row === undefined ? at : keyOf(row)
    },
    overscan: useOverscan(16),
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
              style={{ top: start }}
            >
              {children(row)}
            </li>
          )
        )
      })}
    </ul>
  )
}
