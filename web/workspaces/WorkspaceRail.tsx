import type { ReactNode } from 'react'
import { useJoinedProjects } from '../data/me.ts'
import { projectLook } from '../data/projectLook.ts'
import { useRow } from '../data/rows.ts'
import { useMay } from '../data/viewer.ts'
import { to, usePlace } from '../places/address.ts'
import type { Standpoint } from '../places/offers.ts'
import type { SidebarLink } from '../shell/sidebar/Sidebar.tsx'
import { SidebarRail } from '../shell/sidebar/SidebarRail.tsx'
import { useSections } from '../shell/sidebar/sidebarSections.ts'
import { ProjectTile } from '../ui/marks/ProjectTile.tsx'
import { type Kept, useFavoriteTree } from './favorites/favoriteTree.tsx'
import { useCreations } from './standpoint.ts'
import { useOwnLinks, useWorkspaceLinks, useWorkspaceMenu } from './WorkspaceSidebar.tsx'
import { openCommands } from './workspaceKeys.ts'

/** A folder has no sign of its own: what it holds is here. */
const linksOf = (kept: readonly Kept[]): SidebarLink[] =>
  kept.flatMap(({ row, link, held }) => (link ? [{ id: row.id, ...link }] : linksOf(held)))

type WorkspaceRailProps = { at: Standpoint; name: string; foot: ReactNode }

/** The sidebar's links as signs alone, in the same order: it is where the sidebar is shut. */
export const WorkspaceRail = ({ at, name, foot }: WorkspaceRailProps) => {
  const { slug, workspaceId } = at
  const workspace = useRow('workspace', workspaceId)
  const projects = useJoinedProjects()
  const favorites = useFavoriteTree(slug, workspaceId)
  const opened = usePlace()?.params.projectId
  const mayDo = useMay()
  const { onNewIssue } = useCreations(at)
  const { shown, entries } = useSections(workspaceId, [
    { id: 'workspace', label: 'Workspace', links: useWorkspaceLinks(at) },
    ...(mayDo('favorite.create', {}, { workspace: workspaceId })
      ? [{ id: 'favorites', label: 'Favourites', links: linksOf(favorites) }]
      : []),
    {
      id: 'projects',
      label: 'Projects',
      links: projects.map(project => ({
        id: project.id,
        label: project.name,
        href: to('issues', { slug, projectId: project.id }),
        here: project.id === opened,
        icon: <ProjectTile project={projectLook(project)} />,
      })),
    },
  ])
  return (
    <SidebarRail
      workspace={workspace ?? { name }}
      workspaceMenu={useWorkspaceMenu(at, entries)}
      foot={foot}
      parts={[{ id: 'own', label: 'Your own', links: useOwnLinks(at) }, ...shown]}
      onSearch={openCommands}
      onCompose={onNewIssue}
    />
  )
}
