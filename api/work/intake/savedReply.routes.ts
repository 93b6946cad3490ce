import { SavedReply, savedReplyRoutes } from '#contract/work/savedReplies.ts'
import { remove, update } from '../../db/rows.ts'
import { visible } from '../../db/visible.ts'
import { mount } from '../../http/mount.ts'
import type { Server } from '../../http/server.ts'
import { createSavedReply } from './savedReply.service.ts'

const presenter = { as: SavedReply.schema, show: async (_: unknown, row: SavedReply) => row }

export const mountSavedReplies = (server: Server) =>
  mount(
    server,
    savedReplyRoutes,
    {
      list: async ({ trx, viewer, projectId }) =>
        await visible(trx, SavedReply, viewer)
          .where('project', projectId)
          .orderByRaw('ordered_name(name) collate "C", id'),
      create: ({ work, workspaceId, projectId, body }) =>
        createSavedReply(work, { workspaceId, projectId }, body),
      update: ({ work, row, body }) => update(work, SavedReply, row, body),
      remove: ({ work, row }) => remove(work, SavedReply, row),
    },
    { presenter },
  )
