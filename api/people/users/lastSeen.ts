import type { Db } from '../../db/knex.ts'

/** No more than once a minute a person and process: it is a figure for others to look at, not a log. */
const PAUSE_MS = 60_000
const MOST_REMEMBERED = 50_000

/** Remembers when people were last here. */
export const createLastSeen = (db: Db) => {
  const noted = new Map<string, number>()
  return async (userId: string, now = Date.now()): Promise<void> => {
    if (now - (noted.get(userId) ?? 0) < PAUSE_MS) return
    if (noted.size >= MOST_REMEMBERED) noted.clear()
    noted.set(userId, now)
    await db.raw(
      'insert into last_seen (user_id) values (?) on conflict (user_id) do update set at = excluded.at',
      [userId],
    )
  }
}
