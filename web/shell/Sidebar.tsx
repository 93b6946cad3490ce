import { type ReactElement, type ReactNode, useState } from 'react'
import { NavLink } from 'react-router'
import { classes } from '../ui/classes.ts'
import { IconButton } from '../ui/controls/IconButton.tsx'
import { Icon, type IconName } from '../ui/icons.tsx'
import { Avatar, type Person } from '../ui/marks/Avatar.tsx'
import { Count, UnreadCount } from '../ui/marks/Count.tsx'
import { type ProjectLook, ProjectTile } from '../ui/marks/ProjectTile.tsx'
import { WorkspaceMark } from '../ui/marks/WorkspaceMark.tsx'
import { Menu, type MenuEntry } from '../ui/popups/Menu.tsx'
import { toggleSidebar } from './sidebar-state.ts'

export type SidebarLink = {
  id: string
  label: string
  href: string
  icon?: IconName | ReactElement
  count?: number | string
  unread?: number
  /** Only this very address counts as here. */
  exact?: boolean
  /** One is here at another address than its own. */
  here?: boolean
}

export type SidebarProject = ProjectLook & {
  href: string
  open: boolean
  links: readonly SidebarLink[]
  /** Its actions; composed when the menu opens. */
  entries: () => readonly MenuEntry[]
}

export type SidebarProps = {
  workspace: { name: string; logo_url?: string | null }
  workspaceMenu: readonly MenuEntry[]
  links: readonly SidebarLink[]
  sections?: readonly { id: string; label: string; links: readonly SidebarLink[] }[]
  /** This person's favourites, between the sections and the projects. */
  favorites?: ReactNode
  projects: readonly SidebarProject[]
  onNewProject?: () => void
  onSearch: () => void
  /** Missing where nothing may be created. */
  onCompose?: () => void
  foot: ReactNode
}

/** The looks of a line of the sidebar. */
export const SIDEBAR_ROW =
  'flex h-7 items-center gap-2 rounded-control px-2 text-ink-2 hover:bg-hover max-md:h-11 max-md:text-14 [&.active]:bg-press [&.active]:font-medium [&.active]:text-ink [&.active>.num:not(.bg-accent)]:text-ink-2 [&>svg]:text-ink-3 [&.active>svg]:text-ink-2'

const Row = ({ link }: { link: SidebarLink }) => (
  <NavLink to={link.href} end={link.exact} className={link.here ? `${SIDEBAR_ROW} active` : SIDEBAR_ROW}>
    {typeof link.icon === 'string' ? <Icon name={link.icon} /> : link.icon}
    <span className="cut flex-1">{link.label}</span>
    {link.count !== undefined && <Count value={link.count} className="font-normal" />}
    {link.unread !== undefined && <UnreadCount value={link.unread} label="unread" />}
  </NavLink>
)

type SidebarHeadingProps = {
  children: ReactNode
  action?: ReactElement
  /** Missing where the lines below always show. */
  onToggle?: () => void
  isShut?: boolean
}

export const SidebarHeading = ({ children, action, onToggle, isShut }: SidebarHeadingProps) => (
  <div className="group/heading mt-3 flex h-7 flex-none items-center justify-between pl-2">
    <h2 className="text-12 text-ink-3">
      {onToggle ? (
        <button
          type="button"
          aria-expanded={!isShut}
          onClick={onToggle}
          className="flex items-center gap-1 rounded-tag hover:text-ink-2 max-md:h-11"
        >
          {children}
          <Icon
            name={isShut ? 'chevron-right' : 'chevron-down'}
            size={12}
            className={
              isShut ? '' : 'opacity-0 group-focus-within/heading:opacity-100 group-hover/heading:opacity-100'
            }
          />
        </button>
      ) : (
        children
      )}
    </h2>
    {action}
  </div>
)

const ProjectMenu = ({ project }: { project: SidebarProject }) => {
  const [open, setOpen] = useState(false)
  return (
    <Menu entries={open ? project.entries() : []} open={open} onOpenChange={setOpen}>
      <IconButton
        icon="ellipsis"
        size="strip"
        tooltip={false}
        label={`Actions for ${project.name}`}
        className="absolute top-0.5 right-0.5 opacity-0 focus-visible:opacity-100 group-hover/project:opacity-100 data-[popup-open]:opacity-100 max-md:top-2.5 pointer-coarse:opacity-100"
      />
    </Menu>
  )
}

