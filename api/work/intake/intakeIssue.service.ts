import { fail, must } from '#contract/errors.ts'
import { isAmong } from '#contract/keys.ts'
import { can } from '#contract/permissions.ts'
import { type BroughtWith, IntakeIssue } from '#contract/work/intake.ts'
import { ACCEPTED, PENDING } from '#contract/work/intakeStatus.ts'
import { Issue, type IssueInput, priorities } from '#contract/work/issues.ts'
import { locked } from '../../db/locked.ts'
import { insert, remove, update } from '../../db/rows.ts'
import type { Work } from '../../db/work.ts'
import type { IssueValues } from '../issues/issue.rules.ts'
import { judgeFields } from '../issues/issue.rules.ts'
import { createIssue, updateIssues } from '../issues/issue.service.ts'
import { deleteIssues } from '../issues/remove.service.ts'
import { waysIn } from './intake.service.ts'

type Place = { workspaceId: string; projectId: string }

const isPriority = (value: string): value is Issue['priority'] => isAmong(priorities, value)

export type Brought = Omit<IssueInput, 'name' | 'priority'> & {
  name?: string | undefined
  priority?: string | null | undefined
}

/** A new issue that waits, under the id of its row at the intake. */
export const bringIssue = async (
  work: Work,
  place: Place,
  id: string,
  { name, priority, ...input }: Brought,
  from: { source: 'IN_APP' | 'FORM' } & BroughtWith,
): Promise<IntakeIssue> => {
  if (!name) return fail('intake.nameRequired')
  const pressing = priority ?? 'none'
  if (!isPriority(pressing)) return fail('intake.priority')
  const given = { ...input, name, priority: pressing, intake_status: PENDING }
  const issue = await createIssue(work, place, given, id)
  return insert(work, IntakeIssue, {
    id,
    issue: id,
    issue_created_by: issue.created_by,
    project: place.projectId,
    workspace: place.workspaceId,
    status: PENDING,
    ...from,
  })
}

/** By a member of the project, where it takes issues so. */
export const bringInApp = async (
  work: Work,
  place: Place,
  id: string,
  input: Brought,
  known: BroughtWith = {},
) => {
  const ways = (await waysIn(work.trx, place.projectId)) ?? fail('intake.off')
  if (!ways.is_in_app_enabled) fail('intake.inAppOff')
  return bringIssue(work, place, id, input, { source: 'IN_APP', ...known })
}

/** Changes what is known of a request besides its issue: by admins of the project alone. */
export const changeKnown = async (work: Work, row: IntakeIssue, known: BroughtWith): Promise<IntakeIssue> => {
  if (Object.keys(known).length === 0) return row
  const place = { workspace: row.workspace, project: row.project }
  if (!can(work.viewer, 'intake.decide', row, place)) fail('permission.denied')
  return update(work, IntakeIssue, row, known)
}

const lockedIssue = async (work: Work, row: IntakeIssue): Promise<Issue> =>
  (await locked(work, Issue, { id: row.issue }))[0] ?? fail('issue.notFound')

export const changeIssue = async (work: Work, row: IntakeIssue, values: IssueValues): Promise<Issue> => {
  const issue = await lockedIssue(work, row)
  judgeFields(work, issue, values)
  return must((await updateIssues(work, row.project, [{ issue, values }]))[0], 'the issue')
}

/** Takes it from the intake, and with it the issue unless that was accepted. */
export const dropIssue = async (work: Work, row: IntakeIssue): Promise<void> => {
  const issue = await lockedIssue(work, row)
  if (row.status !== ACCEPTED) return deleteIssues(work, [issue])
  await update(work, Issue, issue, { intake_status: null })
  await remove(work, IntakeIssue, row)
}
