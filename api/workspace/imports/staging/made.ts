/** What an import made or changed, kept for its way back. */
import type { Entity } from '#contract/define.ts'
import type { Work } from '../../../db/work.ts'

type Made = { id: string; revision: number; given?: unknown; before?: unknown; isNew?: boolean }

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

/** Keeps the revisions of issues as the import leaves them: a higher one is somebody's change. */
export const settleRevisions = async ({ trx }: Work, importId: string): Promise<void> => {
  await trx.raw(
    `update import_made m set revision = i.revision from issues i
      where m.import = ? and m.entity = 'issue' and i.id = m.row_id and i.revision <> m.revision`,
    [importId],
  )
}
