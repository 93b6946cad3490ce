import type { Knex } from 'knex'
import { type Intake, IntakeAnswer, inboxRoutes } from '#contract/work/intake.ts'
import { intakeRoutes } from '#contract/work/intakeAliases.ts'
import { IntakeSettings, intakeSettingsRoutes } from '#contract/work/intakeWays.ts'
import { mount } from '../../http/mount.ts'
import type { Server } from '../../http/server.ts'
import {
  composeIntake,
  createIntake,
  defaultIntake,
  deleteIntake,
  readWays,
  renewAnchor,
  setWays,
  updateIntake,
  type Ways,
} from './intake.service.ts'

const settingsOf = ({ id, anchor, is_in_app_enabled, is_form_enabled }: Ways) => ({
  id,
  anchor,
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
        listIntakes: ({ trx, viewer, projectId }) => defaultIntake(trx, viewer, projectId),
        createIntake: ({ work, workspaceId, projectId, body }) =>
          createIntake(work, { workspaceId, projectId }, body),
        getIntake: async ({ row }) => row,
        updateIntake: ({ work, row, body }) => updateIntake(work, row, body),
        removeIntake: ({ work, row }) => deleteIntake(work, row),
      },
      { presenter },
    )
  mount(
    server,
    intakeSettingsRoutes,
    {
      settings: ({ trx, viewer, projectId }) => readWays(trx, viewer, projectId),
      setWays: ({ work, projectId, body }) => setWays(work, projectId, body),
      renewAnchor: ({ work, projectId }) => renewAnchor(work, projectId),
    },
    {
      presenter: {
        as: IntakeSettings,
        show: async ({ trx, viewer, projectId }, ways: Ways | undefined) =>
          settingsOf(ways ?? (await readWays(trx, viewer, projectId))),
      },
    },
  )
}
