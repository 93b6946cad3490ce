import type { Knex } from 'knex'
import { v5 } from 'uuid'
import { PrivateNote } from '#contract/planning/privateNotes.ts'
import { takeTurn } from '../../db/order.ts'
import { insert, update } from '../../db/rows.ts'
import type { ServerViewer } from '../../db/viewer.ts'
import type { Work } from '../../db/work.ts'

const NAMESPACE = '2f2fd8b5-1f3a-4d2e-8f0c-6a1b6c6b9d55'

export const idOfNote = (userId: string, workspace: string) => v5(`${userId}/${workspace}`, NAMESPACE)

/** Of a row that is not stored yet. */
const NEVER = new Date(0).toISOString()

const stored = (trx: Knex, id: string) =>
  trx('private_notes').where('id', id).first<PrivateNote | undefined>(PrivateNote.columns)

/** The caller's note; empty until they write something. */
export const readNote = async (trx: Knex, viewer: ServerViewer, workspace: string): Promise<PrivateNote> => {
  const id = idOfNote(viewer.id, workspace)
  return (
    (await stored(trx, id)) ?? {
      id,
      created_at: NEVER,
      updated_at: NEVER,
      deleted_at: null,
      created_by: viewer.id,
      updated_by: viewer.id,
      workspace,
      user: viewer.id,
      text: '',
      revision: 0,
    }
  )
}

export const writeNote = async (work: Work, workspace: string, text: string): Promise<PrivateNote> => {
  const user = work.viewer.id
  const id = idOfNote(user, workspace)
  // Two tabs may write the first words at the same moment: they take turns.
  await takeTurn(work, id)
  const before = await stored(work.trx, id)
  if (before) return update(work, PrivateNote, before, { text })
  return insert(work, PrivateNote, { id, workspace, user, text })
}
