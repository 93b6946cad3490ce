/** The names that the issues of each project use, kept with the plan by the dry run. */

import type { Draft } from './draft.ts'
import { addOnce, own, put } from './named.ts'
import type { Plan, Used } from './plan.ts'
import { estimateOf, labelsOf, stateOf } from './run/values.ts'

const MOST = 1_000

export const nothingUsed = (): Used => ({ states: [], labels: [], estimates: [], cycles: {}, modules: [] })

const add = (names: string[], name: string) => addOnce(names, name, MOST)

export const noteUsed = (used: Used, draft: Draft, plan: Plan): void => {
  add(used.states, stateOf(draft, plan))
  for (const label of labelsOf(draft, plan)) add(used.labels, label)
  add(used.estimates, estimateOf(draft, plan) ?? '')
  for (const name of draft.modules) add(used.modules, name)
  const { cycle } = draft
  if (!cycle || (!Object.hasOwn(used.cycles, cycle.name) && Object.keys(used.cycles).length >= MOST)) return
  const known = own(used.cycles, cycle.name)
  put(used.cycles, cycle.name, { start: known?.start ?? cycle.start, end: known?.end ?? cycle.end })
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
