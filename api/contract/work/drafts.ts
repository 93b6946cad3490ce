import { z } from 'zod'
import { ids } from '../bounds.ts'
import { audit, blankable, datetime, day, entity, id, pageOf, revision, route, uuid } from '../define.ts'
import { IssueListQuery } from '../lists/issueLists.ts'
import { own } from '../rules.ts'
import { Issue, IssueInput, issueFields, priorities } from './issues.ts'

/** An issue that only its author sees: no number, no activity, until it is put into its project under the same id. */
export const Draft = entity({
  name: 'draft_issue',
  table: 'draft_issues',
  scope: 'user',
  place: { workspace: 'workspace_id', project: 'project_id', user: 'created_by' },
  kept: 'snapshot',
  read: own('created_by'),
  notFound: 'issue.notFound',
  shape: {
    id,
    ...audit,
    name: z.string(),
    description_html: z.string(),
    sort_order: z.number(),
    state_id: id.nullable(),
    priority: z.enum(priorities),
    estimate_point: id.nullable(),
    start_date: day.nullable(),
    target_date: day.nullable(),
    completed_at: datetime.nullable(),
    project_id: id.nullable(),
    workspace_id: id,
    parent_id: id.nullable(),
    cycle_id: id.nullable(),
    module_ids: z.array(id),
    label_ids: z.array(id),
    assignee_ids: z.array(id),
    type_id: id.nullable(),
    ...revision,
  },
})
export type Draft = z.infer<typeof Draft.schema>

export const DraftInput = z.object({
  name: blankable(255).optional(),
  ...issueFields,
  project_id: uuid.nullable().optional(),
  cycle_id: uuid.nullable().optional(),
  // Existing clients send null for "none".
  module_ids: ids
    .nullable()
    .transform(given => given ?? [])
    .optional(),
})
export type DraftInput = z.infer<typeof DraftInput>

/** A draft shown as an issue of its project. */
export const DraftAsIssue = z.object({
  ...Issue.schema.shape,
  sequence_id: z.null(),
  state_id: id.nullable(),
  description_html: z.string().optional(),
})

const ws = '/api/workspaces/:ws' as const
const p = `${ws}/projects/:p` as const
const ofWorkspace = { in: 'workspace', target: Draft, param: 'draftId', action: 'draft.own' } as const
const ofProject = { in: 'project', target: Draft, param: 'draftId', action: 'draft.own' } as const

export const draftRoutes = {
  list: route({
    method: 'GET',
    path: `${ws}/draft-issues/`,
    action: 'draft.list',
    in: 'workspace',
    query: z.object({ per_page: z.string().optional(), cursor: z.string().optional() }),
    answer: pageOf(z.array(Draft.schema)),
    summary: 'The caller’s drafts, the newest first.',
  }),
  create: route({
    method: 'POST',
    path: `${ws}/draft-issues/`,
    action: 'draft.create',
    in: 'workspace',
    creates: Draft,
    body: DraftInput,
    status: 201,
    answer: Draft.schema,
    summary: 'Saves a draft.',
  }),
  get: route({
    ...ofWorkspace,
    method: 'GET',
    path: `${ws}/draft-issues/:draftId/`,
    answer: Draft.schema,
    summary: 'One draft.',
  }),
  update: route({
    ...ofWorkspace,
    method: 'PATCH',
    path: `${ws}/draft-issues/:draftId/`,
    body: DraftInput,
    summary: 'Changes a draft; another project drops what belonged to the old one.',
  }),
  remove: route({
    ...ofWorkspace,
    method: 'DELETE',
    path: `${ws}/draft-issues/:draftId/`,
    summary: 'Deletes a draft.',
  }),
  restore: route({
    method: 'POST',
    path: `${ws}/draft-issues/:draftId/restore/`,
    action: 'draft.create',
    in: 'workspace',
    summary: 'Brings a deleted draft back.',
  }),
  publish: route({
    ...ofWorkspace,
    method: 'POST',
    path: `${ws}/draft-to-issue/:draftId/`,
    body: z.object({ ...DraftInput.shape }),
    status: 201,
    answer: z.object({ ...Issue.schema.shape, description_html: z.string() }),
    summary: 'Puts a draft into its project as an issue, under the same id.',
  }),
  listOfProject: route({
    method: 'GET',
    path: `${p}/issue-drafts/`,
    action: 'draft.listOfProject',
    in: 'project',
    query: IssueListQuery,
    answer: pageOf(z.unknown()),
    tellsSeq: true,
    summary: 'The caller’s drafts of one project, in the list language.',
  }),
  createInProject: route({
    method: 'POST',
    path: `${p}/issue-drafts/`,
    action: 'draft.listOfProject',
    in: 'project',
    creates: Draft,
    body: z.object({ ...IssueInput.shape, name: blankable(255).optional() }),
    status: 201,
    answer: DraftAsIssue,
    summary: 'Saves a draft in the project.',
  }),
  getOfProject: route({
    ...ofProject,
    method: 'GET',
    path: `${p}/issue-drafts/:draftId/`,
    answer: DraftAsIssue,
    summary: 'One draft of the project.',
  }),
  updateOfProject: route({
    ...ofProject,
    method: 'PATCH',
    path: `${p}/issue-drafts/:draftId/`,
    body: z.object({
      name: blankable(255).optional(),
      ...issueFields,
      is_draft: z.boolean().optional(),
    }),
    summary: 'Changes a draft; `is_draft: false` publishes it.',
  }),
  removeOfProject: route({
    ...ofProject,
    method: 'DELETE',
    path: `${p}/issue-drafts/:draftId/`,
    summary: 'Deletes a draft of the project.',
  }),
}
