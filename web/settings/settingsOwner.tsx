/** The owner of the settings at an address: a person, a workspace or a project. */
import type { ReactNode } from 'react'
import { projectLook } from '../data/projectLook.ts'
import { useRow } from '../data/rows.ts'
import { useSession } from '../data/session.ts'
import { useHere } from '../data/viewer.ts'
import { settingsOf, to, usePlace } from '../places/address.ts'
import { Avatar } from '../ui/marks/Avatar.tsx'
import { ProjectTile } from '../ui/marks/ProjectTile.tsx'
import { WorkspaceMark } from '../ui/marks/WorkspaceMark.tsx'
import { cameFrom } from './cameFrom.ts'

type Owner = { name: string; href: string; mark: ReactNode; projectId?: string }

export const useWorkspaceHere = () => {
  const { workspaceId, slug } = useHere()
  const { workspaces } = useSession()
  const row = useRow('workspace', workspaceId)
  return row ?? workspaces.find(one => one.slug === slug) ?? null
}

/** Where the settings lead back to: where one came from, else to the work. */
export const useWayBack = (): string => {
  const { slug } = useHere()
  return cameFrom() ?? (slug ? to('home', { slug }) : to('start'))
}

export const useSettingsOwner = (): Owner | null => {
  const at = usePlace()
  const { me } = useSession()
  const workspace = useWorkspaceHere()
  const project = useRow('project', at?.params.projectId)
  const back = useWayBack()
  const list = at && settingsOf(at.id)
  if (list === 'accountSettings' && me)
    return { name: me.display_name, href: back, mark: <Avatar person={me} silent /> }
  if (list === 'projectSettings' && project && workspace)
    return {
      name: project.name,
      href: to('issues', { slug: workspace.slug, projectId: project.id }),
      mark: <ProjectTile project={projectLook(project)} />,
      projectId: project.id,
    }
  if (!workspace) return null
  return {
    name: workspace.name,
    href: to('home', { slug: workspace.slug }),
    mark: <WorkspaceMark workspace={workspace} />,
  }
}
