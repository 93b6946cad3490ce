import type { Knex } from 'knex'
import { audit } from './02_people.ts'

/** Replies that the admins of a project's intake use again and again. */
export const up = async (db: Knex) => {
  await db.raw(`
    create table saved_replies (
      id uuid primary key, ${audit},
      workspace uuid not null references workspaces on delete cascade,
      project uuid not null references projects on delete cascade,
      name text not null, text text not null
    );
    create index saved_replies_of_project on saved_replies (project) where deleted_at is null;
  `)
}
