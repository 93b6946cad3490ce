import type { Knex } from 'knex'
import { audit } from './02_people.ts'

/** Charts that a workspace keeps, and the indexes that the flow of issues is read from. */
export const up = async (db: Knex) => {
  await db.raw(`
    create table analytic_views (
      id uuid primary key, ${audit},
      workspace uuid not null references workspaces on delete cascade,
      name text not null, description text not null default '',
      query jsonb not null default '{}', query_dict jsonb not null default '{}'
    );
    create index analytic_views_of_workspace on analytic_views (workspace) where deleted_at is null;
    -- Which states an issue passed, and which were passed when: read without the rows of the history.
    create index issue_activities_moves_of on issue_activities (issue, created_at)
      where field = 'state' and deleted_at is null;
    create index issue_activities_moves_to on issue_activities (new_identifier, issue, created_at)
      where field = 'state' and deleted_at is null;
    create index issue_activities_moves_from on issue_activities (old_identifier, issue, created_at)
      where field = 'state' and deleted_at is null;
    create index issue_activities_moves_in on issue_activities (project, created_at)
      include (issue, old_identifier, new_identifier) where field = 'state' and deleted_at is null;
    create index issues_by_completion on issues (project_id, completed_at desc) where active and completed_at is not null;
  `)
}
