import { type ReactNode, useLayoutEffect, useMemo, useState } from 'react'
import { scrollerOf, useLongRows } from '../shell/longRows.ts'
import { useOverscan } from '../ui/useOverscan.ts'
import { useNarrow } from '../ui/viewport.ts'

type PlanRowsProps<Row> = { rows: readonly Row[]; children: (row: Row) => ReactNode }

/** So many are drawn as they are. */
const FEW = 60
const HEIGHT = { wide: 36, narrow: 64 }

/** The cycles or modules of a section, or of the archive; of many only those in sight are drawn. */
export const PlanRows = <Row extends { id: string }>({ rows, children }: PlanRowsProps<Row>) =>
  rows.length > FEW ? (
    <InSight rows={rows}>{children}</InSight>
  ) : (
    <ul>
      {rows.map(row => (
        <li key={row.id}>{children(row)}</li>
      ))}
    </ul>
  )

const InSight = <Row extends { id: string }>({ rows, children }: PlanRowsProps<Row>) => {
  const [above, setAbove] = useState(0)
  const height = HEIGHT[useNarrow() ? 'narrow' : 'wide']
  const ids = useMemo(() => rows.map(row => row.id), [rows])
  const { list, virtual } = useLongRows<HTMLUListElement>('plan', {
    ids,
    height,
    above,
    overscan: useOverscan(12),
  })
  // The part above grows and folds, though never by scrolling: measured then, each scroll would lay the page out twice.
  useLayoutEffect(() => {
    const box = scrollerOf(list.current)
    if (!box || !list.current || virtual.isScrolling) return
    const { top } = list.current.getBoundingClientRect()
    setAbove(Math.round(top - box.getBoundingClientRect().top + box.scrollTop))
  })
  return (
    <ul ref={list} data-rows className="relative" style={{ height: rows.length * height }}>
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
