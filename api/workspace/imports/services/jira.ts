/** Issues of a project of Jira: Cloud by REST v3, a server by REST v2. */
import { z } from 'zod'
import type { Draft, SourceComment, SourceText } from '../draft.ts'
import { Unreadable } from '../read/source.ts'
import { linkOfJira } from '../sources/columns.ts'
import { htmlOfAdf } from '../text/adf.ts'
import { groupOf } from '../values.ts'
import { type Client, createClient } from './client.ts'
import type { Connect } from './connection.ts'
import {
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

const PAGE = 50
const MOST_PAGES = 200

const User = z
  .object({
    displayName: z.string().nullish(),
    emailAddress: z.string().nullish(),
    accountId: z.string().nullish(),
    name: z.string().nullish(),
  })
  .nullish()
const Named = z.object({ name: z.string() })
const Comment = z.object({
  id: z.string(),
  author: User,
  body: z.unknown().optional(),
  created: z.string().nullish(),
})
const Comments = z.object({ comments: z.array(Comment), total: z.number().nullish() })
const Attachment = z.object({
  id: z.union([z.string(), z.number()]).nullish(),
  filename: z.string(),
  size: z.number().nullish(),
  content: z.string().nullish(),
})
const Other = z.object({ key: z.string() }).nullish()
const Link = z.object({ type: Named, inwardIssue: Other, outwardIssue: Other })
const Fields = z
  .object({
    summary: z.string().nullish(),
    description: z.unknown().optional(),
    project: z.object({ key: z.string(), name: z.string() }).nullish(),
    status: z.object({ name: z.string(), statusCategory: z.object({ key: z.string() }).nullish() }).nullish(),
    priority: Named.nullish(),
    resolution: Named.nullish(),
    issuetype: Named.nullish(),
    labels: z.array(z.string()).nullish(),
    components: z.array(Named).nullish(),
    fixVersions: z.array(Named).nullish(),
    assignee: User,
    reporter: User,
    creator: User,
    created: z.string().nullish(),
    updated: z.string().nullish(),
    resolutiondate: z.string().nullish(),
    duedate: z.string().nullish(),
    parent: Other,
    issuelinks: z.array(Link).nullish(),
    attachment: z.array(Attachment).nullish(),
    comment: Comments.nullish(),
  })
  .catchall(z.unknown())
const Issue = z.object({ id: z.string(), key: z.string(), fields: Fields })
type JiraIssue = z.infer<typeof Issue>
const OwnField = z.object({
  id: z.string(),
  name: z.string(),
  schema: z.object({ custom: z.string().nullish() }).nullish(),
})
const Sprint = z.object({
  name: z.string(),
  state: z.string().nullish(),
  startDate: z.string().nullish(),
  endDate: z.string().nullish(),
})
type Sprint = z.infer<typeof Sprint>

const FIELDS = [
  ...['summary', 'description', 'project', 'status', 'priority', 'resolution', 'issuetype', 'labels'],
  ...['components', 'fixVersions', 'assignee', 'reporter', 'creator', 'created', 'updated', 'resolutiondate'],
  ...['duedate', 'parent', 'issuelinks', 'attachment', 'comment'],
]
const GROUPS: Record<string, string> = { new: 'unstarted', indeterminate: 'started', done: 'completed' }

type Custom = { sprints: string[]; epics: string[]; points: string[] }

/** The fields of this Jira that hold sprints, epics and points: their ids differ from one to the next. */
const customOf = (fields: z.infer<typeof OwnField>[]): Custom => {
  const ids = (test: (custom: string, name: string) => boolean) =>
    fields.filter(({ schema, name }) => test(schema?.custom ?? '', name)).map(({ id }) => id)
  return {
    sprints: ids(custom => custom.endsWith('gh-sprint')),
    epics: ids(custom => custom.endsWith('gh-epic-link')),
    points: ids(
      (custom, name) =>
        custom.endsWith('jsw-story-points') ||
        (custom.endsWith('float') && /^story points?( estimate)?$/i.test(name)),
    ),
  }
}

/** Of a server a sprint is text: `…Sprint@…[id=1,state=CLOSED,name=a, b,startDate=…]`; its name may hold commas. */
const sprintOfText = (text: string): Sprint | null => {
  const cut = text.slice(0, 4000)
  const value = (name: string, end: string) => {
    const from = cut.indexOf(`${name}=`)
    if (from < 0) return null
    const to = cut.indexOf(end, from)
    const found = cut.slice(from + name.length + 1, to < 0 ? undefined : to)
    return found === '<null>' ? null : found
  }
  const name = value('name', ',startDate=')
  return name
    ? { name, state: value('state', ','), startDate: value('startDate', ','), endDate: value('endDate', ',') }
    : null
}

const cycleOf = (fields: JiraIssue['fields'], { sprints }: Custom): Draft['cycle'] => {
  const given = sprints.flatMap(id => (Array.isArray(fields[id]) ? (fields[id] as unknown[]) : []))
  const read = given.flatMap(one => {
    if (typeof one === 'string') return sprintOfText(one) ?? []
    const sprint = Sprint.safeParse(one)
    return sprint.success ? sprint.data : []
  })
  const sprint = read.find(({ state }) => /^active$/i.test(state ?? '')) ?? read.at(-1)
  return sprint
    ? { name: sprint.name, start: dayOf(sprint.startDate), end: lastDayOf(sprint.startDate, sprint.endDate) }
    : null
}

/** The state, and "will not do" as a state of its own among those that are done. */
const stateOf = ({ status, resolution }: JiraIssue['fields']) => {
  const group = GROUPS[status?.statusCategory?.key ?? ''] ?? ''
  if (group === 'completed' && resolution && groupOf(resolution.name, '') === 'cancelled')
    return { state: resolution.name, group: 'cancelled' }
  return { state: status?.name ?? '', group }
}

const relationsOf = (links: z.infer<typeof Link>[]): Draft['relations'] =>
  links.flatMap(({ type, inwardIssue, outwardIssue }): Draft['relations'] => {
    const key = outwardIssue?.key ?? inwardIssue?.key
    if (!key) return []
    const said = linkOfJira(type.name, Boolean(outwardIssue))
    if (said === 'skip') return []
    return [{ type: said === 'duplicate_of' ? 'duplicate' : said, key }]
  })

const personIn = (user: z.infer<typeof User>) => personOf(user?.displayName ?? user?.name, user?.emailAddress)

const restOfComments = async (client: Client, api: string, issue: JiraIssue) => {
  const given = issue.fields.comment
  const all = [...(given?.comments ?? [])]
  // Those within a search are cut.
  for (let page = 0; all.length < (given?.total ?? 0) && page < MOST_PAGES; page++) {
    const { body } = await client.get(`${api}/issue/${encodeURIComponent(issue.key)}/comment`, Comments, {
      startAt: String(all.length),
      maxResults: '100',
    })
    if (body.comments.length === 0) break
    all.push(...body.comments)
  }
  return all
}

const textOf = (value: unknown, files: Map<string, string>, base: string): SourceText | null => {
  if (typeof value === 'string') return value.trim() ? { wiki: value } : null
  const html = value ? htmlOfAdf(value, { files, base }) : ''
  return html ? { html } : null
}

const pointsOf = (fields: JiraIssue['fields'], { points }: Custom) => {
  const found = points.map(id => fields[id]).find(value => typeof value === 'number')
  return typeof found === 'number' ? String(found) : ''
}

const draftOfIssue = async (
  client: Client,
  api: string,
  issue: JiraIssue,
  custom: Custom,
): Promise<Draft> => {
  const { fields, key } = issue
  const files = new Map(
    (fields.attachment ?? []).flatMap(one => (one.content ? [[one.filename, one.content]] : [])),
  )
  const epic = custom.epics.map(id => fields[id]).find(value => typeof value === 'string')
  const comments = await restOfComments(client, api, issue)
  const parent = fields.parent?.key ?? (typeof epic === 'string' ? epic : '')
  return draftOf({
    key,
    otherKeys: [issue.id],
    project: fields.project?.name ?? key.split('-')[0]!,
    projectKey: fields.project?.key ?? key.split('-')[0]!,
    name: titleOf(fields.summary),
    text: textOf(fields.description, files, client.base),
    ...stateOf(fields),
    priority: fields.priority?.name ?? '',
    labels: [
      ...(fields.labels ?? []),
      ...(fields.issuetype ? [`Type: ${fields.issuetype.name}`] : []),
      ...(fields.components ?? []).map(({ name }) => `Component: ${name}`),
    ],
    assignees: peopleOf([personIn(fields.assignee)]),
    author: personIn(fields.reporter ?? fields.creator),
    estimate: pointsOf(fields, custom),
    target: dayOf(fields.duedate),
    created: momentOf(fields.created),
    updated: momentOf(fields.updated),
    completed: momentOf(fields.resolutiondate),
    parent,
    relations: relationsOf(fields.issuelinks ?? []),
    cycle: cycleOf(fields, custom),
    modules: (fields.fixVersions ?? []).map(({ name }) => name),
    links: [{ url: `${client.base}/browse/${key}`, title: key }],
    files: [...(fields.attachment ?? [])].flatMap(({ id, content, filename, size }) =>
      content ? [{ url: content, name: filename, size: size ?? null, ...(id && { key: String(id) }) }] : [],
    ),
    comments: comments.flatMap((one): SourceComment | [] => {
      const text = textOf(one.body, files, client.base)
      return text ? { key: one.id, author: personIn(one.author), at: momentOf(one.created), text } : []
    }),
  })
}

const Found = z.object({
  issues: z.array(Issue),
  nextPageToken: z.string().nullish(),
  isLast: z.boolean().nullish(),
  total: z.number().nullish(),
})

/** With an account it is Cloud, whose keys belong to an account; a key alone is one of a server. */
export const jira: Connect = ({ name, url, place, user, key }, outgoing, cursor) => {
  if (!url) throw new Unreadable('Jira is asked at its address, such as https://you.atlassian.net.')
  if (!/^[a-z][a-z0-9_]{0,254}$/i.test(place))
    throw new Unreadable('The project is named by its key, such as PO.')
  const isCloud = user !== ''
  const api = isCloud ? '/rest/api/3' : '/rest/api/2'
  const authorization = isCloud
    ? `Basic ${Buffer.from(`${user}:${key}`).toString('base64')}`
    : `Bearer ${key}`
  const client = createClient({ name, outgoing, base: url, headers: { authorization } })
  const jql = `project = "${place}" order by key`
  let custom: Custom | null = null
  let total = 0
  const begin = async () => {
    const { body } = await client.get(`${api}/field`, z.array(OwnField))
    custom = customOf(body)
    if (!isCloud) return
    const counted = await client.post(
      `${api}/search/approximate-count`,
      z.object({ count: z.number().nullish() }),
      { jql: `project = "${place}"` },
    )
    total = counted.count ?? 0
  }
  const load = async (page: string | null) => {
    if (!custom) await begin()
    const own = custom ?? { sprints: [], epics: [], points: [] }
    const fields = [...FIELDS, ...own.sprints, ...own.epics, ...own.points].join(',')
    const { body } = await client.get(`${api}/search${isCloud ? '/jql' : ''}`, Found, {
      ...{ jql, fields, maxResults: String(PAGE) },
      ...(isCloud ? (page ? { nextPageToken: page } : {}) : { startAt: page ?? '0' }),
    })
    const items: Item[] = []
    for (const issue of body.issues) items.push({ draft: await draftOfIssue(client, api, issue, own) })
    if (isCloud) return { items, next: body.isLast ? null : (body.nextPageToken ?? null), total }
    const read = Number(page ?? 0) + body.issues.length
    const isOver = body.issues.length === 0 || read >= (body.total ?? 0)
    return { items, next: isOver ? null : String(read), total: body.total ?? 0 }
  }
  return pagedSource(client, load, cursor)
}
