/** How a module goes, into the archive or away, and comes back. */

import { fail } from '#contract/errors.ts'
import { can } from '#contract/permissions.ts'
import { Module, ModuleLink } from '#contract/planning/modules.ts'
import { Issue } from '#contract/work/issues.ts'
import { bringBack, deletedIn, removeLetting } from '../../db/letGo.ts'
import { locked } from '../../db/locked.ts'
import { update, updateAll } from '../../db/rows.ts'
import type { Work } from '../../db/work.ts'
import { followsFromElsewhere } from '../../work/activity/record.ts'
import { putInto } from '../../work/issues/issue.service.ts'
import { showModule } from '../../work/issues/modules.service.ts'
import { dropFavorites, returnFavorites } from '../favorites/favorite.service.ts'
import { judgeName } from './module.service.ts'

const setArchived = async (work: Work, module: Module, archived_at: string | null) => {
  await update(work, Module, module, { archived_at, archived_by: archived_at && work.viewer.id })
  await showModule(work, module.id, archived_at === null)
  const links = await locked(work, ModuleLink, { module: module.id })
  await updateAll(
    work,
    ModuleLink,
    links.map(before => ({ before, patch: { archived_at } })),
  )
}

export const archiveModule = async (work: Work, module: Module): Promise<{ archived_at: string }> => {
  if (module.archived_at) fail('module.alreadyArchived')
  if (module.status !== 'completed' && module.status !== 'cancelled') fail('module.notEnded')
  await dropFavorites(work, 'module', [module.id])
  await setArchived(work, module, work.now)
  return { archived_at: work.now }
}

export const unarchiveModule = async (work: Work, module: Module): Promise<void> => {
  if (!module.archived_at) fail('module.notArchived')
  await setArchived(work, module, null)
  await returnFavorites(work, 'module', [module.id], module.archived_at)
}

/**
 * Deletes a module; its issues stay, and it remembers those that show it for its way back. An archived module has none
 * that show it.
 */
export const deleteModule = async (work: Work, module: Module): Promise<void> => {
  followsFromElsewhere(work)
  const issues = await locked(work, Issue, rows => rows.whereRaw('module_ids @> array[?::uuid]', [module.id]))
  await putInto(
    work,
    issues.map(issue => ({
      issue,
      values: { module_ids: issue.module_ids.filter(id => id !== module.id) },
    })),
  )
  await dropFavorites(work, 'module', [module.id])
  await removeLetting(
    work,
    Module,
    module,
    issues.map(({ id }) => id),
  )
}

/** Brings a deleted module back with its issues. The right to delete it includes this; its name must be free. */
export const restoreModule = async (work: Work, projectId: string, id: string): Promise<void> => {
  const module = await deletedIn(work, Module, projectId, id)
  if (!can(work.viewer, 'module.delete', module, { workspace: module.workspace_id, project: projectId }))
    fail('permission.denied')
  await judgeName(work, projectId, module.name, id)
  followsFromElsewhere(work)
  await bringBack(work, Module, module)
  const issues = await locked(work, Issue, rows =>
    rows.where('project_id', projectId).whereIn('id', module.let_go),
  )
  await putInto(
    work,
    issues
      .filter(issue => !issue.module_ids.includes(id))
      .map(issue => ({ issue, values: { module_ids: [...issue.module_ids, id] } })),
  )
  await returnFavorites(work, 'module', [id], module.deleted_at)
}
