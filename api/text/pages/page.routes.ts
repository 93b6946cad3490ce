import { fail } from '#contract/errors.ts'
import { archivedPage, type Page, PageDetail, pageRoutes } from '#contract/text/pages.ts'
import { isUuid } from '../../db/visible.ts'
import { inWork } from '../../db/work.ts'
import { type AskShown, mount } from '../../http/mount.ts'
import { archivedPart } from '../../http/respond.ts'
import type { Server } from '../../http/server.ts'
import { addFavorite, removeFavoriteOf } from '../../planning/favorites/favorite.service.ts'
import { asksMarkdown, firstHtml, placeOfTexts, readMarkdown, textWriter } from '../documents/markdown.ts'
import { askedBase, tellTaken, tellVersion } from '../documents/textHeaders.ts'
import { embeddedIssues, mergeBinary, readBinary, readText } from '../documents/write.ts'
import { listPages, showPage } from './page.queries.ts'
import { createPage, duplicatePage, mustTakeText, setAccess, setLocked, updatePage } from './page.service.ts'
import { searchPages } from './pageSearch.queries.ts'
import { archivePage, deletePage, discardPage, restorePage, unarchivePage } from './pageTree.service.ts'

const fieldsOf = (body: object) => body as Parameters<typeof updatePage>[2]

export const mountPages = (server: Server) => {
  const presenter = {
    as: PageDetail,
    show: async (ask: AskShown, page: Page) => {
      const { viewer, trx, ctx, query } = ask
      const { html, version } = await readText(trx, viewer, page.id)
      tellVersion(ctx, version)
      const shown = {
        ...(await showPage(trx, viewer, page)),
        description_html: html,
        issue_ids: await embeddedIssues(trx, page.id),
      }
      if (!asksMarkdown(query.expand)) return shown
      const markdown = await readMarkdown(trx, viewer, page.id, html, placeOfTexts(server, ask))
      return { ...shown, description_markdown: markdown }
    },
  }
  return mount(
    server,
    pageRoutes,
    {
      list: async ({ viewer, trx, projectId, query: { search, parent = null } }) =>
        parent === null || isUuid(parent) ? listPages(trx, viewer, projectId, { search, parent }) : [],
      search: ask => searchPages(ask),
      listArchived: ({ viewer, trx, projectId }) => listPages(trx, viewer, projectId, { only: 'archived' }),
      listFavorite: ({ viewer, trx, projectId }) => listPages(trx, viewer, projectId, { only: 'favorite' }),
      create: async ({ body: { description_markdown, ...body }, ...ask }) => {
        const { work, workspaceId, projectId } = ask
        const description_html = await firstHtml(
          { ...body, description_markdown },
          placeOfTexts(server, ask),
          ask.viewer,
        )
        return createPage(work, { workspaceId, projectId }, fieldsOf({ ...body, description_html }))
      },
      get: async ({ row }) => row,
      update: async ({ body: { description_html, description_markdown, ...fields }, ...ask }) => {
        const { work, row, ctx } = ask
        const words = { description_html, description_markdown }
        const write = textWriter(work, 'page', words, placeOfTexts(server, ask), askedBase(ctx))
        const writer = write && (async (page: Page) => tellTaken(ctx, await write(page)))
        return updatePage(work, row, fieldsOf(fields), writer)
      },
      remove: ({ work, row }) => deletePage(work, row),
      discard: ({ work, row }) => discardPage(work, row),
      restore: ({ work, projectId, params }) =>
        isUuid(params.pageId) ? restorePage(work, projectId, params.pageId) : fail('path.notFound'),
      lock: ({ work, row }) => setLocked(work, row, true),
      unlock: ({ work, row }) => setLocked(work, row, false),
      setAccess: ({ work, row, body }) => setAccess(work, row, body.access),
      archive: ({ work, row }) => archivePage(work, row),
      unarchive: ({ work, row }) => unarchivePage(work, row),
      duplicate: ({ work, row }) => duplicatePage(work, row),
      favor: async ({ work, workspaceId, row }) => {
        await addFavorite(work, workspaceId, { entity_type: 'page', entity_identifier: row.id })
      },
      disfavor: ({ work, row }) => removeFavoriteOf(work, 'page', row.id),
      getBinary: async ({ viewer, row, ctx }) => {
        ctx.set('Content-Disposition', 'attachment; filename="page_description.bin"')
        const { result } = await inWork(server.db, { viewer }, work => readBinary(work, 'page', row))
        tellVersion(ctx, result.version)
        return Buffer.from(result.state)
      },
      updateBinary: async ({ work, row, body, ctx }) => {
        mustTakeText(row)
        tellTaken(ctx, await mergeBinary(work, 'page', row, body, askedBase(ctx)))
      },
    },
    { presenter, part: archivedPart(archivedPage, 'page.notArchived') },
  )
}
