/** The content of a push: one issue or page, or several at once, as they are when it leaves. */
import type { Knex } from 'knex'
import { viewerOfUser } from '../../db/viewer.ts'
import type { Letter } from '../../mail/letter.ts'
import { newsFor, peopleOfEach, plain } from './digest.ts'
import { type Subject, subjectsOf } from './push.queries.ts'

/** In characters: push services take 4,096 bytes, and screens show less. */
const MOST_TITLE = 120
const MOST_LINE = 160
const MOST_LINES = 4

/** Read by `web/public/sw.js`. */
export type Shown = {
  title: string
  body: string
  path: string
  /** A later message with the same tag replaces the earlier one. */
  tag: string
  at: string
}

const cut = (words: string, most: number) => {
  const signs = [...plain(words).replace(/\s+/g, ' ').trim()]
  return signs.length > most ? `${signs.slice(0, most - 1).join('')}…` : signs.join('')
}

const linesOf = ({ name, said, did }: NonNullable<Letter['people']>[number]): string[] => [
  ...said.map(({ act, words }) => {
    const verb = act === 'Commented' ? '' : ` ${act[0]!.toLowerCase()}${act.slice(1)}`
    return words === null ? `${name}${verb}` : `${name}${verb}: ${words}`
  }),
  ...did.map(line => `${name}: ${line}`),
]

const listed = (lines: string[]): string => {
  const most = lines.length > MOST_LINES ? MOST_LINES - 1 : MOST_LINES
  const rest = lines.length - most
  const shown = lines.slice(0, most).map(line => cut(line, MOST_LINE))
  return [...shown, ...(rest > 0 ? [`and ${rest} more`] : [])].join('\n')
}

const ofSeveral = (subjects: Subject[], n: number, at: string): Shown => ({
  title: `${n} notifications`,
  body: listed(subjects.map(({ title }) => title)),
  path: `/${subjects[0]!.slug}/notifications`,
  tag: 'several',
  at,
})

/** Null when nothing is left that its receiver has to be informed of, or may be. */
export const writePush = async (
  trx: Knex,
  { receiver, notifications }: { receiver: string; notifications: string[] },
): Promise<Shown | null> => {
  const viewer = await viewerOfUser(trx, receiver)
  if (!viewer) return null
  const all = await newsFor(trx, viewer, notifications, 'push_')
  const idsOf = (name: 'issue' | 'page') => [
    ...new Set(all.flatMap(row => (row.entity_name === name ? [row.entity_identifier] : []))),
  ]
  const subjects = await subjectsOf(trx, viewer, { issues: idsOf('issue'), pages: idsOf('page') })
  const news = all.filter(row => subjects.has(row.entity_identifier))
  const [first, ...others] = subjects.values()
  if (!first) return null
  const at = news.at(-1)!.created_at
  if (others.length > 0) return ofSeveral([first, ...others], news.length, at)
  const people = await peopleOfEach(trx, news, receiver, viewer.timezone)
  const lines = (people.get(first.id) ?? []).flatMap(linesOf)
  if (lines.length === 0) return null
  return {
    title: cut(first.title, MOST_TITLE),
    body: listed(lines),
    path: first.path,
    tag: first.id,
    at,
  }
}
