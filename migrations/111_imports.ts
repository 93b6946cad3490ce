import type { Knex } from 'knex'
import { audit } from './02_people.ts'

/** Work that is brought in from other tools: what was read, what it becomes here, and what it made, for its way back. */
export const up = async (db: Knex) => {
  await db.raw(`
    create table imports (
      id uuid primary key, ${audit},
      workspace uuid not null references workspaces on delete cascade,
      project uuid references projects on delete cascade,
      owner uuid not null references users,
      source text not null, name text not null default '', state text not null default 'new',
      job uuid references jobs on delete set null,
      rows int not null default 0, new_count int not null default 0, matched_count int not null default 0,
      skipped_count int not null default 0, empty_count int not null default 0,
      said text, ended_at timestamptz(3), undo_until timestamptz(3), undone_at timestamptz(3), undone_by uuid references users,
      -- Beside the wire: the file or the connection, what was found in it, the person's choices, and the plan they come to.
      file text, size bigint, origin text not null default '', connection text, connection_until timestamptz(3),
      found jsonb, choices jsonb not null default '{}', plan jsonb, outcome jsonb
    );
    create index imports_of_workspace on imports (workspace, created_at desc) where deleted_at is null;

    -- What was read, a row for each issue, and what it becomes.
    create table import_rows (
      import uuid not null references imports on delete cascade, nth int not null, line int not null,
      cells jsonb not null, fault text,
      -- By the dry run: its key, the project that it goes to, new, matched or skipped, its parent and depth, its sub-issues.
      key text, target uuid, project text, verdict text, parent text, parent_nth int, parent_issue uuid, depth int,
      children int not null default 0, is_related boolean not null default false,
      -- The issue that it is or will be, and its number.
      issue uuid, wanted int, number int, is_done boolean not null default false, primary key (import, nth)
    );
    create index import_rows_depth on import_rows (import, depth, nth);
    create index import_rows_parent on import_rows (import, parent_nth) where parent_nth is not null;
    create index import_rows_issue on import_rows (issue) where issue is not null;
    -- All names by which the source refers to an issue.
    create table import_keys (
      import uuid not null references imports on delete cascade, key text not null, nth int not null, primary key (import, key)
    );

    create table import_faults (
      import uuid not null references imports on delete cascade, id bigint generated always as identity,
      line int not null, key text not null default '', said text not null, words text not null default '',
      effect text not null default '', primary key (import, id)
    );

    -- What an import made or changed: the revision that it left, the values it gave, and those before it.
    create table import_made (
      import uuid not null references imports on delete cascade, nth bigint generated always as identity,
      entity text not null, row_id uuid not null, is_new boolean not null,
      revision int not null, given jsonb, before jsonb, primary key (import, row_id)
    );
    create index import_made_row on import_made (row_id);

    -- Changes of an import notify nobody and are sent to no other system.
    alter table changes add column import_id uuid;
  `)
}
