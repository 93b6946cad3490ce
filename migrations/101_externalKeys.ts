import type { Knex } from 'knex'

/** The keys that states and labels have in the system that they were brought from. */
export const up = async (db: Knex) => {
  for (const table of ['states', 'labels'])
    await db.raw(`
      alter table ${table} add column external_id text, add column external_source text;
      create unique index ${table}_external on ${table} (project_id, external_source, external_id)
        where external_id is not null and external_source is not null and deleted_at is null;
    `)
}
