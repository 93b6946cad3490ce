import { Cycle } from '#contract/planning/cycles.ts'
import { CycleProgress } from '#contract/planning/progress.ts'
import type { Issue } from '#contract/work/issues.ts'
import { locked } from '../../db/locked.ts'
import { updateAll } from '../../db/rows.ts'
import type { Derive, Work } from '../../db/work.ts'

const dropEndsOf = async (work: Work): Promise<void> => {
  const taken = work.notes.flatMap(({ entity, row, before }) =>
    entity === 'issue' && before && 'cycle_id' in before ? ((row as Issue).cycle_id ?? []) : [],
  )
  if (taken.length === 0) return
  const cycles = await locked(work, Cycle, rows =>
    rows.whereIn('id', [...new Set(taken)]).whereRaw(`progress_snapshot <> '{}'`),
  )
  if (cycles.length === 0) return
  const held = await work
    .trx(CycleProgress.table)
    .whereIn(
      'id',
      cycles.map(({ id }) => id),
    )
    .select<{ id: string; total_issues: number }[]>('id', 'total_issues')
  const totalOf = new Map(held.map(({ id, total_issues }) => [id, total_issues]))
  await updateAll(
    work,
    Cycle,
    cycles.flatMap(before =>
      before.progress_snapshot.total_issues === totalOf.get(before.id)
        ? { before, patch: { progress_snapshot: {} } }
        : [],
    ),
  )
}

/** Once all that had moved on from a cycle is back in it, its present figures are those of its end again. */
export const dropEnds: Derive = async works => {
  for (const work of works) await dropEndsOf(work)
}
