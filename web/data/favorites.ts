/** The person's favorites, of every kind. */
import { useMemo } from 'react'
import { type FavoriteType, favoriteRoutes } from '#contract/planning/favorites.ts'
import type { RowTypes } from './entities.ts'
import { isDone, mutate } from './mutate.ts'
import { getRows, useRows } from './rows.ts'
import { here, viewer } from './viewer.ts'

type Favorite = RowTypes['favorite']
/** The subject of a favorite. */
export type Kept = { type: Exclude<FavoriteType, 'folder'>; id: string; project: string | null }

const stands =
  ({ type, id }: Pick<Kept, 'type' | 'id'>) =>
  (one: Favorite) =>
    one.entity_type === type && one.entity_identifier === id

export const isFavorite = (kept: Pick<Kept, 'type' | 'id'>) => getRows('favorite').some(stands(kept))

/** Ids of all of one kind. */
export const useFavoriteIds = (type: Kept['type']): ReadonlySet<string> => {
  const favorites = useRows('favorite')
  return useMemo(
    () => new Set(favorites.flatMap(one => (one.entity_type === type ? (one.entity_identifier ?? []) : []))),
    [favorites, type],
  )
}

/** The highest is first, so that the newest does. */
const STEP = 10_000
const above = () => Math.max(55_535, ...getRows('favorite').map(one => one.sequence)) + STEP

export const removeFavorite = ({ id }: Pick<Favorite, 'id'>): Promise<boolean> =>
  isDone({
    entity: 'favorite',
    route: favoriteRoutes.remove,
    params: { ws: here().slug, favoriteId: id },
    id,
    patch: {},
    removes: true,
    failure: 'It was not removed from favourites.',
  })

export const addFavorite = async ({ type, id, project }: Kept): Promise<boolean> =>
  (await mutate({
    entity: 'favorite',
    route: favoriteRoutes.create,
    params: { ws: here().slug },
    body: { entity_type: type, entity_identifier: id, ...(project ? { project_id: project } : {}) },
    patch: {
      entity_type: type,
      entity_identifier: id,
      project_id: project,
      user: viewer()?.id,
      name: null,
      is_folder: false,
      parent: null,
      sequence: above(),
    },
    failure: 'It was not added to favourites.',
  })) !== undefined

export const toggleFavorite = (kept: Kept): Promise<boolean> => {
  const row = getRows('favorite').find(stands(kept))
  return row ? removeFavorite(row) : addFavorite(kept)
}
