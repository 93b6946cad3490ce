import { fail } from '#contract/errors.ts'
import { isActive } from '#contract/lists/issueQuery.ts'
import { Issue } from '#contract/work/issues.ts'
import { updateAll } from '../../db/rows.ts'
import type { Work } from '../../db/work.ts'
import { recount } from './issue.service.ts'

const ENDED = ['completed', 'cancelled']
export const isArchivable = (issue: Issue) => ENDED.includes(issue.state__group)
export const isArchived = (issue: Issue) => issue.archived_at !== null && issue.deleted_at === null
export const isActiveOrArchived = (issue: Issue) => isActive(issue) || isArchived(issue)

const setArchived = async (work: Work, issues: Issue[], archived_at: string | null) => {
  await updateAll(
    work,
    Issue,
    issues.map(before => ({ before, patch: { archived_at, archived_by: archived_at && work.viewer.id } })),
  )
  await recount(
    work,
    issues.map(issue => issue.parent_id),
  )
}

/** The day that rows archived now carry. */
export const archivedToday = (work: Work) => ({ archived_at: work.now.slice(0, 10) })

/** Archives issues that have ended; answers the day that their rows then carry. */
export const archiveIssues = async (work: Work, issues: Issue[]): Promise<{ archived_at: string }> => {
  const archived = archivedToday(work)
  await setArchived(work, issues, archived.archived_at)
  return archived
}

export const archiveIssue = (work: Work, issue: Issue) => {
  if (!isActive(issue)) fail('row.notFound')
  if (!isArchivable(issue)) fail('issue.notEnded')
  return archiveIssues(work, [issue])
}

export const unarchiveIssues = (work: Work, issues: Issue[]): Promise<void> => {
  if (!issues.every(isArchived)) fail('row.notFound')
  return setArchived(work, issues, null)
}
