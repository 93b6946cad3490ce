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
    summary: 'The services that the caller may come in by.',
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
    summary: 'Comes in by it no more.',
  }),
}
