import type { Knex } from 'knex'

/** From when on a first sync must not be given the time of a change; `api/work/issues/sync.queries.ts` says why. */
export const up = async (db: Knex) => {
  await db.raw(`
    create table sync_starts (
      reader text not null, project_id uuid not null references projects on delete cascade,
      stamp timestamptz(3) not null, at timestamptz(3) not null default now(),
      primary key (reader, project_id)
    );
  `)
}
