/** Issues of a project of GitLab by its REST API. */
import { z } from 'zod'
import { type Draft, emptyDraft } from '../draft.ts'
import { filesInTexts } from '../files/inTexts.ts'
import { Unreadable } from '../read/source.ts'
import { withoutComments } from '../text/comments.ts'
import { byLink, type Client, createClient, inTurns } from './client.ts'
import type { Connect } from './connection.ts'
import {
  coloursOf,
  dayOf,
  draftOf,
  type Item,
  momentOf,
  pagedSource,
  peopleOf,
  personOf,
  titleOf,
} from './paged.ts'

const HOST = 'https://gitlab.com'
const PAGE = 100
const MOST_PAGES = 200

const User = z
  .object({ name: z.string().nullish(), username: z.string().nullish(), public_email: z.string().nullish() })
  .nullish()
const Titled = z.object({ title: z.string().nullish() }).nullish()
const Issue = z.object({
  id: z.number(),
  iid: z.number(),
  project_id: z.number().nullish(),
  title: z.string().nullish(),
  description: z.string().nullish(),
  state: z.string(),
  labels: z
    .array(z.union([z.string(), z.object({ name: z.string(), color: z.string().nullish() })]))
    .nullish(),
  assignees: z.array(User).nullish(),
  author: User,
  milestone: Titled,
  epic: Titled,
  iteration: z
    .object({
      title: z.string().nullish(),
      start_date: z.string().nullish(),
      due_date: z.string().nullish(),
    })
    .nullish(),
  weight: z.number().nullish(),
  start_date: z.string().nullish(),
  due_date: z.string().nullish(),
  confidential: z.boolean().nullish(),
  issue_type: z.string().nullish(),
  created_at: z.string().nullish(),
  updated_at: z.string().nullish(),
  closed_at: z.string().nullish(),
  web_url: z.string().nullish(),
})
type GitlabIssue = z.infer<typeof Issue>
const Note = z.object({
  id: z.number(),
  body: z.string().nullish(),
  author: User,
  created_at: z.string().nullish(),
  system: z.boolean().nullish(),
  internal: z.boolean().nullish(),
})
const Linked = z.object({ iid: z.number(), project_id: z.number().nullish(), link_type: z.string() })

const RELATIONS: Record<string, Draft['relations'][number]['type']> = {
  blocks: 'blocking',
  is_blocked_by: 'blocked_by',
}

const personIn = (user: z.infer<typeof User>) => personOf(user?.name ?? user?.username, user?.public_email)

/** The page after this one. Totals are absent in large projects: only the header of the next page, or the link, ends a list. */
const nextOf = (headers: Parameters<typeof byLink>[0]): string | null => {
  const next = headers['x-next-page']
  if (typeof next === 'string') return /^\d{1,9}$/.test(next) ? next : null
  return byLink(headers)?.page ?? null
}

const allPages = async <T>(client: Client, path: string, shape: z.ZodType<T[]>): Promise<T[]> => {
  const all: T[] = []
  let page: string | null = '1'
  for (let nth = 0; page && nth < MOST_PAGES; nth++) {
    const query: Record<string, string> = {
      per_page: String(PAGE),
      page,
      order_by: 'created_at',
      sort: 'asc',
    }
    const { body, headers } = await client.find(path, shape, query)
    all.push(...(body ?? []))
    page = nextOf(headers)
  }
  return all
}

const addNotes = async (client: Client, path: string, draft: Draft) => {
  const notes = await allPages(client, `${path}/notes`, z.array(Note))
  const open = notes.filter(({ system, internal }) => !system && !internal)
  draft.comments = open.map(one => ({
    key: String(one.id),
    author: personIn(one.author),
    at: momentOf(one.created_at),
    text: { markdown: withoutComments(one.body ?? '') },
  }))
  // Hidden words are not shown to more people than before.
  const hidden = notes.filter(({ system, internal }) => !system && internal).length
  if (hidden > 0)
    draft.unread.push({ said: 'Internal notes stay there', words: String(hidden), effect: 'No comment' })
}

