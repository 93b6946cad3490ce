import { NavLink } from 'react-router'

type TabsProps = { label: string; tabs: readonly { label: string; href: string }[] }

/** Screens beside each other, each with an address of its own. */
export const Tabs = ({ label, tabs }: TabsProps) => (
  <nav aria-label={label} className="flex flex-none gap-1 overflow-x-auto px-3 pb-1 [scrollbar-width:none]">
    {tabs.map(tab => (
      <NavLink
        key={tab.href}
        to={tab.href}
        className="flex h-7 flex-none items-center rounded-control px-2 text-ink-2 hover:bg-hover max-md:h-9 [&.active]:bg-press [&.active]:font-medium [&.active]:text-ink"
      >
        {tab.label}
      </NavLink>
    ))}
  </nav>
)
