import { userRoutes } from '#contract/people/users.ts'
import { call } from '../data/client.ts'

/** A new account takes the zone of its browser: "due today" depends on it. */
export const tellZone = async (): Promise<void> => {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
  // An unknown name is no reason to hold up somebody who has just signed up.
  await call(userRoutes.updateMe, { body: { user_timezone: timeZone } }).catch(() => {})
}
