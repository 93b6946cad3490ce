import type { ReactNode } from 'react'
import { FindSetting } from './FindSetting.tsx'

export const SettingsGroup = ({ label, children }: { label: ReactNode; children?: ReactNode }) => (
  <section>
    <h2 className="mt-3 flex h-7 flex-none items-center pl-2 text-12 text-ink-3">{label}</h2>
    {children && <ul>{children}</ul>}
  </section>
)

type SettingsNavigationProps = {
  label: string
  /** Its name, where nothing is looked for. */
  head: ReactNode
  /** Null while nothing is looked for. */
  wanted: string | null
  onFind: (wanted: string | null) => void
  /** No setting is called so. */
  isNone: boolean
  foot: ReactNode
  /** Groups of settings. */
  children: ReactNode
}

/** The sections of settings in the sidebar's place: of people, workspaces and projects, and of the instance. */
export const SettingsNavigation = (props: SettingsNavigationProps) => {
  const { label, head, wanted, onFind, isNone, foot, children } = props
  return (
    <nav
      aria-label={label}
      data-own="sidebar"
      className="flex h-full flex-col bg-sunken px-2 pb-2 shadow-[inset_-1px_0_0_var(--edge)]"
    >
      <FindSetting wanted={wanted} onChange={onFind}>
        {head}
      </FindSetting>
      <div className="-mx-2 min-h-0 flex-1 overflow-y-auto px-2 [&>section:first-child>h2]:mt-0">
        {children}
        {isNone && <p className="px-2 py-3 text-ink-3">No setting is called “{wanted}”.</p>}
      </div>
      {foot}
    </nav>
  )
}
