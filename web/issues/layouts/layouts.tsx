/** Every way to look at a list: its name, its key, what draws it and what stands there until it can. */
import { type ComponentType, lazy } from 'react'
import type { IconName } from '../../ui/icons.tsx'
import { whenQuiet } from '../../ui/quiet.ts'
import {
  BoardSkeleton,
  CalendarSkeleton,
  RowsSkeleton,
  TableSkeleton,
  TimelineSkeleton,
} from '../../ui/Skeleton.tsx'
import { type Layout, layoutIds } from '../view.ts'
import { BoardLayout } from './BoardLayout.tsx'
import { ListLayout } from './ListLayout.tsx'
import type { LayoutProps } from './props.ts'

type LayoutLook = {
  label: string
  icon: IconName
  Layout: ComponentType<LayoutProps>
  Loading: ComponentType
  /** Fetches what draws it; done while the list is fetched, not after. */
  load?: () => Promise<unknown>
  /** Says by itself that there is nothing: an empty calendar is still a calendar. */
  ownEmpty?: boolean
}

const loadTable = () => import('./table/TableLayout.tsx').then(part => ({ default: part.TableLayout }))
const loadTimeline = () =>
  import('./timeline/TimelineLayout.tsx').then(part => ({ default: part.TimelineLayout }))
const loadCalendar = () =>
  import('./calendar/CalendarLayout.tsx').then(part => ({ default: part.CalendarLayout }))

/** Once the first layout stands, so that a change to another waits for nothing. */
export const preloadLayouts = () => {
  const timer = setTimeout(async () => {
    for (const load of [loadTable, loadTimeline, loadCalendar]) {
      await whenQuiet()
      await load()
    }
  }, 1_500)
  return () => clearTimeout(timer)
}

export const layouts: Record<Layout, LayoutLook> = {
  list: { label: 'List', icon: 'list', Layout: ListLayout, Loading: RowsSkeleton },
  kanban: { label: 'Board', icon: 'square-kanban', Layout: BoardLayout, Loading: BoardSkeleton },
  calendar: {
    label: 'Calendar',
    icon: 'calendar',
    Layout: lazy(loadCalendar),
    load: loadCalendar,
    Loading: CalendarSkeleton,
    ownEmpty: true,
  },
  spreadsheet: {
    label: 'Table',
    icon: 'table-2',
    Layout: lazy(loadTable),
    load: loadTable,
    Loading: TableSkeleton,
  },
  gantt_chart: {
    label: 'Timeline',
    icon: 'chart-gantt',
    Layout: lazy(loadTimeline),
    load: loadTimeline,
    Loading: TimelineSkeleton,
  },
}

export const layoutParts = layoutIds.map((id, at) => ({
  id,
  label: layouts[id].label,
  icon: layouts[id].icon,
  keys: String(at + 1),
}))
