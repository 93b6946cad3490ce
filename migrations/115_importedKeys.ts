import type { Knex } from 'knex'

/** An issue is found by the key that it has in the tool that it was brought from. */
export const up = async (db: Knex) => {
  await db.raw(`
    create index issues_imported_key on issues (workspace_id, external_id)
      where external_id is not null and deleted_at is null
  `)
}