const Project = ({ project }: { project: SidebarProject }) => (
  <li className="group/project relative">
    <NavLink
      to={project.href}
      className={classes(SIDEBAR_ROW, project.open && '!bg-transparent hover:!bg-hover !font-normal')}
    >
      <ProjectTile project={project} />
      <span className={classes('cut pr-5', project.open && 'font-medium text-ink')}>{project.name}</span>
    </NavLink>
    <ProjectMenu project={project} />
    {project.open && (
      <ul className="mt-px mb-1 ml-[17px] pl-2 shadow-[inset_1px_0_0_var(--line)]">
        {project.links.map(link => (
          <li key={link.id}>
            <Row link={link} />
          </li>
        ))}
      </ul>
    )}
  </li>
)

export const Sidebar = (props: SidebarProps) => {
  const {
    workspace,
    workspaceMenu,
    links,
    sections = [],
    favorites,
    projects,
    onNewProject,
    onSearch,
    onCompose,
  } = props
  return (
    <nav
      aria-label="Workspace"
      data-own="sidebar"
      className="flex h-full flex-col bg-sunken px-2 pb-2 shadow-[inset_-1px_0_0_var(--edge)]"
    >
      <div className="mb-1 flex h-11 flex-none items-center gap-0.5 max-md:h-13">
        <Menu entries={workspaceMenu}>
          <button
            type="button"
            className="flex h-8 min-w-0 flex-1 items-center gap-2 rounded-control px-1.5 font-semibold hover:bg-hover data-[popup-open]:bg-press"
          >
            <WorkspaceMark workspace={workspace} size={20} />
            <span className="cut">{workspace.name}</span>
            <Icon name="chevrons-up-down" size={14} className="text-ink-3" />
          </button>
        </Menu>
        <IconButton icon="search" label="Search" keys="/" onClick={onSearch} />
        {onCompose && <IconButton icon="square-pen" label="New issue" keys="c" onClick={onCompose} />}
      </div>
      <div className="-mx-2 min-h-0 flex-1 overflow-y-auto px-2">
        <ul>
          {links.map(link => (
            <li key={link.id}>
              <Row link={link} />
            </li>
          ))}
        </ul>
        {sections.map(section => (
          <section key={section.id}>
            <SidebarHeading>{section.label}</SidebarHeading>
            <ul>
              {section.links.map(link => (
                <li key={link.id}>
                  <Row link={link} />
                </li>
              ))}
            </ul>
          </section>
        ))}
        {favorites}
        <SidebarHeading
          action={
            onNewProject && (
              <IconButton icon="plus" size="strip" label="New project" keys="p" onClick={onNewProject} />
            )
          }
        >
          Projects
        </SidebarHeading>
        <ul>
          {projects.map(project => (
            <Project key={project.id} project={project} />
          ))}
        </ul>
      </div>
      {props.foot}
    </nav>
  )
}

type SidebarFootProps = { me: Person; meMenu: readonly MenuEntry[]; helpMenu: readonly MenuEntry[] }

/** The signed-in person, and help. */
export const SidebarFoot = ({ me, meMenu, helpMenu }: SidebarFootProps) => (
  <div className="flex flex-none items-center gap-0.5 pt-2">
    <Menu entries={meMenu} side="top">
      <button
        type="button"
        className="flex h-7 min-w-0 flex-1 items-center gap-2 rounded-control px-1.5 text-ink-2 hover:bg-hover data-[popup-open]:bg-press"
      >
        <Avatar person={me} silent />
        <span className="cut">{me.display_name}</span>
      </button>
    </Menu>
    <Menu entries={helpMenu} side="top" align="end">
      <IconButton icon="circle-help" label="Help" tooltip={false} />
    </Menu>
    <IconButton icon="panel-left" label="Hide the sidebar" keys="mod+b" onClick={toggleSidebar} />
  </div>
)
