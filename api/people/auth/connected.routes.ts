import type { Context } from 'koa'
import type { z } from 'zod'
import { fail } from '#contract/errors.ts'
import { type ConnectedAccount, connectedAccountRoutes } from '#contract/people/connectedAccounts.ts'
import { safePath } from '#contract/people/nextPath.ts'
import type { ServerViewer } from '../../db/viewer.ts'
import { isUuid } from '../../db/visible.ts'
import { mount } from '../../http/mount.ts'
import type { Server } from '../../http/server.ts'
import { requireCodes, takeCode } from './code.service.ts'
import { refuse } from './codes.ts'
import { productDoor } from './doors.ts'
import { depart, reach } from './journeys.ts'
import { passwordMatches } from './password.ts'
import { disconnect } from './provider.service.ts'
import { providers } from './providers.ts'
import { contactOf } from './wayMail.ts'

/** So long after signing in nobody has to show again that they are the account's owner. */
const FRESH_MS = 15 * 60_000

const COLUMNS = [
  'id',
  'user',
  'provider',
  'provider_account_id',
  'last_connected_at',
  'created_at',
  'updated_at',
]

type Shown = { password?: string | undefined; code?: string | undefined }

/** A session that was left open, or taken, is no proof of its owner: the password or a mailed code is. */
const requireOwner = async (
  server: Server,
  ctx: Context,
  viewer: ServerViewer,
  { password, code }: Shown,
) => {
  const { db, configured, entrance } = server
  const fresh = await db('sessions')
    .where('key_hash', viewer.session)
    .where('created_at', '>', new Date(Date.now() - FRESH_MS))
    .first('id')
  if (fresh) return
  if (!password && !code) fail('auth.confirm')
  const { email } = await contactOf(db, viewer.id)
  const isAtHome = entrance.attempts.isAtHome(ctx, email)
  await entrance.attempts.count(ctx, email, async () => {
    if (!password) {
      requireCodes(await configured.read(), email)
      return takeCode(db, email, code!, { isKnown: true, isAtHome })
    }
    const account = await db('accounts').where('id', viewer.id).first<{ password_hash: string | null }>()
    if (!(await passwordMatches(password, account.password_hash))) refuse('INCORRECT_OLD_PASSWORD')
  })
}

/** The services by which somebody signs in. */
export const mountConnected = (server: Server) => {
  const { configured, entrance } = server
  const own = (user: string, accountId: string) => {
    if (!isUuid(accountId)) fail('path.notFound')
    return { user, id: accountId }
  }
  type Row = z.infer<typeof ConnectedAccount>
  mount(server, connectedAccountRoutes, {
    list: async ({ viewer, trx }) =>
      await trx('connected_accounts').where('user', viewer.id).orderBy('created_at').select<Row[]>(COLUMNS),
    connect: async ({ ctx, viewer, body }) => {
      await entrance.calls.spend(entrance.lineOf(ctx))
      await requireOwner(server, ctx, viewer, body)
      const reached =
        (await reach(server, body.provider, await configured.read())) ?? refuse(providers[body.provider].off)
      const next = safePath(body.next_path)
      const journey = { provider: body.provider, at: productDoor.at, next, as: viewer.id, tries: null }
      return { url: await depart(server, ctx, reached, journey) }
    },
    get: async ({ viewer, trx, params }) =>
      (await trx('connected_accounts')
        .where(own(viewer.id, params.accountId))
        .first<Row | undefined>(COLUMNS)) ?? fail('row.notFound'),
    remove: async ({ work, viewer, params }) => {
      await disconnect(work, own(viewer.id, params.accountId))
      return undefined
    },
  })
}
