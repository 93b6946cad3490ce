import { z } from 'zod'
import { datetime, id, route } from '../define.ts'

/** A service by which somebody signs in. The tokens that it issued are not kept. */
export const ConnectedAccount = z.object({
  id,
  user: id,
  provider: z.enum(['google', 'github', 'gitlab']),
  provider_account_id: z.string(),
  last_connected_at: datetime,
  created_at: datetime,
  updated_at: datetime,
})

const one = { action: 'user.self', in: 'session' } as const

export const connectedAccountRoutes = {
  list: route({
    ...one,
    method: 'GET',
    path: '/api/users/me/accounts/',
    answer: z.array(ConnectedAccount),
    summary: 'The services with which the caller may sign in.',
  }),
  connect: route({
    ...one,
    method: 'POST',
    path: '/api/users/me/accounts/',
    reads: true,
    body: z.object({
      provider: ConnectedAccount.shape.provider,
      /** Where to go then: a path of this server, anything else is passed over. */
      next_path: z.string().max(2000).optional(),
      /** Either of them, where the caller signed in more than a quarter of an hour ago. */
      password: z.string().max(256).optional(),
      code: z.string().max(100).optional(),
    }),
    answer: z.object({ url: z.string() }),
    summary:
      'An address at a service: who opens it in this browser and comes back may sign in by that service from then on. 403 where the sign-in is older than a quarter of an hour and neither the password nor a mailed code is sent.',
  }),
  get: route({
    ...one,
    method: 'GET',
    path: '/api/users/me/accounts/:accountId/',
    answer: ConnectedAccount,
    summary: 'One of them.',
  }),
  remove: route({
    ...one,
    method: 'DELETE',
    path: '/api/users/me/accounts/:accountId/',
    summary: 'Disconnects the service from the caller’s account.',
  }),
}
