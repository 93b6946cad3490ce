import type { Knex } from 'knex'

/** News of pages is mailed, too. */
export const up = async (db: Knex) => {
  await db.raw('alter table notifications_to_mail rename column issue to entity')
}
