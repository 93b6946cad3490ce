import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll } from 'vitest'

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
  const kept = {
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
    } = (await kept.instead(one)) ?? service(one, base()) ?? { status: 404, body: { message: 'Not Found' } }
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
  return Object.assign(kept, { url: base(), host: new URL(base()).host, asked })
}

const range = (count: number) => Array.from({ length: count }, (_, at) => at + 1)
const day = (nth: number) => new Date(Date.UTC(2024, 0, 1) + nth * 86_400_000).toISOString()
const slice = <T>(all: T[], page: number, size: number) => all.slice((page - 1) * size, page * size)

const BODY = 'See #2 and <!-- template --> **now**.\r\n\r\n- [ ] rope\r\n- [x] hook'
/** A repository: 230 issues and pull requests on three pages, every tenth is a pull request. */
export const githubService: Service = ({ path, query, headers }, base) => {
  if (headers.authorization !== 'Bearer gh-key-1')
    return { status: 401, body: { message: 'Bad credentials' } }
  const at = '/repos/port/harbour'
  const issues = range(230).map(number => ({
    number,
    title: `Berth ${number}`,
    body: number === 1 ? BODY : null,
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
    ...(number === 8 ? { issue_dependencies_summary: { blocked_by: 1, blocking: 0 } } : {}),
  }))
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

const LINEAR_USER = { name: 'Ines Cavaco', displayName: 'ines', email: 'ines@linear.example' }
/** A team with 120 issues on five pages; one has seven comments, of which five come with it. */
export const linearService: Service = ({ path, headers, body }) => {
  if (headers.authorization !== 'lin_key_1' || path !== '/graphql')
    return { status: 401, body: { errors: [{ message: 'Authentication required' }] } }
  const { after, id, filter } = body.variables as {
    after?: string
    id?: string
    filter?: { team: { key: { eq: string } } }
  }
  const comments = range(7).map(nth => ({
    ...{ id: `c${nth}`, body: `Said ${nth}`, createdAt: day(nth) },
    ...{ user: nth === 3 ? null : LINEAR_USER, externalUser: null, botActor: null },
    parent: nth === 2 ? { id: 'c1' } : null,
  }))
  const end = { hasNextPage: false, endCursor: null }
  if (id)
    return {
      body: {
        data: { issue: { comments: { pageInfo: end, nodes: comments.slice(Number(after)) } } },
      },
    }
  if (filter?.team.key.eq !== 'ENG') return { body: { data: { issues: { pageInfo: end, nodes: [] } } } }
  const empty = { pageInfo: end, nodes: [] }
  const all = range(120).map(nth => ({
    ...{ id: `uuid-${nth}`, identifier: `ENG-${nth}`, title: `Line ${nth}`, description: 'See ENG-2' },
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
    ...{ team: { key: 'ENG', name: 'Engines' }, parent: nth === 4 ? { identifier: 'ENG-2' } : null },
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
    labels: { pageInfo: end, nodes: [{ name: 'Tugs' }] },
    comments:
      nth === 1 ? { pageInfo: { hasNextPage: true, endCursor: '5' }, nodes: comments.slice(0, 5) } : empty,
    attachments:
      nth === 1 ? { pageInfo: end, nodes: [{ title: 'Chart', url: 'https://charts.example/1' }] } : empty,
    relations:
      nth === 1
        ? { pageInfo: end, nodes: [{ type: 'blocks', relatedIssue: { identifier: 'ENG-2' } }] }
        : empty,
  }))
  const from = Number(after ?? 0)
  const nodes = all.slice(from, from + 25)
  const isMore = from + 25 < all.length
  return {
    body: {
      data: {
        issues: { pageInfo: { hasNextPage: isMore, endCursor: isMore ? String(from + 25) : null }, nodes },
      },
    },
  }
}

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

/** A project of 120 issues on three pages, as Cloud answers by v3 and a server by v2. */
export const jiraService: Service = ({ path, query, headers, body }, base) => {
  const cloud = `Basic ${Buffer.from('ines@port.example:jira-key-1').toString('base64')}`
  const api = headers.authorization === cloud ? '/rest/api/3' : '/rest/api/2'
  if (headers.authorization !== cloud && headers.authorization !== 'Bearer pat-key-1')
    return { status: 401, body: { errorMessages: ['Not authenticated'] } }
  const isCloud = api.endsWith('3')
  const text = (words: string) =>
    isCloud ? { ...ADF, content: [{ type: 'paragraph', content: [{ type: 'text', text: words }] }] } : words
  const comments = range(60).map(nth => ({
    ...{ id: String(nth), author: nth === 2 ? { accountId: 'gone', displayName: 'Former user' } : JIRA_USER },
    ...{ body: text(`Said ${nth}`), created: '2026-08-06T20:06:39.000+0000' },
  }))
  if (path === `${api}/field`)
    return {
      body: [
        { id: 'summary', name: 'Summary' },
        { id: 'customfield_1', name: 'Sprint', schema: { custom: 'com.pyxis.greenhopper.jira:gh-sprint' } },
        {
          id: 'customfield_2',
          name: 'Story Points',
          schema: { custom: 'com.atlassian.jira.plugin.system.customfieldtypes:float' },
        },
        {
          id: 'customfield_3',
          name: 'Epic Link',
          schema: { custom: 'com.pyxis.greenhopper.jira:gh-epic-link' },
        },
      ],
    }
  if (path === `${api}/search/approximate-count`)
    return { body: { count: body.jql?.includes('"PO"') ? 120 : 0 } }
  if (path === `${api}/issue/PO-1/comment`) {
    const from = Number(query.startAt)
    return { body: { startAt: from, total: 60, comments: comments.slice(from, from + 20) } }
  }
  if (path !== `${api}/search${isCloud ? '/jql' : ''}`) return undefined
  if (!query.jql?.startsWith('project = "PO" order by'))
    return { status: 400, body: { errorMessages: ['No project'] } }
  const sprint = isCloud
    ? {
        id: 1,
        name: 'Spring, 1',
        state: 'closed',
        startDate: '2026-01-05T09:00:00.000Z',
        endDate: '2026-01-19T09:00:00.000Z',
      }
    : 'com.atlassian.greenhopper.service.sprint.Sprint@1f[id=1,rapidViewId=2,state=CLOSED,name=Spring, 1,startDate=2026-01-05T09:00:00.000Z,endDate=2026-01-19T09:00:00.000Z,completeDate=<null>,sequence=1]'
  const all = range(120).map(nth => ({
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
      ...{
        created: '2026-01-06T20:06:39.000+0000',
        updated: '2026-02-06T20:06:39.000+0100',
        duedate: '2026-03-01',
      },
      parent: nth === 3 ? { id: '10002', key: 'PO-2' } : undefined,
      customfield_3: nth === 4 ? 'PO-2' : null,
      customfield_1: nth % 4 ? null : [sprint],
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
      attachment:
        nth === 1
          ? [{ id: '9', filename: 'chart.png', size: 10, content: `${base}/secure/attachment/9/chart.png` }]
          : [],
      comment:
        nth === 1
          ? { comments: comments.slice(0, 20), total: 60, maxResults: 20, startAt: 0 }
          : { comments: [], total: 0 },
    },
  }))
  const from = Number((isCloud ? query.nextPageToken?.replace('t', '') : query.startAt) ?? 0)
  const issues = all.slice(from, from + Number(query.maxResults))
  const to = from + issues.length
  return {
    body: isCloud
      ? { issues, ...(to < all.length ? { nextPageToken: `t${to}` } : {}) }
      : { issues, startAt: from, maxResults: 50, total: all.length },
  }
}

