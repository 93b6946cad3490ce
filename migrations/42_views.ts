import type { Knex } from 'knex'
import { audit } from './02_people.ts'

/** Lists of issues that somebody named: of a project, or without one of the workspace. */
export const up = async (db: Knex) => {
  await db.raw(`
    create table views (
      id uuid primary key, ${audit},
      workspace uuid not null references workspaces on delete cascade,
      project uuid references projects on delete cascade,
      name text not null, description text not null default '', owned_by uuid not null references users,
      owner_gone boolean not null default false, access int not null default 1, is_locked boolean not null default false,
      sort_order float8 not null default 65535, logo_props jsonb not null default '{}',
      query jsonb not null default '{}', filters jsonb not null, display_filters jsonb not null,
      display_properties jsonb not null
    );
    create index views_of_place on views (workspace, project) where deleted_at is null;
  `)
}
