import { useMemo } from 'react'
import { useRows } from '../data/rows.ts'

/** Ids of the pages that this person keeps at hand. */
export const useFavorites = (): ReadonlySet<string> => {
  const favorites = useRows('favorite')
  return useMemo(
    () =>
      new Set(
        favorites.flatMap(one =>
          one.entity_type === 'page' && one.entity_identifier ? [one.entity_identifier] : [],
        ),
      ),
    [favorites],
  )
}
