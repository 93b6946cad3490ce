import { priorities } from '#contract/work/issues.ts'
import { useHere, viewer } from '../../data/viewer.ts'
import { PriorityIcon, priorityNames } from '../../ui/marks/PriorityIcon.tsx'
import { BarLine } from '../figures.tsx'
import { OPEN, type Whole } from '../personIssues.ts'
import { isWithin, termsOf } from '../spans.ts'
import { workLink } from '../workLink.ts'
import { useDays, WidgetHead } from './WidgetHead.tsx'

/** My open issues by priority. */
export const ByPriority = ({ open }: { open: Whole }) => {
  const me = viewer()?.id ?? ''
  const { slug } = useHere()
  const days = useDays('issues_by_priority')
  const { span } = days
  const lines = priorities.toReversed().map(priority => ({
    priority,
    count: open.issues.filter(issue => issue.priority === priority && isWithin(span, issue)).length,
  }))
  const most = Math.max(...lines.map(({ count }) => count))
  return (
    <section aria-label="My issues by priority">
      <WidgetHead of="issues_by_priority" days={days} />
      {lines.map(({ priority, count }) => (
        <BarLine
          key={priority}
          icon={<PriorityIcon priority={priority} silent />}
          name={priority === 'none' ? 'None' : priorityNames[priority]}
          colour={priority === 'urgent' ? 'var(--pr-urgent)' : 'var(--pr-bar)'}
          href={workLink(slug, me, 'assigned', {
            priority,
            state_group: OPEN.join(),
            ...termsOf(span),
          })}
          {...{ count, most }}
        />
      ))}
    </section>
  )
}
