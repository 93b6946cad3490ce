import type { Knex } from 'knex'

/** The author of automations, since no person makes their changes. It has no account, so nobody signs in as it. */
export const up = async (db: Knex) => {
  await db.raw(
    `insert into users (id, first_name, display_name, is_bot)
     values ('00000000-0000-4000-8000-000000000001', 'Tandem', 'Tandem', true)`,
  )
}
