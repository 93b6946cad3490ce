import type { Knex } from 'knex'

/** The number of listed issues in a project, by the usual filters; `api/db/tallies.ts` keeps it. */
export const up = async (db: Knex) => {
  await db.raw(`
    create table issue_tallies (
      project_id uuid not null references projects on delete cascade,
      state_id uuid not null, state__group text not null, priority text not null, estimate_point uuid,
      has_parent boolean not null,
      total int not null,
      constraint issue_tallies_once unique nulls not distinct
        (project_id, state_id, state__group, priority, estimate_point, has_parent)
    -- Written again with every issue that comes, goes or moves: a new version finds room beside the old one.
    ) with (fillfactor = 40);
    insert into issue_tallies (project_id, state_id, state__group, priority, estimate_point, has_parent, total)
      select project_id, state_id, state__group, priority, estimate_point, parent_id is not null, count(*)
        from issues where active group by 1, 2, 3, 4, 5, 6;
  `)
}
