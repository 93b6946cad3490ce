import type { Context, Middleware } from 'koa'
import { fail } from '#contract/errors.ts'

export type OriginRules = { allowed: string[]; trustProxy: boolean }

/** The origin that the caller sees us under; forwarded names count only behind a trusted proxy. */
export const ownOrigin = (ctx: Context, rules: OriginRules) => {
  const forwarded = rules.trustProxy ? ctx.get('x-forwarded-proto').split(',')[0]!.trim() : ''
  const host = (rules.trustProxy && ctx.get('x-forwarded-host').split(',')[0]!.trim()) || ctx.get('host')
  return `${forwarded || ((ctx.req.socket as { encrypted?: boolean }).encrypted ? 'https' : 'http')}://${host}`
}

/** The origin that sent the request, or null when it is not a browser's. */
export const sentOrigin = (ctx: Context): string | null => {
  const origin = ctx.get('origin')
  if (origin) return origin
  const referer = ctx.get('referer')
  return referer && URL.canParse(referer) ? new URL(referer).origin : null
}

export const admits = (ctx: Context, rules: OriginRules, origin: string) =>
  origin === ownOrigin(ctx, rules) || rules.allowed.includes(origin)

/** Socket's address, or the last hop that a trusted proxy added: never what the caller claims. */
export const clientAddress = (request: Context['req'], trustProxy: boolean): string => {
  const hops = trustProxy ? String(request.headers['x-forwarded-for'] ?? '').split(',') : []
  return hops.at(-1)?.trim() || request.socket.remoteAddress || 'unknown'
}

const SAFE = new Set(['GET', 'HEAD', 'OPTIONS'])

/** Listed origins get CORS with credentials; a cookie's unsafe call from any other origin is refused. */
export const guardOrigin =
  (rules: OriginRules): Middleware =>
  async (ctx, next) => {
    const origin = sentOrigin(ctx)
    if (origin && rules.allowed.includes(origin)) {
      ctx.vary('Origin')
      ctx.set('Access-Control-Allow-Origin', origin)
      ctx.set('Access-Control-Allow-Credentials', 'true')
      ctx.set('Access-Control-Expose-Headers', 'X-Error-Code, X-Ignored-Fields, X-Change-Seq, Retry-After')
      if (ctx.method === 'OPTIONS') {
        ctx.set('Access-Control-Allow-Methods', 'GET, POST, PATCH, PUT, DELETE')
        ctx.set('Access-Control-Allow-Headers', ctx.get('access-control-request-headers') || 'content-type')
        ctx.set('Access-Control-Max-Age', '600')
        ctx.status = 204
        return
      }
    }
    const cookieCall = ctx.get('cookie') !== '' && !ctx.get('authorization') && !ctx.get('x-api-key')
    if (!SAFE.has(ctx.method) && cookieCall && origin && !admits(ctx, rules, origin))
      fail('auth.foreignOrigin')
    await next()
  }
