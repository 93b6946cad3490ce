import { Project } from '#contract/workspace/projects.ts'
import type { Db } from '../db/knex.ts'
import { locked } from '../db/locked.ts'
import { bot } from '../db/viewer.ts'
import { inWork } from '../db/work.ts'
import { hasRule, makeAhead, moveRest } from '../planning/cycles/ahead.service.ts'

/** The most issues in one transaction, whose lock of the workspace's counter everyone waits for. */
const BATCH = 200

// Works under the project's lock, and finished work is not found again: two servers, or a second run, do nothing twice.
const keep = async (db: Db, id: string): Promise<number> => {
  const { result } = await inWork(db, { viewer: bot }, async work => {
    const [project] = await locked(work, Project, { id, archived_at: null })
    if (!project || !hasRule(project)) return 0
    await makeAhead(work, project)
    return moveRest(work, project, BATCH)
  })
  return result
}

/** Makes the cycles that projects have made ahead, and moves open issues on from those that have ended. */
export const keepCycles = async (db: Db): Promise<{ moved: number }> => {
  const ids: string[] = await db('projects')
    .join('workspaces', 'workspaces.id', 'projects.workspace')
    .whereNull('workspaces.deleted_at')
    .whereNull('projects.deleted_at')
    .whereNull('projects.archived_at')
    .where('projects.cycle_view', true)
    .where('projects.cycles_ahead', '>', 0)
    .orderBy('projects.id')
    .pluck('projects.id')
  let moved = 0
  for (const id of ids) for (let n = await keep(db, id); n > 0; n = await keep(db, id)) moved += n
  return { moved }
}
