import type { Knex } from 'knex'
import { type Intake, IntakeAnswer, inboxRoutes } from '#contract/work/intake.ts'
import { intakeRoutes } from '#contract/work/intakeAliases.ts'
import { intakeSettingsRoutes } from '#contract/work/intakeWays.ts'
import { type Ask, mount } from '../../http/mount.ts'
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
          createIntake(work, { workspaceId, projectId }, body as Parameters<typeof createIntake>[2]),
        getIntake: async ({ row }) => row,
        updateIntake: ({ work, row, body }) => updateIntake(work, row, body as Partial<Intake>),
        removeIntake: ({ work, row }) => deleteIntake(work, row),
      },
      { presenter },
    )
  const read = async ({ trx, viewer, projectId }: Pick<Ask, 'trx' | 'viewer' | 'projectId'>) =>
    settingsOf(await readWays(trx, viewer, projectId))
  mount(
    server,
    intakeSettingsRoutes,
    {
      settings: read,
      setWays: async ({ work, projectId, body }) => settingsOf(await setWays(work, projectId, body)),
      renewAnchor: async ({ work, projectId }) => settingsOf(await renewAnchor(work, projectId)),
    },
    { again: { setWays: read, renewAnchor: read } },
  )
}
