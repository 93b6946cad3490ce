import { FILE_DAYS } from '#contract/workspace/jobs.ts'
import { DELIVERY_DAYS } from '#contract/workspace/webhooks.ts'
import type { Db } from '../db/knex.ts'
import type { Settings } from '../settings.ts'

const DAY = 86_400_000
/** Changes that a reader has not taken are kept so many days longer. */
const UNREAD_DAYS = 14
/** Jobs that are over stay in the list of their owner so long. */
const JOB_DAYS = 90

/**
 * Forgets changes older than the log reaches back. `oldest` moves first: a reader that asks for more than is kept is reported
 * to begin anew, and never gets a span with a hole. `unread` counts the changes kept for a reader, `lost` those that
 * one will not come to.
 */
export const pruneLog = async (
  db: Db,
  settings: Pick<Settings, 'changeLogDays'>,
): Promise<{ changes: number; unread: number; lost: number }> => {
  const before = new Date(Date.now() - settings.changeLogDays * DAY)
  const bound = new Date(before.getTime() - UNREAD_DAYS * DAY)
  return db.transaction(async trx => {
    const { rows } = await trx.raw<{ rows: { unread: number; lost: number }[] }>(
      `with reached as (
         select workspace, min(seq) as seq from readers group by workspace
       ), old as (
         select c.scope_id, c.seq, c.at, c.seq > coalesce(reached.seq, c.seq) as unread
           from changes c left join reached on reached.workspace = c.scope_id where c.at < :before
       ), moved as (
         update change_counters c set oldest = greatest(c.oldest, upto.seq)
           from (select scope_id, max(seq) as seq from old where not unread or at < :bound group by scope_id) upto
          where upto.scope_id = c.scope_id
       )
       select (count(*) filter (where unread and at >= :bound))::int as unread,
              (count(*) filter (where unread and at < :bound))::int as lost from old`,
      { before, bound },
    )
    const { rowCount: changes } = await trx.raw<{ rowCount: number }>(
      'delete from changes using change_counters c where changes.scope_id = c.scope_id and changes.seq <= c.oldest',
    )
    for (const table of ['mutations', 'session_texts']) await trx(table).where('at', '<', before).delete()
    const yesterday = new Date(Date.now() - DAY)
    for (const table of ['document_bases', 'sync_starts'])
      await trx(table).where('at', '<', yesterday).delete()
    // Handed out again within an hour a text is not marked anew: it is kept that hour longer.
    await trx('handed_texts')
      .where('at', '<', new Date(yesterday.getTime() - 3_600_000))
      .delete()
    const files = trx('jobs')
      .where('ended_at', '<', new Date(Date.now() - FILE_DAYS * DAY))
      .select('id')
    await trx('job_parts').whereIn('job', files).delete()
    await trx('jobs')
      .where('ended_at', '<', new Date(Date.now() - JOB_DAYS * DAY))
      .delete()
    // The keys of other tools are kept no longer than was promised.
    await trx('imports').where('connection_until', '<', new Date()).update({ connection: null })
    await trx('webhook_deliveries')
      .where('created_at', '<', new Date(Date.now() - DELIVERY_DAYS * DAY))
      .delete()
    await trx('sessions').where('expires_at', '<', new Date()).delete()
    await trx('ended_journeys').where('until', '<', new Date()).delete()
    return { changes, ...rows[0]! }
  })
}
