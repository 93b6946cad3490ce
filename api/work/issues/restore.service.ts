import { fail, must } from '#contract/errors.ts'
import { Issue } from '#contract/work/issues.ts'
import { locked, lockedGone } from '../../db/locked.ts'
import { type Change, updateAll } from '../../db/rows.ts'
import type { Work } from '../../db/work.ts'
import { holdable, lockTrees, withoutGone } from './issue.rules.ts'
import { recount } from './issue.service.ts'
import { shownModules } from './modules.service.ts'
import { mayDelete } from './remove.service.ts'
import { inState } from './stateGroup.ts'

// Deleted rows are no one's to see but theirs who might delete them; to others they are not found.
const loadDeleted = async (work: Work, projectId: string, ids: string[]): Promise<Issue[]> => {
  const rows = await lockedGone(work, Issue, rows => rows.whereIn('id', ids).where('project_id', projectId))
  if (rows.length !== new Set(ids).size) fail('issue.notFound')
  for (const row of rows) if (!mayDelete(work, row)) fail('permission.denied')
  return rows
}

// Rows deleted by one act bear one time and one author.
const deletedTogether = async (work: Work, issue: Issue): Promise<Issue[]> => {
  const { rows } = await work.trx.raw<{ rows: { id: string }[] }>(
    `with recursive below (id) as (
       select id from issues where id = :id
       union select i.id from issues i join below on i.parent_id = below.id
        where i.deleted_at = :at and i.updated_by is not distinct from :by
     ) select id from below`,
    { id: issue.id, at: issue.deleted_at, by: issue.updated_by },
  )
  const ids = rows.map(({ id }) => id)
  return locked(work, Issue, issues => issues.whereIn('id', ids), 'deleted')
}

// Children that a deletion detached without deleting them: issues of other projects, still without a parent. Their
// histories name the act by its time and author. An issue with a new parent stays there.
const detachedBy = async (work: Work, back: Issue[]): Promise<Change<typeof Issue>[]> => {
  const { rows } = await work.trx.raw<{ rows: { id: string; above: string }[] }>(
    `with recursive acts as (
       select * from jsonb_to_recordset(:acts::jsonb) as t(id uuid, at timestamptz(3), by uuid)
     ), over (id) as (
       select acts.id from acts
       union select i.parent_id from issues i join over on i.id = over.id where i.parent_id is not null
     ) select a.old_identifier as above, child.id
         from acts
         join issue_activities a on a.old_identifier = acts.id and a.field = 'parent' and a.new_identifier is null
              and a.actor is not distinct from acts.by
              and a.created_at >= acts.at and a.epoch = floor(extract(epoch from acts.at))
         join issues child on child.id = a.issue and child.parent_id is null and child.deleted_at is null
        where child.id not in (select id from over)
          and not exists (select 1 from issue_activities later where later.issue = a.issue
                and later.field = 'parent' and later.created_at > a.created_at)`,
    {
      acts: JSON.stringify(
        back.map(({ id, deleted_at, updated_by }) => ({ id, at: deleted_at, by: updated_by })),
      ),
    },
  )
  const aboveOf = new Map(rows.map(({ id, above }) => [id, above]))
  const children = await locked(work, Issue, issues =>
    issues.whereIn('id', [...aboveOf.keys()]).whereNull('parent_id'),
  )
  return children.map(before => ({ before, patch: { parent_id: aboveOf.get(before.id) ?? null } }))
}

/** Brings deleted issues back under their numbers, together with the descendants deleted by the same act. */
export const restoreIssues = async (work: Work, projectId: string, ids: string[]): Promise<Issue[]> => {
  const back = new Map<string, Issue>()
  for (const issue of await loadDeleted(work, projectId, ids))
    for (const row of await deletedTogether(work, issue)) back.set(row.id, row)
  const states = await work
    .trx('states')
    .where('project_id', projectId)
    .whereNull('deleted_at')
    .orderByRaw('"default" desc, sequence')
    .select<{ id: string; group: string }[]>('id', 'group')
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
  const modules = await shownModules(work, [...back.values()])
  for (const workspace of new Set([...back.values()].map(row => row.workspace_id)))
    await lockTrees(work, workspace)
  const detached = await detachedBy(work, [...back.values()])
  const rows = await updateAll(
    work,
    Issue,
    [...back.values()].map(before => {
      const state = must(
        states.find(one => one.id === before.state_id) ?? states.find(one => one.group !== 'triage'),
        'a state of the project',
      )
      const isParentBack = before.parent_id && (parents.has(before.parent_id) || back.has(before.parent_id))
      return {
        before,
        patch: {
          ...patches.get(before.id),
          module_ids: modules.get(before.id) ?? [],
          deleted_at: null,
          ...inState(work, before, state),
          ...(isParentBack ? {} : { parent_id: null }),
        },
      }
    }),
  )
  await updateAll(work, Issue, detached)
  await recount(
    work,
    rows.flatMap(row => [row.id, row.parent_id]),
  )
  return rows
}
