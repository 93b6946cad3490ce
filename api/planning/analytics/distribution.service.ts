/** A chart of issues as other clients ask for it. */
import { fail } from '#contract/errors.ts'
import {
  type Axis,
  axes,
  type ChartMeasure,
  type ChartOfIssues,
  measures,
  readAxis,
} from '#contract/planning/analytics.ts'
import { type Cell, cellsOf } from './cells.queries.ts'
import type { Meant } from './meant.ts'
import { labelsNamed, namesIn, peopleNamed, statesNamed } from './names.queries.ts'

export type Asked = { x: Axis; y: ChartMeasure; segment: Axis | null }
type Given = { x_axis?: unknown; y_axis?: unknown; segment?: unknown }

/** The axes that a call names; refuses what it gets wrong, in the words that clients know. */
export const readAsked = ({ x_axis, y_axis, segment }: Given): Asked => {
  const x = readAxis(x_axis)
  const y = measures.find(one => one === y_axis)
  if (!x || !y) return fail('analytics.axes')
  const divided = segment ? readAxis(segment) : null
  if (segment && (!divided || divided === x)) return fail('analytics.segment')
  return { x, y, segment: divided }
}

const PRIORITIES = ['low', 'medium', 'high', 'urgent', 'none']

const inOrder = (axis: Axis, keys: string[]): string[] =>
  axis === 'priority'
    ? PRIORITIES.filter(one => keys.includes(one))
    : keys.sort((a, b) => Number(a === 'none') - Number(b === 'none') || (a < b ? -1 : 1))

const bucket = ({ total, points, sub }: Cell, { y, segment }: Asked, dimension: string) => ({
  dimension,
  ...(segment ? { segment: sub } : {}),
  ...(y === 'issue_count' ? { count: total } : { estimate: points }),
})

/** The sums by key of the axis; issues without a value there count in the total alone. */
export const distributionOf = async (
  meant: Meant,
  asked: Asked,
): Promise<Pick<ChartOfIssues, 'total' | 'distribution'>> => {
  const { x, segment } = asked
  const by = axes[x].field
  const { cells, rows, all } = await cellsOf(
    meant.trx,
    meant.list,
    meant.viewer,
    segment ? [by, axes[segment].field] : [by],
  )
  const found = Map.groupBy(
    (segment ? cells : rows).filter(cell => cell.key !== null),
    cell => cell.key!,
  )
  return {
    total: all.total,
    distribution: Object.fromEntries(
      inOrder(x, [...found.keys()]).map(key => [
        key,
        found
          .get(key)!
          .toSorted((a, b) => ((a.sub ?? '￿') < (b.sub ?? '￿') ? -1 : 1))
          .map(cell => bucket(cell, asked, key)),
      ]),
    ),
  }
}

/** The ids that are at an axis or segment. */
const idsAt = ({ distribution }: Pick<ChartOfIssues, 'distribution'>, { x, segment }: Asked, axis: Axis) => {
  if (x === axis) return Object.keys(distribution)
  if (segment !== axis) return null
  return [
    ...new Set(Object.values(distribution).flatMap(buckets => buckets.flatMap(one => one.segment ?? []))),
  ]
}

/** Details of the rows that the keys name. */
export const detailsOf = async (
  { trx }: Pick<Meant, 'trx'>,
  counted: Pick<ChartOfIssues, 'distribution'>,
  asked: Asked,
): Promise<ChartOfIssues['extras']> => {
  const detail = async <R, T>(
    axis: Axis,
    read: (ids: string[]) => Promise<Map<string, R>>,
    tell: (id: string, row: R | undefined) => T,
  ) => {
    const ids = idsAt(counted, asked, axis)
    if (!ids) return {}
    const found = await read(ids)
    return ids.map(id => tell(id, found.get(id)))
  }
  const [state_details, assignee_details, label_details, cycle_details, module_details] = await Promise.all([
    detail(
      'state_id',
      ids => statesNamed(trx, ids),
      (state_id, row) => ({
        state_id,
        state__name: row?.name ?? null,
        state__color: row?.color ?? null,
      }),
    ),
    detail(
      'assignees__id',
      ids => peopleNamed(trx, ids),
      (assignees__id, row) => ({
        assignees__id,
        assignees__display_name: row?.display_name ?? null,
        assignees__first_name: row?.first_name ?? null,
        assignees__last_name: row?.last_name ?? null,
        assignees__avatar_url: row?.avatar_url ?? null,
      }),
    ),
    detail(
      'labels__id',
      ids => labelsNamed(trx, ids),
      (labels__id, row) => ({
        labels__id,
        labels__color: row?.color ?? null,
        labels__name: row?.name ?? null,
      }),
    ),
    detail(
      'issue_cycle__cycle_id',
      ids => namesIn(trx, 'cycles', ids),
      (issue_cycle__cycle_id, row) => ({
        issue_cycle__cycle_id,
        issue_cycle__cycle__name: row?.name ?? null,
      }),
    ),
    detail(
      'issue_module__module_id',
      ids => namesIn(trx, 'modules', ids),
      (issue_module__module_id, row) => ({
        issue_module__module_id,
        issue_module__module__name: row?.name ?? null,
      }),
    ),
  ])
  return { state_details, assignee_details, label_details, cycle_details, module_details }
}
