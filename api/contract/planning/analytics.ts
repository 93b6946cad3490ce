/**
 * Issues of a workspace as figures: by one field or two, and as a whole. No figure counts more than the caller's lists
 * hold.
 */
import { z } from 'zod'
import { filterValues, MAX_JSON } from '../bounds.ts'
import { id, route } from '../define.ts'
import { keysOf } from '../keys.ts'
import type { FieldName } from '../lists/issueFields.ts'
import { IssueListQuery } from '../lists/issueLists.ts'

/** The axes of a chart under the names that clients know. Days and instants are counted by month. */
export const axes = {
  state_id: { label: 'State', field: 'state' },
  state__group: { label: 'State Group', field: 'state_group' },
  labels__id: { label: 'Label', field: 'labels' },
  assignees__id: { label: 'Assignee Name', field: 'assignees' },
  estimate_point__value: { label: 'Estimate', field: 'estimate' },
  issue_cycle__cycle_id: { label: 'Cycle', field: 'cycle' },
  issue_module__module_id: { label: 'Module', field: 'modules' },
  priority: { label: 'Priority', field: 'priority' },
  start_date: { label: 'Start Date', field: 'start_date' },
  target_date: { label: 'Due Date', field: 'target_date' },
  created_at: { label: 'Created At', field: 'created_at' },
  completed_at: { label: 'Completed At', field: 'completed_at' },
  /** Ours. */
  project_id: { label: 'Project', field: 'project' },
  created_by: { label: 'Created By', field: 'created_by' },
} as const satisfies Record<string, { label: string; field: FieldName }>
export type Axis = keyof typeof axes
export const axisNames = keysOf(axes)
export const measures = ['issue_count', 'estimate'] as const
export type ChartMeasure = (typeof measures)[number]

/** The axis that a text names; `estimate_point` is another name of its values. */
export const readAxis = (text: unknown): Axis | null => {
  const name = text === 'estimate_point' ? 'estimate_point__value' : text
  return axisNames.find(axis => axis === name) ?? null
}

/** The issues that are counted, in the words of a list. */
export const AnalyticsFilters = IssueListQuery.omit({
  order_by: true,
  then_by: true,
  group_by: true,
  sub_group_by: true,
  group: true,
  sub_group: true,
  points: true,
  per_page: true,
  cursor: true,
})

const count = z.number().int()
const text = z.string().optional()
export const axis = z
  .string()
  .optional()
  .meta({
    description: 'What issues are counted by; days and instants by month, in the caller’s time zone.',
    override: { enum: [...axisNames, 'estimate_point'] },
  })
const asked = {
  x_axis: axis,
  y_axis: z
    .string()
    .optional()
    .meta({
      description: 'How many issues there are, or the sum of their estimates.',
      override: { enum: [...measures] },
    }),
  segment: axis,
}

const Bucket = z.object({
  dimension: z.string(),
  segment: z.string().nullable().optional(),
  count: count.optional(),
  estimate: z.number().nullable().optional(),
})
/** Empty where the dimension is neither axis nor segment. */
const details = <T extends z.ZodType>(row: T) => z.union([z.array(row), z.object({}).strict()])
const named = z.string().nullable()

/** By key of the axis, one bucket, or one for each value of the segment. */
const Distribution = z.record(z.string(), z.array(Bucket))
export type Distribution = z.infer<typeof Distribution>

export const ChartOfIssues = z.object({
  total: count,
  distribution: Distribution,
  extras: z.object({
    state_details: details(z.object({ state_id: id, state__name: named, state__color: named })),
    assignee_details: details(
      z.object({
        assignees__id: id,
        assignees__display_name: named,
        assignees__first_name: named,
        assignees__last_name: named,
        assignees__avatar_url: named,
      }),
    ),
    label_details: details(z.object({ labels__id: id, labels__color: named, labels__name: named })),
    cycle_details: details(z.object({ issue_cycle__cycle_id: id, issue_cycle__cycle__name: named })),
    module_details: details(z.object({ issue_module__module_id: id, issue_module__module__name: named })),
  }),
})
export type ChartOfIssues = z.infer<typeof ChartOfIssues>

const ofGroup = z.array(z.object({ state_group: z.string(), state_count: count }))
const maker = {
  created_by__id: id.nullable(),
  created_by__first_name: named,
  created_by__last_name: named,
  created_by__display_name: named,
  created_by__avatar_url: named,
}
const assignee = {
  assignees__id: id.nullable(),
  assignees__first_name: named,
  assignees__last_name: named,
  assignees__display_name: named,
  assignees__avatar_url: named,
}
const ofAssignees = z.array(z.object({ ...assignee, count }))

export const DefaultAnalytics = z.object({
  total_issues: count,
  total_issues_classified: ofGroup,
  open_issues: count,
  open_issues_classified: ofGroup,
  /** Of the current year, in the caller’s time zone: months in which something was completed. */
  issue_completed_month_wise: z.array(z.object({ month: count, count })),
  /** The five who made most. */
  most_issue_created_user: z.array(z.object({ ...maker, count })),
  /** The five who completed most. */
  most_issue_closed_user: ofAssignees,
  /** Everybody who has something open; a row of nobody, too. */
  pending_issue_user: ofAssignees,
  /** Null where nothing is estimated in points. */
  open_estimate_sum: z.number().nullable(),
  total_estimate_sum: z.number().nullable(),
})
export type DefaultAnalytics = z.infer<typeof DefaultAnalytics>

/** Values of a filter: with commas between them, or as an array. */
const values = z.union([z.string().max(MAX_JSON), filterValues]).nullish()
const ofBody = Object.fromEntries(Object.keys(AnalyticsFilters.shape).map(name => [name, values]))

const ws = '/api/workspaces/:ws' as const
const read = { in: 'workspace', action: 'analytics.read' } as const

export const analyticsRoutes = {
  chart: route({
    ...read,
    method: 'GET',
    path: `${ws}/analytics/`,
    query: AnalyticsFilters.extend(asked),
    answer: ChartOfIssues,
    summary:
      'Issues counted, or their estimates summed, by one field, or by two with `segment`; filters as those of a list.',
  }),
  usual: route({
    ...read,
    method: 'GET',
    path: `${ws}/default-analytics/`,
    query: AnalyticsFilters,
    answer: DefaultAnalytics,
    summary: 'What is open, what was completed this year, and who made and completed most.',
  }),
  export: route({
    ...read,
    method: 'POST',
    path: `${ws}/export-analytics/`,
    scope: 'connections',
    body: z.object({ ...ofBody, x_axis: text, y_axis: text, segment: text.nullish() }),
    answer: z.object({ message: z.string() }),
    summary: 'Mails the caller what `analytics/` counts, as a file for spreadsheets.',
  }),
}
