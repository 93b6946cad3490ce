import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll } from 'vitest'
import { PNG } from './files.ts'

export type Asked = {
  method: string
  path: string
  query: Record<string, string>
  headers: IncomingHttpHeaders
  body: { query?: string; variables?: Record<string, unknown>; jql?: string }
}
export type Answering = {
  status?: number
  headers?: Record<string, string>
  body?: unknown
  /** Instead of JSON. */
  text?: string
  /** A file, and what it says that it is. */
  bytes?: Buffer
  type?: string
}
export type Service = (asked: Asked, base: string) => Answering | undefined

/** A server that answers as the services do whose issues are imported, and misbehaves on demand. */
export const importService = async (service: Service) => {
  const asked: Asked[] = []
  const state = {
    /** Answers instead of the service's: one that is none lets the call through. */
    instead: (_: Asked): Answering | Promise<Answering | undefined> | undefined => undefined,
  }
  const server = createServer(async (request, response) => {
    const parts: Buffer[] = []
    for await (const part of request) parts.push(part as Buffer)
    const url = new URL(request.url ?? '', base())
    const one: Asked = {
      method: request.method ?? '',
      path: url.pathname,
      query: Object.fromEntries(url.searchParams),
      headers: request.headers,
      body: JSON.parse(Buffer.concat(parts).toString() || '{}'),
    }
    asked.push(one)
    const {
      status = 200,
      headers = {},
      body,
      text,
      bytes,
      type: said,
    } = (await state.instead(one)) ?? service(one, base()) ?? { status: 404, body: { message: 'Not Found' } }
    const type = said ?? (text === undefined ? 'application/json' : 'text/html')
    response
      .writeHead(status, { 'content-type': type, ...headers })
      .end(bytes ?? text ?? JSON.stringify(body ?? null))
  })
  const base = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  afterAll(() => {
    server.closeAllConnections()
    server.close()
  })
  return Object.assign(state, { url: base(), host: new URL(base()).host, asked })
}

const range = (count: number) => Array.from({ length: count }, (_, at) => at + 1)
const day = (nth: number) => new Date(Date.UTC(2024, 0, 1) + nth * 86_400_000).toISOString()
const slice = <T>(all: T[], page: number, size: number) => all.slice((page - 1) * size, page * size)

/** Made once for each address: a service is asked thousands of times. */
const kept = <T>(make: (base: string) => T) => {
  const known = new Map<string, T>()
  return (base: string): T => {
    const made = known.get(base) ?? make(base)
    known.set(base, made)
    return made
  }
}

/** Issues that have a file; that of the 12th is gone, before that of the 18th is a sign-in. */
const hasFile = (nth: number) => nth % 6 === 0
const fileOf = (nth: number): Answering => {
  if (nth === 12) return { status: 404, body: { message: 'Not Found' } }
  if (nth === 18) return { text: '<!doctype html><title>Sign in</title>' }
  return { bytes: Buffer.concat([PNG, Buffer.from(String(nth))]), type: 'image/png' }
}
/** Where a parent is later in the list; of the 22nd it is in none. */
const parentOf = (nth: number, count: number) =>
  nth === 22 ? 99_999 : nth > 10 && nth % 10 === 1 && nth + 3 <= count ? nth + 3 : null

const BODY = 'See #2 and <!-- template --> **now**.\r\n\r\n- [ ] rope\r\n- [x] hook'
const githubIssues = (count: number, isFiled: boolean, base: string) =>
  range(count).map(number => ({
    number,
    title: `Berth ${number}`,
    body:
      number === 1
        ? BODY
        : isFiled && hasFile(number)
          ? `![chart](${base}/user-attachments/assets/f-${number})`
          : null,
    user: number === 3 ? null : { login: 'ines-q' },
    labels: [{ name: number % 2 ? 'Tugs' : 'Quay', color: 'aa0000' }],
    assignees: number % 4 ? [] : [{ login: 'bram-q' }],
    milestone:
      number % 5 ? null : { number: 1, title: 'Spring', due_on: '2024-06-01T07:00:00Z', state: 'open' },
    state: number % 3 ? 'open' : 'closed',
    state_reason: number % 3 ? null : number % 2 ? 'completed' : 'not_planned',
    created_at: day(number),
    updated_at: day(number + 1),
    closed_at: number % 3 ? null : day(number + 1),
    comments: number === 1 ? 130 : number % 50 === 2 ? 1 : 0,
    html_url: `${base}/port/harbour/issues/${number}`,
    ...(number % 10 === 0 ? { pull_request: { url: 'x' } } : {}),
    ...(number === 7 ? { parent_issue_url: `${base}/repos/port/harbour/issues/6` } : {}),
    ...(isFiled && parentOf(number, count)
      ? { parent_issue_url: `${base}/repos/port/harbour/issues/${parentOf(number, count)}` }
      : {}),
    ...(number === 8 ? { issue_dependencies_summary: { blocked_by: 1, blocking: 0 } } : {}),
  }))

