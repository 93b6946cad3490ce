import type { Knex } from 'knex'

/** The call that a mutation's id was sent with; none of those from before is taken for a repeat. */
export const up = async (db: Knex) => {
  await db.raw('alter table mutations add column call text')
}
