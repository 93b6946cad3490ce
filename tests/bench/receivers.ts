/** Receivers of webhooks, in a process of their own: the time that they take is not the server's. */
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

const seen = new Set<string>()
const servers = Array.from({ length: Number(process.argv[2]) }, () =>
  createServer((request, response) => {
    const { port } = request.socket.address() as AddressInfo
    request.resume()
    request.once('end', () => {
      seen.add(`${port} ${request.headers['webhook-id']}`)
      response.end('ok')
    })
  }).listen(0, '127.0.0.1'),
)
await Promise.all(servers.map(server => once(server, 'listening')))
process.send?.(servers.map(server => (server.address() as AddressInfo).port))
setInterval(() => process.send?.(seen.size), 20)
