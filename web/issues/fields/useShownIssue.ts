import { useMemo } from 'react'
import { changedBy, useOfRow, useRow } from '../../data/rows.ts'
import { may } from '../../data/viewer.ts'
import { personColour } from '../../ui/colours.ts'
import { addressOf } from '../acts/issueAddress.ts'

/** The start of an issue's row or card; each cell reads the rows it names by itself (`fields/useNamed.ts`). */
export type ShownIssue = NonNullable<ReturnType<typeof useShownIssue>>

/** Null until the issue is known. */
export const useShownIssue = (issueId: string) => {
  const issue = useRow('issue', issueId)
  const projectKey = useOfRow('project', issue?.project_id, project => project?.identifier)
  return useMemo(() => {
    if (!issue || projectKey === undefined) return null
    const other = changedBy('issue', issue.id)
    return {
      issue,
      projectKey,
      href: addressOf(issue),
      mayEdit: may('issue.bulk', issue, { workspace: issue.workspace_id, project: issue.project_id }),
      ...(other ? { changedBy: personColour(other) } : {}),
    }
  }, [issue, projectKey])
}
