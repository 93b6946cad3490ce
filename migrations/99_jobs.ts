import type { Knex } from 'knex'
import { audit } from './02_people.ts'

/** Long work that somebody has asked for, and the parts of the files that it makes. */
export const up = async (db: Knex) => {
  await db.raw(`
    create table jobs (
      id uuid primary key, ${audit},
      workspace uuid not null references workspaces on delete cascade,
      project uuid references projects on delete cascade,
      "user" uuid not null references users on delete cascade,
      kind text not null, input jsonb not null, state text not null default 'queued',
      phases jsonb not null default '[]', result jsonb, said text,
      fault_count int not null default 0, ended_at timestamptz(3),
      -- Beside the wire: where it goes on, what failed in its lines, and its failures as a whole.
      checkpoint jsonb, faults jsonb not null default '[]',
      tries int not null default 0, next_at timestamptz(3) not null default '-infinity'
    );
    create index jobs_of_person on jobs ("user", workspace, created_at desc) where deleted_at is null;
    create index jobs_open on jobs (created_at) where state in ('queued', 'running') and deleted_at is null;
    create table job_parts (
      job uuid not null references jobs on delete cascade, nth int not null,
      -- Of an archive: the file that it belongs to.
      file text not null default '', text text not null, primary key (job, nth)
    );
  `)
}
