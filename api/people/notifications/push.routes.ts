import { ECDH } from 'node:crypto'
import type { Knex } from 'knex'
import { v7 } from 'uuid'
import { fail, failFields, must } from '#contract/errors.ts'
import { MOST_SUBSCRIPTIONS, PushSubscription, pushRoutes } from '#contract/people/pushes.ts'
import { Account } from '#contract/people/users.ts'
import { pushIsOn } from '#contract/workspace/configuration.ts'
import { lockedOne } from '../../db/locked.ts'
import type { ServerViewer } from '../../db/viewer.ts'
import { isUuid } from '../../db/visible.ts'
import { mount } from '../../http/mount.ts'
import { createOutgoing, isAmong } from '../../http/outgoing.ts'
import type { Server } from '../../http/server.ts'
import { subscriptionsOf } from './push.queries.ts'

const invalid = (name: string) => failFields({ [name]: ['Enter a valid value.'] })

/** A point that is not on the curve can be nobody's key. */
const requireKey = (p256dh: string) => {
  try {
    ECDH.convertKey(p256dh, 'prime256v1', 'base64url')
  } catch {
    invalid('keys')
  }
}

const mine = async (trx: Knex, { id, session }: ServerViewer) =>
  (await subscriptionsOf(trx, id)).map(({ key_hash, ...row }) => ({
    ...row,
    is_current: key_hash === session,
  }))

export const mountPushes = (server: Server) => {
  const outgoing = createOutgoing(server.settings)
  mount(
    server,
    pushRoutes,
    {
      list: ({ trx, viewer }) => mine(trx, viewer),
      create: async ({ ctx, trx, work, viewer, body: { endpoint, keys } }) => {
        const configuration = await server.configured.read(trx)
        if (!pushIsOn(configuration)) fail('push.off')
        if (!outgoing.addressOf(endpoint) || !isAmong(endpoint, configuration.PUSH_SERVICES))
          invalid('endpoint')
        requireKey(keys.p256dh)
        // Of two at once by one person the second waits, and counts what the first has left.
        await lockedOne(work, Account, { id: viewer.id }, 'any')
        const session = await trx('sessions').where('key_hash', viewer.session).first<{ id: string }>('id')
        // The person who used this browser before gets nothing there any more.
        await trx('push_subscriptions').where({ session: session.id }).orWhere({ endpoint }).delete()
        await trx('push_subscriptions').insert({
          id: v7(),
          user: viewer.id,
          session: session.id,
          endpoint,
          ...keys,
          user_agent: ctx.get('user-agent').slice(0, 500),
        })
        const kept = trx('push_subscriptions')
          .where('user', viewer.id)
          .orderBy('created_at', 'desc')
          .orderBy('id', 'desc')
          .limit(MOST_SUBSCRIPTIONS)
          .select('id')
        await trx('push_subscriptions').where('user', viewer.id).whereNotIn('id', kept).delete()
        return undefined
      },
      remove: async ({ trx, viewer, params: { subscriptionId: id } }) => {
        if (!isUuid(id)) fail('path.notFound')
        if ((await trx('push_subscriptions').where({ id, user: viewer.id }).delete()) === 0)
          fail('row.notFound')
      },
    },
    {
      presenter: {
        as: PushSubscription,
        show: async ({ trx, viewer }) =>
          must(
            (await mine(trx, viewer)).find(row => row.is_current),
            'its subscription',
          ),
      },
    },
  )
}
