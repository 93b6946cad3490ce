import { WidthEdge } from '../../ui/WidthEdge.tsx'
import { useSidebarWidth } from './sidebar-state.ts'

/** The edge that the sidebar is made wider or narrower by. */
export const SidebarEdge = () => <WidthEdge label="Sidebar width" side="right" {...useSidebarWidth()} />