/** A repository: issues and pull requests, a hundred on a page, every tenth is a pull request. */
export const githubOf = (count: number, isFiled = false): Service => {
  const issuesAt = kept(base => githubIssues(count, isFiled, base))
  return (asked, base) => answerGithub(asked, base, issuesAt(base))
}
const answerGithub = (
  { path, query, headers }: Asked,
  base: string,
  issues: ReturnType<typeof githubIssues>,
): Answering | undefined => {
  if (headers.authorization !== 'Bearer gh-key-1')
    return { status: 401, body: { message: 'Bad credentials' } }
  const at = '/repos/port/harbour'
  const file = /^\/user-attachments\/assets\/f-(\d+)$/.exec(path)?.[1]
  if (file) return fileOf(Number(file))
  const paged = (all: unknown[], to: string): Answering => {
    const page = Number(query.page ?? 1)
    const isMore = page * 100 < all.length
    const next = new URLSearchParams({ ...query, page: String(page + 1) })
    return {
      body: slice(all, page, 100),
      headers: isMore
        ? { link: `<${base}${to}?${next}>; rel="next", <${base}${to}?page=9>; rel="last"` }
        : {},
    }
  }
  if (path === `${at}/issues`) return paged(issues, path)
  const number = Number(new RegExp(`^${at}/issues/(\\d+)/`).exec(path)?.[1] ?? 0)
  if (path.endsWith('/comments'))
    return paged(
      range(issues[number - 1]!.comments).map(nth => ({
        id: number * 1000 + nth,
        body: `Word ${nth}`,
        user: nth === 2 ? null : { login: 'bram-q' },
        created_at: day(number + nth),
      })),
      path,
    )
  if (path === `${at}/issues/8/dependencies/blocked_by`)
    return { body: [{ number: 9, repository_url: `${base}/repos/port/harbour` }] }
  return undefined
}

/** 230 on three pages. */
export const githubService = githubOf(230)

const LINEAR_USER = { name: 'Ines Cavaco', displayName: 'ines', email: 'ines@linear.example' }
const linearComments = range(7).map(nth => ({
  ...{ id: `c${nth}`, body: `Said ${nth}`, createdAt: day(nth) },
  ...{ user: nth === 3 ? null : LINEAR_USER, externalUser: null, botActor: null },
  parent: nth === 2 ? { id: 'c1' } : null,
}))
const END = { hasNextPage: false, endCursor: null }

const linearIssues = (count: number, isFiled: boolean, base: string) => {
  const empty = { pageInfo: END, nodes: [] }
  const parent = (nth: number) => (nth === 4 ? 2 : isFiled ? parentOf(nth, count) : null)
  return range(count).map(nth => ({
    ...{ id: `uuid-${nth}`, identifier: `ENG-${nth}`, title: `Line ${nth}` },
    description: isFiled && hasFile(nth) ? `See ENG-2\n\n![chart](${base}/uploads/1/${nth})` : 'See ENG-2',
    ...{ previousIdentifiers: nth === 1 ? ['OLD-1'] : [], priority: nth % 5, estimate: nth % 3 || null },
    ...{ dueDate: nth % 2 ? '2024-05-01' : null, url: `https://linear.app/port/issue/ENG-${nth}/line` },
    ...{ createdAt: day(nth), updatedAt: day(nth + 1), completedAt: null, canceledAt: null },
    ...{ archivedAt: nth === 5 ? day(9) : null, trashed: nth === 6 ? true : null },
    state:
      nth % 3 === 0
        ? { name: 'Dropped', type: 'canceled' }
        : nth % 3 === 1
          ? { name: 'Waiting', type: 'unstarted' }
          : { name: 'At sea', type: 'started' },
    team: { key: 'ENG', name: 'Engines' },
    parent: parent(nth) ? { identifier: `ENG-${parent(nth)}` } : null,
    ...{ assignee: nth % 2 ? LINEAR_USER : null, creator: nth === 3 ? null : LINEAR_USER },
    ...{ externalUserCreator: nth === 3 ? { name: 'A visitor', email: null } : null, botActor: null },
    cycle:
      nth % 4 === 0
        ? {
            number: 1 + (nth % 8) / 4,
            name: null,
            startsAt: day(14 * (nth % 8)),
            endsAt: day(14 * (nth % 8) + 56),
          }
        : null,
    ...{ project: nth % 5 ? null : { name: 'Refit' }, projectMilestone: null },
    labels: { pageInfo: END, nodes: [{ name: 'Tugs' }] },
    comments:
      nth === 1
        ? { pageInfo: { hasNextPage: true, endCursor: '5' }, nodes: linearComments.slice(0, 5) }
        : empty,
    attachments:
      nth === 1 ? { pageInfo: END, nodes: [{ title: 'Chart', url: 'https://charts.example/1' }] } : empty,
    relations:
      nth === 1
        ? { pageInfo: END, nodes: [{ type: 'blocks', relatedIssue: { identifier: 'ENG-2' } }] }
        : empty,
  }))
}

