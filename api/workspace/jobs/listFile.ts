/** A list of issues as a file: what its caller sees, in its order, made while it is sent. */
import { Readable } from 'node:stream'
import type { Knex } from 'knex'
import { fail, failFields } from '#contract/errors.ts'
import type { Scope } from '#contract/lists/issueQuery.ts'
import { dayIn } from '#contract/people/zones.ts'
import { Issue } from '#contract/work/issues.ts'
import { type ListColumn, listColumns, type listFormats, MOST_LINES } from '#contract/workspace/jobs.ts'
import type { Db } from '../../db/knex.ts'
import { visible } from '../../db/visible.ts'
import { type ListAsk, readList } from '../../lists/list.ts'
import { orderSql } from '../../lists/order.ts'
import { from } from '../../lists/scope.ts'
import { fileOf, formats } from './exportFile.ts'

const BATCH = 500
type Format = (typeof listFormats)[number]
type Names = Map<string, string>

const namesIn = async (db: Knex, table: string, ids: readonly (string | null)[], column = 'name') => {
  const rows: { id: string; name: string }[] = await db(table)
    .whereRaw('id = any(?::uuid[])', [[...new Set(ids.filter(id => id !== null))]])
    .select('id', `${column} as name`)
  return new Map(rows.map(({ id, name }) => [id, name]))
}

const named = (names: Names, ids: readonly (string | null)[]) =>
  ids.flatMap(id => names.get(id ?? '') ?? []).join(', ')

/** The cells of these issues; instants are days in the zone of the reader. */
const cellsOf = async (db: Knex, issues: readonly Issue[], zone: string) => {
  const projects = await namesIn(
    db,
    'projects',
    issues.map(one => one.project_id),
  )
  const keys = await namesIn(db, 'projects', [...projects.keys()], 'identifier')
  const states = await namesIn(
    db,
    'states',
    issues.map(one => one.state_id),
  )
  const people = await namesIn(
    db,
    'users',
    issues.flatMap(one => one.assignee_ids),
    'display_name',
  )
  const labels = await namesIn(
    db,
    'labels',
    issues.flatMap(one => one.label_ids),
  )
  const cycles = await namesIn(
    db,
    'cycles',
    issues.map(one => one.cycle_id),
  )
  const modules = await namesIn(
    db,
    'modules',
    issues.flatMap(one => one.module_ids),
  )
  const points = await namesIn(
    db,
    'estimate_points',
    issues.map(one => one.estimate_point),
    'value',
  )
  const day = (at: string | null | undefined) => (at ? dayIn(zone, Date.parse(at)) : '')
  const cells: Record<ListColumn, (issue: Issue) => string> = {
    project: one => named(projects, [one.project_id]),
    state: one => named(states, [one.state_id]),
    priority: one => one.priority,
    assignees: one => named(people, one.assignee_ids),
    labels: one => named(labels, one.label_ids),
    cycle: one => named(cycles, [one.cycle_id]),
    modules: one => named(modules, one.module_ids),
    start_date: one => one.start_date ?? '',
    target_date: one => one.target_date ?? '',
    estimate: one => named(points, [one.estimate_point]),
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
    `${named(keys, [issue.project_id])}-${issue.sequence_id}`,
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
 * The file of a list. Its rows are those of the moment of the call; each batch is read through the caller again, so what they
 * have lost meanwhile is left out, and a long list takes no memory but its ids.
 */
export const listFile = async (db: Db, ask: ListAsk, scope: Scope): Promise<Readable> => {
  const { viewer, ctx } = ask
  const format: Format = ask.query.format === 'xlsx' ? 'xlsx' : 'csv'
  const columns = columnsOf(ask.query.columns)
  const query = readList(ask, scope)
  const ids: string[] = await from(db, query, viewer)
    .orderByRaw(orderSql(query))
    .limit(MOST_LINES + 1)
    .pluck('issues.id')
  if (ids.length > MOST_LINES) fail('list.tooLong')
  const { begin, line, end } = formats[format]
  const head = ['ID', 'Title', ...columns.map(column => listColumns[column])]
  const texts = async function* () {
    yield begin(head)
    for (let at = 0; at < ids.length; at += BATCH) {
      const some = ids.slice(at, at + BATCH)
      const rows: Issue[] = await visible(db, Issue, viewer).whereRaw('issues.id = any(?::uuid[])', [some])
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
