import type { Knex } from 'knex'
import { audit } from './02_people.ts'

/** Archives and versions of pages; and favorites. */
export const up = async (db: Knex) => {
  await db.raw(`
    -- The page that was archived by the call that took this one along.
    alter table pages add column archived_with uuid;
    create index pages_of_parent on pages (parent) where deleted_at is null;

    create table page_versions (
      id uuid primary key, ${audit},
      page uuid not null references pages on delete cascade,
      workspace uuid not null references workspaces on delete cascade,
      last_saved_at timestamptz(3) not null, owned_by uuid, editors uuid[] not null,
      -- Who may go on in it without beginning another.
      company uuid[] not null,
      name text,
      -- Null while it is being written: then its text is the page's own.
      state bytea
    );
    create unique index page_versions_open on page_versions (page) where state is null;
    create index page_versions_of_page on page_versions (page, last_saved_at desc);

    create table favorites (
      id uuid primary key, ${audit},
      "user" uuid not null references users, workspace_id uuid not null references workspaces,
      project_id uuid references projects on delete cascade,
      entity_type text not null, entity_identifier uuid, name text, is_folder boolean not null default false,
      sequence float8 not null default 65535, parent uuid references favorites on delete set null
    );
    create unique index favorites_once on favorites ("user", entity_type, entity_identifier) where deleted_at is null;
    create index favorites_of_entity on favorites (entity_identifier) where deleted_at is null;
  `)
}
