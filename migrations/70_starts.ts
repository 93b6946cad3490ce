import type { Knex } from 'knex'

/**
 * The first state of each issue and its first start, kept beside it: the flow of work is then read from the issues
 * alone, without their histories. A trigger keeps both, as generated columns would if they could see the old row: no
 * writer of an issue's state need think of it.
 */
export const up = async (db: Knex) => {
  await db.raw(`
    alter table issues add column first_state_id uuid, add column started_at timestamptz(3);

    create function keep_start() returns trigger language plpgsql as $$ begin
      if tg_op = 'INSERT' then new.first_state_id = new.state_id; end if;
      if new.started_at is null and new.state__group = 'started' then
        new.started_at = case when tg_op = 'INSERT' then new.created_at else new.updated_at end;
      end if;
      return new;
    end $$;
    create trigger keep_start before insert or update of state__group on issues
      for each row execute function keep_start();

    -- Reads both anew from the histories of a project: its states may say something else of work than they once did.
    create function recount_starts(of uuid) returns void language sql as $$
      with started as materialized (
        select id from states where project_id = of and "group" = 'started'
      ), move as materialized (
        select issue, created_at, id, old_identifier, new_identifier from issue_activities
         where project = of and field = 'state' and deleted_at is null
      ), first as (
        select distinct on (issue) issue, old_identifier from move order by issue, created_at, id
      ), came as (
        select issue, min(created_at) as at from move where new_identifier in (select id from started) group by issue
      ), told as (
        select one.id, coalesce(first.old_identifier, one.state_id) as first_state_id, one.created_at, came.at
          from issues one left join first on first.issue = one.id left join came on came.issue = one.id
         where one.project_id = of
      ), kept as (
        select id, first_state_id,
               case when first_state_id in (select id from started) then created_at else at end as started_at
          from told
      )
      update issues set first_state_id = kept.first_state_id, started_at = kept.started_at from kept
       where issues.id = kept.id
         and (issues.first_state_id, issues.started_at) is distinct from (kept.first_state_id, kept.started_at)
    $$;
    select recount_starts(id) from projects;

    drop index issues_by_age;
    create index issues_by_age on issues (project_id, created_at desc, sequence_id desc)
      include (id, state_id, created_by, first_state_id) where active;
    drop index issues_by_completion;
    create index issues_by_completion on issues (project_id, completed_at desc)
      include (id, state_id, created_at, started_at) where active and completed_at is not null;
    create index issues_under_way on issues (project_id, started_at, id) where active and state__group = 'started';
    drop index issue_activities_moves_to;
    drop index issue_activities_moves_from;
  `)
}
