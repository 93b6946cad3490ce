import { useMemo } from 'react'
import { isActive } from '#contract/issueQuery.ts'
import type { Issue } from '#contract/issues.ts'
import { changedBy, useRow, useRows } from '../data/rows.ts'
import { useShelf } from '../data/rowsBy.ts'
import { may } from '../data/viewer.ts'
import { personColour } from '../ui/colours.ts'
import { childrenBy } from './besideIssue.ts'
import { addressOf } from './issueAddress.ts'
import type { StateLook } from './parts/look.ts'
import { laterState, useStates } from './projectRows.ts'

/** An issue with the rows that it names. */
export type Parts = NonNullable<ReturnType<typeof useParts>>

/** What a row or card shows of an issue beside its own fields. Null until the issue is known. */
export const useParts = (issueId: string) => {
  const issue = useRow('issue', issueId)
  const project = useRow('project', issue?.project_id)
  const states = useStates(issue?.project_id ?? '')
  const allLabels = useRows('label')
  const people = useRows('user')
  const cycle = useRow('cycle', issue?.cycle_id)
  const allModules = useRows('module')
  const point = useRow('estimate_point', issue?.estimate_point)
  // Known once somebody has looked below; until then only their number is.
  const children = useShelf(childrenBy, issue?.sub_issues_count ? issue.id : '').filter(isActive)
  const done = children.filter(child => child.state__group === 'completed').length
  const subDone = issue && children.length >= issue.sub_issues_count ? done : undefined
  return useMemo(() => {
    if (!issue || !project) return null
    const row = states.find(state => state.id === issue.state_id)
    const state: StateLook | undefined = row && { ...row, ...laterState(states, row) }
    const other = changedBy('issue', issue.id)
    return {
      issue: issue as Issue,
      projectKey: project.identifier,
      href: addressOf(issue),
      ...(state ? { state } : {}),
      labels: issue.label_ids.flatMap(id => allLabels.find(label => label.id === id) ?? []),
      assignees: issue.assignee_ids.flatMap(id => people.find(person => person.id === id) ?? []),
      cycle: project.cycle_view ? cycle : null,
      modules: (project.module_view ? issue.module_ids : []).flatMap(
        id => allModules.find(module => module.id === id) ?? [],
      ),
      point,
      ...(point && project.estimate === point.estimate ? { estimate: point.value } : {}),
      ...(subDone === undefined ? {} : { subDone }),
      mayEdit: may('issue.bulk', issue, { workspace: issue.workspace_id, project: issue.project_id }),
      ...(other ? { changedBy: personColour(other) } : {}),
    }
  }, [issue, project, states, allLabels, people, cycle, allModules, point, subDone])
}
