import type { Knex } from 'knex'

/** The newest `updated_at` that a commit has given to a scope's issues; `api/db/work.ts` says why. */
export const up = async (db: Knex) => {
  await db.raw(`
    alter table change_counters add column stamp timestamptz(3);
    -- What was committed so far is behind every later stamp.
    insert into change_counters (scope_id, seq, stamp)
      select workspace_id, 0, max(updated_at) from issues group by workspace_id
      on conflict (scope_id) do update set stamp = excluded.stamp;
  `)
}
