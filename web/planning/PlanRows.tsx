import type { ReactNode } from 'react'
import { RowsInSight } from '../shell/list/RowsInSight.tsx'

type PlanRowsProps<Row> = { rows: readonly Row[]; children: (row: Row) => ReactNode }

const HEIGHTS = { wide: 36, narrow: 64 }

/** The cycles or modules of a section, or of the archive. */
export const PlanRows = <Row extends { id: string }>(props: PlanRowsProps<Row>) => (
  <RowsInSight name="plan" heights={HEIGHTS} {...props} />
)
