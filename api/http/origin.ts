import type { IncomingMessage } from 'node:http'
import { isIPv6 } from 'node:net'
import type { Context, Middleware } from 'koa'
import { fail } from '#contract/errors.ts'
import type { Db } from '../db/knex.ts'
import type { Settings } from '../settings.ts'
import { tokenOf } from './session.ts'

export type OriginRules = { allowed: string[]; trustProxy: boolean }

/** The origin that the caller sees us under; forwarded names count only behind a trusted proxy. */
export const originSeenBy = (request: IncomingMessage, { trustProxy }: OriginRules): string => {
  const forwarded = (name: string) =>
    trustProxy
      ? String(request.headers[`x-forwarded-${name}`] ?? '')
          .split(',')[0]!
          .trim()
      : ''
  const scheme = (request.socket as { encrypted?: boolean }).encrypted ? 'https' : 'http'
  return `${forwarded('proto') || scheme}://${forwarded('host') || (request.headers.host ?? '')}`
}
export const ownOrigin = (ctx: Context, rules: OriginRules) => originSeenBy(ctx.req, rules)

/** The origin that sent the request, or null when it is not a browser's. */
export const sentOrigin = (ctx: Context): string | null => {
  const origin = ctx.get('origin')
  if (origin) return origin
  const referer = ctx.get('referer')
  return referer && URL.canParse(referer) ? new URL(referer).origin : null
}

export const admits = (ctx: Context, rules: OriginRules, origin: string) =>
  origin === ownOrigin(ctx, rules) || rules.allowed.includes(origin)

/**
 * Where a caller reaches us, as a whole address: the page's own origin when it is ours, else what was configured, else what
 * was seen at set-up. An unlisted `Host` alone is never repeated; without any of these it is the socket's address.
 */
export const ownAddress = async (
  ctx: Context,
  { db, settings, origins }: { db: Db; settings: Pick<Settings, 'appBaseUrl'>; origins: OriginRules },
): Promise<string> => {
  const origin = sentOrigin(ctx)
  if (origin && origin === ownOrigin(ctx, origins)) return origin
  if (settings.appBaseUrl) return settings.appBaseUrl
  const instance = await db('instances').first<{ origin_at_setup: string | null }>('origin_at_setup')
  const { localAddress = '127.0.0.1', localPort } = ctx.req.socket
  const host = localAddress.includes(':') ? `[${localAddress}]` : localAddress
  return instance.origin_at_setup ?? `http://${host}:${localPort}`
}

// Some proxies say the port as well, another with each connection.
const withoutPort = (hop: string) => hop.replace(/^\[(.+)\](?::\d+)?$/, '$1').replace(/^([\d.]+):\d+$/, '$1')

/** Socket's address, or the last hop that a trusted proxy added: never what the caller claims. */
export const clientAddress = (request: Context['req'], trustProxy: boolean): string => {
  const hops = trustProxy ? String(request.headers['x-forwarded-for'] ?? '').split(',') : []
  return withoutPort(hops.at(-1)?.trim() ?? '') || request.socket.remoteAddress || 'unknown'
}

/** The line that somebody comes by: what limits count, so that none of its addresses begins anew. */
export const lineOf = (request: Context['req'], trustProxy: boolean): string =>
  networkOf(clientAddress(request, trustProxy))

const groupsOf = (part: string | undefined) => (part ? part.split(':') : [])

/** One IPv6 line has a whole network of addresses and may use another each time. */
const networkOf = (address: string): string => {
  if (!isIPv6(address) || address.includes('.')) return address
  const [front, back] = address.toLowerCase().split('::')
  const [first, last] = [groupsOf(front), groupsOf(back)]
  const between = Array<string>(Math.max(0, 8 - first.length - last.length)).fill('0')
  const groups = [...first, ...between, ...last].slice(0, 4)
  return `${groups.map(group => Number.parseInt(group, 16).toString(16)).join(':')}::/64`
}

const SAFE = new Set(['GET', 'HEAD', 'OPTIONS'])
/** The headers that pages of listed origins may read. */
const EXPOSED =
  'ETag, X-Error-Code, X-Ignored-Fields, X-Change-Seq, X-Text-Version, X-Text-Merged, Retry-After'

/** Listed origins get CORS with credentials; a cookie's unsafe call from any other origin is refused. */
export const guardOrigin =
  (rules: OriginRules): Middleware =>
  async (ctx, next) => {
    const origin = sentOrigin(ctx)
    if (origin && rules.allowed.includes(origin)) {
      ctx.vary('Origin')
      ctx.set('Access-Control-Allow-Origin', origin)
      ctx.set('Access-Control-Allow-Credentials', 'true')
      ctx.set('Access-Control-Expose-Headers', EXPOSED)
      if (ctx.method === 'OPTIONS') {
        ctx.set('Access-Control-Allow-Methods', 'GET, POST, PATCH, PUT, DELETE')
        ctx.set('Access-Control-Allow-Headers', ctx.get('access-control-request-headers') || 'content-type')
        ctx.set('Access-Control-Max-Age', '600')
        ctx.status = 204
        return
      }
    }
    // A token that is judged instead of the cookie is no browser's; a header that holds none takes nothing away.
    const cookieCall = ctx.get('cookie') !== '' && tokenOf(ctx.req) === null
    if (!SAFE.has(ctx.method) && cookieCall && origin && !admits(ctx, rules, origin))
      fail('auth.foreignOrigin')
    await next()
  }
