import type { Knex } from 'knex'
import { fail, failFields } from '#contract/errors.ts'
import { filterNames, readFilters } from '#contract/lists/issueFilters.ts'
import { dayIn } from '#contract/people/zones.ts'
import { can } from '#contract/permissions.ts'
import { AnalyticView, MAX_ANALYTIC_VIEWS } from '#contract/planning/analyticViews.ts'
import { lockedGone } from '../../db/locked.ts'
import { insert, remove, update } from '../../db/rows.ts'
import type { ServerViewer } from '../../db/viewer.ts'
import { NEWEST, visible } from '../../db/visible.ts'
import type { Work } from '../../db/work.ts'
import type { Params } from './meant.ts'

type Fields = Partial<Pick<AnalyticView, 'name' | 'description' | 'query_dict'>>

/** Values of a filter as a client keeps or sends them: a text, or an array. */
const words = (value: unknown): string | null => {
  if (typeof value === 'string') return value || null
  return Array.isArray(value) && value.length > 0 && value.every(one => typeof one === 'string')
    ? value.join(',')
    : null
}

const SHAPE = ['type', 'sub_issue', 'show_sub_issues', 'start_target_date', 'updated_at__gt', 'inbox_status']

/** The filters of a body or of a kept chart, as the query string of a list. */
export const paramsOf = (given: Record<string, unknown>): Params =>
  Object.fromEntries(
    [...filterNames, ...SHAPE].flatMap(name => {
      const said = words(given[name])
      return said === null ? [] : [[name, said]]
    }),
  )

// Everyone who opens the chart reads the stored values again, so a mistake is refused here.
const columnsFor = ({ viewer }: Work, fields: Fields): Fields & Partial<Pick<AnalyticView, 'query'>> => {
  if (!fields.query_dict) return fields
  const query = paramsOf(fields.query_dict)
  const zone = viewer.timezone
  const read = readFilters(query, { zone, today: dayIn(zone) })
  if ('malformed' in read)
    return failFields({ query_dict: [`"${read.value}" is not a valid value of ${read.malformed}.`] })
  return { ...fields, query }
}

export const listAnalyticViews = (
  trx: Knex,
  viewer: ServerViewer,
  workspace: string,
): Promise<AnalyticView[]> =>
  visible(trx, AnalyticView, viewer)
    .where('analytic_views.workspace', workspace)
    .orderBy(NEWEST.map(order => ({ ...order, column: `analytic_views.${order.column}` })))

export const createAnalyticView = async (
  work: Work,
  workspace: string,
  fields: Fields & { name: string },
): Promise<AnalyticView> => {
  const [held] = await work
    .trx('analytic_views')
    .where({ workspace })
    .whereNull('deleted_at')
    .select<{ total: number }[]>(work.trx.raw('count(*)::int as total'))
  if (held && held.total >= MAX_ANALYTIC_VIEWS) fail('analyticView.tooMany')
  return insert(work, AnalyticView, { ...columnsFor(work, fields), workspace })
}

export const updateAnalyticView = (work: Work, view: AnalyticView, fields: Fields): Promise<AnalyticView> =>
  update(work, AnalyticView, view, columnsFor(work, fields))

export const deleteAnalyticView = async (work: Work, view: AnalyticView): Promise<void> => {
  await remove(work, AnalyticView, view)
}

/** Brings a deleted chart back; the right to delete it includes this. */
export const restoreAnalyticView = async (work: Work, workspace: string, id: string): Promise<void> => {
  const [view] = await lockedGone(work, AnalyticView, { id, workspace })
  if (!view) return fail('row.notFound')
  if (!can(work.viewer, 'analyticView.delete', view, { workspace })) fail('permission.denied')
  await update(work, AnalyticView, view, { deleted_at: null })
}
