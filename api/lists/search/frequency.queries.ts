/** Whether so many entries have words that a search is sooner done by going back from the newest entry than by the words. */
import type { Knex } from 'knex'
import { bindings } from '../../db/knex.ts'

const SAMPLED_KINDS = ['issue', 'comment', 'page', 'thread']
const SAMPLE = 250
/** Entries that are counted as there where the database has not counted them yet. */
const UNCOUNTED = 10_000
/** Where it takes as long to find 500 rows in one way as in the other, as measured: the square root of this by all entries. */
const BALANCE = 250

export type Words = { column: 'names' | 'words'; needed: string }

/**
 * Of each of these words: do many entries of the workspace have them? Judged by the newest ones. A wrong guess costs time
 * alone: both ways find the same rows.
 */
export const commonOf = async (trx: Knex, workspace: string, asked: readonly Words[]): Promise<boolean[]> => {
  const newest = SAMPLED_KINDS.map(
    kind => `(select names, words from search_entries where workspace = :workspace and kind = '${kind}'
               order by made desc, id desc limit ${SAMPLE})`,
  )
  const shares = asked.map(
    ({ column, needed }, nth) =>
      `count(*) filter (where ${needed ? `${column} @@ :needed${nth}::tsquery` : 'true'}) as share${nth}`,
  )
  const needed = Object.fromEntries(asked.map((one, nth) => [`needed${nth}`, one.needed]))
  const { rows } = await trx.raw<{ rows: Record<string, number>[] }>(
    `select count(*) as total, ${shares.join(', ')},
            (select reltuples from pg_class where oid = 'search_entries'::regclass) as entries
       from (${newest.join(' union all ')}) newest`,
    bindings({ workspace, ...needed }),
  )
  const counted = rows[0]!
  const most = Math.sqrt(BALANCE / Math.max(Number(counted.entries), UNCOUNTED))
  return asked.map((_, nth) => Number(counted[`share${nth}`]) > most * Number(counted.total))
}
