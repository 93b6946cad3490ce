import type { Knex } from 'knex'

/** The entry of a history that a notification reports; null of mentions and arrivals, and of what was reported before. */
export const up = async (db: Knex) => {
  await db.raw('alter table notifications add column activity_id uuid')
}
