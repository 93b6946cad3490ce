import { type KeyboardEvent, useState } from 'react'
import { NavLink } from 'react-router'
import { useRows } from '../data/rows.ts'
import { DropMark } from '../settings/rows/DropMark.tsx'
import { neighbour, placeBeside } from '../settings/rows/places.ts'
import { useRowDrag } from '../settings/rows/useRowDrag.ts'
import { SIDEBAR_ROW, SidebarHeading, type SidebarLink, SidebarRow } from '../shell/sidebar/Sidebar.tsx'
import { useFoldedPart } from '../shell/sidebar/sidebar-state.ts'
import { classes } from '../ui/classes.ts'
import { IconButton } from '../ui/controls/IconButton.tsx'
import { type ProjectLook, ProjectTile } from '../ui/marks/ProjectTile.tsx'
import { Menu, type MenuEntry } from '../ui/popups/Menu.tsx'

type SidebarProject = ProjectLook & {
  href: string
  open: boolean
  links: readonly SidebarLink[]
  /** Its actions; composed when the menu opens. */
  entries: () => readonly MenuEntry[]
}

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

const STEP = 10_000
/** The acts are loaded when one of them is asked for. */
const acts = () => import('../projects/settings/projectActs.ts')

/** Moves in an order that is each person's own, and the same in all their browsers. */
const useMoves = (projects: readonly SidebarProject[]) => {
  const places = new Map(useRows('project_preference').map(row => [row.project, row]))
  const put = (id: string, target: string, edge: 'before' | 'after') => {
    const kept = places.get(id)
    const placed = projects.map(one => ({ id: one.id, at: places.get(one.id)?.sort_order ?? 0 }))
    const place = placeBeside(placed, id, target, edge, STEP)
    if (kept) void acts().then(({ moveProject }) => moveProject(kept, place))
  }
  const step = (id: string, by: -1 | 1) => {
    const next = neighbour(projects, id, by)
    if (next) put(id, next.id, by < 0 ? 'before' : 'after')
  }
  return { put, step }
}
type Moves = ReturnType<typeof useMoves>

/** A row that is moved among the others may lose the focus: it is given back. */
const focusAgain = (id: string) =>
  requestAnimationFrame(() => document.querySelector<HTMLElement>(`[data-project="${id}"] a`)?.focus())

const Project = ({ project, moves }: { project: SidebarProject; moves: Moves }) => {
  const { id, open } = project
  const { row, isDragged, over } = useRowDrag({
    id,
    kind: 'project',
    isFixed: false,
    spotFor: (_, spot) => spot,
    onDrop: (dragged, spot) => moves.put(dragged, id, spot === 'before' ? 'before' : 'after'),
  })
  const press = (event: KeyboardEvent) => {
    const by = ({ ArrowUp: -1, ArrowDown: 1 } as const)[event.key]
    if (!event.altKey || !by) return
    event.preventDefault()
    event.stopPropagation()
    moves.step(id, by)
    focusAgain(id)
  }
  return (
    <li ref={row} data-project={id} className={classes('group/project relative', isDragged && 'opacity-45')}>
      <DropMark spot={over?.spot ?? null} />
      <NavLink
        to={project.href}
        draggable={false}
        onKeyDown={press}
        className={classes(SIDEBAR_ROW, open && '!bg-transparent hover:!bg-hover !font-normal')}
      >
        <ProjectTile project={project} />
        <span className={classes('cut pr-5', open && 'font-medium text-ink')}>{project.name}</span>
      </NavLink>
      <ProjectMenu project={project} />
      {open && (
        <ul className="mt-px mb-1 ml-[17px] pl-2 shadow-[inset_1px_0_0_var(--line)]">
          {project.links.map(link => (
            <li key={link.id}>
              <SidebarRow link={link} />
            </li>
          ))}
        </ul>
      )}
    </li>
  )
}

type SidebarProjectsProps = {
  slug: string
  projects: readonly SidebarProject[]
  onNewProject?: () => void
}

/** The projects that somebody is in: moved with the mouse and by Alt with the arrows. */
export const SidebarProjects = ({ slug, projects, onNewProject }: SidebarProjectsProps) => {
  const [isFolded, fold] = useFoldedPart(slug, 'projects')
  const moves = useMoves(projects)
  return (
    <>
      <SidebarHeading
        isShut={isFolded}
        onToggle={fold}
        action={
          onNewProject && (
            <IconButton icon="plus" size="strip" label="New project" keys="p" onClick={onNewProject} />
          )
        }
      >
        Projects
      </SidebarHeading>
      <ul>
        {projects
          .filter(project => !isFolded || project.open)
          .map(project => (
            <Project key={project.id} project={project} moves={moves} />
          ))}
      </ul>
    </>
  )
}
