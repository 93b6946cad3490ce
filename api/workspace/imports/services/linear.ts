/** Issues of a team of Linear, or of all teams that the key sees, by its GraphQL. */
import { z } from 'zod'
import type { Draft, SourceComment } from '../draft.ts'
import { filesInTexts } from '../files/inTexts.ts'
import { Unreadable } from '../read/source.ts'
import { type Client, createClient } from './client.ts'
import type { Connect } from './connection.ts'
import {
  coloursOf,
  dayOf,
  draftOf,
  type Item,
  lastDayOf,
  momentOf,
  pagedSource,
  peopleOf,
  personOf,
  titleOf,
} from './paged.ts'

const API = 'https://api.linear.app'
/** Files of texts, which the key opens as well. */
const UPLOADS = 'https://uploads.linear.app/'
const ISSUES = 25
/** Cost counts by the sizes of pages that are asked for: few at first, the rest by the issue. */
const FEW = 5
const MORE = 50
const MOST_PAGES = 200

const USER = 'name displayName email'
const PAGE_INFO = 'pageInfo { hasNextPage endCursor }'
const LISTS = {
  comments: `${PAGE_INFO} nodes { id body createdAt user { ${USER} } externalUser { name email } botActor { name } parent { id } }`,
  labels: `${PAGE_INFO} nodes { name color }`,
  attachments: `${PAGE_INFO} nodes { title url }`,
  relations: `${PAGE_INFO} nodes { type relatedIssue { identifier } }`,
}
type ListName = keyof typeof LISTS
const QUERY = `query ($first: Int!, $after: String, $filter: IssueFilter) {
  issues(first: $first, after: $after, filter: $filter, orderBy: createdAt, includeArchived: true) {
    ${PAGE_INFO}
    nodes {
      id identifier previousIdentifiers title description priority estimate dueDate url
      createdAt updatedAt completedAt canceledAt archivedAt trashed
      state { name type } team { key name } parent { identifier }
      assignee { ${USER} } creator { ${USER} } externalUserCreator { name email } botActor { name }
      cycle { number name startsAt endsAt } project { name } projectMilestone { name }
      ${Object.entries(LISTS)
        .map(([name, fields]) => `${name}(first: ${FEW}) { ${fields} }`)
        .join('\n      ')}
    }
  }
}`
const queryOf = (list: ListName) =>
  `query ($id: String!, $after: String) { issue(id: $id) { ${list}(first: ${MORE}, after: $after) { ${LISTS[list]} } } }`

const Person = z
  .object({ name: z.string().nullish(), displayName: z.string().nullish(), email: z.string().nullish() })
  .nullish()
const pageOf = <T extends z.ZodType>(node: T) =>
  z.object({
    pageInfo: z.object({ hasNextPage: z.boolean(), endCursor: z.string().nullish() }),
    nodes: z.array(node),
  })
const Comment = z.object({
  id: z.string(),
  body: z.string().nullish(),
  createdAt: z.string().nullish(),
  user: Person,
  externalUser: Person,
  botActor: Person,
  parent: z.object({ id: z.string() }).nullish(),
})
const Lists = {
  comments: pageOf(Comment),
  labels: pageOf(z.object({ name: z.string(), color: z.string().nullish() })),
  attachments: pageOf(z.object({ title: z.string().nullish(), url: z.string() })),
  relations: pageOf(
    z.object({ type: z.string(), relatedIssue: z.object({ identifier: z.string() }).nullish() }),
  ),
}
const Named = z.object({ name: z.string() }).nullish()
const Issue = z.object({
  id: z.string(),
  identifier: z.string(),
  previousIdentifiers: z.array(z.string()).nullish(),
  title: z.string().nullish(),
  description: z.string().nullish(),
  priority: z.number().nullish(),
  estimate: z.number().nullish(),
  dueDate: z.string().nullish(),
  url: z.string().nullish(),
  createdAt: z.string().nullish(),
  updatedAt: z.string().nullish(),
  completedAt: z.string().nullish(),
  canceledAt: z.string().nullish(),
  archivedAt: z.string().nullish(),
  trashed: z.boolean().nullish(),
  state: z.object({ name: z.string(), type: z.string() }),
  team: z.object({ key: z.string(), name: z.string() }),
  parent: z.object({ identifier: z.string() }).nullish(),
  assignee: Person,
  creator: Person,
  externalUserCreator: Person,
  botActor: Person,
  cycle: z
    .object({
      number: z.number(),
      name: z.string().nullish(),
      startsAt: z.string().nullish(),
      endsAt: z.string().nullish(),
    })
    .nullish(),
  project: Named,
  projectMilestone: Named,
  ...Lists,
})
type LinearIssue = z.infer<typeof Issue>
const Failed = z.array(z.object({ message: z.string() })).nullish()

const GROUPS: Record<string, string> = {
  triage: 'backlog',
  canceled: 'cancelled',
  duplicate: 'cancelled',
}
const PRIORITIES = ['No priority', 'Urgent', 'High', 'Medium', 'Low']
const RELATIONS: Record<string, Draft['relations'][number]['type']> = {
  blocks: 'blocking',
  duplicate: 'duplicate',
}

const personIn = (...people: z.infer<typeof Person>[]) => {
  const one = people.find(Boolean)
  return one ? personOf(one.name ?? one.displayName, one.email) : null
}

/** Sends a query; errors come with 200 as well. */
const ask = async <T extends z.ZodType>(client: Client, shape: T, query: string, variables: object) => {
  const answer = z.object({ data: shape.nullish(), errors: Failed })
  const { data, errors } = await client.post('/graphql', answer, { query, variables })
  if (errors?.[0])
    throw new Unreadable(`${client.name} refused the query: ${errors[0].message.slice(0, 200)}`)
  if (!data) throw new Unreadable(`${client.name} answered without data.`)
  return data as z.infer<T>
}

