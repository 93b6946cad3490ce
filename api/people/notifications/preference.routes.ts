import type { Knex } from 'knex'
import type { RowOf } from '#contract/define.ts'
import { must } from '#contract/errors.ts'
import {
  NotificationPreference,
  notificationPreferenceRoutes,
} from '#contract/people/notificationPreferences.ts'
import { mount } from '../../http/mount.ts'
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

export const mountNotificationPreferences = (server: Server) =>
  mount(
    server,
    notificationPreferenceRoutes,
    {
      get: async () => undefined,
      update: ({ work, body }) => updatePreference(work, body),
    },
    {
      presenter: {
        as: NotificationPreference.schema,
        show: async ({ trx, viewer }, row: PreferenceRow | undefined) => row ?? preferenceOf(trx, viewer.id),
      },
    },
  )
