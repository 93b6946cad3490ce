/** A mail about several issues and pages at once, as they are when it leaves. */
import { viewerOfUser } from '../../db/viewer.ts'
import type { Letter } from '../../mail/letter.ts'
import { emailOf } from './digest.queries.ts'
import { type Desk, inSubject, newsFor, peopleOfEach, plain, writeDigest } from './digest.ts'
import { subjectsOf } from './push.queries.ts'

/** Of so many it says what happened there; the rest is in the inbox. */
const MOST_PARTS = 25

export type Gathered = { to: string; receiver: string; notifications: string[] }
type Part = NonNullable<Letter['parts']>[number] & { id: string; slug: string; subject: string }
type Written = Pick<Letter, 'subject' | 'title' | 'lines' | 'people' | 'parts' | 'button'>

const ofOne = ({ title, line, people, href, subject }: Part): Written => ({
  subject,
  title,
  lines: [line],
  people,
  button: { label: 'Open the page', href },
})

const mentioned = ({ people }: Part) =>
  people.find(({ said }) => said.some(({ act }) => act.startsWith('Mentioned you')))?.name

/** "Ines mentioned you; 2 more changed". */
const titleOf = (parts: Part[]) => {
  const by = parts.flatMap(part => mentioned(part) ?? [])[0]
  return by
    ? `${by} mentioned you; ${parts.length - 1} more changed`
    : `${parts.length} issues and pages changed`
}

const ofSeveral = (parts: Part[], origin: string): Written => {
  const { subject, slug } = parts[0]!
  const rest = parts.length - MOST_PARTS
  return {
    subject: `${subject} and ${parts.length - 1} more`,
    title: titleOf(parts),
    lines: ['This arrived during your quiet hours.'],
    parts: parts.slice(0, MOST_PARTS),
    button: {
      label: rest > 0 ? `See ${rest} more in your inbox` : 'Open your inbox',
      href: `${origin}/${slug}/notifications`,
    },
  }
}

/** The mail; null when no news is left that its receiver wants or may see. News of a single issue goes into its thread. */
export const writeGathered = async (mail: Gathered, desk: Desk): Promise<Letter | null> => {
  const { to, receiver, notifications } = mail
  const { trx, origin, unsubscribe } = desk
  const viewer = await viewerOfUser(trx, receiver)
  if (!viewer || (await emailOf(trx, receiver)) !== to) return null
  const news = await newsFor(trx, viewer, notifications)
  const idsOf = (name: 'issue' | 'page') => [
    ...new Set(news.flatMap(row => (row.entity_name === name ? [row.entity_identifier] : []))),
  ]
  const issues = idsOf('issue')
  const subjects = await subjectsOf(trx, viewer, { issues, pages: idsOf('page') })
  const acts = await peopleOfEach(trx, news, receiver, viewer.timezone)
  const parts = [...acts].flatMap(([id, people]): Part[] => {
    const subject = subjects.get(id)
    if (!subject || people.length === 0) return []
    const { slug, project, path, key } = subject
    const named = people.map(person => ({ ...person, name: plain(person.name) }))
    const [title, href] = [plain(subject.name) || 'Untitled', `${origin}${path}`]
    const line = `${key ?? 'Page'} in ${plain(project)}`
    return [
      {
        id,
        slug,
        subject: key ? `${key} ${inSubject(title)}`.trim() : inSubject(title) || 'Untitled',
        title,
        line,
        href,
        people: named,
      },
    ]
  })
  const [first, second] = parts
  if (!first) return null
  if (!second && issues.includes(first.id)) return writeDigest({ ...mail, issue: first.id }, desk)
  const stop = `${origin}${unsubscribe(receiver, null)}`
  return {
    ...(second ? ofSeveral(parts, origin) : ofOne(first)),
    foot: second
      ? 'You get this because you follow what it is about, or somebody mentioned you. We gather changes, and leave out what you have read already.'
      : 'You get this because somebody mentioned you. We leave out what you have read already.',
    links: [
      { label: 'Unsubscribe from mails about issues and pages', href: stop },
      { label: 'Choose what we mail, and when', href: `${origin}/profile/notifications` },
    ],
    unsubscribe: stop,
  }
}
