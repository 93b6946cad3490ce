import { NavLink } from 'react-router'
import { useOpenInSight } from './useOpenInSight.ts'

type Tab = {
  label: string
  href: string
  /** How much is there. */
  count?: number | null
  /** Only at this very address, where others begin with it. */
  exact?: boolean
}
type TabsProps = { label: string; tabs: readonly Tab[] }

/** Screens beside each other, each with an address of its own. */
export const Tabs = ({ label, tabs }: TabsProps) => (
  <nav
    ref={useOpenInSight(tabs.map(tab => `${tab.label} ${tab.count}`).join())}
    aria-label={label}
    className="flex flex-none gap-1 overflow-x-auto px-3 pb-1 [scrollbar-width:none]"
  >
    {tabs.map(tab => (
      <NavLink
        key={tab.href}
        to={tab.href}
        end={tab.exact === true}
        className="flex h-7 flex-none items-center rounded-control px-2 text-ink-2 hover:bg-hover max-md:h-9 [&.active]:bg-press [&.active]:font-medium [&.active]:text-ink"
      >
        {tab.label}
        {typeof tab.count === 'number' && (
          <span className="num ml-2 font-normal text-12 text-ink-3">{tab.count}</span>
        )}
      </NavLink>
    ))}
  </nav>
)
