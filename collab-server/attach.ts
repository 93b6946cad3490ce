import type { IncomingMessage } from 'node:http'
import { WebSocketServer } from 'ws'
import type { ServerViewer } from '../api/db/viewer.ts'
import type { Upgrade } from '../api/http/server.ts'
import { loadTexts } from '../api/text/documents/loadTexts.ts'
import { entryOf } from './entry.ts'
import type { OpenTexts, TextOptions } from './openTexts.ts'

const MAX_FRAME = 10 * 1024 * 1024

/** The collab server: documents on `/live/collaboration`, and for stock Yjs clients on `/yjs/{workspace}/{document}`. */
export const attachCollab = async (options: TextOptions) => {
  const { callers, tokenInQuery, redisUrl } = options
  let begun: Promise<OpenTexts> | null = null
  const begin = () => {
    begun ??= loadTexts()
      .then(() => import('./openTexts.ts'))
      .then(({ openTexts }) => openTexts(options))
    return begun
  }
  // An address that is wrong, or where nobody answers, is reported at the start.
  if (redisUrl) await begin()
  const sockets = new WebSocketServer({ noServer: true, maxPayload: MAX_FRAME, perMessageDeflate: false })

  const viewerOf = async (request: IncomingMessage, url: URL): Promise<ServerViewer> => {
    const token = tokenInQuery ? url.searchParams.get('token') : null
    return token ? callers.bearer(request, token) : callers.identify(request, 'everyday')
  }

  return {
    handleUpgrade: async ({ request, address, socket, head }: Upgrade): Promise<boolean> => {
      const entry = entryOf(address)
      if (!entry) return false
      const viewer = await viewerOf(request, address)
      const { serve } = await begin()
      sockets.handleUpgrade(request, socket, head, client =>
        serve(client, { ...entry, viewer, address, request, line: socket }),
      )
      return true
    },
    settle: async (name: string, mayAsk: () => Promise<boolean>) => (await begun)?.settle(name, mayAsk),
    /** Stores everything that is open, then lets go. */
    close: async () => {
      await (await begun)?.close()
      for (const client of sockets.clients) client.close(1001, 'server stops')
      sockets.close()
    },
  }
}
