/** Cycles and modules that somebody keeps at hand. */
import { favoriteRoutes } from '#contract/planning/favorites.ts'
import { mutate } from '../data/mutate.ts'
import { getRows, useRows } from '../data/rows.ts'
import { here, may, viewer } from '../data/viewer.ts'

type Kind = 'cycle' | 'module'
type Kept = { id: string; project_id: string; workspace_id: string; archived_at: string | null }

export const useFavorites = (kind: Kind): ReadonlySet<string> =>
  new Set(useRows('favorite').flatMap(one => (one.entity_type === kind ? (one.entity_identifier ?? []) : [])))

const favoriteOf = (kind: Kind, id: string) =>
  getRows('favorite').find(one => one.entity_type === kind && one.entity_identifier === id)
export const isFavorite = (kind: Kind, id: string) => favoriteOf(kind, id) !== undefined

export const mayFavor = (kind: Kind, { workspace_id, project_id, archived_at }: Kept) =>
  !archived_at && may(`${kind}.favor`, {}, { workspace: workspace_id, project: project_id })

export const toggleFavorite = (kind: Kind, { id, project_id }: Kept) => {
  const kept = favoriteOf(kind, id)
  const { slug: ws } = here()
  return kept
    ? mutate({
        entity: 'favorite',
        route: favoriteRoutes.remove,
        params: { ws, favoriteId: kept.id },
        id: kept.id,
        patch: {},
        removes: true,
        failure: 'It was not removed from favourites.',
      })
    : mutate({
        entity: 'favorite',
        route: favoriteRoutes.create,
        params: { ws },
        body: { entity_type: kind, entity_identifier: id, project_id },
        patch: {
          entity_type: kind,
          entity_identifier: id,
          project_id,
          user: viewer()?.id,
          is_folder: false,
          parent: null,
          sequence: 0,
        },
        failure: 'It was not added to favourites.',
      })
}
