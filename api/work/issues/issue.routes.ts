import type { Knex } from 'knex'
import { fail } from '#contract/errors.ts'
import { isActive } from '#contract/lists/issueQuery.ts'
import { Issue, issueRoutes } from '#contract/work/issues.ts'
import { newId } from '../../db/rows.ts'
import type { ServerViewer } from '../../db/viewer.ts'
import { mount } from '../../http/mount.ts'
import type { Server } from '../../http/server.ts'
import {
  type AskOfProject,
  asksMarkdown,
  placeOfTexts,
  readMarkdown,
  withHtml,
} from '../../text/documents/markdown.ts'
import { tellVersion } from '../../text/documents/textHeaders.ts'
import { readText } from '../../text/documents/write.ts'
import { isSubscribed } from '../activity/subscribers.ts'
import { createDraft, draftAsIssue } from '../drafts/draft.service.ts'
import {
  archivedToday,
  archiveIssue,
  isActiveOrArchived,
  isArchived,
  unarchiveIssues,
} from './archive.service.ts'
import { archiveInBulk, updateDates, updateInBulk } from './bulk.service.ts'
import { expandIssues } from './expand.ts'
import { createIssue } from './issue.service.ts'
import { loadIssues } from './load.ts'
import { deleteIssues } from './remove.service.ts'
import { restoreIssues } from './restore.service.ts'
import { addSubIssues, readSubIssues } from './subIssue.service.ts'
import { changeIssue, upsertedBefore, upsertIssue } from './upsert.ts'

const detail = async (trx: Knex, viewer: ServerViewer, issue: Issue, html: string, expand?: string) => ({
  ...issue,
  description_html: html,
  is_subscribed: await isSubscribed(trx, viewer, issue.id),
  ...(await expandIssues(trx, viewer, [issue], expand)).get(issue.id),
})

type AskDetail = AskOfProject & {
  viewer: ServerViewer
  trx: Knex
  row: Issue
  query: { expand?: string | undefined }
}

const message = (count: number, verb: string) => ({ message: `${count} issues were ${verb}` })

export const mountIssues = (server: Server) => {
  const asked = async (ask: AskDetail) => {
    const { viewer, trx, row, query, ctx } = ask
    const { html, version } = await readText(trx, viewer, row.id)
    tellVersion(ctx, version)
    const shown = await detail(trx, viewer, row, html, query.expand)
    if (!asksMarkdown(query.expand)) return shown
    const markdown = await readMarkdown(trx, viewer, row.id, html, placeOfTexts(server, ask))
    return { ...shown, description_markdown: markdown }
  }
  return mount(
    server,
    issueRoutes,
    {
      create: async ({ body: { is_draft, ...body }, ...ask }) => {
        const { work, workspaceId, projectId } = ask
        const input = await withHtml(body, placeOfTexts(server, ask), ask.viewer)
        const place = { workspaceId, projectId }
        return is_draft
          ? draftAsIssue(
              work.trx,
              await createDraft(work, workspaceId, { ...input, project_id: projectId }, newId(work, Issue)),
            )
          : createIssue(work, place, input)
      },
      upsert: async ask => {
        const { made, issue } = await upsertIssue(server, ask)
        if (made) ask.ctx.state.status = 201
        return issue
      },
      get: asked,
      update: async ({ body, ...ask }) => {
        await changeIssue(
          server,
          ask,
          ask.row,
          body,
          ask.ctx.state.archivedToo ? isActiveOrArchived : isActive,
        )
      },
      remove: ({ work, row }) => deleteIssues(work, [row]),
      restore: async ({ work, projectId, params }) => {
        await restoreIssues(work, projectId, [params.issueId])
      },
      archive: ({ work, row }) => archiveIssue(work, row),
      unarchive: ({ work, row }) => unarchiveIssues(work, [row]),
      getArchived: ask => (isArchived(ask.row) ? asked(ask) : fail('row.notFound')),
      subIssues: ({ viewer, trx, row }) => readSubIssues(trx, viewer, row),
      addSubIssues: ({ work, row, body }) => addSubIssues(work, row, body.sub_issue_ids),
      dates: ({ work, workspaceId, projectId, body }) =>
        updateDates(work, { workspaceId, projectId }, body.updates),
      bulkUpdate: ({ work, workspaceId, projectId, body }) =>
        updateInBulk(work, { workspaceId, projectId }, body),
      bulkDelete: async ({ work, workspaceId, projectId, body }) => {
        if (body.issue_ids.length === 0) fail('issue.idsRequired')
        const place = { workspace: workspaceId, project: projectId }
        const issues = await loadIssues(work, body.issue_ids, place, 'issue.delete')
        await deleteIssues(work, issues)
        return message(issues.length, 'deleted')
      },
      bulkRestore: async ({ work, projectId, body }) => {
        if (body.issue_ids.length === 0) fail('issue.idsRequired')
        await restoreIssues(work, projectId, body.issue_ids)
        return message(new Set(body.issue_ids).size, 'restored')
      },
      bulkArchive: ({ work, workspaceId, projectId, body }) =>
        archiveInBulk(work, { workspaceId, projectId }, body.issue_ids),
      bulkUnarchive: async ({ work, workspaceId, projectId, body }) => {
        if (body.issue_ids.length === 0) fail('issue.idsRequired')
        const place = { workspace: workspaceId, project: projectId }
        const issues = await loadIssues(work, body.issue_ids, place, 'issue.archive', isArchived)
        await unarchiveIssues(work, issues)
        return message(issues.length, 'restored')
      },
    },
    {
      again: {
        create: async ({ trx, work, row }) =>
          row ?? (await draftAsIssue(trx, { id: work.mutationId ?? '' })) ?? fail('row.notFound'),
        upsert: ask => upsertedBefore(ask),
        archive: async ({ work }) => archivedToday(work),
        addSubIssues: ({ viewer, trx, row, body }) => readSubIssues(trx, viewer, row, body.sub_issue_ids),
        bulkDelete: async ({ body }) => message(new Set(body.issue_ids).size, 'deleted'),
        bulkRestore: async ({ body }) => message(new Set(body.issue_ids).size, 'restored'),
        bulkArchive: async ({ work }) => archivedToday(work),
        bulkUnarchive: async ({ body }) => message(new Set(body.issue_ids).size, 'restored'),
      },
    },
  )
}
