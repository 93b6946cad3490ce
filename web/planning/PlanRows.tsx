import { useVirtualizer } from '@tanstack/react-virtual'
import { type ReactNode, useLayoutEffect, useRef, useState } from 'react'
import { useOverscan } from '../ui/useOverscan.ts'
import { useNarrow } from '../ui/viewport.ts'

type PlanRowsProps<Row> = { rows: readonly Row[]; children: (row: Row) => ReactNode }

/** So many are drawn as they are. */
const FEW = 60
const HEIGHT = { wide: 36, narrow: 64 }

/** The cycles or modules of a section; of many only those in sight are drawn. */
export const PlanRows = <Row extends { id: string }>({ rows, children }: PlanRowsProps<Row>) =>
  rows.length <= FEW ? <ul>{rows.map(children)}</ul> : <InSight rows={rows}>{children}</InSight>

const InSight = <Row extends { id: string }>({ rows, children }: PlanRowsProps<Row>) => {
  const list = useRef<HTMLUListElement>(null)
  const [above, setAbove] = useState(0)
  const height = HEIGHT[useNarrow() ? 'narrow' : 'wide']
  const scroller = () => list.current?.closest<HTMLElement>('.overflow-y-auto') ?? null
  const drawn = useVirtualizer({
    count: rows.length,
    getScrollElement: scroller,
    estimateSize: () => height,
    scrollMargin: above,
    overscan: useOverscan(16),
  })
  // The part above grows and folds; the rows redraw with each scroll, so this measures often enough.
  useLayoutEffect(() => {
    const box = scroller()
    if (!box || !list.current) return
    const { top } = list.current.getBoundingClientRect()
    setAbove(Math.round(top - box.getBoundingClientRect().top + box.scrollTop))
  })
  const items = drawn.getVirtualItems()
  const [first, last] = [items[0]?.index ?? 0, items.at(-1)?.index ?? -1]
  return (
    <ul ref={list} style={{ paddingTop: first * height, paddingBottom: (rows.length - 1 - last) * height }}>
      {rows.slice(first, last + 1).map(children)}
    </ul>
  )
}
