/** The figures of a cycle's row. Of one whose issues have moved on they are those of its end. */
import type { Cycle } from '#contract/planning/cycles.ts'
import { totalOf } from '#contract/planning/progress.ts'
import { getRow } from '../../data/rows.ts'
import { type IssueTotals, type Measure, NO_TOTALS } from '../progress/totals.ts'

/** As it ended, where its open issues were moved to another cycle. */
const endOf = ({ progress_snapshot }: Cycle, measure: Measure): IssueTotals | null => {
  const kept = progress_snapshot as Partial<IssueTotals>
  return typeof kept[totalOf('total', measure)] === 'number' ? { ...NO_TOTALS, ...kept } : null
}

export const totalsOf = (cycle: Cycle, measure: Measure): IssueTotals | null =>
  endOf(cycle, measure) ?? getRow('cycle_progress', cycle.id)
