/**
 * The contents of a cycle or module, as its live row has them: in issues, or in points where its project estimates in
 * points.
 */
import { type IssueTotals, type Measure, totalOf } from '#contract/planning/progress.ts'
import type { StateGroup } from '#contract/work/states.ts'
import { useRow } from '../../data/rows.ts'

export type { IssueTotals, Measure }

/** Bars and lists of groups begin with the completed one. */
export const groupOrder = ['completed', 'started', 'unstarted', 'backlog'] as const satisfies StateGroup[]
export type OpenGroup = (typeof groupOrder)[number]

export const NO_TOTALS: IssueTotals = {
  total_issues: 0,
  sub_issues: 0,
  backlog_issues: 0,
  unstarted_issues: 0,
  started_issues: 0,
  completed_issues: 0,
  cancelled_issues: 0,
  total_estimate_points: 0,
  backlog_estimate_points: 0,
  unstarted_estimate_points: 0,
  started_estimate_points: 0,
  completed_estimate_points: 0,
  cancelled_estimate_points: 0,
}

export const figureOf = (totals: IssueTotals, group: StateGroup | 'total', measure: Measure) =>
  totals[totalOf(group, measure)]

/** Cancelled issues are not planned. */
export const plannedOf = (totals: IssueTotals, measure: Measure) =>
  figureOf(totals, 'total', measure) - figureOf(totals, 'cancelled', measure)

export type PlanKind = 'cycle' | 'module'

/**
 * How far it has come: what was cancelled is no part of a cycle's plan, and behind a module as what is done is. In hundredths
 * rounded down: only what is all done is 100.
 */
export const progressOf = (kind: PlanKind, totals: IssueTotals, measure: Measure) => {
  const completed = figureOf(totals, 'completed', measure)
  const [done, of] =
    kind === 'module'
      ? [completed + figureOf(totals, 'cancelled', measure), figureOf(totals, 'total', measure)]
      : [completed, plannedOf(totals, measure)]
  return { done, of, percent: of === 0 ? 0 : Math.floor((100 * done) / of) }
}

/** Do estimates of this project add up? */
export const usePointed = (projectId: string): boolean => {
  const project = useRow('project', projectId)
  const estimate = useRow('estimate', project?.estimate)
  return estimate?.type === 'points'
}

export const unitOf = (measure: Measure) => (measure === 'issues' ? 'issues' : 'pt')
export const figureText = (figure: number, measure: Measure) =>
  measure === 'issues' ? `${figure} ${figure === 1 ? 'issue' : 'issues'}` : `${figure} pt`
