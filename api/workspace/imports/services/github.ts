/** Issues of a repository of GitHub by its REST API. */
import { z } from 'zod'
import type { Draft, SourceComment } from '../draft.ts'
import { filesInTexts } from '../files/inTexts.ts'
import { Unreadable } from '../read/source.ts'
import { withoutComments } from '../text/comments.ts'
import { withLines } from '../text/lines.ts'
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

const API = 'https://api.github.com'
const PAGE = 100
/** What GitHub shows where an account was deleted. */
const GHOST = 'ghost'

const User = z.object({ login: z.string() }).nullish()
const Issue = z.object({
  number: z.number(),
  title: z.string().nullish(),
  body: z.string().nullish(),
  user: User,
  labels: z
    .array(z.union([z.string(), z.object({ name: z.string().nullish(), color: z.string().nullish() })]))
    .nullish(),
  assignees: z.array(User).nullish(),
  milestone: z.object({ title: z.string(), due_on: z.string().nullish() }).nullish(),
  state: z.string(),
  state_reason: z.string().nullish(),
  created_at: z.string(),
  updated_at: z.string().nullish(),
  closed_at: z.string().nullish(),
  comments: z.number().nullish(),
  type: z.object({ name: z.string() }).nullish(),
  html_url: z.string().nullish(),
  parent_issue_url: z.string().nullish(),
  issue_dependencies_summary: z
    .object({ blocked_by: z.number().nullish(), total_blocked_by: z.number().nullish() })
    .nullish(),
  pull_request: z.unknown().optional(),
})
export type GithubIssue = z.infer<typeof Issue>
const Comment = z.object({
  id: z.union([z.number(), z.string()]),
  body: z.string().nullish(),
  user: User,
  created_at: z.string(),
})
const Other = z.object({
  number: z.number(),
  repository_url: z.string().nullish(),
  url: z.string().nullish(),
})

const personIn = (user: z.infer<typeof User>) => personOf(user?.login ?? GHOST)

/** State, and the group that it belongs to. */
export const githubState = (state: string, reason: string | null | undefined) => {
  if (!/^closed$/i.test(state)) return { state: 'Open', group: 'unstarted' }
  if (/^not_planned$/i.test(reason ?? '')) return { state: 'Not planned', group: 'cancelled' }
  if (/^duplicate$/i.test(reason ?? '')) return { state: 'Duplicate', group: 'cancelled' }
  return { state: 'Closed', group: 'completed' }
}

/** `owner/name#12` of an address of an issue; without a repository in it, of this one. */
const keyIn = (address: string, place: string, number?: number): string | null => {
  const found = /\/repos\/([^/]{1,100}\/[^/]{1,100})(?:\/issues\/(\d{1,9}))?$/.exec(address.slice(0, 500))
  const nth = found?.[2] ?? number
  return nth === undefined ? null : `${found?.[1]?.toLowerCase() ?? place}#${nth}`
}

const allPages = async <T>(client: Client, path: string, shape: z.ZodType<T[]>): Promise<T[]> => {
  const all: T[] = []
  let query: Record<string, string> | null = { per_page: String(PAGE) }
  for (let page = 0; query && page < 100; page++) {
    const { body, headers } = await client.find(path, shape, query)
    all.push(...(body ?? []))
    query = byLink(headers)
  }
  return all
}

const commentsOf = async (client: Client, at: string, issue: GithubIssue): Promise<SourceComment[]> =>
  issue.comments
    ? (await allPages(client, `${at}/issues/${issue.number}/comments`, z.array(Comment))).map(one => ({
        key: String(one.id),
        author: personIn(one.user),
        at: momentOf(one.created_at),
        text: { markdown: withLines(withoutComments(one.body ?? '')) },
      }))
    : []

const blockersOf = async (client: Client, at: string, place: string, issue: GithubIssue) => {
  const { blocked_by, total_blocked_by } = issue.issue_dependencies_summary ?? {}
  if (!blocked_by && !total_blocked_by) return []
  const others = await allPages(
    client,
    `${at}/issues/${issue.number}/dependencies/blocked_by`,
    z.array(Other),
  )
  return others.flatMap(({ number, repository_url, url }) => {
    const key = keyIn(repository_url ?? url ?? '', place, number)
    return key ? [{ type: 'blocked_by' as const, key }] : []
  })
}

