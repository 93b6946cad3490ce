import type { Knex } from 'knex'
import { audit } from './02_people.ts'

const inProject =
  'project_id uuid not null references projects, workspace_id uuid not null references workspaces'
const ofIssue = `issue uuid not null references issues on delete cascade, issue_created_by uuid,
  project uuid not null references projects, workspace uuid not null references workspaces`

/**
 * The parts of issues: cycles, modules, estimates, activity, comments, reactions, links, relations, subscriptions,
 * drafts, views of lists.
 */
export const up = async (db: Knex) => {
  await db.raw(`
    -- In lists at all: not deleted, not archived, not waiting or asleep at the intake.
    alter table issues add column active boolean not null generated always as (
      deleted_at is null and archived_at is null and (intake_status is null or intake_status not in (-2, 0))) stored;
    drop index issues_by_state, issues_by_sort, issues_by_age, issues_by_state_age, issues_by_priority;
    create index issues_by_state on issues (project_id, state_id, sort_order desc) where active;
    create index issues_by_sort on issues (project_id, sort_order) where active;
    create index issues_by_age on issues (project_id, created_at desc, sequence_id desc) where active;
    create index issues_by_change on issues (project_id, updated_at, id);
    create index issues_by_state_age on issues (project_id, state_id, created_at desc, sequence_id desc) where active;
    create index issues_by_priority on issues (project_id, priority, created_at desc, sequence_id desc) where active;
    create index issues_by_target on issues (project_id, target_date) where active and target_date is not null;
    create index issues_archived on issues (project_id, archived_at desc) where archived_at is not null and deleted_at is null;
    create index issues_of_cycle on issues (cycle_id) where cycle_id is not null;
    create index issues_modules on issues using gin (module_ids);
    create index issues_of_creator on issues (created_by);

    create table cycles (
      id uuid primary key, ${audit}, ${inProject},
      name text not null, description text not null default '', start_date date, end_date date,
      owned_by_id uuid not null, sort_order float8 not null default 65535, archived_at timestamptz(3),
      view_props jsonb not null default '{}', logo_props jsonb not null default '{}',
      progress_snapshot jsonb not null default '{}', external_source text, external_id text
    );
    create index cycles_of_project on cycles (project_id) where deleted_at is null;
    create table modules (
      id uuid primary key, ${audit}, ${inProject},
      name text not null, description text not null default '', description_text jsonb, description_html jsonb,
      start_date date, target_date date, status text not null default 'planned', lead_id uuid,
      member_ids uuid[] not null default '{}', sort_order float8 not null default 65535, archived_at timestamptz(3),
      view_props jsonb not null default '{}', logo_props jsonb not null default '{}',
      external_source text, external_id text
    );
    create unique index modules_name on modules (project_id, name) where deleted_at is null;
    -- An issue is in one cycle at most: that is its column. Of modules it may have many.
    alter table issues add constraint issues_cycle foreign key (cycle_id) references cycles on delete set null;
    create table issue_modules (
      issue_id uuid not null references issues on delete cascade,
      module_id uuid not null references modules on delete cascade,
      primary key (issue_id, module_id)
    );
    create index issue_modules_of_module on issue_modules (module_id);

    create table estimates (
      id uuid primary key, ${audit},
      project uuid not null references projects, workspace uuid not null references workspaces,
      name text not null, description text not null default '', type text not null default 'categories',
      last_used boolean not null default false
    );
    create unique index estimates_name on estimates (project, name) where deleted_at is null;
    create table estimate_points (
      id uuid primary key, ${audit},
      project uuid not null references projects, workspace uuid not null references workspaces,
      estimate uuid not null references estimates on delete cascade, key int not null, value text not null,
      description text not null default ''
    );
    create index estimate_points_of_estimate on estimate_points (estimate) where deleted_at is null;
    create index issues_of_estimate_point on issues (estimate_point) where estimate_point is not null;

    create table issue_activities (
      id uuid primary key, ${audit}, ${ofIssue},
      verb text not null, field text, old_value text, new_value text, old_identifier uuid, new_identifier uuid,
      comment text not null default '', epoch bigint not null, actor uuid, issue_comment uuid,
      -- Of the creation's row: the fields that replaying the history starts from.
      first_values jsonb
    );
    create index issue_activities_of_issue on issue_activities (issue, created_at);
    create index issue_activities_of_actor on issue_activities (actor, created_at desc);

    create table issue_comments (
      id uuid primary key, ${audit}, ${ofIssue},
      actor uuid not null, comment_html text not null, comment_json jsonb not null default '{}',
      comment_stripped text not null default '', access text not null default 'INTERNAL',
      mentions uuid[] not null default '{}', external_source text, external_id text, edited_at timestamptz(3)
    );
    create index issue_comments_of_issue on issue_comments (issue, created_at);
    create table issue_reactions (
      id uuid primary key, ${audit}, ${ofIssue}, actor uuid not null, reaction text not null
    );
    create unique index issue_reactions_once on issue_reactions (issue, actor, reaction) where deleted_at is null;
    create table comment_reactions (
      id uuid primary key, ${audit}, ${ofIssue},
      comment uuid not null references issue_comments on delete cascade, actor uuid not null, reaction text not null
    );
    create unique index comment_reactions_once on comment_reactions (comment, actor, reaction) where deleted_at is null;
    create index comment_reactions_of_issue on comment_reactions (issue) where deleted_at is null;

    create table issue_links (
      id uuid primary key, ${audit}, ${ofIssue},
      title text, url text not null, metadata jsonb not null default '{}'
    );
    create unique index issue_links_once on issue_links (issue, url) where deleted_at is null;

    create table issue_relations (
      id uuid primary key, ${audit}, ${ofIssue},
      related_issue uuid not null references issues on delete cascade, related_created_by uuid,
      related_project uuid not null references projects on delete cascade, relation_type text not null
    );
    -- One relation of a kind between two issues, whichever of them it was made from.
    create unique index issue_relations_once on issue_relations
      (least(issue, related_issue), greatest(issue, related_issue), relation_type) where deleted_at is null;
    create index issue_relations_of_issue on issue_relations (issue) where deleted_at is null;
    create index issue_relations_of_related on issue_relations (related_issue) where deleted_at is null;

    -- A row that was deleted remembers that its person wanted no more of the issue.
    create table issue_subscriptions (
      id uuid primary key, ${audit},
      issue uuid not null references issues on delete cascade, subscriber uuid not null references users,
      project uuid not null references projects, workspace uuid not null references workspaces,
      unique (issue, subscriber)
    );
    create index issue_subscriptions_of_person on issue_subscriptions (subscriber) where deleted_at is null;

    create table draft_issues (
      id uuid primary key, ${audit},
      name text not null default '', description_html text not null default '<p></p>',
      sort_order float8 not null default 65535, state_id uuid references states on delete set null, priority text not null default 'none',
      estimate_point uuid, start_date date, target_date date, completed_at timestamptz(3),
      project_id uuid references projects, workspace_id uuid not null references workspaces,
      parent_id uuid references issues on delete set null, cycle_id uuid references cycles on delete set null,
      module_ids uuid[] not null default '{}', label_ids uuid[] not null default '{}',
      assignee_ids uuid[] not null default '{}', type_id uuid
    );
    create index draft_issues_of_author on draft_issues (created_by, workspace_id) where deleted_at is null;
    -- Drafts with the columns of an issue, for the one list language.
    create view draft_issue_rows as
      select d.id, d.created_at, d.updated_at, d.deleted_at, d.created_by, d.updated_by, d.revision, d.name,
             null::int as sequence_id, d.sort_order, d.state_id, coalesce(s."group", 'backlog') as state__group, d.priority,
             case d.priority when 'urgent' then 4 when 'high' then 3 when 'medium' then 2 when 'low' then 1 else 0 end as priority_rank,
             d.estimate_point, d.start_date, d.target_date, d.completed_at, null::date as archived_at, true as is_draft,
             d.project_id, d.workspace_id, d.parent_id, d.cycle_id, d.module_ids, d.label_ids, d.assignee_ids,
             0 as sub_issues_count, 0 as attachment_count, 0 as link_count, d.type_id, null::int as intake_status,
             null::text as external_id, null::text as external_source
        from draft_issues d left join states s on s.id = d.state_id
       where d.deleted_at is null;

    create table user_properties (
      id uuid primary key, ${audit},
      "user" uuid not null references users, workspace uuid not null references workspaces,
      project uuid references projects on delete cascade, cycle uuid references cycles on delete cascade,
      module uuid references modules on delete cascade,
      filters jsonb not null, display_filters jsonb not null, display_properties jsonb not null
    );
    create unique index user_properties_once on user_properties ("user", workspace, project, cycle, module) nulls not distinct;
  `)
}
