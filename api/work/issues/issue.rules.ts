import type { Knex } from 'knex'
import { placeOf } from '#contract/define.ts'
import { fail, failFields, missingPk } from '#contract/errors.ts'
import { keysOf } from '#contract/keys.ts'
import { can } from '#contract/permissions.ts'
import { type Cycle, cycleStatus } from '#contract/planning/cycles.ts'
import { type BulkUpdate, Issue, type IssuePatch } from '#contract/work/issues.ts'
import { lockedSeen } from '../../db/locked.ts'
import { lockRows, takeTurn } from '../../db/order.ts'
import type { Work } from '../../db/work.ts'
import { isOpen } from './load.ts'

export type IssueValues = IssuePatch & Pick<BulkUpdate, 'cycle_id' | 'cycle_added_at' | 'module_ids'>

type Find = (ids: string[]) => Promise<string[]>

const mustExist = async (field: string, given: (string | null | undefined)[], known: Find) => {
  const ids = [...new Set(given.filter(id => typeof id === 'string'))]
  if (ids.length === 0) return
  const found = new Set(await known(ids))
  const missing = ids.find(id => !found.has(id))
  if (missing) failFields({ [field]: [missingPk(missing)] })
}

/** For each field that holds ids: which of some ids name something that an issue of the project may hold. */
export const holdable = (work: Work, projectId: string) => {
  // Locked, so that a deletion of these rows and a call that names them wait for each other.
  const rowsOf = async (table: string, ids: string[], project = 'project_id') => {
    const find = (trx: Knex) =>
      trx(table).where(project, projectId).whereNull('deleted_at').whereIn('id', ids).select('id')
    return (await lockRows<{ id: string }>(work, table, find, 'keep')).map(({ id }) => id)
  }
  return {
    label_ids: ids => rowsOf('labels', ids),
    assignee_ids: ids =>
      // An agent does work that is delegated to it; a person answers for the issue.
      work
        .trx('project_members as m')
        .join('users as u', 'u.id', 'm.member')
        .where({ 'm.project': projectId, 'm.is_active': true, 'u.is_bot': false })
        .whereIn('m.member', ids)
        .pluck('m.member'),
    delegate_id: ids =>
      work
        .trx('agents as g')
        .join('project_members as m', 'm.member', 'g.id')
        .where({ 'm.project': projectId, 'm.is_active': true, 'g.is_active': true })
        .whereNull('g.deleted_at')
        .whereIn('g.id', ids)
        .pluck('g.id'),
    estimate_point: ids => rowsOf('estimate_points', ids, 'project'),
    cycle_id: ids => rowsOf('cycles', ids),
  } satisfies Partial<Record<keyof IssueValues, Find>>
}

// Archived and completed cycles take no more issues.
const openCycles = async (work: Work, projectId: string, ids: string[]) => {
  // Archiving or ending a cycle and adding issues to it wait for each other.
  const cycles = await lockRows<Pick<Cycle, 'id' | 'start_date' | 'end_date'> & { timezone: string }>(
    work,
    'cycles',
    trx =>
      trx('cycles')
        .join('projects', 'projects.id', 'cycles.project_id')
        .where('cycles.project_id', projectId)
        .whereNull('cycles.deleted_at')
        .whereNull('cycles.archived_at')
        .whereIn('cycles.id', ids)
        .select('cycles.id', 'cycles.start_date', 'cycles.end_date', 'projects.timezone'),
    'keep',
  )
  const isOpen = (cycle: (typeof cycles)[number]) =>
    cycleStatus(cycle, cycle.timezone, Date.parse(work.now)) !== 'completed'
  const open = cycles.filter(isOpen).map(cycle => cycle.id)
  return { open, isOneOver: open.length < cycles.length }
}

const openModules = async (work: Work, projectId: string, ids: string[]): Promise<string[]> => {
  const find = (trx: Knex) =>
    trx('modules')
      .where('project_id', projectId)
      .whereNull('deleted_at')
      .whereNull('archived_at')
      .whereIn('id', ids)
      .select('id')
  return (await lockRows<{ id: string }>(work, 'modules', find, 'keep')).map(({ id }) => id)
}

