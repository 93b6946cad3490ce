import { useParams } from 'react-router'
import { messageOf } from '#contract/messageOf.ts'
import { useClock } from '../data/clock.ts'
import type { RowTypes } from '../data/entities.ts'
import { useRows } from '../data/rows.ts'
import { useSession } from '../data/session.ts'
import { useHere, useMay } from '../data/viewer.ts'
import { to, usePlace } from '../places/address.ts'
import { useHeading } from '../places/heading.ts'
import { FloatingAction, Header } from '../shell/Header.tsx'
import { useListAddress } from '../shell/list/address.ts'
import { FindField } from '../shell/list/FindField.tsx'
import { narrowed } from '../shell/list/filters.ts'
import { FilterMenu, ListChips } from '../shell/list/ListFilters.tsx'
import { NoMatch } from '../shell/list/NoMatch.tsx'
import { RowsBox } from '../shell/list/RowsBox.tsx'
import { openOverlay } from '../shell/overlays.ts'
import { useShut } from '../shell/shutGroups.ts'
import { Button } from '../ui/controls/Button.tsx'
import { ProjectDrawing } from '../ui/marks/drawings.tsx'
import { EmptyState } from '../ui/marks/EmptyState.tsx'
import { toast } from '../ui/popups/Toast.tsx'
import { useFavoriteProjects } from './favorites.ts'
import { ProjectCard } from './ProjectCard.tsx'
import { ProjectDisplay } from './ProjectDisplay.tsx'
import { ProjectGroup } from './ProjectGroup.tsx'
import { ProjectLine, ProjectsHead } from './ProjectLine.tsx'
import { ProjectTabs } from './ProjectTabs.tsx'
import { orderOf, projectFilters, shownProjects } from './projectList.ts'
import { projectEntries } from './projectMenu.ts'
import { useProjectWork } from './projectWork.ts'
import { joinProject } from './settings/projectActs.ts'

const layouts = [
  { id: 'list', label: 'List', icon: 'list' },
  { id: 'grid', label: 'Grid', icon: 'layout-grid' },
] as const

type Project = RowTypes['project']

/** The projects that somebody sees, and their part in them. */
const useProjects = () => {
  const { me } = useSession()
  const all = useRows('project')
  const members = Map.groupBy(
    useRows('project_member').filter(row => row.is_active),
    row => row.project,
  )
  const preferences = useRows('project_preference')
  const places = new Map(preferences.map(row => [row.project, row.sort_order]))
  const membersOf = (project: Project) => (members.get(project.id) ?? []).map(row => row.member)
  const isJoined = (project: Project) => membersOf(project).includes(me?.id ?? '')
  const live = all.filter(project => !project.archived_at)
  return {
    live,
    archived: all.filter(project => project.archived_at),
    joined: live.filter(isJoined),
    open: live.filter(project => !isJoined(project)),
    isJoined,
    membersOf,
    rankOf: (project: Project) => places.get(project.id) ?? Number.MAX_SAFE_INTEGER,
  }
}

