import { z } from 'zod'
import { ProjectLite } from '../belongs.ts'
import { description, givenJson, json } from '../bounds.ts'
import { audit, datetime, day, entity, id, pageOf, revision, route, text, uuid } from '../define.ts'
import { dayIn } from '../people/zones.ts'
import { onProject, unlessArchived } from '../rules.ts'
import { Issue, MAX_BULK } from '../work/issues.ts'
import { Analytics, distributions, noDistribution } from './charts.ts'
import { IssueTotals } from './progress.ts'

export const Cycle = entity({
  name: 'cycle',
  table: 'cycles',
  scope: 'workspace',
  place: { workspace: 'workspace_id', project: 'project_id' },
  kept: 'snapshot',
  read: unlessArchived(onProject),
  notFound: 'cycle.notFound',
  shape: {
    id,
    ...audit,
    name: z.string(),
    description: z.string(),
    project_id: id,
    workspace_id: id,
    start_date: day.nullable(),
    end_date: day.nullable(),
    owned_by_id: id,
    sort_order: z.number(),
    archived_at: datetime.nullable(),
    /** Null where it is not archived, and of what was before this was kept. */
    archived_by: id.nullable(),
    view_props: json,
    logo_props: json,
    progress_snapshot: json,
    external_source: z.string().nullable(),
    external_id: z.string().nullable(),
    ...revision,
  },
})
export type Cycle = z.infer<typeof Cycle.schema>

export type CycleStatus = 'current' | 'upcoming' | 'completed' | 'draft'

type Days = Pick<Cycle, 'start_date' | 'end_date'>

/** Where a cycle is on a day in its project's zone: never stored, since it changes by time alone. */
export const cycleStatusOn = ({ start_date, end_date }: Days, today: string): CycleStatus => {
  if (!start_date || !end_date) return 'draft'
  if (end_date < today) return 'completed'
  return start_date > today ? 'upcoming' : 'current'
}

/** Where it is now; of many in one zone the day is read once, as reading a zone is dear. */
export const cycleStatus = (cycle: Days, zone: string, now = Date.now()): CycleStatus =>
  cycle.start_date && cycle.end_date ? cycleStatusOn(cycle, dayIn(zone, now)) : 'draft'

export const CycleAnswer = z.object({
  ...Cycle.schema.shape,
  /** The first ten characters are the day. */
  start_date: datetime.nullable(),
  end_date: datetime.nullable(),
  ...IssueTotals.shape,
  status: z.enum(['current', 'upcoming', 'completed', 'draft']),
  assignee_ids: z.array(id),
  is_favorite: z.boolean(),
  version: z.literal(1),
  progress: z.array(z.unknown()),
})

export const CycleDetail = z.object({ ...CycleAnswer.shape, ...distributions })

const ws = '/api/workspaces/:ws' as const
const p = `${ws}/projects/:p` as const
const one = { in: 'project', target: Cycle, param: 'cycleId' } as const
const success = {
  answer: z.object({ message: z.literal('success') }),
  says: { message: 'success' as const },
}
/** A day, given as one or as a datetime whose first ten characters count. */
const dayOfText = z
  .string()
  .transform(value => value.slice(0, 10))
  .pipe(day)
const fields = {
  description,
  start_date: dayOfText.nullable(),
  end_date: dayOfText.nullable(),
  logo_props: givenJson(),
  view_props: givenJson(),
  external_source: z.string().max(255).nullable(),
  external_id: z.string().max(255).nullable(),
}

export const archivedCycle = z.object({ archived_at: datetime })

