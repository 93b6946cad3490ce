import type { IncomingMessage, Server } from 'node:http'

/** How long a sender may take; a slower one is cut off, so that nobody holds sockets by being slow. */
export type Patience = {
  /** Until the last header is there. */
  headersMs: number
  /** Between two pieces of a body. */
  standstillMs: number
  /** For all of a request: as long as sending a large file takes. */
  requestMs: number
}
export const PATIENCE: Patience = { headersMs: 9_000, standstillMs: 30_000, requestMs: 3_600_000 }

/** So often is looked whether somebody takes too long. */
const LOOK_MS = 1_000

export const timeoutsOf = ({ headersMs, requestMs }: Patience) => ({
  headersTimeout: headersMs,
  requestTimeout: requestMs,
  connectionsCheckingInterval: Math.min(LOOK_MS, headersMs),
})

const bringsBody = ({ headers }: IncomingMessage) =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0

/** Cuts off whoever stands still half-way through a body. The timeouts of sockets would count our own slowness, too. */
export const cutStandstills = (server: Server, { standstillMs }: Patience): void => {
  const arriving = new Map<IncomingMessage, { bytes: number; at: number }>()
  server.on('request', (request: IncomingMessage) => {
    if (!bringsBody(request)) return
    arriving.set(request, { bytes: request.socket.bytesRead, at: Date.now() })
    request.once('close', () => arriving.delete(request))
  })
  const look = () => {
    const now = Date.now()
    for (const [request, seen] of arriving) {
      const { bytesRead } = request.socket
      if (request.complete) arriving.delete(request)
      else if (bytesRead !== seen.bytes) Object.assign(seen, { bytes: bytesRead, at: now })
      else if (now - seen.at >= standstillMs) request.socket.destroy()
    }
  }
  const timer = setInterval(look, Math.min(LOOK_MS, standstillMs))
  timer.unref()
  server.once('close', () => clearInterval(timer))
}