export const ProjectsScreen = () => {
  const { slug = '' } = useParams()
  const isArchive = usePlace()?.id === 'projectArchives'
  const { workspaceId } = useHere()
  const known = useProjects()
  const { live, archived, joined, open, isJoined } = known
  const users = useRows('user')
  const people = new Map(users.map(user => [user.id, user]))
  const favorites = useFavoriteProjects()
  const work = useProjectWork(workspaceId, open)
  const membersOf = (project: Project) => work?.get(project.id)?.members ?? known.membersOf(project)
  const clock = useClock()
  const heading = useHeading()
  const mayDo = useMay()
  const [address, change] = useListAddress()
  const { shut, toggle } = useShut(`projects.${slug}`)
  const order = orderOf(address)
  const narrowing = narrowed(projectFilters({ membersOf, people: users, clock }), address, change)
  const layout = address.get('layout') === 'grid' ? 'grid' : 'list'
  const isMine = !isArchive && address.get('show') === 'joined'
  const primary = mayDo('project.create', {}, { workspace: workspaceId })
    ? { label: 'New project', keys: 'p', run: () => openOverlay('project') }
    : undefined
  const join = (project: Project) => joinProject(project).catch(error => toast.failure(messageOf(error)))
  if (live.length + archived.length === 0)
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
  const all = isArchive ? archived : isMine ? joined : live
  const found = shownProjects(all, narrowing, order, { ...known, membersOf, work })
  const groups = (
    isArchive
      ? [{ name: 'Archived', shown: found }]
      : [
          { name: 'Joined', shown: found.filter(isJoined) },
          { name: 'Open to join', shown: found.filter(one => !isJoined(one)) },
        ]
  ).filter(({ shown }) => shown.length > 0)
  const Shown = layout === 'grid' ? ProjectCard : ProjectLine
  const here = to('projects', { slug })
  const hrefOf = (project: Project) => to('issues', { slug, projectId: project.id })
  return (
    <>
      <Header
        {...heading}
        {...(isArchive && { crumbs: [{ label: 'Projects', href: here }], section: 'Archived' })}
        count={all.length}
        search={
          <FindField
            label="Find projects"
            placeholder="Name or key"
            value={narrowing.words}
            onChange={narrowing.find}
          />
        }
        {...(primary ? { primary } : {})}
        layout={{
          parts: layouts,
          value: layout,
          onChange: next => change({ layout: next === 'list' ? null : next }),
        }}
        controls={
          <>
            <FilterMenu narrowing={narrowing} />
            <ProjectDisplay {...{ order, isArchive, change }} />
          </>
        }
      />
      <ProjectTabs
        tabs={[
          { label: 'All', count: live.length, href: here, on: !isArchive && !isMine },
          { label: 'Joined', count: joined.length, href: `${here}?show=joined`, on: isMine },
          {
            label: 'Archived',
            count: archived.length,
            href: to('projectArchives', { slug }),
            on: isArchive,
          },
        ]}
      />
      <ListChips narrowing={narrowing}>
        <span role="status" className="text-12 text-ink-3">
          {`${found.length} of ${all.length} projects`}
        </span>
      </ListChips>
      <RowsBox
        className="min-h-0 flex-1 overflow-y-auto bg-bg pb-16 max-md:pb-24"
        entriesOf={id => joined.filter(one => one.id === id).flatMap(one => projectEntries(one, hrefOf(one)))}
      >
        {layout === 'list' && groups.length > 0 && <ProjectsHead order={order} isArchive={isArchive} />}
        {groups.map(({ name, shown }) => (
          <ProjectGroup
            key={name}
            name={name}
            projects={shown}
            isGrid={layout === 'grid'}
            {...(!isArchive && { folded: { is: shut.has(name), toggle: () => toggle(name) } })}
          >
            {project => (
              <Shown
                project={project}
                href={hrefOf(project)}
                people={membersOf(project).flatMap(id => people.get(id) ?? [])}
                joined={name === 'Joined'}
                favorite={favorites.has(project.id)}
                counted={work !== null && (name === 'Joined' || work.has(project.id))}
                work={work?.get(project.id)}
                onJoin={() => void join(project)}
              />
            )}
          </ProjectGroup>
        ))}
        {groups.length === 0 &&
          (narrowing.isNarrowed ? (
            <NoMatch what="projects" narrowing={narrowing} />
          ) : (
            <p className="px-4 py-3 text-ink-3">
              {isArchive ? 'No archived projects.' : 'You have not joined a project yet.'}
            </p>
          ))}
        {isArchive && groups.length > 0 && (
          <p className="px-4 py-3 text-ink-3">
            Their issues stay out of lists and search until somebody restores them.
          </p>
        )}
      </RowsBox>
      {primary && <FloatingAction label="New project" run={primary.run} />}
    </>
  )
}
