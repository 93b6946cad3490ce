import { failFields } from '#contract/errors.ts'
import { IntakeIssue, isUndecided } from '#contract/work/intake.ts'
import { intakeDecisionRoutes } from '#contract/work/intakeDecisions.ts'
import { ACCEPTED, PENDING } from '#contract/work/intakeStatus.ts'
import { visible } from '../../db/visible.ts'
import { type Ask, mount } from '../../http/mount.ts'
import type { Server } from '../../http/server.ts'
import { decideAll, lockedRows, reopenAll } from './decision.service.ts'
import { STATUS_NOW } from './intake.service.ts'
import { changeIssue } from './intakeIssue.service.ts'
import { sendReply } from './reply.service.ts'

type Asked = Pick<Ask, 'trx' | 'viewer' | 'projectId'>

const standing = async ({ trx, projectId }: Asked, ids: string[], as: Partial<IntakeIssue>) => ({
  ids: await trx('intake_issues')
    .where({ project: projectId, ...as })
    .whereIn('id', ids)
    .whereNull('deleted_at')
    .pluck('id'),
})

const judgeAlone = (ids: string[], issue: object | undefined) => {
  if (issue && ids.length > 1) failFields({ issue: ['Fields are set of one alone.'] })
}

type Counted = {
  project: string
  pending: number
  snoozed: number
  since: string | null
  next: string | null
}

export const mountIntakeDecisions = (server: Server) => {
  // Whether it was this call or another of the caller's does not matter to them.
  const decided = (ask: Asked, { ids, status }: { ids: string[]; status: number }) =>
    standing(ask, ids, { status, updated_by: ask.viewer.id })
  const reopened = (ask: Asked, { ids }: { ids: string[] }) => standing(ask, ids, { status: PENDING })
  mount(
    server,
    intakeDecisionRoutes,
    {
      decide: async ({ body, ...ask }) => {
        const { work, workspaceId, projectId } = ask
        const { ids, reply, issue, ...decision } = body
        if (reply && ids.length > 1) failFields({ reply: ['A reply is sent to one alone.'] })
        if (issue && body.status !== ACCEPTED)
          failFields({ issue: ['Only what is accepted is changed with it.'] })
        judgeAlone(ids, issue)
        const { state_id, ...fields } = issue ?? {}
        const open = (await lockedRows(work, projectId, ids)).filter(isUndecided)
        const [first] = await decideAll(work, { workspaceId, projectId }, open, { ...decision, state_id })
        if (first && Object.keys(fields).length > 0) await changeIssue(work, first, fields)
        if (reply && first) await sendReply(work, first, reply)
        return decided(ask, body)
      },
      reopen: async ({ body: { ids, issue }, ...ask }) => {
        judgeAlone(ids, issue)
        const [first] = await reopenAll(ask.work, ask.projectId, ids)
        if (first && issue) await changeIssue(ask.work, first, issue)
        return reopened(ask, { ids })
      },
      waiting: async ({ trx, viewer, workspaceId }) => {
        const rows = await visible(trx, IntakeIssue, viewer)
          .clearSelect()
          .where('intake_issues.workspace', workspaceId)
          .whereIn('intake_issues.status', [-2, 0])
          .groupBy('intake_issues.project')
          .select<Counted[]>(
            'intake_issues.project',
            trx.raw(`count(*) filter (where ${STATUS_NOW} = -2)::int as pending`),
            trx.raw(`count(*) filter (where ${STATUS_NOW} = 0)::int as snoozed`),
            trx.raw(`min(intake_issues.created_at) filter (where ${STATUS_NOW} = -2) as since`),
            trx.raw(`min(intake_issues.snoozed_till) filter (where ${STATUS_NOW} = 0) as next`),
          )
        const next = rows.flatMap(row => row.next ?? []).sort()[0] ?? null
        return {
          projects: Object.fromEntries(
            rows.map(({ project, pending, snoozed, since }) => [project, { pending, snoozed, since }]),
          ),
          next,
        }
      },
    },
    {
      again: {
        decide: ({ body, ...ask }) => decided(ask, body),
        reopen: ({ body, ...ask }) => reopened(ask, body),
      },
    },
  )
}
