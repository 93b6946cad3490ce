import type { Knex } from 'knex'
import { Page } from '#contract/text/pages.ts'
import type { ServerViewer } from '../../db/viewer.ts'
import { NEWEST, visible } from '../../db/visible.ts'
import { favoriteIds } from '../../planning/favorites/favorite.service.ts'

export type PageFilter = {
  search?: string | undefined
  /** Null: those at the top. */
  parent?: string | null
  only?: 'archived' | 'favorite'
}

/** A project's pages that the viewer may see: favorites first, then the newest. */
export const listPages = async (
  trx: Knex,
  viewer: ServerViewer,
  projectId: string,
  { search, parent, only }: PageFilter,
) => {
  const favorites = await favoriteIds(trx, viewer, 'page')
  const query = visible(trx, Page, viewer)
    .where('project_id', projectId)
    .orderByRaw('pages.id = any(?::uuid[]) desc', [favorites])
    .orderBy(NEWEST)
  if (parent) query.where('parent', parent)
  // Pages below one that the viewer does not see are at their top level.
  if (parent === null)
    query.where(top =>
      top
        .whereNull('parent')
        .orWhereNotIn(
          'parent',
          visible(trx, Page, viewer).where('project_id', projectId).clearSelect().select('pages.id'),
        ),
    )
  if (search) query.whereRaw('strpos(folded(name), folded(?)) > 0', [search])
  if (only === 'archived') query.whereNotNull('archived_at')
  if (only === 'favorite') query.whereIn('pages.id', favorites)
  const kept = new Set(favorites)
  return (await query).map(page => ({ ...page, is_favorite: kept.has(page.id), anchor: null }))
}

export const showPage = async (trx: Knex, viewer: ServerViewer, page: Page) => ({
  ...page,
  is_favorite: (await favoriteIds(trx, viewer, 'page')).includes(page.id),
  anchor: null,
})
