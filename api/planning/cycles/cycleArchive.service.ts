/** How a cycle goes, into the archive or away, and comes back. */

import { fail } from '#contract/errors.ts'
import { can } from '#contract/permissions.ts'
import { Cycle } from '#contract/planning/cycles.ts'
import { Issue } from '#contract/work/issues.ts'
import { bringBack, deletedIn, removeLetting } from '../../db/letGo.ts'
import { locked } from '../../db/locked.ts'
import { update } from '../../db/rows.ts'
import type { Work } from '../../db/work.ts'
import { followsFromElsewhere } from '../../work/activity/record.ts'
import { putInto } from '../../work/issues/issue.service.ts'
import { dropFavorites, returnFavorites } from '../favorites/favorite.service.ts'
import { judgeCycleDates, statusAt } from './cycle.service.ts'

export const archiveCycle = async (work: Work, cycle: Cycle): Promise<{ archived_at: string }> => {
  if (cycle.archived_at) fail('cycle.alreadyArchived')
  if ((await statusAt(work, cycle)) !== 'completed') fail('cycle.notOver')
  await dropFavorites(work, 'cycle', [cycle.id])
  await update(work, Cycle, cycle, { archived_at: work.now, archived_by: work.viewer.id })
  return { archived_at: work.now }
}

/** Takes a cycle out of the archive; its days must be free. */
export const unarchiveCycle = async (work: Work, cycle: Cycle): Promise<void> => {
  if (!cycle.archived_at) fail('cycle.notArchived')
  await judgeCycleDates(work, cycle.project_id, cycle, cycle.id)
  await update(work, Cycle, cycle, { archived_at: null, archived_by: null })
  await returnFavorites(work, 'cycle', [cycle.id], cycle.archived_at)
}

/** Deletes a cycle; its issues stay, and it remembers them for its way back. */
export const deleteCycle = async (work: Work, cycle: Cycle): Promise<void> => {
  followsFromElsewhere(work)
  const issues = await locked(work, Issue, { cycle_id: cycle.id })
  await putInto(
    work,
    // With the cycle's way back they came when they did.
    issues.map(issue => ({ issue, values: { cycle_id: null, cycle_added_at: issue.cycle_added_at } })),
  )
  await dropFavorites(work, 'cycle', [cycle.id])
  await removeLetting(
    work,
    Cycle,
    cycle,
    issues.map(({ id }) => id),
  )
}

/** Brings a deleted cycle back with those of its issues that are in no other. The right to delete it includes this. */
export const restoreCycle = async (work: Work, projectId: string, id: string): Promise<void> => {
  const cycle = await deletedIn(work, Cycle, projectId, id)
  if (!can(work.viewer, 'cycle.delete', cycle, { workspace: cycle.workspace_id, project: projectId }))
    fail('cycle.foreignDelete')
  if (!cycle.archived_at) await judgeCycleDates(work, projectId, cycle, id)
  followsFromElsewhere(work)
  await bringBack(work, Cycle, cycle)
  const issues = await locked(work, Issue, rows =>
    rows.where('project_id', projectId).whereNull('cycle_id').whereIn('id', cycle.let_go),
  )
  await putInto(
    work,
    issues.map(issue => ({
      issue,
      values: { cycle_id: id, cycle_added_at: issue.cycle_added_at ?? work.now },
    })),
  )
  await returnFavorites(work, 'cycle', [id], cycle.deleted_at)
}
