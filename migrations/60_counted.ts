import type { Knex } from 'knex'

/** Indexes that hold every column that sums ask for, in place of those that only led to the rows. */
export const up = async (db: Knex) => {
  await db.raw(`
    drop index issues_of_creator;
    create index issues_of_creator on issues
      (created_by, project_id, priority_rank desc, created_at desc, sequence_id desc) include (state__group) where active;
    drop index issues_by_age;
    create index issues_by_age on issues (project_id, created_at desc, sequence_id desc)
      include (id, state_id, created_by) where active;
    drop index issues_by_completion;
    create index issues_by_completion on issues (project_id, completed_at desc)
      include (id, state_id, created_at) where active and completed_at is not null;
    create index issues_deleted on issues (id) where deleted_at is not null;
    create index issues_inactive on issues (id) where not active;
    drop index issue_activities_of_actor_in;
    create index issue_activities_of_actor_in on issue_activities (actor, project, created_at desc)
      include (issue, issue_created_by) where deleted_at is null;
  `)
}
