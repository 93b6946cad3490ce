/** Notifications: one row for each change and person. */
import { z } from 'zod'
import { audit, datetime, entity, id, pageOf, revision, route, uuid } from '../define.ts'
import { all, any, equals, own, ownOrAll } from '../rules.ts'
import { UserLite } from './users.ts'

const FAMILY = 'in_app:issue_activities'
/** Why somebody is informed, the first that is true. */
export const senders = {
  mentioned: `${FAMILY}:mentioned`,
  created: `${FAMILY}:created`,
  assigned: `${FAMILY}:assigned`,
  subscribed: `${FAMILY}:subscribed`,
} as const

/** So much of a comment is in the row that reports it, in characters. */
export const EXCERPT = 240
/** The most rows that one call acts on. */
export const MAX_MARKED = 1000

/**
 * Holds no text of its noun, since every viewer of the row would see that as well. `entity_created_by` decides whether
 * the noun is seen; for a page it is the owner. An import is reported to the person who ran it alone, and is of no project.
 */
export const Notification = entity({
  name: 'notification',
  table: 'notifications',
  scope: 'user',
  place: { workspace: 'workspace', project: 'project', user: 'receiver' },
  kept: 'asked',
  read: all(own('receiver'), any(equals('entity_name', 'import'), ownOrAll('entity_created_by'))),
  shape: {
    id,
    ...audit,
    workspace: id,
    project: id.nullable(),
    receiver: id,
    /** Null: a visitor, or nobody. */
    triggered_by: id.nullable(),
    entity_name: z.enum(['issue', 'page', 'import']),
    entity_identifier: id,
    entity_created_by: id.nullable(),
    sender: z.string(),
    title: z.string(),
    verb: z.string(),
    /** As in the history; `description` and `comment` of a mention say where it is, `intake` that an issue waits there, `import` how one ended. */
    field: z.string().nullable(),
    old_value: z.string().nullable(),
    /** Of a comment how it begins, as it says now. */
    new_value: z.string().nullable(),
    old_identifier: id.nullable(),
    new_identifier: id.nullable(),
    /** The entry of the history that it reports; null of a mention, and of a request that arrives. */
    activity_id: id.nullable(),
    /** The comment, on an issue or on a page. */
    comment_id: id.nullable(),
    /** Unix seconds of the act; rows of one act share it. */
    epoch: z.number().int(),
    read_at: datetime.nullable(),
    archived_at: datetime.nullable(),
    snoozed_till: datetime.nullable(),
    ...revision,
  },
})
export type Notification = z.infer<typeof Notification.schema>

const word = z.string().nullable()
export const NotificationAnswer = z.object({
  ...Notification.schema.shape,
  message: word,
  message_html: z.string(),
  message_stripped: word,
  triggered_by_details: UserLite.nullable(),
  /** The issue as it is now; null of a page's and an import's. */
  data: z.object({
    issue: z
      .object({
        id,
        name: z.string(),
        identifier: z.string(),
        sequence_id: z.number().int(),
        state_name: word,
        state_group: word,
      })
      .nullable(),
    issue_activity: z.object({
      id,
      verb: z.string(),
      field: word,
      actor: id.nullable(),
      new_value: word,
      old_value: word,
      issue_comment: z.string(),
      old_identifier: id.nullable(),
      new_identifier: id.nullable(),
    }),
  }),
  is_inbox_issue: z.boolean(),
  is_intake_issue: z.boolean(),
  is_mentioned_notification: z.boolean(),
})
export type NotificationAnswer = z.infer<typeof NotificationAnswer>

const ws = '/api/workspaces/:ws/users/notifications' as const
const one = {
  in: 'workspace',
  target: Notification,
  param: 'notificationId',
  action: 'notification.own',
} as const
const answer = NotificationAnswer

/** As existing clients send them: words in a query, words or booleans in a body. */
const flag = z.union([z.string(), z.boolean()]).optional()
const filters = { type: z.string().optional(), snoozed: flag, archived: flag, read: flag, mentioned: flag }
const asked = z.string().optional()

export const notificationRoutes = {
  list: route({
    method: 'GET',
    path: `${ws}/`,
    action: 'notification.list',
    in: 'workspace',
    query: z.object({
      type: asked,
      snoozed: asked,
      archived: asked,
      read: asked,
      /** `true`: mentions alone; `all`: those of pages and ends of imports, too, beside everything else. */
      mentioned: asked,
      order_by: asked,
      per_page: asked,
      cursor: asked,
    }),
    answer: z.union([z.array(answer), pageOf(z.array(answer))]),
    summary:
      'What the caller is told of, the newest first: a page where one is asked for, else the first thousand.',
  }),
  unread: route({
    method: 'GET',
    path: `${ws}/unread/`,
    action: 'notification.list',
    in: 'workspace',
    answer: z.object({
      total_unread_notifications_count: z.number().int(),
      mention_unread_notifications_count: z.number().int(),
    }),
    summary: 'How many notifications the caller has not read: mentions, and everything else.',
  }),
  markAllRead: route({
    method: 'POST',
    path: `${ws}/mark-all-read/`,
    action: 'notification.list',
    in: 'workspace',
    body: z.object(filters),
    answer: z.object({ message: z.string() }),
    summary: 'Marks as read every notification that the same filters list.',
  }),
  /** Ours: a group of rows, or a selection. */
  mark: route({
    method: 'POST',
    path: `${ws}/mark/`,
    action: 'notification.list',
    in: 'workspace',
    body: z.object({
      ids: z.array(uuid).max(MAX_MARKED),
      read: z.boolean().optional(),
      archived: z.boolean().optional(),
      snoozed_till: z.string().nullable().optional(),
    }),
    summary: 'Marks many as read or unread, archives, snoozes or brings them back; at most 1,000.',
  }),
  get: route({ ...one, method: 'GET', path: `${ws}/:notificationId/`, answer, summary: 'One notification.' }),
  snooze: route({
    ...one,
    method: 'PATCH',
    path: `${ws}/:notificationId/`,
    body: z.object({ snoozed_till: z.string().nullable().optional() }),
    answer,
    summary: 'Snoozes it until then, or ends its snooze.',
  }),
  remove: route({
    ...one,
    method: 'DELETE',
    path: `${ws}/:notificationId/`,
    summary: 'Deletes a notification.',
  }),
  read: route({
    ...one,
    method: 'POST',
    path: `${ws}/:notificationId/read/`,
    answer,
    summary: 'Marks it as read.',
  }),
  unreadOne: route({
    ...one,
    method: 'DELETE',
    path: `${ws}/:notificationId/read/`,
    answer,
    summary: 'Marks it as unread.',
  }),
  archive: route({
    ...one,
    method: 'POST',
    path: `${ws}/:notificationId/archive/`,
    answer,
    summary: 'Archives it.',
  }),
  unarchive: route({
    ...one,
    method: 'DELETE',
    path: `${ws}/:notificationId/archive/`,
    answer,
    summary: 'Takes it out of the archive.',
  }),
}
