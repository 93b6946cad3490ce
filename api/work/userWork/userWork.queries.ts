/** One person's work, as sums of ordinary lists: no sum counts more than its reader sees. */
import type { Knex } from 'knex'
import type { z } from 'zod'
import { fail } from '#contract/errors.ts'
import type { IssueQuery } from '#contract/lists/issueQuery.ts'
import { addDays, startOfDay } from '#contract/people/zones.ts'
import { Cycle, cycleStatus } from '#contract/planning/cycles.ts'
import { priorities } from '#contract/work/issues.ts'
import { stateGroups } from '#contract/work/states.ts'
import type { DayOfWork, UserProjects, UserStats } from '#contract/work/userWork.ts'
import type { ServerViewer } from '../../db/viewer.ts'
import { openProjects, visible } from '../../db/visible.ts'
import { type Counts, countEach, countGroups } from '../../lists/count.ts'
import { readList } from '../../lists/list.ts'
import { from } from '../../lists/scope.ts'
import { doneIn } from '../activity/doneBy.service.ts'

type Params = Record<string, string | undefined>
export type PersonAsk = { trx: Knex; viewer: ServerViewer; workspaceId: string; person: string }

export const OPEN = ['backlog', 'unstarted', 'started']

export const listOf = ({ viewer, workspaceId }: PersonAsk, params: Params): IssueQuery =>
  readList({ viewer, query: params }, { in: 'workspace', workspace: workspaceId })

/** Accepts present and former members of the workspace; of others the caller learns nothing, not even that they exist. */
export const mustBeFellow = async ({ trx, workspaceId, person }: PersonAsk): Promise<void> => {
  const found = await trx('workspace_members')
    .where({ workspace_id: workspaceId, member_id: person })
    .first('id')
  if (!found) fail('row.notFound')
}

const cyclesOf = async (ask: PersonAsk, filters: Params) => {
  const { trx, viewer } = ask
  const named = from(trx, listOf(ask, { ...filters, assignees: ask.person }), viewer)
    .whereNotNull('issues.cycle_id')
    .distinct('issues.cycle_id')
  const rows = await visible(trx, Cycle, viewer).whereIn('cycles.id', named).whereNull('cycles.archived_at')
  const zones = new Map(
    (
      await trx('projects')
        .whereIn(
          'id',
          rows.map(row => row.project_id),
        )
        .select<{ id: string; timezone: string }[]>('id', 'timezone')
    ).map(({ id, timezone }) => [id, timezone]),
  )
  const at = (status: string) =>
    rows
      .filter(row => cycleStatus(row, zones.get(row.project_id) ?? 'UTC') === status)
      .sort((a, b) => (a.start_date! < b.start_date! ? -1 : 1))
      .map(row => ({ cycle__name: row.name, cycle__id: row.id, cycle__project_id: row.project_id }))
  return { present_cycles: at('current'), upcoming_cycles: at('upcoming') }
}

/** How issues are that are counted by the group of their state. */
export const standing = ({ groups, total }: Counts) => {
  const of = (group: string) => groups.get(group)?.total ?? 0
  return {
    state_distribution: stateGroups
      .map(group => ({ state_group: group, state_count: of(group) }))
      .filter(one => one.state_count > 0)
      .sort((a, b) => (a.state_group < b.state_group ? -1 : 1)),
    assigned: total,
    completed: of('completed'),
    pending: OPEN.reduce((sum, group) => sum + of(group), 0),
  }
}

export const statsOf = async (ask: PersonAsk, given: Params): Promise<z.infer<typeof UserStats>> => {
  const { trx, viewer, person } = ask
  const { group_by: _, sub_group_by: __, ...filters } = given
  // As within the lists: a filter of theirs by the same name narrows, and replaces nothing.
  const narrowed = (params: Params, group_by?: string): IssueQuery => ({
    ...listOf(ask, { ...filters, group_by }),
    within: listOf(ask, params).filters,
  })
  const assigned = { assignees: person }
  const [groups, priority, [created = 0, subscribed = 0], cycles] = await Promise.all([
    countGroups(trx, narrowed(assigned, 'state__group'), viewer, false),
    countGroups(trx, narrowed(assigned, 'priority'), viewer, false),
    countEach(trx, [narrowed({ created_by: person }), narrowed({ subscriber: person })], viewer),
    cyclesOf(ask, {}),
  ])
  const { state_distribution, assigned: assignedIssues, completed, pending } = standing(groups)
  return {
    state_distribution,
    priority_distribution: priorities
      .toReversed()
      .map((name, at) => ({
        priority: name,
        priority_count: priority.groups.get(name)?.total ?? 0,
        priority_order: at,
      }))
      .filter(one => one.priority_count > 0),
    created_issues: created,
    assigned_issues: assignedIssues,
    completed_issues: completed,
    pending_issues: pending,
    subscribed_issues: subscribed,
    ...cycles,
  }
}

