/** All projects of a workspace of Plane that the key sees, by its `/api/v1`. */
import { z } from 'zod'
import type { Draft, SourceComment, SourcePerson } from '../draft.ts'
import { Unreadable } from '../read/source.ts'
import { escaped } from '../text/marks.ts'
import { type Client, createClient, inTurns } from './client.ts'
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

const PAGE = '100'
const MOST_PAGES = 2_000

const paged = <T extends z.ZodType>(row: T) =>
  z.object({
    results: z.array(row),
    next_cursor: z.string().nullish(),
    next_page_results: z.boolean().nullish(),
    total_results: z.number().nullish(),
  })
const Project = z.object({ id: z.string(), name: z.string(), identifier: z.string() })
type Project = z.infer<typeof Project>
const Member = z.object({
  id: z.string(),
  email: z.string().nullish(),
  display_name: z.string().nullish(),
  first_name: z.string().nullish(),
  last_name: z.string().nullish(),
})
const Named = z.object({ id: z.string(), name: z.string() })
const Label = Named.extend({ color: z.string().nullish() })
const State = Named.extend({ group: z.string().nullish() })
const Cycle = Named.extend({ start_date: z.string().nullish(), end_date: z.string().nullish() })
const Row = z.object({ id: z.string() })
const Issue = z.object({
  id: z.string(),
  name: z.string().nullish(),
  description_html: z.string().nullish(),
  priority: z.string().nullish(),
  estimate_point: z.string().nullish(),
  start_date: z.string().nullish(),
  target_date: z.string().nullish(),
  sequence_id: z.number(),
  created_at: z.string().nullish(),
  updated_at: z.string().nullish(),
  completed_at: z.string().nullish(),
  archived_at: z.string().nullish(),
  created_by: z.string().nullish(),
  state: z.string().nullish(),
  parent: z.string().nullish(),
  assignees: z.array(z.string()).nullish(),
  labels: z.array(z.string()).nullish(),
})
const Comment = z.object({
  id: z.string(),
  comment_html: z.string().nullish(),
  actor: z.string().nullish(),
  created_at: z.string().nullish(),
})
const File = z.object({
  id: z.string(),
  attributes: z.object({ name: z.string().nullish(), size: z.number().nullish() }).nullish(),
  is_uploaded: z.boolean().nullish(),
})
const Link = z.object({ url: z.string(), title: z.string().nullish() })

/** Pages end by a flag: the cursor of the next one is given even where there is none. */
const nextOf = ({
  next_cursor,
  next_page_results,
}: {
  next_cursor?: string | null | undefined
  next_page_results?: boolean | null | undefined
}) => (next_page_results && next_cursor ? next_cursor : null)

const all = async <T extends z.ZodType>(client: Client, path: string, row: T): Promise<z.infer<T>[]> => {
  const rows: z.infer<T>[] = []
  let cursor: string | null = null
  for (let page = 0; page < MOST_PAGES; page++) {
    const answer = z.union([paged(row), z.array(row)])
    const query: Record<string, string> = { per_page: PAGE, ...(cursor ? { cursor } : {}) }
    const { body } = await client.find(path, answer, query)
    if (!body) return rows
    if (Array.isArray(body)) return body
    rows.push(...body.results)
    const next = nextOf(body)
    if (!next) return rows
    if (next === cursor) throw new Unreadable(`${client.name} gave the same page twice.`)
    cursor = next
  }
  return rows
}

type Around = {
  states: Map<string, z.infer<typeof State>>
  labels: Map<string, z.infer<typeof Label>>
  people: Map<string, SourcePerson>
  cycles: Map<string, NonNullable<Draft['cycle']>>
  modules: Map<string, string[]>
}

const byId = <R extends { id: string }>(rows: R[]) => new Map(rows.map(row => [row.id, row]))

/** What the issues of a project name; membership of cycles and modules is known by these alone. */
const aroundOf = async (client: Client, ws: string, project: Project): Promise<Around> => {
  const at = `${ws}/projects/${project.id}`
  const members = [
    ...(await all(client, `${ws}/members/`, Member)),
    ...(await all(client, `${at}/members/`, Member)),
  ]
  const around: Around = {
    states: byId(await all(client, `${at}/states/`, State)),
    labels: byId(await all(client, `${at}/labels/`, Label)),
    people: new Map(
      members.flatMap(one => {
        const name = `${one.first_name ?? ''} ${one.last_name ?? ''}`.trim() || one.display_name
        const person = personOf(name, one.email)
        return person ? [[one.id, person] as const] : []
      }),
    ),
    cycles: new Map(),
    modules: new Map(),
  }
  for (const cycle of await all(client, `${at}/cycles/`, Cycle))
    for (const { id } of await all(client, `${at}/cycles/${cycle.id}/cycle-issues/`, Row))
      around.cycles.set(id, {
        name: cycle.name,
        start: dayOf(cycle.start_date),
        end: dayOf(cycle.end_date),
      })
  for (const module of await all(client, `${at}/modules/`, Named))
    for (const { id } of await all(client, `${at}/modules/${module.id}/module-issues/`, Row))
      around.modules.set(id, [...(around.modules.get(id) ?? []), module.name])
  return around
}

