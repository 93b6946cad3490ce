/** Folders of favourites, and where each favourite stands: shown at once, in every tab of this person's. */
import { favoriteRoutes } from '#contract/planning/favorites.ts'
import { isDone, mutate } from '../../data/mutate.ts'
import { here, viewer } from '../../data/viewer.ts'
import { neighbour, placeBeside } from '../../projects/settings/rows/places.ts'
import type { Favorite, Kept } from './favoriteTree.tsx'

const STEP = 10_000

const change = (
  row: Favorite,
  patch: Partial<Pick<Favorite, 'parent' | 'sequence' | 'name'>>,
  failure: string,
) =>
  isDone({
    entity: 'favorite',
    route: favoriteRoutes.update,
    params: { ws: here().slug, favoriteId: row.id },
    body: patch,
    id: row.id,
    patch,
    failure,
  })

export const addFolder = (name: string, top: number) =>
  void mutate({
    entity: 'favorite',
    route: favoriteRoutes.create,
    params: { ws: here().slug },
    body: { entity_type: 'folder', name },
    patch: {
      entity_type: 'folder',
      entity_identifier: null,
      project_id: null,
      user: viewer()?.id,
      name,
      is_folder: true,
      parent: null,
      sequence: top + STEP,
    },
    failure: 'The folder was not created.',
  })

export const renameFolder = (row: Favorite, name: string) =>
  void change(row, { name }, 'The folder was not renamed.')

// Rows stand from the highest down; their places are told from the top.
const placed = (among: readonly Kept[]) => among.map(({ row }) => ({ id: row.id, at: -row.sequence }))

/** Puts one among others: beside `target`, or at their end where there is none. */
export const moveTo = (
  row: Favorite,
  parent: string | null,
  among: readonly Kept[],
  target: string | null,
  edge: 'before' | 'after',
) => {
  const sequence = -placeBeside(placed(among), row.id, target, edge, STEP)
  const moved = row.parent === parent ? { sequence } : { parent, sequence }
  void change(row, moved, 'It was not moved.')
}

/** One place up or down among those beside it. */
export const step = (row: Favorite, among: readonly Kept[], by: -1 | 1): boolean => {
  const next = neighbour(
    among.map(one => one.row),
    row.id,
    by,
  )
  if (next) moveTo(row, row.parent, among, next.id, by < 0 ? 'before' : 'after')
  return next !== null
}
