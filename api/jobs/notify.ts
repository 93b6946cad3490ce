import { setTimeout } from 'node:timers/promises'
import type { Logger } from 'pino'
import { onCommit } from '../db/commits.ts'
import type { Db } from '../db/knex.ts'
import { passOver, tellNext, untold } from '../people/notifications/tell.service.ts'

const POLL_MS = 1_000
/** Hints that come while nobody waits for them are taken together. */
const GATHER_MS = 20
/** So often one change may fail alone before it is passed over. */
const TRIES = 5

/**
 * Notifies people, in every process: a reader of the change log, of which a workspace has one at a time. A change
 * written here is read at once, one written elsewhere within a second by its own process, or by the next poll.
 */
export const startNotifying = ({ db, log }: { db: Db; log: Logger }) => {
  const stopping = new AbortController()
  const failures = new Map<string, number>()
  let hinted = new Set<string>()
  let wake = () => {}
  const leave = onCommit(db, scopes => {
    for (const scope of scopes) hinted.add(scope)
    wake()
  })

  const failed = async (workspace: string, error: unknown) => {
    log.warn({ err: error, workspace }, 'people could not be told of a change; it is tried again')
    // Where the database does not answer, it is no change's fault.
    if (!(await db.raw('select 1').catch(() => null))) return
    const times = (failures.get(workspace) ?? 0) + 1
    failures.set(workspace, times)
    if (times <= TRIES) return
    log.error({ err: error, workspace }, 'nobody is told of a change')
    await passOver(db, workspace)
    failures.delete(workspace)
  }
  const next = async (workspace: string): Promise<boolean> => {
    try {
      // After a failure one change at a time: those before and behind the faulty one are still told.
      const isMore = await tellNext(db, workspace, ...(failures.has(workspace) ? [1] : []))
      failures.delete(workspace)
      return isMore
    } catch (error) {
      await failed(workspace, error)
      return false
    }
  }
  const sweep = async (among: string[] | null) => {
    let left = await untold(db, among)
    // In turns: nobody waits for all of another's news.
    while (left.length > 0 && !stopping.signal.aborted) {
      const more: string[] = []
      for (const workspace of left) if (await next(workspace)) more.push(workspace)
      left = more
    }
  }

  const run = async () => {
    let polled = 0
    while (!stopping.signal.aborted) {
      const isPoll = Date.now() - polled >= POLL_MS
      if (isPoll) polled = Date.now()
      const among = [...hinted]
      hinted = new Set()
      try {
        if (isPoll || among.length > 0) await sweep(isPoll ? null : among)
      } catch (error) {
        log.warn({ err: error }, 'news waits')
      }
      if (hinted.size === 0) await waitForNews()
    }
  }
  const waitForNews = async () => {
    const heard = new AbortController()
    wake = () => heard.abort()
    const signal = AbortSignal.any([heard.signal, stopping.signal])
    await setTimeout(POLL_MS, undefined, { signal, ref: false }).catch(() => {})
    await setTimeout(GATHER_MS, undefined, { signal: stopping.signal, ref: false }).catch(() => {})
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
