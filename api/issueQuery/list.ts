import type { Knex } from 'knex'
import { fail, failFields } from '#contract/errors.ts'
import { groupFields, type IssueQuery, readIssueQuery } from '#contract/issueQuery.ts'
import type { Issue } from '#contract/issues.ts'
import type { ServerViewer } from '../db/viewer.ts'
import { envelope, type PageAsk, readPage } from '../http/page.ts'
import { from, issueColumns, orderSql } from './build.ts'
import { type Count, countGroups, pageGroups } from './group.ts'

const flat = async (trx: Knex, query: IssueQuery, viewer: ServerViewer, ask: PageAsk) => {
  const [rows, [counted]] = await Promise.all([
    from(trx, query, viewer)
      .select(issueColumns)
      .orderByRaw(orderSql(query.order))
      .limit(ask.size)
      .offset(ask.page * ask.size) as unknown as Promise<Issue[]>,
    from(trx, query, viewer).select(trx.raw('count(*)::int as total')) as unknown as Promise<
      { total: number }[]
    >,
  ])
  const total = counted!.total
  return envelope(ask, total, total, rows.length, rows)
}

// Every known value of a single-valued grouping has its group, empty ones too.
const knownKeys = async (trx: Knex, query: IssueQuery): Promise<string[]> => {
  const field = groupFields[query.groupBy!]
  if ('choices' in field) return [...field.choices]
  if (query.groupBy !== 'state_id') return []
  return trx('states')
    .where('project_id', query.project)
    .whereNull('deleted_at')
    .orderBy('sequence')
    .pluck('id')
}

const grouped = async (trx: Knex, query: IssueQuery, viewer: ServerViewer, ask: PageAsk) => {
  const many =
    groupFields[query.groupBy!].many || (query.subGroupBy !== null && groupFields[query.subGroupBy].many)
  const [counts, keys, distinct] = await Promise.all([
    countGroups(trx, query, viewer),
    knownKeys(trx, query),
    // A row with two labels stands in two groups but is one issue.
    many ? from(trx, query, viewer).select(trx.raw('count(*)::int as total')) : Promise.resolve(null),
  ])
  const pages = await pageGroups(trx, query, viewer, counts, ask)
  const total = distinct
    ? (distinct as unknown as { total: number }[])[0]!.total
    : counts.reduce((sum, count) => sum + count.total, 0)
  const totalsOf = (key: string) => counts.filter(count => count.key === key)
  const results: Record<string, unknown> = {}
  if (total > 0)
    for (const key of new Set([...keys, ...counts.map(count => count.key)])) {
      const here = totalsOf(key)
      if (query.subGroupBy) {
        const subs = here.map((count): [string, unknown] => [
          count.sub!,
          { results: pages.get(count), total_results: count.total },
        ])
        results[key] = {
          results: Object.fromEntries(subs),
          total_results: await groupTotal(trx, query, viewer, key, here),
        }
      } else results[key] = { results: here[0] ? pages.get(here[0]) : [], total_results: here[0]?.total ?? 0 }
    }
  const largest = Math.max(0, ...counts.map(count => count.total))
  const shown = [...pages.values()].reduce((sum, rows) => sum + rows.length, 0)
  return envelope(ask, total, largest, shown, results, [query.groupBy, query.subGroupBy])
}

// Sub-groups by a many-valued field overlap: their totals do not add up to the group's.
const groupTotal = async (trx: Knex, query: IssueQuery, viewer: ServerViewer, key: string, here: Count[]) => {
  if (!groupFields[query.subGroupBy!].many) return here.reduce((sum, count) => sum + count.total, 0)
  const counts = await countGroups(trx, { ...query, subGroupBy: null }, viewer)
  return counts.find(count => count.key === key)?.total ?? 0
}

/** Answers a list call: flat, grouped or sub-grouped, one page of each. */
export const listIssues = async (
  trx: Knex,
  viewer: ServerViewer,
  projectId: string,
  params: Record<string, string | undefined>,
) => {
  const query = readIssueQuery(projectId, params)
  if ('mistake' in query) {
    if (query.mistake === 'sameGroups') return fail('list.sameGroups')
    return failFields({ [query.mistake.field]: [`"${query.mistake.value}" is not a valid choice.`] })
  }
  const ask = readPage(params)
  return query.groupBy ? grouped(trx, query, viewer, ask) : flat(trx, query, viewer, ask)
}
