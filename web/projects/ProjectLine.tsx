import { Link } from 'react-router'
import type { RowTypes } from '../data/entities.ts'
import { projectLook } from '../data/projectLook.ts'
import { useRow } from '../data/rows.ts'
import { Row, RowDots, RowStar, SHY } from '../shell/list/Row.tsx'
import { classes } from '../ui/classes.ts'
import { Button } from '../ui/controls/Button.tsx'
import { sinceText } from '../ui/dates/day-words.ts'
import { Icon } from '../ui/icons.tsx'
import { Avatar, AvatarStack, type Person } from '../ui/marks/Avatar.tsx'
import { ProjectTile } from '../ui/marks/ProjectTile.tsx'
import { Tooltip } from '../ui/popups/Tooltip.tsx'
import { ArchivedVerbs } from './ArchivedVerbs.tsx'
import { mayFavor, toggleFavoriteProject } from './favorites.ts'
import { movedAt, type Order, wayOf } from './projectList.ts'
import type { ProjectWork } from './projectWork.ts'
import { WorkBar } from './WorkBar.tsx'

/** The columns of the list of projects, its head and every line. */
export const PROJECT_GRID =
  'grid grid-cols-[16px_minmax(0,1fr)_148px_112px_216px_88px_56px] items-center gap-x-3 px-2 max-desk:grid-cols-[16px_minmax(0,1fr)_112px_216px_56px] max-md:grid-cols-[minmax(0,1fr)_auto]'

const HeadCell = ({
  label,
  way,
  className,
}: {
  label: string
  way: ReturnType<typeof wayOf>
  className?: string
}) => (
  <span className={classes('flex items-center gap-1', way && 'font-medium text-ink', className)}>
    {label}
    {way && <Icon name={way} size={12} />}
  </span>
)

/** The names of the columns, and which of them the projects are ordered by; for eyes alone, as a list has no columns. */
export const ProjectsHead = ({ order, isArchive }: { order: Order; isArchive: boolean }) => (
  <div aria-hidden="true" className={`${PROJECT_GRID} mx-2 h-8 text-12 text-ink-3 max-md:hidden`}>
    <HeadCell label="Project" way={wayOf(order, 'name')} className="col-start-2 pl-7.5" />
    <HeadCell label="Lead" way={null} className="max-desk:hidden" />
    <HeadCell label="Members" way={wayOf(order, 'members')} />
    <span>{isArchive ? '' : 'Done'}</span>
    <HeadCell
      label={isArchive ? 'Archived' : 'Updated'}
      way={wayOf(order, 'updated')}
      className="max-desk:hidden"
    />
  </div>
)

export type ProjectShown = {
  project: RowTypes['project']
  href: string
  people: readonly Person[]
  joined: boolean
  favorite: boolean
  /** Undefined while it is not known. */
  work: ProjectWork | undefined
  /** Whether there is anything that could be known of it. */
  counted: boolean
  onJoin: () => void
}

/** Its name leads to it, and makes all of the line or card that holds it a link. */
export const ProjectName = ({ project, href, joined }: Pick<ProjectShown, 'project' | 'href' | 'joined'>) => (
  <>
    {joined ? (
      <Link to={href} className="row-link cut">
        {project.name}
      </Link>
    ) : (
      <span className="cut">{project.name}</span>
    )}
    <span className="num flex-none text-12 text-ink-3">{project.identifier}</span>
    {project.network === 0 && (
      <Tooltip label="Only added people can see it">
        <span role="img" aria-label="Private" className="relative z-[1] flex-none">
          <Icon name="lock" size={12} className="text-ink-3" />
        </span>
      </Tooltip>
    )}
  </>
)

export const Lead = ({ id }: { id: string | null }) => {
  const lead = useRow('user', id)
  if (!lead) return <span className="text-ink-3">No lead</span>
  return (
    <span className="flex min-w-0 items-center gap-2">
      <Avatar person={lead} silent />
      <span className="cut">{lead.display_name}</span>
    </span>
  )
}

export const ProjectVerb = ({ project, joined, onJoin }: ProjectShown) =>
  project.archived_at ? (
    <ArchivedVerbs project={project} />
  ) : joined ? (
    <RowDots name={project.name} className={`size-7 ${SHY} max-md:opacity-100 pointer-coarse:opacity-100`} />
  ) : (
    <Button variant="neutral" onClick={onJoin}>
      Join
    </Button>
  )

/** How far it is, since when, and who leads it: the line below its name where there is no room for columns. */
const Below = ({ shown: { project, work, counted }, moved }: { shown: ProjectShown; moved: string }) => {
  const lead = useRow('user', project.project_lead)
  return (
    <span className="flex min-w-0 items-center gap-2 md:hidden">
      {counted && <WorkBar project={project.id} work={work} />}
      <span className="num ml-auto flex-none text-12 text-ink-3">{moved}</span>
      {lead && <Avatar person={lead} />}
    </span>
  )
}

export const ProjectLine = (shown: ProjectShown) => {
  const { project, people, favorite, work, counted } = shown
  const moved = sinceText(movedAt(project, work)).replace(/^n/, 'N')
  return (
    <Row id={project.id} className={`${PROJECT_GRID} h-9 max-md:h-16 max-md:px-4`}>
      <span className="max-md:hidden">
        {mayFavor(project) && (
          <RowStar
            name={project.name}
            on={favorite}
            run={() => void toggleFavoriteProject(project)}
            className="-mx-1"
          />
        )}
      </span>
      <span className="flex min-w-0 items-center gap-3">
        <ProjectTile project={projectLook(project)} />
        <span className="flex min-w-0 flex-1 flex-col gap-1">
          <span className="flex min-w-0 items-center gap-2 max-md:text-15">
            <ProjectName {...shown} />
          </span>
          <Below shown={shown} moved={moved} />
        </span>
      </span>
      <span className="min-w-0 max-desk:hidden">
        <Lead id={project.project_lead} />
      </span>
      <span className="max-md:hidden">
        <AvatarStack people={people} max={3} apart empty={null} />
      </span>
      <span className="max-md:hidden">{counted && <WorkBar project={project.id} work={work} />}</span>
      <span className="num text-12 text-ink-3 max-desk:hidden">{moved}</span>
      <span className="relative z-[1] justify-self-end">
        <ProjectVerb {...shown} />
      </span>
    </Row>
  )
}
