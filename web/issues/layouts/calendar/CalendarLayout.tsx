import type { LayoutProps } from '../props.ts'
export const CalendarLayout = (_: LayoutProps) => null
