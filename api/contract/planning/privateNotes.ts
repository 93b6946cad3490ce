/** A private note on somebody's home: one for each person and workspace. */
import { z } from 'zod'
import { audit, entity, id, revision, route } from '../define.ts'
import { own } from '../rules.ts'

export const PrivateNote = entity({
  name: 'private_note',
  table: 'private_notes',
  scope: 'user',
  place: { workspace: 'workspace', user: 'user' },
  kept: 'snapshot',
  read: own('user'),
  shape: { id, ...audit, workspace: id, user: id, text: z.string(), ...revision },
})
export type PrivateNote = z.infer<typeof PrivateNote.schema>

export const LONGEST_NOTE = 10_000

const at = '/api/workspaces/:ws/private-note/' as const

export const privateNoteRoutes = {
  read: route({
    method: 'GET',
    path: at,
    action: 'home.own',
    in: 'workspace',
    answer: PrivateNote.schema,
    summary: 'The caller’s note; empty until they wrote something.',
  }),
  write: route({
    method: 'PATCH',
    path: at,
    action: 'home.own',
    in: 'workspace',
    body: z.object({ text: z.string().max(LONGEST_NOTE) }),
    answer: PrivateNote.schema,
    summary: 'Writes the note.',
  }),
}
