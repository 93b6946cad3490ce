import { fail } from '#contract/errors.ts'
import { Issue } from '#contract/issues.ts'
import { can, readRules } from '#contract/permissions.ts'
import { removeAll, updateAll } from '../db/rows.ts'
import { whereRule } from '../db/visible.ts'
import type { Work } from '../db/work.ts'
import { recount } from './issue.service.ts'

const mayDelete = (work: Work, issue: Issue) =>
  can(work.viewer, 'issue.delete', issue, { workspace: issue.workspace_id, project: issue.project_id })

const childrenOf = async (work: Work, parents: string[]) =>
  (await work
    .trx('issues')
    .whereIn('parent_id', parents)
    .whereNull('deleted_at')
    .orderBy('id')
    .forUpdate()
    .select(Issue.columns)) as Issue[]

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

type Deleted = Issue & { deleted_at: string }

// Deleted rows are no one's to see but theirs who might delete them; to others they are not found.
const loadDeleted = async (work: Work, projectId: string, ids: string[]): Promise<Deleted[]> => {
  const rows = (await work
    .trx('issues')
    .whereIn('id', ids)
    .where('project_id', projectId)
    .whereNotNull('deleted_at')
    .where(inner => whereRule(inner, Issue, readRules.issue, work.viewer))
    .orderBy('id')
    .forUpdate()
    .select(Issue.columns)) as Deleted[]
  if (rows.length !== new Set(ids).size) fail('issue.notFound')
  for (const row of rows) if (!mayDelete(work, row)) fail('permission.denied')
  return rows
}

// What one act deleted bears one time and one hand.
const deletedTogether = async (work: Work, issue: Deleted): Promise<Deleted[]> => {
  const { rows } = await work.trx.raw<{ rows: Deleted[] }>(
    `with recursive below (id) as (
       select id from issues where id = :id
       union select i.id from issues i join below on i.parent_id = below.id
        where i.deleted_at = :at and i.updated_by is not distinct from :by
     ) select ${Issue.columns.join(', ')} from issues where id in (select id from below) order by id for update`,
    { id: issue.id, at: issue.deleted_at, by: issue.updated_by },
  )
  return rows
}

/** Brings deleted issues back under their numbers, together with what the same act deleted below them. */
export const restoreIssues = async (work: Work, projectId: string, ids: string[]): Promise<Issue[]> => {
  const back = new Map<string, Deleted>()
  for (const issue of await loadDeleted(work, projectId, ids))
    for (const row of await deletedTogether(work, issue)) back.set(row.id, row)
  const states = (await work
    .trx('states')
    .where('project_id', projectId)
    .whereNull('deleted_at')
    .orderByRaw('"default" desc, sequence')
    .select('id', 'group')) as { id: string; group: string }[]
  const parents = new Set(
    await work
      .trx('issues')
      .whereIn(
        'id',
        [...back.values()].flatMap(row => row.parent_id ?? []),
      )
      .whereNull('deleted_at')
      .pluck('id'),
  )
  const rows = await updateAll(
    work,
    Issue,
    [...back.values()].map(before => {
      const isStateGone = !states.some(state => state.id === before.state_id)
      const isParentBack = before.parent_id && (parents.has(before.parent_id) || back.has(before.parent_id))
      return {
        before,
        patch: {
          deleted_at: null,
          ...(isStateGone ? { state_id: states[0]!.id, state__group: states[0]!.group } : {}),
          ...(isParentBack ? {} : { parent_id: null }),
        },
      }
    }),
  )
  await recount(
    work,
    rows.map(row => row.parent_id),
  )
  return rows
}
