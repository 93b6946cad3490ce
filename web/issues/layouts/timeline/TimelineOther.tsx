import type { IssueChange } from '#contract/work/issues.ts'
import { Skeleton } from '../../../ui/marks/Skeleton.tsx'
import { QuickAdd } from '../../rows/QuickAdd.tsx'
import type { LayoutProps } from '../props.ts'
import type { Range } from './scale.ts'
import { summaryOf, TimelineGroup } from './TimelineGroup.tsx'
import { type TimelineLine, UNDATED } from './timelineLines.ts'

type TimelineOtherProps = Pick<
  LayoutProps,
  'query' | 'shut' | 'onToggle' | 'projectKey' | 'onAdd' | 'setAdding'
> & {
  line: Exclude<TimelineLine, { kind: 'issue' }>
  range: Range
  dayWidth: number
  preset: () => IssueChange
}

/** Every line that is not an issue: groups with their summary, the undated, pages that are still loading. */
export const TimelineOther = (props: TimelineOtherProps) => {
  const { line, query, shut, onToggle, range, dayWidth } = props
  if (line.kind === 'more')
    return (
      <div className="sticky left-0 flex h-9 w-(--side) items-center px-4">
        <Skeleton className="w-48" />
      </div>
    )
  if (line.kind === 'add')
    return (
      <div className="sticky left-0 w-[560px] max-w-full bg-bg">
        <QuickAdd
          look="row"
          projectKey={props.projectKey}
          onAdd={typed => props.onAdd(line.group.key, typed, props.preset())}
          onClose={() => props.setAdding(null)}
        />
      </div>
    )
  if (line.kind === 'undated')
    return (
      <TimelineGroup
        quiet
        name="Without dates"
        figure={String(line.count)}
        shut={shut.has(UNDATED)}
        onToggle={() => onToggle(UNDATED)}
      />
    )
  const { group } = line
  // Of a group by state it is plain how much is done; of one that is not all here it is not known.
  const tells = group.ids.length === group.total && !query.groupBy?.startsWith('state')
  const summary = summaryOf(group, dayWidth)
  return (
    <TimelineGroup
      name={group.name}
      icon={group.icon}
      figure={tells && summary ? `${Math.round(summary.share * 100)}%` : String(group.total)}
      shut={shut.has(group.key)}
      onToggle={() => onToggle(group.key)}
    >
      {summary && (
        <span
          aria-hidden="true"
          className="absolute top-[15px] h-1.5 overflow-hidden rounded-[3px] bg-off"
          style={{
            left: (summary.from - range.from) * dayWidth,
            width: (summary.until - summary.from) * dayWidth,
          }}
        >
          {tells && (
            <i className="block h-full rounded-[3px] bg-ink-3" style={{ width: `${summary.share * 100}%` }} />
          )}
        </span>
      )}
    </TimelineGroup>
  )
}
