import type { Knex } from 'knex'
import { audit } from './02_people.ts'

/** How one person keeps a workspace, which is nobody else's to see. */
export const up = (db: Knex) =>
  db.raw(`
    create table workspace_preferences (
      id uuid primary key, ${audit},
      "user" uuid not null references users, workspace_id uuid not null references workspaces,
      view_props jsonb not null default '{}',
      unique ("user", workspace_id)
    );
  `)
