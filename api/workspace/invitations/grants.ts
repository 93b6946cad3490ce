import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Context, Middleware } from 'koa'
import { renewed } from '../../db/viewer.ts'
import { isUuid } from '../../db/visible.ts'
import { inWork } from '../../db/work.ts'
import { ownOrigin } from '../../http/origin.ts'
import type { Server } from '../../http/server.ts'
import { cookiesOf } from '../../http/session.ts'
import { takeGranted } from './invitation.service.ts'

const COOKIE = 'invitations'
const SECONDS = 14 * 86_400
/** So many are remembered of a browser, the latest ones. */
const MOST = 5

type Granting = Pick<Server, 'browserSecret' | 'origins'>

const sign = (secret: string, id: string) => {
  const mac = createHmac('sha256', secret)
  mac.update(`invitation.${id}`)
  return mac.digest('base64url')
}

const grantedTo = (ctx: Context, secret: string): string[] =>
  (cookiesOf(ctx.req)[COOKIE] ?? '').split('.').flatMap(one => {
    const [id = '', signature = ''] = one.split('~')
    const own = Buffer.from(sign(secret, id))
    const given = Buffer.from(signature)
    return isUuid(id) && given.length === own.length && timingSafeEqual(given, own) ? [id] : []
  })

const write = (ctx: Context, { browserSecret, origins }: Granting, ids: string[]) => {
  const value = ids.map(id => `${id}~${sign(browserSecret, id)}`).join('.')
  const secure = ownOrigin(ctx, origins).startsWith('https:') ? '; Secure' : ''
  const seconds = ids.length > 0 ? SECONDS : 0
  ctx.append('Set-Cookie', `${COOKIE}=${value}; Path=/; HttpOnly; SameSite=Lax; Max-Age=${seconds}${secure}`)
}

/** Remembers, in this browser, an invitation that was accepted before its person signed in here. */
export const grant = (ctx: Context, server: Granting, id: string) => {
  const before = grantedTo(ctx, server.browserSecret).filter(one => one !== id)
  write(ctx, server, [id, ...before].slice(0, MOST))
}

/** The first call of somebody who has signed in takes up what was accepted in their browser before. */
export const takeUpGrants =
  (server: Server): Middleware =>
  async (ctx, next) => {
    const { viewer } = ctx.state
    if (viewer?.session && cookiesOf(ctx.req)[COOKIE]) {
      const ids = grantedTo(ctx, server.browserSecret)
      if (ids.length > 0) await inWork(server.db, { viewer }, work => takeGranted(work, ids))
      write(ctx, server, [])
      ctx.state.viewer = (await renewed(server.db, viewer)) ?? viewer
    }
    await next()
  }
