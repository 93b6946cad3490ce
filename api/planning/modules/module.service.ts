import type { Knex } from 'knex'
import type { z } from 'zod'
import { fail, failFields, missingPk } from '#contract/errors.ts'
import { isActive } from '#contract/lists/issueQuery.ts'
import { Module, type ModuleAnswer } from '#contract/planning/modules.ts'
import { Issue } from '#contract/work/issues.ts'
import { insert } from '../../db/rows.ts'
import type { ServerViewer } from '../../db/viewer.ts'
import { visible } from '../../db/visible.ts'
import type { Work } from '../../db/work.ts'
import { holdings } from '../../work/issues/counts.ts'
import { judgeDates } from '../../work/issues/issue.rules.ts'
import { updateIssues } from '../../work/issues/issue.service.ts'
import { loadIssues } from '../../work/issues/load.ts'
import { firstPlace, lockProject } from '../../workspace/projects/lock.ts'
import { favoriteIds } from '../favorites/favorite.service.ts'

type Place = { workspaceId: string; projectId: string }

/** Modules as they are answered, in the order given. */
export const composeModules = async (
  trx: Knex,
  viewer: ServerViewer,
  rows: Module[],
): Promise<z.infer<typeof ModuleAnswer>[]> => {
  const kept = new Set(await favoriteIds(trx, viewer, 'module'))
  const held = await holdings(
    trx,
    'module',
    rows.map(row => row.id),
  )
  return rows.map(row => {
    const { assignee_ids: _, ...counts } = held(row.id)
    return { ...row, ...counts, is_favorite: kept.has(row.id), link_module: [] }
  })
}

// Who leads a module and who takes part are of its project.
const judgePeople = async (work: Work, projectId: string, lead: string | null, members: string[]) => {
  const wanted = [...members, ...(lead ? [lead] : [])]
  if (wanted.length === 0) return
  const found: string[] = await work
    .trx('project_members')
    .where({ project: projectId, is_active: true })
    .whereIn('member', wanted)
    .pluck('member')
  if (lead && !found.includes(lead)) failFields({ lead_id: [missingPk(lead)] })
  const stranger = members.find(id => !found.includes(id))
  if (stranger) failFields({ member_ids: [missingPk(stranger)] })
}

export const createModule = async (
  work: Work,
  { workspaceId, projectId }: Place,
  input: Partial<Module> & { name: string; lead_id: string | null; member_ids: string[] },
): Promise<Module> => {
  judgeDates(input.start_date, input.target_date)
  await lockProject(work, projectId)
  const taken = await work
    .trx('modules')
    .where({ project_id: projectId, name: input.name })
    .whereNull('deleted_at')
    .first('id')
  if (taken) fail('module.nameTaken')
  await judgePeople(work, projectId, input.lead_id, input.member_ids)
  return insert(work, Module, {
    ...input,
    member_ids: [...new Set(input.member_ids)],
    project_id: projectId,
    workspace_id: workspaceId,
    sort_order: await firstPlace(work, 'modules', projectId),
  })
}

/** Adds issues to a module; they stay in the others that they are in. */
export const addToModule = async (work: Work, module: Module, ids: string[]): Promise<void> => {
  if (module.archived_at) fail('module.archived')
  if (ids.length === 0) fail('issue.listIdsRequired')
  const place = { workspace: module.workspace_id, project: module.project_id }
  const issues = await loadIssues(work, ids, place, 'module.fill')
  await updateIssues(
    work,
    module.project_id,
    issues
      .filter(issue => !issue.module_ids.includes(module.id))
      .map(issue => ({ issue, values: { module_ids: [...issue.module_ids, module.id] } })),
  )
}

export const takeFromModule = async (work: Work, module: Module, issueId: string): Promise<void> => {
  if (module.archived_at) fail('module.archived')
  const [issue] = await visible(work.trx, Issue, work.viewer)
    .where({ 'issues.id': issueId, 'issues.project_id': module.project_id, 'issues.active': true })
    .forUpdate()
  if (!issue?.module_ids.includes(module.id)) return
  const module_ids = issue.module_ids.filter(id => id !== module.id)
  await updateIssues(work, module.project_id, [{ issue, values: { module_ids } }])
}

/** Adds one issue to modules and takes it out of others; taking out what it is not in does nothing. */
export const setModules = async (
  work: Work,
  issue: Issue,
  added: string[],
  removed: string[],
): Promise<void> => {
  if (!isActive(issue)) fail('issue.notFound')
  const kept = issue.module_ids.filter(id => !removed.includes(id))
  const module_ids = [...new Set([...kept, ...added])]
  await updateIssues(work, issue.project_id, [{ issue, values: { module_ids } }])
}
