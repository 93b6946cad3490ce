import { useFavoriteIds } from '../data/favorites.ts'

/** Ids of the pages that this person keeps at hand. */
export const useFavorites = (): ReadonlySet<string> => useFavoriteIds('page')
