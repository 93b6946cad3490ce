import type { ReactNode } from 'react'
import type { IssueQuery } from '#contract/lists/issueQuery.ts'
import type { RowTypes } from '../data/entities.ts'
import { type List, loadMore, retryList } from '../data/lists.ts'
import { getRow } from '../data/rows.ts'
import { changeIssues } from '../issues/acts/issueActions.ts'
import { useNamedGroups } from '../issues/view/groups.tsx'
import type { Selection } from '../shell/list/selection.ts'
import { classes } from '../ui/classes.ts'
import { Button } from '../ui/controls/Button.tsx'
import { Icon } from '../ui/icons.tsx'
import { Kbd } from '../ui/marks/Kbd.tsx'
import { ChosenActs } from './ChosenActs.tsx'
import { type PlanGroup, PlanPane } from './PlanPane.tsx'
import { PlanSums } from './PlanSums.tsx'
import type { Plan } from './usePlan.ts'

type Cycle = RowTypes['cycle']
type Project = RowTypes['project']

export const setCycle = (ids: readonly string[], cycle_id: string | null) =>
  void changeIssues(
    ids.flatMap(id => getRow('issue', id) ?? []),
    () => ({ cycle_id }),
  )

/** In words: the sum of the selection, and its unestimated issues. */
export const sumWords = ({ sums, measure }: Plan) =>
  [
    ...(sums.added > 0 && measure.unit === 'pt' ? [`${sums.added} pt`] : []),
    ...(sums.unestimated > 0 ? [`${sums.unestimated} without estimate`] : []),
  ].join(' and ')

/** `roomy`: only where a desk has room for it. */
const Hint = ({ keys, roomy, children }: { keys: string; roomy?: boolean; children: ReactNode }) => (
  <span className={classes('flex min-w-0 items-center gap-1.5', roomy && 'max-desk:hidden')}>
    <Kbd keys={keys} />
    <span className="cut">{children}</span>
  </span>
)

type SideProps = {
  plan: Plan
  project: Project
  cycle: Cycle
  chosen: readonly string[]
  selection: Selection
  onOpen: (id: string) => void
  mayEdit: boolean
}

/** Where there are no rows: why, and what can be done about it. */
const wordsFor = (list: List, query: IssueQuery, none: string): ReactNode => {
  if (list.status === 'ready') return none
  if (list.status === 'loading') return ''
  return (
    <span role="status" className="flex flex-wrap items-center gap-2">
      The issues could not be loaded. {list.error}
      <Button variant="neutral" onClick={() => retryList(query)} className="max-md:h-11">
        Try again
      </Button>
    </span>
  )
}

const foot = 'flex h-11 flex-none items-center gap-4 bg-sunken px-4 text-12 text-ink-2 max-md:hidden'

type BacklogProps = SideProps & { filters: ReactNode; filterButton: ReactNode; isFiltered: boolean }

export const Backlog = (props: BacklogProps) => {
  const { plan, project, cycle, chosen, selection, onOpen, mayEdit, filters, filterButton, isFiltered } =
    props
  const { backlog, waiting } = plan
  const named = useNamedGroups(project.id, 'priority', backlog.groups, false)
  const groups = named.map(
    (group): PlanGroup => ({ ...group, loadMore: () => void loadMore(waiting, group.key) }),
  )
  const move = (ids: readonly string[], by: 'left' | 'right') => {
    if (by === 'right') setCycle(ids, cycle.id)
    return by === 'right'
  }
  const bring = () => {
    move(chosen, 'right')
    selection.clear()
  }
  return (
    <section aria-label="Backlog" className="flex min-h-0 min-w-0 flex-col">
      <div className="flex h-11 flex-none items-center gap-2 px-4 max-md:hidden">
        <h2 className="font-medium">Backlog</h2>
        <span className="num text-12 text-ink-3">{backlog.total}</span>
        <span className="flex-1" />
        {plan.measure.unit === 'pt' && (
          <span className="num text-12 text-ink-2">
            {backlog.points} pt
            {backlog.unestimated > 0 && ` and ${backlog.unestimated} without estimate`}
          </span>
        )}
        {filterButton}
      </div>
      {filters}
      <PlanPane
        label="Backlog"
        projectKey={project.identifier}
        groups={groups}
        onMove={move}
        empty={wordsFor(
          backlog,
          waiting,
          isFiltered ? 'No open issues match the filters.' : 'Every open issue is already in a cycle.',
        )}
        {...{ chosen, selection, onOpen, mayEdit }}
      />
      <div className={foot}>
        {chosen.length > 0 ? (
          <>
            <b className="num flex-none font-medium text-ink">{chosen.length} selected</b>
            <span className="num cut">{sumWords(plan)}</span>
            <span className="flex-1" />
            <ChosenActs {...{ chosen, onOpen, mayEdit }} isEstimated={project.estimate !== null} />
            {mayEdit && (
              <Button variant="neutral" keys="alt+right" onClick={bring} className="min-w-0 shrink">
                <span className="cut">{`Move to ${cycle.name}`}</span>
              </Button>
            )}
          </>
        ) : (
          <>
            <Hint keys="x">select</Hint>
            <Hint keys="shift+down">extend</Hint>
            <Hint keys="alt+right">{`move to ${cycle.name}`}</Hint>
          </>
        )}
      </div>
    </section>
  )
}

