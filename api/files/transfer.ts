import type { Context } from 'koa'
import { fail } from '#contract/errors.ts'
import { ownAddress } from '../http/origin.ts'
import type { Server } from '../http/server.ts'
import type { StoredFile } from './file.service.ts'
import type { UploadTerms } from './tickets.ts'

/** Where a file is to be sent, and the fields to send with it. */
export const uploadData = async (ctx: Context, server: Server, terms: UploadTerms) => {
  const { store, tickets } = server.files
  if (store.offer) return store.offer(terms)
  return { url: `${await ownAddress(ctx, server)}/files/upload`, fields: tickets.uploadFields(terms) }
}

/** Builds the answer to the announcement of a file: the address to send it to, and the fields to send with it. */
export const announcer = (server: Server) => async (ctx: Context, row: StoredFile) => ({
  asset_id: row.id,
  asset_url: row.asset_url,
  upload_data: await uploadData(ctx, server, {
    key: row.asset,
    type: row.attributes.type,
    most: row.size,
  }),
})

/** Builds an address by which its receiver may fetch a file. */
export const downloader = (server: Server) => (row: StoredFile) =>
  row.is_uploaded ? server.files.tickets.downloadPath(row.id) : fail('file.notUploaded')
