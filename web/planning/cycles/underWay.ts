import { useMemo } from 'react'
import { dayIn } from '#contract/people/zones.ts'
import { type Cycle, cycleStatus } from '#contract/planning/cycles.ts'
import { useDaysIn } from '../../data/clock.ts'
import type { RowTypes } from '../../data/entities.ts'
import { useJoinedProjects } from '../../data/me.ts'
import { getRow, useRows } from '../../data/rows.ts'
import { dayNumber } from '../../ui/dates/day-numbers.ts'
import { type IssueTotals, progressOf } from '../progress/totals.ts'

export type UnderWay = { cycle: Cycle; project: RowTypes['project'] }

/** What is under way in the projects that this person has joined; what ends first comes first. */
export const useUnderWay = (): readonly UnderWay[] => {
  const projects = useJoinedProjects()
  const cycles = useRows('cycle')
  // Each cycle begins and ends with the days of its project, not with those of whoever looks.
  const days = useDaysIn(projects.map(project => project.timezone))
  return useMemo(() => {
    void days
    const byId = new Map(projects.map(project => [project.id, project]))
    return cycles
      .flatMap(cycle => {
        const project = byId.get(cycle.project_id)
        return project?.cycle_view && !cycle.archived_at && cycleStatus(cycle, project.timezone) === 'current'
          ? [{ cycle, project }]
          : []
      })
      .sort((a, b) => (a.cycle.end_date ?? '').localeCompare(b.cycle.end_date ?? ''))
  }, [projects, cycles, days])
}

/** By how many hundredths of what is planned less is done than of the days is over; nothing where nothing is planned or it goes as it should. */
export const behindBy = ({ cycle, project }: UnderWay, totals: IssueTotals): number => {
  const { start_date: start, end_date: end } = cycle
  const isPointed = getRow('estimate', project.estimate)?.type === 'points'
  const { of, percent } = progressOf('cycle', totals, isPointed ? 'estimate_points' : 'issues')
  if (!start || !end || of === 0) return 0
  const over = dayNumber(dayIn(project.timezone)) - dayNumber(start)
  const days = dayNumber(end) - dayNumber(start) + 1
  return Math.max(0, Math.round((100 * over) / days) - percent)
}