const IMAGES = 'https://user-images.githubusercontent.com/'
/** Files of texts lie at the web's address of GitHub, older pictures at a host of their own. */
const fileAtOf = (web: string) => (address: string) => {
  if (address.startsWith(IMAGES)) return address
  const path = address.startsWith(`${web}/`) ? address.slice(web.length) : ''
  return /^\/(?:user-attachments|[\w.-]{1,100}\/[\w.-]{1,100})\/(?:assets|files)\/\S{1,500}$/.test(path)
    ? address
    : null
}

/** An issue as a draft, without its comments. */
const draftOfIssue = (issue: GithubIssue, place: string): Draft => {
  const key = `${place}#${issue.number}`
  const { parent_issue_url: parent, html_url: url } = issue
  return draftOf({
    key,
    otherKeys: [`#${issue.number}`, ...(url ? [url] : [])],
    project: place.split('/')[1]!,
    name: titleOf(issue.title),
    text: issue.body ? { markdown: withLines(withoutComments(issue.body)) } : null,
    ...githubState(issue.state, issue.state_reason),
    colours: coloursOf((issue.labels ?? []).filter(label => typeof label !== 'string')),
    labels: [
      ...(issue.labels ?? []).flatMap(label => (typeof label === 'string' ? label : (label.name ?? []))),
      ...(issue.type ? [`Type: ${issue.type.name}`] : []),
    ],
    assignees: peopleOf((issue.assignees ?? []).map(personIn)),
    author: personIn(issue.user),
    created: momentOf(issue.created_at),
    updated: momentOf(issue.updated_at),
    completed: momentOf(issue.closed_at),
    target: null,
    parent: parent ? (keyIn(parent, place) ?? '') : '',
    modules: issue.milestone ? [issue.milestone.title] : [],
    links: url ? [{ url, title: key }] : [],
    lines: issue.milestone?.due_on
      ? [{ name: 'Milestone', value: `${issue.milestone.title}, due ${dayOf(issue.milestone.due_on)}` }]
      : [],
  })
}

export const github: Connect = ({ name, url, place: given, key }, outgoing, cursor) => {
  const place = given
    .replace(/^https:\/\/github\.com\//i, '')
    .replace(/\/+$/, '')
    .toLowerCase()
  if (!/^[\w.-]{1,100}\/[\w.-]{1,100}$/.test(place) || /\.\.|(^|\/)\.(\/|$)/.test(place))
    throw new Unreadable('The repository is named as owner/name.')
  const client = createClient({
    ...{ name, outgoing, base: url || API },
    headers: { authorization: `Bearer ${key}`, accept: 'application/vnd.github+json' },
  })
  const at = `/repos/${place}`
  const fileAt = fileAtOf(url ? new URL(url).origin : 'https://github.com')
  const first = { state: 'all', sort: 'created', direction: 'asc', per_page: String(PAGE) }
  const load = async (page: string | null) => {
    const query = page ? z.record(z.string(), z.string()).parse(JSON.parse(page)) : first
    const { body, headers } = await client.get(`${at}/issues`, z.array(Issue), query)
    // A pull request is in the list of issues as well.
    const issues = body.filter(one => one.pull_request === undefined || one.pull_request === null)
    const items = await inTurns(issues, async (issue): Promise<Item> => {
      const draft = draftOfIssue(issue, place)
      draft.comments = await commentsOf(client, at, issue)
      draft.files = filesInTexts([draft.text, ...draft.comments.map(({ text }) => text)], fileAt)
      draft.relations = await blockersOf(client, at, place, issue)
      return { draft }
    })
    const next = byLink(headers)
    const last = Number(byLink(headers, 'last')?.page)
    return {
      items,
      next: next && JSON.stringify(next),
      // With the pull requests among them.
      ...(last > 0 ? { total: last * PAGE } : {}),
    }
  }
  return pagedSource(client, load, cursor)
}
