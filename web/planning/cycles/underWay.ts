import { useMemo } from 'react'
import { type Cycle, cycleStatus } from '#contract/planning/cycles.ts'
import { useDaysIn } from '../../data/clock.ts'
import type { RowTypes } from '../../data/entities.ts'
import { useRows } from '../../data/rows.ts'
import { useJoinedProjects } from '../../projects/joined.ts'

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
