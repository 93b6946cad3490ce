/** The kinds of rows that a search finds: their words, and which of them exist for a viewer. */
import type { Knex } from 'knex'
import type { Entity } from '#contract/define.ts'
import { Attachment } from '#contract/files/files.ts'
import type { EntityName } from '#contract/index.ts'
import type { FoundKind } from '#contract/lists/search.ts'
import { Cycle } from '#contract/planning/cycles.ts'
import { Module } from '#contract/planning/modules.ts'
import { View } from '#contract/planning/views.ts'
import { PageComment } from '#contract/text/pageComments.ts'
import { Page } from '#contract/text/pages.ts'
import { Comment } from '#contract/work/comments.ts'
import { Issue } from '#contract/work/issues.ts'
import { Label } from '#contract/work/labels.ts'
import { Project } from '#contract/workspace/projects.ts'
import { WorkspaceMember } from '#contract/workspace/workspaceMembers.ts'

type Column = string
export type Source = {
  /** A request is an entry of its issue. */
  kind: Exclude<FoundKind, 'request'>
  of: Entity & { name: EntityName }
  /** The noun that it belongs to. */
  within?: 'issue' | 'page'
  /** SQL on the row, `t`, and what is joined to it. */
  join?: string
  name: Column
  also?: Column
  body: Column
  project: Column | null
  person: Column | null
  at?: Column
  /** Is it found at all? Archived rows, and what belongs to them, are not. */
  where?: string
  /** Is it the caller's own, `:me`? */
  mine: string
}

/** Of a kind of rows without texts. */
export const NONE = `''`
const TEXT = 'left join documents d on d.id = t.id and d.deleted_at is null'
const OPEN_ISSUE =
  'exists (select 1 from issues i where i.id = t.issue and i.archived_at is null and (i.active or i.intake_status in (-2, 0)))'
const UNARCHIVED = 't.archived_at is null'
const planned = { name: 't.name', body: 't.description', project: 't.project_id', where: UNARCHIVED } as const

export const sources: readonly Source[] = [
  {
    ...{ kind: 'issue', of: Issue, join: TEXT, name: 't.name', body: 'd.description_stripped' },
    ...{ project: 't.project_id', person: 't.created_by' },
    // Of requests those that wait.
    where: '(t.active or (t.intake_status in (-2, 0) and not t.is_draft and t.archived_at is null))',
    mine: '(t.created_by = :me or t.assignee_ids @> array[:me::uuid])',
  },
  {
    ...{
      kind: 'comment',
      within: 'issue',
      of: Comment,
      name: NONE,
      body: 't.comment_stripped',
      project: 't.project',
    },
    ...{ person: 't.actor', at: 't.created_at', where: OPEN_ISSUE, mine: 't.actor = :me' },
  },
  {
    ...{ kind: 'page', of: Page, join: TEXT, name: 't.name', body: 'd.description_stripped' },
    ...{ project: 't.project_id', person: 't.owned_by', where: UNARCHIVED, mine: 't.owned_by = :me' },
  },
  {
    ...{
      kind: 'thread',
      within: 'page',
      of: PageComment,
      name: NONE,
      body: `concat_ws(' ', t.quote, t.comment_stripped)`,
    },
    ...{ project: 't.project', person: 't.actor', at: 't.created_at', mine: 't.actor = :me' },
    where: 'exists (select 1 from pages p where p.id = t.page and p.archived_at is null)',
  },
  {
    ...{
      kind: 'attachment',
      within: 'issue',
      of: Attachment,
      name: `coalesce(t.attributes->>'name', '')`,
      body: NONE,
    },
    ...{ project: 't.project', person: 't.created_by', at: 't.created_at', mine: 't.created_by = :me' },
    where: `t.entity_type = 'ISSUE_ATTACHMENT' and t.is_uploaded and ${OPEN_ISSUE}`,
  },
  {
    ...{
      kind: 'person',
      of: WorkspaceMember,
      join: 'join users u on u.id = t.member_id',
      name: 'u.display_name',
    },
    ...{ also: `concat_ws(' ', u.first_name, u.last_name)`, body: NONE, project: null, person: null },
    ...{ where: 't.is_active', mine: 'false' },
  },
  {
    ...{ kind: 'project', of: Project, name: 't.name', also: 't.identifier', body: 't.description' },
    ...{ project: 't.id', person: null, where: UNARCHIVED, mine: 't.id = any(:projects::uuid[])' },
  },
  { ...planned, kind: 'cycle', of: Cycle, person: 't.owned_by_id', mine: 't.owned_by_id = :me' },
  { ...planned, kind: 'module', of: Module, person: 't.created_by', mine: 't.lead_id = :me' },
  {
    ...{ kind: 'view', of: View, name: 't.name', body: 't.description', project: 't.project' },
    ...{ person: 't.owned_by', mine: 't.owned_by = :me' },
  },
  {
    ...{
      kind: 'label',
      of: Label,
      name: 't.name',
      body: NONE,
      project: 't.project_id',
      person: 't.created_by',
    },
    mine: 'false',
  },
]

/** SQL on `t` with the table's own name in its place, as `visible` has it. */
export const onTable = ({ table }: Pick<Entity, 'table'>, sql: string): string =>
  sql.replace(/\bt\./g, `${table}.`)

/** What entries are made of, by the kind of row whose change it is. */
export const READ: readonly EntityName[] = [
  'document',
  'user',
  ...sources.map(({ of }) => of.name as EntityName),
]

/** Longer texts are found by their beginning. */
const LONGEST_TEXT = 1_000_000
export type Raw = { id: string; name: string; also: string | null; body: string | null; made: string }

/** Rows with their words as they are now, deleted ones left out, by id. */
export const rawRows = (trx: Knex, { of, join, name, also, body, kind }: Source, workspace: string) => {
  const rows = trx
    .from(trx.raw(`?? as t ${join ?? ''}`, [of.table]))
    .whereRaw('t.?? = ?', [of.place.workspace!, workspace])
    .whereNull('t.deleted_at')
    .orderBy('t.id')
    .select<Raw[]>(
      't.id',
      trx.raw(`${name} as name, ${also ?? 'null'} as also, left(${body}, ?) as body, t.created_at as made`, [
        LONGEST_TEXT,
      ]),
    )
  if (kind === 'attachment') rows.where('t.entity_type', 'ISSUE_ATTACHMENT')
  return rows
}
