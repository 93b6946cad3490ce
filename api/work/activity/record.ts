import { v7 } from 'uuid'
import { must } from '#contract/errors.ts'
import { INSTANCE_BOT } from '#contract/people/users.ts'
import { Activity } from '#contract/work/activity.ts'
import type { Issue } from '#contract/work/issues.ts'
import { prepared } from '../../db/knex.ts'
import { type Derive, note, type Work } from '../../db/work.ts'
import { changes, creation, deletion, type Entry, entries, type Happened } from './catalogue.ts'
import { nameValues } from './names.ts'
import { subscribeActors } from './subscribers.ts'

const told = new WeakMap<Work, Happened[]>()

/** Notes what happened beside an issue's own row: a comment, a link. Written with the transaction's log; `actor`: if not the caller. */
export const tell = (
  work: Work,
  issue: Issue,
  entry: Entry,
  { silent = false, actor }: { silent?: boolean; actor?: string | null } = {},
) => {
  const one: Happened = { issue, entry, silent, actor: actor === undefined ? work.viewer.id || null : actor }
  const before = told.get(work)
  if (before) before.push(one)
  else told.set(work, [one])
}

const indirect = new WeakSet<Work>()

/** Says of a transaction that its changes of issues follow from an act on something else: it makes nobody follow them. */
export const followsFromElsewhere = (work: Work) => {
  indirect.add(work)
}

/** Written as a system's act, not a person's. */
const isAutomatic = (work: Work) => work.viewer.id === INSTANCE_BOT

/** An issue that was brought from elsewhere: its making there, and its coming here. */
const brought = (issue: Issue, from: string): Happened[] => [
  {
    ...{ issue, entry: creation(issue)[0]!, silent: true },
    past: { actor: issue.created_by, at: issue.created_at },
  },
  { issue, entry: entries.imported(from), silent: true },
]

const fromNotes = (work: Work): Happened[] =>
  work.notes.flatMap(({ entity, op, row, before }) => {
    if (entity !== 'issue') return []
    const issue = row as Issue
    if (op === 'create' && work.import) return brought(issue, work.import.from)
    const found =
      op === 'create'
        ? creation(issue)
        : op === 'delete'
          ? [deletion]
          : changes((before ?? {}) as Partial<Issue>, issue, isAutomatic(work))
    return found.map(entry => ({ issue, entry, silent: indirect.has(work) }))
  })

/**
 * Notes a row for the followers of the issue. A text is long and written in many steps: its old and new words are read
 * with the history, nobody is sent them with each step.
 */
export const announce = (work: Work, op: 'create' | 'update', row: Activity) =>
  note(
    work,
    Activity,
    op,
    row.field === 'description' ? { ...row, old_value: null, new_value: null } : row,
    null,
  )

/**
 * Writes the activity of a transaction, whatever path its changes came by: single, bulk, through a label's deletion.
 * Rows of one issue rise strictly in time, by a millisecond at least, since clients poll with "after the last one".
 */
export const recordHistory: Derive = async works => {
  const happened = works.flatMap(work => {
    const found = [...fromNotes(work), ...(told.get(work) ?? [])]
    told.delete(work)
    return found.map(one => ({ work, ...one }))
  })
  if (happened.length === 0) return
  const { trx } = happened[0]!.work
  const named = await nameValues(
    trx,
    happened.map(one => one.entry),
  )
  const nth = new Map<string, number>()
  const rows = happened.map(({ work, issue, silent = false, past, actor = work.viewer.id || null }, at) => {
    const { named: _, ...entry } = named[at]!
    const n = nth.get(issue.id) ?? 0
    nth.set(issue.id, n + 1)
    return {
      ...entry,
      id: v7(),
      n,
      issue: issue.id,
      issue_created_by: issue.created_by,
      project: issue.project_id,
      workspace: issue.workspace_id,
      actor: past ? past.actor : actor,
      now: past?.at ?? work.now,
      epoch: Math.floor(Date.parse(work.now) / 1000),
      silent,
    }
  })
  const { rows: written } = await prepared<Activity>(
    trx,
    'activities',
    `insert into issue_activities (id, created_at, updated_at, created_by, updated_by, issue, issue_created_by, project,
            workspace, verb, field, old_value, new_value, old_identifier, new_identifier, comment, epoch, actor,
            issue_comment, first_values, silent)
     select r.id, start.at + r.n * interval '1 ms', start.at + r.n * interval '1 ms', r.actor, r.actor, r.issue,
            r.issue_created_by, r.project, r.workspace, r.verb, r.field, r.old_value, r.new_value, r.old_identifier,
            r.new_identifier, coalesce(r.comment, ''), r.epoch, r.actor, r.issue_comment, r.first_values, r.silent
       from jsonb_to_recordset(:rows::jsonb) as r(id uuid, n int, issue uuid, issue_created_by uuid, project uuid,
              workspace uuid, verb text, field text, old_value text, new_value text, old_identifier uuid,
              new_identifier uuid, comment text, issue_comment uuid, first_values jsonb, actor uuid, now timestamptz,
              epoch bigint, silent boolean)
       cross join lateral (
         select greatest(r.now, (select max(a.created_at) from issue_activities a where a.issue = r.issue)
                                  + interval '1 ms') as at
       ) start
     returning ${Activity.columns.join(', ')}`,
    { rows: JSON.stringify(rows) },
  )
  const workOf = new Map(rows.map(({ id }, at) => [id, happened[at]!.work]))
  for (const row of written)
    await announce(must(workOf.get(row.id), 'the work of an activity'), 'create', row)
  await subscribeActors(happened)
}
