import { placeOf } from '#contract/define.ts'
import { fail, failFields, missingPk, must } from '#contract/errors.ts'
import { readInstant } from '#contract/people/zones.ts'
import { can } from '#contract/permissions.ts'
import {
  ACCEPTED,
  DECLINED,
  DUPLICATE,
  IntakeIssue,
  type IntakeStatus,
  isUndecided,
  PENDING,
  SNOOZED,
} from '#contract/work/intake.ts'
import { Issue, type IssueInput, priorities } from '#contract/work/issues.ts'
import { insert, locked, remove, update } from '../../db/rows.ts'
import type { Work } from '../../db/work.ts'
import type { IssueValues } from '../issues/issue.rules.ts'
import { judgeFields, statesOf } from '../issues/issue.rules.ts'
import { createIssue, recount, updateIssues } from '../issues/issue.service.ts'
import { openIssues } from '../issues/load.ts'
import { deleteIssues } from '../issues/remove.service.ts'
import { inState } from '../issues/stateGroup.ts'
import { waysIn } from './intake.service.ts'

type Place = { workspaceId: string; projectId: string }

const isPriority = (value: string): value is Issue['priority'] =>
  (priorities as readonly string[]).includes(value)

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
  from: { source: 'IN_APP' | 'FORM'; source_email?: string; extra?: Record<string, string> },
): Promise<IntakeIssue> => {
  if (!name?.trim()) return fail('intake.nameRequired')
  const pressing = priority ?? 'none'
  if (!isPriority(pressing)) return fail('intake.priority')
  const given = { ...input, name: name.trim(), priority: pressing, intake_status: PENDING }
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
export const bringInApp = async (work: Work, place: Place, id: string, input: Brought) => {
  const ways = (await waysIn(work.trx, place.projectId)) ?? fail('intake.off')
  if (!ways.is_in_app_enabled) fail('intake.inAppOff')
  return bringIssue(work, place, id, input, { source: 'IN_APP' })
}

const lockedIssue = async (work: Work, row: IntakeIssue): Promise<Issue> =>
  (await locked(work, Issue, { id: row.issue }))[0] ?? fail('issue.notFound')

export const changeIssue = async (work: Work, row: IntakeIssue, values: IssueValues): Promise<Issue> => {
  const issue = await lockedIssue(work, row)
  judgeFields(work, issue, values)
  return must((await updateIssues(work, row.project, [{ issue, values }]))[0], 'the issue')
}

export type Decision = {
  status?: IntakeStatus | undefined
  snoozed_till?: string | null | undefined
  duplicate_to?: string | null | undefined
}

const readSnooze = (work: Work, till: string | null | undefined): string => {
  if (!till) return failFields({ snoozed_till: ['This field is required.'] })
  const instant = readInstant(till)
  if (instant === null || instant === 'malformed')
    return failFields({ snoozed_till: ['Datetime has wrong format.'] })
  return instant > work.now ? instant : failFields({ snoozed_till: ['This has to be in the future.'] })
}

const readDuplicate = async (work: Work, row: IntakeIssue, other: string | null | undefined) => {
  if (!other) return failFields({ duplicate_to: ['This field is required.'] })
  if (other === row.issue) return failFields({ duplicate_to: ['An issue is no duplicate of itself.'] })
  const found = await openIssues(work.trx, work.viewer)
    .where({ 'issues.id': other, 'issues.workspace_id': row.workspace })
    .first('issues.id')
  return found ? other : failFields({ duplicate_to: [missingPk(other)] })
}

// What is turned down ends where the project's cancelled issues are; what is taken begins where they all do.
const stateAfter = async (work: Work, issue: Issue, status: IntakeStatus): Promise<Partial<Issue>> => {
  if (status === ACCEPTED && issue.state__group === 'triage') {
    const state = (await statesOf(work, issue.project_id, [null])).get(null)
    return inState(work, issue, must(state, 'the default state'))
  }
  if (status !== DECLINED && status !== DUPLICATE) return {}
  const state = (await work
    .trx('states')
    .where({ project_id: issue.project_id, group: 'cancelled' })
    .whereNull('deleted_at')
    .orderBy('sequence')
    .forKeyShare()
    .first('id', 'group')) as { id: string; group: string } | undefined
  return inState(work, issue, must(state, 'a state of the cancelled group'))
}

/** May the caller decide this one, and is it still to be decided? */
export const judgeDecision = (work: Work, row: IntakeIssue): void => {
  if (!can(work.viewer, 'intake.decide', row, placeOf(IntakeIssue, row))) fail('permission.denied')
  if (!isUndecided(row)) fail('intake.decided')
}

/** Decides on an issue that waits; its row is held, so of two who decide at once the second is refused. */
export const decide = async (
  work: Work,
  row: IntakeIssue,
  { status, snoozed_till, duplicate_to }: Decision & { status: IntakeStatus },
): Promise<IntakeIssue> => {
  const patch = {
    status,
    snoozed_till: status === SNOOZED ? readSnooze(work, snoozed_till) : null,
    duplicate_to: status === DUPLICATE ? await readDuplicate(work, row, duplicate_to) : null,
  }
  const issue = await lockedIssue(work, row)
  await update(work, Issue, issue, { ...(await stateAfter(work, issue, status)), intake_status: status })
  await recount(work, [issue.parent_id])
  return update(work, IntakeIssue, row, patch)
}

/** Takes it from the intake, and with it the issue unless that was accepted. */
export const dropIssue = async (work: Work, row: IntakeIssue): Promise<void> => {
  const issue = await lockedIssue(work, row)
  if (row.status !== ACCEPTED) return deleteIssues(work, [issue])
  await update(work, Issue, issue, { intake_status: null })
  await remove(work, IntakeIssue, row)
}
