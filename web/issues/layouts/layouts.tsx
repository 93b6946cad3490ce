/** The layouts of a list: name, key, component and skeleton. */
import type { ComponentType, ReactNode } from 'react'
import type { IconName } from '../../ui/icons.tsx'
import {
  BoardSkeleton,
  CalendarSkeleton,
  RowsSkeleton,
  TableSkeleton,
  TimelineSkeleton,
} from '../../ui/marks/Skeleton.tsx'
import { later } from '../../ui/popups/later.tsx'
import { type Layout, layoutIds } from '../view/contexts.ts'
import { ListLayout } from './ListLayout.tsx'
import type { LayoutProps } from './props.ts'

type LayoutLook = {
  label: string
  icon: IconName
  /** `meanwhile` stands until it has come. */
  Layout: ComponentType<LayoutProps & { meanwhile?: ReactNode }>
  Loading: ComponentType
  /** Fetches what draws it; done while the list is fetched, not after. */
  load?: () => Promise<unknown>
  /** Says by itself that there is nothing: an empty calendar is still a calendar. */
  ownEmpty?: boolean
}

const BoardLayout = later(() => import('./BoardLayout.tsx').then(module => module.BoardLayout), 'soon')
const TableLayout = later(() => import('./table/TableLayout.tsx').then(module => module.TableLayout), 'next')
const TimelineLayout = later(
  () => import('./timeline/TimelineLayout.tsx').then(module => module.TimelineLayout),
  'next',
)
const CalendarLayout = later(
  () => import('./calendar/CalendarLayout.tsx').then(module => module.CalendarLayout),
  'next',
)

export const layouts: Record<Layout, LayoutLook> = {
  list: { label: 'List', icon: 'list', Layout: ListLayout, Loading: RowsSkeleton },
  kanban: {
    label: 'Board',
    icon: 'square-kanban',
    Layout: BoardLayout,
    load: BoardLayout.load,
    Loading: BoardSkeleton,
  },
  calendar: {
    label: 'Calendar',
    icon: 'calendar',
    Layout: CalendarLayout,
    load: CalendarLayout.load,
    Loading: CalendarSkeleton,
    ownEmpty: true,
  },
  spreadsheet: {
    label: 'Table',
    icon: 'table-2',
    Layout: TableLayout,
    load: TableLayout.load,
    Loading: TableSkeleton,
  },
  gantt_chart: {
    label: 'Timeline',
    icon: 'chart-gantt',
    Layout: TimelineLayout,
    load: TimelineLayout.load,
    Loading: TimelineSkeleton,
  },
}

export const layoutParts = layoutIds.map((id, at) => ({
  id,
  label: layouts[id].label,
  icon: layouts[id].icon,
  keys: String(at + 1),
}))
