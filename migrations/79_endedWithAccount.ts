import type { Knex } from 'knex'

/** Memberships that ended because their person's account did: they come back with it. */
export const up = async (db: Knex) => {
  for (const table of ['workspace_members', 'project_members'])
    await db.raw(`alter table ${table} add column ended_with_account boolean not null default false`)
}
