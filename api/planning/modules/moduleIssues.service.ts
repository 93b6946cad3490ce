/** The issues of a module, and the modules of an issue. */

import { fail } from '#contract/errors.ts'
import { isActive } from '#contract/lists/issueQuery.ts'
import type { Module } from '#contract/planning/modules.ts'
import { Issue } from '#contract/work/issues.ts'
import { lockedSeen } from '../../db/locked.ts'
import type { Work } from '../../db/work.ts'
import { updateIssues } from '../../work/issues/issue.service.ts'
import { loadIssues } from '../../work/issues/load.ts'

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
  const [issue] = await lockedSeen(work, Issue, { id: issueId, project_id: module.project_id, active: true })
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
