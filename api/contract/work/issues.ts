import { z } from 'zod'
import { ids, json } from '../bounds.ts'
import { audit, datetime, day, entity, id, revision, route, text, uuid } from '../define.ts'
import { ownOrAll } from '../rules.ts'

/** From the least to the most pressing; the index is the order. */
export const priorities = ['none', 'low', 'medium', 'high', 'urgent'] as const
export type Priority = (typeof priorities)[number]

export const Issue = entity({
  name: 'issue',
  table: 'issues',
  scope: 'workspace',
  place: { workspace: 'workspace_id', project: 'project_id' },
  kept: 'asked',
  read: ownOrAll('created_by'),
  shape: {
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
    archived_by: id.nullable(),
    is_draft: z.boolean(),
    project_id: id,
    workspace_id: id,
    parent_id: id.nullable(),
    cycle_id: id.nullable(),
    /** When it came into its cycle. */
    cycle_added_at: datetime.nullable(),
    module_ids: z.array(id),
    label_ids: z.array(id),
    assignee_ids: z.array(id),
    /** The agent that does the work; its assignees answer for it. */
    delegate_id: id.nullable(),
    sub_issues_count: z.number().int(),
    attachment_count: z.number().int(),
    link_count: z.number().int(),
    type_id: id.nullable(),
    intake_status: z.number().int().nullable(),
    external_id: z.string().nullable(),
    external_source: z.string().nullable(),
    ...revision,
  },
})
export type Issue = z.infer<typeof Issue.schema>

/** An issue with its number, for links to it. */
export const IssueLite = z.object({ id, sequence_id: z.number().int(), project_id: id })

/** Fields that a write takes; arrays replace the set, null clears. Others are ignored and named. */
export const issueFields = {
  description_html: z.string().optional(),
  priority: z.enum(priorities).optional(),
  state_id: uuid.nullable().optional(),
  parent_id: uuid.nullable().optional(),
  assignee_ids: ids.optional(),
  delegate_id: uuid.nullable().optional(),
  label_ids: ids.optional(),
  start_date: day.nullable().optional(),
  target_date: day.nullable().optional(),
  estimate_point: uuid.nullable().optional(),
  type_id: uuid.nullable().optional(),
  sort_order: z.number().optional(),
  external_id: z.string().max(255).nullable().optional(),
  external_source: z.string().max(255).nullable().optional(),
}
/** The text as Markdown, our own addition; `description_html` counts where both are given. */
const description_markdown = z.string().optional()
export const IssueInput = z.object({
  name: text(255),
  ...issueFields,
  description_markdown,
  /** The text as a document of the editor; taken where neither of the others is given. */
  description: json.optional(),
  is_draft: z.boolean().optional(),
})
export const IssuePatch = z.object({ name: text(255).optional(), ...issueFields, description_markdown })
export type IssueInput = z.infer<typeof IssueInput>
export type IssuePatch = z.infer<typeof IssuePatch>

/** Fields of a bulk call: arrays are added to each row's own, single values replace. */
export const BulkProperties = z.object({
  state_id: uuid.optional(),
  priority: z.enum(priorities).optional(),
  label_ids: ids.optional(),
  assignee_ids: ids.optional(),
  delegate_id: uuid.nullable().optional(),
  start_date: day.nullable().optional(),
  target_date: day.nullable().optional(),
  estimate_point: uuid.nullable().optional(),
  cycle_id: uuid.nullable().optional(),
  module_ids: ids.optional(),
})
/** Values of one row in a bulk call: arrays replace. Undo sends these. */
export const BulkUpdate = z.object({
  id: uuid,
  ...BulkProperties.shape,
  name: text(255).optional(),
  parent_id: uuid.nullable().optional(),
  sort_order: z.number().optional(),
  /** When it came into that cycle before, for its way back there: taken where its history says so. */
  cycle_added_at: datetime.nullable().optional(),
})
export type BulkProperties = z.infer<typeof BulkProperties>
export type BulkUpdate = z.infer<typeof BulkUpdate>
/** New values of an issue's fields. */
export type IssueChange = Omit<BulkUpdate, 'id'>

export const MAX_BULK = 1000
const p = '/api/workspaces/:ws/projects/:p' as const
const one = { in: 'project', target: Issue, param: 'issueId' } as const
const message = z.object({ message: z.string() })
const issueIds = z.object({ issue_ids: z.array(uuid).max(MAX_BULK).default([]) })

/** `expand=` of a single issue: whole rows of its parts. */
export const IssueDetail = z.object({
  ...Issue.schema.shape,
  description_html: z.string(),
  /** With `expand=description_markdown`. */
  description_markdown: z.string().optional(),
  is_subscribed: z.boolean(),
  parent: IssueLite.nullable().optional(),
  issue_reactions: z.array(z.unknown()).optional(),
  issue_link: z.array(z.unknown()).optional(),
  issue_attachments: z.array(z.unknown()).optional(),
  issue_relation: z.array(z.unknown()).optional(),
  issue_related: z.array(z.unknown()).optional(),
})
const expandQuery = z.object({ expand: z.string().optional() })
/** Issue ids by the group of their state; groups without any are absent. */
export const Distribution = z.record(z.string(), z.array(id))
const subIssues = z.object({ sub_issues: z.array(Issue.schema), state_distribution: Distribution })

