import type { Knex } from 'knex'
import type { RowOf } from '#contract/define.ts'
import { must } from '#contract/errors.ts'
import {
  NotificationPreference,
  notificationPreferenceRoutes,
} from '#contract/people/notificationPreferences.ts'
import { type Ask, mount } from '../../http/mount.ts'
import type { Server } from '../../http/server.ts'
import { updatePreference } from './preference.service.ts'

type PreferenceRow = RowOf<typeof NotificationPreference>

const preferenceOf = async (trx: Knex, userId: string): Promise<PreferenceRow> =>
  must(
    await trx('notification_preferences')
      .where('user', userId)
      .first<PreferenceRow>(NotificationPreference.columns),
    'preferences of notifications',
  )

export const mountNotificationPreferences = (server: Server) => {
  const mine = ({ trx, viewer }: Pick<Ask, 'trx' | 'viewer'>) => preferenceOf(trx, viewer.id)
  mount(
    server,
    notificationPreferenceRoutes,
    {
      get: mine,
      update: ({ work, body }) => updatePreference(work, body),
    },
    { again: { update: mine } },
  )
}
