import type { Knex } from 'knex'
import type { NamedRow, Standing } from '#contract/lists/issueFields.ts'
import { fieldOfOrder, type OrderField, orderedBy, ordersOf } from '#contract/lists/issueOrder.ts'
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

// The name that an order needs is beside each issue. Few issues differ in the rows that they name: the database keeps what it
// has found for one set of them, and asks once for each set instead of once for each issue.
const besideEach = (named: NamedRow, ids: string, as: string) =>
  `cross join lateral (select min(named.${NAMES[named].column}) as ordered_by from ${NAMES[named].table} named
     where named.id = any(issues.${ids})) as ${as}`
const besideOne = (named: NamedRow, id: string, as: string) =>
  `left join (select id as named, ${NAMES[named].column} as ordered_by from ${NAMES[named].table}) as ${as}
     on ${as}.named = issues.${id}`

// The columns that the database keeps beside a field to order by.
const KEPT: Partial<Record<keyof Issue, string>> = { name: 'name_order', priority: 'priority_rank' }

type Term = { sql: string; isFilled: boolean; join: string | null }
/**
 * The term that an order sorts by, and whether its column always holds a value: then an index serves its order as it
 * is. `join`: what has to be beside the issues for it.
 */
const termBy = (field: Standing, as: string): Term => {
  const { column, holds } = field
  const beside = (join: string) => ({ sql: `${as}.ordered_by`, isFilled: false, join })
  if (KEPT[column]) return { sql: `issues.${KEPT[column]}`, isFilled: true, join: null }
  if (holds === 'choice') return { sql: rank(`issues.${column}`, field.choices), isFilled: false, join: null }
  if (holds === 'row' && field.named) return beside(besideOne(field.named, column, as))
  if (holds === 'rows' && field.named) return beside(besideEach(field.named, column, as))
  return {
    sql: `issues.${column}`,
    isFilled: !Issue.schema.shape[column].safeParse(null).success,
    join: null,
  }
}

const termsOf = (query: Pick<IssueQuery, 'order' | 'thenBy'>) =>
  ordersOf(query).map((order, at) => {
    const { field, descending } = fieldOfOrder(order)
    const { sql, isFilled, join } = termBy(orderedBy[field], `order${at}`)
    return { sql: `${sql}${descending ? ' desc' : ''}${isFilled ? '' : ' nulls last'}`, join }
  })

/** Puts beside the issues what their order needs of the rows that they name. */
export const joinNames = (rows: Knex.QueryBuilder, query: Pick<IssueQuery, 'order' | 'thenBy'>) => {
  for (const { join } of termsOf(query)) if (join !== null) rows.joinRaw(join)
  return rows
}

/** The issues in their order; the same as `compare` of the contract. */
export const inOrder = (rows: Knex.QueryBuilder, query: Pick<IssueQuery, 'order' | 'thenBy' | 'scope'>) =>
  joinNames(rows, query).orderByRaw(orderSql(query))

const INDEXED: readonly OrderField[] = ['created_at', 'updated_at', 'sort_order']
/** Has no index the issues of a project in this order, so that all of a list are sorted for a page of it? */
export const isSorted = ({ order }: Pick<IssueQuery, 'order'>) => !INDEXED.includes(fieldOfOrder(order).field)

/** SQL of the order; `joinNames` puts beside the issues what it names. */
export const orderSql = (query: Pick<IssueQuery, 'order' | 'thenBy' | 'scope'>): string => {
  const { scope } = query
  const orders = ordersOf(query)
  const asked = termsOf(query)
    .map(({ sql }) => sql)
    .join(', ')
  // Named a second time, it would be one column more for the database to compare.
  const ties =
    orders.at(-1) === '-created_at'
      ? 'issues.sequence_id desc'
      : 'issues.created_at desc, issues.sequence_id desc'
  // Numbers repeat between projects, and drafts have none.
  const last = 'project' in scope && scope.in !== 'drafts' ? '' : ', issues.id'
  return `${asked}, ${ties}${last}`
}
