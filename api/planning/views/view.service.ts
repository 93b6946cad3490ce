import type { Knex } from 'knex'
import { fail, failFields } from '#contract/errors.ts'
import { readFilters } from '#contract/lists/issueFilters.ts'
import { dayIn } from '#contract/people/zones.ts'
import { can } from '#contract/permissions.ts'
import { defaultProperties, filterParams, MAX_VIEWS } from '#contract/planning/userProperties.ts'
import { View } from '#contract/planning/views.ts'
import { lockedGone } from '../../db/locked.ts'
import { takeTurn } from '../../db/order.ts'
import { insert, remove, update } from '../../db/rows.ts'
import type { Work } from '../../db/work.ts'
import { dropFavorites, returnFavorites } from '../favorites/favorite.service.ts'

/** Without a project it is the workspace's own. */
export type PlaceOfView = { workspace: string; project: string | null }

type ViewFields = Partial<
  Pick<
    View,
    'name' | 'description' | 'logo_props' | 'filters' | 'display_filters' | 'display_properties' | 'access'
  >
>

export const inPlace =
  ({ workspace, project }: PlaceOfView) =>
  (rows: Knex.QueryBuilder) => {
    rows.where({ 'views.workspace': workspace, 'views.project': project })
  }

// Everyone who opens the view reads the stored values again, so a mistake is refused here.
const columnsFor = (work: Work, fields: ViewFields): ViewFields & Partial<Pick<View, 'query'>> => {
  if (!fields.filters) return fields
  const query = filterParams(fields.filters)
  const zone = work.viewer.timezone
  const read = readFilters(query, { zone, today: dayIn(zone) })
  if ('malformed' in read)
    return failFields({ filters: [`"${read.value}" is not a valid value of ${read.malformed}.`] })
  return { ...fields, query }
}

const STEP = 10_000

// Counted one after another, or two would both keep the last one.
const roomIn = async (work: Work, place: PlaceOfView) => {
  await takeTurn(work, `views ${place.project ?? place.workspace}`)
  const [held] = await work.trx('views').where(inPlace(place)).whereNull('deleted_at').select<
    {
      total: number
      last: number | null
    }[]
  >(work.trx.raw('count(*)::int as total, max(sort_order) as last'))
  if (held && held.total >= MAX_VIEWS) fail('view.tooMany')
  return held?.last ?? null
}

export const createView = async (
  work: Work,
  place: PlaceOfView,
  fields: ViewFields & { name: string },
): Promise<View> => {
  const last = await roomIn(work, place)
  return insert(work, View, {
    ...defaultProperties(),
    ...columnsFor(work, fields),
    ...place,
    owned_by: work.viewer.id,
    sort_order: last === null ? 65535 : last + STEP,
  })
}

export const updateView = async (work: Work, view: View, fields: ViewFields): Promise<View> => {
  if (view.is_locked) fail('view.locked')
  return update(work, View, view, columnsFor(work, fields))
}

export const setLocked = async (work: Work, view: View, is_locked: boolean): Promise<void> => {
  await update(work, View, view, { is_locked })
}

export const setAccess = async (work: Work, view: View, access: number): Promise<void> => {
  await update(work, View, view, { access })
}

export const deleteView = async (work: Work, view: View): Promise<void> => {
  await dropFavorites(work, 'view', [view.id])
  await remove(work, View, view)
}

/** Brings a deleted view back; the right to delete it includes this. */
export const restoreView = async (work: Work, place: PlaceOfView, id: string): Promise<void> => {
  const [view] = await lockedGone(work, View, rows => rows.where({ id }).where(inPlace(place)))
  if (!view) return fail('row.notFound')
  if (!can(work.viewer, 'view.delete', view, place)) fail('permission.denied')
  await roomIn(work, place)
  await update(work, View, view, { deleted_at: null })
  await returnFavorites(work, 'view', [id], view.deleted_at)
}
