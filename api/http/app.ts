import { randomUUID } from 'node:crypto'
import { constants } from 'node:zlib'
import Koa, { type Middleware } from 'koa'
import compress from 'koa-compress'
import { fail, Refusal } from '#contract/errors.ts'
import { LIBRARY_PICTURES } from '#contract/files/photos.ts'
import { bucketOf } from '../files/open.ts'
import { bucketOrigin } from '../files/s3Store.ts'
import { readAddress } from './address.ts'
import { shapeErrors } from './errors.ts'
import { guardOrigin, ownOrigin } from './origin.ts'
import type { Server } from './server.ts'
import { serveWeb } from './web.ts'

const cspOf = (sentTo: string, shownFrom = '') =>
  [
    "default-src 'self'",
    "script-src 'self'",
    "style-src 'self'",
    `img-src 'self' data: blob:${shownFrom}`,
    "font-src 'self'",
    `connect-src 'self'${sentTo}`,
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ')

// Made anew for each caller. Brotli's highest quality, which is the library's own, costs a hundred times the query; gzip's
// usual one takes twice as long as this and saves a twentieth of the bytes. Zstandard's own is cheap.
const QUALITY = {
  br: { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } },
  gzip: { level: 4 },
  deflate: { level: 4 },
}

/** A year: a browser that has been here over https comes by nothing else. */
const HSTS = 'max-age=31536000'

const secureHeaders = ({ settings, origins, configured }: Server): Middleware => {
  const bucket = bucketOf(settings)
  const sentTo = bucket ? ` ${bucketOrigin(bucket)}` : ''
  const [csp, withLibrary] = [cspOf(sentTo), cspOf(sentTo, ` ${LIBRARY_PICTURES}`)]
  return async (ctx, next) => {
    if ([settings.appBaseUrl, ownOrigin(ctx, origins)].some(seen => seen?.startsWith('https:')))
      ctx.set('Strict-Transport-Security', HSTS)
    const hasLibrary = configured.lastRead().UNSPLASH_ACCESS_KEY !== ''
    ctx.set('Content-Security-Policy', hasLibrary ? withLibrary : csp)
    ctx.set('X-Content-Type-Options', 'nosniff')
    ctx.set('Referrer-Policy', 'same-origin')
    ctx.set('X-Frame-Options', 'DENY')
    ctx.set('Cross-Origin-Opener-Policy', 'same-origin')
    await next()
  }
}

// A client that refuses every encoding, even none, is answered without one: the library would make nothing of the answer.
const plainAtWorst: Middleware = async (ctx, next) => {
  if (!ctx.acceptsEncodings('zstd', 'br', 'gzip', 'deflate', 'identity')) ctx.compress = false
  await next()
}

const logRequests =
  ({ log }: Server): Middleware =>
  async (ctx, next) => {
    const started = performance.now()
    ctx.state.requestId = randomUUID()
    ctx.set('X-Request-Id', ctx.state.requestId)
    await next()
    const ms = Math.round(performance.now() - started)
    // Paths only: a query may carry what was searched for, a header who asked.
    log.debug(
      { request: ctx.state.requestId, method: ctx.method, path: ctx.path, status: ctx.status, ms },
      'request',
    )
  }

const unknownPath: Middleware = ctx => {
  // The router leaves all that it knows at this path here, for every method.
  const known: { methods: string[] }[] = ctx.matched ?? []
  if (known.length > 0) {
    const Allow = [...new Set(known.flatMap(({ methods }) => methods))].join(', ')
    throw new Refusal('method.notAllowed', { detail: `Method "${ctx.method}" not allowed.` }, { Allow })
  }
  fail('path.notFound')
}

/** The middleware in its order, and nothing else. */
export const createApp = (server: Server): Koa => {
  const app = new Koa({ proxy: server.settings.trustProxy })
  app.silent = true
  app.use(secureHeaders(server))
  app.use(readAddress)
  app.use(logRequests(server))
  app.use(compress({ threshold: 1024, ...QUALITY }))
  app.use(plainAtWorst)
  app.use(shapeErrors(server.log))
  app.use(guardOrigin(server.origins))
  app.use(serveWeb())
  app.use(server.router.routes())
  app.use(unknownPath)
  return app
}
