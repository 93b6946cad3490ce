import { Link } from 'react-router'
import type { RowTypes } from '../data/entities.ts'
import { useRow } from '../data/rows.ts'
import { Avatar, AvatarStack, type Person } from '../ui/Avatar.tsx'
import { Button } from '../ui/Button.tsx'
import { IconButton } from '../ui/IconButton.tsx'
import { Icon } from '../ui/icons.tsx'
import { Menu } from '../ui/Menu.tsx'
import { ProjectTile } from '../ui/ProjectTile.tsx'
import { Tooltip } from '../ui/Tooltip.tsx'
import { projectLook } from './look.ts'
import { projectEntries } from './projectMenu.ts'

/** The columns of the list of projects, its head and every line. */
export const PROJECT_GRID =
  'grid grid-cols-[minmax(0,1fr)_180px_140px_84px] items-center gap-x-3 px-2 max-desk:grid-cols-[minmax(0,1fr)_120px_84px] max-md:grid-cols-[minmax(0,1fr)_84px]'

type ProjectLineProps = {
  project: RowTypes['project']
  href: string
  people: readonly Person[]
  joined: boolean
  onJoin: () => void
}

export const ProjectLine = ({ project, href, people, joined, onJoin }: ProjectLineProps) => {
  const lead = useRow('user', project.project_lead)
  return (
    <li className={`${PROJECT_GRID} group relative mx-2 h-9 rounded-control hover:bg-hover max-md:h-13`}>
      <span className="flex min-w-0 items-center gap-2">
        <ProjectTile project={projectLook(project)} />
        {joined ? (
          <Link
            to={href}
            className="cut after:absolute after:inset-0 after:rounded-control focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:outline-accent focus-visible:after:-outline-offset-2"
          >
            {project.name}
          </Link>
        ) : (
          <span className="cut">{project.name}</span>
        )}
        <span className="num flex-none text-12 text-ink-3">{project.identifier}</span>
        {project.network === 0 && (
          <Tooltip label="Only people who are added can see it">
            <span role="img" aria-label="Private" className="relative z-[1]">
              <Icon name="lock" size={12} className="text-ink-3" />
            </span>
          </Tooltip>
        )}
      </span>
      <span className="flex min-w-0 items-center gap-2 max-desk:hidden">
        {lead ? (
          <>
            <Avatar person={lead} silent />
            <span className="cut">{lead.display_name}</span>
          </>
        ) : (
          <span className="text-ink-3">No lead</span>
        )}
      </span>
      <span className="max-md:hidden">
        <AvatarStack people={people} max={3} apart />
      </span>
      <span className="relative z-[1] justify-self-end">
        {joined ? (
          <Menu entries={projectEntries(project, href)} align="end">
            <IconButton
              icon="ellipsis"
              label={`Actions for ${project.name}`}
              className="opacity-0 focus-visible:opacity-100 data-[popup-open]:opacity-100 group-focus-within:opacity-100 group-hover:opacity-100 max-md:opacity-100"
            />
          </Menu>
        ) : (
          <Button variant="neutral" onClick={onJoin}>
            Join
          </Button>
        )}
      </span>
    </li>
  )
}
