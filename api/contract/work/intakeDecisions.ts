/** Deciding about many issues of the intake as one, taking that back, and how many wait in each project. */
import { z } from 'zod'
import { datetime, route, uuid } from '../define.ts'
import { intakeStatuses } from './intakeStatus.ts'
import { BulkUpdate } from './issues.ts'

/** So many are decided at once. */
export const MAX_DECIDED = 100
/** The longest reply to the sender of a request. */
export const MAX_REPLY = 5000

const p = '/api/workspaces/:ws/projects/:p' as const
const ids = z.array(uuid).min(1).max(MAX_DECIDED)
/** Fields of the issue that are set together with the decision. */
const IntakeFields = BulkUpdate.omit({ id: true, sort_order: true })
export type IntakeFields = z.infer<typeof IntakeFields>
/** The requests that are now as the caller decided; the others were decided by somebody else, or are gone. */
const done = z.object({ ids: z.array(uuid) })

export const intakeDecisionRoutes = {
  decide: route({
    method: 'POST',
    path: `${p}/inbox-issues/decide/`,
    action: 'intake.decide',
    in: 'project',
    body: z.object({
      ids,
      status: z.literal([...intakeStatuses]),
      snoozed_till: z.string().nullable().optional(),
      duplicate_to: uuid.nullable().optional(),
      reply: z.string().trim().min(1).max(MAX_REPLY).optional(),
      issue: IntakeFields.optional(),
    }),
    answer: done,
    summary:
      'Decides about all of them that still wait. The reply, of one alone, is a comment and goes by mail to whoever filled in the form; `issue`, of one that is accepted, is set with it.',
  }),
  reopen: route({
    method: 'POST',
    path: `${p}/inbox-issues/reopen/`,
    action: 'intake.decide',
    in: 'project',
    body: z.object({ ids, issue: IntakeFields.omit({ state_id: true }).optional() }),
    answer: done,
    summary:
      'Takes decisions back: these wait again, where they were before. `issue`, of one alone, is set with it.',
  }),
  waiting: route({
    method: 'GET',
    path: '/api/workspaces/:ws/intake-waiting/',
    action: 'issue.listAcross',
    in: 'workspace',
    answer: z.object({
      projects: z.record(
        z.string(),
        z.object({ pending: z.number().int(), snoozed: z.number().int(), since: datetime.nullable() }),
      ),
      next: datetime.nullable(),
    }),
    summary:
      'How many issues wait and sleep at the intakes of the caller’s projects, since when the first waits, and when the next awakes.',
  }),
}
