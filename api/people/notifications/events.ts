/** Picks from changes of the log those that people may be notified of: a pure function of the changes. */
import type { Row } from '#contract/rules.ts'
import { PENDING } from '#contract/work/intakeStatus.ts'
import { type Import, UNDER_WAY } from '#contract/workspace/imports.ts'
import { mentionedPeople } from '../../text/documents/mentionedPeople.ts'
import type { ImportEnd } from './imports.ts'

/** A change as the log holds it. */
export type Logged = {
  seq: number
  entity: string
  row_id: string
  op: 'create' | 'update' | 'delete'
  row: Row
  before: Row | null
  actor_id: string | null
  /** Set where the job of an import has made it. */
  import_id: string | null
  at: string
}

/** Kinds of rows whose changes are read. */
export const READ = [
  'issue_activity',
  'document',
  'issue_comment',
  'page_comment',
  'issue',
  'import',
] as const

/** People who are in a text and were not before. */
export type Mention = {
  seq: number
  of: 'issue' | 'page'
  entity: string
  field: 'description' | 'comment'
  comment: string | null
  people: string[]
  actor: string | null
  at: string
}

export type Events = {
  /** Entries of histories, by their ids. */
  activities: Map<string, { seq: number; at: string }>
  mentions: Mention[]
  /** Issues that were brought to an intake. */
  arrivals: { seq: number; entity: string; actor: string | null; at: string }[]
  /** Imports that have come to their ends. */
  ends: ImportEnd[]
  /** Comments that say something else now, or nothing any more. */
  reworded: Map<string, { words: string; html: string }>
}

/** Fields that notify nobody: planning, signs and an admin's decisions; a text notifies those whom it mentions by itself. */
const QUIET = new Set<unknown>(['issue', 'reaction', 'vote', 'cycles', 'modules', 'inbox', 'description'])

const added = (before: unknown, now: unknown): string[] => {
  const old = new Set((before as string[] | undefined) ?? [])
  return ((now as string[] | undefined) ?? []).filter(id => !old.has(id))
}

const inText = ({ op, row, before }: Logged): string[] => {
  if (op === 'create') return added([], row.mentions)
  return before && 'mentions' in before ? added(before.mentions, row.mentions) : []
}

const inComment = ({ op, row, before }: Logged): string[] => {
  const now = () => mentionedPeople(row.comment_html as string)
  if (op === 'create') return now()
  return before && 'comment_html' in before
    ? added(mentionedPeople(before.comment_html as string), now())
    : []
}

const ENDS = ['done', 'stopped', 'failed']
const isEnd = ({ op, row, before }: Logged) =>
  op === 'update' &&
  ENDS.includes(row.state as string) &&
  before !== null &&
  UNDER_WAY.some(state => state === before.state) &&
  before.state !== 'undoing'

export const eventsOf = (changes: readonly Logged[]): Events => {
  const events: Events = { activities: new Map(), mentions: [], arrivals: [], ends: [], reworded: new Map() }
  for (const change of changes) {
    const { seq, entity, row_id, op, row, before, actor_id: actor, at } = change
    if (entity === 'issue_activity') {
      if (op === 'create' && row.field !== null && !QUIET.has(row.field))
        events.activities.set(row_id, { seq, at })
    } else if (entity === 'import') {
      if (isEnd(change))
        events.ends.push({ seq, row: row as Import, isOwn: change.import_id === null, actor, at })
    } else if (entity === 'issue') {
      if (op === 'create' && row.intake_status === PENDING)
        events.arrivals.push({ seq, entity: row_id, actor, at })
    } else if (op === 'delete') {
      if (entity !== 'document') events.reworded.set(row_id, { words: '', html: '' })
    } else if (entity === 'document') {
      const people = inText(change)
      const of = row.kind as 'issue' | 'page'
      if (people.length > 0)
        events.mentions.push({
          seq,
          of,
          entity: row_id,
          field: 'description',
          comment: null,
          people,
          actor,
          at,
        })
    } else {
      if (before && ('comment_stripped' in before || 'deleted_at' in before))
        events.reworded.set(row_id, {
          words: row.comment_stripped as string,
          html: row.comment_html as string,
        })
      const people = inComment(change)
      const of = entity === 'page_comment' ? 'page' : 'issue'
      const whole = row[of] as string
      if (people.length > 0)
        events.mentions.push({ seq, of, entity: whole, field: 'comment', comment: row_id, people, actor, at })
    }
  }
  return events
}
