/** The small rows of a project (states, people, labels …) in the order that people expect; of all projects without one. */

import { useMemo } from 'react'
import { rankIn } from '#contract/keys.ts'
import { cycleStatus } from '#contract/planning/cycles.ts'
import { stateGroups } from '#contract/work/states.ts'
import type { RowTypes } from '../../data/entities.ts'
import { getRows, madeOf, useMade, useRows } from '../../data/rows.ts'

type OfProject = { project_id: string }
const isOf = (projectId: string | null) => (row: OfProject) =>
  projectId === null || row.project_id === projectId

const rankOf = (group: string) => rankIn(stateGroups, group)

export const statesOf = madeOf(['state'], (projectId: string | null) =>
  getRows('state')
    .filter(isOf(projectId))
    .sort((a, b) => rankOf(a.group) - rankOf(b.group) || a.sequence - b.sequence),
)
/** The id of the state in which issues of a project begin. */
export const defaultState = madeOf(['state'], (projectId: string) => {
  const states = getRows('state').filter(isOf(projectId))
  const [first] = states.toSorted((a, b) => a.sequence - b.sequence)
  return (states.find(state => state.default) ?? first)?.id ?? ''
})
/** The id of a project's first started state: any other is drawn further along. */
export const firstStarted = madeOf(
  ['state'],
  (projectId: string) => statesOf.of(projectId).find(({ group }) => group === 'started')?.id ?? '',
)

/** A started state that is not the first one of its project is drawn further along. */
export const laterState = (states: readonly RowTypes['state'][], state: RowTypes['state']) =>
  state.group === 'started' &&
  states.find(one => one.group === 'started' && one.project_id === state.project_id)?.id !== state.id
    ? { later: true }
    : {}

/** People and agents in a project, or in all of them. */
export const membersOf = madeOf(['project_member', 'user'], (projectId: string | null) => {
  const here = new Set(
    getRows('project_member').flatMap(row =>
      row.is_active && (projectId === null || row.project === projectId) ? [row.member] : [],
    ),
  )
  return getRows('user')
    .filter(person => here.has(person.id))
    .sort((a, b) => a.display_name.localeCompare(b.display_name))
})
export const peopleOf = madeOf(['project_member', 'user'], (projectId: string | null) =>
  membersOf.of(projectId).filter(person => !person.is_bot),
)
export const useProjectPeople = (projectId: string | null): readonly RowTypes['user'][] =>
  useMade(peopleOf, projectId)

export const labelsOf = madeOf(['label'], (projectId: string | null) =>
  getRows('label')
    .filter(isOf(projectId))
    .sort((a, b) => a.sort_order - b.sort_order),
)
export const useProjectLabels = (projectId: string | null): readonly RowTypes['label'][] =>
  useMade(labelsOf, projectId)

const CYCLE_RANKS: readonly string[] = ['current', 'upcoming', 'draft', 'completed']

/** Live cycles, the one under way first, then the coming ones, then what is over. */
export const useProjectCycles = (projectId: string | null): RowTypes['cycle'][] => {
  const cycles = useRows('cycle')
  const projects = useRows('project')
  const zoneOf = (id: string) => projects.find(project => project.id === id)?.timezone ?? 'UTC'
  // Judged with each drawing: a day that ends makes another cycle the current one, and no row changes.
  const ranks = cycles
    .map(cycle => CYCLE_RANKS.indexOf(cycleStatus(cycle, zoneOf(cycle.project_id))))
    .join(' ')
  return useMemo(() => {
    const known = ranks.split(' ').map(Number)
    const rank = new Map(cycles.map((cycle, at) => [cycle, known[at] ?? 0]))
    return cycles
      .filter(isOf(projectId))
      .filter(cycle => !cycle.archived_at)
      .sort(
        (a, b) =>
          (rank.get(a) ?? 0) - (rank.get(b) ?? 0) || (a.start_date ?? '').localeCompare(b.start_date ?? ''),
      )
  }, [cycles, ranks, projectId])
}

export const modulesOf = madeOf(['module'], (projectId: string | null) =>
  getRows('module')
    .filter(isOf(projectId))
    .filter(module => !module.archived_at)
    .sort((a, b) => a.sort_order - b.sort_order),
)
/** Points of the estimate that each project uses; none where estimates are off. */
export const pointsOf = madeOf(['estimate_point', 'project'], (projectId: string | null) => {
  const used = new Set(
    getRows('project').flatMap(project =>
      project.estimate && (projectId === null || project.id === projectId) ? [project.estimate] : [],
    ),
  )
  return getRows('estimate_point')
    .filter(point => used.has(point.estimate))
    .sort((a, b) => a.key - b.key)
})
