import type { IncomingMessage } from 'node:http'
import { Hocuspocus } from '@hocuspocus/server'
import { WebSocketServer } from 'ws'
import { afterCommit } from '../api/db/commits.ts'
import type { ServerViewer } from '../api/db/viewer.ts'
import type { Upgrade } from '../api/http/server.ts'
import type { CollabParts } from '../api/http/tandem.ts'
import type { Context } from './context.ts'
import { entryOf } from './entry.ts'
import { failing } from './failures.ts'
import { admission, opening, writing } from './hooks.ts'
import { createJudging } from './judging.ts'
import { tellPrinted } from './printed.ts'
import { createRevoke } from './revoke.ts'
import { createServing } from './serving.ts'
import { createStore } from './store.ts'

const MAX_FRAME = 10 * 1024 * 1024

/** How long after the last stroke a text is stored, and how long after the first at most; in milliseconds. */
export type StorePause = { ms: number; most: number }
const STORE_PAUSE: StorePause = { ms: 400, most: 1_500 }

export type CollabOptions = CollabParts & { storePause?: StorePause }

/** The collab server: documents on `/live/collaboration`, and for stock Yjs clients on `/yjs/{workspace}/{document}`. */
export const attachCollab = async ({
  db,
  feeds,
  ways,
  log,
  redisUrl,
  tokenInQuery,
  callers,
  storePause = STORE_PAUSE,
}: CollabOptions) => {
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
  const sockets = new WebSocketServer({ noServer: true, maxPayload: MAX_FRAME, perMessageDeflate: false })

  const serve = createServing({ hocuspocus, callers, ways, log, isStopping: () => isStopping })

  const viewerOf = async (request: IncomingMessage, url: URL): Promise<ServerViewer> => {
    const token = tokenInQuery ? url.searchParams.get('token') : null
    return token ? callers.bearer(request, token) : callers.identify(request)
  }

  return {
    handleUpgrade: async ({ request, address, socket, head }: Upgrade): Promise<boolean> => {
      const entry = entryOf(address)
      if (!entry) return false
      const viewer = await viewerOf(request, address)
      sockets.handleUpgrade(request, socket, head, client =>
        serve(client, { ...entry, viewer, address, request }),
      )
      return true
    },
    settle: (name: string, mayAsk: () => Promise<boolean>) => store.settle(hocuspocus, name, mayAsk),
    /** Stores everything that is open, then lets go. */
    close: async () => {
      isStopping = true
      await store.drain(hocuspocus)
      revoke.close()
      leaveCommits()
      judging.close()
      await shared?.close()
      for (const client of sockets.clients) client.close(1001, 'server stops')
      sockets.close()
    },
  }
}
