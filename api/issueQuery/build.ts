import type { Knex } from 'knex'
import {
  type Filter,
  type FilterField,
  filterFields,
  type IssueQuery,
  type Order,
} from '#contract/issueQuery.ts'
import { Issue } from '#contract/issues.ts'
import { readRules } from '#contract/permissions.ts'
import type { ServerViewer } from '../db/viewer.ts'
import { whereRule } from '../db/visible.ts'

type Query = Knex.QueryBuilder

const whereFilter = (query: Query, name: FilterField, filter: Filter) => {
  const { column, many } = filterFields[name]
  query.where(part => {
    part.whereRaw('false')
    if (filter.values.length > 0)
      part.orWhereRaw(many ? '?? && ?::uuid[]' : '??::text = any(?)', [`issues.${column}`, filter.values])
    if (filter.none) part.orWhereRaw(many ? `?? = '{}'` : '?? is null', [`issues.${column}`])
  })
}

/** Rows of the list, before order and page: scope, life, filters, and last what the viewer may see. */
export const from = (trx: Knex, query: IssueQuery, viewer: ServerViewer): Query => {
  const rows = trx('issues')
    .where('issues.project_id', query.project)
    .whereNull('issues.deleted_at')
    .whereNull('issues.archived_at')
  if (!query.subIssues) rows.whereNull('issues.parent_id')
  for (const [name, filter] of Object.entries(query.filters)) whereFilter(rows, name as FilterField, filter)
  // In a project whose every issue the viewer sees, the rule would only cost.
  if (!viewer.projects[query.project]?.sees_all)
    rows.where(inner => whereRule(inner, Issue, readRules.issue, viewer))
  return rows
}

/** SQL of the order; the same as `compare` of the contract. */
export const orderSql = (order: Order): string => {
  const descending = order.startsWith('-')
  const field = descending ? order.slice(1) : order
  const column = field === 'priority' ? 'priority_rank' : field
  // Text is ordered by code point, as the browser does.
  const term = field === 'name' ? `issues.name collate "C"` : `issues.${column}`
  const nullable = ['start_date', 'target_date', 'completed_at'].includes(field)
  const first = `${term}${descending ? ' desc' : ''}${nullable ? ' nulls last' : ''}`
  const ties =
    field === 'created_at' && descending
      ? 'issues.sequence_id desc'
      : 'issues.created_at desc, issues.sequence_id desc'
  return `${first}, ${ties}`
}

export const issueColumns = Issue.columns.map(name => `issues.${name}`)
