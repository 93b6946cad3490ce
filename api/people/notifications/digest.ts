/** The content of a digest: news of one issue by all of its actors, as it is when the mail leaves. */
import type { Knex } from 'knex'
import { senders } from '#contract/people/notifications.ts'
import { relationTypes } from '#contract/work/relations.ts'
import { type ServerViewer, viewerOfUser } from '../../db/viewer.ts'
import type { Letter } from '../../mail/letter.ts'
import { namedIssues, withoutUnseen } from '../../work/activity/unseen.ts'
import { emailOf, issueOf, type News, newsOf, type Way } from './digest.queries.ts'
import { withNames } from './mentionWords.ts'

/** So much of a comment is mailed, in characters. */
const MOST_WORDS = 2_000
const IN_MAIL: Record<string, string> = {
  name: 'Title',
  parent: 'Parent',
  priority: 'Priority',
  state: 'State',
  start_date: 'Start date',
  target_date: 'Due date',
  estimate_point: 'Estimate',
  labels: 'Labels',
  assignees: 'Assignees',
  delegate: 'Delegate',
  link: 'Links',
  attachment: 'Files',
  blocked_by: 'Blocked by',
  blocking: 'Blocking',
  relates_to: 'Relates to',
  duplicate: 'Duplicate of',
}
/** Fields that hold several values, each of which comes and goes by itself. */
const SEVERAL = new Set(['labels', 'assignees', 'link', 'attachment', ...relationTypes])

const isMention = (row: News) => row.sender === senders.mentioned
const day = (value: string) =>
  new Intl.DateTimeFormat('en-GB', {
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
  }).format(new Date(`${value}T00:00:00Z`))
const shown = (field: string, value: string | null): string => {
  if (!value || (field === 'priority' && value === 'none')) return 'None'
  if (field === 'priority') return value[0]!.toUpperCase() + value.slice(1)
  return /_date$/.test(field) && /^\d{4}-\d\d-\d\d$/.test(value) ? day(value) : value
}

/** From the first of its values to the last; nothing where that is where it began. */
const single = (field: string, rows: News[]): string[] => {
  const [old, now] = [shown(field, rows[0]!.old_value), shown(field, rows.at(-1)!.new_value)]
  // Keys of other issues are not reported: not everyone sees those.
  if (old === '…' || now === '…')
    return [`${IN_MAIL[field] ?? field}: ${now === 'None' ? 'removed' : 'changed'}`]
  return old === now ? [] : [`${IN_MAIL[field] ?? field}: ${old} → ${now}`]
}

/** Each value that came or went, once; one that came and went again is none. */
const several = (field: string, rows: News[], reader: string): string[] => {
  const sums = new Map<string, { words: string; by: number }>()
  for (const row of rows) {
    if (row.verb === 'updated' && row.old_value && row.new_value) {
      sums.set(row.id, { words: `${row.old_value} → ${row.new_value}`, by: 0.5 })
      continue
    }
    const isAdded = row.verb !== 'deleted' && !row.old_value
    const [id, name] = isAdded ? [row.new_identifier, row.new_value] : [row.old_identifier, row.old_value]
    const key = ['labels', 'assignees'].includes(field) ? (id ?? name) : name
    const words =
      field === 'assignees' && id === reader ? 'you' : field === 'attachment' ? 'a file' : (name ?? '')
    const sum = sums.get(key || words) ?? { words, by: 0 }
    sums.set(key || words, { words, by: sum.by + (isAdded ? 1 : -1) })
  }
  const told = (keep: (by: number) => boolean, verb: string) => {
    const words = [...new Set([...sums.values()].filter(one => keep(one.by)).map(one => one.words))]
    if (words.length === 0) return []
    const known = words.filter(word => word && word !== '…')
    return [known.length > 0 ? `${verb} ${known.join(', ')}` : verb]
  }
  const parts = [
    ...told(by => by >= 1, 'added'),
    ...told(by => by === 0.5, 'changed'),
    ...told(by => by < 0, 'removed'),
  ]
  return parts.length > 0 ? [`${IN_MAIL[field] ?? field}: ${parts.join('; ')}`] : []
}

const changedBy = (rows: News[], reader: string): string[] =>
  [...Map.groupBy(rows, row => row.field ?? '')].flatMap(([field, of]) => {
    if (field === 'intake') return ['Sent it to the intake']
    if (field === 'archived_at')
      return [of.at(-1)!.new_value === 'restore' ? 'Restored it from the archive' : 'Archived it']
    if (field === 'agent_question') return [`Asked: ${of.at(-1)!.new_value ?? ''}`]
    return SEVERAL.has(field) ? several(field, of, reader) : single(field, of)
  })

