/** Keeps a failure of the library's hooks with the one connection that it concerns. */
import type { Logger } from 'pino'
import { REFUSED, UNAVAILABLE } from '#contract/text/documents.ts'

/** Judged, and not theirs to see. */
export class Refusal extends Error {
  readonly reason = REFUSED
  constructor() {
    super(REFUSED)
  }
}

// The library answers whatever fails at the door by a refusal; its reason informs a client whether to come again.
const AT_THE_DOOR = new Set(['onAuthenticate', 'onLoadDocument'])
const tellWhy = (error: unknown): never => {
  throw error instanceof Refusal ? error : Object.assign(new Error(String(error)), { reason: UNAVAILABLE })
}

// The library starts these and looks after none of them: a database that is away for a moment would end the process.
const UNWATCHED = new Set([
  'onChange',
  'onDisconnect',
  'onStateless',
  'onAwarenessUpdate',
  'beforeBroadcastStateless',
  'afterUnloadDocument',
])

export const failing = (log: Logger, name: string, done: Promise<unknown>): Promise<unknown> => {
  if (AT_THE_DOOR.has(name)) return done.catch(tellWhy)
  if (!UNWATCHED.has(name)) return done
  return done.catch(error => log.error({ err: error, hook: name }, 'what followed from a text failed'))
}
