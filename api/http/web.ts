import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { extname, join, normalize } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Context, Middleware } from 'koa'
import { fail } from '#contract/errors.ts'
import { decoded } from './address.ts'

const DIST = fileURLToPath(new URL('../../web/dist/', import.meta.url))

// Written beside each file by the build, the smaller first.
const PACKED = [
  ['br', '.br'],
  ['gzip', '.gz'],
] as const

const sizeOf = async (file: string): Promise<number | null> => {
  const found = await stat(file).catch(() => null)
  return found?.isFile() ? found.size : null
}

/** Answers a file of the web client as the build compressed it, or as it is; false where there is none. */
const send = async (ctx: Context, file: string): Promise<boolean> => {
  const size = await sizeOf(file)
  if (size === null) return false
  ctx.type = extname(file)
  for (const [encoding, ending] of PACKED) {
    const packed = ctx.acceptsEncodings(encoding) ? await sizeOf(file + ending) : null
    if (packed === null) continue
    ctx.set('Content-Encoding', encoding)
    ctx.length = packed
    ctx.body = createReadStream(file + ending)
    return true
  }
  ctx.length = size
  ctx.body = createReadStream(file)
  return true
}

/** The web client: hashed files kept for good, and one page for every screen's address. */
export const serveWeb = (): Middleware => async (ctx, next) => {
  if (
    !['GET', 'HEAD'].includes(ctx.method) ||
    /^\/(api(?!\/docs\/?$)|auth|files|live|yjs|healthz|readyz|\.well-known|spaces\/(?:intake|unsubscribe))(\/|$)|^\/(spaces|mcp)\/?$/.test(
      ctx.path,
    )
  )
    return next()
  const path = normalize(decoded(ctx.path) ?? fail('path.notFound')).replace(/^(\.\.(\/|$))+/, '')
  const file = join(DIST, path)
  ctx.set('Cache-Control', path.startsWith('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache')
  if (extname(path) && file.startsWith(DIST) && (await send(ctx, file))) return
  // A file that is not there is not a screen: answering the page for it would hide the mistake.
  if (path.startsWith('/assets/')) {
    ctx.remove('Cache-Control')
    return next()
  }
  ctx.set('Cache-Control', 'no-cache')
  if (!(await send(ctx, join(DIST, 'index.html')))) throw new Error('The web client was not built')
}
