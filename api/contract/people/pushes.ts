import { z } from 'zod'
import { datetime, id, route } from '../define.ts'

/** So many browsers of a person show what they are notified of; one more takes the place of the oldest. */
export const MOST_SUBSCRIPTIONS = 20

/** A browser that shows what its person is notified of. By which address it is reached stays with the server. */
export const PushSubscription = z.object({
  id,
  user_agent: z.string(),
  created_at: datetime,
  last_sent_at: datetime.nullable(),
  /** The browser of the session that asks. */
  is_current: z.boolean(),
})

const base64 = (bytes: number) => {
  const signs = Math.ceil((bytes * 4) / 3)
  return z
    .string()
    .regex(new RegExp(`^[\\w-]{${signs}}={0,2}$`), 'Enter a valid value.')
    .transform(value => value.slice(0, signs))
}

const own = { action: 'user.self', in: 'session' } as const

export const pushRoutes = {
  list: route({
    ...own,
    method: 'GET',
    path: '/api/users/me/push-subscriptions/',
    answer: z.array(PushSubscription),
    summary: 'The browsers that show the caller’s notifications, the newest first.',
  }),
  /** As the Push API of a browser says it. */
  create: route({
    ...own,
    method: 'POST',
    path: '/api/users/me/push-subscriptions/',
    status: 201,
    body: z.object({
      endpoint: z.string().max(1000),
      keys: z.object({ p256dh: base64(65), auth: base64(16) }),
    }),
    answer: PushSubscription,
    summary: 'Shows the caller’s notifications in the browser of this session, until the session ends.',
  }),
  remove: route({
    ...own,
    method: 'DELETE',
    path: '/api/users/me/push-subscriptions/:subscriptionId/',
    summary: 'Stops notifications in one browser.',
  }),
}
