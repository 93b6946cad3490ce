import type { Knex } from 'knex'

/** The order in which a person has put the tabs of a workspace's views. */
export const up = async (db: Knex) => {
  await db.raw(`alter table user_properties add column view_order uuid[] not null default '{}'`)
}
