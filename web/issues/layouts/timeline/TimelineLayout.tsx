import type { LayoutProps } from '../props.ts'
export const TimelineLayout = (_: LayoutProps) => null
