import { privateNoteRoutes } from '#contract/planning/privateNotes.ts'
import { mount } from '../../http/mount.ts'
import type { Server } from '../../http/server.ts'
import { readNote, writeNote } from './privateNote.service.ts'

export const mountPrivateNotes = (server: Server) =>
  mount(
    server,
    privateNoteRoutes,
    {
      read: ({ trx, viewer, workspaceId }) => readNote(trx, viewer, workspaceId),
      write: ({ work, workspaceId, body }) => writeNote(work, workspaceId, body.text),
    },
    { again: { write: ({ trx, viewer, workspaceId }) => readNote(trx, viewer, workspaceId) } },
  )
