/**
 * The history entry of each changed column of an issue: one table. Values here are ids; `names.ts` turns them into
 * words.
 */
import { keysOf } from '#contract/keys.ts'
import type { Issue } from '#contract/work/issues.ts'

/** The kind of row that a field's ids stand for. */
export type Named = 'state' | 'label' | 'user' | 'cycle' | 'module' | 'estimate_point' | 'issue'

export type Entry = {
  verb: string
  field: string | null
  /** `''` says "nothing on this side", null that the catalogue leaves it empty: clients tell them apart. */
  old_value: string | null
  new_value: string | null
  old_identifier: string | null
  new_identifier: string | null
  comment: string
  issue_comment?: string | null
  /** The values are those of the rows that the identifiers name. */
  named?: Named
  first_values?: Partial<Issue>
}

/** An entry and its issue. A silent one is the far side of an act on another issue: it makes nobody follow this one. */
export type Happened = {
  issue: Issue
  entry: Entry
  silent?: boolean
  /** Whoever did it, if that is not the author of the transaction. */
  actor?: string | null
  /** Of what was brought from elsewhere: whoever did it there, and when. */
  past?: { actor: string | null; at: string }
}

const entry = (verb: string, field: string, comment: string, values: Partial<Entry> = {}): Entry => ({
  verb,
  field,
  old_value: null,
  new_value: null,
  old_identifier: null,
  new_identifier: null,
  comment,
  ...values,
})

type Change = { old: unknown; now: unknown; automatic: boolean }
type Writes = (change: Change) => Entry[]

const text =
  (field: string, comment: string, empty: string | null = null): Writes =>
  ({ old, now }) => [
    entry('updated', field, comment, {
      old_value: (old as string | null) ?? empty,
      new_value: (now as string | null) ?? empty,
    }),
  ]

const reference =
  (field: string, comment: string, named: Named, empty: string | null): Writes =>
  ({ old, now }) => [
    entry('updated', field, comment, {
      named,
      old_value: empty,
      new_value: empty,
      old_identifier: old as string | null,
      new_identifier: now as string | null,
    }),
  ]

const members =
  (field: string, named: Named, added: string, removed: string, verbs = ['updated', 'updated']): Writes =>
  ({ old, now }) => {
    const [before, after] = [old as string[], now as string[]]
    return [
      ...after
        .filter(id => !before.includes(id))
        .map(id => entry(verbs[0]!, field, added, { named, old_value: '', new_identifier: id })),
      ...before
        .filter(id => !after.includes(id))
        .map(id => entry(verbs[1]!, field, removed, { named, new_value: '', old_identifier: id })),
    ]
  }

/** The words of a history for each status of the intake. */
const DECISIONS: Record<string, string> = {
  '-2': 'Pending',
  '-1': 'Rejected',
  '0': 'Snoozed',
  '1': 'Accepted',
  '2': 'Duplicate',
}

/** Column of the row -> what its change writes. A column that is not here writes nothing. */
export const catalogue: Partial<Record<keyof Issue, Writes>> = {
  // A deletion is a change of its own kind; its way back is one of the row.
  deleted_at: ({ now }) => (now === null ? [entry('restored', 'issue', 'restored the issue')] : []),
  name: text('name', 'updated the name to'),
  parent_id: reference('parent', 'updated the parent issue to', 'issue', ''),
  priority: text('priority', 'updated the priority to'),
  state_id: change =>
    reference(
      'state',
      change.automatic ? 'system updated the state to' : 'updated the state to',
      'state',
      null,
    )(change),
  start_date: text('start_date', 'updated the start date to', ''),
  target_date: text('target_date', 'updated the target date to', ''),
  label_ids: members('labels', 'label', 'added label', 'removed label'),
  assignee_ids: members('assignees', 'user', 'added assignee', 'removed assignee'),
  delegate_id: reference('delegate', 'delegated the issue to', 'user', ''),
  estimate_point: ({ old, now }) => [
    entry(now === null ? 'removed' : 'updated', 'estimate_point', 'updated the estimate point to', {
      named: 'estimate_point',
      old_identifier: old as string | null,
      new_identifier: now as string | null,
    }),
  ],
  archived_at: ({ now, automatic }) => [
    now === null
      ? entry('updated', 'archived_at', 'has restored the issue', {
          old_value: 'archive',
          new_value: 'restore',
        })
      : entry(
          'updated',
          'archived_at',
          automatic ? 'system archived the issue' : 'actor archived the issue',
          {
            new_value: automatic ? 'archive' : 'manual_archive',
          },
        ),
  ],
  cycle_id: ({ old, now }) => [
    entry(
      old === null ? 'created' : now === null ? 'deleted' : 'updated',
      'cycles',
      old === null ? 'added cycle' : now === null ? 'removed this issue from' : 'updated cycle from',
      {
        named: 'cycle',
        old_value: old === null ? '' : null,
        new_value: now === null ? '' : null,
        old_identifier: old as string | null,
        new_identifier: now as string | null,
      },
    ),
  ],
  intake_status: ({ old, now }) => {
    if (old === null || now === null) return []
    const [was, is] = [old, now].map(status => DECISIONS[String(status)] ?? null)
    return [entry(String(now), 'inbox', 'updated the intake status', { old_value: was, new_value: is })]
  },
  module_ids: members('modules', 'module', 'added module', 'removed this issue from', ['created', 'deleted']),
}

