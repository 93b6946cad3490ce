/** A list of issues as a value: scope, filters, order and groups. SQL and `matches` judge it alike. */

import { readInstant } from '../people/zones.ts'
import type { Issue } from '../work/issues.ts'
import { stateGroups } from '../work/states.ts'
import type { Clock } from './dateTerms.ts'
import { fieldsFor, valuesIn } from './issueFields.ts'
import { type FilterName, type Filters, NONE, passes, readFilters, writeFilter } from './issueFilters.ts'
import { type Order, readOrdering } from './issueOrder.ts'

/** Where a list looks. `person` takes the issues that somebody is assigned, made or follows, in the caller's projects. */
export type Scope =
  | { in: 'project'; project: string }
  | { in: 'archive'; project: string }
  | { in: 'drafts'; project: string }
  | { in: 'cycle'; project: string; id: string }
  | { in: 'module'; project: string; id: string }
  | { in: 'workspace'; workspace: string }
  | { in: 'person'; workspace: string; id: string }

export const issueTypes = ['all', 'active', 'backlog'] as const
export type IssueType = (typeof issueTypes)[number]
const groupsOfType: Record<IssueType, readonly string[]> = {
  all: stateGroups,
  active: ['unstarted', 'started'],
  backlog: ['backlog'],
}

export const groupFields = fieldsFor('group', [
  'state_id',
  'state__group',
  'priority',
  'cycle_id',
  'project_id',
  'created_by',
  'target_date',
  'start_date',
  'labels__id',
  'assignees__id',
  'issue_module__module_id',
])
export type GroupField = keyof typeof groupFields

export type IssueQuery = {
  scope: Scope
  filters: Filters
  /** Filters that hold in any case, beside those: a saved view's. */
  within?: Filters
  type: IssueType
  /** False leaves out rows that have a parent. */
  subIssues: boolean
  /** True takes only rows with both dates. */
  bothDates: boolean
  /** Only rows changed after this instant. */
  updatedAfter: string | null
  order: Order
  thenBy: Order | null
  groupBy: GroupField | null
  subGroupBy: GroupField | null
  /** One group, or one cell of two groupings, asked for alone: that is how it is paged. */
  only: { group: string; subGroup: string | null } | null
}

/** All issues of a scope in one list, unless `more` says otherwise. */
export const plainQuery = (
  scope: Scope,
  order: Order,
  otherwise: Partial<Omit<IssueQuery, 'scope' | 'order'>> = {},
): IssueQuery => ({
  scope,
  filters: {},
  type: 'all',
  subIssues: true,
  bothDates: false,
  updatedAfter: null,
  order,
  thenBy: null,
  groupBy: null,
  subGroupBy: null,
  only: null,
  ...otherwise,
})

const isGroup = (value: string): value is GroupField => Object.hasOwn(groupFields, value)
const isType = (value: string | undefined): value is IssueType =>
  (issueTypes as readonly (string | undefined)[]).includes(value)

export type QueryMistake =
  | {
      field: 'order_by' | 'then_by' | 'group_by' | 'sub_group_by' | 'updated_at__gt' | FilterName
      value: string
    }
  | 'sameGroups'

/** Reads the query string of a list call; unknown names are ignored, unlisted values of order and groups are mistakes. */
export const readIssueQuery = (
  scope: Scope,
  params: Record<string, string | undefined>,
  clock: Clock,
  defaultOrder: Order = '-created_at',
): IssueQuery | { mistake: QueryMistake } => {
  const order_by = params.order_by || defaultOrder
  const then_by = params.then_by || null
  const ordering = readOrdering(then_by ? `${order_by},${then_by}` : order_by)
  const groupBy = params.group_by || null
  const subGroupBy = groupBy ? params.sub_group_by || null : null
  if (!ordering) {
    const isSecond = then_by !== null && readOrdering(order_by) !== null
    return {
      mistake: isSecond ? { field: 'then_by', value: then_by } : { field: 'order_by', value: order_by },
    }
  }
  if (groupBy && !isGroup(groupBy)) return { mistake: { field: 'group_by', value: groupBy } }
  if (subGroupBy && !isGroup(subGroupBy)) return { mistake: { field: 'sub_group_by', value: subGroupBy } }
  if (groupBy && groupBy === subGroupBy) return { mistake: 'sameGroups' }
  const updatedAfter = readInstant(params.updated_at__gt)
  if (updatedAfter === 'malformed')
    return { mistake: { field: 'updated_at__gt', value: params.updated_at__gt! } }
  const filters = readFilters(
    { ...params, intake_status: params.intake_status ?? params.inbox_status },
    clock,
  )
  if ('malformed' in filters)
    return { mistake: { field: filters.malformed as FilterName, value: String(filters.value) } }
  return {
    scope,
    filters,
    type: isType(params.type) ? params.type : 'all',
    subIssues: params.sub_issue !== 'false' && params.show_sub_issues !== 'false',
    bothDates: params.start_target_date === 'true',
    updatedAfter,
    ...ordering,
    groupBy: groupBy as GroupField | null,
    subGroupBy: subGroupBy as GroupField | null,
    only:
      groupBy && params.group !== undefined
        ? { group: params.group, subGroup: subGroupBy ? (params.sub_group ?? null) : null }
        : null,
  }
}

