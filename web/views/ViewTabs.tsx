import { type KeyboardEvent, useState } from 'react'
import { NavLink } from 'react-router'
import type { View } from '#contract/planning/views.ts'
import { useRow } from '../data/rows.ts'
import { useMay } from '../data/viewer.ts'
import { to } from '../places/address.ts'
import { DropMark } from '../settings/rows/DropMark.tsx'
import { useRowDrag } from '../settings/rows/useRowDrag.ts'
import { openViewForm } from '../shell/overlays.ts'
import { stepEntries } from '../shell/stepEntries.ts'
import { classes } from '../ui/classes.ts'
import { IconButton } from '../ui/controls/IconButton.tsx'
import { useOpenInSight } from '../ui/controls/useOpenInSight.ts'
import { copyText } from '../ui/copy.ts'
import { Icon } from '../ui/icons.tsx'
import { Menu, type MenuEntry } from '../ui/popups/Menu.tsx'
import { builtIn } from './builtIn.ts'
import { isPublic } from './viewActions.ts'
import { viewAddress } from './viewAddress.ts'
import { viewEntries } from './viewMenu.ts'
import { type Moves, useViewOrder } from './viewOrder.ts'

/** More are found in the list of all: so many are taken in at a glance, and fit beside the built-in ones. */
const MOST = 8

type Spot = { view: View | null; href: string; anchor: { getBoundingClientRect: () => DOMRect } }

const linkEntries = (href: string): MenuEntry[] => [
  { id: 'link', label: 'Copy link', icon: 'link', run: () => void copyText(location.origin + href, 'Link') },
  {
    id: 'open',
    label: 'Open in new tab',
    icon: 'external-link',
    run: () => void window.open(href, '_blank', 'noopener'),
  },
]

type Step = Moves['onStep']

type TabMenuProps = { spot: Spot; ordered: readonly View[]; onStep: Step; onClose: () => void }

const TabMenu = ({ spot, ordered, onStep, onClose }: TabMenuProps) => {
  const view = useRow('view', spot.view?.id)
  const steps = (id: string) =>
    stepEntries({ id, among: ordered, isAcross: true, onStep: by => onStep(id, by) })
  return (
    <Menu
      open
      onOpenChange={next => next || onClose()}
      anchor={spot.anchor}
      entries={view ? [...steps(view.id), ...viewEntries(view)] : linkEntries(spot.href)}
    />
  )
}

/** Alt with an arrow moves the tab that has the focus; it keeps that. */
const stepped = (event: KeyboardEvent, id: string, onStep: Step) => {
  if (!event.altKey || !['ArrowLeft', 'ArrowRight'].includes(event.key)) return
  // The browser would go back or on.
  event.preventDefault()
  event.stopPropagation()
  onStep(id, event.key === 'ArrowLeft' ? -1 : 1)
  const tab = event.currentTarget as HTMLElement
  requestAnimationFrame(() => tab.focus())
}

type TabProps = Moves & {
  id: string
  label: string
  href: string
  /** Null of the built-in ones, which stay where they are. */
  view: View | null
  isOpen: boolean
  onSpot: (spot: Spot) => void
}

const TAB =
  'relative flex h-7 flex-none items-center gap-1.5 rounded-control px-2 text-ink-2 hover:bg-hover max-md:h-9 [&.active]:bg-press [&.active]:font-medium [&.active]:text-ink'

const Tab = ({ id, label, href, view, isOpen, onSpot, onStep, onPut }: TabProps) => {
  const { row, isDragged, over } = useRowDrag<HTMLAnchorElement>({
    id,
    kind: 'tab',
    isFixed: view === null,
    isAcross: true,
    spotFor: (_, spot) => spot,
    onDrop: (dragged, spot) => onPut(dragged, id, spot === 'before' ? 'before' : 'after'),
  })
  return (
    <NavLink
      ref={row}
      to={href}
      {...(isOpen ? { 'aria-haspopup': 'menu' } : {})}
      onClick={event => {
        // The way to where one is leads nowhere: there it is the way to its menu, for a finger as well.
        if (!isOpen || event.metaKey || event.ctrlKey || event.shiftKey) return
        event.preventDefault()
        onSpot({ view, href, anchor: event.currentTarget })
      }}
      {...(view ? { onKeyDown: (event: KeyboardEvent) => stepped(event, id, onStep) } : {})}
      onContextMenu={event => {
        event.preventDefault()
        const { clientX, clientY } = event
        onSpot({ view, href, anchor: { getBoundingClientRect: () => new DOMRect(clientX, clientY, 0, 0) } })
      }}
      className={classes(TAB, isDragged && 'opacity-45')}
    >
      <DropMark spot={over?.spot ?? null} isAcross />
      {view && !isPublic(view) && <Icon name="lock" size={12} className="text-ink-3" />}
      <span className="cut max-w-44">{label}</span>
    </NavLink>
  )
}

type ViewTabsProps = { slug: string; workspaceId: string; views: readonly View[]; open: string }

/** The built-in views of a workspace, then the saved ones in this person's order; the open one scrolls into sight. */
export const ViewTabs = ({ slug, workspaceId, views, open }: ViewTabsProps) => {
  const [spot, setSpot] = useState<Spot | null>(null)
  const mayDo = useMay()
  const { ordered, ...moves } = useViewOrder(views, workspaceId)
  const saved = ordered.filter((view, at) => at < MOST || view.id === open)
  const tabs = [
    ...builtIn(slug).map(one => ({ ...one, view: null })),
    ...saved.map(view => ({ id: view.id, label: view.name, href: viewAddress(view), view })),
  ]
  const all = to('workspaceViews', { slug })
  const row = useOpenInSight(tabs.map(tab => tab.label).join())
  return (
    <nav
      ref={row}
      aria-label="Views"
      className="flex flex-none gap-1 overflow-x-auto px-3 pb-1 [scrollbar-width:none]"
    >
      {tabs.map(tab => (
        <Tab key={tab.id} {...tab} {...moves} isOpen={tab.id === open} onSpot={setSpot} />
      ))}
      {views.length > 0 && (
        <NavLink to={all} end className={TAB}>
          {views.length > MOST ? `All ${views.length} views` : 'All views'}
        </NavLink>
      )}
      {mayDo('view.createAcross', {}, { workspace: workspaceId }) && (
        <IconButton
          icon="plus"
          label="New view"
          keys="v"
          onClick={() => openViewForm({ projectId: null })}
          className="max-md:size-9"
        />
      )}
      {spot && <TabMenu {...{ spot, ordered }} onStep={moves.onStep} onClose={() => setSpot(null)} />}
    </nav>
  )
}
