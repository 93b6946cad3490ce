import type { Context } from 'koa'
import { fail } from '#contract/errors.ts'
import { ownAddress } from '../http/origin.ts'
import type { Server } from '../http/server.ts'
import type { StoredFile } from './file.service.ts'

/** What the announcement of a file answers: where to send it, and what with it. */
export const announcer = (server: Server) => async (ctx: Context, row: StoredFile) => ({
  asset_id: row.id,
  asset_url: row.asset_url,
  upload_data: {
    url: `${await ownAddress(ctx, server)}/files/upload`,
    fields: server.files.tickets.uploadFields({
      key: row.asset,
      type: row.attributes.type,
      most: row.size,
    }),
  },
})

/** Where a file can be fetched by whoever is handed this address. */
export const downloader = (server: Server) => (row: StoredFile) =>
  row.is_uploaded ? server.files.tickets.downloadPath(row.id) : fail('file.notUploaded')
