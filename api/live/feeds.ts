import type { Logger } from 'pino'
import type { Db } from '../db/knex.ts'
import { gatherSpans } from './gatherSpans.ts'
import type { Span } from './log.ts'
import type { Wake } from './wake.ts'

/** One that could not take a span is given it again after so long. */
const AGAIN_MS = 1_000

/**
 * After a span has been handed out, changes of its scope are gathered for a while: a change that comes alone is handed
 * out at once, and of many the processor gives at most a fifth to handing out. Milliseconds.
 */
const GATHER_MS = { least: 50, most: 250, timesAsLong: 4 }

/**
 * A reader of a scope: the position that it has reached, and how it takes the next span. `at` moves once that is taken;
 * a promise says that this takes time.
 */
export type Follower = {
  scope: string
  at: number
  take(span: Span): Promise<void> | void
}

/**
 * One reader per scope and process: each change is read once and handed to all followers who are right before it. A
 * follower who is elsewhere is brought up by the same function, alone, in its own time. None waits for another: one
 * that is still taking a span, or could not take it, is passed over meanwhile.
 */
export const startFeeds = (options: { db: Db; wake: Wake; log: Logger }) => {
  const { db, wake, log } = options
  const followers = new Map<string, Set<Follower>>()
  const running = new Map<string, boolean>()

  const busy = new Set<Follower>()
  const spanOf = gatherSpans(db)

  const failed = (follower: Follower, error: unknown) => {
    log.warn(
      { err: error, scope: follower.scope },
      'a follower could not take a change; it is given it again',
    )
    busy.add(follower)
    setTimeout(() => goOn(follower), AGAIN_MS).unref()
  }

  const goOn = (follower: Follower) => {
    busy.delete(follower)
    void run(follower.scope)
  }

  const hand = (follower: Follower, span: Span) => {
    try {
      const taking = follower.take(span)
      if (!taking) {
        follower.at = span.to
        return
      }
      busy.add(follower)
      taking.then(
        () => {
          follower.at = span.to
          goOn(follower)
        },
        error => failed(follower, error),
      )
    } catch (error) {
      failed(follower, error)
    }
  }

  /** Hands out what there is; answers for how long that kept the processor, null where there was nothing. Milliseconds. */
  const readOnce = async (scope: string): Promise<number | null> => {
    const free = [...(followers.get(scope) ?? [])].filter(follower => !busy.has(follower))
    let spent: number | null = null
    for (const [at, group] of Map.groupBy(free, follower => follower.at)) {
      const span = await spanOf(scope, at)
      if (!span.reset && span.changes.length === 0) continue
      const from = performance.now()
      // One that has left meanwhile takes nothing more.
      for (const follower of group)
        if (followers.get(scope)?.has(follower) && !busy.has(follower)) hand(follower, span)
      spent = (spent ?? 0) + performance.now() - from
    }
    return spent
  }

  const gathering = (spent: number) =>
    new Promise(resolve =>
      setTimeout(
        resolve,
        Math.min(GATHER_MS.most, Math.max(GATHER_MS.least, spent * GATHER_MS.timesAsLong)),
      ).unref(),
    )

  // `true` asks a running pass for one more round: news that arrives meanwhile is never missed.
  const run = async (scope: string) => {
    if (running.has(scope)) {
      running.set(scope, true)
      return
    }
    running.set(scope, false)
    try {
      do {
        running.set(scope, false)
        const spent = await readOnce(scope)
        if (spent === null) continue
        // There may be more than was read at once.
        running.set(scope, true)
        await gathering(spent)
      } while (running.get(scope))
    } catch (error) {
      log.warn({ err: error, scope }, 'reading the change log failed; the next poll tries again')
    } finally {
      running.delete(scope)
    }
  }

  wake.onScope(scope => {
    if (followers.has(scope)) void run(scope)
  })
  wake.onPoll(async () => {
    const scopes = [...followers.keys()]
    if (scopes.length === 0) return
    try {
      const rows = await db('change_counters').whereIn('scope_id', scopes).select<
        {
          scope_id: string
          seq: number
        }[]
      >('scope_id', 'seq')
      for (const { scope_id, seq } of rows)
        for (const follower of followers.get(scope_id) ?? [])
          if (follower.at < seq) {
            void run(scope_id)
            break
          }
    } catch (error) {
      log.warn({ err: error }, 'polling the change log failed')
    }
  })

  return {
    follow: (follower: Follower) => {
      const here = followers.get(follower.scope) ?? new Set()
      here.add(follower)
      followers.set(follower.scope, here)
      void run(follower.scope)
    },
    leave: (follower: Follower) => {
      const here = followers.get(follower.scope)
      here?.delete(follower)
      if (here?.size === 0) followers.delete(follower.scope)
    },
  }
}

export type Feeds = ReturnType<typeof startFeeds>
