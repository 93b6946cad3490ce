import { z } from 'zod'
import { audit, datetime, day, entity, id, pageOf, revision, route, text, uuid } from './define.ts'
import { AttachmentLite } from './files.ts'

/** From the least to the most pressing; the index is the order. */
export const priorities = ['none', 'low', 'medium', 'high', 'urgent'] as const
export type Priority = (typeof priorities)[number]

export const Issue = entity(
  'issue',
  'issues',
  'workspace',
  { workspace: 'workspace_id', project: 'project_id' },
  {
    id,
    ...audit,
    name: z.string(),
    sequence_id: z.number().int(),
    sort_order: z.number(),
    state_id: id,
    state__group: z.string(),
    priority: z.enum(priorities),
    estimate_point: id.nullable(),
    start_date: day.nullable(),
    target_date: day.nullable(),
    completed_at: datetime.nullable(),
    archived_at: day.nullable(),
    is_draft: z.boolean(),
    project_id: id,
    workspace_id: id,
    parent_id: id.nullable(),
    cycle_id: id.nullable(),
    module_ids: z.array(id),
    label_ids: z.array(id),
    assignee_ids: z.array(id),
    sub_issues_count: z.number().int(),
    attachment_count: z.number().int(),
    link_count: z.number().int(),
    type_id: id.nullable(),
    intake_status: z.number().int().nullable(),
    external_id: z.string().nullable(),
    external_source: z.string().nullable(),
    ...revision,
  },
)
export type Issue = z.infer<typeof Issue.schema>

const fields = {
  description_html: z.string().optional(),
  priority: z.enum(priorities).optional(),
  state_id: uuid.nullable().optional(),
  parent_id: uuid.nullable().optional(),
  assignee_ids: z.array(uuid).optional(),
  label_ids: z.array(uuid).optional(),
  start_date: day.nullable().optional(),
  target_date: day.nullable().optional(),
  sort_order: z.number().optional(),
  external_id: z.string().max(255).nullable().optional(),
  external_source: z.string().max(255).nullable().optional(),
}
export const IssueInput = z.object({ name: text(255), ...fields })
export const IssuePatch = z.object({ name: text(255).optional(), ...fields })
export type IssueInput = z.infer<typeof IssueInput>
export type IssuePatch = z.infer<typeof IssuePatch>

/** The query of an issue list, as text; `issueQuery.ts` reads it. */
export const IssueListQuery = z.object({
  state: z.string().optional(),
  state_group: z.string().optional(),
  priority: z.string().optional(),
  assignees: z.string().optional(),
  labels: z.string().optional(),
  created_by: z.string().optional(),
  sub_issue: z.string().optional(),
  order_by: z.string().optional(),
  group_by: z.string().optional(),
  sub_group_by: z.string().optional(),
  per_page: z.string().optional(),
  cursor: z.string().optional(),
})

const p = '/api/workspaces/:ws/projects/:p' as const
const one = { in: 'project', target: Issue, param: 'issueId' } as const

export const issueRoutes = {
  list: route({
    method: 'GET',
    path: `${p}/issues/`,
    action: 'issue.list',
    in: 'project',
    query: IssueListQuery,
    answer: pageOf(z.unknown()),
    summary: 'A list of issues, flat, grouped or sub-grouped.',
  }),
  create: route({
    method: 'POST',
    path: `${p}/issues/`,
    action: 'issue.create',
    in: 'project',
    creates: Issue,
    body: IssueInput,
    status: 201,
    answer: Issue.schema,
    summary: 'Creates an issue with the next number of its project.',
  }),
  get: route({
    ...one,
    method: 'GET',
    path: `${p}/issues/:issueId/`,
    action: 'issue.read',
    query: z.object({ expand: z.string().optional() }),
    answer: z.object({
      ...Issue.schema.shape,
      description_html: z.string(),
      is_subscribed: z.boolean(),
      parent: z.object({ id, sequence_id: z.number().int(), project_id: id }).nullable().optional(),
      issue_attachments: z.array(AttachmentLite).optional(),
    }),
    summary: 'One issue with its text.',
  }),
  update: route({
    ...one,
    method: 'PATCH',
    path: `${p}/issues/:issueId/`,
    action: 'issue.update',
    body: IssuePatch,
    large: true,
    summary: 'Changes an issue; arrays replace, null clears.',
  }),
  remove: route({
    ...one,
    method: 'DELETE',
    path: `${p}/issues/:issueId/`,
    action: 'issue.delete',
    summary: 'Deletes an issue and its descendants in the project.',
  }),
}
