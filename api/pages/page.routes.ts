import type { RowOf } from '#contract/define.ts'
import { fail } from '#contract/errors.ts'
import { Page, pageRoutes } from '#contract/pages.ts'
import { ADMIN } from '#contract/permissions.ts'
import { insert, update } from '../db/rows.ts'
import { visible } from '../db/visible.ts'
import { inWork } from '../db/work.ts'
import { beginText, mergeBinary, readBinary, readHtml, writeHtml } from '../documents/write.ts'
import { type Ask, mount } from '../http/mount.ts'
import type { Server } from '../http/server.ts'

type PageRow = RowOf<typeof Page>

const UPDATED = { message: 'Updated successfully' }

const shown = (row: PageRow) => ({ ...row, is_favorite: false, anchor: null })

export const mountPages = (server: Server) => {
  const detail = async ({ viewer, trx }: Pick<Ask, 'viewer' | 'trx'>, row: PageRow) => ({
    ...shown(row),
    description_html: await readHtml(trx, viewer, 'page', row.id),
  })
  const mustBeOpen = (row: PageRow) => {
    if (row.is_locked) fail('page.locked')
    if (row.archived_at) fail('page.archived')
  }
  mount(
    server,
    pageRoutes,
    {
      list: async ({ viewer, trx, projectId, query }) => {
        const rows = visible(trx, Page, viewer).where('project_id', projectId).orderBy('updated_at', 'desc')
        if (query.search) rows.whereRaw('strpos(lower(name), lower(?)) > 0', [query.search])
        return ((await rows) as PageRow[]).map(shown)
      },
      create: async ({ viewer, work, workspaceId, projectId, body }) => {
        const { description_html, ...fields } = body
        const row = await insert(work, Page, {
          ...fields,
          ...(work.mutationId ? { id: work.mutationId } : {}),
          owned_by: viewer.id,
          workspace: workspaceId,
          project_id: projectId,
        })
        if (description_html) await beginText(work, 'page', row, description_html)
        return detail({ viewer, trx: work.trx }, row)
      },
      get: ({ viewer, trx, row }) => detail({ viewer, trx }, row),
      update: async ({ viewer, work, row, body }) => {
        mustBeOpen(row)
        const { description_html, ...fields } = body
        const standsIn = row.owner_gone && viewer.projects[row.project_id]?.role === ADMIN
        const mayTurn = row.owned_by === viewer.id || standsIn
        if (fields.access !== undefined && fields.access !== row.access && !mayTurn)
          fail('page.foreignAccess')
        const after = await update(work, Page, row, fields)
        if (description_html === undefined) return detail({ viewer, trx: work.trx }, after)
        await writeHtml(work, 'page', after, description_html)
        // The text has moved the page once more.
        const moved = (await work.trx(Page.table).where('id', row.id).first(Page.columns)) as PageRow
        return detail({ viewer, trx: work.trx }, moved)
      },
      getBinary: async ({ viewer, row, ctx }) => {
        ctx.set('Content-Disposition', 'attachment; filename="page_description.bin"')
        const { result } = await inWork(server.db, { viewer }, work => readBinary(work, 'page', row))
        return Buffer.from(result)
      },
      updateBinary: async ({ work, row, body }) => {
        if (row.is_locked) fail('page.contentLocked')
        if (row.archived_at) fail('page.contentArchived')
        await mergeBinary(work, 'page', row, body)
        return UPDATED
      },
    },
    {
      create: ask => detail(ask, ask.row as PageRow),
      update: ask => detail(ask, ask.row),
      updateBinary: async () => UPDATED,
    },
  )
}
