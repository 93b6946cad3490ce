import type { ReactElement, ReactNode } from 'react'
import { NavLink } from 'react-router'
import { IconButton, type IconButtonProps } from '../../ui/controls/IconButton.tsx'
import { Icon } from '../../ui/icons.tsx'
import { WorkspaceMark } from '../../ui/marks/WorkspaceMark.tsx'
import { Menu } from '../../ui/popups/Menu.tsx'
import { Tooltip } from '../../ui/popups/Tooltip.tsx'
import type { SidebarLink, SidebarProps } from './Sidebar.tsx'
import { sidebarSwitch, toggleSidebar } from './sidebar-state.ts'

/** The looks of a sign. */
export const RAIL_SIGN =
  'relative grid size-8 flex-none place-items-center rounded-control text-ink-3 hover:bg-hover hover:text-ink data-[popup-open]:bg-press [&.active]:bg-press [&.active]:text-ink'

/** Names a sign beside it: above and below are others. */
export const Named = ({
  label,
  keys,
  children,
}: {
  label: string
  keys?: string
  children: ReactElement
}) => (
  <Tooltip label={label} side="right" {...(keys && { keys })}>
    {children}
  </Tooltip>
)

const Sign = ({ link }: { link: SidebarLink }) => {
  const told = link.unread ? `${link.label}, ${link.unread} unread` : link.label
  return (
    <Named label={told}>
      <NavLink
        to={link.href}
        end={link.exact}
        aria-label={told}
        className={link.here ? `${RAIL_SIGN} active` : RAIL_SIGN}
      >
        {typeof link.icon === 'string' ? <Icon name={link.icon} /> : link.icon}
        {Boolean(link.unread) && (
          <span className="absolute top-1 right-1 size-2 rounded-full bg-accent shadow-[0_0_0_2px_var(--bg-sunken)]" />
        )}
      </NavLink>
    </Named>
  )
}

const Act = ({ label, keys, ...rest }: IconButtonProps) => (
  <Named label={label} {...(keys && { keys })}>
    <IconButton label={label} keys={keys} tooltip={false} className="size-8" {...rest} />
  </Named>
)

type SidebarRailProps = Pick<SidebarProps, 'workspace' | 'workspaceMenu' | 'onSearch' | 'onCompose'> & {
  parts: readonly { id: string; label: string; links: readonly SidebarLink[] }[]
  foot: ReactNode
}

/** What is left of a sidebar that is shut: its signs, each named beside it. */
export const SidebarRail = ({
  workspace,
  workspaceMenu,
  parts,
  foot,
  onSearch,
  onCompose,
}: SidebarRailProps) => (
  <nav
    aria-label="Shortcuts"
    data-own="sidebar"
    className="flex h-full flex-col items-center bg-sunken pb-2 shadow-[inset_-1px_0_0_var(--edge)]"
  >
    <div className="flex flex-none flex-col items-center gap-0.5 pt-1.5">
      <Menu entries={workspaceMenu}>
        <button type="button" aria-label={workspace.name} className={RAIL_SIGN}>
          <WorkspaceMark workspace={workspace} size={20} />
        </button>
      </Menu>
      <Act icon="search" label="Search" keys="/" onClick={onSearch} />
      {onCompose && <Act icon="square-pen" label="New issue" keys="c" onClick={onCompose} />}
    </div>
    <div className="flex min-h-0 w-full flex-1 flex-col items-center overflow-y-auto [scrollbar-width:none]">
      {parts
        .filter(({ links }) => links.length > 0)
        .map(({ id, label, links }) => (
          <ul
            key={id}
            aria-label={label}
            className="flex flex-col items-center gap-0.5 not-first:border-line not-first:border-t py-2"
          >
            {links.map(link => (
              <li key={link.id}>
                <Sign link={link} />
              </li>
            ))}
          </ul>
        ))}
    </div>
    {foot}
    <Act icon="panel-left" label="Show the sidebar" keys="mod+b" onClick={toggleSidebar} {...sidebarSwitch} />
  </nav>
)
