import { safePath } from '#contract/people/nextPath.ts'
import type { Db } from '../../db/knex.ts'
import { landingPath } from './landing.ts'

/** One way in with all its calls; doors differ in where they lead, after sign-in or a refusal. */
export type Door = {
  at: '/auth' | '/auth/spaces'
  /** The page of the product that a refusal leads to. */
  page: (page: string) => string
  lands: (db: Db, id: string, next: unknown) => Promise<string>
  /** Where whoever signs out goes. */
  leaves: (next: unknown) => string
  /** Asks people without a password to set one. */
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
/** A path of the published pages, given with or without their prefix. */
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
