import type { Knex } from 'knex'

/** A deleted label remembers what bore it and what stood below it, for its way back. */
export const up = async (db: Knex) => {
  await db.raw(`alter table labels add column let_go uuid[] not null default '{}'`)
}
