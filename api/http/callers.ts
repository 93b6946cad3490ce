import type { IncomingMessage } from 'node:http'
import type { Route } from '#contract/define.ts'
import { fail } from '#contract/errors.ts'
import type { Db } from '../db/knex.ts'
import { nobody, type ServerViewer, viewerOfAnchor, viewerOfSession, viewerOfToken } from '../db/viewer.ts'
import type { Settings } from '../settings.ts'
import { limiter } from './limits.ts'
import { clientAddress, lineOf } from './origin.ts'
import { ADMIN_COOKIE, cookiesOf, hashOf, PRODUCT_COOKIE, tokenOf } from './session.ts'

export type Callers = ReturnType<typeof createCallers>

/** Identifies the caller of a request or of a socket. */
export const createCallers = ({
  db,
  settings,
}: {
  db: Db
  settings: Pick<Settings, 'rateLimitAuthFailures' | 'trustProxy'>
}) => {
  const failures = limiter(settings.rateLimitAuthFailures, 15 * 60)

  /** The owner of a token, or a refusal. Looked up first: a token that fits is never refused for what others at its line try. */
  const bearer = async (request: IncomingMessage, token: string): Promise<ServerViewer> => {
    const viewer = await viewerOfToken(db, hashOf(token), clientAddress(request, settings.trustProxy))
    if (viewer) return viewer
    await failures.spend(lineOf(request, settings.trustProxy))
    return fail('auth.badToken')
  }

  /** By API token when one is sent, otherwise by the cookie of that session; `nobody` when neither holds. */
  const identify = async (request: IncomingMessage, by: Route['by']): Promise<ServerViewer> => {
    if (by === 'none' || by === 'anchor') return nobody
    const token = by === 'everyday' ? tokenOf(request) : null
    if (token) return bearer(request, token)
    const key = cookiesOf(request)[by === 'admin' ? ADMIN_COOKIE : PRODUCT_COOKIE]
    if (!key || key.length > 256) return nobody
    return (await viewerOfSession(db, hashOf(key), by === 'admin' ? 'admin' : 'product')) ?? nobody
  }
  /** A visitor of what is at the address; `nobody` where nothing is. */
  const visitor = async (anchor: string): Promise<ServerViewer> =>
    (await viewerOfAnchor(db, anchor)) ?? nobody
  return { identify, bearer, visitor }
}
