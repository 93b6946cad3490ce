import { placeOf } from '#contract/define.ts'
import { fail, failFields, missingPk, must } from '#contract/errors.ts'
import { readInstant } from '#contract/people/zones.ts'
import { can } from '#contract/permissions.ts'
import { IntakeIssue, isUndecided } from '#contract/work/intake.ts'
import {
  ACCEPTED,
  DECLINED,
  DUPLICATE,
  type IntakeStatus,
  PENDING,
  SNOOZED,
} from '#contract/work/intakeStatus.ts'
import { Issue } from '#contract/work/issues.ts'
import { locked } from '../../db/locked.ts'
import { lockRows } from '../../db/order.ts'
import { updateAll } from '../../db/rows.ts'
import type { Work } from '../../db/work.ts'
import { statesOf } from '../issues/issue.rules.ts'
import { recount } from '../issues/issue.service.ts'
import { openIssues } from '../issues/load.ts'
import { inState } from '../issues/stateGroup.ts'

export type Decision = {
  status: IntakeStatus
  snoozed_till?: string | null | undefined
  duplicate_to?: string | null | undefined
  /** Where an accepted one begins, unless where it would by itself. */
  state_id?: string | undefined
}
type Place = { workspaceId: string; projectId: string }
type State = { id: string; group: string }

const readSnooze = (work: Work, till: string | null | undefined): string => {
  if (!till) return failFields({ snoozed_till: ['This field is required.'] })
  const instant = readInstant(till)
  if (instant === null || instant === 'malformed')
    return failFields({ snoozed_till: ['Datetime has wrong format.'] })
  return instant > work.now ? instant : failFields({ snoozed_till: ['This has to be in the future.'] })
}

const readDuplicate = async (work: Work, place: Place, ids: string[], other: string | null | undefined) => {
  if (!other) return failFields({ duplicate_to: ['This field is required.'] })
  if (ids.includes(other)) return failFields({ duplicate_to: ['An issue is no duplicate of itself.'] })
  const found = await openIssues(work.trx, work.viewer)
    .where({ 'issues.id': other, 'issues.workspace_id': place.workspaceId })
    .first('issues.id')
  return found ? other : failFields({ duplicate_to: [missingPk(other)] })
}

const cancelledState = async (work: Work, projectId: string): Promise<State> => {
  const states = await lockRows<State & { sequence: number }>(
    work,
    'states',
    trx =>
      trx('states')
        .where({ project_id: projectId, group: 'cancelled' })
        .whereNull('deleted_at')
        .select('id', 'group', 'sequence'),
    'keep',
  )
  return must(states.sort((a, b) => a.sequence - b.sequence)[0], 'a state of the cancelled group')
}

// A declined request ends in the project's cancelled state; an accepted one begins where it is put, or stays where it waits.
const stateAfter = async (work: Work, projectId: string, { status, state_id }: Decision) => {
  if (status === ACCEPTED && state_id) {
    const first = must((await statesOf(work, projectId, [state_id])).get(state_id), 'its first state')
    return (issue: Issue) => inState(work, issue, first)
  }
  if (status !== DECLINED && status !== DUPLICATE) return () => ({})
  const cancelled = await cancelledState(work, projectId)
  return (issue: Issue) => inState(work, issue, cancelled)
}

/** May the caller decide this one, and is it still to be decided? */
export const judgeDecision = (work: Work, row: IntakeIssue): void => {
  if (!can(work.viewer, 'intake.decide', row, placeOf(IntakeIssue, row))) fail('permission.denied')
  if (!isUndecided(row)) fail('intake.decided')
}

type Outcome = Pick<IntakeIssue, 'status' | 'snoozed_till' | 'duplicate_to'>
type StateOf = (issue: Issue, row: IntakeIssue) => Partial<Issue>

// Both rows of each are held, and written by one statement a table, however many they are.
const settle = async (work: Work, rows: IntakeIssue[], outcome: Outcome, stateOf: StateOf) => {
  const byId = new Map(rows.map(row => [row.id, row]))
  const issues = await locked(work, Issue, found => found.whereIn('id', [...byId.keys()]))
  await updateAll(
    work,
    Issue,
    issues.map(issue => ({
      before: issue,
      patch: { ...stateOf(issue, must(byId.get(issue.id), 'its row')), intake_status: outcome.status },
    })),
  )
  await recount(
    work,
    issues.map(issue => issue.parent_id),
  )
  const stood = new Map(issues.map(issue => [issue.id, issue.state_id]))
  return updateAll(
    work,
    IntakeIssue,
    rows.map(before => ({ before, patch: { ...outcome, state_before: stood.get(before.id) ?? null } })),
  )
}

/** Decides on issues that wait and are held; so of two who decide at once the second finds them decided. */
export const decideAll = async (
  work: Work,
  place: Place,
  rows: IntakeIssue[],
  decision: Decision,
): Promise<IntakeIssue[]> => {
  const { status, snoozed_till, duplicate_to } = decision
  const ids = rows.map(row => row.id)
  const outcome = {
    status,
    snoozed_till: status === SNOOZED ? readSnooze(work, snoozed_till) : null,
    duplicate_to: status === DUPLICATE ? await readDuplicate(work, place, ids, duplicate_to) : null,
  }
  return settle(work, rows, outcome, await stateAfter(work, place.projectId, decision))
}

/** Those of the ids that came by the project's intake, under lock. */
export const lockedRows = (work: Work, projectId: string, ids: readonly string[]): Promise<IntakeIssue[]> =>
  locked(work, IntakeIssue, rows => rows.where('project', projectId).whereIn('id', ids))

/** Takes decisions back; an issue whose state is gone meanwhile waits where new ones do. */
export const reopenAll = async (
  work: Work,
  projectId: string,
  ids: readonly string[],
): Promise<IntakeIssue[]> => {
  const rows = (await lockedRows(work, projectId, ids)).filter(row => !isUndecided(row))
  if (rows.length === 0) return []
  const stood = await work
    .trx('intake_issues')
    .join('states', 'states.id', 'intake_issues.state_before')
    .whereIn(
      'intake_issues.id',
      rows.map(row => row.id),
    )
    .whereNull('states.deleted_at')
    .select<(State & { issue: string })[]>('intake_issues.id as issue', 'states.id', 'states.group')
  const before = new Map(stood.map(({ issue, id, group }) => [issue, { id, group }]))
  const first = must((await statesOf(work, projectId, [null])).get(null), 'the first state')
  const outcome = { status: PENDING, snoozed_till: null, duplicate_to: null }
  return settle(work, rows, outcome, (issue, row) => inState(work, issue, before.get(row.id) ?? first))
}
