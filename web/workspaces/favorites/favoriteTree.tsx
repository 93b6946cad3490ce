import { type ReactElement, useMemo } from 'react'
import type { RowTypes } from '../../data/entities.ts'
import { projectLook } from '../../data/projectLook.ts'
import { useRows } from '../../data/rows.ts'
import { PageMark } from '../../editor/PageMark.tsx'
import { to } from '../../places/address.ts'
import { Icon } from '../../ui/icons.tsx'
import { LogoMark } from '../../ui/logo/LogoMark.tsx'
import { readLogo } from '../../ui/logo/logo.ts'
import { ProjectTile } from '../../ui/marks/ProjectTile.tsx'
import { viewAddress } from '../../views/viewAddress.ts'

export type Favorite = RowTypes['favorite']
type Shown = { label: string; icon: ReactElement; href: string }
/** A favourite: a link, or a folder of such. */
export type Kept = { row: Favorite; label: string; link: Shown | null; held: readonly Kept[] }

const found = <T extends { id: string }>(rows: readonly T[]) => {
  const byId = new Map(rows.map(row => [row.id, row]))
  return (id: string) => byId.get(id)
}

/** The looks of each kind; none for a thing that this person does not see, or that was archived. */
const useShown = (slug: string) => {
  const pages = useRows('page')
  const projects = useRows('project')
  const cycles = useRows('cycle')
  const modules = useRows('module')
  const views = useRows('view')
  return useMemo(() => {
    const page = found(pages)
    const project = found(projects)
    const view = found(views)
    const [cycle, module] = [found(cycles), found(modules)]
    return ({ entity_type, entity_identifier }: Favorite): Shown | null => {
      const id = entity_identifier ?? ''
      switch (entity_type) {
        case 'page': {
          const one = page(id)
          if (!one || one.archived_at) return null
          const href = to('page', { slug, projectId: one.project_id, pageId: id })
          return { label: one.name || 'Untitled', icon: <PageMark page={one} />, href }
        }
        case 'project': {
          const one = project(id)
          if (!one || one.archived_at) return null
          const icon = <ProjectTile project={projectLook(one)} />
          return { label: one.name, icon, href: to('issues', { slug, projectId: id }) }
        }
        case 'view': {
          const one = view(id)
          if (!one) return null
          const icon = <LogoMark logo={readLogo(one.logo_props)} standIn={<Icon name="layers" />} />
          return { label: one.name, icon, href: viewAddress(one) }
        }
        case 'cycle': {
          const one = cycle(id)
          if (!one || one.archived_at) return null
          const href = to('cycle', { slug, projectId: one.project_id, cycleId: id })
          return { label: one.name, icon: <Icon name="iteration-cw" />, href }
        }
        case 'module': {
          const one = module(id)
          if (!one || one.archived_at) return null
          const href = to('module', { slug, projectId: one.project_id, moduleId: id })
          return { label: one.name, icon: <Icon name="boxes" />, href }
        }
        default:
          return null
      }
    }
  }, [pages, projects, cycles, modules, views, slug])
}

/** The highest is first. */
const inOrder = (a: Favorite, b: Favorite) => b.sequence - a.sequence || (a.id < b.id ? 1 : -1)

/** This person's favourites in this workspace, as the sidebar shows them. */
export const useFavoriteTree = (slug: string, workspaceId: string): Kept[] => {
  const favorites = useRows('favorite')
  const shown = useShown(slug)
  return useMemo(() => {
    const here = favorites.filter(row => row.workspace_id === undefined || row.workspace_id === workspaceId)
    const folders = new Set(here.flatMap(row => (row.is_folder ? [row.id] : [])))
    // Favourites of a folder that is gone are at the top.
    const parentOf = ({ parent }: Favorite) => (parent && folders.has(parent) ? parent : null)
    const inside = (parent: string | null): Kept[] =>
      here
        .filter(row => parentOf(row) === parent)
        .sort(inOrder)
        .flatMap((row): Kept[] => {
          if (row.is_folder) return [{ row, label: row.name ?? '', link: null, held: inside(row.id) }]
          const link = shown(row)
          return link ? [{ row, label: link.label, link, held: [] }] : []
        })
    return inside(null)
  }, [favorites, shown, workspaceId])
}
