/**
 * What an archive of a workspace holds: each table, and of each column what its values are. The way out, the way back and the moving
 * of a placeholder read it here; `docs/archive.md` says the same to others, and a test holds it to the tables of the database.
 */
import type { Entity } from '#contract/define.ts'
import { Mute } from '#contract/people/mutes.ts'
import { AnalyticView } from '#contract/planning/analyticViews.ts'
import { Cycle } from '#contract/planning/cycles.ts'
import { Estimate, EstimatePoint } from '#contract/planning/estimates.ts'
import { Favorite } from '#contract/planning/favorites.ts'
import { Module, ModuleLink } from '#contract/planning/modules.ts'
import { PrivateNote } from '#contract/planning/privateNotes.ts'
import { CycleProgress, ModuleProgress } from '#contract/planning/progress.ts'
import { QuickLink } from '#contract/planning/quickLinks.ts'
import { UserProperties } from '#contract/planning/userProperties.ts'
import { View } from '#contract/planning/views.ts'
import { PageComment } from '#contract/text/pageComments.ts'
import { Page } from '#contract/text/pages.ts'
import { Activity, Subscription } from '#contract/work/activity.ts'
import { AgentSession, AgentStep } from '#contract/work/agentSessions.ts'
import { Comment, CommentReaction } from '#contract/work/comments.ts'
import { Draft } from '#contract/work/drafts.ts'
import { Intake, IntakeIssue } from '#contract/work/intake.ts'
import { Issue } from '#contract/work/issues.ts'
import { Label } from '#contract/work/labels.ts'
import { Link } from '#contract/work/links.ts'
import { IssueReaction } from '#contract/work/reactions.ts'
import { Relation } from '#contract/work/relations.ts'
import { SavedReply } from '#contract/work/savedReplies.ts'
import { State } from '#contract/work/states.ts'
import { ProjectMember, ProjectPreference } from '#contract/workspace/projectMembers.ts'
import { Project } from '#contract/workspace/projects.ts'
import { WorkspacePreference } from '#contract/workspace/workspaces.ts'

/**
 * What the values of a column are. `row`: the id of a row that has to be in the archive; `row?`: or else nothing. `loose`: an id that
 * may lead to nothing any more. `person?`: or nobody. `html` is cleaned on its way in, `told` where the history reports a text; ids
 * within `text`, `json` and `html` are found by their form. `yjs`: bytes, as base64.
 */
export const columnKinds = [
  ...(['id', 'value', 'workspace', 'person', 'person?', 'people', 'row', 'row?', 'rows'] as const),
  ...(['loose', 'looses', 'text', 'html', 'told', 'json', 'url', 'yjs'] as const),
] as const
export type ColumnKind = (typeof columnKinds)[number]

/** How a maker of an archive finds rows that have no rule of their own: by those that they belong to. */
type Through = { column: string; of: Entity }

export type ArchivedTable = {
  table: string
  /** Its rows are those that exist for the maker. */
  of?: Entity
  /** Or those of these that do, whichever of them. */
  through?: readonly Through[]
  columns: Record<string, ColumnKind>
  /** Columns that name rows of the same table: written once all of its rows are there. */
  later: readonly string[]
  /** The part of a workspace that its maker may leave out. */
  part?: 'files' | 'history'
}

type Columns = Partial<Record<ColumnKind, string>>
const AUDIT: Columns = {
  id: 'id',
  value: 'created_at updated_at revision',
  'person?': 'created_by updated_by',
}

const columnsOf = (...all: Columns[]): Record<string, ColumnKind> =>
  Object.fromEntries(
    all.flatMap(columns =>
      columnKinds.flatMap(kind => (columns[kind]?.split(' ') ?? []).map(name => [name, kind] as const)),
    ),
  )

type Told = Partial<Pick<ArchivedTable, 'through' | 'later' | 'part'>>
const of = (entity: Entity, columns: Columns, told: Told = {}): ArchivedTable => ({
  table: entity.table,
  of: entity,
  columns: columnsOf(AUDIT, columns),
  later: [],
  ...told,
})
const beside = (
  table: string,
  through: Through | Through[],
  columns: Columns,
  told: Told = {},
): ArchivedTable => ({
  table,
  through: [through].flat(),
  columns: columnsOf(columns),
  later: [],
  ...told,
})

