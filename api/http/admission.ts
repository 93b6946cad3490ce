import type { IncomingMessage } from 'node:http'
import type { Context, Middleware, Next } from 'koa'
import type { Logger } from 'pino'
import type { Route } from '#contract/define.ts'
import { fail } from '#contract/errors.ts'
import type { Db } from '../db/knex.ts'
import type { ServerViewer } from '../db/viewer.ts'
import { createLastSeen } from '../people/users/lastSeen.ts'
import type { Settings } from '../settings.ts'
import type { Callers } from './callers.ts'
import { limiter } from './limits.ts'
import { lineOf } from './origin.ts'
import { tokenOf } from './session.ts'

/** What opens a route: a session, and perhaps a token. */
export type Way = { by: Route['by']; takesToken: boolean }
export type Admit = (way: Way) => Middleware

export const wayInto = ({ by, in: place, token }: Route): Way => ({
  by,
  // A route below a workspace that takes no token says so itself: its caller is in there.
  takesToken: place === 'workspace' || place === 'project' || token === true,
})

/** Calls that are part of another one, which was counted. Only this process can put one in. */
export const countedAlready = new WeakSet<IncomingMessage>()

/** Identifies and counts the caller of a route, which says by what it is opened; `entered` acts for whoever is in. */
export const createAdmission = ({
  db,
  log,
  settings,
  callers,
  entered,
}: {
  db: Db
  log: Logger
  settings: Settings
  callers: Callers
  entered: (ctx: Context) => Promise<void>
}): Admit => {
  const seen = createLastSeen(db)
  const anonymous = limiter(settings.rateLimitAnonymous, 60)
  const session = limiter(settings.rateLimitSession, 60)
  const token = limiter(settings.rateLimitToken, 60)

  const count = async (ctx: Context, viewer: ServerViewer) => {
    if (viewer.token) {
      try {
        await token.spend(viewer.token.id)
      } finally {
        // A refused call carries these headers, too.
        const left = await token.left(viewer.token.id)
        ctx.set('X-RateLimit-Limit', String(settings.rateLimitToken))
        if (left) {
          ctx.set('X-RateLimit-Remaining', String(left.points))
          ctx.set('X-RateLimit-Reset', String(Math.ceil((Date.now() + left.ms) / 1000)))
        }
      }
    } else if (viewer.session) {
      await session.spend(viewer.session)
      // Nobody waits for it, and a call does not fail by it.
      seen(viewer.id).catch(error => log.warn({ err: error }, 'not noted who was here'))
    } else await anonymous.spend(lineOf(ctx.req, settings.trustProxy))
  }

  return ({ by, takesToken }) =>
    async (ctx: Context, next: Next) => {
      if (!takesToken && tokenOf(ctx.req) !== null) fail('path.notFound')
      const viewer = await callers.identify(ctx.req, by)
      if (!countedAlready.has(ctx.req)) await count(ctx, viewer)
      // Counted first: guessed addresses cost no query beyond the limit.
      ctx.state.viewer = by === 'anchor' ? await callers.visitor(ctx.params.anchor) : viewer
      await entered(ctx)
      await next()
    }
}
