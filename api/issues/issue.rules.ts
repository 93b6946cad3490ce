import { failFields, missingPk } from '#contract/errors.ts'
import type { IssuePatch } from '#contract/issues.ts'
import type { Work } from '../db/work.ts'

const mustExist = async (
  field: string,
  ids: string[] | undefined,
  known: (ids: string[]) => Promise<string[]>,
) => {
  if (!ids || ids.length === 0) return
  const found = new Set(await known(ids))
  const missing = ids.find(id => !found.has(id))
  if (missing) failFields({ [field]: [missingPk(missing)] })
}

/** Ids given as values must name live rows of this project: 400 on their field. */
export const judgeValues = async (work: Work, projectId: string, input: IssuePatch): Promise<void> => {
  await mustExist('label_ids', input.label_ids, ids =>
    work.trx('labels').where('project_id', projectId).whereNull('deleted_at').whereIn('id', ids).pluck('id'),
  )
  await mustExist('assignee_ids', input.assignee_ids, ids =>
    work
      .trx('project_members')
      .where({ project: projectId, is_active: true })
      .whereIn('member', ids)
      .pluck('member'),
  )
}

/** A parent is a readable issue of the workspace, and never the issue itself or one below it. */
export const judgeParent = async (
  work: Work,
  workspaceId: string,
  issueId: string | null,
  parentId: string,
): Promise<void> => {
  // Two moves at once may each be right and together close a circle: they take turns.
  if (issueId) await work.trx.raw('select pg_advisory_xact_lock(hashtextextended(?, 0))', [workspaceId])
  const parent = (await work
    .trx('issues')
    .where({ id: parentId, workspace_id: workspaceId })
    .whereNull('deleted_at')
    .forUpdate()
    .first('project_id', 'created_by')) as { project_id: string; created_by: string } | undefined
  const project = parent && work.viewer.projects[parent.project_id]
  if (!parent || !project || !(project.sees_all || parent.created_by === work.viewer.id))
    failFields({ parent_id: [missingPk(parentId)] })
  if (!issueId) return
  const { rows } = await work.trx.raw<{ rows: { id: string }[] }>(
    `with recursive above (id, parent_id) as (
       select id, parent_id from issues where id = ?
       union select i.id, i.parent_id from issues i join above on i.id = above.parent_id
     ) select id from above where id = ?`,
    [parentId, issueId],
  )
  if (rows.length > 0) failFields({ parent_id: ['An issue cannot be below itself.'] })
}

export const judgeDates = (start: string | null | undefined, target: string | null | undefined) => {
  if (start && target && start > target)
    failFields({ non_field_errors: ['Start date cannot exceed target date'] })
}
