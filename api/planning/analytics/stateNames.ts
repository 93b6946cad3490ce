import { rankIn } from '#contract/keys.ts'
import { stateGroups } from '#contract/work/states.ts'
import type { State } from './names.queries.ts'

/** States of several projects that have one name and group, as one. */
export type NamedState = { ids: string[]; name: string; color: string; group: string }

/** In the order in which issues pass them. */
export const namedStates = (states: Iterable<State>): NamedState[] => {
  const rank = (group: string) => rankIn(stateGroups, group)
  const found = new Map<string, NamedState>()
  const ordered = [...states].sort(
    (a, b) => rank(a.group) - rank(b.group) || a.sequence - b.sequence || (a.id < b.id ? -1 : 1),
  )
  for (const { id, name, color, group } of ordered) {
    const key = `${group} ${name}`
    const named = found.get(key) ?? { ids: [], name, color, group }
    named.ids.push(id)
    found.set(key, named)
  }
  return [...found.values()]
}
