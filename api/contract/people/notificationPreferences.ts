import { z } from 'zod'
import { audit, entity, id, revision, route } from '../define.ts'
import { own } from '../rules.ts'
import { DAY_MINUTES, WEEK } from './quietHours.ts'

const minutes = z
  .number()
  .int()
  .min(0)
  .max(DAY_MINUTES - 1)
const weekdays = z.array(z.number().int().min(0).max(6)).max(WEEK.length)

/**
 * The kinds of events that a person gets by mail and as browser pushes (`push_…`); the inbox shows all of them in any
 * case.
 */
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
    push_property_change: z.boolean(),
    push_state_change: z.boolean(),
    push_comment: z.boolean(),
    push_mention: z.boolean(),
    push_issue_completed: z.boolean(),
    /** Whether there are quiet hours: mails and pushes wait for their end. */
    quiet: z.boolean(),
    /** Minutes after midnight in the person's zone; an end that is not later is on the next day. */
    quiet_from: minutes,
    quiet_to: minutes,
    /** Days on which they begin; 0 is Sunday. */
    quiet_days: weekdays,
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
    summary: 'Which notifications the caller gets by mail and in their browsers, and their quiet hours.',
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
      push_property_change: flag,
      push_state_change: flag,
      push_comment: flag,
      push_mention: flag,
      push_issue_completed: flag,
      quiet: flag,
      quiet_from: minutes.optional(),
      quiet_to: minutes.optional(),
      quiet_days: weekdays.min(1).optional(),
    }),
    answer: NotificationPreference.schema,
    summary: 'Changes which notifications the caller gets by mail and in their browsers, and when.',
  }),
}
