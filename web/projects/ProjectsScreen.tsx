import { Link, useParams } from 'react-router'
import { projectRoutes } from '#contract/projects.ts'
import { call } from '../data/client.ts'
import { useRows } from '../data/rows.ts'
import { useSession } from '../data/session.ts'
import { may } from '../data/viewer.ts'
import { Header } from '../shell/Header.tsx'
import { AvatarStack } from '../ui/Avatar.tsx'
import { Button } from '../ui/Button.tsx'
import { EmptyState, ListDrawing } from '../ui/EmptyState.tsx'
import { ProjectTile } from '../ui/ProjectTile.tsx'
import { toast } from '../ui/Toast.tsx'
import { openOverlay } from '../workspaces/overlays.ts'
import { useTitle } from '../workspaces/title.ts'
import { projectLook } from './look.ts'

export const ProjectsScreen = () => {
  const { slug = '' } = useParams()
  const { me } = useSession()
  const projects = useRows('project').filter(project => !project.archived_at)
  const members = useRows('project_member').filter(row => row.is_active)
  const people = new Map(useRows('user').map(user => [user.id, user]))
  useTitle('Projects')
  const workspaceId = useWorkspaceId(slug)
  const mayCreate = may('project.create', {}, { workspace: workspaceId })
  const primary = mayCreate
    ? { label: 'New project', keys: 'p', run: () => openOverlay('project') }
    : undefined
  const join = (id: string) =>
    call(projectRoutes.join, { params: { ws: slug }, body: { project_ids: [id] } }).catch(error =>
      toast.failure((error as Error).message),
    )
  if (projects.length === 0)
    return (
      <>
        <Header section="Projects" />
        <EmptyState
          drawing={<ListDrawing />}
          title="No projects yet"
          actions={
            primary && (
              <Button variant="primary" keys="p" onClick={primary.run}>
                New project
              </Button>
            )
          }
        >
          A project holds the issues and pages of one piece of work, and the people who do it.
        </EmptyState>
      </>
    )
  return (
    <>
      <Header section="Projects" count={projects.length} {...(primary ? { primary } : {})} />
      <ul className="min-h-0 flex-1 overflow-y-auto px-2 py-1">
        {[...projects]
          .sort((a, b) => a.name.localeCompare(b.name))
          .map(project => {
            const here = members.filter(row => row.project === project.id)
            const joined = here.some(row => row.member === me?.id)
            const shown = here.flatMap(row => people.get(row.member) ?? [])
            return (
              <li
                key={project.id}
                className="relative flex h-11 items-center gap-3 rounded-control px-2 hover:bg-hover"
              >
                <ProjectTile project={projectLook(project)} />
                {joined ? (
                  <Link
                    to={`/${slug}/projects/${project.id}/issues`}
                    className="cut flex-1 before:absolute before:inset-0"
                  >
                    {project.name}
                  </Link>
                ) : (
                  <span className="cut flex-1">{project.name}</span>
                )}
                <span className="num text-12 text-ink-3">{project.identifier}</span>
                {!joined && (
                  <Button
                    size="small"
                    variant="neutral"
                    onClick={() => void join(project.id)}
                    className="relative"
                  >
                    Join
                  </Button>
                )}
                <AvatarStack people={shown} max={4} />
              </li>
            )
          })}
      </ul>
    </>
  )
}

const useWorkspaceId = (slug: string) => useSession().workspaces.find(one => one.slug === slug)?.id ?? ''