const draftOfIssue = (issue: GitlabIssue, place: string): Draft => {
  const key = `${place}#${issue.iid}`
  const isClosed = issue.state === 'closed'
  const { web_url: url, iteration, weight } = issue
  const iterationName =
    iteration && (iteration.title?.trim() || `Iteration ${iteration.start_date ?? ''}`.trim())
  return draftOf({
    key,
    otherKeys: [`#${issue.iid}`, ...(url ? [url] : [])],
    project: place.split('/').at(-1)!,
    name: titleOf(issue.title),
    text: issue.description ? { markdown: withoutComments(issue.description) } : null,
    state: isClosed ? 'Closed' : 'Open',
    group: isClosed ? 'completed' : 'unstarted',
    colours: coloursOf((issue.labels ?? []).filter(label => typeof label !== 'string')),
    labels: [
      ...(issue.labels ?? []).map(label => (typeof label === 'string' ? label : label.name)),
      ...(issue.issue_type && issue.issue_type !== 'issue' ? [`Type: ${issue.issue_type}`] : []),
      ...(issue.epic?.title ? [`Epic: ${issue.epic.title}`] : []),
      ...(issue.confidential ? ['Confidential'] : []),
    ],
    assignees: peopleOf((issue.assignees ?? []).map(personIn)),
    author: personIn(issue.author),
    estimate: weight === null || weight === undefined ? '' : String(weight),
    start: dayOf(issue.start_date),
    target: dayOf(issue.due_date),
    created: momentOf(issue.created_at),
    updated: momentOf(issue.updated_at),
    completed: momentOf(issue.closed_at),
    cycle: iterationName
      ? { name: iterationName, start: dayOf(iteration.start_date), end: dayOf(iteration.due_date) }
      : emptyDraft().cycle,
    modules: issue.milestone?.title ? [issue.milestone.title] : [],
    links: url ? [{ url, title: key }] : [],
  })
}

export const gitlab: Connect = ({ name, url, place: given, key }, outgoing, cursor) => {
  const place = given.replace(/^\/+|\/+$/g, '').toLowerCase()
  if (!/^[\w.-]{1,100}(\/[\w.-]{1,100}){1,20}$/.test(place))
    throw new Unreadable('The project is named as group/name.')
  const client = createClient({
    name,
    outgoing,
    base: `${url || HOST}/api/v4`,
    headers: { 'private-token': key },
  })
  const at = `/projects/${encodeURIComponent(place)}/issues`
  // At the web's address a sign-in would come with 200.
  const fileAt = (address: string) => {
    const file = /^\/uploads\/(\w{1,100}\/[^/?#]{1,400})$/.exec(address)?.[1]
    return file ? `${client.base}/projects/${encodeURIComponent(place)}/uploads/${file}` : null
  }
  const load = async (page: string | null) => {
    const { body, headers } = await client.get(at, z.array(Issue), {
      ...{ scope: 'all', state: 'all', with_labels_details: 'true', order_by: 'created_at', sort: 'asc' },
      ...{ per_page: String(PAGE), page: page ?? '1' },
    })
    const items = await inTurns(body, async (issue): Promise<Item> => {
      const draft = draftOfIssue(issue, place)
      const own = `${at}/${issue.iid}`
      await addNotes(client, own, draft)
      draft.files = filesInTexts([draft.text, ...draft.comments.map(({ text }) => text)], fileAt)
      const links = await allPages(client, `${own}/links`, z.array(Linked))
      draft.relations = links.flatMap(({ iid, project_id, link_type }) =>
        project_id === issue.project_id
          ? [{ type: RELATIONS[link_type] ?? 'relates_to', key: `${place}#${iid}` }]
          : [],
      )
      return { draft }
    })
    const total = headers['x-total']
    return {
      items,
      next: nextOf(headers),
      ...(typeof total === 'string' && /^\d{1,9}$/.test(total) ? { total: Number(total) } : {}),
    }
  }
  return pagedSource(client, load, cursor)
}
