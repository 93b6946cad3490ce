import type { ReactNode } from 'react'
import { useNavigate } from 'react-router'
import { cycleStatusOn } from '#contract/planning/cycles.ts'
import { useDayIn } from '../data/clock.ts'
import { useJoinedProjects } from '../data/me.ts'
import { projectLook } from '../data/projectLook.ts'
import { useRow, useRows } from '../data/rows.ts'
import { useSession } from '../data/session.ts'
import { useMay } from '../data/viewer.ts'
import { useByVisit } from '../data/visits.ts'
import { useUnread } from '../inbox/inbox.ts'
import { useKeepWaiting, useWaitingAt } from '../intake/waiting.ts'
import { useDrafts } from '../issues/new/drafts.ts'
import { placeOf, to, usePlace } from '../places/address.ts'
import { type Offer, placesIn, type Standpoint } from '../places/offers.ts'
import { projectEntries } from '../projects/projectMenu.ts'
import { openLeave } from '../shell/overlays.ts'
import { Sidebar, type SidebarLink, SidebarLinks } from '../shell/sidebar/Sidebar.tsx'
import { useSections } from '../shell/sidebar/sidebarSections.ts'
import { WorkspaceMark } from '../ui/marks/WorkspaceMark.tsx'
import type { MenuEntry } from '../ui/popups/Menu.tsx'
import { Favorites } from './favorites/Favorites.tsx'
import { SidebarProjects } from './SidebarProjects.tsx'
import { useCreations } from './standpoint.ts'
import { keysOfWorkspace, openCommands } from './workspaceKeys.ts'

const linkTo = ({ id, label, href, icon, exact }: Offer, count: number | string = 0): SidebarLink => ({
  id,
  label,
  href,
  icon,
  exact,
  ...(count && { count }),
})

export const useWorkspaceMenu = (at: Standpoint, sections: readonly MenuEntry[]): MenuEntry[] => {
  const go = useNavigate()
  const { workspaces: known, instance } = useSession()
  const workspaces = useByVisit(known)
  const mayMake = !instance?.config.is_workspace_creation_disabled
  const [settings] = placesIn('workspaceSettings', at)
  return [
    ...workspaces.map(({ id, name, slug, logo_url }, nth) => ({
      id,
      label: name,
      icon: <WorkspaceMark workspace={{ name, logo_url }} size={20} />,
      ...keysOfWorkspace(nth),
      checked: slug === at.slug,
      run: () => void go(to('home', { slug })),
    })),
    { id: 'rule', rule: true },
    ...(settings
      ? [{ id: 'settings', label: 'Settings', icon: 'settings' as const, run: () => void go(settings.href) }]
      : []),
    { id: 'sections', label: 'Sidebar', icon: 'panel-left', children: sections },
    ...(['createWorkspace', 'invitations'] as const)
      .filter(id => mayMake || id !== 'createWorkspace')
      .map(id => ({ id, label: placeOf(id).label, run: () => void go(to(id)) })),
    // Where the general settings are theirs it is there.
    ...(settings?.id === 'general' || !at.workspaceId
      ? []
      : [
          { id: 'end', rule: true as const },
          { id: 'leave', label: 'Leave the workspace…', icon: 'log-out' as const, run: () => openLeave() },
        ]),
  ]
}

/** The name of a project's current cycle, for its line in the sidebar. */
const useCurrentCycles = (zone = 'UTC') => {
  const cycles = useRows('cycle')
  const today = useDayIn(zone)
  return (projectId: string) =>
    cycles.find(
      cycle =>
        cycle.project_id === projectId && !cycle.archived_at && cycleStatusOn(cycle, today) === 'current',
    )?.name ?? 0
}

/** The places of the workspace itself. */
export const useWorkspaceLinks = (at: Standpoint): SidebarLink[] => {
  const place = usePlace()
  const isAtViews = place?.id === 'views' || place?.id === 'workspaceViews'
  return placesIn('workspace', at).map(one => ({ ...linkTo(one), here: one.id === 'views' && isAtViews }))
}

/** The first links: what is this person's own. */
export const useOwnLinks = (at: Standpoint): SidebarLink[] => {
  const place = usePlace()
  const counts: Partial<Record<Offer['id'], number>> = { drafts: useDrafts().length }
  const unread = useUnread()
  return (
    placesIn('top', at)
      // Where nothing is half written there is nothing to go to.
      .filter(({ id }) => id !== 'drafts' || place?.id === 'drafts' || Boolean(counts.drafts))
      .map(one => ({
        ...linkTo(one, counts[one.id]),
        ...(one.id === 'inbox' ? { unread: unread.count, mentions: unread.mentions } : {}),
      }))
  )
}

/** The parts below the first links, as this person arranged them here. */
const useOwnSections = (at: Standpoint) => {
  const { slug, workspaceId } = at
  const place = usePlace()
  const opened = place?.params.projectId
  const projects = useJoinedProjects()
  useKeepWaiting(projects.some(project => project.inbox_view))
  const waiting = useWaitingAt()
  const currentOf = useCurrentCycles(projects.find(project => project.id === opened)?.timezone)
  const countOf = (id: Offer['id'], projectId: string) =>
    id === 'cycles' ? currentOf(projectId) : id === 'intake' ? (waiting[projectId]?.pending ?? 0) : 0
  const mayDo = useMay()
  const { onNewProject } = useCreations(at)
  const workspaceLinks = useWorkspaceLinks(at)
  const favorites = {
    id: 'favorites',
    label: 'Favourites',
    content: <Favorites slug={slug} workspaceId={workspaceId} />,
  }
  return useSections(workspaceId, [
    {
      id: 'workspace',
      label: 'Workspace',
      content: <SidebarLinks slug={slug} id="workspace" label="Workspace" links={workspaceLinks} />,
    },
    ...(mayDo('favorite.create', {}, { workspace: workspaceId }) ? [favorites] : []),
    {
      id: 'projects',
      label: 'Projects',
      content: (
        <SidebarProjects
          slug={slug}
          projects={projects.map(project => {
            const href = to('issues', { slug, projectId: project.id })
            return {
              ...projectLook(project),
              href,
              open: project.id === opened,
              // Words alone: the tile above them is the sign of them all.
              links: placesIn('project', { ...at, project }).map(one =>
                linkTo({ ...one, icon: undefined }, countOf(one.id, project.id)),
              ),
              entries: () => projectEntries(project, href),
            }
          })}
          onNewProject={onNewProject}
        />
      ),
    },
  ])
}

type WorkspaceSidebarProps = { at: Standpoint; name: string; foot: ReactNode }

export const WorkspaceSidebar = ({ at, name, foot }: WorkspaceSidebarProps) => {
  const workspace = useRow('workspace', at.workspaceId)
  const { onNewIssue } = useCreations(at)
  const { shown, entries } = useOwnSections(at)
  return (
    <Sidebar
      workspace={workspace ?? { name }}
      workspaceMenu={useWorkspaceMenu(at, entries)}
      links={useOwnLinks(at)}
      sections={shown}
      onSearch={openCommands}
      onCompose={onNewIssue}
      foot={foot}
    />
  )
}
