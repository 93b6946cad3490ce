import type { Readable } from 'node:stream'
import type { Context } from 'koa'
import { fail } from '#contract/errors.ts'
import { Asset } from '#contract/files/files.ts'
import { isUuid } from '../db/visible.ts'
import type { Server } from '../http/server.ts'
import type { StoredFile } from './file.service.ts'
import { disposition } from './fileName.ts'
import { receiveForm } from './receive.ts'
import { isInlineType } from './sniff.ts'
import { KeyTaken } from './store.ts'
import { DOWNLOAD_SECONDS } from './tickets.ts'

/** A file runs nothing and loads nothing, whatever it claims to be. */
const FILE_CSP = "default-src 'none'; sandbox"

async function* atMost(most: number, source: Readable) {
  let size = 0
  for await (const part of source as AsyncIterable<Buffer>) {
    size += part.length
    if (size > most) fail('file.size')
    yield part
  }
  if (size === 0) fail('file.size')
}

/** The two addresses that work by signature instead of session: where files are sent, and where they are fetched. */
export const mountFileTransfer = ({ router, db, files }: Server) => {
  router.post('/files/upload', async ctx => {
    // Announced before the files moved to a bucket: to be announced again.
    if (files.store.offer) fail('upload.forged')
    await receiveForm(ctx.req, async (fields, file) => {
      const terms = files.tickets.readUpload(fields) ?? fail('upload.forged')
      try {
        await files.store.put(terms.key, atMost(terms.most, file))
      } catch (error) {
        if (error instanceof KeyTaken) fail('upload.repeated')
        throw error
      }
    })
    ctx.status = 204
  })

  router.get('/files/:id', async (ctx: Context & { params: Record<string, string> }) => {
    const id = ctx.params.id ?? ''
    const { expires, signature } = ctx.query
    if (!isUuid(id) || !files.tickets.admitsDownload(id, String(expires), String(signature)))
      return fail('file.notFound')
    const row = await db('file_assets')
      .where({ id, is_uploaded: true })
      .whereNull('deleted_at')
      .first<StoredFile | undefined>(Asset.columns)
    const kept = (row && (await files.store.read(row.asset))) ?? fail('file.notFound')
    const { entity_type, attributes } = row!
    const inline = entity_type !== 'ISSUE_ATTACHMENT' && isInlineType(attributes.type)
    ctx.set('Content-Security-Policy', FILE_CSP)
    ctx.set('Cache-Control', `private, max-age=${DOWNLOAD_SECONDS}, immutable`)
    ctx.set('Content-Disposition', disposition(inline ? 'inline' : 'attachment', attributes.name))
    // Served under its own type, a script could be loaded by a page of ours: downloads have none.
    ctx.type = inline ? attributes.type : 'application/octet-stream'
    ctx.length = kept.size
    ctx.body = kept.stream
  })
}
