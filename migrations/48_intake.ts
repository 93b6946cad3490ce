import type { Knex } from 'knex'
import { audit } from './02_people.ts'

/** Requests from outside a project's plans, until somebody decides about them. */
export const up = async (db: Knex) => {
  await db.raw(`
    create table intakes (
      id uuid primary key, ${audit},
      workspace uuid not null references workspaces on delete cascade,
      project uuid not null references projects on delete cascade,
      name text not null, description text not null default '', is_default boolean not null default false,
      view_props jsonb not null default '{}', logo_props jsonb not null default '{}',
      -- Who has it may send to the form, so it is drawn by chance; none before the form was on.
      anchor text, is_in_app_enabled boolean not null default true, is_form_enabled boolean not null default false
    );
    create unique index intakes_name on intakes (project, name) where deleted_at is null;
    create unique index intakes_default on intakes (project) where is_default and deleted_at is null;
    create unique index intakes_anchor on intakes (anchor) where anchor is not null;

    -- Under the id of its issue.
    create table intake_issues (
      id uuid primary key, ${audit},
      issue uuid not null references issues on delete cascade, issue_created_by uuid,
      project uuid not null references projects on delete cascade,
      workspace uuid not null references workspaces on delete cascade,
      status int not null default -2 check (status between -2 and 2), duplicate_to uuid, snoozed_till timestamptz(3),
      source text not null default 'IN_APP', source_email text, extra jsonb not null default '{}', check (id = issue)
    );
    create index intake_issues_open on intake_issues (project) where status in (-2, 0) and deleted_at is null;
    create index intake_issues_of_project on intake_issues (project, status) where deleted_at is null;

    -- The hidden state bears a name that somebody may have given to one of theirs.
    drop index states_name;
    create unique index states_name on states (project_id, name) where deleted_at is null and "group" <> 'triage';
    create unique index states_triage on states (project_id) where deleted_at is null and "group" = 'triage';
    insert into states (id, created_at, updated_at, project_id, workspace_id, name, color, "group", sequence)
    select gen_random_uuid(), now(), now(), id, workspace, 'Triage', '#ff7700', 'triage', 0 from projects where intake_view;
    insert into intakes (id, created_at, updated_at, project, workspace, name, is_default)
    select gen_random_uuid(), now(), now(), id, workspace, name || ' Intake', true from projects where intake_view;
  `)
}
