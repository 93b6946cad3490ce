import type { NamedRow, Standing } from '#contract/lists/issueFields.ts'
import { fieldOfOrder, type Order, orderedBy, ordersOf } from '#contract/lists/issueOrder.ts'
import type { IssueQuery } from '#contract/lists/issueQuery.ts'
import { Issue } from '#contract/work/issues.ts'

const rank = (column: string, values: readonly string[]) =>
  `array_position(array[${values.map(value => `'${value}'`).join(',')}], ${column})`

// Columns that the database keeps beside each name: folded, and of collation "C", as the browser compares.
const NAMES: Record<NamedRow, { table: string; column: string }> = {
  state: { table: 'states', column: 'name_order' },
  label: { table: 'labels', column: 'name_order' },
  assignee: { table: 'users', column: 'first_name_order' },
  module: { table: 'modules', column: 'name_order' },
  cycle: { table: 'cycles', column: 'name_order' },
  estimate_point: { table: 'estimate_points', column: 'key' },
}
const smallestName = (named: NamedRow, ids: string) =>
  `(select min(named.${NAMES[named].column}) from ${NAMES[named].table} named where named.id = any(issues.${ids}))`
const nameOf = (named: NamedRow, id: string) =>
  `(select named.${NAMES[named].column} from ${NAMES[named].table} named where named.id = issues.${id})`

// The columns that the database keeps beside a field to order by.
const KEPT: Partial<Record<keyof Issue, string>> = { name: 'name_order', priority: 'priority_rank' }

/**
 * The term that an order sorts by, and whether its column always holds a value: then an index serves its order as it
 * stands.
 */
const termBy = (field: Standing): { sql: string; isFilled: boolean } => {
  const { column } = field
  if (KEPT[column]) return { sql: `issues.${KEPT[column]}`, isFilled: true }
  if (field.holds === 'choice') return { sql: rank(`issues.${column}`, field.choices), isFilled: false }
  if (field.holds === 'row' && field.named) return { sql: nameOf(field.named, column), isFilled: false }
  if (field.holds === 'rows' && field.named)
    return { sql: smallestName(field.named, column), isFilled: false }
  return { sql: `issues.${column}`, isFilled: !Issue.schema.shape[column].safeParse(null).success }
}

const termOf = (order: Order): string => {
  const { field, descending } = fieldOfOrder(order)
  const { sql, isFilled } = termBy(orderedBy[field])
  return `${sql}${descending ? ' desc' : ''}${isFilled ? '' : ' nulls last'}`
}

/** SQL of the order; the same as `compare` of the contract. */
export const orderSql = (query: Pick<IssueQuery, 'order' | 'thenBy' | 'scope'>): string => {
  const { scope } = query
  const orders = ordersOf(query)
  const asked = orders.map(termOf).join(', ')
  // Named a second time, it would be one column more for the database to compare.
  const ties =
    orders.at(-1) === '-created_at'
      ? 'issues.sequence_id desc'
      : 'issues.created_at desc, issues.sequence_id desc'
  // Numbers repeat between projects, and drafts have none.
  const last = 'project' in scope && scope.in !== 'drafts' ? '' : ', issues.id'
  return `${asked}, ${ties}${last}`
}
