import { userRoutes } from '#contract/people/users.ts'
import { call } from '../data/client.ts'

/** A new account lives in the zone of the browser that it was made in; what is due today depends on it. */
export const tellZone = async (): Promise<void> => {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
  // An unknown name is no reason to hold up somebody who has just signed up.
  await call(userRoutes.updateMe, { body: { user_timezone: timeZone } }).catch(() => {})
}