/** The person's row; with the address for callers who may know it. */
const faceOf = async ({ trx, person }: PersonAsk, withEmail: boolean): Promise<UserProjects['user_data']> => {
  const found = await trx('users as u')
    .join('accounts as a', 'a.id', 'u.id')
    .join('user_contacts as c', 'c.id', 'u.id')
    .where('u.id', person)
    .first<UserProjects['user_data'] | undefined>([
      'c.email',
      'u.first_name',
      'u.last_name',
      'u.avatar_url',
      'u.cover_image_url',
      'a.date_joined',
      'a.user_timezone',
      'u.display_name',
    ])
  const face = found ?? fail('row.notFound')
  return { ...face, email: withEmail ? face.email : null }
}

export const projectsOfPerson = async (ask: PersonAsk, withEmail: boolean): Promise<UserProjects> => {
  const { trx, viewer, workspaceId, person } = ask
  const counts = (params: Params) => countGroups(trx, listOf(ask, params), viewer, false)
  const [user_data, assigned, created, projects] = await Promise.all([
    faceOf(ask, withEmail),
    counts({ assignees: person, group_by: 'project_id', sub_group_by: 'state__group' }),
    counts({ created_by: person, group_by: 'project_id' }),
    trx('projects')
      .whereIn('id', openProjects(viewer, workspaceId))
      .orderByRaw('ordered_name(name) collate "C"')
      .select('id', 'logo_props') as Promise<{ id: string; logo_props: Record<string, unknown> }[]>,
  ])
  const cells = Map.groupBy(assigned.cells, cell => cell.key)
  const sum = (project: string, groups: readonly string[]) =>
    (cells.get(project) ?? []).reduce(
      (all, cell) => all + (groups.includes(cell.sub ?? '') ? cell.total : 0),
      0,
    )
  return {
    user_data,
    project_data: projects.map(({ id, logo_props }) => ({
      id,
      logo_props,
      created_issues: created.groups.get(id)?.total ?? 0,
      assigned_issues: sum(id, stateGroups),
      completed_issues: sum(id, ['completed']),
      pending_issues: sum(id, OPEN),
    })),
  }
}

type Day = { date: string; total: number }
type Days = readonly [first: string, last: string]

/** How many of these rows each day of the caller's zone holds, from the first to the last; days without any are left out. */
const byDay = (
  { trx, viewer }: PersonAsk,
  rows: Knex.QueryBuilder,
  column: string,
  [first, last]: Days,
): Promise<Day[]> => {
  const zone = viewer.timezone
  const [start, end] = [startOfDay(first, zone), startOfDay(addDays(last, 1), zone)]
  // Every zone's days begin with such a quarter: rows are laid in these first, and only they are asked for their day.
  return trx
    .from(
      rows
        .where(column, '>=', start)
        .where(column, '<', end)
        .clearSelect()
        .select(trx.raw(`date_bin('15 minutes', ${column}, 'epoch') as at, count(*) as total`))
        .groupByRaw('1')
        .as('quarters'),
    )
    .groupByRaw('1')
    .orderByRaw('1')
    .select<Day[]>(
      trx.raw(`to_char(at at time zone ?, 'YYYY-MM-DD') as date, sum(total)::int as total`, [zone]),
    )
}

export const changesByDay = (ask: PersonAsk, days: Days) => {
  const done = doneIn(ask, ask.person, openProjects(ask.viewer, ask.workspaceId))
  return byDay(ask, done as Knex.QueryBuilder, 'created_at', days)
}

/** Of the person's issues. */
export const completedByDay = (ask: PersonAsk, days: Days) => {
  const list = listOf(ask, { assignees: ask.person, state_group: 'completed' })
  return byDay(ask, from(ask.trx, list, ask.viewer), 'issues.completed_at', days)
}

/** Days of the caller's zone on which something was done. */
export const daysOfPerson = async (ask: PersonAsk, days: Days): Promise<DayOfWork[]> => {
  const [changes, completed] = await Promise.all([changesByDay(ask, days), completedByDay(ask, days)])
  const of = (days: Day[]) => new Map(days.map(({ date, total }) => [date, total]))
  const [changed, done] = [of(changes), of(completed)]
  return [...new Set([...changed.keys(), ...done.keys()])]
    .sort()
    .map(date => ({ date, changes: changed.get(date) ?? 0, completed: done.get(date) ?? 0 }))
}
