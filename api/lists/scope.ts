import type { Knex } from 'knex'
import { fold } from '#contract/lists/folding.ts'
import type { FieldOf } from '#contract/lists/issueFields.ts'
import {
  type Filter,
  type FilterName,
  fieldOfFilter,
  filterFields,
  NONE,
} from '#contract/lists/issueFilters.ts'
import {
  type GroupField,
  groupFields,
  type IssueQuery,
  type Scope,
  stateGroupsOf,
} from '#contract/lists/issueQuery.ts'
import { isDay } from '#contract/people/zones.ts'
import { Issue } from '#contract/work/issues.ts'
import { bindings as bound } from '../db/knex.ts'
import { tallyOf } from '../db/tallies.ts'
import type { ServerViewer } from '../db/viewer.ts'
import { isUuid, openProjects, whereRule } from '../db/visible.ts'
import { inModule } from '../work/issues/modules.service.ts'
import { heldOn, leftOn } from './past.ts'

type Query = Knex.QueryBuilder

/** The projects that a list reaches for this viewer. */
export const projectsOf = (scope: Scope, viewer: ServerViewer): string[] =>
  'project' in scope ? [scope.project] : openProjects(viewer, scope.workspace)

const inProjects = (rows: Query, projects: string[]) => {
  if (projects.length === 1) rows.where('issues.project_id', projects[0]!)
  else rows.whereRaw('issues.project_id = any(?::uuid[])', [projects])
}

const inScope = (rows: Query, { scope, filters }: IssueQuery, viewer: ServerViewer) => {
  if (scope.in === 'archive') rows.whereNotNull('issues.archived_at').whereNull('issues.deleted_at')
  else if (scope.in === 'drafts') rows.where('issues.created_by', viewer.id)
  else rows.where('issues.active', true)
  if ((scope.in === 'cycle' || scope.in === 'module') && filters.left_on && 'text' in filters.left_on)
    rows.whereRaw(...(heldOn(scope, filters.left_on.text) as [string, Knex.RawBinding[]]))
  else if (scope.in === 'cycle') rows.where('issues.cycle_id', scope.id)
  else if (scope.in === 'module') inModule(rows, scope.id)
  if (scope.in === 'person')
    rows.where(any =>
      any
        .whereRaw('issues.assignee_ids @> array[?::uuid]', [scope.id])
        .orWhere('issues.created_by', scope.id)
        .orWhereRaw(...(subscribed([scope.id]) as [string, Knex.RawBinding[]])),
    )
}

// As a set, so that it is read once and not for each row that is asked.
const subscribed = (people: string[]): Test => [
  `issues.id in (select s.issue from issue_subscriptions s
     where s.subscriber = any(?::uuid[]) and s.deleted_at is null)`,
  [people],
]

const COLUMN_TYPE = { day: 'date', instant: 'timestamptz' } as const

// One value as such, so that an index serves its order, too.
const isOneOf = (column: string, values: readonly string[], type: string): Test =>
  values.length === 1 ? [`${column} = ?::${type}`, [values[0]!]] : [`${column} = any(?::${type}[])`, [values]]

type Test = [sql: string, bindings?: readonly unknown[]]

