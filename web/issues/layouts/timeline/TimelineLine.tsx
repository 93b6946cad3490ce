import type { ComponentProps } from 'react'
import type { IssueChange } from '#contract/work/issues.ts'
import { getRow } from '../../../data/rows.ts'
import type { LayoutProps } from '../props.ts'
import { barOf } from './bars.ts'
import { TimelineOther } from './TimelineOther.tsx'
import { TimelineRow } from './TimelineRow.tsx'
import type { TimelineLine as Line } from './timelineLines.ts'
import type { Canvas } from './useCanvas.ts'

type RowProps = ComponentProps<typeof TimelineRow>
type TimelineLineProps = Pick<
  RowProps,
  'sidebar' | 'narrow' | 'newDays' | 'scroller' | 'onDates' | 'onLink' | 'onDraft'
> & {
  layout: LayoutProps
  canvas: Canvas
  line: Line | undefined
  /** How far from the top it lies. */
  start: number
  preset: () => IssueChange
}

const awayOf = (id: string, { dayWidth, sight }: Canvas) => {
  const issue = getRow('issue', id)
  const bar = issue && barOf(issue, dayWidth)
  return !bar ? null : bar.until <= sight.from ? 'before' : bar.from >= sight.to ? 'after' : null
}

/** One line of the timeline, where it lies. */
export const TimelineLine = ({ layout, canvas, line, start, preset, ...rest }: TimelineLineProps) => {
  if (!line) return null
  const { dayWidth, range, dayAt, show } = canvas
  return (
    <li className="absolute inset-x-0 top-0" style={{ transform: `translateY(${start}px)` }}>
      {line.kind === 'issue' ? (
        <TimelineRow
          line={line.key}
          id={line.id}
          group={line.group.key}
          from={range.from}
          {...{ ...rest, dayWidth, dayAt }}
          away={awayOf(line.id, canvas)}
          peeked={layout.peekId === line.id}
          mayEdit={layout.mayEdit && !rest.narrow}
          onShow={show}
          onEdit={layout.onEdit}
          onPeek={layout.onPeek}
          refuse={layout.refuse}
          onDrop={layout.onDrop}
        />
      ) : (
        <TimelineOther {...layout} line={line} range={range} dayWidth={dayWidth} preset={preset} />
      )}
    </li>
  )
}
