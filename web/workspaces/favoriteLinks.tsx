import { useMemo } from 'react'
import { projectLook } from '../data/projectLook.ts'
import { useRows } from '../data/rows.ts'
import { PageMark } from '../pages/PageMark.tsx'
import { to } from '../places/address.ts'
import type { SidebarLink } from '../shell/Sidebar.tsx'
import { ProjectTile } from '../ui/marks/ProjectTile.tsx'

type Section = { id: string; label: string; links: SidebarLink[] }

/** What this person keeps at hand, as a part of the sidebar; nothing while there is none. */
export const useFavoriteLinks = (slug: string): Section[] => {
  const favorites = useRows('favorite')
  const pages = useRows('page')
  const projects = useRows('project')
  return useMemo(() => {
    const known = {
      page: new Map(pages.map(page => [page.id, page])),
      project: new Map(projects.map(project => [project.id, project])),
    }
    const links = favorites
      .toSorted((a, b) => a.sequence - b.sequence || (a.id < b.id ? -1 : 1))
      .flatMap((one): SidebarLink[] => {
        const id = one.entity_identifier ?? ''
        const page = one.entity_type === 'page' ? known.page.get(id) : undefined
        if (page) {
          const href = to('page', { slug, projectId: page.project_id, pageId: page.id })
          return [{ id: one.id, label: page.name || 'Untitled', icon: <PageMark page={page} />, href }]
        }
        const project = one.entity_type === 'project' ? known.project.get(id) : undefined
        if (!project || project.archived_at) return []
        return [
          {
            id: one.id,
            label: project.name,
            icon: <ProjectTile project={projectLook(project)} />,
            href: to('issues', { slug, projectId: id }),
          },
        ]
      })
    return links.length > 0 ? [{ id: 'favorites', label: 'Favourites', links }] : []
  }, [favorites, pages, projects, slug])
}