/** Ids given as values must name live rows of this project: 400 on their field. One query a field, however many issues. */
export const judgeValues = async (work: Work, projectId: string, inputs: IssueValues[]): Promise<void> => {
  const known = {
    ...holdable(work, projectId),
    cycle_id: async (ids: string[]) => {
      const { open, isOneOver } = await openCycles(work, projectId, ids)
      return isOneOver ? fail('cycle.completed') : open
    },
    module_ids: (ids: string[]) => openModules(work, projectId, ids),
  }
  for (const field of keysOf(known))
    await mustExist(
      field,
      inputs.flatMap(input => input[field] ?? []),
      known[field],
    )
}

export type State = { id: string; group: string }
/** States by the ids asked for; `null` asks for the project’s default one. */
export const statesOf = async (work: Work, projectId: string, ids: (string | null)[]) => {
  // Deleting a state and putting issues into it wait for each other.
  const states = await lockRows<State & { default: boolean; sequence: number }>(
    work,
    'states',
    trx =>
      trx('states')
        .where('project_id', projectId)
        .whereNull('deleted_at')
        .whereNot('group', 'triage')
        .select('id', 'group', 'default', 'sequence'),
    'keep',
  )
  states.sort((a, b) => Number(b.default) - Number(a.default) || a.sequence - b.sequence)
  return new Map<string | null, State>(
    ids.map(id => [
      id,
      (id ? states.find(state => state.id === id) : states[0]) ?? failFields({ state_id: [missingPk(id)] }),
    ]),
  )
}

const openParents =
  (work: Work, workspaceId: string): Find =>
  async ids => {
    const rows = await lockedSeen(work, Issue, rows =>
      rows.where({ workspace_id: workspaceId }).where(isOpen(work.viewer)).whereIn('id', ids),
    )
    return rows.map(row => row.id)
  }

/** Parents are issues of the workspace that the caller finds in lists. */
export const judgeParents = (
  work: Work,
  workspaceId: string,
  given: (string | null | undefined)[],
): Promise<void> => mustExist('parent_id', given, openParents(work, workspaceId))

/** As `holdable`, for an issue that is new in the project: only rows that take new ones. */
export const takeable = (work: Work, workspaceId: string, projectId: string) => ({
  ...holdable(work, projectId),
  cycle_id: async (ids: string[]) => (await openCycles(work, projectId, ids)).open,
  module_ids: (ids: string[]) => openModules(work, projectId, ids),
  parent_id: openParents(work, workspaceId),
})

type Held = Partial<Record<keyof ReturnType<typeof takeable>, string | string[] | null>> & { id: string }

/** Rows without values that are gone meanwhile (a deleted label, a member who left): only the fields of `known`. */
export const withoutGone = async <R extends Held>(
  rows: R[],
  known: Partial<Record<keyof ReturnType<typeof takeable>, Find>>,
): Promise<Map<string, Partial<R>>> => {
  const patches = new Map<string, Partial<R>>(rows.map(row => [row.id, {}]))
  for (const field of keysOf(known)) {
    const ids = rows.flatMap(row => row[field] ?? [])
    if (ids.length === 0) continue
    const live = new Set(await known[field]?.([...new Set(ids)]))
    for (const row of rows) {
      const held = row[field]
      const left = Array.isArray(held)
        ? held.filter(id => live.has(id))
        : held && live.has(held)
          ? held
          : null
      Object.assign(patches.get(row.id) ?? {}, { [field]: left })
    }
  }
  return patches
}

/** Two moves, of one call or of two at once, may each be right and together close a circle: calls take turns. */
export const lockTrees = (work: Work, workspaceId: string) => takeTurn(work, workspaceId)

/** Refuses what has been written when it put one of these issues below itself. */
export const judgeTrees = async (work: Work, ids: string[]): Promise<void> => {
  const { rows } = await work.trx.raw<{ rows: unknown[] }>(
    `with recursive above (below, id) as (
       select id, parent_id from issues where id = any(?) and parent_id is not null
       union select above.below, i.parent_id from above join issues i on i.id = above.id where i.parent_id is not null
     ) select 1 from above where below = id limit 1`,
    [ids],
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

const WORDS = new Set(['name', 'description_html', 'description_markdown'])

/** A right to change an issue includes its name and text, not always its other fields. */
export const judgeFields = (work: Work, issue: Issue, patch: IssuePatch) => {
  const isBeyondWords = Object.keys(patch).some(name => !WORDS.has(name))
  if (isBeyondWords && !can(work.viewer, 'issue.updateFields', issue, placeOf(Issue, issue)))
    fail('permission.denied')
}