/** A project of 210 issues on three pages, without totals. */
export const gitlabService: Service = ({ path, query, headers }, base) => {
  if (headers['private-token'] !== 'glpat-1') return { status: 401, body: { message: '401 Unauthorized' } }
  const at = '/api/v4/projects/port%2Fharbour/issues'
  const user = { id: 1, name: 'Ines Cavaco', username: 'ines' }
  if (path === at) {
    const page = Number(query.page)
    const all = range(210).map(iid => ({
      ...{
        id: 5000 + iid,
        iid,
        project_id: 7,
        title: `Buoy ${iid}`,
        description: iid === 1 ? 'See #2' : null,
      },
      ...{ state: iid % 3 ? 'opened' : 'closed', closed_at: iid % 3 ? null : day(iid) },
      ...{ labels: ['zone::north'], assignees: iid % 2 ? [user] : [], author: user },
      ...{
        milestone:
          iid % 5 ? null : { id: 1, title: 'Spring', start_date: '2024-01-01', due_date: '2024-02-01' },
      },
      iteration: iid % 7 ? null : { id: 3, title: null, start_date: '2024-03-04', due_date: '2024-03-17' },
      ...{ weight: iid % 4 ? null : 3, due_date: '2024-06-01', confidential: iid === 9, issue_type: 'issue' },
      ...{ created_at: day(iid), updated_at: day(iid + 1), web_url: `${base}/port/harbour/-/issues/${iid}` },
    }))
    return {
      body: slice(all, page, 100),
      headers: { 'x-next-page': page * 100 < all.length ? String(page + 1) : '' },
    }
  }
  if (path === `${at}/1/notes`)
    return {
      body: [
        { id: 1, body: 'First', author: user, created_at: day(3), system: false },
        { id: 2, body: 'changed the label', author: user, created_at: day(3), system: true },
        { id: 3, body: 'Hidden', author: user, created_at: day(3), system: false, internal: true },
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
