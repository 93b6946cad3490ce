import { must } from '#contract/errors.ts'
import { IntakeDetail, IntakeIssue, inboxIssueRoutes } from '#contract/work/intake.ts'
import { intakeIssueRoutes } from '#contract/work/intakeAliases.ts'
import { newId } from '../../db/rows.ts'
import { type Ask, mount } from '../../http/mount.ts'
import type { Server } from '../../http/server.ts'
import { placeOfTexts, textWriter, withHtml } from '../../text/documents/markdown.ts'
import { askedBase, tellTaken, tellVersion } from '../../text/documents/textHeaders.ts'
import { readText } from '../../text/documents/write.ts'
import { decideAll, judgeDecision } from './decision.service.ts'
import { composeDetail, listIntake } from './intakeIssue.queries.ts'
import { type Brought, bringInApp, changeIssue, changeKnown, dropIssue } from './intakeIssue.service.ts'

const presenter = {
  as: IntakeDetail,
  show: async ({ trx, viewer, ctx }: Pick<Ask, 'trx' | 'viewer' | 'ctx'>, row: IntakeIssue) => {
    const { html, version } = await readText(trx, viewer, row.issue)
    tellVersion(ctx, version)
    const detail = await composeDetail(trx, viewer, row, html)
    // The creator of a request is subscribed to it, but only at the end of the transaction, with all that derives from
    // it.
    if (ctx.method === 'POST') detail.issue.is_subscribed = true
    return detail
  },
}

export const mountIntakeIssues = (server: Server) => {
  for (const routes of [inboxIssueRoutes, intakeIssueRoutes])
    mount(
      server,
      routes,
      {
        list: ask => listIntake(ask, ask.projectId),
        create: async ({ body: { issue, ...known }, ...ask }) => {
          const { work, workspaceId, projectId } = ask
          const input = await withHtml(issue ?? {}, placeOfTexts(server, ask), ask.viewer)
          const place = { workspaceId, projectId }
          return bringInApp(work, place, newId(work, IntakeIssue), input as Brought, known)
        },
        get: async ({ row }) => row,
        update: async ({ body: { issue, status, snoozed_till, duplicate_to, ...known }, ...ask }) => {
          const { work, ctx, workspaceId, projectId } = ask
          if (status !== undefined) judgeDecision(work, ask.row)
          const row = await changeKnown(work, ask.row, known)
          if (issue) {
            const { description_html, description_markdown, ...fields } = issue
            const words = { description_html, description_markdown }
            const writer = textWriter(work, 'issue', words, placeOfTexts(server, ask), askedBase(ctx))
            const changed = await changeIssue(work, row, fields)
            tellTaken(ctx, await writer?.(changed))
          }
          if (status === undefined) return row
          const decision = { status, snoozed_till, duplicate_to }
          return must((await decideAll(work, { workspaceId, projectId }, [row], decision))[0], 'its row')
        },
        remove: ({ work, row }) => dropIssue(work, row),
      },
      { presenter },
    )
}
