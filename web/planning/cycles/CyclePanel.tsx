import { INSTANCE_BOT } from '#contract/people/users.ts'
import type { Cycle, CycleStatus } from '#contract/planning/cycles.ts'
import { useDayIn } from '../../data/clock.ts'
import { useRow } from '../../data/rows.ts'
import { useRowsOf } from '../../data/rowsBy.ts'
import type { ListContext } from '../../issues/view/contexts.ts'
import { openCycleForm } from '../../shell/overlays.ts'
import { Avatar, AvatarStack } from '../../ui/marks/Avatar.tsx'
import { useFavorites } from '../favorites.ts'
import { PlanHead } from '../PlanHead.tsx'
import { PlanMenu } from '../PlanMenu.tsx'
import { PanelFact, PlanPanel } from '../PlanPanel.tsx'
import { PlanProgress } from '../progress/PlanProgress.tsx'
import { figureOf, plannedOf, usePointed } from '../progress/totals.ts'
import { Unestimated } from '../progress/Unestimated.tsx'
import { useContents } from '../progress/useContents.ts'
import { LeftTag } from './CycleRow.tsx'
import { mayChangeCycle } from './cycleActions.ts'
import { leftWords, statusNames, untilWords } from './cycleList.ts'
import { cycleAddress, cycleEntries } from './cycleMenu.ts'
import { spanWords } from './cycleRange.ts'
import { useCycleStatus } from './cycleRows.ts'
import { addedTo, addedWords, totalsOf } from './figures.ts'

type CyclePanelProps = {
  cycle: Cycle
  context: ListContext
  /** Where its issues are not beside it: its figures lead to them. */
  leadsTo?: string
  onClose: () => void
}

/** A cycle's description, people and progress; figures lead to their issues. */
export const CyclePanel = ({ cycle, context, leadsTo, onClose }: CyclePanelProps) => {
  const project = useRow('project', cycle.project_id)
  const today = useDayIn(project?.timezone ?? 'UTC')
  const status = useCycleStatus(cycle)
  const progress = useRow('cycle_progress', cycle.id)
  const totals = status === 'completed' ? totalsOf(cycle, 'issues') : progress
  const isAsEnded = status === 'completed' && Object.keys(cycle.progress_snapshot).length > 0
  const lead = useRow('user', cycle.owned_by_id)
  const people = useRowsOf('user', progress?.assignee_ids ?? [])
  const isPointed = usePointed(cycle.project_id)
  const contents = useContents(context.scope)
  useFavorites('cycle')
  const { start_date, end_date } = cycle
  const dates = start_date && end_date ? spanWords(start_date, end_date) : 'No dates'
  const edit = () => openCycleForm({ projectId: cycle.project_id, cycleId: cycle.id })
  return (
    <PlanPanel label={`About ${cycle.name}`} closes={leadsTo !== undefined} onClose={onClose}>
      <PlanHead
        kind="cycle"
        row={cycle}
        href={cycleAddress(cycle)}
        menu={
          <PlanMenu name={cycle.name} entries={() => cycleEntries(cycle)} className="size-7 max-md:size-11" />
        }
      />
      <dl className="mt-3">
        <PanelFact label="Status">
          <Status {...{ status, today }} start={start_date} end={end_date} />
        </PanelFact>
        <PanelFact label="Dates">
          {mayChangeCycle(cycle) ? (
            <button
              type="button"
              onClick={edit}
              className="num -mx-1.5 rounded-control px-1.5 py-0.5 hover:bg-hover max-md:py-2.5"
            >
              <span className="sr-only">Change dates: </span>
              {dates}
            </button>
          ) : (
            <span className="num">{dates}</span>
          )}
        </PanelFact>
        <PanelFact label="Lead">
          {cycle.owned_by_id !== INSTANCE_BOT && <Avatar person={lead} silent />}
          <span className="cut">
            {lead?.display_name ?? (cycle.owned_by_id === INSTANCE_BOT ? 'Made by Tandem' : 'Nobody')}
          </span>
        </PanelFact>
        <PanelFact label="Members">
          <AvatarStack people={people} max={8} apart empty={<span className="text-ink-3">Nobody yet</span>} />
        </PanelFact>
        {totals && (
          <PanelFact label="Issues">
            <span className="num">
              {totals.completed_issues} of {plannedOf(totals, 'issues')}
            </span>
          </PanelFact>
        )}
        {totals && (status === 'current' || status === 'completed') && (
          <PanelFact label="Added">
            <span className="num">
              {addedWords(addedTo(cycle, isPointed ? 'estimate_points' : 'issues'))}
              {isPointed ? ' pt' : ''} since the start
            </span>
          </PanelFact>
        )}
        {totals && isPointed && (
          <PanelFact label="Points">
            <span className="num">
              {figureOf(totals, 'completed', 'estimate_points')} of {plannedOf(totals, 'estimate_points')}
            </span>
            <Unestimated contents={contents} planned={plannedOf(totals, 'issues')} />
          </PanelFact>
        )}
      </dl>
      {isAsEnded && (
        <p className="mt-3 text-12 text-ink-3">
          These figures and the chart are as the cycle ended. The bars below count the issues it still holds.
        </p>
      )}
      <PlanProgress
        {...{ context, contents }}
        leadsTo={leadsTo}
        charted={
          start_date && end_date
            ? {
                kind: 'cycle',
                id: cycle.id,
                projectId: cycle.project_id,
                start: start_date,
                end: end_date,
                today,
              }
            : null
        }
        name={cycle.name}
        totals={totals}
      />
    </PlanPanel>
  )
}

type StatusProps = { status: CycleStatus; today: string; start: string | null; end: string | null }

const Status = ({ status, today, start, end }: StatusProps) => (
  <>
    <span>{statusNames[status]}</span>
    {status === 'current' && end && <LeftTag words={leftWords(end, today)} />}
    {status === 'upcoming' && start && (
      <span className="num text-12 text-ink-3">{untilWords(start, today)}</span>
    )}
  </>
)
