/** What waits for the server, in words: each field of a row once, however often it was changed. */
import type { RowTypes } from '../data/entities.ts'
import type { WaitingCall } from '../data/mutate.ts'
import { getRow, type StoredName } from '../data/rows.ts'
import { keyOf } from '../issues/acts/issueAddress.ts'
import { columnInSentence } from '../issues/fields/fields.ts'

/** So many are named. */
const MOST = 3

/** Where the name of the entity is no noun of the screen. */
const NOUNS: Partial<Record<StoredName, string>> = {
  draft_issue: 'draft',
  intake_issue: 'request',
  attachment: 'file',
  issue_comment: 'comment',
  comment_reaction: 'reaction',
  issue_reaction: 'reaction',
  page_comment: 'comment',
}
const nounOf = (entity: StoredName) => NOUNS[entity] ?? entity.replaceAll('_', ' ')
const withArticle = (noun: string) => `${/^[aeiou]/.test(noun) ? 'an' : 'a'} ${noun}`

/** The row as people call it; by its noun where it is not here, or has no name. */
const nameOf = (entity: StoredName, id: string): string => {
  if (entity === 'issue' || entity === 'intake_issue') {
    const issue = getRow('issue', id)
    return issue ? keyOf(issue) : 'an issue'
  }
  const { name } = (getRow(entity, id) ?? {}) as Partial<RowTypes['page']>
  return name || withArticle(nounOf(entity))
}

/** An order, and what follows from another field, are no words of people. */
const QUIET = new Set([
  'id',
  'sort_order',
  'state__group',
  'completed_at',
  'cycle_added_at',
  'updated_at',
  'description_html',
  'description_stripped',
])
const TITLED = new Set<StoredName>(['issue', 'page', 'intake_issue', 'draft_issue'])
const fieldOf = (entity: StoredName, column: string) =>
  column === 'name'
    ? TITLED.has(entity)
      ? 'title'
      : 'name'
    : (columnInSentence(column) ?? column.replace(/_ids?$/, '').replaceAll('_', ' '))

const wordsOfCall = ({ entity, targets, isNew }: WaitingCall): string[] =>
  targets.flatMap(({ id, patch, removes }) => {
    if (isNew)
      return typeof patch.name === 'string' && patch.name
        ? `new ${nounOf(entity)} “${patch.name}”`
        : `new ${nounOf(entity)}`
    const name = nameOf(entity, id)
    if (removes) return `deletion of ${name}`
    const fields = Object.keys(patch).filter(column => !QUIET.has(column))
    return fields.length > 0
      ? fields.map(column => `${fieldOf(entity, column)} of ${name}`)
      : `order of ${name}`
  })

/** By the name of a text: "page.<id>", "issue.<id>". */
const wordsOfText = (text: string) => {
  const [kind, id = ''] = text.split('.')
  return kind === 'page' ? `text of ${nameOf('page', id)}` : `description of ${nameOf('issue', id)}`
}

type WaitingProps = { calls: readonly WaitingCall[]; texts: readonly string[] }

export const Waiting = ({ calls, texts }: WaitingProps) => {
  const all = [...new Set([...calls.flatMap(wordsOfCall), ...texts.map(wordsOfText)])]
  const more = all.length > MOST ? ` and ${all.length - MOST} more` : ''
  return `Waiting to be sent: ${all.slice(0, MOST).join(', ')}${more}.`
}
