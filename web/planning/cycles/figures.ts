/** The figures of a cycle's row. Of one whose issues have moved on they are those of its end. */
import type { Cycle } from '#contract/planning/cycles.ts'
import { totalOf } from '#contract/planning/progress.ts'
import { getRow } from '../../data/rows.ts'
import { figureOf, type IssueTotals, type Measure, NO_TOTALS } from '../progress/totals.ts'

/** As it ended, where its open issues were moved to another cycle. */
const endOf = ({ progress_snapshot }: Cycle, measure: Measure): IssueTotals | null => {
  const kept = progress_snapshot as Partial<IssueTotals>
  return typeof kept[totalOf('total', measure)] === 'number' ? { ...NO_TOTALS, ...kept } : null
}

/** By how much it grew after its first day; less than nothing where more was taken out. */
export const addedTo = (cycle: Cycle, measure: Measure): number => {
  const [totals, begin] = [totalsOf(cycle, measure), getRow('cycle_progress', cycle.id)]
  return totals && begin
    ? Math.round((figureOf(totals, 'total', measure) - begin[`begin_${measure}`]) * 1e6) / 1e6
    : 0
}
/** "+3", "0", "−2". */
export const addedWords = (added: number): string =>
  added > 0 ? `+${added.toLocaleString()}` : `${added < 0 ? '−' : ''}${Math.abs(added).toLocaleString()}`

export const totalsOf = (cycle: Cycle, measure: Measure): IssueTotals | null =>
  endOf(cycle, measure) ?? getRow('cycle_progress', cycle.id)
