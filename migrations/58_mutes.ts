import type { Knex } from 'knex'
import { audit } from './02_people.ts'

/** Issues and pages of which somebody wants no news. */
export const up = async (db: Knex) => {
  await db.raw(`
    create table mutes (
      id uuid primary key, ${audit},
      "user" uuid not null references users,
      workspace uuid not null references workspaces on delete cascade,
      project uuid not null references projects on delete cascade,
      issue uuid references issues on delete cascade, page uuid references pages on delete cascade,
      check (num_nonnulls(issue, page) = 1)
    );
    create unique index mutes_of_issue on mutes (issue, "user") where deleted_at is null;
    create unique index mutes_of_page on mutes (page, "user") where deleted_at is null;
    create index mutes_of_person on mutes ("user", workspace, created_at) where deleted_at is null;
  `)
}
