/** The sentence of an inbox line: who did what. */
import type { ReactNode } from 'react'
import type { Notification } from '#contract/people/notifications.ts'
import { getRow } from '../data/rows.ts'
import { viewer } from '../data/viewer.ts'
import { activityWords } from '../issues/one/activity/activityWords.tsx'
import { type Group, isMention } from './inbox.ts'
import { wordsBefore } from './wasBefore.ts'

const MOST = 2

const nameOf = (id: string | null) => {
  const person = getRow('user', id)
  return person ? person.first_name || person.display_name : 'A visitor'
}

const times = (n: number) => (n === 1 ? '' : n === 2 ? ' twice' : ` ${n} times`)
const quoted = (row: Notification) => (row.new_value ? <>: “{row.new_value}”</> : null)

/** The line says it of the others already, or must not: keys of other issues are disclosed to nobody. */
const TOLD_BEFORE = new Set(['name', 'priority', 'start_date', 'target_date', 'estimate_point'])
const before = (row: Notification): ReactNode => {
  const { field, new_value } = row
  const was = field && TOLD_BEFORE.has(field) && new_value ? wordsBefore(row) : ''
  return was && <span className="text-ink-3">, was {field === 'name' ? `“${was}”` : was}</span>
}

const wordsOf = (row: Notification): ReactNode => {
  if (isMention(row)) return <>mentioned you{row.field === 'comment' ? quoted(row) : null}</>
  if (row.field === 'intake') return 'sent it to the intake'
  if (row.field === 'comment')
    return row.verb === 'created' ? (
      <>wrote{quoted(row)}</>
    ) : row.verb === 'updated' ? (
      'reworded a comment'
    ) : (
      'deleted a comment'
    )
  const isMe =
    row.field === 'assignees' && [row.new_identifier, row.old_identifier].includes(viewer()?.id ?? null)
  if (isMe) return row.old_value === '' ? 'assigned it to you' : 'unassigned you'
  return (
    <>
      {activityWords({ ...row, comment: row.title, actor: row.triggered_by })}
      {before(row)}
    </>
  )
}

/** One person's acts: all comments together, of everything else the newest. */
const doneBy = (rows: readonly Notification[]): ReactNode => {
  const said = rows.filter(row => row.field === 'comment' && row.verb === 'created' && !isMention(row))
  const telling = rows.find(isMention) ?? rows[0]!
  if (said.length > 1 && said.includes(telling)) return `wrote${times(said.length)}`
  return wordsOf(telling)
}

/** The unread news of a group; when all was read, the read ones. */
export const newsOf = ({ rows, unread }: Pick<Group, 'rows' | 'unread'>) =>
  unread > 0 ? rows.filter(row => row.read_at === null) : rows

export const actorsOf = (rows: readonly Notification[]) => [...new Set(rows.map(row => row.triggered_by))]

export const EventWords = ({ group }: { group: Group }) => {
  const news = newsOf(group)
  if (group.of === 'import') return news[0]?.new_value
  return (
    <>
      {actorsOf(news)
        .slice(0, MOST)
        .map((actor, at) => (
          <span key={actor}>
            {at > 0 && '; '}
            {nameOf(actor)} {doneBy(news.filter(row => row.triggered_by === actor))}
          </span>
        ))}
    </>
  )
}

/** One thing that happened, for a list of all of them. */
export const OneEvent = ({ row }: { row: Notification }) => (
  <>
    <span className="font-medium text-ink">{nameOf(row.triggered_by)}</span> {wordsOf(row)}
  </>
)
