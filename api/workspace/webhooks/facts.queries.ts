/** The rows beside the changes that deliveries say: asked once for all of a batch. */
import type { Knex } from 'knex'
import { UserLite } from '#contract/people/users.ts'
import type { Row } from '#contract/rules.ts'
import { Issue } from '#contract/work/issues.ts'
import { Webhook } from '#contract/workspace/webhooks.ts'
import type { Told } from './events.ts'

/** Longer texts are left out of what is sent: a body stays small whatever somebody has pasted. */
export const MOST_TEXT = 100_000

type Named = { id: string; name: string }
export type Facts = {
  slug: string
  issues: Map<string, Issue & { description_html: string | null }>
  projects: Map<string, Named & { identifier: string; network: number }>
  people: Map<string, Row & { id: string; display_name: string }>
  labels: Map<string, Named & { color: string }>
  states: Map<string, Named & { color: string; group: string }>
  pages: Map<string, Named>
  /** The projects that each import has written to. */
  imports: Map<string, string[]>
}

const byId = async <T extends { id: string }>(rows: PromiseLike<unknown>) =>
  new Map(((await rows) as T[]).map(row => [row.id, row]))

const issuesOf = (trx: Knex, ids: string[]) =>
  byId<Issue & { description_html: string | null }>(
    trx('issues')
      .leftJoin('documents', 'documents.id', 'issues.id')
      .whereIn('issues.id', ids)
      .select(Issue.columns.map(name => `issues.${name}`))
      .select(
        trx.raw(
          `case when documents.id is null then '<p></p>'
            when length(documents.description_html) <= ? then documents.description_html end as description_html`,
          [MOST_TEXT],
        ),
      ),
  )

const idsIn = (value: unknown): string[] =>
  Array.isArray(value) ? value : typeof value === 'string' ? [value] : []

const projectsOfImports = async (trx: Knex, ids: string[]): Promise<Facts['imports']> => {
  if (ids.length === 0) return new Map()
  const { rows } = await trx.raw<{ rows: { id: string; projects: string[] }[] }>(
    `select i.id, array(
       select distinct p->>'id' from jsonb_array_elements(i.outcome->'projects') p
        where p->>'id' is not null and (p->>'new')::int + (p->>'matched')::int > 0
     ) as projects
     from imports i where i.id = any(?)`,
    [ids],
  )
  return new Map(rows.map(({ id, projects }) => [id, projects]))
}

/** All that the bodies of these events need. */
export const factsOf = async (trx: Knex, workspace: string, told: readonly Told[]): Promise<Facts> => {
  const some = (values: (string | null)[]) => [...new Set(values.filter(value => value !== null))]
  const issues = await issuesOf(trx, some(told.map(one => one.issue)))
  const rows = told.map(({ change }) => change.row)
  const held = [...issues.values()]
  const people = some([
    ...told.map(({ change }) => change.actor_id),
    ...held.flatMap(issue => issue.assignee_ids),
    ...rows.flatMap(row => [...idsIn(row.member_ids), ...idsIn(row.member), ...idsIn(row.member_id)]),
  ])
  const imports = await projectsOfImports(
    trx,
    some(told.map(({ event, subject }) => (event === 'import' ? subject : null))),
  )
  const projects = some([...told.map(one => one.project), ...[...imports.values()].flat()])
  const { slug } = (await trx('workspaces').where('id', workspace).first('slug')) as { slug: string }
  return {
    slug,
    issues,
    imports,
    projects: await byId(
      trx('projects').whereIn('id', projects).select('id', 'name', 'identifier', 'network'),
    ),
    people: await byId(
      trx('users')
        .leftJoin('user_contacts', 'user_contacts.id', 'users.id')
        .whereIn('users.id', people)
        .select(Object.keys(UserLite.shape).map(name => `users.${name}`))
        .select('user_contacts.email'),
    ),
    labels: await byId(
      trx('labels')
        .whereIn('id', some(held.flatMap(issue => issue.label_ids)))
        .select('id', 'name', 'color'),
    ),
    states: await byId(
      trx('states')
        .whereIn('id', some(held.map(issue => issue.state_id)))
        .select('id', 'name', 'color', 'group'),
    ),
    pages: await byId(
      trx('pages')
        .whereIn('id', some(rows.flatMap(row => idsIn(row.page))))
        .select('id', 'name'),
    ),
  }
}

/** A webhook that is on, and since when. */
export type OpenWebhook = Webhook & { since: string }

export const openWebhooks = (trx: Knex, workspace: string): Promise<OpenWebhook[]> =>
  trx(Webhook.table)
    .where({ workspace, is_active: true })
    .whereNull('deleted_at')
    .orderBy('created_at')
    .select<OpenWebhook[]>([...Webhook.columns, 'since'])
