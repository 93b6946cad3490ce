/** Cycles and modules that somebody keeps at hand. */
import * as favorites from '../data/favorites.ts'
import { may } from '../data/viewer.ts'

type Kind = 'cycle' | 'module'
type Kept = { id: string; project_id: string; workspace_id: string; archived_at: string | null }

export const useFavorites = (kind: Kind): ReadonlySet<string> => favorites.useFavoriteIds(kind)

export const isFavorite = (kind: Kind, id: string) => favorites.isFavorite({ type: kind, id })

export const mayFavor = (kind: Kind, { workspace_id, project_id, archived_at }: Kept) =>
  !archived_at && may(`${kind}.favor`, {}, { workspace: workspace_id, project: project_id })

export const toggleFavorite = (kind: Kind, { id, project_id }: Kept) =>
  favorites.toggleFavorite({ type: kind, id, project: project_id })
