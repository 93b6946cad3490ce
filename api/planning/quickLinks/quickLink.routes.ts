import { QuickLink, quickLinkRoutes } from '#contract/planning/quickLinks.ts'
import { remove } from '../../db/rows.ts'
import { visible } from '../../db/visible.ts'
import { mount } from '../../http/mount.ts'
import type { Server } from '../../http/server.ts'
import { createQuickLink, updateQuickLink } from './quickLink.service.ts'

const presenter = { as: QuickLink.schema, show: async (_: unknown, row: QuickLink) => row }

export const mountQuickLinks = (server: Server) =>
  mount(
    server,
    quickLinkRoutes,
    {
      list: async ({ viewer, trx, workspaceId }) =>
        await visible(trx, QuickLink, viewer)
          .where('workspace', workspaceId)
          .orderBy(['sort_order', 'created_at', 'id']),
      create: ({ work, workspaceId, body }) => createQuickLink(work, workspaceId, body),
      update: ({ work, row, body }) => updateQuickLink(work, row, body),
      remove: ({ work, row }) => remove(work, QuickLink, row),
    },
    { presenter },
  )
