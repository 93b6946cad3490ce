import { type ReactNode, useLayoutEffect, useMemo, useState } from 'react'
import { useOverscan } from '../../ui/behind.ts'
import { classes } from '../../ui/classes.ts'
import { useNarrow } from '../../ui/viewport.ts'
import { scrollerOf, useLongRows } from './longRows.ts'

type RowsInSightProps<Row> = {
  /** What the list is called. */
  label?: string
  rows: readonly Row[]
  /** How high a row is; those that wrap or open grow from it. */
  heights?: { wide: number; narrow: number }
  grows?: boolean
  className?: string
  children: (row: Row) => ReactNode
}

/** So many are drawn as they are. */
const FEW = 60
const HEIGHTS = { wide: 36, narrow: 64 }

/** Rows of what is no issue; of many only those in sight are drawn, and the screen around them scrolls. */
export const RowsInSight = <Row extends { id: string }>(props: RowsInSightProps<Row>) =>
  props.rows.length > FEW ? (
    <InSight {...props} />
  ) : (
    <ul aria-label={props.label} hidden={props.rows.length === 0} className={props.className}>
      {props.rows.map(row => (
        <li key={row.id}>{props.children(row)}</li>
      ))}
    </ul>
  )

const InSight = <Row extends { id: string }>({
  label,
  rows,
  heights = HEIGHTS,
  grows = false,
  className,
  children,
}: RowsInSightProps<Row>) => {
  const [above, setAbove] = useState(0)
  const height = heights[useNarrow() ? 'narrow' : 'wide']
  const ids = useMemo(() => rows.map(row => row.id), [rows])
  const { list, virtual } = useLongRows<HTMLUListElement>({
    ids,
    height,
    above,
    overscan: useOverscan(),
  })
  // The part above grows and folds, though never by scrolling: measured then, each scroll would lay the page out twice.
  useLayoutEffect(() => {
    const box = scrollerOf(list.current)
    if (!box || !list.current || virtual.isScrolling) return
    const { top } = list.current.getBoundingClientRect()
    setAbove(Math.round(top - box.getBoundingClientRect().top + box.scrollTop))
  })
  return (
    <ul
      ref={list}
      data-rows
      aria-label={label}
      className={classes('relative', className)}
      style={{ height: virtual.getTotalSize() }}
    >
      {virtual.getVirtualItems().map(({ index, start, key }) => {
        const row = rows[index]
        return (
          row && (
            <li
              key={key}
              ref={grows ? virtual.measureElement : undefined}
              data-index={index}
              className="absolute inset-x-0"
              style={{ top: start - above }}
            >
              {children(row)}
            </li>
          )
        )
      })}
    </ul>
  )
}
