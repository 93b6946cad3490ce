import type { z } from 'zod'
import { fail } from '#contract/errors.ts'
import type { BulkProperties, Issue, issueRoutes } from '#contract/work/issues.ts'
import type { Work } from '../../db/work.ts'
import { archiveIssues, isArchivable } from './archive.service.ts'
import { isDatesReversed } from './issue.rules.ts'
import { type IssueChange, updateIssues } from './issue.service.ts'
import { loadIssues } from './load.ts'

type Place = { workspaceId: string; projectId: string }
const within = ({ workspaceId, projectId }: Place) => ({ workspace: workspaceId, project: projectId })

const union = (own: string[], added: string[] | undefined) =>
  added === undefined ? undefined : [...new Set([...own, ...added])]

// Arrays are added to each row's own; single values replace.
const merged = (issue: Issue, properties: BulkProperties): IssueChange => ({
  issue,
  values: {
    ...properties,
    label_ids: union(issue.label_ids, properties.label_ids),
    assignee_ids: union(issue.assignee_ids, properties.assignee_ids),
    module_ids: union(issue.module_ids, properties.module_ids),
  },
})

const judgeBulkDates = (issue: Issue, { start_date, target_date }: BulkProperties) => {
  if (isDatesReversed(start_date, target_date)) fail('issue.bulkDates')
  if (isDatesReversed(start_date, issue.target_date) && target_date === undefined) fail('issue.bulkStartDate')
  if (isDatesReversed(issue.start_date, target_date) && start_date === undefined) fail('issue.bulkTargetDate')
}

// An issue named several times is changed once: later values win, field by field.
const byIssue = <V extends { id: string }>(given: readonly V[]): Map<string, Omit<V, 'id'>> => {
  const found = new Map<string, Omit<V, 'id'>>()
  for (const { id, ...values } of given) {
    const said = Object.entries(values).filter(([, value]) => value !== undefined)
    found.set(id, { ...found.get(id), ...Object.fromEntries(said) } as Omit<V, 'id'>)
  }
  return found
}

type Body = z.infer<NonNullable<typeof issueRoutes.bulkUpdate.body>>

/** One change to many issues, or to each its own values: one transaction, one raise of the log. */
export const updateInBulk = async (work: Work, place: Place, body: Body): Promise<void> => {
  const updates = byIssue(body.updates ?? [])
  const ids = body.updates ? [...updates.keys()] : body.issue_ids
  if (ids.length === 0) fail('issue.idsRequired')
  const issues = await loadIssues(work, ids, within(place), 'issue.update')
  const { properties = {} } = body
  if (!body.updates) for (const issue of issues) judgeBulkDates(issue, properties)
  await updateIssues(
    work,
    place.projectId,
    issues.map(issue =>
      body.updates ? { issue, values: updates.get(issue.id)! } : merged(issue, properties),
    ),
  )
}

type Dates = { id: string; start_date?: string | null | undefined; target_date?: string | null | undefined }

/** Sets dates of issues, all or none. */
export const updateDates = async (work: Work, place: Place, given: Dates[]): Promise<void> => {
  const dates = byIssue(given)
  const issues = await loadIssues(work, [...dates.keys()], within(place), 'issue.update')
  for (const issue of issues) {
    const { start_date = issue.start_date, target_date = issue.target_date } = dates.get(issue.id)!
    if (isDatesReversed(start_date, target_date)) fail('issue.datesReversed')
  }
  await updateIssues(
    work,
    place.projectId,
    issues.map(issue => ({ issue, values: dates.get(issue.id)! })),
  )
}

export const archiveInBulk = async (work: Work, place: Place, ids: string[]) => {
  if (ids.length === 0) fail('issue.idsRequired')
  const issues = await loadIssues(work, ids, within(place), 'issue.archive')
  if (!issues.every(isArchivable)) fail('issue.bulkArchiveState')
  return archiveIssues(work, issues)
}
