import { useState } from 'react'
import { NavLink } from 'react-router'
import type { View } from '#contract/planning/views.ts'
import { useRow } from '../data/rows.ts'
import { useMay } from '../data/viewer.ts'
import { to } from '../places/address.ts'
import { openViewForm } from '../shell/overlays.ts'
import { IconButton } from '../ui/controls/IconButton.tsx'
import { useOpenInSight } from '../ui/controls/useOpenInSight.ts'
import { copyText } from '../ui/copy.ts'
import { Icon } from '../ui/icons.tsx'
import { Menu, type MenuEntry } from '../ui/popups/Menu.tsx'
import { builtIn } from './builtIn.ts'
import { isPublic, viewAddress } from './viewActions.ts'
import { viewEntries } from './viewMenu.ts'

/** More are found in the list of all. */
const MOST = 20

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

const TabMenu = ({ spot, onClose }: { spot: Spot; onClose: () => void }) => {
  const view = useRow('view', spot.view?.id)
  return (
    <Menu
      open
      onOpenChange={next => next || onClose()}
      anchor={spot.anchor}
      entries={view ? viewEntries(view) : linkEntries(spot.href)}
    />
  )
}

type ViewTabsProps = { slug: string; workspaceId: string; views: readonly View[]; open: string }

/** The built-in views of a workspace, then the saved ones; the open one scrolls into sight. */
export const ViewTabs = ({ slug, workspaceId, views, open }: ViewTabsProps) => {
  const [spot, setSpot] = useState<Spot | null>(null)
  const mayDo = useMay()
  const saved = views.filter((view, at) => at < MOST || view.id === open)
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
      {tabs.map(({ id, label, href, view }) => (
        <NavLink
          key={id}
          to={href}
          {...(id === open ? { 'aria-haspopup': 'menu' } : {})}
          onClick={event => {
            // The way to where one is leads nowhere: there it is the way to its menu, for a finger as well.
            if (id !== open || event.metaKey || event.ctrlKey || event.shiftKey) return
            event.preventDefault()
            setSpot({ view, href, anchor: event.currentTarget })
          }}
          onContextMenu={event => {
            event.preventDefault()
            const { clientX, clientY } = event
            setSpot({
              view,
              href,
              anchor: { getBoundingClientRect: () => new DOMRect(clientX, clientY, 0, 0) },
            })
          }}
          className="flex h-7 flex-none items-center gap-1.5 rounded-control px-2 text-ink-2 hover:bg-hover max-md:h-9 [&.active]:bg-press [&.active]:font-medium [&.active]:text-ink"
        >
          {view && !isPublic(view) && <Icon name="lock" size={12} className="text-ink-3" />}
          <span className="cut max-w-44">{label}</span>
        </NavLink>
      ))}
      {views.length > 0 && (
        <NavLink
          to={all}
          end
          className="flex h-7 flex-none items-center rounded-control px-2 text-ink-2 hover:bg-hover max-md:h-9 [&.active]:bg-press [&.active]:font-medium [&.active]:text-ink"
        >
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
      {spot && <TabMenu spot={spot} onClose={() => setSpot(null)} />}
    </nav>
  )
}