/** A team with 25 issues on a page; one has seven comments, of which five come with it. */
export const linearOf = (count: number, isFiled = false): Service => {
  const issuesAt = kept(base => linearIssues(count, isFiled, base))
  return ({ path, headers, body }, base) => {
    if (headers.authorization !== 'lin_key_1')
      return { status: 401, body: { errors: [{ message: 'Authentication required' }] } }
    const file = /^\/uploads\/1\/(\d+)$/.exec(path)?.[1]
    if (file) return fileOf(Number(file))
    if (path !== '/graphql') return undefined
    const { after, id, filter } = body.variables as {
      after?: string
      id?: string
      filter?: { team: { key: { eq: string } } }
    }
    if (id)
      return {
        body: {
          data: { issue: { comments: { pageInfo: END, nodes: linearComments.slice(Number(after)) } } },
        },
      }
    if (filter?.team.key.eq !== 'ENG') return { body: { data: { issues: { pageInfo: END, nodes: [] } } } }
    const all = issuesAt(base)
    const from = Number(after ?? 0)
    const isMore = from + 25 < all.length
    const pageInfo = { hasNextPage: isMore, endCursor: isMore ? String(from + 25) : null }
    return { body: { data: { issues: { pageInfo, nodes: all.slice(from, from + 25) } } } }
  }
}
/** 120 on five pages. */
export const linearService = linearOf(120)

export const ADF = {
  type: 'doc',
  version: 1,
  content: [
    {
      type: 'paragraph',
      content: [
        { type: 'text', text: 'See PO-2, ' },
        { type: 'text', text: 'now', marks: [{ type: 'strong' }] },
      ],
    },
    {
      type: 'panel',
      attrs: { panelType: 'warning' },
      content: [{ type: 'paragraph', content: [{ type: 'text', text: 'Low water' }] }],
    },
  ],
}
const JIRA_USER = { accountId: '1', displayName: 'Ines Cavaco', active: true }

const JIRA_TYPES = 'com.atlassian.jira.plugin.system.customfieldtypes'
const JIRA_FIELDS = [
  { id: 'summary', name: 'Summary' },
  { id: 'customfield_1', name: 'Sprint', schema: { custom: 'com.pyxis.greenhopper.jira:gh-sprint' } },
  { id: 'customfield_2', name: 'Story Points', schema: { custom: `${JIRA_TYPES}:float` } },
  { id: 'customfield_3', name: 'Epic Link', schema: { custom: 'com.pyxis.greenhopper.jira:gh-epic-link' } },
]
const JIRA_SPRINT = {
  cloud: {
    id: 1,
    name: 'Spring, 1',
    state: 'closed',
    startDate: '2026-01-05T09:00:00.000Z',
    endDate: '2026-01-19T09:00:00.000Z',
  },
  server:
    'com.atlassian.greenhopper.service.sprint.Sprint@1f[id=1,rapidViewId=2,state=CLOSED,name=Spring, 1,startDate=2026-01-05T09:00:00.000Z,endDate=2026-01-19T09:00:00.000Z,completeDate=<null>,sequence=1]',
}
const jiraComments = (isCloud: boolean) =>
  range(60).map(nth => ({
    ...{ id: String(nth), author: nth === 2 ? { accountId: 'gone', displayName: 'Former user' } : JIRA_USER },
    body: isCloud
      ? { ...ADF, content: [{ type: 'paragraph', content: [{ type: 'text', text: `Said ${nth}` }] }] }
      : `Said ${nth}`,
    created: '2026-08-06T20:06:39.000+0000',
  }))

