import type { Work } from '../../../db/work.ts'
import type { WholeRow } from './rows.ts'

/** A number beyond this would use up those of its project. */
const HIGHEST = 1_000_000

/**
 * Gives the new issues of a project their numbers: those of the source where `keeps` says so and they are free, the next ones to the
 * others. Under the lock of the project's counter, so that nobody takes one of them meanwhile.
 */
export const giveNumbers = async (
  { trx }: Work,
  row: WholeRow,
  projectId: string,
  keeps: boolean,
): Promise<void> => {
  await trx.raw('update project_counters set last_sequence = last_sequence where project_id = ?', [projectId])
  const given = { id: row.id, projectId }
  if (keeps)
    await trx.raw(
      `update import_rows r set number = r.wanted
         from (select distinct on (wanted) nth from import_rows
                where import = :id and target = :projectId and verdict = 'new' and wanted <= ${HIGHEST} order by wanted, nth) f
        where r.import = :id and r.nth = f.nth and r.number is null
          and not exists (select from issues i where i.project_id = :projectId and i.sequence_id = r.wanted)`,
      given,
    )
  await trx.raw(
    `with open as (
       select nth, row_number() over (order by nth) as place from import_rows
        where import = :id and target = :projectId and verdict = 'new' and number is null
     ), facts as (
       select greatest(c.last_sequence, coalesce((select max(number) from import_rows
                where import = :id and target = :projectId), 0)) as base, (select count(*) from open) as total
         from project_counters c where c.project_id = :projectId
     ), raised as (
       update project_counters set last_sequence = facts.base + facts.total from facts where project_id = :projectId
     )
     update import_rows r set number = facts.base + open.place from open, facts where r.import = :id and r.nth = open.nth`,
    given,
  )
}
