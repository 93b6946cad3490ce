import { fieldOfOrder, type Order, type OrderField, ordersOf } from '#contract/issueOrder.ts'
import type { IssueQuery } from '#contract/issueQuery.ts'
import { stateGroups } from '#contract/states.ts'

const rank = (column: string, values: readonly string[]) =>
  `array_position(array[${values.map(value => `'${value}'`).join(',')}], ${column})`
// Columns that the database keeps beside each name: folded, and of collation "C", as the browser compares.
const smallestName = (table: string, column: string, ids: string) =>
  `(select min(named.${column}_order) from ${table} named where named.id = any(issues.${ids}))`
const nameOf = (table: string, column: string, id: string) =>
  `(select named.${column} from ${table} named where named.id = issues.${id})`

const sqlOf: Record<OrderField, string> = {
  sort_order: 'issues.sort_order',
  created_at: 'issues.created_at',
  updated_at: 'issues.updated_at',
  start_date: 'issues.start_date',
  target_date: 'issues.target_date',
  completed_at: 'issues.completed_at',
  name: 'issues.name_order',
  sequence_id: 'issues.sequence_id',
  priority: 'issues.priority_rank',
  link_count: 'issues.link_count',
  attachment_count: 'issues.attachment_count',
  sub_issues_count: 'issues.sub_issues_count',
  state__group: rank('issues.state__group', stateGroups),
  state__name: nameOf('states', 'name_order', 'state_id'),
  labels__name: smallestName('labels', 'name', 'label_ids'),
  assignees__first_name: smallestName('users', 'first_name', 'assignee_ids'),
  issue_module__module__name: smallestName('modules', 'name', 'module_ids'),
  issue_cycle__cycle__name: nameOf('cycles', 'name_order', 'cycle_id'),
  estimate_point__key: nameOf('estimate_points', 'key', 'estimate_point'),
}

// Columns that always hold a value: an index serves their order as it stands.
const FILLED: OrderField[] = [
  'sort_order',
  'created_at',
  'updated_at',
  'name',
  'sequence_id',
  'priority',
  'link_count',
  'attachment_count',
  'sub_issues_count',
]

const termOf = (order: Order): string => {
  const { field, descending } = fieldOfOrder(order)
  return `${sqlOf[field]}${descending ? ' desc' : ''}${FILLED.includes(field) ? '' : ' nulls last'}`
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
