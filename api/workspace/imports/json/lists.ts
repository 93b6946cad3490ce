/** Lists of issues as JSON: exports of Plane, `gh issue list --json`, and any list of flat objects, which is a table. */
import { z } from 'zod'
import type { Draft, Staged } from '../draft.ts'
import { Unreadable } from '../read/source.ts'
import { githubState } from '../services/github.ts'
import { coloursOf, dayOf, draftOf, momentOf, peopleOf, personOf, titleOf } from '../services/paged.ts'
import { withoutComments } from '../text/comments.ts'
import { withLines } from '../text/lines.ts'
import { unguarded } from '../values.ts'
import type { Part } from './parts.ts'

const Login = z.object({ login: z.string() }).nullish()
const Gh = z.object({
  number: z.number(),
  title: z.string(),
  body: z.string().nullish(),
  state: z.string(),
  stateReason: z.string().nullish(),
  author: Login,
  assignees: z.array(Login).nullish(),
  labels: z.array(z.object({ name: z.string(), color: z.string().nullish() })).nullish(),
  milestone: z.object({ title: z.string() }).nullish(),
  createdAt: z.string().nullish(),
  updatedAt: z.string().nullish(),
  closedAt: z.string().nullish(),
  url: z.string().nullish(),
  comments: z
    .array(
      z.object({
        id: z.string().nullish(),
        url: z.string().nullish(),
        author: Login,
        body: z.string().nullish(),
        createdAt: z.string().nullish(),
      }),
    )
    .nullish(),
})

const ghDraft = (issue: z.infer<typeof Gh>): Draft => {
  const place = /^https:\/\/[^/]{1,255}\/([^/]{1,100}\/[^/]{1,100})\/issues\/\d+$/.exec(issue.url ?? '')?.[1]
  const login = (user: z.infer<typeof Login>) => personOf(user?.login || 'ghost')
  return draftOf({
    key: `${place?.toLowerCase() ?? ''}#${issue.number}`,
    otherKeys: [`#${issue.number}`, ...(issue.url ? [issue.url] : [])],
    project: place?.split('/')[1]?.toLowerCase() ?? '',
    name: titleOf(issue.title),
    text: issue.body ? { markdown: withLines(withoutComments(issue.body)) } : null,
    ...githubState(issue.state, issue.stateReason),
    labels: (issue.labels ?? []).map(({ name }) => name),
    colours: coloursOf(issue.labels ?? []),
    assignees: peopleOf((issue.assignees ?? []).map(login)),
    author: login(issue.author),
    created: momentOf(issue.createdAt),
    updated: momentOf(issue.updatedAt),
    completed: momentOf(issue.closedAt),
    modules: issue.milestone ? [issue.milestone.title] : [],
    links: issue.url ? [{ url: issue.url, title: '' }] : [],
    comments: (issue.comments ?? []).map((one, nth) => ({
      // The number that the API gives it as well.
      key: /#issuecomment-(\d{1,20})$/.exec(one.url ?? '')?.[1] ?? one.id ?? String(nth),
      author: login(one.author),
      at: momentOf(one.createdAt),
      text: { markdown: withLines(withoutComments(one.body ?? '')) },
    })),
  })
}

const words = z.array(z.string()).nullish()
const Plane = z.object({
  project_name: z.string(),
  project_identifier: z.string(),
  identifier: z.string().nullish(),
  sequence_id: z.union([z.number(), z.string()]).nullish(),
  name: z.string().nullish(),
  state_name: z.string().nullish(),
  priority: z.string().nullish(),
  parent: z.string().nullish(),
  assignees: words,
  created_by_name: z.string().nullish(),
  start_date: z.string().nullish(),
  target_date: z.string().nullish(),
  completed_at: z.string().nullish(),
  created_at: z.string().nullish(),
  updated_at: z.string().nullish(),
  archived_at: z.string().nullish(),
  estimate: z.union([z.number(), z.string()]).nullish(),
  labels: words,
  cycles: words,
  modules: words,
  links: z.array(z.object({ url: z.string(), title: z.string().nullish() })).nullish(),
  relations: z
    .array(z.object({ type: z.string(), issue: z.string(), direction: z.string().nullish() }))
    .nullish(),
  comments: z
    .array(
      z.object({
        comment: z.string().nullish(),
        created_by: z.string().nullish(),
        created_at: z.string().nullish(),
      }),
    )
    .nullish(),
})

