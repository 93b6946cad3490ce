/** The issues of a module, and its ways into the archive, away and back. */
import { fail } from '#contract/errors.ts'
import { isActive } from '#contract/lists/issueQuery.ts'
import { Module, ModuleLink } from '#contract/planning/modules.ts'
import type { Issue } from '#contract/work/issues.ts'
import { deletedIn } from '../../db/letGo.ts'
import { locked } from '../../db/locked.ts'
import { updateAll } from '../../db/rows.ts'
import type { Work } from '../../db/work.ts'
import { updateIssues } from '../../work/issues/issue.service.ts'
import { showModule } from '../../work/issues/modules.service.ts'
import { planLife } from '../plans/planLife.service.ts'
import { judgeName } from './module.service.ts'

const without = (issue: Issue, id: string) => ({ module_ids: issue.module_ids.filter(one => one !== id) })

export const moduleLife = planLife<Module>({
  noun: 'module',
  entity: Module,
  deleted: (work, projectId, id) => deletedIn(work, Module, projectId, id),
  judgeOver: async (_, { status }) => {
    if (status !== 'completed' && status !== 'cancelled') fail('module.notEnded')
  },
  judgeReturn: async (work, { id, name, project_id }, from) => {
    if (from === 'deletion') await judgeName(work, project_id, name, id)
  },
  // The issues of an archived module no longer show it, and its links go with it.
  follow: async (work, { id }, archived_at) => {
    await showModule(work, id, archived_at === null)
    const links = await locked(work, ModuleLink, { module: id })
    await updateAll(
      work,
      ModuleLink,
      links.map(before => ({ before, patch: { archived_at } })),
    )
  },
  whereIn: (rows, id) => rows.whereRaw('module_ids @> array[?::uuid]', [id]),
  isIn: (issue, id) => issue.module_ids.includes(id),
  putIn: (issue, id) => ({ module_ids: [...issue.module_ids, id] }),
  takeOut: without,
  letGo: without,
  takeBack: (issue, id) => (issue.module_ids.includes(id) ? null : { module_ids: [...issue.module_ids, id] }),
  refusals: {
    alreadyArchived: 'module.alreadyArchived',
    notArchived: 'module.notArchived',
    archived: 'module.archived',
    mayNotRestore: 'permission.denied',
  },
})

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
