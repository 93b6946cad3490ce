import { type ReactNode, useEffect } from 'react'
import { useLocation } from 'react-router'
import { MAIN } from '../ui/nowhere.ts'
import { later } from '../ui/popups/later.tsx'
import { Toaster } from '../ui/popups/Toast.tsx'
import { useKeptFocus } from './keepFocus.ts'
import { useKeys } from './keyboard.ts'
import { HasRail } from './sidebar/ShowSidebar.tsx'
import { SidebarEdge } from './sidebar/SidebarEdge.tsx'
import { closeOverlay, toggleSidebar, useSidebar } from './sidebar/sidebar-state.ts'

const TooltipHost = later(
  () => import('../ui/popups/TooltipHost.tsx').then(module => module.TooltipHost),
  'soon',
)
const SidebarPeek = later(
  () => import('./sidebar/SidebarPeek.tsx').then(module => module.SidebarPeek),
  'soon',
)
const SidebarSheet = later(
  () => import('./sidebar/SidebarSheet.tsx').then(module => module.SidebarSheet),
  'soon',
)

type AppShellProps = {
  sidebar: ReactNode
  /** Shown in its place where it is shut. */
  rail?: ReactNode
  /** Across the top: offline, an announcement. */
  banner?: ReactNode
  /** On a phone the sidebar is a screen of its own, not a sheet over one. */
  wide?: boolean
  children: ReactNode
}

export const AppShell = ({ sidebar, rail, banner, wide, children }: AppShellProps) => {
  const { shut, over } = useSidebar()
  const { pathname } = useLocation()
  useKeptFocus()
  useKeys({ 'mod+b': { run: toggleSidebar, label: 'Show or hide the sidebar' } })
  // biome-ignore lint/correctness/useExhaustiveDependencies: going somewhere closes it
  useEffect(closeOverlay, [pathname])
  return (
    <>
      <a
        href="#main"
        className="absolute top-2 left-2 z-40 rounded-control bg-accent px-3 py-1.5 font-medium text-accent-ink not-focus:sr-only"
      >
        Skip to content
      </a>
      <div className="flex h-dvh flex-col">
        {banner}
        <div className="relative flex min-h-0 flex-1">
          {shut ? (
            <>
              {rail && <div className="w-12 flex-none max-desk:hidden">{rail}</div>}
              <SidebarPeek>{sidebar}</SidebarPeek>
            </>
          ) : (
            <div className="relative w-(--sidebar) flex-none max-desk:hidden">
              {sidebar}
              <SidebarEdge />
            </div>
          )}
          <main id={MAIN} tabIndex={-1} className="relative flex min-w-0 flex-1 flex-col outline-none">
            <HasRail value={rail !== undefined}>{children}</HasRail>
            <Toaster />
          </main>
        </div>
      </div>
      {over && <SidebarSheet wide={wide}>{sidebar}</SidebarSheet>}
      <TooltipHost unasked />
    </>
  )
}
