import type { Logger } from 'pino'
import { codeOf, messageOf } from '#contract/messageOf.ts'
import { Busy } from '../db/knex.ts'
import { UnheardCommit } from '../db/work.ts'

/** A line that breaks, or does not come about; and a file system that has gone. */
const CODES = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'EIO',
  'ESTALE',
])
/** Clients give these no code. */
const NAMES = new Set(['KnexTimeoutError', 'MaxRetriesPerRequestError'])
// Knex says the statement first.
const WORDS =
  /(?:^| - )(?:Connection (?:terminated|ended|is closed)|Client has encountered a connection error)[^-]*$/
/** PostgreSQL ends the session, or begins none: it stops, starts, or has too many. */
const SEVERE = ['FATAL', 'PANIC']

/** Is the database, Redis or the file store away, or busy? Then nothing is wrong with the call or with us: it may be sent again. */
export const isAway = (error: unknown): boolean =>
  error instanceof Error &&
  (error instanceof UnheardCommit ||
    SEVERE.includes((error as { severity?: string }).severity ?? '') ||
    CODES.has(codeOf(error) ?? '') ||
    NAMES.has(error.name) ||
    WORDS.test(messageOf(error)))

const PAUSE_MS = 1000
const told = new WeakMap<Logger, number>()

/** One line a second at most: everybody's call fails at that moment, for the same reason. */
export const logAway = (log: Logger, error: unknown, now = performance.now()): void => {
  if (now - (told.get(log) ?? -PAUSE_MS) < PAUSE_MS) return
  told.set(log, now)
  if (error instanceof Busy) log.warn({ err: error }, 'more is asked of the database than it gives')
  else log.error({ err: error }, 'the database, Redis or the file store cannot be reached')
}
