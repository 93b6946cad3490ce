import type { Knex } from 'knex'
import { type GroupField, groupFields, type IssueQuery, NONE } from '#contract/issueQuery.ts'
import type { Issue } from '#contract/issues.ts'
import type { ServerViewer } from '../db/viewer.ts'
import type { PageAsk } from '../http/page.ts'
import { from, issueColumns, orderSql } from './build.ts'

export type Count = { key: string; sub: string | null; total: number }

const keySql = (field: GroupField) => {
  const { column, many } = groupFields[field]
  return many
    ? `unnest(case when issues.${column} = '{}' then array[null]::uuid[] else issues.${column} end)::text`
    : `issues.${column}::text`
}

/** How many issues each group holds; of two groupings each pair that holds any. */
export const countGroups = async (trx: Knex, query: IssueQuery, viewer: ServerViewer): Promise<Count[]> => {
  const rows = from(trx, query, viewer).select(trx.raw(`${keySql(query.groupBy!)} as key`))
  if (query.subGroupBy) rows.select(trx.raw(`${keySql(query.subGroupBy)} as sub`))
  const counted = (await trx
    .from(rows.as('grouped'))
    .select('key', query.subGroupBy ? 'sub' : trx.raw('null as sub'))
    .select(trx.raw('count(*)::int as total'))
    .groupByRaw(query.subGroupBy ? 'key, sub' : 'key')) as {
    key: string | null
    sub: string | null
    total: number
  }[]
  return counted.map(({ key, sub, total }) => ({
    key: key ?? NONE,
    sub: query.subGroupBy ? (sub ?? NONE) : null,
    total,
  }))
}

const inGroup = (rows: Knex.QueryBuilder, field: GroupField, key: string) => {
  const { column, many } = groupFields[field]
  if (key === NONE && field !== 'priority')
    rows.whereRaw(many ? `issues.${column} = '{}'` : `issues.${column} is null`)
  else rows.whereRaw(many ? `issues.${column} @> array[?::uuid]` : `issues.${column} = ?`, [key])
}

/**
 * One page of every group: a union of one bounded index scan per group, so the cost grows with the groups and the page,
 * not with the list.
 */
export const pageGroups = async (
  trx: Knex,
  query: IssueQuery,
  viewer: ServerViewer,
  groups: Count[],
  { size, page }: PageAsk,
): Promise<Map<Count, Issue[]>> => {
  const found = new Map<Count, Issue[]>(groups.map(group => [group, []]))
  const wanted = groups.filter(group => group.total > page * size)
  if (wanted.length === 0) return found
  const parts = wanted.map((group, at) => {
    const rows = from(trx, query, viewer)
    inGroup(rows, query.groupBy!, group.key)
    if (query.subGroupBy) inGroup(rows, query.subGroupBy, group.sub!)
    return rows
      .select([...issueColumns, trx.raw('?::int as "__group"', [at])])
      .orderByRaw(orderSql(query.order))
      .limit(size)
      .offset(page * size)
  })
  const rows = (await (parts.length === 1 ? parts[0]! : trx.unionAll(parts as never, true))) as (Issue & {
    __group: number
  })[]
  for (const { __group, ...row } of rows) found.get(wanted[__group]!)!.push(row as Issue)
  return found
}