/** The tests of a filter; a row passes if it passes any of them. */
const testsOf = (name: FilterName, filter: Filter): Test[] => {
  const field = filterFields[fieldOfFilter(name).field]
  if (field.holds === 'elsewhere' && field.takes) return 'text' in filter ? [leftOn(filter.text)] : []
  // The unfolded name comes behind the folded one, and holds nothing folded that this does not.
  if ('text' in filter) return [['strpos(issues.name_order, ?) > 0', [fold(filter.text)]]]
  if ('bounds' in filter) {
    if (field.holds !== 'day' && field.holds !== 'instant') return []
    const column = `issues.${field.column}`
    const type = COLUMN_TYPE[field.holds]
    return [
      ...filter.bounds.map(({ from, before }): Test => {
        const ends = [
          ...(from ? [[`${column} >= ?::${type}`, from]] : []),
          ...(before ? [[`${column} < ?::${type}`, before]] : []),
        ]
        return [
          [`${column} is not null`, ...ends.map(([sql]) => sql)].join(' and '),
          ends.map(([, end]) => end),
        ]
      }),
      ...(filter.none ? ([[`${column} is null`]] as Test[]) : []),
    ]
  }
  const { values, none } = filter
  if (field.holds === 'elsewhere')
    return [
      fieldOfFilter(name).field === 'subscriber'
        ? subscribed(values)
        : ['exists (select 1 from documents d where d.id = issues.id and d.mentions && ?::uuid[])', [values]],
    ]
  const column = `issues.${field.column}`
  if (field.holds === 'rows')
    return [
      ...(values.length > 0 ? ([[`${column} && ?::uuid[]`, [values]]] as Test[]) : []),
      ...(none ? ([[`${column} = '{}'`]] as Test[]) : []),
    ]
  // Ids are compared as such, so that an index serves; fields of choices are texts and numbers.
  const isOne =
    field.holds === 'choice' ? isOneOf(`${column}::text`, values, 'text') : isOneOf(column, values, 'uuid')
  return [...(values.length > 0 ? [isOne] : []), ...(none ? ([[`${column} is null`]] as Test[]) : [])]
}

// A test that is alone is not put beside one that is never passed: the planner would no longer see a join in it.
const whereFilter = (rows: Query, name: FilterName, filter: Filter) => {
  const tests = testsOf(name, filter)
  if (tests.length === 0) rows.whereRaw('false')
  for (const [sql, bindings = []] of tests) rows.orWhereRaw(`(${sql})`, bound(bindings))
}

// Of rows without the value a comparison is null, and so would its negation be.
const not = (rows: Query, build: (inner: Query) => void) => {
  const inner = rows.client.queryBuilder() as Query
  build(inner)
  const { sql, bindings } = inner.toSQL()
  rows.whereRaw(`(${sql.replace(/^select \* where /, '')}) is not true`, bound(bindings))
}

const filtersOf = ({ filters, within = {} }: IssueQuery) =>
  [...Object.entries(filters), ...Object.entries(within)] as [FilterName, Filter][]

const narrow = (rows: Query, query: IssueQuery) => {
  if (query.type !== 'all') rows.whereIn('issues.state__group', [...stateGroupsOf(query.type)])
  for (const [name, filter] of filtersOf(query))
    if (fieldOfFilter(name).not) not(rows, inner => whereFilter(inner, name, filter))
    else rows.where(inner => whereFilter(inner, name, filter))
}

// In projects whose every issue the viewer sees, the rule would only cost.
const seesAll = (scope: Scope, viewer: ServerViewer) =>
  projectsOf(scope, viewer).every(id => viewer.projects[id]?.sees_all)

// One look at the parent by its id for each row that the rest of the list keeps.
const withoutSubIssues = (rows: Query, scope: Scope, viewer: ServerViewer) => {
  if (scope.in !== 'cycle' && scope.in !== 'module') {
    rows.whereNull('issues.parent_id')
    return
  }
  const above: Query = rows.client.queryBuilder().select(rows.client.raw('1')).from('issues as above')
  above.whereRaw('above.id = issues.parent_id and above.active').where('above.project_id', scope.project)
  if (scope.in === 'cycle') above.where('above.cycle_id', scope.id)
  else inModule(above, scope.id, 'above')
  if (!seesAll(scope, viewer))
    above.where(inner => whereRule(inner, { ...Issue, table: 'above' }, Issue.read, viewer))
  rows.whereNotExists(above)
}

/** The table that a list reads, under the alias that everything below uses. */
export const sourceOf = (scope: Scope) => (scope.in === 'drafts' ? 'draft_issue_rows as issues' : 'issues')

/**
 * Rows of the list, before order and page: scope, life, filters, and last what the viewer may see. `project` is SQL for the
 * one of the list's projects that is read, where they are read one by one.
 */
