import type { Knex } from 'knex'
import { audit } from './02_people.ts'

export const up = async (db: Knex) => {
  await db.raw(`
    create table issues (
      id uuid primary key, ${audit},
      name text not null, sequence_id int not null, sort_order float8 not null,
      state_id uuid not null references states, state__group text not null,
      priority text not null default 'none',
      priority_rank int not null generated always as (
        case priority when 'urgent' then 4 when 'high' then 3 when 'medium' then 2 when 'low' then 1 else 0 end) stored,
      estimate_point uuid, start_date date, target_date date, completed_at timestamptz(3), archived_at date,
      is_draft boolean not null default false,
      project_id uuid not null references projects, workspace_id uuid not null references workspaces,
      parent_id uuid references issues, cycle_id uuid,
      module_ids uuid[] not null default '{}', label_ids uuid[] not null default '{}',
      assignee_ids uuid[] not null default '{}',
      sub_issues_count int not null default 0, attachment_count int not null default 0, link_count int not null default 0,
      type_id uuid, intake_status int, external_id text, external_source text,
      unique (project_id, sequence_id)
    );
    create index issues_by_state on issues (project_id, state_id, sort_order desc) where deleted_at is null and archived_at is null;
    create index issues_by_sort on issues (project_id, sort_order) where deleted_at is null and archived_at is null;
    create index issues_by_age on issues (project_id, created_at desc, sequence_id desc) where deleted_at is null and archived_at is null;
    create index issues_by_state_age on issues (project_id, state_id, created_at desc, sequence_id desc) where deleted_at is null and archived_at is null;
    create index issues_by_priority on issues (project_id, priority, created_at desc, sequence_id desc) where deleted_at is null and archived_at is null;
    create index issues_of_parent on issues (parent_id) where deleted_at is null;
    create index issues_labels on issues using gin (label_ids);
    create index issues_assignees on issues using gin (assignee_ids);

    create table issue_labels (
      issue_id uuid not null references issues, label_id uuid not null references labels,
      primary key (issue_id, label_id)
    );
    create index issue_labels_of_label on issue_labels (label_id);
    create table issue_assignees (
      issue_id uuid not null references issues, user_id uuid not null references users,
      primary key (issue_id, user_id)
    );
    create index issue_assignees_of_user on issue_assignees (user_id);
  `)
}
