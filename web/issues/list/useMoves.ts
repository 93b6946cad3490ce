import type { IssueQuery } from '#contract/lists/issueQuery.ts'
import type { Issue, IssueChange } from '#contract/work/issues.ts'
import { getRow } from '../../data/rows.ts'
import type { Selection } from '../../shell/list/selection.ts'
import { toast } from '../../ui/popups/Toast.tsx'
import { useSteady } from '../../ui/useSteady.ts'
import { changeIssues, placesBetween, subjectOf } from '../acts/issueActions.ts'
import { dropPatch, type Lane, type NamedGroup, refusal } from '../view/groups.tsx'
import type { Dragged } from './drag.ts'
import type { Stop } from './drawnLines.ts'

const idsAt = (group: NamedGroup, sub: string | undefined): readonly string[] =>
  sub === undefined ? group.ids : (group.cells.find(cell => cell.key === sub)?.ids ?? [])

/** Where an issue is, for the groups that it leaves: one that is elsewhere as well leaves this one. */
const standsIn = (groups: readonly NamedGroup[], id: string, dragged: Dragged, sub: string | undefined) => {
  if (id === dragged.issueId) return { from: dragged.from, fromSub: dragged.sub ?? sub }
  const group = groups.find(one => one.ids.includes(id))
  return {
    from: group?.key ?? dragged.from,
    fromSub: group?.cells.find(cell => cell.ids.includes(id))?.key ?? dragged.sub ?? sub,
  }
}

/** Moves an issue and all other selected ones to another group, lane or place, by dragging and its keys. */
export const useMoves = (
  query: IssueQuery,
  groups: readonly NamedGroup[],
  lanes: readonly Lane[],
  selection: Selection,
) => {
  /** Why what is dragged cannot be put there; null where it can. The groups are held while something is dragged. */
  const refuse = useSteady((dragged: Dragged, to: string, sub?: string): string | null => {
    const group = groups.find(one => one.key === to)
    const lane = lanes.find(one => one.key === sub)
    return (
      (group ? refusal(query.groupBy, dragged.from, group) : null) ??
      (lane ? refusal(query.subGroupBy, dragged.sub ?? lane.key, lane) : null)
    )
  })
  const drop = useSteady(
    (dragged: Dragged, to: string, beside: string | null, edge: 'top' | 'bottom', sub?: string) => {
      const target = groups.find(one => one.key === to)
      const reason = refuse(dragged, to, sub)
      if (reason) return toast.failure(reason)
      const moved = selection.has(dragged.issueId) ? new Set(selection.ids()) : new Set([dragged.issueId])
      // In the order of the list, then what is not loaded.
      const inOrder = groups.flatMap(group => group.ids).filter(id => moved.has(id))
      const issues = [...new Set([...inOrder, ...moved])].flatMap(id => getRow('issue', id) ?? [])
      if (issues.length === 0 || !target) return
      const ids = idsAt(target, sub)
      const rest = ids.filter(id => !moved.has(id))
      // Beside one that is moved itself: beside what is before it and stays.
      const at =
        beside === null
          ? rest.length
          : moved.has(beside)
            ? ids.slice(0, ids.indexOf(beside)).filter(id => !moved.has(id)).length
            : rest.indexOf(beside) + (edge === 'bottom' ? 1 : 0)
      const isManual = query.order === 'sort_order'
      const first = standsIn(groups, dragged.issueId, dragged, sub)
      const isHere = issues.length === 1 && first.from === to && first.fromSub === sub
      if (isHere && (!isManual || ids[at] === dragged.issueId)) return
      const neighbour = (index: number) => getRow('issue', rest[index])
      const places = placesBetween(neighbour(at - 1), neighbour(at), issues.length)

      const patches = new Map<string, IssueChange>()
      for (const [index, issue] of issues.entries()) {
        const { from, fromSub } = standsIn(groups, issue.id, dragged, sub)
        const group = dropPatch(query.groupBy, issue, from, to)
        const lane =
          sub === undefined || fromSub === undefined ? {} : dropPatch(query.subGroupBy, issue, fromSub, sub)
        if (!group || !lane) return toast.failure('This grouping cannot be changed by dragging.')
        const place = places[index]
        patches.set(issue.id, {
          ...group,
          ...lane,
          ...(isManual && place !== undefined ? { sort_order: place } : {}),
        })
      }
      void changeIssues(issues, (issue: Issue) => patches.get(issue.id) ?? {}, {
        message: isHere ? `${subjectOf(issues)} moved` : `${subjectOf(issues)} moved to ${target.name}`,
        tell: !isHere,
      })
    },
  )

  /** By key, from the line that has the focus; answers the group where it should be then. */
  const move = ({ id, group: from, sub }: Stop, by: { group?: 1 | -1; place?: 1 | -1 }): string => {
    const column = groups.findIndex(group => group.key === from)
    const dragged = { issueId: id, from, ...(sub === undefined ? {} : { sub }) }
    const next = by.group && groups[column + by.group]
    if (next) {
      drop(dragged, next.key, idsAt(next, sub).at(-1) ?? null, 'bottom', sub)
      return next.key
    }
    if (by.place && groups[column]) {
      const here = idsAt(groups[column], sub)
      const moved = (one: string | undefined) => one !== undefined && selection.has(id) && selection.has(one)
      let at = here.indexOf(id) + by.place
      while (moved(here[at])) at += by.place
      const beside = here[at]
      if (here.includes(id) && beside) drop(dragged, from, beside, by.place > 0 ? 'bottom' : 'top', sub)
    }
    return from
  }
  return { drop, move, refuse }
}
