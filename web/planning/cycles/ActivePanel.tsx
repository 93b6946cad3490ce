import { useNavigate } from 'react-router'
import type { Cycle } from '#contract/planning/cycles.ts'
import type { Issue } from '#contract/work/issues.ts'
import { useDayIn } from '../../data/clock.ts'
import { useRow } from '../../data/rows.ts'
import { keyOf } from '../../issues/acts/issueAddress.ts'
import { useStateSign } from '../../issues/fields/useNamed.ts'
import { exactly } from '../../issues/view/exactly.ts'
import { LED, LedLink } from '../../shell/led.tsx'
import { Segmented } from '../../ui/controls/Segmented.tsx'
import { shortDay } from '../../ui/dates/day-words.ts'
import { PriorityIcon } from '../../ui/marks/PriorityIcon.tsx'
import { StateIcon } from '../../ui/marks/StateIcon.tsx'
import { ProgressChart } from '../charts/ProgressChart.tsx'
import { GroupFigures } from '../progress/GroupFigures.tsx'
import { leftOn, shareTerms } from '../progress/lists.ts'
import { Shares } from '../progress/Shares.tsx'
import { NO_TOTALS } from '../progress/totals.ts'
import { useContents, usePressing } from '../progress/useContents.ts'
import { useMeasure } from '../progress/useMeasure.ts'
import { useKept } from '../useKept.ts'
import { cycleAddress } from './cycleMenu.ts'

const tabs = ['assignees', 'labels', 'pressing'] as const

const pressingList = (peekId: string) => {
  const terms = exactly({ priority: 'urgent,high', state_group: 'backlog,unstarted,started' })
  terms.set('peekId', peekId)
  return terms
}

/** The state of the current cycle: the share done, the course of its days, and the people. */
export const ActivePanel = ({ cycle }: { cycle: Cycle }) => {
  const go = useNavigate()
  const project = useRow('project', cycle.project_id)
  const timezone = project?.timezone ?? 'UTC'
  const today = useDayIn(timezone)
  const totals = useRow('cycle_progress', cycle.id)
  const { measure, onMeasure } = useMeasure(cycle.project_id)
  const contents = useContents({ in: 'cycle', project: cycle.project_id, id: cycle.id })
  const pressing = usePressing(contents)
  const [tab, setTab] = useKept('tandem:cycle-tab', tabs, 'assignees')
  const href = cycleAddress(cycle)
  return (
    <div className="grid gap-x-10 gap-y-6 px-4 pt-2 pb-5 xl:grid-cols-[minmax(200px,256px)_minmax(0,496px)_minmax(0,1fr)] max-md:gap-y-3">
      <GroupFigures
        projectId={cycle.project_id}
        totals={totals ?? NO_TOTALS}
        {...{ measure, contents }}
        hrefOf={terms => `${href}?${exactly(terms)}`}
      />
      {cycle.start_date && cycle.end_date && (
        <ProgressChart
          charted={{
            kind: 'cycle',
            id: cycle.id,
            projectId: cycle.project_id,
            start: cycle.start_date,
            end: cycle.end_date,
            today,
          }}
          name={cycle.name}
          height={196}
          {...{ totals, measure, onMeasure }}
          onOpen={day => void go(`${href}?${exactly(leftOn(day))}`, { state: LED })}
        />
      )}
      <div className="min-w-0 max-md:hidden">
        <Segmented
          label="Shown"
          parts={[
            { id: 'assignees', label: 'Assignees' },
            { id: 'labels', label: 'Labels' },
            {
              id: 'pressing',
              label: pressing.isReady ? `Urgent and high ${pressing.total}` : 'Urgent and high',
            },
          ]}
          value={tab}
          onChange={setTab}
          className="mb-2 w-fit text-12"
        />
        {tab === 'pressing' ? (
          <Pressing {...pressing} href={href} />
        ) : (
          <>
            <Shares
              contents={contents}
              by={tab}
              measure={measure}
              most={6}
              hrefOf={(by, id) => `${href}?${exactly(shareTerms(by, id))}`}
            />
            <p className="mt-2 text-12 text-ink-3">
              done of planned, {measure === 'issues' ? 'issues' : 'points'}
            </p>
          </>
        )}
      </div>
    </div>
  )
}

/** Each opens beside the list of all of them. */
const Pressing = ({ isReady, issues, total, href }: ReturnType<typeof usePressing> & { href: string }) => {
  if (isReady && total === 0) return <p className="py-1.5 text-ink-3">Nothing urgent or high is open.</p>
  return (
    <ul className="max-h-49 overflow-y-auto">
      {issues.map(issue => (
        <li key={issue.id} className="[contain-intrinsic-size:auto_32px] [content-visibility:auto]">
          <PressingLine issue={issue} href={`${href}?${pressingList(issue.id)}`} />
        </li>
      ))}
      {isReady && total > issues.length && (
        <li className="num px-1 py-1.5 text-12 text-ink-3">and {total - issues.length} more</li>
      )}
    </ul>
  )
}

const PressingLine = ({ issue, href }: { issue: Issue; href: string }) => {
  const { label: _, ...sign } = useStateSign(issue)
  return (
    <LedLink
      to={href}
      className="flex h-8 items-center gap-2 rounded-control px-1 hover:bg-hover focus-visible:-outline-offset-2"
    >
      <PriorityIcon priority={issue.priority} />
      <StateIcon {...sign} />
      <span className="num flex-none text-12 text-ink-3">{keyOf(issue)}</span>
      <span className="cut flex-1">{issue.name}</span>
      {issue.target_date && (
        <span className="num flex-none text-12 text-ink-3">{shortDay(issue.target_date)}</span>
      )}
    </LedLink>
  )
}
