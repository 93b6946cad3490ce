import { Link } from 'react-router'
import { isAmong } from '#contract/keys.ts'
import { stateGroups } from '#contract/work/states.ts'
import { useHere, viewer } from '../../data/viewer.ts'
import { StateIcon } from '../../ui/marks/StateIcon.tsx'
import { GroupBar, groupWords } from '../figures.tsx'
import { OPEN, useTotals, type Whole } from '../personIssues.ts'
import { isWithin, termsOf } from '../spans.ts'
import { workLink } from '../workLink.ts'
import { useDays, WidgetHead } from './WidgetHead.tsx'

const isOpen = (group: string) => isAmong(OPEN, group)

/** My issues by state: open ones counted here, completed ones by their sum. */
export const ByState = ({ open }: { open: Whole }) => {
  const me = viewer()?.id ?? ''
  const { slug } = useHere()
  const days = useDays('issues_by_state_groups')
  const { span } = days
  const over = useTotals(
    { assignees: me, state_group: 'completed,cancelled', ...termsOf(span) },
    'state__group',
  )
  const parts = stateGroups.map(group => ({
    group,
    count: isOpen(group)
      ? open.issues.filter(issue => issue.state__group === group && isWithin(span, issue)).length
      : (over?.of(group) ?? 0),
  }))
  const total = parts.reduce((sum, { count }) => sum + count, 0)
  return (
    <section aria-label="My issues by state">
      <WidgetHead of="issues_by_state_groups" days={days} />
      <GroupBar parts={parts} className="mt-2 mb-2.5 h-2.5" />
      {parts
        .filter(({ group, count }) => isOpen(group) || count > 0)
        .map(({ group, count }) => (
          <Link
            key={group}
            to={workLink(slug, me, 'assigned', { state_group: group, ...termsOf(span) })}
            className="-mx-2 flex h-7 items-center gap-2 rounded-control px-2 hover:bg-hover focus-visible:-outline-offset-2 max-md:h-11"
          >
            <StateIcon group={group} />
            <span className="cut flex-1">{groupWords[group]}</span>
            <span className="num text-12 text-ink-3">
              {total > 0 ? `${Math.round((100 * count) / total)}%` : ''}
            </span>
            <span className="num w-8 text-right font-medium">{count}</span>
          </Link>
        ))}
    </section>
  )
}
