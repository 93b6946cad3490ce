/** Pages among the rows of an import: those that are here already, and what is below what. */
import type { Work } from '../../../db/work.ts'
import type { WholeRow } from './rows.ts'

/** Pages that an earlier import brought under these keys, and that are there and open. */
export const matchKnown = async ({ trx, viewer }: Work, row: WholeRow, project: string | null) => {
  if (!project) return
  await trx.raw(
    `update import_rows r set issue = known.id, verdict = 'matched'
       from (select distinct on (m.given->>'key') m.given->>'key' as key, p.id
               from pages p join import_made m on m.row_id = p.id and m.entity = 'page' and m.is_new
              where p.project_id = :project and p.deleted_at is null and p.archived_at is null
                and (p.access = 0 or p.owned_by = :viewer)
              order by 1, p.created_at) known
      where r.import = :id and r.verdict = 'new' and r.key = known.key`,
    { project, viewer: viewer.id, id: row.id },
  )
}

/** Pages are below the nearest page above them that comes along. */
export const linkPages = async ({ trx }: Work, row: WholeRow) => {
  const { id } = row
  await trx.raw(`update import_rows set parent_nth = (cells->>'parent')::int where import = ?`, [id])
  for (;;) {
    const { rowCount } = await trx.raw<{ rowCount: number }>(
      `update import_rows r set parent_nth = (p.cells->>'parent')::int from import_rows p
        where r.import = :id and p.import = :id and p.nth = r.parent_nth and p.verdict = 'skipped'`,
      { id },
    )
    if (rowCount === 0) return
  }
}
