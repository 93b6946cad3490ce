import { type Seat, seat } from '../support/browser.ts'
import type { BenchWorld } from './world.ts'

type Keys = Record<string, string>
type Sitting = {
  /** Cookies to come in with, by name; without, those of the team's admin. */
  keys?: Keys
  /** With the service worker. */
  startsOffline?: boolean
  /** Parts of the client come before they are asked for. */
  ahead?: boolean
}

/** Somebody signed in before a browser whose figures are taken. */
export const sit = async (
  { origin, team }: Pick<BenchWorld, 'origin' | 'team'>,
  { keys = { 'session-id': team.admin.jar.get('session-id') ?? '' }, ...options }: Sitting = {},
): Promise<Seat> => {
  const who = await seat(origin, { measured: true, ...options })
  await who.context.addCookies(Object.entries(keys).map(([name, value]) => ({ name, value, url: origin })))
  return who
}
