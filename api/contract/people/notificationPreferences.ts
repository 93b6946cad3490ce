import { z } from 'zod'
import { audit, entity, id, revision, route } from '../define.ts'
import { own } from '../rules.ts'

/** Of what a person is told by mail; what stands in the inbox does not depend on it. */
export const NotificationPreference = entity({
  name: 'notification_preference',
  table: 'notification_preferences',
  scope: 'user',
  place: { user: 'user' },
  kept: 'snapshot',
  read: own('user'),
  shape: {
    id,
    ...audit,
    user: id,
    workspace: id.nullable(),
    project: id.nullable(),
    property_change: z.boolean(),
    state_change: z.boolean(),
    comment: z.boolean(),
    mention: z.boolean(),
    issue_completed: z.boolean(),
    ...revision,
  },
})

export const mailedKinds = [
  'property_change',
  'state_change',
  'issue_completed',
  'comment',
  'mention',
] as const

const flag = z.boolean().optional()

export const notificationPreferenceRoutes = {
  get: route({
    method: 'GET',
    path: '/api/users/me/notification-preferences/',
    action: 'user.self',
    in: 'session',
    answer: NotificationPreference.schema,
    summary: 'Of what the caller is told by mail.',
  }),
  update: route({
    method: 'PATCH',
    path: '/api/users/me/notification-preferences/',
    action: 'user.self',
    in: 'session',
    body: z.object({
      property_change: flag,
      state_change: flag,
      comment: flag,
      mention: flag,
      issue_completed: flag,
    }),
    answer: NotificationPreference.schema,
    summary: 'Changes of what the caller is told by mail.',
  }),
}
