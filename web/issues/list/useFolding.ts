import type { IssueQuery } from '#contract/lists/issueQuery.ts'
import { useKeys } from '../../shell/keyboard.ts'
import type { useShut } from '../../shell/shutGroups.ts'
import type { Layout } from '../view/contexts.ts'
import type { NamedGroup } from '../view/groups.tsx'
import type { ListFocus } from './listFocus.ts'

type Folding = ReturnType<typeof useShut> & {
  query: IssueQuery
  layout: Layout
  groups: readonly NamedGroup[]
  focus: ListFocus
}

/** Groups collapse and expand by keys; answers what does it to all of them. */
export const useFolding = ({ query, layout, groups, focus, shut, toggle, toggleAll }: Folding) => {
  // With the cursor in a group its own is meant, otherwise the last that is open, or the first that is not.
  const fold = (isShut: boolean) => {
    const at = focus.stopAt(document.activeElement)?.group
    const here = groups.find(group => group.key === at && !shut.has(group.key))
    const found = isShut
      ? (here ?? groups.findLast(group => !shut.has(group.key)))
      : groups.find(group => shut.has(group.key))
    if (query.groupBy === null || !found) return false
    toggle(found.key)
  }

  const foldAll = (isShut: boolean) => {
    if (query.groupBy === null || layout === 'calendar') return false
    toggleAll(
      groups.map(group => group.key),
      isShut,
    )
  }
  useKeys({
    '[': { run: () => fold(true), label: 'Collapse group', group: 'List' },
    ']': { run: () => fold(false), label: 'Expand group', group: 'List' },
    '{': { run: () => foldAll(true), label: 'Collapse all', group: 'List' },
    '}': { run: () => foldAll(false), label: 'Expand all', group: 'List' },
  })
  return foldAll
}
