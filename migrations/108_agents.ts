import type { Knex } from 'knex'
import { audit } from './02_people.ts'

/** Programs that are members: who answers for each, what is delegated to them, and what they did in which session. */
export const up = async (db: Knex) => {
  await db.raw(`
    create table agents (
      id uuid primary key references users, ${audit},
      workspace uuid not null references workspaces on delete cascade,
      owner uuid not null references users,
      description text not null default '', is_active boolean not null default true,
      -- Beside the wire: the last letters of its token, which is nowhere whole.
      token_ending text not null default ''
    );
    create index agents_of_workspace on agents (workspace) where deleted_at is null;
    create index agents_of_owner on agents (owner) where deleted_at is null;
    alter table issues add column delegate_id uuid references users;
    create index issues_delegated on issues (delegate_id) where delegate_id is not null;
    create table agent_sessions (
      id uuid primary key, ${audit},
      issue uuid not null references issues on delete cascade, issue_created_by uuid,
      project uuid not null, workspace uuid not null,
      agent uuid not null references users, person uuid references users,
      state text not null default 'working', question text not null default '', choices jsonb not null default '[]',
      said text not null default '', step_count int not null default 0, ended_at timestamptz(3), undone_by uuid references users
    );
    create index agent_sessions_of_issue on agent_sessions (issue);
    create unique index agent_sessions_open on agent_sessions (agent, issue) where ended_at is null and deleted_at is null;
    create table agent_steps (
      id uuid primary key, ${audit},
      issue uuid not null references issues on delete cascade, issue_created_by uuid,
      project uuid not null, workspace uuid not null,
      session uuid not null references agent_sessions on delete cascade,
      kind text not null, text text not null, detail text not null default '', seconds int
    );
    create index agent_steps_of_issue on agent_steps (issue);
    create index agent_steps_of_session on agent_steps (session);
    alter table changes add column session_id uuid;
    create index changes_of_session on changes (session_id) where session_id is not null;
  `)
  // Drafts have the columns of an issue; none of them is delegated.
  const { rows } = await db.raw(`select pg_get_viewdef('draft_issue_rows'::regclass) as body`)
  const body = (rows as { body: string }[])[0]!.body.replace(
    /\n\s*FROM /,
    ',\n    null::uuid as delegate_id$&',
  )
  await db.raw(`create or replace view draft_issue_rows as ${body}`)
}
