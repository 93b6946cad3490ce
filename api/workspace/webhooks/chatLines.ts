/** What somebody did, in the words of a message. */
import type { Activity } from '#contract/work/activity.ts'
import { cut, type Line } from './chat/lines.ts'
import type { Told } from './events.ts'
import type { Facts } from './facts.queries.ts'
import { actorOf, keyOf } from './payload.ts'

const MOST_WORDS = 140
const MOST_PHRASE = 200

const nouns: Partial<Record<Told['event'], string>> = {
  issue_comment: 'comment',
  page_comment: 'comment',
  intake_issue: 'request',
}

// Of these the new value is a long text, or is in the phrase already.
const PHRASE_ALONE = new Set(['description', 'cycles', 'modules', 'attachment', 'archived_at'])

const ofHistory = (row: Activity, activity: Told['activity']): string => {
  if (row.field === null) return 'created the issue'
  const phrase = row.comment.replace(/^actor /, '').replace(/ to$/, '')
  if (PHRASE_ALONE.has(row.field)) return phrase
  const value = typeof activity.new_value === 'string' ? activity.new_value : ''
  if (!value) return phrase
  return row.comment.endsWith(' to') ? `${phrase} to ${value}` : `${phrase} ${value}`
}

const phraseOf = (told: Told, activity: Told['activity']): string => {
  const { change, event, action } = told
  if (change.entity === 'issue_activity') return ofHistory(change.row as Activity, activity)
  const noun = nouns[event] ?? event
  if (noun === 'comment' && action === 'created')
    return `said: ${cut(String(change.row.comment_stripped ?? ''), MOST_WORDS) || 'something'}`
  if (event === 'import') {
    const things = `${change.row.new_count} ${change.row.source === 'pages' ? 'pages' : 'issues'}`
    return activity.new_value === 'undone' ? `undid the import of ${things}` : `imported ${things}`
  }
  if (action === 'created') return event === 'member' ? 'added' : `created the ${noun}`
  if (action === 'deleted') return event === 'member' ? 'removed' : `deleted the ${noun}`
  return `changed the ${noun}’s ${(activity.field ?? 'values').replaceAll('_', ' ')}`
}

export const lineOf = (
  facts: Facts,
  told: Told,
  activity: Told['activity'],
  { about, path }: { about: string; path: string },
): Line => {
  const spot = told.issue ? keyOf(facts, told.issue) : null
  return {
    who: String(actorOf(facts, told)?.display_name ?? 'Tandem'),
    name: spot ? `${spot.key} ${spot.name}` : about,
    path,
    did: [cut(phraseOf(told, activity), MOST_PHRASE)],
  }
}
