import type { Knex } from 'knex'

/** Since when a module is completed. Of what was completed before nobody knows for certain. */
export const up = async (db: Knex) => {
  await db.raw('alter table modules add column completed_at timestamptz')
}