const EXTERNAL = 'external_id external_source'
const TWIN = `${EXTERNAL} external_twin`
const ofIssue = { row: 'issue project', workspace: 'workspace', 'person?': 'issue_created_by' } as const
const FIGURES =
  'total_issues backlog_issues unstarted_issues started_issues completed_issues cancelled_issues total_estimate_points backlog_estimate_points unstarted_estimate_points started_estimate_points completed_estimate_points cancelled_estimate_points'
const progress: Columns = {
  row: 'project_id',
  workspace: 'workspace_id',
  json: 'people',
  people: 'assignee_ids',
}
const reaction: Columns = { ...ofIssue, person: 'actor', value: 'reaction' }

/** In the order in which they are written: each names rows of those above it, and of itself. */
export const archivedTables: readonly ArchivedTable[] = [
  of(Project, {
    workspace: 'workspace',
    value: `name network identifier emoji module_view cycle_view issue_views_view page_view intake_view is_time_tracking_enabled is_issue_type_enabled guest_view_all_features archive_in close_in archived_at timezone cycles_ahead cycle_weeks cycle_weekday cycle_rest`,
    text: 'description',
    json: 'description_text description_html icon_prop logo_props',
    url: 'cover_image',
    loose: 'cover_image_asset estimate default_state',
    'person?': 'default_assignee project_lead',
  }),
  beside(
    'project_counters',
    { column: 'project_id', of: Project },
    { row: 'project_id', value: 'last_sequence' },
  ),
  of(ProjectMember, {
    row: 'project',
    person: 'member',
    workspace: 'workspace_id',
    value: 'role is_active ended_with_account',
  }),
  of(ProjectPreference, {
    person: 'user',
    row: 'project',
    workspace: 'workspace_id',
    value: 'sort_order',
    json: 'view_props default_props preferences',
  }),
  of(WorkspacePreference, { person: 'user', workspace: 'workspace_id', json: 'view_props' }),
  of(State, {
    row: 'project_id',
    workspace: 'workspace_id',
    value: `name color group default sequence let_go_ends ${TWIN}`,
    text: 'description',
    looses: 'let_go',
    loose: 'let_go_to',
  }),
  of(
    Label,
    {
      row: 'project_id',
      'row?': 'parent',
      workspace: 'workspace_id',
      value: `name color sort_order ${TWIN}`,
      text: 'description',
      looses: 'let_go',
    },
    { later: ['parent'] },
  ),
  of(Estimate, { row: 'project', workspace: 'workspace', value: 'name type last_used', text: 'description' }),
  of(EstimatePoint, {
    row: 'project estimate',
    workspace: 'workspace',
    value: 'key value',
    text: 'description',
    looses: 'let_go',
    loose: 'let_go_to',
  }),
  of(Cycle, {
    row: 'project_id',
    workspace: 'workspace_id',
    value: `name start_date end_date sort_order archived_at ${TWIN}`,
    text: 'description',
    person: 'owned_by_id',
    'person?': 'archived_by',
    json: 'view_props logo_props progress_snapshot ended',
    looses: 'let_go',
  }),
  of(Module, {
    row: 'project_id',
    workspace: 'workspace_id',
    value: `name start_date target_date status sort_order archived_at completed_at ${TWIN}`,
    text: 'description',
    'person?': 'lead_id archived_by',
    people: 'member_ids',
    json: 'description_text description_html view_props logo_props',
    looses: 'let_go',
  }),
  of(ModuleLink, {
    row: 'project module',
    workspace: 'workspace',
    value: 'archived_at title',
    url: 'url',
    json: 'metadata',
  }),
  of(
    Issue,
    {
      row: 'project_id state_id',
      'row?': 'parent_id cycle_id',
      workspace: 'workspace_id',
      rows: 'module_ids label_ids',
      people: 'assignee_ids',
      'person?': 'archived_by delegate_id',
      loose: 'estimate_point type_id first_state_id',
      value: `name sequence_id sort_order state__group priority start_date target_date completed_at archived_at is_draft sub_issues_count attachment_count link_count intake_status cycle_added_at started_at ${TWIN}`,
    },
    { later: ['parent_id'] },
  ),
  of(CycleProgress, {
    ...progress,
    value: `archived_at sub_issues ${FIGURES} begin_issues begin_estimate_points`,
  }),
  beside('cycle_steps', { column: 'id', of: CycleProgress }, { row: 'id', value: `at ${FIGURES}` }),
  of(ModuleProgress, { ...progress, value: `archived_at sub_issues ${FIGURES}` }),
  beside('module_steps', { column: 'id', of: ModuleProgress }, { row: 'id', value: `at ${FIGURES}` }),
  beside('cycle_pace', { column: 'project', of: Project }, { row: 'project', value: 'made_to rest_to' }),
  of(Draft, {
    'row?': 'project_id state_id parent_id cycle_id',
    workspace: 'workspace_id',
    rows: 'module_ids label_ids',
    people: 'assignee_ids',
    loose: 'estimate_point type_id',
    html: 'description_html',
    value: 'name sort_order priority start_date target_date completed_at',
  }),
  of(Comment, {
    ...ofIssue,
    person: 'actor',
    html: 'comment_html',
    json: 'comment_json',
    text: 'comment_stripped',
    people: 'mentions',
    value: `access edited_at ${TWIN}`,
  }),
  of(CommentReaction, { ...reaction, row: 'issue project comment' }),
  of(IssueReaction, reaction),
  of(Link, { ...ofIssue, value: 'title', url: 'url', json: 'metadata' }),
  of(Relation, {
    row: 'issue project related_issue related_project',
    workspace: 'workspace',
    'person?': 'issue_created_by related_created_by',
    value: 'relation_type',
  }),
  of(Subscription, { row: 'issue project', workspace: 'workspace', person: 'subscriber' }),
  of(
    Activity,
    {
      ...ofIssue,
      'person?': 'issue_created_by actor',
      loose: 'old_identifier new_identifier issue_comment',
      told: 'old_value new_value',
      json: 'first_values',
      value: 'verb field comment epoch silent',
    },
    { part: 'history' },
  ),
  of(
    AgentSession,
    {
      ...ofIssue,
      person: 'agent',
      'person?': 'issue_created_by person undone_by',
      text: 'question said',
      json: 'choices',
      value: 'state step_count ended_at',
    },
    { part: 'history' },
  ),
  of(
    AgentStep,
    { ...ofIssue, row: 'issue project session', text: 'text detail', value: 'kind seconds' },
    { part: 'history' },
  ),
  of(Intake, {
    row: 'project',
    workspace: 'workspace',
    value: 'name is_default is_in_app_enabled is_form_enabled',
    text: 'description',
    json: 'view_props logo_props',
  }),
  of(IntakeIssue, {
    ...ofIssue,
    loose: 'duplicate_to state_before',
    json: 'extra',
    value: `status snoozed_till source source_email ${EXTERNAL}`,
  }),
  of(SavedReply, { row: 'project', workspace: 'workspace', value: 'name', text: 'text' }),
  of(
    Page,
    {
      row: 'project_id',
      'row?': 'parent',
      workspace: 'workspace',
      person: 'owned_by',
      'person?': 'archived_by',
      looses: 'label_ids',
      loose: 'archived_with',
      json: 'view_props logo_props',
      value: 'name owner_gone access color is_locked archived_at',
    },
    { later: ['parent'] },
  ),
  // A text has the id of its issue or page.
  beside(
    'documents',
    [
      { column: 'id', of: Issue },
      { column: 'id', of: Page },
    ],
    {
      ...AUDIT,
      id: 'id',
      row: 'project_id',
      workspace: 'workspace_id',
      yjs: 'state',
      html: 'description_html',
      value: 'created_at updated_at revision kind version schema_version',
    },
  ),
  beside(
    'page_versions',
    { column: 'page', of: Page },
    {
      ...AUDIT,
      row: 'page',
      workspace: 'workspace',
      'person?': 'created_by updated_by owned_by',
      people: 'editors company',
      yjs: 'state',
      value: 'created_at updated_at revision last_saved_at name document_version',
    },
    { part: 'history' },
  ),
  of(
    PageComment,
    {
      row: 'page project',
      'row?': 'parent',
      workspace: 'workspace',
      person: 'page_owned_by actor',
      'person?': 'resolved_by',
      html: 'comment_html',
      text: 'comment_stripped quote',
      people: 'mentions',
      value: 'page_owner_gone page_access anchor_start anchor_end resolved_at edited_at',
    },
    { later: ['parent'] },
  ),
  of(View, {
    'row?': 'project',
    workspace: 'workspace',
    person: 'owned_by',
    text: 'description',
    json: 'logo_props query filters display_filters display_properties',
    value: 'name owner_gone access is_locked sort_order',
  }),
  of(AnalyticView, { workspace: 'workspace', value: 'name', text: 'description', json: 'query query_dict' }),
  of(
    Favorite,
    {
      person: 'user',
      workspace: 'workspace_id',
      'row?': 'project_id parent',
      loose: 'entity_identifier',
      value: 'entity_type name is_folder sequence',
    },
    { later: ['parent'] },
  ),
  of(QuickLink, { person: 'user', workspace: 'workspace', url: 'url', value: 'title sort_order' }),
  of(PrivateNote, { person: 'user', workspace: 'workspace', text: 'text' }),
  of(UserProperties, {
    person: 'user',
    workspace: 'workspace',
    'row?': 'project cycle module',
    looses: 'view_order',
    json: 'filters display_filters display_properties',
  }),
  of(Mute, { person: 'user', workspace: 'workspace', row: 'project', 'row?': 'issue page' }),
  beside(
    'file_assets',
    [
      { column: 'issue', of: Issue },
      { column: 'page', of: Page },
      { column: 'draft_issue', of: Draft },
    ],
    {
      ...AUDIT,
      workspace: 'workspace',
      'row?': 'project issue comment page page_comment draft_issue',
      'person?': 'created_by updated_by issue_created_by user',
      json: 'attributes storage_metadata',
      text: 'entity_identifier',
      url: 'asset_url',
      value: `created_at updated_at revision size entity_type is_uploaded is_archived ${EXTERNAL}`,
    },
    { part: 'files' },
  ),
]

