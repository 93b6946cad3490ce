import type { Knex } from 'knex'
import { fail } from '#contract/errors.ts'
import type { DraftInput } from '#contract/work/drafts.ts'
import { Draft, draftRoutes } from '#contract/work/drafts.ts'
import { Issue } from '#contract/work/issues.ts'
import { remove } from '../../db/rows.ts'
import type { ServerViewer } from '../../db/viewer.ts'
import { countOf, isUuid, load, visible } from '../../db/visible.ts'
import { mount } from '../../http/mount.ts'
import { envelope, readPage } from '../../http/page.ts'
import type { Server } from '../../http/server.ts'
import { listIssues } from '../../lists/list.ts'
import { placeOfTexts, withHtml } from '../../text/documents/markdown.ts'
import { readText } from '../../text/documents/write.ts'
import { createDraft, draftAsIssue, publishDraft, restoreDraft, updateDraft } from './draft.service.ts'

const DRAFTS_OF_A_PAGE = '50'

// After its last act the issue is read once more: the document has moved it.
const published = async (trx: Knex, viewer: ServerViewer, id: string) => ({
  ...((await load(trx, Issue, viewer, id, {})) ?? fail('row.notFound')),
  description_html: (await readText(trx, viewer, id)).html,
})

export const mountDrafts = (server: Server) =>
  mount(
    server,
    draftRoutes,
    {
      list: async ({ viewer, trx, workspaceId, query }) => {
        const ask = readPage({
          ...query,
          per_page: query.per_page ?? (query.cursor ? undefined : DRAFTS_OF_A_PAGE),
        })
        const rows = () => visible(trx, Draft, viewer).where('workspace_id', workspaceId)
        const [page, total] = await Promise.all([
          rows()
            .orderBy([{ column: 'created_at', order: 'desc' }, { column: 'id' }])
            .limit(ask.size)
            .offset(ask.page * ask.size),
          countOf(rows()),
        ])
        return envelope(ask, total, total, page.length, page)
      },
      create: ({ work, workspaceId, body }) => createDraft(work, workspaceId, body),
      get: async ({ row }) => row,
      update: async ({ work, row, body }) => {
        await updateDraft(work, row, body)
      },
      remove: ({ work, row }) => remove(work, Draft, row),
      restore: ({ work, workspaceId, params }) =>
        isUuid(params.draftId) ? restoreDraft(work, workspaceId, params.draftId) : fail('path.notFound'),
      publish: async ({ viewer, work, row, body }) => {
        const { id } = await publishDraft(work, row, body)
        return published(work.trx, viewer, id)
      },
      listOfProject: ask => listIssues(ask, { in: 'drafts', project: ask.projectId }),
      createInProject: async ({ body: { is_draft: _, ...body }, ...ask }) => {
        const { work, workspaceId, projectId } = ask
        const input = await withHtml(body, placeOfTexts(server, ask), ask.viewer)
        return draftAsIssue(
          work.trx,
          await createDraft(work, workspaceId, { ...input, project_id: projectId }),
        )
      },
      getOfProject: async ({ trx, row }) => ({
        ...(await draftAsIssue(trx, row)),
        description_html: row.description_html,
      }),
      updateOfProject: async ({ work, row, body }) => {
        const { is_draft, ...given } = body
        const input: DraftInput = given
        if (is_draft === false) await publishDraft(work, row, input)
        else await updateDraft(work, row, input)
      },
      removeOfProject: ({ work, row }) => remove(work, Draft, row),
    },
    {
      again: {
        createInProject: ({ trx, row }) => draftAsIssue(trx, row),
        publish: ({ viewer, trx, params }) => published(trx, viewer, params.draftId),
      },
    },
  )
