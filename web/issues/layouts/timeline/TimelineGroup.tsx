import type { ReactNode } from 'react'
import { getRow } from '../../../data/rows.ts'
import { FoldButton } from '../../../ui/controls/FoldButton.tsx'
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
      <FoldButton
        name={name}
        icon={icon}
        shut={shut}
        onToggle={onToggle}
        quiet={quiet}
        className="flex-1 gap-2 pr-4 pl-4 hover:bg-hover focus-visible:-outline-offset-2 max-md:pr-2 max-md:pl-3"
      >
        <span className="num ml-auto text-12 text-ink-3 max-md:hidden">{figure}</span>
      </FoldButton>
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