const COMPONENT = /<(image|mention|issue-embed|file)-component\b([^<>]{0,2000})>/g

/** Files, people and issues of elsewhere as words: their ids mean nothing here. */
const textIn = (html: string, { people }: Around): string =>
  html
    .replace(COMPONENT, (_, kind: string, attributes: string) => {
      const id = /\bentity_identifier="([^"]{1,100})"/.exec(attributes)?.[1] ?? ''
      const name = /\bname="([^"]{1,300})"/.exec(attributes)?.[1]
      if (kind === 'mention') return escaped(`@${people.get(id)?.name ?? 'somebody'}`)
      return `[${name ?? (kind === 'image' ? 'image' : kind === 'file' ? 'file' : 'issue')}]`
    })
    .replace(/<\/(?:image|mention|issue-embed|file)-component>/g, '')

const draftOfIssue = (issue: z.infer<typeof Issue>, project: Project, around: Around): Draft => {
  const state = around.states.get(issue.state ?? '')
  const labels = (issue.labels ?? []).flatMap(id => around.labels.get(id) ?? [])
  const person = (id: string | null | undefined) => around.people.get(id ?? '') ?? null
  return draftOf({
    key: `${project.identifier}-${issue.sequence_id}`,
    otherKeys: [issue.id],
    project: project.name,
    projectKey: project.identifier,
    name: titleOf(issue.name),
    text: issue.description_html ? { html: textIn(issue.description_html, around) } : null,
    state: state?.name ?? '',
    group: state?.group ?? '',
    priority: issue.priority ?? '',
    labels: labels.map(({ name }) => name),
    colours: coloursOf(labels),
    assignees: peopleOf((issue.assignees ?? []).map(person)),
    author: person(issue.created_by),
    // Only an id is given: equal ones stay together, and a person says what they were.
    estimate: issue.estimate_point ? `Point ${issue.estimate_point.slice(-8)}` : '',
    start: dayOf(issue.start_date),
    target: dayOf(issue.target_date),
    created: momentOf(issue.created_at),
    updated: momentOf(issue.updated_at),
    completed: momentOf(issue.completed_at),
    archived: momentOf(issue.archived_at),
    parent: issue.parent ?? '',
    cycle: around.cycles.get(issue.id) ?? null,
    modules: around.modules.get(issue.id) ?? [],
  })
}

const At = z.object({ project: z.string(), cursor: z.string().nullable() })

export const plane: Connect = ({ name, url, place, key }, outgoing, cursor) => {
  if (!url) throw new Unreadable('Plane is asked at its address, such as https://plane.example.org.')
  if (!/^[\w-]{1,100}$/.test(place)) throw new Unreadable('The workspace is named as in its address.')
  const client = createClient({ name, outgoing, base: `${url}/api/v1`, headers: { 'x-api-key': key } })
  const ws = `/workspaces/${place}`
  let projects: Project[] | null = null
  const arounds = new Map<string, Around>()
  const aroundIn = async (project: Project) => {
    const known = arounds.get(project.id)
    if (known) return known
    arounds.clear()
    const made = await aroundOf(client, ws, project)
    arounds.set(project.id, made)
    return made
  }
  const load = async (page: string | null) => {
    if (!projects) {
      // One call that has to succeed: a place that is not there is no empty one.
      await client.get(`${ws}/projects/`, paged(Project), { per_page: '1' })
      projects = await all(client, `${ws}/projects/`, Project)
    }
    const at = page ? At.parse(JSON.parse(page)) : { project: projects[0]?.id ?? '', cursor: null }
    const nth = projects.findIndex(({ id }) => id === at.project)
    const project = projects[nth]
    if (!project) return { items: [], next: null }
    const around = await aroundIn(project)
    const own = `${ws}/projects/${project.id}/issues`
    const { body } = await client.get(`${own}/`, paged(Issue), {
      ...{ per_page: PAGE, order_by: 'created_at' },
      ...(at.cursor ? { cursor: at.cursor } : {}),
    })
    const items = await inTurns(body.results, async (issue): Promise<Item> => {
      const draft = draftOfIssue(issue, project, around)
      draft.links = (await all(client, `${own}/${issue.id}/links/`, Link)).map(link => ({
        url: link.url,
        title: link.title ?? '',
      }))
      draft.comments = (await all(client, `${own}/${issue.id}/comments/`, Comment)).map(
        (one): SourceComment => ({
          key: one.id,
          author: around.people.get(one.actor ?? '') ?? null,
          at: momentOf(one.created_at),
          text: { html: textIn(one.comment_html ?? '', around) },
        }),
      )
      draft.files = (await all(client, `${own}/${issue.id}/issue-attachments/`, File)).flatMap(one =>
        one.is_uploaded === false
          ? []
          : {
              ...{ key: one.id, url: `${client.base}${own}/${issue.id}/issue-attachments/${one.id}/` },
              ...{ name: one.attributes?.name ?? '', size: one.attributes?.size ?? null, isUnlinked: true },
            },
      )
      return { draft }
    })
    const cursorOfNext = nextOf(body)
    const following = cursorOfNext ? project : projects[nth + 1]
    return {
      items,
      next: following ? JSON.stringify({ project: following.id, cursor: cursorOfNext }) : null,
    }
  }
  return pagedSource(client, load, cursor)
}
