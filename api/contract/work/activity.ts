/** The history of an issue, one row for each change of a field; and its subscribers. */
import { z } from 'zod'
import { belongsToIssue, details, ofIssue } from '../belongs.ts'
import { audit, entity, id, pageOf, revision, route } from '../define.ts'
import { own } from '../rules.ts'
import { CommentAnswer } from './comments.ts'
import { Issue } from './issues.ts'

export const Activity = entity({
  name: 'issue_activity',
  table: 'issue_activities',
  ...belongsToIssue,
  shape: {
    id,
    ...audit,
    ...ofIssue,
    verb: z.string(),
    /** Null: the issue was created. */
    field: z.string().nullable(),
    old_value: z.string().nullable(),
    new_value: z.string().nullable(),
    old_identifier: id.nullable(),
    new_identifier: id.nullable(),
    comment: z.string(),
    /** Unix seconds of the request; rows of one request share it. */
    epoch: z.number().int(),
    actor: id.nullable(),
    issue_comment: id.nullable(),
    ...revision,
  },
})
export type Activity = z.infer<typeof Activity.schema>

export const ActivityAnswer = z.object({
  ...Activity.schema.shape,
  attachments: z.array(z.unknown()),
  ...details,
})

/** Follows an issue. Deleted, the row remembers that its person wanted no more of it. */
export const Subscription = entity({
  name: 'issue_subscription',
  table: 'issue_subscriptions',
  scope: 'user',
  place: { workspace: 'workspace', project: 'project', user: 'subscriber' },
  kept: 'asked',
  read: own('subscriber'),
  shape: { id, ...audit, issue: id, subscriber: id, project: id, workspace: id, ...revision },
})

const p = '/api/workspaces/:ws/projects/:p' as const
const one = { in: 'project', target: Issue, param: 'issueId' } as const

export const activityRoutes = {
  history: route({
    ...one,
    method: 'GET',
    path: `${p}/issues/:issueId/history/`,
    action: 'issue.read',
    query: z.object({ activity_type: z.string().optional(), created_at__gt: z.string().optional() }),
    answer: z.array(z.union([ActivityAnswer, CommentAnswer])),
    summary: 'What happened to an issue and what was said about it, the oldest first.',
    exposes: { v1: 'issues/:issueId/activities/' },
  }),
  historyOne: route({
    ...one,
    method: 'GET',
    path: `${p}/issues/:issueId/history/:activityId/`,
    action: 'issue.read',
    answer: ActivityAnswer,
    summary: 'One entry of what happened to an issue.',
    exposes: { v1: 'issues/:issueId/activities/:activityId/' },
  }),
  ofPerson: route({
    method: 'GET',
    path: '/api/workspaces/:ws/user-activity/:userId/',
    action: 'issue.listAcross',
    in: 'workspace',
    query: z.object({
      project: z.string().optional(),
      order_by: z.string().optional(),
      per_page: z.string().optional(),
      cursor: z.string().optional(),
    }),
    answer: pageOf(z.array(ActivityAnswer)),
    summary:
      'What somebody did to issues that the caller sees, the newest first, or by `order_by=created_at` last.',
  }),
  mine: route({
    method: 'GET',
    path: '/api/users/me/activities/',
    action: 'user.self',
    in: 'session',
    query: z.object({
      order_by: z.string().optional(),
      per_page: z.string().optional(),
      cursor: z.string().optional(),
    }),
    answer: pageOf(z.array(ActivityAnswer)),
    summary: 'What the caller did to issues that they still see, in all workspaces, the newest first.',
  }),
  subscribed: route({
    ...one,
    method: 'GET',
    path: `${p}/issues/:issueId/subscribe/`,
    action: 'issue.read',
    answer: z.object({ subscribed: z.boolean() }),
    summary: 'Whether the caller is subscribed to the issue.',
  }),
  subscribe: route({
    ...one,
    method: 'POST',
    path: `${p}/issues/:issueId/subscribe/`,
    action: 'issue.read',
    status: 201,
    answer: Subscription.schema,
    summary: 'Subscribes the caller to the issue.',
  }),
  unsubscribe: route({
    ...one,
    method: 'DELETE',
    path: `${p}/issues/:issueId/subscribe/`,
    action: 'issue.read',
    summary: 'Unsubscribes the caller from the issue, until a mention or an assignment.',
  }),
}
