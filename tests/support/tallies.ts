import type { Db } from '../../api/db/knex.ts'

const PLAIN = 'project_id, state_id, state__group, priority, estimate_point, has_parent'
const tables = [
  ['issue_tallies', ''],
  ['assignee_tallies', ', assignee_ids'],
  ['label_tallies', ', label_ids'],
] as const

/** Cells of the kept counts that are not what a count of the issues gives. */
export const wrongTallies = async (db: Db): Promise<unknown[]> => {
  const wrong: unknown[] = []
  for (const [table, set] of tables) {
    const { rows } = await db.raw<{ rows: unknown[] }>(
      `with kept as (select ${PLAIN}${set}, total::int from ${table} where total <> 0),
            counted as (
              select ${PLAIN}${set}, count(*)::int as total
                from (select *, parent_id is not null as has_parent from issues where active) one group by ${PLAIN}${set}
            )
       (select 'kept' as what, * from (table kept except all table counted) more)
       union all (select 'counted', * from (table counted except all table kept) less)`,
    )
    wrong.push(...rows.map(row => ({ table, ...(row as object) })))
  }
  return wrong
}
