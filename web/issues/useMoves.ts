import { useCallback } from 'react'
import type { IssueQuery } from '#contract/issueQuery.ts'
import { getRow } from '../data/rows.ts'
import { toast } from '../ui/Toast.tsx'
import type { Dragged } from './drag.ts'
import { dropPatch, type GroupPatch, type NamedGroup } from './groups.tsx'
import { placeBetween, updateIssue, updateWithUndo } from './issueActions.ts'

const idsAt = (group: NamedGroup, sub: string | undefined): readonly string[] =>
  sub === undefined ? group.ids : (group.cells.find(cell => cell.key === sub)?.ids ?? [])

/** What dragging and its keys do: an issue goes to another group, lane or place, with one way back. */
export const useMoves = (query: IssueQuery, groups: readonly NamedGroup[]) => {
  const drop = useCallback(
    (dragged: Dragged, to: string, beside: string | null, edge: 'top' | 'bottom', sub?: string) => {
      const issue = getRow('issue', dragged.issueId)
      const target = groups.find(one => one.key === to)
      if (!issue || !target) return
      const fromSub = dragged.sub ?? sub
      const group = dropPatch(query.groupBy, issue, dragged.from, to)
      const lane =
        sub === undefined || fromSub === undefined ? {} : dropPatch(query.subGroupBy, issue, fromSub, sub)
      if (!group || !lane) return toast.failure('This grouping cannot be changed by dragging.')
      const ids = idsAt(target, sub)
      const rest = ids.filter(id => id !== issue.id)
      const at = beside ? rest.indexOf(beside) + (edge === 'bottom' ? 1 : 0) : rest.length
      const isManual = query.order === 'sort_order'
      const isHere = dragged.from === to && fromSub === sub
      if (isHere && (!isManual || ids[at] === issue.id)) return
      const neighbour = (index: number) => getRow('issue', rest[index])
      const patch: GroupPatch = {
        ...group,
        ...lane,
        ...(isManual ? { sort_order: placeBetween(neighbour(at - 1), neighbour(at)) } : {}),
      }
      const project = getRow('project', issue.project_id)
      if (isHere) void updateIssue(issue, patch)
      else updateWithUndo(issue, patch, `${project?.identifier}-${issue.sequence_id} moved to ${target.name}`)
    },
    [groups, query],
  )

  const move = (id: string, from: string, by: { group?: 1 | -1; place?: 1 | -1 }) => {
    const column = groups.findIndex(group => group.key === from)
    const sub = groups[column]?.cells.find(cell => cell.ids.includes(id))?.key
    const dragged = { issueId: id, from, ...(sub === undefined ? {} : { sub }) }
    if (by.group) {
      const next = groups[column + by.group]
      if (next) drop(dragged, next.key, idsAt(next, sub).at(-1) ?? null, 'bottom', sub)
    } else if (by.place && groups[column]) {
      const here = idsAt(groups[column], sub)
      const beside = here[here.indexOf(id) + by.place]
      if (beside) drop(dragged, from, beside, by.place > 0 ? 'bottom' : 'top', sub)
    }
    requestAnimationFrame(() =>
      document.querySelector<HTMLElement>(`[data-issue="${id}"] [data-title]`)?.focus(),
    )
  }
  return { drop, move }
}