// Replaying a history starts from these.
const FIRST = keysOf(catalogue)

/** Rows of an issue that begins: its creation, then its parent, each given assignee, and the agent that does the work. */
export const creation = (row: Issue): Entry[] => [
  {
    ...entry('created', '', 'created the issue'),
    field: null,
    first_values: Object.fromEntries([
      ...FIRST.map(name => [name, row[name]]),
      ['assignee_ids', []],
      ['parent_id', null],
      ['delegate_id', null],
    ]) as Partial<Issue>,
  },
  ...(row.parent_id ? catalogue.parent_id!({ old: null, now: row.parent_id, automatic: false }) : []),
  ...catalogue.assignee_ids!({ old: [], now: row.assignee_ids, automatic: false }),
  ...(row.delegate_id ? catalogue.delegate_id!({ old: null, now: row.delegate_id, automatic: false }) : []),
]

export const deletion: Entry = entry('deleted', 'issue', 'deleted the issue')

/** Rows of an issue whose row changed; `before` holds at least the columns that did. */
export const changes = (before: Partial<Issue>, row: Issue, automatic: boolean): Entry[] =>
  keysOf(catalogue).flatMap(name =>
    name in before && JSON.stringify(before[name]) !== JSON.stringify(row[name])
      ? catalogue[name]!({ old: before[name], now: row[name], automatic })
      : [],
  )

export const entries = {
  comment: {
    created: (id: string, html: string) =>
      entry('created', 'comment', 'created a comment', {
        new_value: html,
        new_identifier: id,
        issue_comment: id,
      }),
    updated: (id: string, old: string, now: string) =>
      entry('updated', 'comment', 'updated a comment', {
        old_value: old,
        new_value: now,
        old_identifier: id,
        new_identifier: id,
        issue_comment: id,
      }),
    deleted: () => entry('deleted', 'comment', 'deleted the comment'),
  },
  link: {
    created: (id: string, url: string) =>
      entry('created', 'link', 'created a link', { new_value: url, new_identifier: id }),
    updated: (id: string, old: string, now: string) =>
      entry('updated', 'link', 'updated a link', {
        old_value: old,
        new_value: now,
        old_identifier: id,
        new_identifier: id,
      }),
    deleted: (url: string) => entry('deleted', 'link', 'deleted the link', { old_value: url, new_value: '' }),
  },
  attachment: {
    created: (id: string, url: string) =>
      entry('created', 'attachment', 'created an attachment', { new_value: url, new_identifier: id }),
    deleted: () => entry('deleted', 'attachment', 'deleted the attachment'),
  },
  reaction: {
    created: (id: string, code: string) =>
      entry('created', 'reaction', 'added the reaction', { new_value: code, new_identifier: id }),
    deleted: (id: string, code: string) =>
      entry('deleted', 'reaction', 'removed the reaction', { old_value: code, old_identifier: id }),
  },
  agent: {
    asked: (question: string) =>
      entry('updated', 'agent_question', 'asked', { old_value: '', new_value: question }),
  },
  /** `type` as seen from the issue that the row is on; `key` of the other issue. */
  relation: {
    added: (type: string, otherId: string, key: string) =>
      entry('updated', type, `added ${type} relation`, {
        old_value: '',
        new_value: key,
        old_identifier: otherId,
      }),
    removed: (type: string, otherId: string, key: string) =>
      entry('deleted', type, `deleted ${type} relation`, {
        old_value: key,
        new_value: '',
        old_identifier: otherId,
      }),
  },
  imported: (from: string) => entry('created', 'import', 'imported the issue from', { new_value: from }),
  description: (old: string, now: string) =>
    entry('updated', 'description', 'updated the description to', { old_value: old, new_value: now }),
}
