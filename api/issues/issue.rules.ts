import { cycleStatus } from '#contract/cycles.ts'
import { fail, failFields, missingPk } from '#contract/errors.ts'
import type { BulkUpdate, IssuePatch } from '#contract/issues.ts'
import { MEMBER } from '#contract/permissions.ts'
import type { Work } from '../db/work.ts'

export type IssueValues = IssuePatch & Pick<BulkUpdate, 'cycle_id' | 'module_ids'>

const mustExist = async (
  field: string,
  given: (string | null | undefined)[],
  known: (ids: string[]) => Promise<string[]>,
) => {
  const ids = [...new Set(given.filter(id => typeof id === 'string'))]
  if (ids.length === 0) return
  const found = new Set(await known(ids))
  const missing = ids.find(id => !found.has(id))
  if (missing) failFields({ [field]: [missingPk(missing)] })
}

/** Ids given as values must name live rows of this project: 400 on their field. One query a field, however many issues. */
export const judgeValues = async (work: Work, projectId: string, inputs: IssueValues[]): Promise<void> => {
  const rowsOf = (table: string, project = 'project_id') =>
    work.trx(table).where(project, projectId).whereNull('deleted_at')
  await mustExist(
    'label_ids',
    inputs.flatMap(input => input.label_ids ?? []),
    ids => rowsOf('labels').whereIn('id', ids).pluck('id'),
  )
  await mustExist(
    'assignee_ids',
    inputs.flatMap(input => input.assignee_ids ?? []),
    ids =>
      work
        .trx('project_members')
        .where({ project: projectId, is_active: true })
        .whereIn('member', ids)
        .pluck('member'),
  )
  await mustExist(
    'estimate_point',
    inputs.map(input => input.estimate_point),
    ids => rowsOf('estimate_points', 'project').whereIn('id', ids).pluck('id'),
  )
  await mustExist(
    'module_ids',
    inputs.flatMap(input => input.module_ids ?? []),
    ids => rowsOf('modules').whereNull('archived_at').whereIn('id', ids).pluck('id'),
  )
  await mustExist(
    'cycle_id',
    inputs.map(input => input.cycle_id),
    async ids => {
      const cycles = (await rowsOf('cycles')
        .whereNull('archived_at')
        .whereIn('id', ids)
        .select(
          'id',
          'start_date',
          'end_date',
          work.trx.raw('(select timezone from projects where projects.id = cycles.project_id) as timezone'),
        )) as {
        id: string
        start_date: string | null
        end_date: string | null
        timezone: string
      }[]
      if (cycles.some(cycle => cycleStatus(cycle, cycle.timezone, Date.parse(work.now)) === 'completed'))
        fail('cycle.completed')
      return cycles.map(cycle => cycle.id)
    },
  )
}

export type State = { id: string; group: string }
/** States by the ids asked for; `null` asks for the project’s default one. */
export const statesOf = async (work: Work, projectId: string, ids: (string | null)[]) => {
  const states = (await work
    .trx('states')
    .where('project_id', projectId)
    .whereNull('deleted_at')
    .orderByRaw('"default" desc, sequence')
    .select('id', 'group')) as State[]
  return new Map<string | null, State>(
    ids.map(id => [
      id,
      (id ? states.find(state => state.id === id) : states[0]) ?? failFields({ state_id: [missingPk(id)] }),
    ]),
  )
}

/** Parents are readable issues of the workspace, and never the issue itself or one below it. */
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
    .where({ id: parentId, workspace_id: workspaceId, active: true })
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

/** Does the day it starts lie after the day it is due? */
export const isDatesReversed = (
  start: string | null | undefined,
  target: string | null | undefined,
): boolean => Boolean(start && target && start > target)

export const judgeDates = (start: string | null | undefined, target: string | null | undefined) => {
  if (isDatesReversed(start, target))
    failFields({ non_field_errors: ['Start date cannot exceed target date'] })
}

/** A guest may correct the words of what they reported, nothing else. */
export const judgeGuest = (work: Work, projectId: string, patch: IssuePatch) => {
  const beyondText = Object.keys(patch).some(name => name !== 'name' && name !== 'description_html')
  if (work.viewer.projects[projectId]!.role < MEMBER && beyondText) fail('permission.denied')
}
