import type { Knex } from 'knex'
import { fail } from '#contract/errors.ts'
import { isActive } from '#contract/lists/issueQuery.ts'
import { type Action, can } from '#contract/permissions.ts'
import type { Place } from '#contract/rules.ts'
import { Issue } from '#contract/work/issues.ts'
import { lockedSeen } from '../../db/locked.ts'
import type { ServerViewer } from '../../db/viewer.ts'
import { visible } from '../../db/visible.ts'
import type { Work } from '../../db/work.ts'

/** Is an issue in lists, and its project not archived? */
export const isOpen = (viewer: ServerViewer) => (rows: Knex.QueryBuilder) => {
  rows
    .where('issues.active', true)
    .whereRaw('issues.project_id = any(?)', [
      Object.keys(viewer.projects).filter(id => !viewer.projects[id]!.archived),
    ])
}

/** Issues that are in lists: those that the viewer sees, in projects that are not archived. */
export const openIssues = (trx: Knex, viewer: ServerViewer) =>
  visible(trx, Issue, viewer).where(isOpen(viewer))

/**
 * The rows that a write names, all of them under lock, loaded through the viewer and each judged by `action` in its own
 * project: one that is missing or refused refuses the whole call. Locked in id order, so that two calls never wait for
 * each other.
 */
export const loadIssues = async (
  work: Work,
  ids: string[],
  place: Place,
  action: Action,
  keep: (issue: Issue) => boolean = isActive,
): Promise<Issue[]> => {
  const unique = [...new Set(ids)]
  const rows = await lockedSeen(work, Issue, rows => {
    rows.whereIn('id', unique).where('workspace_id', place.workspace ?? null)
    if (place.project) rows.where('project_id', place.project)
  })
  const found = new Map(rows.filter(keep).map(row => [row.id, row]))
  return unique.map(id => {
    const issue = found.get(id) ?? fail('issue.notFound')
    const { archived } = work.viewer.projects[issue.project_id]!
    if (archived) fail('issue.notFound')
    if (!can(work.viewer, action, issue, { workspace: issue.workspace_id, project: issue.project_id }))
      fail('permission.denied')
    return issue
  })
}
