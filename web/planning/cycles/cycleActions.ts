/** The actions on a cycle as a whole, each with its undo. */
import { type Cycle, cycleRoutes } from '#contract/planning/cycles.ts'
import { type Issue, MAX_BULK } from '#contract/work/issues.ts'
import { lifeOf } from '../../data/life.ts'
import { isDone, mutateMany } from '../../data/mutate.ts'
import { remember } from '../../data/undo.ts'
import { here, may } from '../../data/viewer.ts'
import { changeIssues, subjectOf } from '../../issues/acts/issueActions.ts'
import { statusOf } from './cycleRows.ts'

const paramsOf = ({ id, project_id }: Cycle) => ({ ws: here().slug, p: project_id, cycleId: id })
const placeOf = ({ workspace_id, project_id }: Cycle) => ({ workspace: workspace_id, project: project_id })

export const mayChangeCycle = (cycle: Cycle) =>
  !cycle.archived_at && statusOf(cycle) !== 'completed' && may('cycle.update', cycle, placeOf(cycle))
export const mayArchiveCycle = (cycle: Cycle) => may('cycle.archive', cycle, placeOf(cycle))
export const mayDeleteCycle = (cycle: Cycle) =>
  !cycle.archived_at && statusOf(cycle) !== 'completed' && may('cycle.delete', cycle, placeOf(cycle))
/** Of an archived one as well. */
export const mayRemoveCycle = (cycle: Cycle) => may('cycle.delete', cycle, placeOf(cycle))
/** Whether this person plans cycles at all. */
export const mayPlan = (cycle: Cycle) => may('cycle.fill', cycle, placeOf(cycle))
export const mayFillCycle = (cycle: Cycle) => mayMoveOn(cycle) && statusOf(cycle) !== 'completed'

/** Open issues of a completed cycle go to another. */
export const mayMoveOn = (cycle: Cycle) => !cycle.archived_at && mayPlan(cycle)

const life = lifeOf({
  entity: 'cycle',
  noun: 'cycle',
  nameOf: ({ name }) => name,
  subjectOf: ({ name }) => name,
  params: paramsOf,
  routes: () => cycleRoutes,
})
export const archiveCycles = life.archiveAll
export const archiveCycle = (cycle: Cycle) => archiveCycles([cycle])
export const restoreCycles = life.restoreAll
export const restoreCycle = (cycle: Cycle) => restoreCycles([cycle])

const write = (cycle: Cycle, sort_order: number) =>
  isDone({
    entity: 'cycle',
    route: cycleRoutes.update,
    params: paramsOf(cycle),
    body: { sort_order },
    id: cycle.id,
    patch: { sort_order },
    failure: `${cycle.name} was not moved.`,
  })

/** Of one that is over as well. */
export const mayPlaceCycle = (cycle: Cycle) =>
  !cycle.archived_at && may('cycle.update', cycle, placeOf(cycle))

export const placeCycle = (cycle: Cycle, _: Cycle, sort_order: number) => {
  if (!mayPlaceCycle(cycle)) return
  remember({
    message: `Order of ${cycle.name} changed`,
    sent: write(cycle, sort_order),
    back: () => write(cycle, cycle.sort_order),
    again: () => write(cycle, sort_order),
  })
}

/** Their issues stay, in no cycle; with the way back they are in them again. */
export const deleteCycles = (cycles: readonly Cycle[]) =>
  life.removeAll(cycles, { also: `; ${cycles.length === 1 ? 'its' : 'their'} issues stay` })
export const deleteCycle = (cycle: Cycle) => deleteCycles([cycle])

/** Open issues of a completed cycle go to another, or to none, back to the backlog. The cycle keeps how it ended. */
export const transferIssues = (from: Cycle, to: Cycle | null, issues: readonly Issue[]) =>
  changeIssues(
    issues,
    { cycle_id: to?.id ?? null },
    {
      message: `${subjectOf(issues)} moved to ${to?.name ?? 'the backlog'}`,
      tell: true,
      by: (ids, targetOf) =>
        mutateMany({
          entity: 'issue',
          route: cycleRoutes.transfer,
          params: paramsOf(from),
          ids,
          targetOf,
          chunk: MAX_BULK,
          bodyOf: issues => ({ ...(to ? { new_cycle_id: to.id } : { no_cycle: true }), issues }),
          doing: 'Moving issues',
          failure: 'The issues were not moved.',
        }),
    },
  )
