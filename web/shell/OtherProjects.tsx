import { useNavigate } from 'react-router'
import { useJoinedProjects } from '../data/me.ts'
import { projectLook } from '../data/projectLook.ts'
import { useSession } from '../data/session.ts'
import { useHere } from '../data/viewer.ts'
import { usePlace } from '../places/address.ts'
import { samePlaceIn } from '../places/offers.ts'
import { IconButton } from '../ui/controls/IconButton.tsx'
import { ProjectTile } from '../ui/marks/ProjectTile.tsx'
import { Menu } from '../ui/popups/Menu.tsx'

/** Leads from a place of a project to the same kind of place in another. */
export const OtherProjects = ({ projectId }: { projectId: string }) => {
  const go = useNavigate()
  const at = usePlace()
  const { slug, workspaceId } = useHere()
  const { me } = useSession()
  const projects = useJoinedProjects()
  if (!at || !me || projects.every(one => one.id === projectId)) return null
  const entries = () =>
    projects.map(project => ({
      id: project.id,
      label: project.name,
      icon: <ProjectTile project={projectLook(project)} />,
      checked: project.id === projectId,
      run: () => void go(samePlaceIn(at, { slug, workspaceId, me: me.id, project })),
    }))
  return (
    <Menu entries={entries}>
      <IconButton
        icon="chevrons-up-down"
        size="strip"
        label="Other projects"
        className="max-md:w-11 max-md:justify-items-start"
      />
    </Menu>
  )
}
