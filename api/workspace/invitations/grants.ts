import type { Context } from 'koa'
import { renewed } from '../../db/viewer.ts'
import { inWork } from '../../db/work.ts'
import { ownOrigin } from '../../http/origin.ts'
import type { Server } from '../../http/server.ts'
import { cookiesOf } from '../../http/session.ts'
import { takeGranted } from './invitation.service.ts'

const COOKIE = 'invitations'
const SECONDS = 14 * 86_400
/** So many are remembered of a browser, the latest ones. */
const MOST = 5

type Granting = Pick<Server, 'seal' | 'origins'>

/** The grants of this browser; none where the cookie is not ours. */
const grantedTo = (ctx: Context, { seal }: Granting): string[] => {
  const sealed = cookiesOf(ctx.req)[COOKIE]
  if (!sealed) return []
  try {
    return seal(COOKIE).open(sealed).split(' ')
  } catch {
    return []
  }
}

const write = (ctx: Context, { seal, origins }: Granting, ids: string[]) => {
  const value = ids.length > 0 ? seal(COOKIE).close(ids.join(' ')) : ''
  const secure = ownOrigin(ctx, origins).startsWith('https:') ? '; Secure' : ''
  const seconds = ids.length > 0 ? SECONDS : 0
  ctx.append('Set-Cookie', `${COOKIE}=${value}; Path=/; HttpOnly; SameSite=Lax; Max-Age=${seconds}${secure}`)
}

/** Remembers, in this browser, an invitation that was accepted before its person signed in here. */
export const grant = (ctx: Context, server: Granting, id: string) => {
  const before = grantedTo(ctx, server).filter(one => one !== id)
  write(ctx, server, [id, ...before].slice(0, MOST))
}

/** The first call of somebody who has signed in takes up what was accepted in their browser before. */
export const takeUpGrants =
  (server: Granting & Pick<Server, 'db'>) =>
  async (ctx: Context): Promise<void> => {
    const { viewer } = ctx.state
    if (!viewer.session || !cookiesOf(ctx.req)[COOKIE]) return
    const ids = grantedTo(ctx, server)
    if (ids.length > 0) await inWork(server.db, { viewer }, work => takeGranted(work, ids))
    write(ctx, server, [])
    ctx.state.viewer = (await renewed(server.db, viewer)) ?? viewer
  }