const jiraAttachments = (nth: number, isCloud: boolean, isFiled: boolean, base: string) => {
  if (nth === 1)
    return [{ id: '9', filename: 'chart.png', size: 10, content: `${base}/secure/attachment/9/chart.png` }]
  if (!isFiled || !hasFile(nth)) return []
  const content = isCloud
    ? `${base}/rest/api/3/attachment/content/${nth}`
    : `${base}/secure/attachment/${nth}/chart.png`
  return [{ id: String(nth), filename: 'chart.png', content }]
}

const jiraIssues = (count: number, isCloud: boolean, isFiled: boolean, base: string) => {
  const parent = (nth: number) => (nth === 3 ? 2 : isFiled ? parentOf(nth, count) : null)
  const comments = jiraComments(isCloud)
  return range(count).map(nth => ({
    id: String(10_000 + nth),
    key: `PO-${nth}`,
    fields: {
      ...{ summary: `Crane ${nth}`, project: { id: '1', key: 'PO', name: 'Port office' } },
      description: nth === 1 ? (isCloud ? ADF : 'See PO-2, *now*\n{warning}Low water{warning}') : null,
      status: [
        { name: 'Open', statusCategory: { key: 'new' } },
        { name: 'In dock', statusCategory: { key: 'indeterminate' } },
        { name: 'Closed', statusCategory: { key: 'done' } },
      ][nth % 3],
      resolution: nth % 3 === 2 ? { name: nth % 2 ? "Won't Do" : 'Done' } : null,
      ...{ priority: { name: nth % 2 ? 'Highest' : 'Minor' }, issuetype: { name: 'Bug' }, labels: ['tugs'] },
      ...{ components: [{ name: 'Cranes' }], fixVersions: nth % 5 ? [] : [{ name: '1.0' }] },
      ...{ assignee: nth % 2 ? JIRA_USER : null, reporter: JIRA_USER, creator: JIRA_USER },
      ...{ created: '2026-01-06T20:06:39.000+0000', updated: '2026-02-06T20:06:39.000+0100' },
      duedate: '2026-03-01',
      parent: parent(nth) ? { id: String(10_000 + parent(nth)!), key: `PO-${parent(nth)}` } : undefined,
      customfield_3: nth === 4 ? 'PO-2' : null,
      customfield_1: nth % 4 ? null : [isCloud ? JIRA_SPRINT.cloud : JIRA_SPRINT.server],
      customfield_2: nth % 4 ? null : 5.0,
      issuelinks:
        nth === 1
          ? [
              {
                id: '1',
                type: { name: 'Blocks', inward: 'is blocked by', outward: 'blocks' },
                outwardIssue: { id: '10002', key: 'PO-2' },
              },
            ]
          : [],
      attachment: jiraAttachments(nth, isCloud, isFiled, base),
      comment:
        nth === 1
          ? { comments: comments.slice(0, 20), total: 60, maxResults: 20, startAt: 0 }
          : { comments: [], total: 0 },
    },
  }))
}

