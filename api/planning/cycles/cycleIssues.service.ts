/** Moves the open issues of a cycle on when it is over. */

import { fail } from '#contract/errors.ts'
import { Cycle } from '#contract/planning/cycles.ts'
import { Issue } from '#contract/work/issues.ts'
import { locked } from '../../db/locked.ts'
import { update } from '../../db/rows.ts'
import type { Work } from '../../db/work.ts'
import { putInto } from '../../work/issues/issue.service.ts'
import { loadIssues } from '../../work/issues/load.ts'
import { snapshotOf } from './compose.ts'
import { statusAt } from './cycle.service.ts'

/** Groups of states whose issues are not at their end. */
export const OPEN = ['backlog', 'unstarted', 'started']

/** Keeps how a cycle ended, before something that is open in it moves on: once. */
export const keepEnd = async (work: Work, cycle: Cycle): Promise<void> => {
  const isKept = Object.keys(cycle.progress_snapshot).length > 0
  if (!isKept) await update(work, Cycle, cycle, (await snapshotOf(work.trx, cycle)) as Partial<Cycle>)
}

const targetOf = async (work: Work, cycle: Cycle, targetId: string | null | undefined): Promise<Cycle> => {
  if (!targetId) return fail('cycle.targetRequired')
  if (targetId === cycle.id) fail('cycle.targetItself')
  const [target] = await locked(work, Cycle, { id: targetId, project_id: cycle.project_id })
  return target ?? fail('cycle.notFound')
}

type Transfer = { new_cycle_id?: string | null; no_cycle?: boolean; issues?: readonly string[] }

/**
 * Moves the open issues of a completed cycle, or the named ones of them, to another or to none, and keeps the figures that
 * it ended with. Both cycles are locked: of two transfers at once the second finds nothing open, and the first one's
 * figures stay.
 */
export const transferIssues = async (
  work: Work,
  cycle: Cycle,
  { new_cycle_id, no_cycle = false, issues: named }: Transfer,
): Promise<void> => {
  const target = no_cycle ? null : await targetOf(work, cycle, new_cycle_id)
  if (cycle.archived_at || target?.archived_at) fail('cycle.archived')
  if ((await statusAt(work, cycle)) !== 'completed') fail('cycle.transferUnderWay')
  if (target && (await statusAt(work, target)) === 'completed') fail('cycle.targetOver')
  const place = { workspace: cycle.workspace_id, project: cycle.project_id }
  if (named) await loadIssues(work, [...named], place, 'cycle.fill')
  const issues = await locked(work, Issue, rows => {
    rows.where('cycle_id', cycle.id).whereNull('archived_at').whereIn('state__group', OPEN)
    // Issues that somebody moved or completed meanwhile stay where they are.
    if (named) rows.whereIn('id', [...named])
  })
  if (issues.length === 0) fail('cycle.nothingOpen')
  await keepEnd(work, cycle)
  await putInto(
    work,
    issues.map(issue => ({ issue, values: { cycle_id: target?.id ?? null } })),
  )
}
