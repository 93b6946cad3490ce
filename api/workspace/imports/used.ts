/** The names that the issues of each project use, kept with the plan by the dry run. */

import type { Draft, Unread } from './draft.ts'
import { addOnce, own, put } from './named.ts'
import type { Plan, Used } from './plan.ts'
import { estimateOf, labelsOf, stateOf } from './run/values.ts'

const MOST = 1_000

export const nothingUsed = (): Used => ({ states: [], labels: [], estimates: [], cycles: {}, modules: [] })

/** Notes the names that an issue uses; answers what of it is left out, because the project would get too many. */
export const noteUsed = (used: Used, draft: Draft, plan: Plan): Unread[] => {
  const left: Unread[] = []
  const add = (kind: 'states' | 'labels' | 'modules', name: string, effect: string) => {
    if (!addOnce(used[kind], name, MOST))
      left.push({ said: `More than ${MOST} ${kind} in one project`, words: name, effect })
  }
  add('states', stateOf(draft, plan), 'The first state')
  for (const label of labelsOf(draft, plan)) add('labels', label, 'No label')
  for (const name of draft.modules) add('modules', name, 'No module')
  addOnce(used.estimates, estimateOf(draft, plan) ?? '', MOST)
  const { cycle } = draft
  if (!cycle) return left
  if (!Object.hasOwn(used.cycles, cycle.name) && Object.keys(used.cycles).length >= MOST) {
    left.push({ said: `More than ${MOST} cycles in one project`, words: cycle.name, effect: 'No cycle' })
    return left
  }
  const known = own(used.cycles, cycle.name)
  put(used.cycles, cycle.name, { start: known?.start ?? cycle.start, end: known?.end ?? cycle.end })
  return left
}

/** Of all that go into one project here. */
export const usedIn = (plan: Plan, projectId: string): Used => {
  const all = Object.entries(plan.used).flatMap(([value, used]) =>
    own(plan.projects, value)?.id === projectId ? [used] : [],
  )
  const names = (field: 'states' | 'labels' | 'estimates' | 'modules') => [
    ...new Set(all.flatMap(one => one[field])),
  ]
  return {
    states: names('states'),
    labels: names('labels'),
    estimates: names('estimates'),
    modules: names('modules'),
    cycles: Object.assign({}, ...all.map(({ cycles }) => cycles)) as Used['cycles'],
  }
}
