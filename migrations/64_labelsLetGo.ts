import type { Knex } from 'knex'

/** A deleted label remembers the rows that bore it and the labels below it, for its way back. */
export const up = async (db: Knex) => {
  await db.raw(`alter table labels add column let_go uuid[] not null default '{}'`)
}
