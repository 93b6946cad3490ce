/** Orders of an issue list: the browser's half. `api/issueQuery/order.ts` holds the database's. */
import { compareText, orderedName } from './folding.ts'
import { type Issue, priorities } from './issues.ts'
import { stateGroups } from './states.ts'

/** What an order needs to know of the rows that an issue names: a text, or an estimate's key. */
export type Names = (
  kind: 'state' | 'label' | 'assignee' | 'module' | 'cycle' | 'estimate_point',
  id: string,
) => string | number | null

type Value = string | number | null

const smallest = (names: Names, kind: Parameters<Names>[0], ids: string[]): Value => {
  const found = ids.flatMap(id => names(kind, id) ?? []) as string[]
  return found.map(orderedName).sort(compareText)[0] ?? null
}
const single = (names: Names, kind: Parameters<Names>[0], id: string | null): Value => {
  const name = id ? names(kind, id) : null
  return typeof name === 'string' ? orderedName(name) : name
}

/** Field of `order_by` -> what a row is ordered by. A leading `-` reverses; rows without a value come last in both. */
const orderedBy = {
  sort_order: row => row.sort_order,
  created_at: row => row.created_at,
  updated_at: row => row.updated_at,
  start_date: row => row.start_date,
  target_date: row => row.target_date,
  completed_at: row => row.completed_at,
  name: row => orderedName(row.name),
  sequence_id: row => row.sequence_id,
  priority: row => priorities.indexOf(row.priority),
  link_count: row => row.link_count,
  attachment_count: row => row.attachment_count,
  sub_issues_count: row => row.sub_issues_count,
  state__group: row => (stateGroups as readonly string[]).indexOf(row.state__group),
  state__name: (row, names) => single(names, 'state', row.state_id),
  labels__name: (row, names) => smallest(names, 'label', row.label_ids),
  assignees__first_name: (row, names) => smallest(names, 'assignee', row.assignee_ids),
  issue_module__module__name: (row, names) => smallest(names, 'module', row.module_ids),
  issue_cycle__cycle__name: (row, names) => single(names, 'cycle', row.cycle_id),
  estimate_point__key: (row, names) => single(names, 'estimate_point', row.estimate_point),
} satisfies Record<string, (row: Issue, names: Names) => Value>

export type OrderField = keyof typeof orderedBy
export type Order = OrderField | `-${OrderField}`
export const orderFields = Object.keys(orderedBy) as OrderField[]

export const isOrder = (value: string): value is Order =>
  (orderFields as string[]).includes(value.replace(/^-/, ''))

export const fieldOfOrder = (order: Order): { field: OrderField; descending: boolean } =>
  order.startsWith('-')
    ? { field: order.slice(1) as OrderField, descending: true }
    : { field: order as OrderField, descending: false }

const compareValues = (a: string | number, b: string | number) =>
  typeof a === 'string' && typeof b === 'string' ? compareText(a, b) : a < b ? -1 : a > b ? 1 : 0

/** What a list is ordered by first, and what those come by that are the same to that. */
export type Ordering = { order: Order; thenBy: Order | null }

/** Reads `order_by`: one order, or two of different fields with a comma between; null where it is not that. */
export const readOrdering = (text: string): Ordering | null => {
  const [order, thenBy = null, ...more] = text.split(',')
  if (order === undefined || !isOrder(order) || more.length > 0) return null
  if (thenBy === null) return { order, thenBy }
  return isOrder(thenBy) && fieldOfOrder(thenBy).field !== fieldOfOrder(order).field
    ? { order, thenBy }
    : null
}
export const writeOrdering = ({ order, thenBy }: Ordering): string =>
  thenBy === null ? order : `${order},${thenBy}`
export const ordersOf = ({ order, thenBy }: Ordering): readonly Order[] =>
  thenBy === null ? [order] : [order, thenBy]

const compareBy = (order: Order, a: Issue, b: Issue, names: Names): number => {
  const { field, descending } = fieldOfOrder(order)
  const [left, right] = [orderedBy[field](a, names), orderedBy[field](b, names)]
  if (left === null || right === null) return left === right ? 0 : left === null ? 1 : -1
  const by = compareValues(left, right)
  return descending ? -by : by
}

/** Order of two rows: by the fields in turn, rows without a value last, then the newest first. */
export const compare = (ordering: Ordering, a: Issue, b: Issue, names: Names): number => {
  for (const order of ordersOf(ordering)) {
    const by = compareBy(order, a, b, names)
    if (by !== 0) return by
  }
  return (
    compareValues(b.created_at, a.created_at) || b.sequence_id - a.sequence_id || compareValues(a.id, b.id)
  )
}