export const from = (trx: Knex, query: IssueQuery, viewer: ServerViewer, project?: string): Query => {
  const { scope } = query
  const rows: Query = trx(sourceOf(scope))
  if (project) rows.whereRaw(`issues.project_id = ${project}`)
  else inProjects(rows, projectsOf(scope, viewer))
  inScope(rows, query, viewer)
  if (!query.subIssues) withoutSubIssues(rows, scope, viewer)
  if (query.bothDates) rows.whereNotNull('issues.start_date').whereNotNull('issues.target_date')
  if (query.updatedAfter) rows.where('issues.updated_at', '>', query.updatedAfter)
  narrow(rows, query)
  if (!seesAll(scope, viewer)) rows.where(inner => whereRule(inner, Issue, Issue.read, viewer))
  return rows
}

/** Issues of a project that came by its intake, whatever their status now, with the filters of a list. */
export const fromIntake = (
  trx: Knex,
  query: IssueQuery & { scope: { in: 'project' } },
  viewer: ServerViewer,
): Query => {
  const rows: Query = trx('issues')
  inProjects(rows, projectsOf(query.scope, viewer))
  rows.whereNotNull('issues.intake_status').whereNull('issues.deleted_at')
  narrow(rows, query)
  return rows.where(inner => whereRule(inner, Issue, Issue.read, viewer))
}

/** The columns that the filters of a list look at; null where one looks beyond the issue. */
const columnsAsked = (query: IssueQuery): string[] | null => {
  const fields: FieldOf[] = filtersOf(query).map(([name]) => filterFields[fieldOfFilter(name).field])
  const columns = fields.flatMap(field => (field.holds === 'elsewhere' ? [] : [field.column]))
  return columns.length === fields.length ? columns : null
}

/**
 * The kept counts of a list in place of its rows, under the same name and with the same columns, each with its `total`:
 * null where none of the tables has all columns that the list and these ask for.
 */
export const tallies = (
  trx: Knex,
  query: IssueQuery,
  viewer: ServerViewer,
  columns: readonly string[],
): Query | null => {
  const { scope } = query
  const asked = columnsAsked(query)
  const isKept =
    (scope.in === 'project' || scope.in === 'workspace') && !query.bothDates && !query.updatedAfter
  const table = isKept && asked && tallyOf([...columns, ...asked])
  if (!table || !seesAll(scope, viewer)) return null
  const rows: Query = trx(`${table} as issues`)
  inProjects(rows, projectsOf(scope, viewer))
  if (!query.subIssues) rows.where('issues.has_parent', false)
  narrow(rows, query)
  return rows
}

/** Holds the list every issue of its projects that is in any list? */
export const isWhole = (query: IssueQuery, viewer: ServerViewer): boolean =>
  (query.scope.in === 'project' || query.scope.in === 'workspace') &&
  query.subIssues &&
  !query.bothDates &&
  !query.updatedAfter &&
  query.type === 'all' &&
  filtersOf(query).length === 0 &&
  seesAll(query.scope, viewer)

/** The type of a grouping's keys in the database. */
export const typeOfKey = (field: GroupField) => {
  const { holds } = groupFields[field]
  return holds === 'choice' ? 'text' : holds === 'day' ? 'date' : 'uuid'
}
const mayBeKey = (field: GroupField, key: string) => {
  const type = typeOfKey(field)
  return type === 'text' || (type === 'date' ? isDay(key) : isUuid(key))
}

/** Narrows rows to one group, in the form that an index serves; a key that no row can have names none. */
export const inGroup = (rows: Query, field: GroupField, key: string) => {
  const { column, holds } = groupFields[field]
  const many = holds === 'rows'
  if (key === NONE) rows.whereRaw(many ? `issues.${column} = '{}'` : `issues.${column} is null`)
  else if (!mayBeKey(field, key)) rows.whereRaw('false')
  else if (many) rows.whereRaw(`issues.${column} @> array[?::uuid]`, [key])
  else rows.where(`issues.${column}`, key)
}

export const issueColumns = Issue.columns.map(name => `issues.${name}`)

/** As `log_seq`: how far the log of a workspace has come for the statement that selects it. */
export const logSeq = (trx: Knex, workspaceId: string): Knex.Raw =>
  trx.raw('(select seq from change_counters where scope_id = ?) as log_seq', [workspaceId])
export type AtSeq = { log_seq: number }
