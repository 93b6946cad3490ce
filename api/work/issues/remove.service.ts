import { fail } from '#contract/errors.ts'
import { can } from '#contract/permissions.ts'
import { Issue } from '#contract/work/issues.ts'
import { locked } from '../../db/locked.ts'
import { removeAll, updateAll } from '../../db/rows.ts'
import type { Work } from '../../db/work.ts'
import { recount } from './issue.service.ts'

/** The right to delete an issue includes bringing it back. */
export const mayDelete = (work: Work, issue: Issue) =>
  can(work.viewer, 'issue.delete', issue, { workspace: issue.workspace_id, project: issue.project_id })

const childrenOf = async (work: Work, parents: string[]) =>
  await locked(work, Issue, rows => rows.whereIn('parent_id', parents))

/** Deletes issues with their descendants of the same project, each by right; others are detached. */
export const deleteIssues = async (work: Work, issues: Issue[]): Promise<void> => {
  const gone = new Map(issues.map(issue => [issue.id, issue]))
  const detached: Issue[] = []
  for (let level = issues; level.length > 0; ) {
    const below = await childrenOf(
      work,
      level.map(issue => issue.id),
    )
    level = []
    for (const child of below) {
      if (gone.has(child.id)) continue
      if (child.project_id !== gone.get(child.parent_id!)!.project_id) detached.push(child)
      else if (!mayDelete(work, child)) fail('permission.denied')
      else {
        gone.set(child.id, child)
        level.push(child)
      }
    }
  }
  await updateAll(
    work,
    Issue,
    detached.map(before => ({ before, patch: { parent_id: null } })),
  )
  await removeAll(work, Issue, [...gone.values()])
  await recount(
    work,
    issues.map(issue => issue.parent_id).filter(id => id !== null && !gone.has(id)),
  )
}
