/** What an import made or changed, kept for its way back. */
import type { Entity } from '#contract/define.ts'
import type { Work } from '../../../db/work.ts'

type Made = { id: string; revision: number; given?: unknown; before?: unknown; isNew?: boolean }

/** Of an import that was undone nothing is that it gave. */
export const NOT_UNDONE = `not exists (select from imports i where i.id = import_made.import and i.state = 'undone')`

export const keepMade = async (
  { trx }: Work,
  importId: string,
  of: Entity,
  rows: readonly Made[],
): Promise<void> => {
  if (rows.length === 0) return
  await trx.raw(
    `insert into import_made (import, entity, row_id, is_new, revision, given, before)
       select ?, ?, id, is_new, revision, given, before
         from jsonb_to_recordset(?) as m(id uuid, is_new boolean, revision int, given jsonb, before jsonb)
     on conflict (import, row_id) do update set revision = excluded.revision, given = excluded.given`,
    [
      importId,
      of.name,
      JSON.stringify(
        rows.map(({ id, revision, given = null, before = null, isNew = true }) => ({
          ...{ id, revision, given, before, is_new: isNew },
        })),
      ),
    ],
  )
}

/** Keeps the version of a text as an import or its undoing leaves it. */
export const keepText = async (
  { trx }: Work,
  importId: string,
  issue: string,
  text: { version: number; was: string },
): Promise<void> => {
  await trx.raw(
    `update import_made set before = jsonb_set(before, '{text}', ?) where import = ? and row_id = ? and entity = 'issue'`,
    [JSON.stringify(text), importId, issue],
  )
}

/** Keeps the revisions of issues as the import leaves them: a higher one is somebody's change. */
export const settleRevisions = async ({ trx }: Work, importId: string): Promise<void> => {
  await trx.raw(
    `update import_made m set revision = i.revision from issues i
      where m.import = ? and m.entity = 'issue' and i.id = m.row_id and i.revision <> m.revision`,
    [importId],
  )
}