const groupOf = (list: List, name: string, key: string, more: () => void): PlanGroup[] => {
  const [whole] = list.groups
  return whole && whole.total > 0
    ? [
        {
          ...whole,
          key,
          name,
          points: list.points,
          unestimated: list.unestimated,
          loadMore: more,
        },
      ]
    : []
}

export const Planned = ({
  plan,
  project,
  cycle,
  current,
  chosen,
  selection,
  onOpen,
  mayEdit,
  switcher,
}: SideProps & { current: Cycle | null; switcher: ReactNode }) => {
  const { planned, left, within, leaving } = plan
  const likely = left?.groups[0]?.ids ?? []
  const groups: PlanGroup[] = [
    ...groupOf(planned, 'Planned', 'planned', () => void loadMore(within, '')),
    ...(left && leaving && current
      ? groupOf(left, `Likely from ${current.name}`, 'likely', () => void loadMore(leaving, '')).map(
          group => ({
            ...group,
            icon: <Icon name="history" size={14} className="text-ink-3" />,
            action: mayEdit && likely.length === left.total && (
              <Button size="small" onClick={() => setCycle(likely, cycle.id)} className="max-md:h-9">
                Bring all
              </Button>
            ),
          }),
        )
      : []),
  ]
  const move = (ids: readonly string[], by: 'left' | 'right') => {
    const coming = ids.filter(id => likely.includes(id))
    const moved = by === 'right' ? coming : ids.filter(id => !likely.includes(id))
    if (moved.length > 0) setCycle(moved, by === 'right' ? cycle.id : null)
    return moved.length > 0
  }
  const isComing = chosen.every(id => likely.includes(id))
  const moveChosen = () => {
    move(chosen, isComing ? 'right' : 'left')
    selection.clear()
  }
  return (
    <section aria-label={cycle.name} className="flex min-h-0 min-w-0 flex-col border-line md:border-l">
      <div className="max-md:hidden">
        <PlanSums {...{ plan, cycle, current, switcher }} />
      </div>
      <PlanPane
        label={cycle.name}
        projectKey={project.identifier}
        groups={groups}
        onMove={move}
        empty={wordsFor(planned, within, 'Nothing is planned yet: move issues over from the backlog.')}
        {...{ chosen, selection, onOpen, mayEdit }}
      />
      <div className={foot}>
        {chosen.length > 0 ? (
          <>
            <b className="num flex-none font-medium text-ink">{chosen.length} selected</b>
            <span className="flex-1" />
            <ChosenActs {...{ chosen, onOpen, mayEdit }} isEstimated={project.estimate !== null} />
            {mayEdit && (
              <Button
                variant="neutral"
                keys={isComing ? 'alt+right' : 'alt+left'}
                onClick={moveChosen}
                className="min-w-0 shrink"
              >
                <span className="cut">{isComing ? `Move to ${cycle.name}` : 'Send back'}</span>
              </Button>
            )}
          </>
        ) : (
          <>
            <Hint keys="j">down</Hint>
            <Hint keys="k">up</Hint>
            <Hint keys="e" roomy>
              estimate
            </Hint>
            <Hint keys="alt+left">send back</Hint>
            <span className="flex-1" />
            <Hint keys="tab" roomy>
              other side
            </Hint>
          </>
        )}
      </div>
    </section>
  )
}
