/** Cycles of a project as they are today: nothing of that is stored. */

import { useMemo } from 'react'
import { type Cycle, type CycleStatus, cycleStatus, cycleStatusOn } from '#contract/planning/cycles.ts'
import { useDayIn } from '../../data/clock.ts'
import { getRow, getRows, madeOf, useMade, useRow } from '../../data/rows.ts'
import { byName } from '../byName.ts'

/** Archived ones as well. */
export const cyclesOf = madeOf(['cycle'], (projectId: string): readonly Cycle[] =>
  getRows('cycle').filter(cycle => cycle.project_id === projectId),
)

const zoneOf = (projectId: string | undefined) => getRow('project', projectId)?.timezone ?? 'UTC'
export const statusOf = (cycle: Cycle): CycleStatus => cycleStatus(cycle, zoneOf(cycle.project_id))

/** Where a cycle is; another with the day on which it begins or has ended. */
export const useCycleStatus = (cycle: Cycle): CycleStatus => {
  const zone = useRow('project', cycle.project_id)?.timezone ?? 'UTC'
  return cycleStatusOn(cycle, useDayIn(zone))
}

export type Sections = { current: Cycle[]; upcoming: Cycle[]; completed: Cycle[] }

const dayOrder = (a: string | null, b: string | null) => (a ?? '').localeCompare(b ?? '')

/** Current; upcoming with drafts last; completed with the latest first. */
export const useSections = (projectId: string): Sections => {
  const cycles = useMade(cyclesOf, projectId)
  const zone = useRow('project', projectId)?.timezone ?? 'UTC'
  const today = useDayIn(zone)
  return useMemo(() => {
    const of = Map.groupBy(
      cycles.filter(cycle => !cycle.archived_at),
      cycle => cycleStatusOn(cycle, today),
    )
    return {
      current: of.get('current') ?? [],
      upcoming: [
        ...(of.get('upcoming') ?? []).sort((a, b) => dayOrder(a.start_date, b.start_date)),
        ...(of.get('draft') ?? []).sort(byName),
      ],
      completed: (of.get('completed') ?? []).sort((a, b) => dayOrder(b.end_date, a.end_date)),
    }
  }, [cycles, today])
}
