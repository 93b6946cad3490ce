import { useState } from 'react'
import { useParams, useSearchParams } from 'react-router'
import { projectRoutes } from '#contract/workspace/projects.ts'
import { call } from '../data/client.ts'
import type { RowTypes } from '../data/entities.ts'
import { useRows } from '../data/rows.ts'
import { useSession } from '../data/session.ts'
import { may, useHere } from '../data/viewer.ts'
import { to } from '../places/address.ts'
import { useHeading } from '../places/heading.ts'
import { FloatingAction, Header } from '../shell/Header.tsx'
import { openOverlay } from '../shell/overlays.ts'
import { Button } from '../ui/controls/Button.tsx'
import { SearchField } from '../ui/controls/SearchField.tsx'
import { Icon } from '../ui/icons.tsx'
import { Count } from '../ui/marks/Count.tsx'
import { EmptyState, ProjectDrawing } from '../ui/marks/EmptyState.tsx'
import { toast } from '../ui/popups/Toast.tsx'
import { useFavoriteProjects } from './favorites.ts'
import { ProjectCard } from './ProjectCard.tsx'
import { PROJECT_GRID, ProjectLine } from './ProjectLine.tsx'
import { useProjectWork } from './projectWork.ts'

const layouts = [
  { id: 'list', label: 'List', icon: 'list' },
  { id: 'grid', label: 'Grid', icon: 'layout-grid' },
] as const

export const ProjectsScreen = () => {
  const { slug = '' } = useParams()
  const { me, workspaces } = useSession()
  const projects = useRows('project').filter(project => !project.archived_at)
  const members = useRows('project_member').filter(row => row.is_active)
  const people = new Map(useRows('user').map(user => [user.id, user]))
  const favorites = useFavoriteProjects()
  const work = useProjectWork(useHere().workspaceId)
  const heading = useHeading()
  const [query, setQuery] = useState('')
  const [address, setAddress] = useSearchParams()
  const layout = address.get('layout') === 'grid' ? 'grid' : 'list'
  const Shown = layout === 'grid' ? ProjectCard : ProjectLine
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
        <Header {...heading} />
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
        {...heading}
        count={projects.length}
        {...(primary ? { primary } : {})}
        layout={{
          parts: layouts,
          value: layout,
          onChange: next => setAddress(next === 'list' ? {} : { layout: next }, { replace: true }),
        }}
        controls={
          <SearchField label="Find projects" placeholder="Name or key" value={query} onChange={setQuery} />
        }
      />
      <div className="min-h-0 flex-1 overflow-y-auto pb-16 max-md:pb-24">
        {layout === 'list' && (
          <div aria-hidden="true" className={`${PROJECT_GRID} mx-2 h-8 text-12 text-ink-3 max-md:hidden`}>
            <span className="col-start-2 pl-6.5">Project</span>
            <span className="max-desk:hidden">Lead</span>
            <span>Members</span>
            <span>Done</span>
            <span className="max-desk:hidden">Updated</span>
          </div>
        )}
        {groups.map(({ name, shown }) => (
          <section key={name} aria-label={name}>
            <h2 className="mx-2 mt-1.5 flex h-9 items-center gap-2 rounded-control bg-sunken px-2 font-medium">
              {name}
              <Count value={shown.length} className="font-normal" />
            </h2>
            <ul
              className={
                layout === 'grid' ? 'm-2 grid grid-cols-[repeat(auto-fill,minmax(280px,1fr))] gap-2' : ''
              }
            >
              {shown.map(project => (
                <Shown
                  key={project.id}
                  project={project}
                  href={to('issues', { slug, projectId: project.id })}
                  people={membersOf(project).flatMap(row => people.get(row.member) ?? [])}
                  joined={name === 'Joined'}
                  favorite={favorites.has(project.id)}
                  counted={work !== null && name === 'Joined'}
                  work={work?.get(project.id)}
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
