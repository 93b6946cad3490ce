import { fail, must } from '#contract/errors.ts'
import { Issue } from '#contract/issues.ts'
import { readRules } from '#contract/permissions.ts'
import { updateAll } from '../db/rows.ts'
import { whereRule } from '../db/visible.ts'
import type { Work } from '../db/work.ts'
import { holdable, withoutGone } from './issue.rules.ts'
import { recount } from './issue.service.ts'
import { mayDelete } from './remove.service.ts'
import { inState } from './stateGroup.ts'

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
  const patches = await withoutGone([...back.values()], holdable(work, projectId))
  const rows = await updateAll(
    work,
    Issue,
    [...back.values()].map(before => {
      const state = must(
        states.find(one => one.id === before.state_id) ?? states[0],
        'a state of the project',
      )
      const isParentBack = before.parent_id && (parents.has(before.parent_id) || back.has(before.parent_id))
      return {
        before,
        patch: {
          ...patches.get(before.id),
          deleted_at: null,
          ...inState(work, before, state),
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
