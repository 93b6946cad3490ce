import type { Knex } from 'knex'

/** Who put it into the archive. Of what is there already nobody knows for certain: later changes may have been others'. */
export const up = async (db: Knex) => {
  await db.raw(`
    alter table cycles add column archived_by uuid;
    alter table modules add column archived_by uuid;
    alter table pages add column archived_by uuid;
  `)
}
