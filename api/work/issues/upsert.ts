/** Changes an issue by what a call brings: one that is named, or the one that has a key of another system. */
import type { z } from 'zod'
import { fail, failFields } from '#contract/errors.ts'
import { isActive } from '#contract/lists/issueQuery.ts'
import { can } from '#contract/permissions.ts'
import { Issue, type IssuePatch, type issueRoutes } from '#contract/work/issues.ts'
import { rowWithKey } from '../../db/externalKeys.ts'
import { load } from '../../db/visible.ts'
import type { Ask } from '../../http/mount.ts'
import type { Server } from '../../http/server.ts'
import { placeOfTexts, textWriter, withHtml } from '../../text/documents/markdown.ts'
import { askedBase, tellTaken } from '../../text/documents/textHeaders.ts'
import { isActiveOrArchived } from './archive.service.ts'
import { judgeFields } from './issue.rules.ts'
import { createIssue, updateIssue } from './issue.service.ts'

type AskWithText = Parameters<typeof placeOfTexts>[1] & Pick<Ask, 'work' | 'ctx'>

/** Its fields, and its text merged with what others write. */
export const changeIssue = async (
  server: Server,
  ask: AskWithText,
  row: Issue,
  body: z.infer<typeof IssuePatch>,
  keep: (issue: Issue) => boolean = isActive,
): Promise<Issue> => {
  const { work, ctx } = ask
  judgeFields(work, row, body)
  const { description_html, description_markdown, ...fields } = body
  const words = { description_html, description_markdown }
  const writer = textWriter(work, 'issue', words, placeOfTexts(server, ask), askedBase(ctx))
  const updated = await updateIssue(work, row, fields, keep)
  tellTaken(ctx, await writer?.(updated))
  return updated
}

type Upsert = Ask<(typeof issueRoutes)['upsert']>

const keyOf = ({ external_id, external_source }: z.infer<typeof IssuePatch>) =>
  external_id && external_source ? { external_id, external_source } : fail('external.required')

/** `made`: the project had none with this key. Calls with one key wait for each other before they come here. */
export const upsertIssue = async (server: Server, ask: Upsert): Promise<{ made: boolean; issue: Issue }> => {
  const { work, viewer, workspaceId, projectId, body } = ask
  const found = await rowWithKey(work.trx, Issue, projectId, keyOf(body))
  if (found) {
    const place = { workspace: workspaceId, project: projectId }
    const row = (await load(work.trx, Issue, viewer, found.id, place, work)) ?? fail('external.taken')
    if (!can(viewer, 'issue.update', row, place)) fail('permission.denied')
    return { made: false, issue: await changeIssue(server, ask, row, body, isActiveOrArchived) }
  }
  const { name } = body
  if (!name) return failFields({ name: ['This field is required.'] })
  const input = await withHtml({ ...body, name }, placeOfTexts(server, ask), viewer)
  return { made: true, issue: await createIssue(work, { workspaceId, projectId }, input) }
}

/** The issue that such a call has made or changed before. */
export const upsertedBefore = async (ask: Omit<Upsert, 'row'> & { row: Issue | null }): Promise<Issue> => {
  const { trx, viewer, projectId, body, ctx } = ask
  if (ask.row) ctx.state.status = 201
  const found = ask.row ?? (await rowWithKey(trx, Issue, projectId, keyOf(body)))
  return (found && (await load(trx, Issue, viewer, found.id, { project: projectId }))) ?? fail('row.notFound')
}
