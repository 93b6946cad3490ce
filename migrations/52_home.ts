import type { Knex } from 'knex'
import { audit } from './02_people.ts'

/** A person's home: its layout, links of their own, and a private note. */
export const up = async (db: Knex) => {
  await db.raw(`
    -- One a person, under an id made of theirs.
    create table dashboards (
      id uuid primary key, ${audit},
      name text not null, description_html text not null default '<p></p>', identifier uuid,
      is_default boolean not null default true, type_identifier text not null default 'home',
      logo_props jsonb not null default '{}', owned_by uuid not null unique references users on delete cascade,
      widgets jsonb not null default '{}'
    );
    create table quick_links (
      id uuid primary key, ${audit},
      workspace uuid not null references workspaces on delete cascade,
      "user" uuid not null references users on delete cascade,
      url text not null, title text, sort_order float8 not null default 65535
    );
    create index quick_links_of_person on quick_links ("user", workspace) where deleted_at is null;
    -- One a person and workspace, under an id made of both.
    create table private_notes (
      id uuid primary key, ${audit},
      workspace uuid not null references workspaces on delete cascade,
      "user" uuid not null references users on delete cascade,
      text text not null default '', unique ("user", workspace)
    );
    -- When somebody was last active in each of their projects, without reading all that they did.
    create index issue_activities_of_actor_in on issue_activities (actor, project, created_at desc) where deleted_at is null;
  `)
}
