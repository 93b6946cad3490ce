import type { Knex } from 'knex'

/** How many mails of a kind somebody was sent a moment ago. */
export const up = async (db: Knex) => {
  await db.raw('create index mails_recent on mails (recipient, created_at)')
}
