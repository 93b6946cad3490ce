import type { Patch } from '#contract/define.ts'
import { fail, failFields, missingPk } from '#contract/errors.ts'
import { Module } from '#contract/planning/modules.ts'
import { insert, update } from '../../db/rows.ts'
import type { Work } from '../../db/work.ts'
import { judgeDates } from '../../work/issues/issue.rules.ts'
import { firstPlace, lockProject } from '../../workspace/projects/lock.ts'

type Place = { workspaceId: string; projectId: string }

// The lead and the members of a module are people of its project.
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

/** One name in a project, judged under its lock. */
export const judgeName = async (
  work: Work,
  projectId: string,
  name: string,
  except: string | null = null,
): Promise<void> => {
  await lockProject(work, projectId)
  const taken = await work
    .trx('modules')
    .where({ project_id: projectId, name })
    .whereNull('deleted_at')
    .whereRaw('id is distinct from ?::uuid', [except])
    .first('id')
  if (taken) fail('module.nameTaken')
}

/** Since when it is completed; it stays so until it has another status. */
const completedAt = (work: Work, status: Module['status'] | undefined, before?: Module) =>
  status === undefined || status === before?.status
    ? {}
    : { completed_at: status === 'completed' ? work.now : null }

export const createModule = async (
  work: Work,
  { workspaceId, projectId }: Place,
  input: Partial<Module> & { name: string; lead_id: string | null; member_ids: string[] },
): Promise<Module> => {
  judgeDates(input.start_date, input.target_date)
  await judgeName(work, projectId, input.name)
  await judgePeople(work, projectId, input.lead_id, input.member_ids)
  return insert(work, Module, {
    ...input,
    ...completedAt(work, input.status),
    member_ids: [...new Set(input.member_ids)],
    project_id: projectId,
    workspace_id: workspaceId,
    sort_order: await firstPlace(work, 'modules', projectId),
  })
}

/** Changes a module that is not archived; given members replace the old ones. */
export const updateModule = async (work: Work, module: Module, patch: Patch<Module>): Promise<Module> => {
  if (module.archived_at) fail('module.archived')
  const { start_date = module.start_date, target_date = module.target_date } = patch
  judgeDates(start_date, target_date)
  if (patch.name !== undefined && patch.name !== module.name)
    await judgeName(work, module.project_id, patch.name, module.id)
  // A member of the module stays one, also when they have left the project meanwhile.
  const lead = patch.lead_id === module.lead_id ? null : (patch.lead_id ?? null)
  const come = (patch.member_ids ?? []).filter(id => !module.member_ids.includes(id))
  await judgePeople(work, module.project_id, lead, come)
  const members = patch.member_ids && { member_ids: [...new Set(patch.member_ids)] }
  return update(work, Module, module, { ...patch, ...members, ...completedAt(work, patch.status, module) })
}
