import type { Knex } from 'knex'
import { audit } from './02_people.ts'

export const up = async (db: Knex) => {
  await db.raw(`
    create table pages (
      id uuid primary key, ${audit},
      name text not null default '', owned_by uuid not null references users, owner_gone boolean not null default false,
      access int not null default 0, color text not null default '', parent uuid references pages,
      is_locked boolean not null default false, archived_at date,
      workspace uuid not null references workspaces, project_id uuid not null references projects,
      project_ids uuid[] not null generated always as (array[project_id]) stored,
      view_props jsonb not null default '{"full_width":false}', logo_props jsonb not null default '{}',
      label_ids uuid[] not null default '{}'
    );
    create index pages_of_project on pages (project_id) where deleted_at is null;
  `)
}
