/** Folders of favourites, and where each favourite is: shown at once, in every tab of this person's. */
import { favoriteRoutes } from '#contract/planning/favorites.ts'
import type { BodyOf } from '../../data/client.ts'
import { removeFavorite } from '../../data/favorites.ts'
import { isDone, mutate } from '../../data/mutate.ts'
import { getRow } from '../../data/rows.ts'
import { remember } from '../../data/undo.ts'
import { here, viewer } from '../../data/viewer.ts'
import { neighbour, placeBeside } from '../../settings/rows/places.ts'
import type { Favorite, Kept } from './favoriteTree.tsx'

const STEP = 10_000

const change = (row: Favorite, patch: BodyOf<typeof favoriteRoutes.update>, failure: string) =>
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

const rename = async (row: Favorite, name: string | null) =>
  name && (await change(row, { name }, 'The folder was not renamed.')) ? [row.id] : []

export const renameFolder = (row: Favorite, name: string) =>
  remember(
    {
      message: `${row.name} renamed`,
      sent: rename(row, name),
      changes: [{ id: row.id, before: { name: row.name }, after: { name } }],
      rowOf: id => getRow('favorite', id),
      write: ([turned]) => rename(row, turned ? String(turned.after.name) : null),
    },
    { tell: true },
  )

/** Deletes a folder; what it held comes to the top, and goes back into it with the undo. */
export const deleteFolder = ({ row, label, held }: Kept) => {
  const remove = () => removeFavorite(row)
  const back = () =>
    isDone({
      entity: 'favorite',
      route: favoriteRoutes.restore,
      params: { ws: here().slug, favoriteId: row.id },
      body: { holds: held.map(one => one.row.id) },
      id: row.id,
      patch: row,
      failure: 'The folder was not restored.',
    })
  remember({ message: `${label} deleted`, sent: remove(), back, again: remove }, { tell: true })
}

// Rows are from the highest down; their places are told from the top.
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
