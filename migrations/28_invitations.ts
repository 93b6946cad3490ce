import type { Knex } from 'knex'
import { audit } from './02_people.ts'

/** Invitations into workspaces. Their id is the secret of the link, so it is all chance. */
export const up = (db: Knex) =>
  db.raw(`
    create table workspace_invitations (
      id uuid primary key, ${audit},
      workspace_id uuid not null references workspaces, email text not null,
      role int not null check (role in (5, 15, 20)),
      message text, project_ids jsonb not null default '[]',
      accepted boolean not null default false, responded_at timestamptz(3),
      sent_at timestamptz(3) not null, is_mailed boolean not null, expires_at timestamptz(3) not null
    );
    create unique index workspace_invitations_once on workspace_invitations (workspace_id, email) where deleted_at is null;
    create index workspace_invitations_of_email on workspace_invitations (email) where deleted_at is null;
  `)
