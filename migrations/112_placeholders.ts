import type { Knex } from 'knex'
import { audit } from './02_people.ts'

/** People whom brought work names and who have no account here: each is the face of one workspace, until it is given to an account. */
export const up = async (db: Knex) => {
  await db.raw(`
    create table placeholders (
      id uuid primary key references users, ${audit},
      workspace uuid not null references workspaces on delete cascade,
      name text not null,
      -- As the work that was brought had it. Nobody has proven it, and it opens nothing.
      email text
    );
    create unique index placeholders_email on placeholders (workspace, email) where email is not null and deleted_at is null;
    create index placeholders_name on placeholders (workspace, name) where deleted_at is null;
  `)
}
