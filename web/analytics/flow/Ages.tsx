import { Link } from 'react-router'
import type { UnderWay } from '#contract/planning/insights.ts'
import { useRow } from '../../data/rows.ts'
import { useHere } from '../../data/viewer.ts'
import { laterState, statesOf } from '../../issues/fields/projectRows.ts'
import { to } from '../../places/address.ts'
import { StateIcon } from '../../ui/marks/StateIcon.tsx'
import { Part } from '../parts.tsx'
import { daysText } from './days.ts'

const MOST = 10

type Aged = UnderWay['started']['issues'][number]

type AgesProps = {
  value: UnderWay
  /** The time that most completed issues took. */
  usual: number | null
}

/** The issues under way, the oldest first. */
export const Ages = ({ value, usual }: AgesProps) => {
  const { slug } = useHere()
  const { issues, total, median } = value.started
  if (issues.length === 0) return null
  const address = ({ id, project_id }: Aged) => to('issue', { slug, projectId: project_id, issueId: id })
  const oldest = issues[0]?.days ?? 1
  return (
    <Part
      title="Age of started work"
      note={`half for ${daysText(median)} or longer${total > issues.length ? `; the oldest ${issues.length} of ${total}` : ''}`}
      className="mt-4"
      table={{
        columns: ['Issue', 'Title', 'Days since started'],
        rows: issues.map(issue => ({
          id: issue.id,
          cells: [{ value: issue.key, href: address(issue) }, issue.name, daysText(issue.days)],
        })),
      }}
    >
      <ul>
        {issues.slice(0, MOST).map(issue => (
          <li key={issue.id}>
            <Link
              to={address(issue)}
              className="-mx-2 flex h-7 items-center gap-2 rounded-control px-2 hover:bg-hover focus-visible:-outline-offset-2 max-md:h-11"
            >
              <StateSign id={issue.state_id} />
              <span className="num w-18 flex-none text-12 text-ink-3">{issue.key}</span>
              <span className="cut w-1/3 flex-none">{issue.name}</span>
              <span aria-hidden="true" className="flex h-2 min-w-0 flex-1">
                <span
                  className="rounded-[2px]"
                  style={{
                    width: `${(100 * issue.days) / Math.max(1, oldest)}%`,
                    background: usual !== null && issue.days > usual ? 'var(--warn)' : 'var(--st-started)',
                  }}
                />
              </span>
              <span className="num w-12 flex-none text-right">{daysText(issue.days)}</span>
            </Link>
          </li>
        ))}
      </ul>
      {usual !== null && oldest > usual && (
        <p className="text-12 text-ink-3">
          Darker: older than what 85 of 100 took until they were done ({daysText(usual)}).
        </p>
      )}
    </Part>
  )
}

const StateSign = ({ id }: { id: string }) => {
  const state = useRow('state', id)
  if (!state) return <span className="size-4 flex-none" />
  return (
    <StateIcon
      group={state.group}
      color={state.color}
      {...laterState(statesOf.of(state.project_id), state)}
      className="flex-none"
    />
  )
}