/** The query string of a list call; the inverse of `readIssueQuery`. */
export const writeIssueQuery = (query: IssueQuery): Record<string, string> => {
  const params: Record<string, string> = { order_by: query.order }
  if (query.thenBy) params.then_by = query.thenBy
  for (const [name, filter] of Object.entries(query.filters)) params[name] = writeFilter(filter)
  if (query.type !== 'all') params.type = query.type
  if (!query.subIssues) params.sub_issue = 'false'
  if (query.bothDates) params.start_target_date = 'true'
  if (query.updatedAfter) params.updated_at__gt = query.updatedAfter
  if (query.groupBy) params.group_by = query.groupBy
  if (query.subGroupBy) params.sub_group_by = query.subGroupBy
  if (query.only) params.group = query.only.group
  if (query.only?.subGroup) params.sub_group = query.only.subGroup
  return params
}

// Dates by their bounds: tomorrow the same words are another list.
const canonical = (filters: Filters): string[] =>
  Object.entries(filters).map(([name, filter]) =>
    'bounds' in filter
      ? `${name}=${JSON.stringify(filter.bounds)}${filter.none}`
      : `${name}=${writeFilter('values' in filter ? { ...filter, values: [...filter.values].sort() } : filter)}`,
  )

/** Equal lists have equal keys, in whatever order their filters were chosen. */
export const queryKey = (query: IssueQuery): string => {
  const rest = Object.entries(writeIssueQuery({ ...query, filters: {} })).map(
    ([name, value]) => `${name}=${value}`,
  )
  return `${Object.values(query.scope).join('.')}?${[...rest, ...canonical(query.filters)].sort().join('&')}`
}

// Waiting at the intake, or put to sleep there, an issue is in no list.
const HIDDEN_BY_INTAKE = [-2, 0]
export const isActive = (row: Issue): boolean =>
  !row.deleted_at &&
  !row.archived_at &&
  !row.is_draft &&
  (row.intake_status === null || !HIDDEN_BY_INTAKE.includes(row.intake_status))

const inScope = (scope: Scope, row: Issue): boolean => {
  switch (scope.in) {
    case 'project':
      return row.project_id === scope.project && isActive(row)
    case 'archive':
      return row.project_id === scope.project && row.archived_at !== null && !row.deleted_at
    case 'drafts':
      return row.project_id === scope.project && row.is_draft && !row.deleted_at
    case 'cycle':
      return row.project_id === scope.project && row.cycle_id === scope.id && isActive(row)
    case 'module':
      return row.project_id === scope.project && row.module_ids.includes(scope.id) && isActive(row)
    case 'workspace':
    case 'person':
      return row.workspace_id === scope.workspace && isActive(row)
  }
}

/** Finds an issue; null where the viewer may not see it, or it is not loaded. */
export type IssueOf = (id: string) => Issue | null

/** A cycle and a module may hold a sub-issue without its parent. */
export const isPlan = ({ in: kind }: Scope): boolean => kind === 'cycle' || kind === 'module'

/** Says whether the scope holds a row, whatever the filters leave of it. */
export const holdsRow = (scope: Scope, row: Issue | null): boolean => row !== null && inScope(scope, row)

// Filters do not count for the parent: a sub-issue would appear as soon as its parent is filtered out.
const isUnderParent = (scope: Scope, { parent_id }: Issue, issueOf: IssueOf): boolean =>
  parent_id !== null && (!isPlan(scope) || holdsRow(scope, issueOf(parent_id)))

/** Says whether the list holds a row that the viewer may see. */
export const matches = (query: IssueQuery, row: Issue, issueOf: IssueOf): boolean =>
  inScope(query.scope, row) &&
  (query.subIssues || !isUnderParent(query.scope, row, issueOf)) &&
  (!query.bothDates || (row.start_date !== null && row.target_date !== null)) &&
  (query.updatedAfter === null || row.updated_at > query.updatedAfter) &&
  groupsOfType[query.type].includes(row.state__group) &&
  passes(query.filters, row) &&
  passes(query.within ?? {}, row)

export const stateGroupsOf = (type: IssueType): readonly string[] => groupsOfType[type]

/** The groups of a row: one, or one for each of its values; `None` without any. */
export const groupsOf = (field: GroupField, row: Issue): string[] => {
  const values = valuesIn(row, groupFields[field].column)
  return values.length > 0 ? [...values] : [NONE]
}
