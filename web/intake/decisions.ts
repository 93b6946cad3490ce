/** Deciding about requests: shown at once, reported to the server as one call, and taken back. */
import { keysOf } from '#contract/keys.ts'
import type { IntakeIssue } from '#contract/work/intake.ts'
import { intakeDecisionRoutes, MAX_DECIDED } from '#contract/work/intakeDecisions.ts'
import { ACCEPTED, DECLINED, DUPLICATE, PENDING, SNOOZED } from '#contract/work/intakeStatus.ts'
import type { Issue, IssueChange } from '#contract/work/issues.ts'
import { isSame } from '../data/changes.ts'
import { call } from '../data/client.ts'
import { mutateMany } from '../data/mutate.ts'
import { getRow, watchRow } from '../data/rows.ts'
import { remember } from '../data/undo.ts'
import { here } from '../data/viewer.ts'
import { keyOf } from '../issues/acts/issueAddress.ts'
import { toast } from '../ui/popups/Toast.tsx'

export type Decision = Pick<IntakeIssue, 'status' | 'snoozed_till' | 'duplicate_to'>
export const accepted: Decision = { status: ACCEPTED, snoozed_till: null, duplicate_to: null }
export const declined: Decision = { status: DECLINED, snoozed_till: null, duplicate_to: null }
export const awake: Decision = { status: PENDING, snoozed_till: null, duplicate_to: null }
export const snoozedTill = (till: string): Decision => ({
  status: SNOOZED,
  snoozed_till: till,
  duplicate_to: null,
})
export const duplicateOf = (id: string): Decision => ({
  status: DUPLICATE,
  snoozed_till: null,
  duplicate_to: id,
})

/** The decision as a fact: "BER-3 was accepted". */
export const doneWords: Record<number, string> = {
  [ACCEPTED]: 'accepted',
  [DECLINED]: 'declined',
  [DUPLICATE]: 'marked as a duplicate',
  [SNOOZED]: 'snoozed',
  [PENDING]: 'put back',
}

const keyAt = (id: string): string => {
  const issue = getRow('issue', id)
  return issue ? keyOf(issue) : 'It'
}
const named = (ids: readonly string[]) => (ids.length === 1 ? keyAt(ids[0]!) : `${ids.length} requests`)

const PATIENCE_MS = 5_000

/** Says that a request was decided before, and by whom. */
export const tellDecided = ({ id, status, updated_by }: IntakeIssue): void => {
  const by = getRow('user', updated_by)?.display_name ?? 'somebody else'
  toast.fact(`${keyAt(id)} was ${doneWords[status]} by ${by} before.`)
}

// The log brings what the other has decided; by then, or soon after, it can be said.
const tellWhoDid = (id: string, wanted: number) => {
  const said = (): boolean => {
    const row = getRow('intake_issue', id)
    if (!row || row.status === wanted || row.status === PENDING) return false
    tellDecided(row)
    return true
  }
  if (said()) return
  const stop = watchRow('intake_issue', id, () => said() && end())
  const timer = setTimeout(() => end(), PATIENCE_MS)
  const end = () => {
    clearTimeout(timer)
    stop()
  }
}

type Rows = readonly IntakeIssue[]

const write = async (
  rows: Rows,
  {
    route,
    patch,
    body,
    failure,
  }: {
    route: typeof intakeDecisionRoutes.decide | typeof intakeDecisionRoutes.reopen
    patch: Decision
    body: Record<string, unknown>
    failure: string
  },
): Promise<boolean> => {
  const [first] = rows
  if (!first) return false
  const done = new Set<string>()
  const sent = await mutateMany({
    route,
    params: { ws: here().slug, p: first.project },
    entity: 'intake_issue',
    ids: rows.map(row => row.id),
    targetOf: id => ({ id, patch }),
    chunk: MAX_DECIDED,
    bodyOf: ids => ({ ids, ...body }),
    onAnswer: answer => {
      for (const id of (answer as { ids: string[] }).ids) done.add(id)
    },
    failure,
    doing: 'Deciding',
  })
  const left = sent.find(id => !done.has(id))
  if (left) tellWhoDid(left, patch.status)
  return done.size > 0
}

type Beside = { reply?: string; issue?: IssueChange }
const send = (rows: Rows, decision: Decision, beside: Beside = {}) =>
  write(rows, {
    route: intakeDecisionRoutes.decide,
    patch: decision,
    body: { ...decision, ...beside },
    failure: `${named(rows.map(row => row.id))} could not be ${doneWords[decision.status]}.`,
  })

const reopen = (rows: Rows, issue: IssueChange = {}) =>
  write(rows, {
    route: intakeDecisionRoutes.reopen,
    patch: awake,
    body: Object.keys(issue).length > 0 ? { issue } : {},
    failure: 'The decision could not be taken back.',
  })

/** Decides those requests whose decision is the viewer's; keeps and offers the undo. */
export const decide = (rows: Rows, decision: Decision, reply?: string): void => {
  const message = `${named(rows.map(row => row.id))} ${doneWords[decision.status]}`
  const sent = send(rows, decision, reply ? { reply } : {})
  const isFinal = decision.status !== SNOOZED && decision.status !== PENDING
  const [before] = rows
  const slept = before?.status === SNOOZED && before.snoozed_till ? snoozedTill(before.snoozed_till) : awake
  remember(
    {
      message,
      sent,
      back: () => (isFinal ? reopen(rows) : send(rows, slept)),
      again: () => send(rows, decision),
    },
    { tell: true },
  )
}

// A field that somebody changed after accepting stays changed.
const fieldsBefore = (before: Issue, fields: IssueChange): IssueChange => {
  const now = getRow('issue', before.id)
  const names = keysOf(fields).filter(
    // The row of the intake says where it was.
    name => name !== 'state_id' && now && isSame(now[name], fields[name]),
  )
  return Object.fromEntries(names.map(name => [name, before[name]]))
}

/** Accepts a request together with the filled-in fields: one act, and one undo. */
export const acceptWith = async (row: IntakeIssue, fields: IssueChange): Promise<void> => {
  const before = getRow('issue', row.issue)
  if (!before) return
  const params = { ws: here().slug, p: row.project }
  const body = { ids: [row.id], ...accepted, issue: fields }
  const { ids } = (await call(intakeDecisionRoutes.decide, { params, body })).body
  if (!ids.includes(row.id)) return tellWhoDid(row.id, ACCEPTED)
  remember(
    {
      message: `${keyAt(row.id)} ${doneWords[ACCEPTED]}`,
      sent: Promise.resolve(true),
      back: () => reopen([row], fieldsBefore(before, fields)),
      again: () => send([row], accepted, { issue: fields }),
    },
    { tell: true },
  )
}

/** Takes a decision back that was made a while ago, by whomever. */
export const putBack = (row: IntakeIssue): void => {
  const { status, snoozed_till, duplicate_to } = row
  remember(
    {
      message: `${keyAt(row.id)} put back`,
      sent: reopen([row]),
      back: () => send([row], { status, snoozed_till, duplicate_to }),
      again: () => reopen([row]),
    },
    { tell: true },
  )
}
