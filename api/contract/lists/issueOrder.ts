/** Orders of an issue list: the browser's half. `api/lists/order.ts` holds the database's. */

import { isAmong, keysOf } from '../keys.ts'
import type { Issue } from '../work/issues.ts'
import { compareText, orderedName } from './folding.ts'
import { fieldsFor, type NamedRow, type Standing } from './issueFields.ts'

/** The value that an order needs of the rows that an issue names: a text, or an estimate's key. */
export type Names = (kind: NamedRow, id: string) => string | number | null

type Value = string | number | null

const smallest = (names: Names, kind: NamedRow, ids: string[]): Value => {
  const found = ids.flatMap(id => names(kind, id) ?? []) as string[]
  return found.map(orderedName).sort(compareText)[0] ?? null
}
const single = (names: Names, kind: NamedRow, id: string | null): Value => {
  const name = id ? names(kind, id) : null
  return typeof name === 'string' ? orderedName(name) : name
}

/** By the field of `order_by`; a leading `-` reverses. */
export const orderedBy = fieldsFor('order', [
  'sort_order',
  'created_at',
  'updated_at',
  'start_date',
  'target_date',
  'completed_at',
  'name',
  'sequence_id',
  'priority',
  'link_count',
  'attachment_count',
  'sub_issues_count',
  'state__group',
  'state__name',
  'labels__name',
  'assignees__first_name',
  'issue_module__module__name',
  'issue_cycle__cycle__name',
  'estimate_point__key',
])

/** The value by which an order sorts a row. */
const orderValue = (field: Standing, row: Issue, names: Names): Value => {
  switch (field.holds) {
    case 'row':
      return field.named ? single(names, field.named, row[field.column]) : null
    case 'rows':
      return field.named ? smallest(names, field.named, row[field.column]) : null
    case 'choice':
      return field.choices.indexOf(String(row[field.column]))
    case 'text':
      return orderedName(row[field.column])
    default:
      return row[field.column]
  }
}

export type OrderField = keyof typeof orderedBy
export type Order = OrderField | `-${OrderField}`
export const orderFields = keysOf(orderedBy)

export const isOrder = (value: string): value is Order => isAmong(orderFields, value.replace(/^-/, ''))

export const fieldOfOrder = (order: Order): { field: OrderField; descending: boolean } =>
  order.startsWith('-')
    ? { field: order.slice(1) as OrderField, descending: true }
    : { field: order as OrderField, descending: false }

export const reversed = (order: Order): Order => {
  const { field, descending } = fieldOfOrder(order)
  return descending ? field : `-${field}`
}

const compareValues = (a: string | number, b: string | number) =>
  typeof a === 'string' && typeof b === 'string' ? compareText(a, b) : a < b ? -1 : a > b ? 1 : 0

/** The first order of a list, and the second for rows that are equal in the first. */
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
  const [left, right] = [orderValue(orderedBy[field], a, names), orderValue(orderedBy[field], b, names)]
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
