import { setTimeout } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { Db } from '../db/knex.ts'
import { gatherDigests } from '../people/notifications/gather.service.ts'

const POLL_MS = 10_000
/** News of an issue is gathered for so long from the first. */
const WAIT_MS = 5 * 60_000

/** Makes one mail of a person's news of an issue, in every process. */
export const startDigests = (options: { db: Db; log: Logger; waitMs?: number; pollMs?: number }) => {
  const { db, log, waitMs = WAIT_MS, pollMs = POLL_MS } = options
  const stopping = new AbortController()
  const run = async () => {
    while (!stopping.signal.aborted) {
      const made = await gatherDigests(db, waitMs).catch(error => {
        log.warn({ err: error }, 'mails of what happened wait')
        return 0
      })
      if (made === 0)
        await setTimeout(pollMs, undefined, { signal: stopping.signal, ref: false }).catch(() => {})
    }
  }
  const running = run()
  return {
    stop: async () => {
      stopping.abort()
      await running
    },
  }
}
