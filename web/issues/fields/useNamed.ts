/** The rows that an issue names, for one cell each: the cell repaints with its own rows, and with no others. */
import { useMemo } from 'react'
import { isActive } from '#contract/lists/issueQuery.ts'
import { INSTANCE_BOT } from '#contract/people/users.ts'
import type { Issue } from '#contract/work/issues.ts'
import { type RowTypes, useMade, useOfRow, useRow } from '../../data/rows.ts'
import { useOfShelf, useRowsOf } from '../../data/rowsBy.ts'
import { childrenBy } from './issueParts.ts'
import { firstStarted } from './projectRows.ts'
import type { StateLook } from './rowProps.ts'

const NOTHING: readonly never[] = []

export const useIssueState = ({ state_id }: Pick<Issue, 'state_id'>): StateLook | undefined => {
  const state = useRow('state', state_id)
  const first = useMade(firstStarted, state?.project_id ?? '')
  return useMemo(
    () => (state ? { ...state, later: state.group === 'started' && state.id !== first } : undefined),
    [state, first],
  )
}

/** The sign of its state; that of the state's group where the state itself is not known. */
export const useStateSign = (issue: Pick<Issue, 'state_id' | 'state__group'>) => {
  const state = useIssueState(issue)
  return {
    group: state?.group ?? issue.state__group,
    color: state?.color ?? null,
    later: state?.later ?? false,
    ...(state ? { label: state.name } : {}),
  }
}

export const useLabels = ({ label_ids }: Pick<Issue, 'label_ids'>) => useRowsOf('label', label_ids)

export const useAssignees = ({ assignee_ids }: Pick<Issue, 'assignee_ids'>) => useRowsOf('user', assignee_ids)

/** The name of who put it into the archive, where that is known. */
export const archiverIn = (
  { archived_by }: Pick<Issue, 'archived_by'>,
  person: RowTypes['user'] | null,
): string | undefined => (archived_by === INSTANCE_BOT ? 'Tandem' : person?.display_name)

export const useArchiver = (issue: Pick<Issue, 'archived_by'>) =>
  archiverIn(issue, useRow('user', issue.archived_by))

/** Its cycle, where its project uses cycles. */
export const useIssueCycle = ({ project_id, cycle_id }: Pick<Issue, 'project_id' | 'cycle_id'>) => {
  const isUsed = useOfRow('project', project_id, project => project?.cycle_view === true)
  return useRow('cycle', isUsed ? cycle_id : null)
}

/** Its modules, where its project uses modules. */
export const useIssueModules = ({ project_id, module_ids }: Pick<Issue, 'project_id' | 'module_ids'>) => {
  const isUsed = useOfRow('project', project_id, project => project?.module_view === true)
  return useRowsOf('module', isUsed ? module_ids : NOTHING)
}

export const usePoint = ({ estimate_point }: Pick<Issue, 'estimate_point'>) =>
  useRow('estimate_point', estimate_point)

/** Its estimate in words, where that is of the kind that its project uses. */
export const useEstimate = (issue: Pick<Issue, 'project_id' | 'estimate_point'>): string | undefined => {
  const used = useOfRow('project', issue.project_id, project => project?.estimate)
  const point = usePoint(issue)
  return point && point.estimate === used ? point.value : undefined
}

/** How many of its sub-issues are done: known once somebody has looked below, until then only their number is. */
export const useSubDone = ({ id, sub_issues_count }: Pick<Issue, 'id' | 'sub_issues_count'>) =>
  useOfShelf(childrenBy, sub_issues_count > 0 ? id : '', rows => {
    const children = rows.filter(isActive)
    return children.length >= sub_issues_count
      ? children.filter(child => child.state__group === 'completed').length
      : undefined
  })
