import { Link } from 'react-router'
import { GROUP_NAMES } from '../../issues/fields/choices.tsx'
import { StateIcon } from '../../ui/marks/StateIcon.tsx'
import { StateBar } from './StateBar.tsx'
import {
  figureOf,
  groupOrder,
  type IssueTotals,
  type Measure,
  type OpenGroup,
  percentOf,
  unitOf,
} from './totals.ts'

type GroupFiguresProps = { totals: IssueTotals; measure: Measure; hrefOf: (group: OpenGroup) => string }

/** What is done, under way and left, in issues and in points; each group leads to its issues. */
export const GroupFigures = ({ totals, measure, hrefOf }: GroupFiguresProps) => {
  const cancelled = totals.cancelled_issues
  const groups = groupOrder.filter(group => group !== 'backlog' || figureOf(totals, group, 'issues') > 0)
  return (
    <section aria-label="Progress" className="min-w-0">
      <h3 className="flex h-8 items-center justify-between font-medium max-md:hidden">
        Progress
        <span className="num font-normal text-12 text-ink-3">{percentOf(totals, measure)} % done</span>
      </h3>
      <StateBar totals={totals} measure={measure} className="mt-2 mb-2.5" />
      <ul className="max-md:flex max-md:flex-wrap max-md:gap-x-4">
        {groups.map(group => (
          <li key={group}>
            <Link
              to={hrefOf(group)}
              className="-mx-2 flex h-7 items-center gap-2 rounded-control px-2 hover:bg-hover max-md:h-11"
            >
              <StateIcon group={group} />
              <span className="flex-1 max-md:sr-only">{GROUP_NAMES[group]}</span>
              {measure !== 'issues' && (
                <span className="num text-12 text-ink-3 max-md:hidden">
                  {figureOf(totals, group, 'issues')}{' '}
                  {figureOf(totals, group, 'issues') === 1 ? 'issue' : 'issues'}
                </span>
              )}
              <span className="num min-w-12 text-right max-md:min-w-0">
                {figureOf(totals, group, measure)}
                <span className="max-md:sr-only"> {measure === 'issues' ? '' : unitOf(measure)}</span>
              </span>
            </Link>
          </li>
        ))}
      </ul>
      {cancelled > 0 && (
        <p className="mt-1 text-12 text-ink-3">
          {cancelled === 1
            ? '1 cancelled issue is not counted'
            : `${cancelled} cancelled issues are not counted`}
        </p>
      )}
    </section>
  )
}
