/** Hocuspocus with our hooks: the texts that somebody has open, and the sockets of those who have. */
import { Hocuspocus } from '@hocuspocus/server'
import { afterCommit } from '../api/db/commits.ts'
import type { CollabParts } from '../api/http/tandem.ts'
import type { Context } from './context.ts'
import { failing } from './failures.ts'
import { admission, opening, writing } from './hooks.ts'
import { createJudging } from './judging.ts'
import { tellPrinted } from './printed.ts'
import { createRevoke } from './revoke.ts'
import { createServing } from './serving.ts'
import { createStore } from './store.ts'

/** How long after the last stroke a text is stored, and how long after the first at most; in milliseconds. */
export type StorePause = { ms: number; most: number }
const STORE_PAUSE: StorePause = { ms: 400, most: 1_500 }

export type TextOptions = CollabParts & { storePause?: StorePause }
export type OpenTexts = Awaited<ReturnType<typeof openTexts>>

export const openTexts = async ({
  db,
  feeds,
  ways,
  log,
  redisUrl,
  callers,
  storePause = STORE_PAUSE,
}: TextOptions) => {
  const shared = redisUrl ? await (await import('./redis.ts')).shareOverRedis(redisUrl, log) : null
  const store = createStore({ db, log, takeStored: document => parts.revoke.takeStored(document) })

  const hocuspocus: Hocuspocus<Context> = new Hocuspocus<Context>({
    quiet: true,
    extensions: shared ? [shared.extension] : [],
    debounce: storePause.ms,
    maxDebounce: storePause.most,
    timeout: 40_000,
    maxPendingDocuments: 20,
    maxUnauthenticatedQueueSize: 512 * 1024,
    maxUnauthenticatedQueueMessages: 100,

    ...admission({ db, ways, store, parts: () => parts }),
    ...opening({ db, store, parts: () => parts }),
    ...writing({ store, parts: () => parts }),
  })
  const hooks = hocuspocus.hooks.bind(hocuspocus)
  hocuspocus.hooks = (...given) => tellPrinted(log, () => failing(log, given[0], hooks(...given)))
  const judging = createJudging({ db, log, hocuspocus })
  const leaveCommits = afterCommit(db, judging.heed)
  const revoke = createRevoke({ db, log, feeds, hocuspocus, judging, store })
  const parts = { hocuspocus, judging, revoke }
  let isStopping = false

  return {
    serve: createServing({ hocuspocus, callers, ways, log, isStopping: () => isStopping }),
    settle: (name: string, mayAsk: () => Promise<boolean>) => store.settle(hocuspocus, name, mayAsk),
    close: async () => {
      isStopping = true
      await store.drain(hocuspocus)
      revoke.close()
      leaveCommits()
      judging.close()
      await shared?.close()
    },
  }
}
