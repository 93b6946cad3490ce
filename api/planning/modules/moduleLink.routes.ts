import { moduleLinkRoutes } from '#contract/planning/moduleLinks.ts'
import { ModuleLink } from '#contract/planning/modules.ts'
import { remove } from '../../db/rows.ts'
import { NEWEST, visible } from '../../db/visible.ts'
import { mount } from '../../http/mount.ts'
import type { Server } from '../../http/server.ts'
import { createModuleLink, openModule, updateModuleLink } from './moduleLink.service.ts'

const presenter = { as: ModuleLink.schema, show: async (_: unknown, row: ModuleLink) => row }

export const mountModuleLinks = (server: Server) =>
  mount(
    server,
    moduleLinkRoutes,
    {
      list: async ({ viewer, trx, row }) =>
        await visible(trx, ModuleLink, viewer).where('module', row.id).orderBy(NEWEST),
      create: ({ work, row, body }) => createModuleLink(work, row, body),
      get: async ({ row }) => row,
      update: ({ work, row, body }) => updateModuleLink(work, row, body),
      remove: async ({ work, row }) => {
        await openModule(work, row)
        await remove(work, ModuleLink, row)
      },
    },
    { presenter },
  )
