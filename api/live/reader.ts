import { setTimeout } from 'node:timers/promises'
import type { Logger } from 'pino'
import { onCommit } from '../db/commits.ts'
import type { Db } from '../db/knex.ts'
import { lagOf, type Reader, readNext, unread } from './readNext.ts'

const POLL_MS = 1_000
/** Hints that come while nobody waits for them are taken together. */
const GATHER_MS = 20
const LAG_EVERY_MS = 60_000
/** A reader that is so many seconds behind says so. */
const LATE_SECONDS = 60

/**
 * Reads the change log of all workspaces, in every process; one server reads one workspace at a time. A change written
 * here is read at once, one written elsewhere by its own process, or by the next poll.
 */
export const startReader = (
  reader: Reader,
  { db, log: parent, pauses }: { db: Db; log: Logger; pauses?: readonly number[] },
) => {
  const log = parent.child({ reader: reader.name })
  const stopping = new AbortController()
  let hinted = new Set<string>()
  let wake = () => {}
  const leave = onCommit(db, scopes => {
    for (const scope of scopes) hinted.add(scope)
    wake()
  })

  const next = async (workspace: string): Promise<boolean> => {
    const { isMore, failed, passed } = await readNext(db, reader, workspace, pauses)
    if (failed) log.warn({ err: failed, workspace }, 'changes could not be taken; they are tried again')
    if (passed) {
      const { error: err, ...facts } = passed
      log.error({ err, workspace, ...facts }, 'changes are passed over and kept in passed_changes')
    }
    return isMore
  }
  const sweep = async (among: string[] | null) => {
    let left = await unread(db, reader.name, among)
    // In turns: nobody waits for all of another's changes.
    while (left.length > 0 && !stopping.signal.aborted) {
      const more: string[] = []
      for (const workspace of left) if (await next(workspace)) more.push(workspace)
      left = more
    }
  }
  const sayLag = async () => {
    const lag = await lagOf(db, reader.name)
    if (lag.seconds >= LATE_SECONDS || lag.failing > 0) log.warn({ lag }, 'a reader of the log is behind')
  }

  const waitForNews = async () => {
    const heard = new AbortController()
    wake = () => heard.abort()
    const signal = AbortSignal.any([heard.signal, stopping.signal])
    await setTimeout(POLL_MS, undefined, { signal, ref: false }).catch(() => {})
    await setTimeout(GATHER_MS, undefined, { signal: stopping.signal, ref: false }).catch(() => {})
  }
  const run = async () => {
    let polled = 0
    let said = Date.now()
    while (!stopping.signal.aborted) {
      const isPoll = Date.now() - polled >= POLL_MS
      if (isPoll) polled = Date.now()
      const among = [...hinted]
      hinted = new Set()
      try {
        if (isPoll || among.length > 0) await sweep(isPoll ? null : among)
        if (Date.now() - said >= LAG_EVERY_MS) {
          said = Date.now()
          await sayLag()
        }
      } catch (error) {
        log.warn({ err: error }, 'the log waits to be read')
      }
      if (hinted.size === 0) await waitForNews()
    }
  }
  const running = run()
  return {
    stop: async () => {
      leave()
      stopping.abort()
      await running
    },
  }
}
