import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { classes } from '../ui/classes.ts'
import { Button, type ButtonProps } from '../ui/controls/Button.tsx'
import { IconButton } from '../ui/controls/IconButton.tsx'
import { Segmented, type SegmentedPart } from '../ui/controls/Segmented.tsx'
import { Icon, type IconName } from '../ui/icons.tsx'
import { Count } from '../ui/marks/Count.tsx'
import { Presence, type Present } from '../ui/marks/Presence.tsx'
import { type ProjectLook, ProjectTile } from '../ui/marks/ProjectTile.tsx'
import { Menu, type MenuEntry } from '../ui/popups/Menu.tsx'
import { Tooltip } from '../ui/popups/Tooltip.tsx'
import { useFolded } from '../ui/viewport.ts'
import { OtherProjects } from './OtherProjects.tsx'
import { ShowSidebar } from './sidebar/ShowSidebar.tsx'
import { toggleSidebar } from './sidebar/sidebar-state.ts'

export type HeaderProps<T extends string = string> = {
  project?: ProjectLook & { href: string }
  crumbs?: readonly { label: string; href: string; mark?: ReactNode }[]
  /** The icon before the name. */
  mark?: ReactNode
  section: string
  /** The others of its kind, to go to one of them. */
  siblings?: { label: string; entries: readonly MenuEntry[] } | undefined
  /** How much it holds, or that with a way to more. */
  count?: ReactNode
  /** Sections of the same screen, beside its name. */
  beside?: ReactNode
  /** "Saved", "Saving…", "Offline". */
  status?: ReactNode
  people?: readonly Present[]
  /** Looks through the list below. */
  search?: ReactNode
  layout?: { parts: readonly SegmentedPart<T>[]; value: T; onChange: (value: T) => void }
  /** Quiet view controls, such as Filter and Display. */
  controls?: ReactNode
  primary?: { label: string; keys?: string; run: () => void; disabled?: boolean }
  /** A hairline below, where content scrolls under it. */
  line?: boolean
}

/** A quiet control of the header: words on a wide screen, elsewhere the icon alone, so that the title keeps its room. */
export const HeaderButton = ({ icon, children, ...rest }: ButtonProps) => (
  <Tooltip label={children} {...(rest.keys && { keys: rest.keys })} disabled={!useFolded()}>
    <Button
      {...rest}
      icon={icon}
      className="max-desk:w-7 max-desk:px-0 max-md:size-11 max-md:[&_svg]:size-5 max-desk:[&_kbd]:hidden"
    >
      <span className="max-desk:sr-only">{children}</span>
    </Button>
  </Tooltip>
)

const Separator = () => <Icon name="chevron-right" size={12} className="text-ink-3" />
export const Rule = () => <span aria-hidden="true" className="mx-2 h-4 w-px flex-none bg-line" />

export const Header = <T extends string>(props: HeaderProps<T>) => {
  const {
    project,
    crumbs = [],
    mark,
    section,
    siblings,
    count,
    beside,
    status,
    people = [],
    search,
    layout,
    controls,
    primary,
    line,
  } = props
  return (
    <header
      className={`flex h-11 flex-none items-center gap-1 pr-3 pl-4 max-desk:pl-1 max-md:h-13 max-md:gap-0 max-md:pr-1.5 ${line ? 'shadow-[inset_0_-1px_0_var(--line)]' : ''}`}
    >
      <IconButton icon="menu" size="touch" label="Menu" onClick={toggleSidebar} className="desk:hidden" />
      <ShowSidebar />
      <div className="flex min-w-0 items-center max-md:min-w-11 gap-1.5 whitespace-nowrap text-ink-2 max-md:flex-col-reverse max-md:items-start max-md:gap-0">
        {project && (
          <span
            className={classes(
              'flex min-w-0 items-center max-md:max-w-full',
              // Between two rows of buttons each keeps its height for a finger.
              !(siblings && siblings.entries.length > 1) && 'max-md:-mt-1.5',
            )}
          >
            <Link
              to={project.href}
              className="flex min-w-0 items-center gap-1.5 rounded-tag hover:text-ink max-desk:h-6 max-desk:min-w-6 max-md:text-12 max-md:text-ink-3"
            >
              <span className="max-md:hidden">
                <ProjectTile project={project} />
              </span>
              <span className="cut max-w-60 max-desk:md:sr-only">{project.name}</span>
            </Link>
            <OtherProjects projectId={project.id} />
          </span>
        )}
        <span className="contents max-md:hidden">
          {crumbs.map((crumb, at) => (
            <span
              key={crumb.href}
              // Beside a list's many controls the room is the name's.
              className={classes('flex items-center gap-1.5', layout ? 'max-desk:hidden' : 'max-md:hidden')}
            >
              {(project || at > 0) && <Separator />}
              <Link to={crumb.href} className="flex items-center gap-1.5 rounded-tag hover:text-ink">
                {crumb.mark}
                {crumb.label}
              </Link>
            </span>
          ))}
          {(project || crumbs.length > 0) && (
            <span className="max-md:hidden">
              <Separator />
            </span>
          )}
        </span>
        <span
          className={classes(
            'flex min-w-0 max-w-full',
            mark || siblings ? 'items-center gap-1' : 'items-baseline',
          )}
        >
          {mark}
          <h1 className="cut font-medium text-ink max-md:font-semibold max-md:text-15">{section}</h1>
          {siblings && siblings.entries.length > 1 && (
            <Menu entries={siblings.entries}>
              <IconButton
                icon="chevrons-up-down"
                size="strip"
                label={siblings.label}
                className="self-center"
              />
            </Menu>
          )}
          {count !== undefined && (
            <span className="ml-2.5 flex-none max-md:ml-1">
              {typeof count === 'object' ? count : <Count value={String(count)} />}
            </span>
          )}
        </span>
      </div>
      {beside && <span className="ml-3 flex flex-none max-md:hidden">{beside}</span>}
      <span className="flex-1" />
      {status && <span className="mr-2 flex flex-none items-center gap-1 text-12 text-ink-3">{status}</span>}
      {people.length > 0 && (
        <>
          <Presence people={people} />
          <span className="contents max-md:hidden">
            <Rule />
          </span>
        </>
      )}
      {search && <span className="mr-2 flex flex-none max-md:mr-0">{search}</span>}
      {layout && <Segmented label="Layout" {...layout} className="mr-2 max-md:hidden" />}
      {controls}
      {primary && (
        <Button
          variant="primary"
          keys={primary.keys}
          onClick={primary.run}
          disabled={primary.disabled}
          className="ml-2 max-md:hidden"
        >
          {primary.label}
        </Button>
      )}
    </header>
  )
}

type FloatingActionProps = { label: string; icon?: IconName; run: () => void }

/** The round-cornered button of small screens, standing in for the header's primary action. */
export const FloatingAction = ({ label, icon = 'plus', run }: FloatingActionProps) => (
  <button
    type="button"
    aria-label={label}
    onClick={run}
    className="absolute right-4 bottom-6 z-10 grid size-13 place-items-center rounded-[14px] bg-accent text-accent-ink shadow-float md:hidden"
  >
    <Icon name={icon} size={20} />
  </button>
)
