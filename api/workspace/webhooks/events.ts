/** The events of a change: one for each field that it altered. */
import type { EntityName } from '#contract/index.ts'
import type { Row } from '#contract/rules.ts'
import type { Activity } from '#contract/work/activity.ts'
import type { WebhookEvent } from '#contract/workspace/webhooks.ts'
import type { ReadChange } from '../../live/readNext.ts'

export type Action = 'created' | 'updated' | 'deleted'
type Field = {
  field: string | null
  old_value: unknown
  new_value: unknown
  old_identifier: string | null
  new_identifier: string | null
}
export type Told = {
  event: WebhookEvent
  action: Action
  change: ReadChange
  /** The row that it reports. */
  subject: string
  project: string | null
  /** The issue that it belongs to, or is. */
  issue: string | null
  activity: Field
}

type Source = {
  event: WebhookEvent
  project: string | null
  /** The column of the issue that it belongs to. */
  issue?: string
  /** The name of the one field that people write, whatever it is called in the row. */
  says?: { column: string; as: string }
}

const inProject = (event: WebhookEvent, project = 'project'): Source => ({ event, project })
const ofIssue = (event: WebhookEvent): Source => ({ event, project: 'project', issue: 'issue' })

/** Issues are known by their history; of the log's own rows only an issue's end. */
const sources: Partial<Record<EntityName, Source>> = {
  issue_comment: { ...ofIssue('issue_comment'), says: { column: 'comment_html', as: 'description' } },
  issue_link: ofIssue('link'),
  attachment: ofIssue('attachment'),
  intake_issue: ofIssue('intake_issue'),
  project: inProject('project', 'id'),
  cycle: inProject('cycle', 'project_id'),
  module: inProject('module', 'project_id'),
  state: inProject('state', 'project_id'),
  label: inProject('label', 'project_id'),
  view: inProject('view'),
  page: inProject('page', 'project_id'),
  page_comment: { ...inProject('page_comment'), says: { column: 'comment_html', as: 'description' } },
  project_member: inProject('member'),
  workspace_member: { event: 'member', project: null },
  import: { event: 'import', project: 'project' },
}

/** The kinds of rows that webhooks report. */
export const READ: readonly EntityName[] = [
  'issue',
  'issue_activity',
  ...(Object.keys(sources) as EntityName[]),
]

// What the program keeps beside the words of people.
const SILENT = new Set([
  ...['id', 'revision', 'created_at', 'updated_at', 'created_by', 'updated_by', 'deleted_at', 'sort_order'],
  ...[
    'sequence',
    'archived_by',
    'owner_gone',
    'page_owner_gone',
    'issue_created_by',
    'edited_at',
    'progress_snapshot',
  ],
  ...['comment_json', 'comment_stripped', 'view_props', 'completed_at', 'label_ids', 'project_ids'],
  // Told as `inbox_view`.
  'intake_view',
])
const UNTOLD = new Set(['comment', 'vote', 'reaction', 'draft'])
const NOTHING: Field = {
  field: null,
  old_value: null,
  new_value: null,
  old_identifier: null,
  new_identifier: null,
}

const ofHistory = (change: ReadChange): Told[] => {
  const row = change.row as Activity
  if (change.op !== 'create' || (row.field !== null && UNTOLD.has(row.field))) return []
  // An issue's end is known by its row.
  if (row.field === 'issue' && row.verb === 'deleted') return []
  const { field, old_value, new_value, old_identifier, new_identifier } = row
  return [
    {
      event: 'issue',
      action: field === null ? 'created' : 'updated',
      change,
      subject: row.issue,
      project: row.project,
      issue: row.issue,
      activity: { field, old_value, new_value, old_identifier, new_identifier },
    },
  ]
}

const endOfIssue = (change: ReadChange): Told[] =>
  change.op === 'delete'
    ? [
        {
          event: 'issue',
          action: 'deleted',
          change,
          subject: change.row_id,
          project: change.row.project_id as string,
          issue: change.row_id,
          activity: NOTHING,
        },
      ]
    : []

const isId = (value: unknown): value is string => typeof value === 'string' && /^[\da-f-]{36}$/.test(value)

const differs = ({ row, before }: ReadChange, name: string) =>
  JSON.stringify(before![name]) !== JSON.stringify(row[name])

const STAMPS = new Set(['revision', 'updated_at', 'updated_by'])
/** A page of which nothing but its stamps has changed: its text was written. The words themselves are in no row. */
const isText = (change: ReadChange) =>
  change.entity === 'page' &&
  Object.keys(change.before ?? {}).every(name => STAMPS.has(name) || !differs(change, name))

const changedFields = (change: ReadChange, { says }: Source): Field[] => {
  if (isText(change)) return [{ ...NOTHING, field: 'description' }]
  const { row, before } = change
  return Object.keys(before ?? {})
    .filter(name => (says ? name === says.column : !SILENT.has(name)))
    .filter(name => differs(change, name))
    .map(name => ({
      field: says?.as ?? name,
      old_value: before![name] ?? null,
      new_value: row[name] ?? null,
      old_identifier: isId(before![name]) ? (before![name] as string) : null,
      new_identifier: isId(row[name]) ? (row[name] as string) : null,
    }))
}

// A membership ends and begins again without its row being made or deleted; what was deleted may come back.
const turnOf = ({ op, row, before }: ReadChange): Action | null => {
  if (op === 'create') return 'created'
  if (op === 'delete') return 'deleted'
  if (before && 'is_active' in before && before.is_active !== row.is_active)
    return row.is_active ? 'created' : 'deleted'
  if (before && 'deleted_at' in before && before.deleted_at !== null && row.deleted_at === null)
    return 'created'
  // A file is announced before it is sent.
  if (before && 'is_uploaded' in before && row.is_uploaded) return 'created'
  return null
}

const IMPORT_ENDS = ['done', 'stopped', 'undone']
/** An import that has written, or whose rows were taken out again; its reading and dry run are nobody else's. */
const endOfImport = ({ op, row, before }: ReadChange): Field | null =>
  op === 'update' &&
  (before?.state === 'running' || before?.state === 'undoing') &&
  IMPORT_ENDS.includes(String(row.state))
    ? { ...NOTHING, field: 'state', old_value: before.state, new_value: row.state }
    : null

const ofRow = (change: ReadChange): Told[] => {
  const source = sources[change.entity]
  if (!source) return []
  const { row } = change
  if (change.entity === 'attachment' && !row.is_uploaded) return []
  const base = {
    event: source.event,
    change,
    subject: change.row_id,
    project: source.project ? ((row[source.project] as string | null) ?? null) : null,
    issue: source.issue ? (row[source.issue] as string) : null,
  }
  if (change.entity === 'import') {
    const activity = endOfImport(change)
    return activity ? [{ ...base, action: 'updated', activity }] : []
  }
  const turn = turnOf(change)
  if (turn) {
    const said: Row | null = source.says ? row : null
    const at = turn === 'created' ? 'new_value' : 'old_value'
    const words = said ? { [at]: said[source.says!.column], field: source.says!.as } : {}
    return [{ ...base, action: turn, activity: { ...NOTHING, ...words } }]
  }
  return changedFields(change, source).map(activity => ({ ...base, action: 'updated' as const, activity }))
}

/** What a change says, in its order. */
export const eventsOf = (change: ReadChange): Told[] => {
  if (change.entity === 'issue_activity') return ofHistory(change)
  return change.entity === 'issue' ? endOfIssue(change) : ofRow(change)
}
