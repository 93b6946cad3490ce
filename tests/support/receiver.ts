import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll } from 'vitest'
import { until } from './live.ts'

/** What a receiver does with a call: a status, or one of the ways in which they misbehave. */
export type Manner =
  | number
  | 'hangUp'
  | 'silence'
  | 'dribble'
  | 'dribbleHead'
  | ((response: ServerResponse) => unknown)
export type Arrived = {
  path: string
  headers: IncomingHttpHeaders
  bytes: Buffer
  body: Record<string, unknown> & { event: string; action: string; data: Record<string, unknown> }
  at: number
}

const answerAs = (manner: Manner, response: ServerResponse) => {
  if (typeof manner === 'function') return manner(response)
  if (typeof manner === 'number') return response.writeHead(manner).end(manner < 300 ? 'ok' : 'not now')
  if (manner === 'hangUp') return response.destroy()
  if (manner === 'silence') return
  if (manner === 'dribble') response.writeHead(200)
  else response.socket?.write('HTTP/1.1 200 OK\r\nX-')
  const drip = setInterval(
    () => (manner === 'dribble' ? response.write('a') : response.socket?.write('a')),
    1_000,
  )
  response.once('close', () => clearInterval(drip))
  response.socket?.once('close', () => clearInterval(drip))
}

/** Somebody's server that is notified of changes; it keeps all that comes, and answers as it is asked to. */
export const receiver = async () => {
  const arrived: Arrived[] = []
  const kept = {
    /** The next answers, the last one from then on. */
    manners: [200] as Manner[],
  }
  const server: Server = createServer(async (request, response) => {
    const parts: Buffer[] = []
    for await (const part of request) parts.push(part as Buffer)
    const bytes = Buffer.concat(parts)
    const body = JSON.parse(bytes.toString() || '{}') as Arrived['body']
    arrived.push({ path: request.url ?? '', headers: request.headers, bytes, body, at: Date.now() })
    answerAs(kept.manners.length > 1 ? kept.manners.shift()! : kept.manners[0]!, response)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  afterAll(() => {
    server.closeAllConnections()
    server.close()
  })
  return Object.assign(kept, {
    host: `127.0.0.1:${port}`,
    port,
    url: (path = '/in') => `http://127.0.0.1:${port}${path}`,
    arrived,
    /** Those that came to a path. */
    at: (path: string) => arrived.filter(one => one.path === path),
    /** Waits for so many, and forgets them. */
    take: async (count = 1, ms = 10_000): Promise<Arrived[]> => {
      await until(() => arrived.length >= count, ms)
      return arrived.splice(0)
    },
  })
}
export type Receiver = Awaited<ReturnType<typeof receiver>>
