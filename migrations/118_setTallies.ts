import type { Knex } from 'knex'

const PLAIN = 'project_id, state_id, state__group, priority, estimate_point, has_parent'

/**
 * The number of listed issues by their usual filters and their set of assignees, or of labels (`api/db/tallies.ts`), and
 * indexes that hold what charts by month and the late issues ask for.
 */
export const up = async (db: Knex) => {
  for (const [table, set] of [
    ['assignee_tallies', 'assignee_ids'],
    ['label_tallies', 'label_ids'],
  ])
    await db.raw(`
      create table ${table} (
        project_id uuid not null references projects on delete cascade,
        state_id uuid not null, state__group text not null, priority text not null, estimate_point uuid,
        has_parent boolean not null, ${set} uuid[] not null,
        -- Of the set, which may be longer than a key of an index.
        digest bytea not null,
        total int not null,
        constraint ${table}_once unique nulls not distinct (${PLAIN}, digest)
      ) with (fillfactor = 60);
      insert into ${table} (${PLAIN}, ${set}, digest, total)
        select project_id, state_id, state__group, priority, estimate_point, parent_id is not null, ${set},
               sha256(array_send(${set})), count(*)
          from issues where active group by 1, 2, 3, 4, 5, 6, 7;
    `)
  await db.raw(`
    drop index issues_by_age;
    create index issues_by_age on issues (project_id, created_at desc, sequence_id desc)
      include (id, state_id, created_by, first_state_id, estimate_point, completed_at) where active;
    drop index issues_by_completion;
    create index issues_by_completion on issues (project_id, completed_at desc)
      include (id, state_id, created_at, started_at, estimate_point) where active and completed_at is not null;
    drop index issues_by_target;
    create index issues_by_target on issues (project_id, target_date) include (state__group)
      where active and target_date is not null;
  `)
}
