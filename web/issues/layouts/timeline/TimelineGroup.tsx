import type { ReactNode } from 'react'
import { getRow } from '../../../data/rows.ts'
import { Icon } from '../../../ui/icons.tsx'
import type { NamedGroup } from '../../view/groups.tsx'
import { barOf } from './bars.ts'

type TimelineGroupProps = {
  name: string
  icon?: ReactNode
  figure: string
  shut: boolean
  onToggle: () => void
  quiet?: boolean
  children?: ReactNode
}

/** A line of the sidebar that opens and shuts what is below it. */
export const TimelineGroup = ({
  name,
  icon,
  figure,
  shut,
  onToggle,
  quiet,
  children,
}: TimelineGroupProps) => (
  <div className="flex h-9">
    <h2 className="timeline-name sticky left-0 z-10 flex w-(--side) flex-none">
      <button
        type="button"
        aria-expanded={!shut}
        onClick={onToggle}
        className="flex min-w-0 flex-1 items-center gap-2 pr-4 pl-4 text-left hover:bg-hover focus-visible:-outline-offset-2 max-md:pr-2 max-md:pl-3"
      >
        <Icon name={shut ? 'chevron-right' : 'chevron-down'} size={14} className="text-ink-3" />
        {icon}
        <span className={quiet ? 'cut flex-1 text-ink-2' : 'cut flex-1 font-medium'}>{name}</span>
        <span className="max-md:hidden num text-12 text-ink-3">{figure}</span>
      </button>
    </h2>
    <div className="relative flex-1">{children}</div>
  </div>
)

/** The span of a group's dated issues, and their completed share. */
export const summaryOf = (group: NamedGroup, dayWidth: number) => {
  let from = Infinity
  let until = -Infinity
  let dated = 0
  let done = 0
  for (const id of group.ids) {
    const issue = getRow('issue', id)
    const bar = issue && barOf(issue, dayWidth)
    if (!bar) continue
    from = Math.min(from, bar.from)
    until = Math.max(until, bar.until)
    dated++
    if (issue.state__group === 'completed') done++
  }
  return dated > 0 ? { from, until, share: done / dated } : null
}
