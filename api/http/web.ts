import { createReadStream } from 'node:fs'
import { readFile, stat } from 'node:fs/promises'
import { extname, join, normalize } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Middleware } from 'koa'
import { fail } from '#contract/errors.ts'
import { decoded } from './address.ts'

const DIST = fileURLToPath(new URL('../../web/dist/', import.meta.url))

/** The web client: hashed files kept for good, and one page for every screen's address. */
export const serveWeb = (): Middleware => async (ctx, next) => {
  if (
    !['GET', 'HEAD'].includes(ctx.method) ||
    /^\/(api|auth|files|live|yjs|healthz|readyz)(\/|$)/.test(ctx.path)
  )
    return next()
  const path = normalize(decoded(ctx.path) ?? fail('path.notFound')).replace(/^(\.\.(\/|$))+/, '')
  const file = join(DIST, path)
  const found = extname(path) && file.startsWith(DIST) ? await stat(file).catch(() => null) : null
  if (found?.isFile()) {
    ctx.set('Cache-Control', path.startsWith('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache')
    ctx.type = extname(path)
    ctx.length = found.size
    ctx.body = createReadStream(file)
    return
  }
  // A file that is not there is not a screen: answering the page for it would hide the mistake.
  if (path.startsWith('/assets/')) return next()
  ctx.set('Cache-Control', 'no-cache')
  ctx.type = 'html'
  ctx.body = await readFile(join(DIST, 'index.html'))
}
