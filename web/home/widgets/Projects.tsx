import { useMemo } from 'react'
import { Link } from 'react-router'
import { homeRoutes } from '#contract/planning/home.ts'
import { call } from '../../data/client.ts'
import type { RowTypes } from '../../data/entities.ts'
import { useJoinedProjects } from '../../data/me.ts'
import { projectLook } from '../../data/projectLook.ts'
import { useRows } from '../../data/rows.ts'
import { useRowsOf } from '../../data/rowsBy.ts'
import { useHere, useMay, viewer } from '../../data/viewer.ts'
import { to } from '../../places/address.ts'
import { openOverlay } from '../../shell/overlays.ts'
import { IconButton } from '../../ui/controls/IconButton.tsx'
import { AvatarStack } from '../../ui/marks/Avatar.tsx'
import { ProjectTile } from '../../ui/marks/ProjectTile.tsx'
import { useAsked } from '../asked.ts'
import { PartHead } from '../figures.tsx'

const SHOWN = 4

/** The projects that I was in last; until that is known those at the top of my list. */
const useRecent = (): RowTypes['project'][] => {
  const { slug: ws } = useHere()
  const joined = useJoinedProjects()
  const { value } = useAsked<string[]>('home/projects', '', async () => {
    const home = await call(homeRoutes.home, { params: { ws }, query: { dashboard_type: 'home' } })
    const { body } = await call(homeRoutes.widget, {
      params: { ws, dashboardId: home.body.dashboard.id },
      query: { widget_key: 'recent_projects' },
    })
    return body as string[]
  })
  return useMemo(() => {
    const recent = (value ?? []).flatMap(id => joined.find(project => project.id === id) ?? [])
    return [...recent, ...joined.filter(project => !recent.includes(project))].slice(0, SHOWN)
  }, [value, joined])
}

const Members = ({ ids }: { ids: readonly string[] }) => (
  <AvatarStack people={useRowsOf('user', ids)} max={3} apart />
)

export const Projects = () => {
  const { slug, workspaceId } = useHere()
  const recent = useRecent()
  const members = useRows('project_member')
  const me = viewer()?.id
  const mayDo = useMay()
  return (
    <section aria-label="Projects">
      <PartHead title="Projects">
        {mayDo('project.create', {}, { workspace: workspaceId }) && (
          <IconButton icon="plus" size="strip" label="New project" onClick={() => openOverlay('project')} />
        )}
      </PartHead>
      <ul>
        {recent.map(project => (
          <li key={project.id}>
            <Link
              to={to('issues', { slug, projectId: project.id })}
              className="-mx-2 flex h-7 items-center gap-2 rounded-control px-2 hover:bg-hover focus-visible:-outline-offset-2 max-md:h-11"
            >
              <ProjectTile project={projectLook(project)} />
              <span className="cut flex-1">{project.name}</span>
              <Members
                ids={members
                  .filter(row => row.project === project.id && row.is_active)
                  .sort((a, b) => Number(b.member === me) - Number(a.member === me))
                  .map(row => row.member)}
              />
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}