/** Columns that no archive holds: rows that are deleted are left out, and what is made of the rest is made anew. */
export const leftOutColumns: Record<string, string> = {
  '*.deleted_at': 'Deleted rows are left out.',
  'documents.description_stripped': 'Made of its text.',
  'documents.mentions': 'Made of its text.',
  'documents.embedded_issues': 'Made of its text.',
  'documents.mentioned_pages': 'Made of its text.',
  'documents.words': 'Made of its text.',
  'documents.told_at': 'Of the present minute.',
  'documents.untold': 'Of the present minute.',
  'file_assets.asset': 'Where a store keeps the bytes.',
  'intakes.anchor': 'The address of a public form: whoever has it may write.',
}

/** Tables that no archive holds, and why. */
export const leftOutTables: Record<string, string> = {
  ...Object.fromEntries(
    ['accounts', 'profiles', 'user_contacts', 'users', 'dashboards', 'notification_preferences'].map(name => [
      name,
      'Of people, not of a workspace; `people.jsonl` says who they are.',
    ]),
  ),
  workspaces: 'In `manifest.json`.',
  workspace_members: 'In `people.jsonl`.',
  placeholders: 'In `people.jsonl`.',
  ...Object.fromEntries(
    ['api_tokens', 'webhooks', 'webhook_targets', 'webhook_deliveries', 'agents'].map(name => [
      name,
      'Secrets, and what they open.',
    ]),
  ),
  ...Object.fromEntries(
    [
      ...['sessions', 'connected_accounts', 'reset_tokens', 'sign_in_codes', 'ended_journeys', 'last_seen'],
      ...['workspace_invitations', 'push_subscriptions', 'instance_admins', 'instance_configurations'],
      'instances',
    ].map(name => [name, 'Ways in, and the instance.']),
  ),
  ...Object.fromEntries(
    [
      ...['notifications', 'notifications_to_mail', 'notifications_to_push', 'pushes', 'mails'],
      ...['jobs', 'job_parts', 'imports', 'import_rows', 'import_keys', 'import_faults', 'import_made'],
    ].map(name => [name, 'What was told to people, and work under way.']),
  ),
  ...Object.fromEntries(
    [
      ...['change_counters', 'changes', 'mutations', 'readers', 'passed_changes', 'sync_starts'],
      ...['document_bases', 'handed_texts', 'session_texts', 'knex_migrations', 'knex_migrations_lock'],
    ].map(name => [name, 'The server’s own record of changes.']),
  ),
  ...Object.fromEntries(
    [
      ...['issue_assignees', 'issue_labels', 'issue_modules'],
      ...['issue_tallies', 'assignee_tallies', 'label_tallies'],
      ...['search_entries', 'search_fills', 'search_words'],
    ].map(name => [name, 'Made of the rows.']),
  ),
}
