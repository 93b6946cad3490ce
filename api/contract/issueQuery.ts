/** A list of issues as a value: what it contains, in which order, in which groups. Judged alike by SQL and by `matches`. */
import { type Issue, priorities } from './issues.ts'
import { stateGroups } from './states.ts'

/** `none` also takes rows without the value. A filter with neither values nor `none` takes nothing. */
export type Filter = { values: string[]; none: boolean }
export type FilterField = keyof typeof filterFields
export type Filters = Partial<Record<FilterField, Filter>>

type FieldOf = { column: keyof Issue; many: boolean; none: boolean; choices?: readonly string[] }

export const filterFields = {
  state: { column: 'state_id', many: false, none: false },
  state_group: { column: 'state__group', many: false, none: false, choices: stateGroups },
  priority: { column: 'priority', many: false, none: false, choices: priorities },
  assignees: { column: 'assignee_ids', many: true, none: true },
  labels: { column: 'label_ids', many: true, none: true },
  created_by: { column: 'created_by', many: false, none: true },
} satisfies Record<string, FieldOf>

/** `key` is the filter that picks one group when it is paged alone. */
export const groupFields = {
  state_id: { column: 'state_id', many: false, key: 'state' },
  state__group: { column: 'state__group', many: false, key: 'state_group', choices: stateGroups },
  priority: {
    column: 'priority',
    many: false,
    key: 'priority',
    choices: ['low', 'medium', 'high', 'urgent', 'none'],
  },
  created_by: { column: 'created_by', many: false, key: 'created_by' },
  labels__id: { column: 'label_ids', many: true, key: 'labels' },
  assignees__id: { column: 'assignee_ids', many: true, key: 'assignees' },
} satisfies Record<
  string,
  { column: keyof Issue; many: boolean; key: FilterField; choices?: readonly string[] }
>
export type GroupField = keyof typeof groupFields

export const orderFields = [
  'sort_order',
  'created_at',
  'updated_at',
  'start_date',
  'target_date',
  'completed_at',
  'name',
  'sequence_id',
  'priority',
] as const
export type OrderField = (typeof orderFields)[number]
export type Order = OrderField | `-${OrderField}`

export type IssueQuery = {
  project: string
  filters: Filters
  /** False leaves out rows that have a parent. */
  subIssues: boolean
  order: Order
  groupBy: GroupField | null
  subGroupBy: GroupField | null
}

export const NONE = 'None'

const isGroup = (value: string): value is GroupField => value in groupFields
const isOrder = (value: string): value is Order =>
  (orderFields as readonly string[]).includes(value.replace(/^-/, ''))
const uuidForm = /^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$/i

/** One filter parameter: values are alternatives, `null` is dropped, an empty one switches the filter off. */
const readFilter = (field: FieldOf, text: string): Filter | null => {
  const tokens = text.split(',').map(token => token.trim())
  if (tokens.includes('')) return null
  const values = tokens.filter(token =>
    field.choices ? field.choices.includes(token) : uuidForm.test(token),
  )
  return {
    values: values.map(value => (field.choices ? value : value.toLowerCase())),
    none: field.none && tokens.includes(NONE),
  }
}

export type QueryMistake = { field: 'order_by' | 'group_by' | 'sub_group_by'; value: string } | 'sameGroups'

/** Reads the query string of a list call; unknown names are ignored, unlisted values of order and groups are mistakes. */
export const readIssueQuery = (
  project: string,
  params: Record<string, string | undefined>,
): IssueQuery | { mistake: QueryMistake } => {
  const order = params.order_by || '-created_at'
  const groupBy = params.group_by || null
  const subGroupBy = groupBy ? params.sub_group_by || null : null
  if (!isOrder(order)) return { mistake: { field: 'order_by', value: order } }
  if (groupBy && !isGroup(groupBy)) return { mistake: { field: 'group_by', value: groupBy } }
  if (subGroupBy && !isGroup(subGroupBy)) return { mistake: { field: 'sub_group_by', value: subGroupBy } }
  if (groupBy && groupBy === subGroupBy) return { mistake: 'sameGroups' }
  const filters: Filters = {}
  for (const [name, field] of Object.entries(filterFields) as [FilterField, FieldOf][]) {
    const filter = params[name] === undefined ? null : readFilter(field, params[name])
    if (filter) filters[name] = filter
  }
  return {
    project,
    filters,
    subIssues: params.sub_issue !== 'false',
    order,
    groupBy: groupBy as GroupField | null,
    subGroupBy: subGroupBy as GroupField | null,
  }
}

/** The query string of a list call; the inverse of `readIssueQuery`. */
export const writeIssueQuery = (query: IssueQuery): Record<string, string> => {
  const params: Record<string, string> = { order_by: query.order }
  // A filter that can take nothing is sent as a token that is never valid.
  for (const [name, filter] of Object.entries(query.filters))
    params[name] = [...filter.values, ...(filter.none ? [NONE] : [])].join(',') || '-'
  if (!query.subIssues) params.sub_issue = 'false'
  if (query.groupBy) params.group_by = query.groupBy
  if (query.subGroupBy) params.sub_group_by = query.subGroupBy
  return params
}

/** The same list has the same key, whatever order its filters were chosen in. */
export const queryKey = (query: IssueQuery): string =>
  `${query.project}?${Object.entries(
    writeIssueQuery({
      ...query,
      filters: Object.fromEntries(
        Object.entries(query.filters).map(([name, filter]) => [
          name,
          { ...filter, values: [...filter.values].sort() },
        ]),
      ),
    }),
  )
    .sort()
    .map(([name, value]) => `${name}=${value}`)
    .join('&')}`

/** Is the row in the list? */
export const matches = (query: IssueQuery, row: Issue): boolean => {
  if (row.project_id !== query.project || row.deleted_at || row.archived_at) return false
  if (!query.subIssues && row.parent_id) return false
  return (Object.entries(query.filters) as [FilterField, Filter][]).every(([name, filter]) => {
    const value = row[filterFields[name].column] as string | string[] | null
    const values = Array.isArray(value) ? value : value === null ? [] : [value]
    return (filter.none && values.length === 0) || filter.values.some(wanted => values.includes(wanted))
  })
}

/** The groups of a row: one, or one for each of its values; `None` without any. */
export const groupsOf = (field: GroupField, row: Issue): string[] => {
  const value = row[groupFields[field].column] as string | string[] | null
  if (Array.isArray(value)) return value.length > 0 ? value : [NONE]
  return [value ?? NONE]
}

const fieldOf = (row: Issue, field: OrderField): string | number | null =>
  field === 'priority' ? priorities.indexOf(row.priority) : row[field]

const compareValues = (a: string | number, b: string | number) => (a < b ? -1 : a > b ? 1 : 0)

/** Order of two rows: nulls last in both directions, then the newest first. */
export const compare = (order: Order, a: Issue, b: Issue): number => {
  const descending = order.startsWith('-')
  const field = (descending ? order.slice(1) : order) as OrderField
  const left = fieldOf(a, field)
  const right = fieldOf(b, field)
  if (left === null || right === null) {
    if (left !== right) return left === null ? 1 : -1
  } else {
    const by = compareValues(left, right)
    if (by !== 0) return descending ? -by : by
  }
  return compareValues(b.created_at, a.created_at) || b.sequence_id - a.sequence_id
}
