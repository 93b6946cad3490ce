import type { Knex } from 'knex'
import type { Context } from 'koa'
import type { z } from 'zod'
import { fail, failFields } from '#contract/errors.ts'
import type { Filters } from '#contract/lists/issueFilters.ts'
import type { IssueList } from '#contract/lists/issueLists.ts'
import type { Order } from '#contract/lists/issueOrder.ts'
import { type IssueQuery, readIssueQuery, type Scope } from '#contract/lists/issueQuery.ts'
import { dayIn } from '#contract/people/zones.ts'
import type { Issue } from '#contract/work/issues.ts'
import { selected } from '../db/selected.ts'
import type { ServerViewer } from '../db/viewer.ts'
import { envelope, type PageAsk, readPage } from '../http/page.ts'
import { announceSeq } from '../http/respond.ts'
import { latest } from '../live/log.ts'
import { countAll, countGroups, type Sum } from './count.ts'
import { inOrder } from './order.ts'
import { pageGroups, pageOf } from './page.ts'
import { type AtSeq, from, issueColumns, logSeq } from './scope.ts'

const WRONG_DATE = 'Date has wrong format. Use one of these formats instead: YYYY-MM-DD.'

export type ListAsk = {
  trx: Knex
  viewer: ServerViewer
  workspaceId: string
  query: Record<string, string | undefined>
  ctx: Context
}

/** Says how far the log had come when the last of the answer was read: a browser that is behind may be shown more. */
const tellSeq = ({ ctx, viewer, workspaceId: workspace }: ListAsk, seq: number) =>
  announceSeq(ctx, { [workspace]: seq }, viewer, { workspace })

/** The figures of estimates, where the call asked for them. */
const estimated = (withPoints: boolean, sum: Pick<Sum, 'points' | 'unestimated'> | undefined) =>
  withPoints ? { total_points: sum?.points ?? 0, total_unestimated: sum?.unestimated ?? 0 } : {}

const flat = async (list: ListAsk, query: IssueQuery, ask: PageAsk) => {
  const { trx, viewer, workspaceId, query: params } = list
  const withPoints = params.points === 'true'
  const at = logSeq(trx, workspaceId)
  const [rows, sum] = await Promise.all([
    selected<Issue & AtSeq>(pageOf(trx, query, viewer, ask).select(at)),
    countAll(trx, query, viewer, withPoints, at),
  ])
  tellSeq(list, Math.max(sum.log_seq, rows[0]?.log_seq ?? 0))
  const page = rows.map(({ log_seq: _, ...row }) => row)
  return {
    ...envelope(ask, sum.total, sum.total, page.length, page),
    ...estimated(withPoints, sum),
  }
}

type Results = z.infer<typeof IssueList>['results']

const grouped = async (list: ListAsk, query: IssueQuery, ask: PageAsk) => {
  const { trx, viewer, workspaceId, query: params } = list
  const withPoints = params.points === 'true'
  const counts = await countGroups(trx, query, viewer, withPoints)
  const { cells, groups, keys, total } = counts
  const { pages, seq } = await pageGroups(trx, query, viewer, counts, ask, logSeq(trx, workspaceId))
  tellSeq(list, seq ?? (await latest(trx, workspaceId)))
  const results: Record<string, unknown> = {}
  if (total > 0)
    for (const key of new Set([...keys, ...groups.keys()])) {
      const here = cells.filter(cell => cell.key === key)
      results[key] = {
        results: query.subGroupBy
          ? Object.fromEntries(
              here.map(cell => [cell.sub!, { results: pages.get(cell), total_results: cell.total }]),
            )
          : here[0]
            ? pages.get(here[0])
            : [],
        total_results: groups.get(key)?.total ?? 0,
        ...estimated(withPoints, groups.get(key)),
      }
    }
  const largest = Math.max(0, ...cells.map(cell => cell.total))
  const shown = [...pages.values()].reduce((sum, rows) => sum + rows.length, 0)
  return {
    ...envelope(ask, total, largest, shown, results as Results, [query.groupBy, query.subGroupBy]),
    ...estimated(withPoints, counts),
  }
}

/** The list that a call asks for; refuses what its query string gets wrong. */
export const readList = (
  { viewer, query: params }: Pick<ListAsk, 'viewer' | 'query'>,
  scope: Scope,
  defaultOrder?: Order,
): IssueQuery => {
  const clock = { zone: viewer.timezone, today: dayIn(viewer.timezone) }
  // The browser's addresses put a second order behind a comma; here it has a name of its own.
  const isOne = !params.order_by?.includes(',')
  const query = isOne
    ? readIssueQuery(scope, params, clock, defaultOrder)
    : { mistake: { field: 'order_by' as const, value: params.order_by! } }
  if (!('mistake' in query)) return query
  if (query.mistake === 'sameGroups') return fail('list.sameGroups')
  const { field, value } = query.mistake
  const isChoice = ['order_by', 'then_by', 'group_by', 'sub_group_by'].includes(field)
  return failFields({ [field]: [isChoice ? `"${value}" is not a valid choice.` : WRONG_DATE] })
}

/** Answers a list call: flat, grouped or sub-grouped, one page of each. */
export const listIssues = async (ask: ListAsk, scope: Scope, defaultOrder?: Order, within: Filters = {}) => {
  const query = { ...readList(ask, scope, defaultOrder), within }
  const page = readPage(ask.query)
  return query.groupBy && !query.only ? grouped(ask, query, page) : flat(ask, query, page)
}

/** Every row of a list, without pages: for calls that answer a plain array. */
export const allIssues = async (
  { trx, viewer, query: params }: ListAsk,
  scope: Scope,
  narrow: (rows: Knex.QueryBuilder) => void,
): Promise<Issue[]> => {
  const query = readList({ viewer, query: params }, scope)
  const rows = inOrder(from(trx, query, viewer).select(issueColumns), query)
  narrow(rows)
  return (await rows) as Issue[]
}
