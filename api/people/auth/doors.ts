import type { Db } from '../../db/knex.ts'
import { landingPath, safePath } from './landing.ts'

/** One way in with all its calls; what differs is where it leads, whether somebody came in or was refused. */
export type Door = {
  at: '/auth' | '/auth/spaces'
  /** The page that a refusal leads to, of those that the product has for it. */
  page: (page: string) => string
  lands: (db: Db, id: string, next: unknown) => Promise<string>
  /** Where whoever signs out goes. */
  leaves: (next: unknown) => string
  /** Whoever has no password yet is asked for one. */
  asksForPassword: boolean
}

export const productDoor: Door = {
  at: '/auth',
  page: page => page,
  lands: async (db, id, next) => safePath(next) ?? landingPath(db, id),
  leaves: () => '',
  asksForPassword: true,
}

const SPACES = '/spaces/'
/** What is meant by a path of the published pages, which may be told with or without where they begin. */
const inSpaces = (next: unknown): string => {
  const path = safePath(next)
  if (path === null) return SPACES
  return path.startsWith(SPACES) ? path : SPACES + path.slice(1)
}

/** Of those who read published pages: they come from one, and go back to it. */
export const spacesDoor: Door = {
  at: '/auth/spaces',
  page: () => SPACES,
  lands: async (_, __, next) => inSpaces(next),
  leaves: inSpaces,
  asksForPassword: false,
}

export const doors = [productDoor, spacesDoor]
