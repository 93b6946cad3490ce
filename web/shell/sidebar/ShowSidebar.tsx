import { createContext, useContext } from 'react'
import { IconButton } from '../../ui/controls/IconButton.tsx'
import { sidebarSwitch, toggleSidebar, useSidebar } from './sidebar-state.ts'

/** Signs of the sidebar are where it is shut: one of them brings it back. */
export const HasRail = createContext(false)

/** Brings the sidebar back, at the head of a wide screen that has shut it. */
export const ShowSidebar = () => {
  const { shut } = useSidebar()
  const hasRail = useContext(HasRail)
  if (!shut || hasRail) return null
  return (
    <IconButton
      icon="panel-left"
      label="Show the sidebar"
      keys="mod+b"
      onClick={toggleSidebar}
      {...sidebarSwitch}
      className="-ml-1.5 max-desk:hidden"
    />
  )
}