type Relation = Draft['relations'][number]
/** A relation as exports of Plane name it; that of the other direction is told from its other end. */
export const relationOf = (one: {
  type: string
  issue: string
  direction?: string | null | undefined
}): Relation[] => {
  const isInverse = one.direction === 'incoming'
  const key = one.issue
  if (one.type === 'blocked_by') return [{ type: isInverse ? 'blocking' : 'blocked_by', key }]
  if (one.type === 'duplicate') return isInverse ? [] : [{ type: 'duplicate', key }]
  return [{ type: 'relates_to', key }]
}

const planeDraft = (issue: z.infer<typeof Plane>): Draft => {
  const whole = issue.identifier && /-\d+$/.test(issue.identifier) ? issue.identifier : null
  const plain = (list: string[] | null | undefined) => (list ?? []).map(unguarded)
  const cycle = issue.cycles?.at(-1)
  return draftOf({
    key: whole ?? `${issue.project_identifier}-${issue.sequence_id ?? issue.identifier ?? ''}`,
    project: unguarded(issue.project_name),
    projectKey: issue.project_identifier,
    name: titleOf(unguarded(issue.name ?? '')),
    state: issue.state_name ?? '',
    priority: issue.priority ?? '',
    labels: plain(issue.labels),
    assignees: peopleOf(plain(issue.assignees).map(name => personOf(name))),
    author: personOf(issue.created_by_name),
    estimate: issue.estimate === null || issue.estimate === undefined ? '' : String(issue.estimate),
    start: dayOf(issue.start_date),
    target: dayOf(issue.target_date),
    created: momentOf(issue.created_at),
    updated: momentOf(issue.updated_at),
    completed: momentOf(issue.completed_at),
    archived: momentOf(issue.archived_at),
    parent: issue.parent ?? '',
    relations: (issue.relations ?? []).flatMap(relationOf),
    cycle: cycle ? { name: unguarded(cycle), start: null, end: null } : null,
    modules: plain(issue.modules),
    links: (issue.links ?? []).map(({ url, title }) => ({ url, title: title ?? '' })),
    comments: (issue.comments ?? []).map((one, nth) => ({
      key: String(nth),
      author: personOf(one.created_by),
      at: momentOf(one.created_at),
      text: { markdown: unguarded(one.comment ?? '') },
    })),
  })
}

const draftIn = (value: unknown): Draft | null => {
  const gh = Gh.safeParse(value)
  if (gh.success) return ghDraft(gh.data)
  const plane = Plane.safeParse(value)
  return plane.success ? planeDraft(plane.data) : null
}

const cellOf = (value: unknown): string =>
  value === null || value === undefined
    ? ''
    : typeof value === 'object'
      ? JSON.stringify(value)
      : String(value)

/** Values of a list: each as a draft where its form is known, otherwise as a line of a table whose columns the first one names. */
export async function* readList(parts: AsyncIterable<Part>): AsyncGenerator<Staged, void> {
  let line = 0
  let columns: string[] | null = null
  for await (const { name, kind, value } of parts) {
    if (kind !== 'one' || name !== null) continue
    line++
    const draft = columns ? null : draftIn(value)
    if (draft) {
      yield { line, cells: draft }
      continue
    }
    if (typeof value !== 'object' || value === null || Array.isArray(value) || (!columns && line > 1))
      throw new Unreadable(`Entry ${line} of the list is no issue.`)
    const record = new Map(Object.entries(value).map(([key, cell]) => [key, cellOf(cell)]))
    if (!columns) {
      columns = [...record.keys()]
      yield { line, cells: columns.map(key => key.replaceAll('_', ' ')) }
    }
    yield { line, cells: columns.map(key => record.get(key) ?? '') }
  }
}