export const cycleRoutes = {
  list: route({
    method: 'GET',
    path: `${p}/cycles/`,
    action: 'cycle.list',
    in: 'project',
    query: z.object({ cycle_view: z.string().optional() }),
    answer: z.array(CycleAnswer),
    summary: 'Cycles of the project, the newest first; `cycle_view=current` only the one under way.',
    exposes: { v1: 'cycles/' },
  }),
  create: route({
    method: 'POST',
    path: `${p}/cycles/`,
    action: 'cycle.create',
    in: 'project',
    creates: Cycle,
    body: z.object({
      name: text(255),
      description: fields.description.default(''),
      start_date: fields.start_date.default(null),
      end_date: fields.end_date.default(null),
      logo_props: fields.logo_props.default({}),
      view_props: fields.view_props.default({}),
      external_source: fields.external_source.default(null),
      external_id: fields.external_id.default(null),
    }),
    status: 201,
    answer: CycleAnswer,
    summary: 'Makes a cycle: with both dates, or as a draft with neither.',
    exposes: { v1: 'cycles/' },
  }),
  get: route({
    ...one,
    method: 'GET',
    path: `${p}/cycles/:cycleId/`,
    action: 'cycle.list',
    answer: CycleDetail,
    summary:
      'One cycle, with what it holds by person and label; `progress_snapshot` is what it held at its end.',
    exposes: { v1: 'cycles/:cycleId/' },
  }),
  update: route({
    ...one,
    method: 'PATCH',
    path: `${p}/cycles/:cycleId/`,
    action: 'cycle.update',
    body: z.object({ name: text(255), sort_order: z.number(), ...fields }).partial(),
    answer: CycleAnswer,
    summary: 'Changes a cycle. One that is over takes a new place in the order and nothing else.',
    exposes: { v1: 'cycles/:cycleId/' },
  }),
  remove: route({
    ...one,
    method: 'DELETE',
    path: `${p}/cycles/:cycleId/`,
    action: 'cycle.delete',
    summary: 'Deletes a cycle; its issues stay, in none.',
    exposes: { v1: 'cycles/:cycleId/' },
  }),
  restore: route({
    method: 'POST',
    path: `${p}/cycles/:cycleId/restore/`,
    action: 'cycle.restore',
    in: 'project',
    summary: 'Brings a deleted cycle back, with those of its issues that are in no other.',
  }),
  progress: route({
    ...one,
    method: 'GET',
    path: `${p}/cycles/:cycleId/progress/`,
    action: 'cycle.list',
    answer: IssueTotals,
    summary: 'How many issues and points the cycle holds in each group of states.',
  }),
  analytics: route({
    ...one,
    method: 'GET',
    path: `${p}/cycles/:cycleId/analytics/`,
    action: 'cycle.list',
    query: z.object({ type: z.string().optional() }),
    answer: Analytics,
    summary:
      'What the cycle holds by person and label, in issues or (`type=points`) in points, and its days as they were.',
  }),
  cycleProgress: route({
    ...one,
    method: 'GET',
    path: `${p}/cycles/:cycleId/cycle-progress/`,
    action: 'cycle.list',
    answer: z.object({
      ...IssueTotals.shape,
      ...distributions,
      distribution: z.union([distributions.distribution, noDistribution]),
    }),
    summary: 'Progress and what the cycle holds by person and label, in one answer; both `{}` without dates.',
  }),
  listActive: route({
    method: 'GET',
    path: `${ws}/active-cycles/`,
    action: 'cycle.listActive',
    in: 'workspace',
    query: z.object({ per_page: z.string().optional(), cursor: z.string().optional() }),
    answer: pageOf(z.array(CycleDetail.extend({ project_detail: ProjectLite }))),
    summary: 'Cycles under way in the projects that the caller has joined; those that end first come first.',
  }),
  transfer: route({
    ...one,
    method: 'POST',
    path: `${p}/cycles/:cycleId/transfer-issues/`,
    action: 'cycle.fill',
    body: z.object({
      new_cycle_id: uuid.nullish(),
      /** Ours: they go to no other cycle. */
      no_cycle: z.boolean().optional(),
      issues: z.array(uuid).min(1).max(MAX_BULK).optional(),
    }),
    status: 200,
    answer: z.object({ message: z.literal('Success') }),
    says: { message: 'Success' },
    summary:
      'Moves the open issues of a cycle that is over, or those of them that are named, to another or to none, and keeps how it ended.',
    exposes: { v1: 'cycles/:cycleId/transfer-issues/' },
  }),
  listArchived: route({
    method: 'GET',
    path: `${p}/archived-cycles/`,
    action: 'cycle.archived',
    in: 'project',
    answer: z.array(CycleAnswer),
    summary: 'Archived cycles of the project, the newest first.',
    exposes: { v1: 'archived-cycles/' },
  }),
  getArchived: route({
    ...one,
    method: 'GET',
    path: `${p}/archived-cycles/:cycleId/`,
    action: 'cycle.archived',
    answer: CycleDetail,
    summary: 'One archived cycle, with what it holds by person and label.',
  }),
  archive: route({
    ...one,
    method: 'POST',
    path: `${p}/cycles/:cycleId/archive/`,
    action: 'cycle.archive',
    status: 200,
    answer: archivedCycle,
    summary: 'Archives a cycle that is over; it goes from everyone’s favorites.',
    exposes: { v1: 'cycles/:cycleId/archive/' },
  }),
  unarchive: route({
    ...one,
    method: 'DELETE',
    path: `${p}/cycles/:cycleId/archive/`,
    action: 'cycle.archive',
    summary: 'Takes a cycle out of the archive, and back among the favorites of those who had it there.',
    exposes: { v1: ['cycles/:cycleId/archive/', 'archived-cycles/:cycleId/unarchive/'] },
  }),
  listAcross: route({
    method: 'GET',
    path: `${ws}/cycles/`,
    action: 'cycle.listAcross',
    in: 'workspace',
    answer: z.array(CycleAnswer),
    summary: 'Cycles of all projects that the caller has joined, the newest first.',
  }),
  dateCheck: route({
    method: 'POST',
    path: `${p}/cycles/date-check/`,
    action: 'cycle.create',
    in: 'project',
    body: z.object({
      start_date: dayOfText.nullish(),
      end_date: dayOfText.nullish(),
      cycle_id: uuid.nullish(),
    }),
    status: 200,
    answer: z.object({ status: z.boolean(), error: z.string().optional() }),
    summary: 'Says whether a cycle may have these dates; `cycle_id` is the cycle that is to have them.',
  }),
  addIssues: route({
    ...one,
    method: 'POST',
    path: `${p}/cycles/:cycleId/cycle-issues/`,
    action: 'cycle.fill',
    body: z.object({ issues: z.array(uuid).max(MAX_BULK).default([]) }),
    status: 201,
    ...success,
    summary: 'Moves issues into the cycle; each leaves the one it was in.',
    exposes: { v1: 'cycles/:cycleId/cycle-issues/' },
  }),
  issue: route({
    ...one,
    method: 'GET',
    path: `${p}/cycles/:cycleId/cycle-issues/:issueId/`,
    action: 'cycle.list',
    scope: 'issues',
    answer: Issue.schema,
    summary: 'An issue of the cycle.',
    exposes: { v1: 'cycles/:cycleId/cycle-issues/:issueId/' },
  }),
  removeIssue: route({
    ...one,
    method: 'DELETE',
    path: `${p}/cycles/:cycleId/cycle-issues/:issueId/`,
    action: 'cycle.fill',
    summary: 'Takes an issue out of the cycle.',
    exposes: { v1: 'cycles/:cycleId/cycle-issues/:issueId/' },
  }),
}