const cut = (words: string) => {
  const signs = [...words]
  return signs.length > MOST_WORDS ? `${signs.slice(0, MOST_WORDS).join('')}…` : words
}

const saidBy = (rows: News[]): NonNullable<Letter['people']>[number]['said'] => {
  const spoken = new Map(rows.map(row => [row.comment_id ?? row.field, row]))
  return [...spoken.values()].map(row => {
    const mentions = rows.some(one => isMention(one) && one.comment_id === row.comment_id)
    const { comment_id, words } = row
    const where = row.entity_name === 'page' ? 'page' : 'description'
    if (!comment_id) return { act: `Mentioned you in the ${where}`, words: null }
    return { act: mentions ? 'Mentioned you' : 'Commented', words: cut(words ?? '') }
  })
}

const inZone = (at: string, timeZone: string) =>
  new Intl.DateTimeFormat('en-GB', {
    day: 'numeric',
    month: 'short',
    hour: '2-digit',
    minute: '2-digit',
    timeZone,
  }).format(new Date(at))

/** The acts of each person, in the order in which they began. */
const actsOf = (news: News[], reader: string, timeZone: string): NonNullable<Letter['people']> =>
  [...Map.groupBy(news, row => row.triggered_by)].flatMap(([, rows]) => {
    const isSpeech = (row: News) => isMention(row) || row.field === 'comment'
    const said = saidBy(rows.filter(isSpeech))
    const did = changedBy(
      rows.filter(row => !isSpeech(row)),
      reader,
    )
    if (said.length === 0 && did.length === 0) return []
    return [{ name: rows[0]!.actor ?? 'A visitor', at: inZone(rows[0]!.created_at, timeZone), said, did }]
  })

/** The acts and words of each person, by issue or page, under everyone's present names. */
export const peopleOfEach = async (trx: Knex, news: News[], reader: string, timeZone: string) => {
  const groups = Map.groupBy(await withNames(trx, news), row => row.entity_identifier)
  return new Map([...groups].map(([id, rows]) => [id, actsOf(rows, reader, timeZone)]))
}

// Marks that turn the direction of writing would let a name pose as another.
export const plain = (value: string) => value.replace(/[\u202a-\u202e\u2066-\u2069\u200e\u200f]/g, '')

/** News as its receiver may know it by now. */
export const newsFor = async (trx: Knex, viewer: ServerViewer, ids: string[], way?: Way): Promise<News[]> => {
  const news = await newsOf(trx, viewer.id, ids, way)
  const named = await namedIssues(trx, news)
  return news.map(row => withoutUnseen(viewer, named, row))
}

/** A subject holds letters, digits, spaces and dashes of a name; what it holds no more leaves no gap. */
export const inSubject = (name: string) =>
  name
    .replace(/[^\p{L}\p{M}\p{N} -]/gu, '')
    .replace(/ {2,}/g, ' ')
    .trim()

export type Digest = { to: string; receiver: string; issue: string; notifications: string[] }
export type Desk = {
  trx: Knex
  origin: string
  /** Of all such mail where no issue is named. */
  unsubscribe: (receiver: string, issue: string | null) => string
}
export const isSaid = (people: NonNullable<Letter['people']>) => people.some(({ said }) => said.length > 0)

/** The mail; null when nothing is left that its receiver has to be informed of, or may be. */
export const writeDigest = async (
  { to, receiver, issue: id, notifications }: Digest,
  { trx, origin, unsubscribe }: Desk,
): Promise<Letter | null> => {
  const viewer = await viewerOfUser(trx, receiver)
  if (!viewer || (await emailOf(trx, receiver)) !== to) return null
  const issue = await issueOf(trx, viewer, id)
  if (!issue) return null
  const news = await newsFor(trx, viewer, notifications)
  const people = (await peopleOfEach(trx, news, receiver, viewer.timezone)).get(id) ?? []
  if (people.length === 0) return null
  const stop = `${origin}${unsubscribe(receiver, id)}`
  return {
    subject: `${issue.key} ${inSubject(issue.name)}`.trim(),
    title: plain(issue.name),
    lines: [`${issue.key} in ${plain(issue.project)}`],
    people: people.map(person => ({ ...person, name: plain(person.name) })),
    button: {
      label: isSaid(people) ? 'Reply' : `Open ${issue.key}`,
      href: `${origin}/${issue.slug}/projects/${issue.project_id}/issues/${id}`,
    },
    foot: 'You get this because the issue is yours, you are subscribed to it, or somebody mentioned you. We gather changes, and leave out what you have read already.',
    links: [
      { label: `Unsubscribe from ${issue.key}`, href: stop },
      { label: 'Choose what we mail', href: `${origin}/profile/notifications` },
    ],
    thread: `${id}.${receiver}`,
    unsubscribe: stop,
  }
}
