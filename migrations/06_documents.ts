import type { Knex } from 'knex'
import { audit } from './02_people.ts'

/** Text: one Yjs state for each page or issue, with its derived parts. The id is the page's or the issue's. */
export const up = async (db: Knex) => {
  await db.raw(`
    create table documents (
      id uuid primary key, ${audit},
      kind text not null, workspace_id uuid not null references workspaces, project_id uuid not null references projects,
      state bytea not null, schema_version int not null,
      description_html text not null, description_stripped text not null, mentions uuid[] not null default '{}',
      embedded_issues uuid[] not null default '{}', version int not null default 1
    );
    -- The text that a session or token was last handed: what its next HTML is a change of.
    create table document_bases (
      document_id uuid not null, actor text not null, html text not null,
      at timestamptz(3) not null default now(), primary key (document_id, actor)
    );
    create index document_bases_by_age on document_bases (at);
  `)
}
