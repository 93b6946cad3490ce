import type { Knex } from 'knex'
import { failFields } from '#contract/errors.ts'
import { type Filters, readFilters } from '#contract/lists/issueFilters.ts'
import { type IssueQuery, readIssueQuery } from '#contract/lists/issueQuery.ts'
import { dayIn } from '#contract/people/zones.ts'
import { filterParams } from '#contract/planning/userProperties.ts'
import { View, viewOrders } from '#contract/planning/views.ts'
import type { ServerViewer } from '../../db/viewer.ts'
import { isUuid, visible } from '../../db/visible.ts'
import { readOrder } from '../../http/inputs.ts'
import { countEach } from '../../lists/count.ts'
import { favoriteIds } from '../favorites/favorite.service.ts'
import { inPlace, type PlaceOfView } from './view.service.ts'

const MOST_COUNTED = 50

const clockOf = ({ timezone: zone }: ServerViewer) => ({ zone, today: dayIn(zone) })

/** The filters of a view, with relative days as they are today. */
export const filtersOf = (viewer: ServerViewer, view: View): Filters => {
  const read = readFilters(filterParams(view.filters), clockOf(viewer))
  return 'malformed' in read ? {} : read
}

/** Views as they are answered. */
export const composeViews = async (trx: Knex, viewer: ServerViewer, rows: View[]) => {
  const kept = new Set(await favoriteIds(trx, viewer, 'view'))
  return rows.map(row => ({ ...row, is_favorite: kept.has(row.id), anchor: null }))
}

/** The views of a project: favorites first, then by name. */
export const listViews = async (trx: Knex, viewer: ServerViewer, place: PlaceOfView) => {
  const rows = await visible(trx, View, viewer)
    .where(inPlace(place))
    .orderByRaw('ordered_name(views.name) collate "C", views.id')
  const views = await composeViews(trx, viewer, rows)
  return [...views.filter(view => view.is_favorite), ...views.filter(view => !view.is_favorite)]
}

/** The workspace's own. */
export const listViewsAcross = async (
  trx: Knex,
  viewer: ServerViewer,
  place: PlaceOfView,
  asked: string | undefined,
) => {
  const { column, order } = readOrder(asked, viewOrders, '-created_at')
  const rows = await visible(trx, View, viewer)
    .where(inPlace(place))
    .orderBy([
      { column: `views.${column}`, order },
      { column: 'views.created_at', order: 'desc' },
      { column: 'views.id', order: 'desc' },
    ])
  return composeViews(trx, viewer, rows)
}

/** How many issues each view of a project holds, as its list shows them. */
export const countViews = async (
  trx: Knex,
  viewer: ServerViewer,
  place: PlaceOfView & { project: string },
  ids: string,
): Promise<Record<string, number>> => {
  const wanted = ids.split(',').filter(isUuid)
  if (wanted.length > MOST_COUNTED)
    return failFields({ ids: [`Ensure there are no more than ${MOST_COUNTED}.`] })
  const views = await visible(trx, View, viewer).where(inPlace(place)).whereIn('views.id', wanted)
  const asked = views.flatMap((view): { id: string; query: IssueQuery }[] => {
    const { type, sub_issue } = view.display_filters
    const query = readIssueQuery(
      { in: 'project', project: place.project },
      {
        ...filterParams(view.filters),
        ...(typeof type === 'string' ? { type } : {}),
        sub_issue: String(sub_issue === true),
      },
      clockOf(viewer),
    )
    return 'mistake' in query ? [] : [{ id: view.id, query }]
  })
  const totals = await countEach(
    trx,
    asked.map(({ query }) => query),
    viewer,
  )
  return Object.fromEntries(asked.map(({ id }, at) => [id, totals[at] ?? 0]))
}
