import { IconButton } from '../../ui/controls/IconButton.tsx'
import { toggleSidebar, useSidebar } from './sidebar-state.ts'

/** Brings the sidebar back, at the head of a wide screen that has shut it. */
export const ShowSidebar = () =>
  useSidebar().shut && (
    <IconButton
      icon="panel-left"
      label="Show the sidebar"
      keys="mod+b"
      onClick={toggleSidebar}
      className="-ml-1.5 max-desk:hidden"
    />
  )
