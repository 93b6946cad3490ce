/** What a workspace holds as words that are the same in any other: ids and addresses by the names of what they mean. */
import type { TestServer } from './server.ts'

type Row = Record<string, unknown> & { id: string }
type Place = { id: string; slug: string }

const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g

/** The projects, issues and pages of a workspace with all that belongs to them, sorted by their names. */
export const importState = async ({ db }: Pick<TestServer, 'db'>, { id, slug }: Place) => {
  const live = (table: string) => db(table).whereNull('deleted_at')
  const projects: Row[] = await live('projects').where('workspace', id)
  const within = projects.map(project => project.id)
  const of = (table: string, column = 'project_id'): Promise<Row[]> =>
    live(table).whereRaw('?? = any(?)', [column, within])
  const [states, labels, cycles, modules, issues, pages, estimates] = await Promise.all([
    of('states'),
    of('labels'),
    of('cycles'),
    of('modules'),
    of('issues'),
    of('pages'),
    of('estimates', 'project'),
  ])
  const below = (table: string, column: string, rows: readonly Row[]): Promise<Row[]> =>
    live(table).whereRaw('?? = any(?)', [column, rows.map(row => row.id)])
  const [comments, links, relations, assets, points] = await Promise.all([
    below('issue_comments', 'issue', issues),
    below('issue_links', 'issue', issues),
    below('issue_relations', 'issue', issues),
    // Those of a page that is gone are gone with it.
    live('file_assets').whereRaw('(issue = any(?) or page = any(?))', [
      issues.map(row => row.id),
      pages.map(row => row.id),
    ]),
    below('estimate_points', 'estimate', estimates),
  ])
  const texts: (Row & { description_html: string; version: number })[] = await db('documents').whereRaw(
    'id = any(?)',
    [[...issues, ...pages].map(row => row.id)],
  )
  const people: Row[] = await db('users').select('id', 'display_name', 'is_bot')
  const names = new Map<unknown, string>([[id, 'workspace']])
  const name = (rows: readonly Row[], by: (row: Row) => unknown) => {
    for (const row of rows) names.set(row.id, String(by(row)))
  }
  name(projects, one => (/^[A-Z]{8}$/.test(String(one.identifier)) ? 'own project' : one.name))
  for (const rows of [states, labels, cycles, modules, pages]) name(rows, one => one.name)
  name(issues, one => one.external_id ?? one.name)
  name(points, one => one.value)
  name(people, one => (String(one.display_name).startsWith('person') ? 'somebody' : one.display_name))
  name(assets, one => `file ${(one.attributes as { name: string }).name}`)
  const called = (given: unknown) => (given === null ? null : (names.get(given) ?? 'unknown'))
  const all = (given: unknown) => (given as string[]).map(one => String(called(one))).sort()
  const words = (html: unknown) =>
    String(html ?? '')
      .replace(UUID, one => names.get(one) ?? 'id')
      .replaceAll(`/${slug}/`, '/workspace/')
      .replace(/ (?:id|alt)="[^"]*"/g, '')
  const textOf = new Map(texts.map(one => [one.id, `${one.version} ${words(one.description_html)}`]))
  const sorted = (rows: unknown[]) => rows.map(row => JSON.stringify(row)).sort()
  const own = (row: Row) => `${called(row.project_id ?? row.project)}: ${row.name}`
  return {
    projects: sorted(projects.map(one => called(one.id))),
    states: sorted(states.map(one => [own(one), one.group])),
    labels: sorted(labels.map(own)),
    cycles: sorted(cycles.map(one => [own(one), one.start_date, one.end_date])),
    modules: sorted(modules.map(own)),
    points: sorted(points.map(one => one.value)),
    issues: sorted(
      issues.map(one => [
        ...[called(one.project_id), one.external_id, one.sequence_id, one.sort_order, one.name],
        ...[called(one.state_id), one.priority, one.start_date, one.target_date, one.created_at],
        ...[one.completed_at, one.archived_at, called(one.parent_id), called(one.cycle_id)],
        ...[called(one.estimate_point), all(one.label_ids), all(one.module_ids), all(one.assignee_ids)],
        ...[called(one.created_by), one.sub_issues_count, one.link_count, one.attachment_count],
        textOf.get(one.id) ?? null,
      ]),
    ),
    comments: sorted(
      comments.map(one => [
        ...[called(one.issue), one.external_id, called(one.actor), one.created_at],
        words(one.comment_html),
      ]),
    ),
    links: sorted(links.map(one => [called(one.issue), one.url, one.title])),
    relations: sorted(
      relations.map(one => [called(one.issue), one.relation_type, called(one.related_issue)]),
    ),
    pages: sorted(pages.map(one => [own(one), called(one.parent), textOf.get(one.id) ?? null])),
    files: sorted(
      assets.map(one => [
        called(one.issue ?? one.page),
        ...[one.external_id, one.attributes, one.entity_type, one.is_uploaded],
      ]),
    ),
  }
}
export type ImportState = Awaited<ReturnType<typeof importState>>
