import { type ReactNode, useLayoutEffect, useMemo, useState } from 'react'
import { useOverscan } from '../../ui/behind.ts'
import { useNarrow } from '../../ui/viewport.ts'
import { scrollerOf, useLongRows } from './longRows.ts'

type RowsInSightProps<Row> = {
  /** What the list is called. */
  label?: string
  rows: readonly Row[]
  heights?: { wide: number; narrow: number }
  children: (row: Row) => ReactNode
}

/** So many are drawn as they are. */
const FEW = 60
const HEIGHTS = { wide: 36, narrow: 64 }

/** The rows of a section, of things that are no issues; of many only those in sight are drawn. */
export const RowsInSight = <Row extends { id: string }>(props: RowsInSightProps<Row>) =>
  props.rows.length > FEW ? (
    <InSight {...props} />
  ) : (
    <ul aria-label={props.label} hidden={props.rows.length === 0}>
      {props.rows.map(row => (
        <li key={row.id}>{props.children(row)}</li>
      ))}
    </ul>
  )

const InSight = <Row extends { id: string }>({
  label,
  rows,
  heights = HEIGHTS,
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
    <ul ref={list} data-rows aria-label={label} className="relative" style={{ height: rows.length * height }}>
      {virtual.getVirtualItems().map(({ index, start, key }) => {
        const row = rows[index]
        return (
          row && (
            <li key={key} className="absolute inset-x-0" style={{ top: start - above }}>
              {children(row)}
            </li>
          )
        )
      })}
    </ul>
  )
}
