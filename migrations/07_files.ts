import type { Knex } from 'knex'
import { audit } from './02_people.ts'

/** Files of issues and images of texts; and the rules for rows whose target is purged. */
export const up = async (db: Knex) => {
  await db.raw(`
    create table file_assets (
      id uuid primary key, ${audit},
      attributes jsonb not null, asset text not null unique, asset_url text not null, size bigint not null,
      entity_type text not null, entity_identifier text,
      is_uploaded boolean not null default false,
      is_deleted boolean not null generated always as (deleted_at is not null) stored,
      is_archived boolean not null default false,
      storage_metadata jsonb, external_id text, external_source text,
      issue uuid references issues, issue_created_by uuid, page uuid references pages, comment uuid, draft_issue uuid,
      "user" uuid, project uuid references projects, workspace uuid references workspaces
    );
    create index file_assets_of_issue on file_assets (issue, created_at desc);
    create index file_assets_of_user on file_assets ("user");
    create index file_assets_of_page on file_assets (page);
    create index file_assets_of_project on file_assets (project);
    create index file_assets_unsent on file_assets (created_at) where not is_uploaded;
    create index file_assets_deleted on file_assets (deleted_at) where deleted_at is not null;
    alter table users add column cover_image_asset uuid, add column cover_image_url text generated always as
      ('/api/assets/v2/static/' || cover_image_asset::text || '/') stored;
  `)
  const whenPurged: [string, string, string, 'cascade' | 'set null'][] = [
    ['issues', 'parent_id', 'issues', 'set null'],
    ['pages', 'parent', 'pages', 'set null'],
    ['labels', 'parent', 'labels', 'set null'],
    ['issue_labels', 'issue_id', 'issues', 'cascade'],
    ['issue_labels', 'label_id', 'labels', 'cascade'],
    ['issue_assignees', 'issue_id', 'issues', 'cascade'],
    ['project_counters', 'project_id', 'projects', 'cascade'],
    ['project_preferences', 'project', 'projects', 'cascade'],
    ['project_preferences', 'workspace_id', 'workspaces', 'cascade'],
  ]
  for (const [table, column, parent, rule] of whenPurged)
    await db.raw(
      `alter table ?? drop constraint ??,
         add constraint ?? foreign key (??) references ?? on delete ${rule}`,
      [table, `${table}_${column}_fkey`, `${table}_${column}_fkey`, column, parent],
    )
}
