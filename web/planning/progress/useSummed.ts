import { type GroupField, plainQuery } from '#contract/lists/issueQuery.ts'
import type { StateGroup } from '#contract/work/states.ts'
import { useSums } from '../../data/lists.ts'
import type { Sharing } from './distribution.ts'
import { type Contents, inStates } from './useContents.ts'

/** Done, under way and left: the parts of a share, each a list whose groups are counted by the server. */
const PARTS: readonly (readonly StateGroup[])[] = [['completed'], ['started'], ['unstarted', 'backlog']]
const groupOf = {
  states: 'state_id',
  assignees: 'assignees__id',
  labels: 'labels__id',
} as const satisfies Record<Sharing, GroupField>

/** How much each person, label or state has of what is planned, where that is more than is held. */
export const useSummed = ({ query: { scope } }: Contents, by: Sharing) => {
  const partOf = (groups: readonly StateGroup[]) =>
    plainQuery(scope, 'sort_order', { filters: inStates(groups), groupBy: groupOf[by] })
  const [done, started, left] = PARTS.map(partOf)
  return [
    { group: 'completed' as const, list: useSums(done!) },
    { group: 'started' as const, list: useSums(started!) },
    { group: 'unstarted' as const, list: useSums(left!) },
  ]
}
