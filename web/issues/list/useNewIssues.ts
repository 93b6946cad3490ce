import type { IssueQuery } from '#contract/lists/issueQuery.ts'
import type { Issue, IssueChange } from '#contract/work/issues.ts'
import { openIssueForm } from '../../shell/overlays.ts'
import { useSteady } from '../../ui/useSteady.ts'
import { createIssues } from '../acts/issueLife.ts'
import { type Typed, withLine } from '../acts/newLine.ts'
import type { ListContext } from '../view/contexts.ts'
import { contextInput, groupInput, type Lane, type NamedGroup, takesNew } from '../view/groups.tsx'
import type { ListFocus } from './listFocus.ts'

type NewIssues = {
  context: ListContext
  query: IssueQuery
  groups: readonly NamedGroup[]
  lanes: readonly Lane[]
  focus: ListFocus
  project: { id: string } | null
}

/** Begins issues in a list: with the fields that the list, the group and the lane set. */
export const useNewIssues = ({ context, query, groups, lanes, focus, project }: NewIssues) => {
  const beginning = (key: string | null, sub?: string): IssueChange => {
    const group = groups.find(one => one.key === key)
    const lane = lanes.find(one => one.key === sub)
    return {
      ...contextInput(context, query),
      ...(group && takesNew(query.groupBy, group)
        ? groupInput(query.groupBy, group.key, context.projectId ?? '')
        : {}),
      ...(lane && takesNew(query.subGroupBy, lane)
        ? groupInput(query.subGroupBy, lane.key, context.projectId ?? '')
        : {}),
    }
  }
  // The field that closes gives the focus to the newest issue, not to the line where it was before; that is there again
  // where the field was closed before the issue was made.
  const goOnAt = (issue: Issue | undefined, before: string | null) => {
    const stop = focus.stops().find(one => one.id === issue?.id)
    if (!stop || focus.line() !== before) return
    if (focus.stopAt(document.activeElement)) focus.go(stop)
    else focus.leave(stop.id)
  }
  const add = useSteady(
    (key: string | null, { lines: typed, form }: Typed, preset: IssueChange = {}, sub?: string) => {
      if (!project) return
      const [first, ...rest] = typed.map(line => withLine({ ...beginning(key, sub), ...preset }, line))
      if (form && first) openIssueForm({ projectId: project.id, values: first })
      else if (first) {
        const before = focus.line()
        void createIssues(project.id, [first, ...rest]).then(made => goOnAt(made.at(-1), before))
      }
    },
  )
  /** The whole form, with the fields of the list and the focused group. */
  const compose = () => {
    const group = focus.stopAt(document.activeElement)?.group ?? null
    openIssueForm({
      ...(context.projectId ? { projectId: context.projectId } : {}),
      values: beginning(group),
    })
  }
  return { add, compose }
}
