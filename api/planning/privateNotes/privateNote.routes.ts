import { PrivateNote, privateNoteRoutes } from '#contract/planning/privateNotes.ts'
import { mount } from '../../http/mount.ts'
import type { Server } from '../../http/server.ts'
import { readNote, writeNote } from './privateNote.service.ts'

export const mountPrivateNotes = (server: Server) =>
  mount(
    server,
    privateNoteRoutes,
    {
      read: async () => undefined,
      write: ({ work, workspaceId, body }) => writeNote(work, workspaceId, body.text),
    },
    {
      presenter: {
        as: PrivateNote.schema,
        show: async ({ trx, viewer, workspaceId }, note: PrivateNote | undefined) =>
          note ?? readNote(trx, viewer, workspaceId),
      },
    },
  )
