/** What draws a list in each of its layouts. */
import type { ComponentType, ReactNode } from 'react'
import { later } from '../../ui/popups/later.tsx'
import type { Layout } from '../view/contexts.ts'
import { ListLayout } from './ListLayout.tsx'
import type { LayoutProps } from './props.ts'

type LayoutParts = {
  /** `meanwhile` is shown until it has come. */
  Layout: ComponentType<LayoutProps & { meanwhile?: ReactNode }>
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

export const layouts: Record<Layout, LayoutParts> = {
  list: { Layout: ListLayout },
  kanban: { Layout: BoardLayout, load: BoardLayout.load },
  calendar: { Layout: CalendarLayout, load: CalendarLayout.load, ownEmpty: true },
  spreadsheet: { Layout: TableLayout, load: TableLayout.load },
  gantt_chart: { Layout: TimelineLayout, load: TimelineLayout.load },
}
