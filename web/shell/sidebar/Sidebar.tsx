import { Fragment, type ReactElement, type ReactNode } from 'react'
import { NavLink } from 'react-router'
import { IconButton } from '../../ui/controls/IconButton.tsx'
import { Icon, type IconName } from '../../ui/icons.tsx'
import { Avatar, type Person } from '../../ui/marks/Avatar.tsx'
import { Count, UnreadCount } from '../../ui/marks/Count.tsx'
import { WorkspaceMark } from '../../ui/marks/WorkspaceMark.tsx'
import { Menu, type MenuEntry } from '../../ui/popups/Menu.tsx'
import { sidebarSwitch, toggleSidebar, useFoldedPart } from './sidebar-state.ts'

export type SidebarLink = {
  id: string
  label: string
  href: string
  icon?: IconName | ReactElement
  count?: number | string
  unread?: number
  /** So many of the unread name this person: they are shown first. */
  mentions?: number
  /** Only this very address counts as here. */
  exact?: boolean
  /** One is here at another address than its own. */
  here?: boolean
}

/** Links under a word; each person folds it for themselves, in each workspace. */
type SectionProps = { slug: string; id: string; label: string; links: readonly SidebarLink[] }

/** A part of it below the first links: in each person's order for this workspace, or not shown. */
export type SidebarSection = { id: string; label: string; content: ReactNode }

export type SidebarProps = {
  workspace: { name: string; logo_url?: string | null }
  workspaceMenu: readonly MenuEntry[]
  links: readonly SidebarLink[]
  sections: readonly SidebarSection[]
  onSearch: () => void
  /** Missing where nothing may be created. */
  onCompose?: () => void
  foot: ReactNode
}

/** The looks of a line of the sidebar. */
export const SIDEBAR_ROW =
  'flex h-7 items-center gap-2 rounded-control px-2 text-ink-2 hover:bg-hover max-md:h-11 max-md:text-14 [&.active]:bg-press [&.active]:font-medium [&.active]:text-ink [&.active>.num:not(.bg-accent)]:text-ink-2 [&>svg]:text-ink-3 [&.active>svg]:text-ink-2'

export const SidebarRow = ({ link }: { link: SidebarLink }) => (
  <NavLink to={link.href} end={link.exact} className={link.here ? `${SIDEBAR_ROW} active` : SIDEBAR_ROW}>
    {typeof link.icon === 'string' ? <Icon name={link.icon} /> : link.icon}
    <span className="cut flex-1">{link.label}</span>
    {link.count !== undefined && <Count value={link.count} className="font-normal" />}
    {link.mentions ? (
      <UnreadCount sign="@" value={link.mentions} label="unread mentions" />
    ) : (
      link.unread !== undefined && <UnreadCount value={link.unread} label="unread" />
    )}
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

const Links = ({ links }: Pick<SectionProps, 'links'>) => (
  <ul>
    {links.map(link => (
      <li key={link.id}>
        <SidebarRow link={link} />
      </li>
    ))}
  </ul>
)

export const SidebarLinks = ({ slug, id, label, links }: SectionProps) => {
  const [isFolded, fold] = useFoldedPart(slug, id)
  return (
    <section>
      <SidebarHeading isShut={isFolded} onToggle={fold}>
        {label}
      </SidebarHeading>
      {!isFolded && <Links links={links} />}
    </section>
  )
}

export const Sidebar = (props: SidebarProps) => {
  const { workspace, workspaceMenu, links, sections, onSearch, onCompose } = props
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
        <Links links={links} />
        {sections.map(({ id, content }) => (
          <Fragment key={id}>{content}</Fragment>
        ))}
      </div>
      {props.foot}
    </nav>
  )
}

type SidebarFootProps = {
  me: Person
  meMenu: readonly MenuEntry[]
  onMeMenu?: (open: boolean) => void
  helpMenu: readonly MenuEntry[]
}

/** The signed-in person, and help. */
export const SidebarFoot = ({ me, meMenu, onMeMenu, helpMenu }: SidebarFootProps) => (
  <div className="flex flex-none items-center gap-0.5 pt-2">
    <Menu entries={meMenu} side="top" onOpenChange={onMeMenu}>
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
    <IconButton
      icon="panel-left"
      label="Hide the sidebar"
      keys="mod+b"
      onClick={toggleSidebar}
      {...sidebarSwitch}
    />
  </div>
)