type PageOf<N> = { pageInfo: { hasNextPage: boolean; endCursor?: string | null | undefined }; nodes: N[] }

/** All values of a list of an issue: those that came with it, and the pages after them. */
const wholeList = async <N>(
  client: Client,
  id: string,
  list: ListName,
  { shape, first }: { shape: z.ZodType<PageOf<N>>; first: PageOf<N> },
): Promise<N[]> => {
  const answer = z.object({ issue: z.record(z.string(), shape).nullish() })
  const all = [...first.nodes]
  let page = first
  for (let nth = 0; page.pageInfo.hasNextPage && page.pageInfo.endCursor && nth < MOST_PAGES; nth++) {
    const after = page.pageInfo.endCursor
    const more = await ask(client, answer, queryOf(list), { id, after })
    const next = more.issue?.[list]
    if (!next) break
    if (next.pageInfo.hasNextPage && next.pageInfo.endCursor === after)
      throw new Unreadable(`${client.name} gave the same page of ${list} twice.`)
    all.push(...next.nodes)
    page = next
  }
  return all
}

const commentsOf = (all: LinearIssue['comments']['nodes']): SourceComment[] => {
  const byId = new Map(all.map(one => [one.id, one]))
  return all.map(one => {
    const answered = one.parent && byId.get(one.parent.id)
    const other = answered && personIn(answered.user, answered.externalUser, answered.botActor)
    const body = one.body ?? ''
    return {
      key: one.id,
      author: personIn(one.user, one.externalUser, one.botActor),
      at: momentOf(one.createdAt),
      text: { markdown: other ? `> in reply to ${other.name}\n\n${body}` : body },
    }
  })
}

const cycleOf = ({ cycle }: LinearIssue): Draft['cycle'] =>
  cycle
    ? {
        name: cycle.name?.trim() || `Cycle ${cycle.number}`,
        start: dayOf(cycle.startsAt),
        end: lastDayOf(cycle.startsAt, cycle.endsAt),
      }
    : null

const draftOfIssue = async (
  client: Client,
  issue: LinearIssue,
  fileAt: (address: string) => string | null,
): Promise<Item> => {
  const { identifier, url, state, team } = issue
  const list = <N>(name: ListName, shape: z.ZodType<PageOf<N>>, first: PageOf<N>) =>
    wholeList(client, issue.id, name, { shape, first })
  const comments = await list('comments', Lists.comments, issue.comments)
  const labels = await list('labels', Lists.labels, issue.labels)
  const attachments = await list('attachments', Lists.attachments, issue.attachments)
  const relations = await list('relations', Lists.relations, issue.relations)
  const draft = draftOf({
    key: identifier,
    otherKeys: [issue.id, ...(issue.previousIdentifiers ?? []), ...(url ? [url] : [])],
    project: team.name,
    projectKey: team.key,
    name: titleOf(issue.title),
    text: issue.description ? { markdown: issue.description } : null,
    state: state.name,
    group: GROUPS[state.type] ?? state.type,
    priority: PRIORITIES[issue.priority ?? 0] ?? '',
    labels: labels.map(({ name }) => name),
    colours: coloursOf(labels),
    assignees: peopleOf([personIn(issue.assignee)]),
    author: personIn(issue.creator, issue.externalUserCreator, issue.botActor),
    estimate: issue.estimate === null || issue.estimate === undefined ? '' : String(issue.estimate),
    target: dayOf(issue.dueDate),
    created: momentOf(issue.createdAt),
    updated: momentOf(issue.updatedAt),
    completed: momentOf(issue.completedAt ?? issue.canceledAt),
    archived: momentOf(issue.archivedAt),
    parent: issue.parent?.identifier ?? '',
    relations: relations.flatMap(({ type, relatedIssue }) =>
      relatedIssue ? [{ type: RELATIONS[type] ?? 'relates_to', key: relatedIssue.identifier }] : [],
    ),
    cycle: cycleOf(issue),
    modules: issue.project ? [issue.project.name] : [],
    links: [
      ...(url ? [{ url, title: identifier }] : []),
      ...attachments.map(one => ({ url: one.url, title: one.title ?? '' })),
    ],
    lines: issue.projectMilestone ? [{ name: 'Milestone', value: issue.projectMilestone.name }] : [],
    comments: commentsOf(comments),
  })
  draft.files = filesInTexts([draft.text, ...draft.comments.map(({ text }) => text)], fileAt)
  return issue.trashed ? { draft, fault: 'It is in the bin there' } : { draft }
}

export const linear: Connect = ({ name, url, place, key }, outgoing, cursor) => {
  // A personal key comes as it is, without "Bearer".
  const client = createClient({ name, outgoing, base: url || API, headers: { authorization: key } })
  const answer = z.object({ issues: pageOf(Issue) })
  const uploads = url ? `${new URL(url).origin}/uploads/` : UPLOADS
  const fileAt = (address: string) => (address.startsWith(uploads) ? address : null)
  const filter = place ? { team: { key: { eq: place.toUpperCase() } } } : undefined
  const load = async (after: string | null) => {
    const { issues } = await ask(client, answer, QUERY, { first: ISSUES, after, filter })
    const items: Item[] = []
    for (const issue of issues.nodes) items.push(await draftOfIssue(client, issue, fileAt))
    const { hasNextPage, endCursor } = issues.pageInfo
    return { items, next: hasNextPage ? (endCursor ?? null) : null }
  }
  return pagedSource(client, load, cursor)
}
