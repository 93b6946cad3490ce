/** History and comments of an issue as one line through time. */
import type { Activity } from '#contract/work/activity.ts'
import type { AgentSession } from '#contract/work/agentSessions.ts'
import type { Comment } from '#contract/work/comments.ts'

export type Entry =
  | { kind: 'comment'; id: string; at: string; comment: Comment }
  /** The work of an agent. */
  | { kind: 'session'; id: string; at: string; session: AgentSession }
  /** One person's changes within a minute, repeated ones of a field taken together. */
  | { kind: 'changes'; id: string; at: string; actor: string | null; changes: Activity[] }

export const shows = ['all', 'comments', 'activity'] as const
export type Shows = (typeof shows)[number]

// Comments and an agent's questions stand for themselves; reactions are seen where they are.
const UNSHOWN = new Set(['comment', 'reaction', 'vote', 'draft', 'agent_question'])
const TOGETHER = 60_000
/** Fields with one value: from first to last is all that is worth saying. */
const SINGLE = new Set([
  'name',
  'description',
  'parent',
  'priority',
  'state',
  'start_date',
  'target_date',
  'estimate_point',
  'cycles',
])

const byTime = (a: { at: string; id: string }, b: { at: string; id: string }) =>
  a.at.localeCompare(b.at) || a.id.localeCompare(b.id)

const withChange = (changes: Activity[], change: Activity): Activity[] => {
  const same = SINGLE.has(change.field ?? '') && changes.find(one => one.field === change.field)
  if (!same) return [...changes, change]
  const whole = { ...change, old_value: same.old_value, old_identifier: same.old_identifier }
  const isBack = whole.field !== 'description' && whole.old_value === whole.new_value
  const rest = changes.filter(one => one !== same)
  // A change taken back within the minute says nothing.
  return isBack ? rest : [...rest, { ...whole, verb: whole.verb === 'deleted' ? 'deleted' : same.verb }]
}

export const timeLine = (
  activities: readonly Activity[],
  comments: readonly Comment[],
  show: Shows,
  sessions: readonly AgentSession[] = [],
): Entry[] => {
  const said: Entry[] =
    show === 'activity'
      ? []
      : comments.map(comment => ({ kind: 'comment', id: comment.id, at: comment.created_at, comment }))
  const done: Entry[] =
    show === 'comments'
      ? []
      : activities
          .filter(row => !UNSHOWN.has(row.field ?? ''))
          .map(row => ({ kind: 'changes', id: row.id, at: row.created_at, actor: row.actor, changes: [row] }))
  const worked: Entry[] =
    show === 'comments'
      ? []
      : sessions.map(session => ({ kind: 'session', id: session.id, at: session.created_at, session }))
  const line: Entry[] = []
  for (const entry of [...said, ...done, ...worked].sort(byTime)) {
    const last = line.at(-1)
    const joins =
      entry.kind === 'changes' &&
      last?.kind === 'changes' &&
      last.actor === entry.actor &&
      Date.parse(entry.at) - Date.parse(last.at) < TOGETHER
    if (joins)
      line[line.length - 1] = {
        ...last,
        changes: entry.changes.reduce(withChange, last.changes),
      }
    else line.push(entry)
  }
  return line.filter(entry => entry.kind !== 'changes' || entry.changes.length > 0)
}
