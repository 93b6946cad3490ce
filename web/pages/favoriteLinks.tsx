import { useMemo } from 'react'
import { useRows } from '../data/rows.ts'
import type { SidebarLink } from '../shell/Sidebar.tsx'
import { PageMark } from './PageMark.tsx'

type Section = { id: string; label: string; links: SidebarLink[] }

/** What this person keeps at hand, as a part of the sidebar; nothing while there is none. */
export const useFavoriteLinks = (slug: string): Section[] => {
  const favorites = useRows('favorite')
  const pages = useRows('page')
  return useMemo(() => {
    const known = new Map(pages.map(page => [page.id, page]))
    const links = favorites
      .toSorted((a, b) => a.sequence - b.sequence || (a.id < b.id ? -1 : 1))
      .flatMap((one): SidebarLink[] => {
        const page = one.entity_type === 'page' ? known.get(one.entity_identifier ?? '') : undefined
        const href = page && `/${slug}/projects/${page.project_id}/pages/${page.id}`
        return page && href
          ? [{ id: one.id, label: page.name || 'Untitled', icon: <PageMark page={page} />, href }]
          : []
      })
    return links.length > 0 ? [{ id: 'favorites', label: 'Favourites', links }] : []
  }, [favorites, pages, slug])
}