/** A project, fifty issues on a page, as Cloud answers by v3 and a server by v2; files of Cloud lie at a host of media. */
export const jiraOf = (count: number, isFiled = false): Service => {
  const cloudAt = kept(base => jiraIssues(count, true, isFiled, base))
  const serverAt = kept(base => jiraIssues(count, false, isFiled, base))
  const cloud = `Basic ${Buffer.from('ines@port.example:jira-key-1').toString('base64')}`
  return ({ path, query, headers, body }, base) => {
    const media = /^\/media\/(\d+)$/.exec(path)?.[1]
    // A host of media refuses whoever sends it a key.
    if (media) return headers.authorization ? { status: 400, body: {} } : fileOf(Number(media))
    const api = headers.authorization === cloud ? '/rest/api/3' : '/rest/api/2'
    if (headers.authorization !== cloud && headers.authorization !== 'Bearer pat-key-1')
      return { status: 401, body: { errorMessages: ['Not authenticated'] } }
    const isCloud = api.endsWith('3')
    const content = /^\/rest\/api\/3\/attachment\/content\/(\d+)$/.exec(path)?.[1]
    if (content)
      return { status: 303, headers: { location: `http://localhost:${new URL(base).port}/media/${content}` } }
    const secure = /^\/secure\/attachment\/(\d+)\//.exec(path)?.[1]
    if (isFiled && secure) return fileOf(Number(secure))
    if (path === `${api}/field`) return { body: JIRA_FIELDS }
    if (path === `${api}/search/approximate-count`)
      return { body: { count: body.jql?.includes('"PO"') ? count : 0 } }
    if (path === `${api}/issue/PO-1/comment`) {
      const from = Number(query.startAt)
      const comments = jiraComments(isCloud).slice(from, from + 20)
      return { body: { startAt: from, total: 60, comments } }
    }
    if (path !== `${api}/search${isCloud ? '/jql' : ''}`) return undefined
    if (!query.jql?.startsWith('project = "PO" order by'))
      return { status: 400, body: { errorMessages: ['No project'] } }
    const all = isCloud ? cloudAt(base) : serverAt(base)
    const from = Number((isCloud ? query.nextPageToken?.replace('t', '') : query.startAt) ?? 0)
    const issues = all.slice(from, from + Number(query.maxResults))
    const to = from + issues.length
    return {
      body: isCloud
        ? { issues, ...(to < all.length ? { nextPageToken: `t${to}` } : {}) }
        : { issues, startAt: from, maxResults: 50, total: all.length },
    }
  }
}
/** 120 on three pages. */
export const jiraService = jiraOf(120)

const GITLAB_USER = { id: 1, name: 'Ines Cavaco', username: 'ines' }
const gitlabIssues = (count: number, isFiled: boolean, base: string) =>
  range(count).map(iid => ({
    ...{ id: 5000 + iid, iid, project_id: 7, title: `Buoy ${iid}` },
    description: iid === 1 ? 'See #2' : isFiled && hasFile(iid) ? `![tide](/uploads/s${iid}/tide.png)` : null,
    ...{ state: iid % 3 ? 'opened' : 'closed', closed_at: iid % 3 ? null : day(iid) },
    ...{ labels: ['zone::north'], assignees: iid % 2 ? [GITLAB_USER] : [], author: GITLAB_USER },
    milestone: iid % 5 ? null : { id: 1, title: 'Spring', start_date: '2024-01-01', due_date: '2024-02-01' },
    iteration: iid % 7 ? null : { id: 3, title: null, start_date: '2024-03-04', due_date: '2024-03-17' },
    ...{ weight: iid % 4 ? null : 3, due_date: '2024-06-01', confidential: iid === 9, issue_type: 'issue' },
    ...{ created_at: day(iid), updated_at: day(iid + 1), web_url: `${base}/port/harbour/-/issues/${iid}` },
  }))

/** A project, a hundred issues on a page, without totals. */
export const gitlabOf = (count: number, isFiled = false): Service => {
  const issuesAt = kept(base => gitlabIssues(count, isFiled, base))
  return ({ path, query, headers }, base) => {
    if (headers['private-token'] !== 'glpat-1') return { status: 401, body: { message: '401 Unauthorized' } }
    const project = '/api/v4/projects/port%2Fharbour'
    const at = `${project}/issues`
    if (path === at) {
      const page = Number(query.page)
      const isMore = page * 100 < count
      return {
        body: slice(issuesAt(base), page, 100),
        headers: { 'x-next-page': isMore ? String(page + 1) : '' },
      }
    }
    const file = path.startsWith(`${project}/uploads/s`) && /\/s(\d+)\/tide\.png$/.exec(path)?.[1]
    if (file) return fileOf(Number(file))
    if (path === `${at}/1/notes`)
      return {
        body: [
          { id: 1, body: 'First', author: GITLAB_USER, created_at: day(3), system: false },
          { id: 2, body: 'changed the label', author: GITLAB_USER, created_at: day(3), system: true },
          { id: 3, body: 'Hidden', author: GITLAB_USER, created_at: day(3), system: false, internal: true },
        ],
      }
    if (path === `${at}/1/links`)
      return {
        body: [
          { id: 5002, iid: 2, project_id: 7, link_type: 'is_blocked_by' },
          { id: 1, iid: 2, project_id: 8, link_type: 'blocks' },
        ],
      }
    return path.startsWith(`${at}/`) ? { body: [], headers: { 'x-next-page': '' } } : undefined
  }
}
/** 210 on three pages. */
export const gitlabService = gitlabOf(210)
