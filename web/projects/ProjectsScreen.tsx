import { useState } from 'react'
import { useParams } from 'react-router'
import { projectRoutes } from '#contract/projects.ts'
import { call } from '../data/client.ts'
import type { RowTypes } from '../data/entities.ts'
import { useRows } from '../data/rows.ts'
import { useSession } from '../data/session.ts'
import { may } from '../data/viewer.ts'
import { FloatingAction, Header } from '../shell/Header.tsx'
import { Button } from '../ui/Button.tsx'
import { Count } from '../ui/Count.tsx'
import { EmptyState, ProjectDrawing } from '../ui/EmptyState.tsx'
import { Icon } from '../ui/icons.tsx'
import { TextInput } from '../ui/TextInput.tsx'
import { toast } from '../ui/Toast.tsx'
import { openOverlay } from '../workspaces/overlays.ts'
import { useTitle } from '../workspaces/title.ts'
import { PROJECT_GRID, ProjectLine } from './ProjectLine.tsx'

export const ProjectsScreen = () => {
  const { slug = '' } = useParams()
  const { me, workspaces } = useSession()
  const projects = useRows('project').filter(project => !project.archived_at)
  const members = useRows('project_member').filter(row => row.is_active)
  const people = new Map(useRows('user').map(user => [user.id, user]))
  const [query, setQuery] = useState('')
  useTitle('Projects')
  const workspaceId = workspaces.find(one => one.slug === slug)?.id ?? ''
  const primary = may('project.create', {}, { workspace: workspaceId })
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
          drawing={<ProjectDrawing />}
          title="No projects yet"
          actions={
            primary && (
              <Button variant="primary" keys="p" onClick={primary.run}>
                New project
              </Button>
            )
          }
        >
          A project brings together the issues, pages and people of one piece of work.
        </EmptyState>
      </>
    )
  const wanted = query.trim().toLowerCase()
  const found = projects
    .filter(one => `${one.name} ${one.identifier}`.toLowerCase().includes(wanted))
    .sort((a, b) => a.name.localeCompare(b.name))
  const membersOf = (project: RowTypes['project']) => members.filter(row => row.project === project.id)
  const isJoined = (project: RowTypes['project']) => membersOf(project).some(row => row.member === me?.id)
  const groups = [
    { name: 'Joined', shown: found.filter(isJoined) },
    { name: 'Open to join', shown: found.filter(one => !isJoined(one)) },
  ].filter(({ shown }) => shown.length > 0)
  return (
    <>
      <Header
        section="Projects"
        count={projects.length}
        {...(primary ? { primary } : {})}
        controls={
          <TextInput
            height="control"
            type="search"
            aria-label="Find projects"
            placeholder="Name or key"
            value={query}
            onChange={event => setQuery(event.target.value)}
            className="max-w-52 max-md:max-w-36"
          />
        }
      />
      <div className="min-h-0 flex-1 overflow-y-auto pb-16 max-md:pb-24">
        <div aria-hidden="true" className={`${PROJECT_GRID} mx-2 h-8 text-12 text-ink-3 max-md:hidden`}>
          <span className="pl-6.5">Project</span>
          <span className="max-desk:hidden">Lead</span>
          <span className="max-md:hidden">Members</span>
        </div>
        {groups.map(({ name, shown }) => (
          <section key={name} aria-label={name}>
            <h2 className="mx-2 mt-1.5 flex h-9 items-center gap-2 rounded-control bg-sunken px-2 font-medium">
              {name}
              <Count value={shown.length} className="font-normal" />
            </h2>
            <ul>
              {shown.map(project => (
                <ProjectLine
                  key={project.id}
                  project={project}
                  href={`/${slug}/projects/${project.id}/issues`}
                  people={membersOf(project).flatMap(row => people.get(row.member) ?? [])}
                  joined={name === 'Joined'}
                  onJoin={() => void join(project.id)}
                />
              ))}
            </ul>
          </section>
        ))}
        {groups.length === 0 && (
          <p className="flex items-center gap-2 px-4 py-3 text-ink-3">
            <Icon name="search" size={14} />
            No projects match “{query}”.
          </p>
        )}
      </div>
      {primary && <FloatingAction label="New project" run={primary.run} />}
    </>
  )
}
