/** How each layout of a list is named and announced; what draws it comes with the lists (`layouts.tsx`). */
import type { ComponentType } from 'react'
import type { IconName } from '../../ui/icons.tsx'
import {
  BoardSkeleton,
  CalendarSkeleton,
  RowsSkeleton,
  TableSkeleton,
  TimelineSkeleton,
} from '../../ui/marks/Skeleton.tsx'
import { type Layout, layoutIds } from '../view/contexts.ts'

type LayoutLook = { label: string; icon: IconName; Loading: ComponentType }

export const layoutLooks: Record<Layout, LayoutLook> = {
  list: { label: 'List', icon: 'list', Loading: RowsSkeleton },
  kanban: { label: 'Board', icon: 'square-kanban', Loading: BoardSkeleton },
  calendar: { label: 'Calendar', icon: 'calendar', Loading: CalendarSkeleton },
  spreadsheet: { label: 'Table', icon: 'table-2', Loading: TableSkeleton },
  gantt_chart: { label: 'Timeline', icon: 'chart-gantt', Loading: TimelineSkeleton },
}

export const layoutParts = layoutIds.map((id, at) => ({
  id,
  label: layoutLooks[id].label,
  icon: layoutLooks[id].icon,
  keys: String(at + 1),
}))
