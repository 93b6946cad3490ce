/** A list of issues as a file: what its caller sees, in its order, made while it is sent. */
import { Readable } from 'node:stream'
import type { Knex } from 'knex'
import { fail, failFields } from '#contract/errors.ts'
import type { Scope } from '#contract/lists/issueQuery.ts'
import { dayIn } from '#contract/people/zones.ts'
import { Issue } from '#contract/work/issues.ts'
import { type ListColumn, listColumns, type listFormats, MOST_LINES } from '#contract/workspace/jobs.ts'
import type { Db } from '../../db/knex.ts'
import { renewed } from '../../db/viewer.ts'
import { visible } from '../../db/visible.ts'
import { type ListAsk, readList } from '../../lists/list.ts'
import { inOrder } from '../../lists/order.ts'
import { from } from '../../lists/scope.ts'
import { fileOf, formats } from './exportFile.ts'

const BATCH = 500
type Format = (typeof listFormats)[number]

/** The rows whose names are in cells: their table, their ids in an issue, and the column of the name. */
const sources = {
  projects: ['projects', one => [one.project_id], 'name'],
  keys: ['projects', one => [one.project_id], 'identifier'],
  states: ['states', one => [one.state_id], 'name'],
  people: ['users', one => one.assignee_ids, 'display_name'],
  labels: ['labels', one => one.label_ids, 'name'],
  cycles: ['cycles', one => [one.cycle_id], 'name'],
  modules: ['modules', one => one.module_ids, 'name'],
  points: ['estimate_points', one => [one.estimate_point], 'value'],
} satisfies Record<
  string,
  [table: string, idsOf: (issue: Issue) => readonly (string | null)[], column: string]
>
type Source = keyof typeof sources

/** Writes the names that an issue has of a source. */
const namesOf = async (db: Knex, issues: readonly Issue[]) => {
  const names = new Map<Source, Map<string, string>>()
  for (const source of Object.keys(sources) as Source[]) {
    const [table, idsOf, column] = sources[source]
    const ids = [...new Set(issues.flatMap(idsOf).filter(id => id !== null))]
    const rows: { id: string; name: string }[] = await db(table)
      .whereRaw('id = any(?::uuid[])', [ids])
      .select('id', `${column} as name`)
    names.set(source, new Map(rows.map(({ id, name }) => [id, name])))
  }
  return (source: Source, issue: Issue): string =>
    sources[source]
      [1](issue)
      .flatMap(id => names.get(source)?.get(id ?? '') ?? [])
      .join(', ')
}

/** The cells of these issues; instants are days in the zone of the reader. */
const cellsOf = async (db: Knex, issues: readonly Issue[], zone: string) => {
  const named = await namesOf(db, issues)
  const day = (at: string | null | undefined) => (at ? dayIn(zone, Date.parse(at)) : '')
  const cells: Record<ListColumn, (issue: Issue) => string> = {
    project: one => named('projects', one),
    state: one => named('states', one),
    priority: one => one.priority,
    assignees: one => named('people', one),
    labels: one => named('labels', one),
    cycle: one => named('cycles', one),
    modules: one => named('modules', one),
    start_date: one => one.start_date ?? '',
    target_date: one => one.target_date ?? '',
    estimate: one => named('points', one),
    sub_issues_count: one => String(one.sub_issues_count),
    attachment_count: one => String(one.attachment_count),
    link_count: one => String(one.link_count),
    cycle_added_at: one => day(one.cycle_added_at),
    created_at: one => day(one.created_at),
    updated_at: one => day(one.updated_at),
    completed_at: one => day(one.completed_at),
    archived_at: one => one.archived_at ?? '',
  }
  return (issue: Issue, columns: readonly ListColumn[]) => [
    `${named('keys', issue)}-${issue.sequence_id}`,
    issue.name,
    ...columns.map(column => cells[column](issue)),
  ]
}

const isColumn = (name: string): name is ListColumn => Object.hasOwn(listColumns, name)

const columnsOf = (given: string | undefined): ListColumn[] => {
  const names = given === undefined ? Object.keys(listColumns) : given.split(',').filter(Boolean)
  return names.map(name => (isColumn(name) ? name : failFields({ columns: [`"${name}" is not a column.`] })))
}

/**
 * The file of a list. Its rows are those of the moment of the call. Each batch is read with the rights that the caller has by
 * then: what they have lost meanwhile is left out. A long list takes no memory but its ids.
 */
export const listFile = async (db: Db, ask: ListAsk, scope: Scope): Promise<Readable> => {
  const { viewer, ctx } = ask
  const format: Format = ask.query.format === 'xlsx' ? 'xlsx' : 'csv'
  const columns = columnsOf(ask.query.columns)
  const query = readList(ask, scope)
  const ids: string[] = await inOrder(from(db, query, viewer), query)
    .limit(MOST_LINES + 1)
    .pluck('issues.id')
  if (ids.length > MOST_LINES) fail('list.tooLong')
  const { begin, line, end } = formats[format]
  const head = ['ID', 'Title', ...columns.map(column => listColumns[column])]
  const texts = async function* () {
    yield begin(head)
    for (let at = 0; at < ids.length; at += BATCH) {
      const some = ids.slice(at, at + BATCH)
      const now = await renewed(db, viewer)
      if (!now) break
      const rows: Issue[] = await visible(db, Issue, now).whereRaw('issues.id = any(?::uuid[])', [some])
      const held = new Map(rows.map(row => [row.id, row]))
      const cells = await cellsOf(db, rows, viewer.timezone)
      yield some.flatMap(id => (held.has(id) ? line(head, cells(held.get(id)!, columns)) : [])).join('')
    }
    yield end
  }
  ctx.set('Content-Disposition', `attachment; filename="issues-${dayIn(viewer.timezone)}.${format}"`)
  ctx.type = formats[format].type
  return Readable.from(fileOf(format, texts()))
}
