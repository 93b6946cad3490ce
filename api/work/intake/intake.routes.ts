import type { Knex } from 'knex'
import {
  type Intake,
  IntakeAnswer,
  inboxRoutes,
  intakeRoutes,
  intakeSettingsRoutes,
} from '#contract/work/intake.ts'
import { type Ask, mount } from '../../http/mount.ts'
import type { Server } from '../../http/server.ts'
import {
  composeIntake,
  createIntake,
  defaultIntake,
  deleteIntake,
  renewAnchor,
  setWays,
  updateIntake,
} from './intake.service.ts'

const settingsOf = ({ id, anchor, is_in_app_enabled, is_form_enabled }: Intake) => ({
  id,
  anchor: anchor ?? '',
  is_in_app_enabled,
  is_form_enabled,
})

const presenter = {
  as: IntakeAnswer,
  show: ({ trx }: { trx: Knex }, row: Intake) => composeIntake(trx, row),
}

export const mountIntakes = (server: Server) => {
  for (const routes of [inboxRoutes, intakeRoutes])
    mount(
      server,
      routes,
      {
        list: ({ trx, viewer, projectId }) => defaultIntake(trx, viewer, projectId),
        create: ({ work, workspaceId, projectId, body }) =>
          createIntake(work, { workspaceId, projectId }, body as Parameters<typeof createIntake>[2]),
        get: async ({ row }) => row,
        update: ({ work, row, body }) => updateIntake(work, row, body as Partial<Intake>),
        remove: ({ work, row }) => deleteIntake(work, row),
      },
      { presenter },
    )
  const read = async ({ trx, viewer, projectId }: Pick<Ask, 'trx' | 'viewer' | 'projectId'>) =>
    settingsOf(await defaultIntake(trx, viewer, projectId))
  mount(
    server,
    intakeSettingsRoutes,
    {
      get: read,
      update: async ({ work, projectId, body }) => settingsOf(await setWays(work, projectId, body)),
      regenerate: async ({ work, projectId }) => settingsOf(await renewAnchor(work, projectId)),
    },
    { again: { update: read, regenerate: read } },
  )
}
