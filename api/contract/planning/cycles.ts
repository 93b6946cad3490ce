import { z } from 'zod'
import { audit, datetime, day, entity, id, json, revision, route, text, uuid } from '../define.ts'
import { dayIn } from '../people/zones.ts'
import { onProject } from '../permissions.ts'
import { MAX_BULK } from '../work/issues.ts'

export const Cycle = entity({
  name: 'cycle',
  table: 'cycles',
  scope: 'workspace',
  place: { workspace: 'workspace_id', project: 'project_id' },
  kept: 'snapshot',
  read: onProject,
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

/** Where a cycle stands today in its project's zone: never stored, since it changes by time alone. */
export const cycleStatus = (
  cycle: Pick<Cycle, 'start_date' | 'end_date'>,
  zone: string,
  now = Date.now(),
): CycleStatus => {
  if (!cycle.start_date || !cycle.end_date) return 'draft'
  const today = dayIn(zone, now)
  if (cycle.end_date < today) return 'completed'
  return cycle.start_date > today ? 'upcoming' : 'current'
}

const count = z.number().int()
/** How many issues of a cycle or module stand in each group of states, and how many points of estimates. */
export const IssueTotals = z.object({
  total_issues: count,
  /** Of these, those that have a parent. */
  sub_issues: count,
  backlog_issues: count,
  unstarted_issues: count,
  started_issues: count,
  completed_issues: count,
  cancelled_issues: count,
  total_estimate_points: z.number(),
  backlog_estimate_points: z.number(),
  unstarted_estimate_points: z.number(),
  started_estimate_points: z.number(),
  completed_estimate_points: z.number(),
  cancelled_estimate_points: z.number(),
})
export type IssueTotals = z.infer<typeof IssueTotals>

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

const p = '/api/workspaces/:ws/projects/:p' as const
const one = { in: 'project', target: Cycle, param: 'cycleId' } as const
const success = z.object({ message: z.literal('success') })
/** A day, given as one or as a datetime whose first ten characters count. */
const dayOfText = z
  .string()
  .transform(value => value.slice(0, 10))
  .pipe(day)

export const cycleRoutes = {
  list: route({
    method: 'GET',
    path: `${p}/cycles/`,
    action: 'cycle.list',
    in: 'project',
    query: z.object({ cycle_view: z.string().optional() }),
    answer: z.array(CycleAnswer),
    summary: 'Cycles of the project, the newest first; `cycle_view=current` only the one under way.',
  }),
  create: route({
    method: 'POST',
    path: `${p}/cycles/`,
    action: 'cycle.create',
    in: 'project',
    creates: Cycle,
    body: z.object({
      name: text(255),
      description: z.string().default(''),
      start_date: dayOfText.nullable().default(null),
      end_date: dayOfText.nullable().default(null),
      logo_props: json.default({}),
      view_props: json.default({}),
      external_source: z.string().max(255).nullable().default(null),
      external_id: z.string().max(255).nullable().default(null),
    }),
    status: 201,
    answer: CycleAnswer,
    summary: 'Makes a cycle: with both dates, or as a draft with neither.',
  }),
  get: route({
    ...one,
    method: 'GET',
    path: `${p}/cycles/:cycleId/`,
    action: 'cycle.list',
    answer: CycleAnswer,
    summary: 'One cycle.',
  }),
  listAcross: route({
    method: 'GET',
    path: '/api/workspaces/:ws/cycles/',
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
    answer: success,
    summary: 'Moves issues into the cycle; each leaves the one it was in.',
  }),
  removeIssue: route({
    ...one,
    method: 'DELETE',
    path: `${p}/cycles/:cycleId/cycle-issues/:issueId/`,
    action: 'cycle.fill',
    summary: 'Takes an issue out of the cycle.',
  }),
}
