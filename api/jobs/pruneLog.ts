import type { Db } from '../db/knex.ts'
import type { Settings } from '../settings.ts'

/**
 * Forgets changes older than the log reaches back. `oldest` moves first: a reader that asks for more than is kept is told
 * to begin anew, and never gets a span with a hole.
 */
export const pruneLog = async (
  db: Db,
  settings: Pick<Settings, 'changeLogDays'>,
): Promise<{ changes: number }> => {
  const before = new Date(Date.now() - settings.changeLogDays * 86_400_000)
  return db.transaction(async trx => {
    await trx.raw(
      `update change_counters c set oldest = old.seq
         from (select scope_id, max(seq) as seq from changes where at < ? group by scope_id) old
        where old.scope_id = c.scope_id`,
      [before],
    )
    const changes = await trx('changes').where('at', '<', before).delete()
    await trx('mutations').where('at', '<', before).delete()
    const yesterday = new Date(Date.now() - 86_400_000)
    for (const table of ['document_bases', 'sync_starts'])
      await trx(table).where('at', '<', yesterday).delete()
    // Handed out again within an hour a text is not marked anew: it is kept that hour longer.
    await trx('handed_texts')
      .where('at', '<', new Date(yesterday.getTime() - 3_600_000))
      .delete()
    await trx('sessions').where('expires_at', '<', new Date()).delete()
    await trx('ended_journeys').where('until', '<', new Date()).delete()
    return { changes }
  })
}