export const issueRoutes = {
  create: route({
    method: 'POST',
    path: `${p}/issues/`,
    action: 'issue.create',
    in: 'project',
    creates: Issue,
    queued: true,
    body: IssueInput,
    status: 201,
    answer: z.object({ ...Issue.schema.shape, sequence_id: z.number().int().nullable() }),
    summary: 'Creates an issue with the next number of its project, or a draft without one.',
    exposes: { v1: 'issues/' },
  }),
  upsert: route({
    method: 'PUT',
    path: `${p}/issues/`,
    action: 'issue.create',
    in: 'project',
    creates: Issue,
    body: IssuePatch,
    answer: Issue.schema,
    summary:
      'Changes the issue that has this `external_id` of this `external_source`, or creates it (201) where the project has none.',
    exposes: { v1: 'issues/' },
  }),
  get: route({
    ...one,
    method: 'GET',
    path: `${p}/issues/:issueId/`,
    action: 'issue.read',
    query: expandQuery,
    answer: IssueDetail,
    summary: 'One issue with its text.',
    exposes: { v1: 'issues/:issueId/' },
  }),
  update: route({
    ...one,
    method: 'PATCH',
    path: `${p}/issues/:issueId/`,
    action: 'issue.update',
    settles: 'issue',
    notFound: 'issue.notFound',
    body: IssuePatch,
    summary: 'Changes an issue; arrays replace, null clears.',
    exposes: { v1: 'issues/:issueId/' },
  }),
  remove: route({
    ...one,
    method: 'DELETE',
    path: `${p}/issues/:issueId/`,
    action: 'issue.delete',
    summary: 'Deletes an issue and its descendants in the project.',
    exposes: { v1: 'issues/:issueId/' },
  }),
  restore: route({
    method: 'POST',
    path: `${p}/issues/:issueId/restore/`,
    action: 'issue.restore',
    in: 'project',
    summary: 'Brings back a deleted issue with what was deleted by the same act.',
  }),
  archive: route({
    ...one,
    method: 'POST',
    path: `${p}/issues/:issueId/archive/`,
    action: 'issue.archive',
    answer: z.object({ archived_at: day }),
    summary: 'Archives a completed or cancelled issue.',
    exposes: { v1: 'issues/:issueId/archive/' },
  }),
  unarchive: route({
    ...one,
    method: 'DELETE',
    path: `${p}/issues/:issueId/archive/`,
    action: 'issue.archive',
    summary: 'Takes an issue out of the archive.',
    exposes: { v1: ['issues/:issueId/archive/', 'issues/:issueId/unarchive/'] },
  }),
  getArchived: route({
    ...one,
    method: 'GET',
    path: `${p}/issues/:issueId/archive/`,
    action: 'issue.archive',
    query: expandQuery,
    answer: IssueDetail,
    summary: 'One archived issue with its text.',
  }),
  subIssues: route({
    ...one,
    method: 'GET',
    path: `${p}/issues/:issueId/sub-issues/`,
    action: 'issue.read',
    answer: subIssues,
    summary: 'Direct children that the caller sees, in any project of the workspace.',
  }),
  addSubIssues: route({
    ...one,
    method: 'POST',
    path: `${p}/issues/:issueId/sub-issues/`,
    action: 'issue.arrange',
    body: z.object({ sub_issue_ids: z.array(uuid).max(MAX_BULK).default([]) }),
    answer: subIssues,
    summary: 'Makes issues children of this one; answers those just attached.',
  }),
  dates: route({
    method: 'POST',
    path: `${p}/issue-dates/`,
    action: 'issue.bulk',
    in: 'project',
    body: z.object({
      updates: z
        .array(
          z.object({
            id: uuid,
            start_date: day.nullable().optional(),
            target_date: day.nullable().optional(),
          }),
        )
        .max(MAX_BULK),
    }),
    answer: message,
    says: { message: 'Issues updated successfully' },
    summary: 'Sets dates of many issues, all or none; null clears.',
  }),
  bulkUpdate: route({
    method: 'POST',
    path: `${p}/bulk-operation-issues/`,
    action: 'issue.bulk',
    in: 'project',
    body: z.object({
      ...issueIds.shape,
      properties: BulkProperties.optional(),
      updates: z.array(BulkUpdate).max(MAX_BULK).optional(),
    }),
    summary: 'One change to many issues, or each its own values; one transaction, at most 1,000 rows.',
  }),
  bulkDelete: route({
    method: 'DELETE',
    path: `${p}/bulk-delete-issues/`,
    action: 'issue.bulkDelete',
    in: 'project',
    body: issueIds,
    answer: message,
    summary: 'Deletes many issues, each by the right to delete it.',
  }),
  bulkRestore: route({
    method: 'POST',
    path: `${p}/bulk-restore-issues/`,
    action: 'issue.restore',
    in: 'project',
    body: issueIds,
    answer: message,
    summary: 'Brings back deleted issues.',
  }),
  bulkArchive: route({
    method: 'POST',
    path: `${p}/bulk-archive-issues/`,
    action: 'issue.bulk',
    in: 'project',
    body: issueIds,
    answer: z.object({ archived_at: day }),
    summary: 'Archives many completed or cancelled issues, all or none.',
  }),
  bulkUnarchive: route({
    method: 'DELETE',
    path: `${p}/bulk-archive-issues/`,
    action: 'issue.bulk',
    in: 'project',
    body: issueIds,
    answer: message,
    summary: 'Takes many issues out of the archive.',
  }),
}
