import type { Knex } from 'knex'
import { audit } from './02_people.ts'

export const up = async (db: Knex) => {
  await db.raw(`
    create table projects (
      id uuid primary key, ${audit},
      name text not null, description text not null default '', description_text jsonb, description_html jsonb,
      network int not null default 2, identifier text not null, emoji text, icon_prop jsonb,
      module_view boolean not null default true, cycle_view boolean not null default true,
      issue_views_view boolean not null default true, page_view boolean not null default true,
      intake_view boolean not null default false, inbox_view boolean not null generated always as (intake_view) stored,
      is_time_tracking_enabled boolean not null default false, is_issue_type_enabled boolean not null default false,
      guest_view_all_features boolean not null default false,
      cover_image text, cover_image_asset uuid,
      cover_image_url text generated always as (
        case when cover_image_asset is null then cover_image
        else '/api/assets/v2/static/' || cover_image_asset::text || '/' end) stored,
      archive_in int not null default 0, close_in int not null default 0, logo_props jsonb not null default '{}',
      archived_at timestamptz(3), timezone text not null default 'UTC',
      workspace uuid not null references workspaces,
      default_assignee uuid, project_lead uuid, estimate uuid, default_state uuid
    );
    create unique index projects_identifier on projects (workspace, upper(identifier)) where deleted_at is null;
    create unique index projects_name on projects (workspace, name) where deleted_at is null;
    -- Numbers are handed out here, under the row's lock, and never come back.
    create table project_counters (project_id uuid primary key references projects, last_sequence int not null default 0);

    create table project_members (
      id uuid primary key, ${audit},
      role int not null check (role in (5, 15, 20)), member uuid not null references users,
      project uuid not null references projects, workspace_id uuid not null references workspaces,
      is_active boolean not null default true, unique (project, member)
    );
    create index project_members_of_user on project_members (member);
    create table project_preferences (
      id uuid primary key, ${audit},
      "user" uuid not null references users, project uuid not null references projects,
      workspace_id uuid not null references workspaces, sort_order float8 not null default 65535,
      view_props jsonb not null default '{}', default_props jsonb not null default '{}',
      preferences jsonb not null default '{"pages":{"block_display":true}}', unique ("user", project)
    );
    create table states (
      id uuid primary key, ${audit},
      project_id uuid not null references projects, workspace_id uuid not null references workspaces,
      name text not null, color text not null, "group" text not null, "default" boolean not null default false,
      description text not null default '', sequence float8 not null default 65535
    );
    create unique index states_name on states (project_id, name) where deleted_at is null;
    create unique index states_default on states (project_id) where "default" and deleted_at is null;
    create table labels (
      id uuid primary key, ${audit},
      project_id uuid not null references projects, workspace_id uuid not null references workspaces,
      name text not null, color text not null default '', parent uuid references labels,
      sort_order float8 not null default 65535
    );
    create unique index labels_name on labels (project_id, name) where deleted_at is null;
  `)
}
