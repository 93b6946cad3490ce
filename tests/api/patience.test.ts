/** A slow sender holds no socket for long; a sender of much may take their time. */
import { connect, type Socket } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { build } from '../support/build.ts'
import { announce, attachmentsAt } from '../support/files.ts'
import { startServer, type TestServer } from '../support/server.ts'

const STANDSTILL_MS = 2_000

let server: TestServer
let team: Awaited<ReturnType<ReturnType<typeof build>['team']>>
beforeAll(async () => {
  const patience = { headersMs: 500, standstillMs: STANDSTILL_MS, requestMs: 3_600_000 }
  server = await startServer({}, undefined, { patience })
  team = await build(server).team()
})

const sockets = new Set<Socket>()
afterAll(() => {
  for (const socket of sockets) socket.destroy()
})

/** A socket of its own: the bytes received on it, and its end. */
const open = async () => {
  const { hostname, port } = new URL(server.origin)
  const socket = connect(Number(port), hostname)
  sockets.add(socket)
  let answer = ''
  socket.on('data', part => {
    answer += part.toString('latin1')
  })
  socket.on('error', () => {})
  const closed = new Promise<string>(resolve => socket.on('close', () => resolve(answer)))
  await new Promise<void>(resolve => socket.once('connect', () => resolve()))
  return { socket, closed, write: (text: string) => void socket.write(text) }
}

const head = (path: string, headers: Record<string, string>) =>
  [
    `POST ${path} HTTP/1.1`,
    'Host: here',
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
  ].join('\r\n')

// They wait, and for nothing that another does: at once.
test.concurrent('headers that do not come to an end are waited for only so long', async () => {
  const silent = await open()
  const half = await open()
  half.write('GET /healthz HTTP/1.1\r\nHost: here\r\n')
  const dripping = await open()
  dripping.write('GET /healthz HTTP/1.1\r\n')
  const drip = setInterval(() => dripping.write('x'), 20)
  await Promise.all([silent.closed, half.closed, dripping.closed])
  clearInterval(drip)
})

test.concurrent.each([
  ['/api/users/me/', { 'Content-Length': '1000', 'Content-Type': 'application/json' }, '{"first_name":'],
  ['/api/users/me/', { 'Transfer-Encoding': 'chunked', 'Content-Type': 'application/json' }, '3\r\n{"f\r\n'],
  [
    '/files/upload',
    { 'Content-Length': '1000', 'Content-Type': 'multipart/form-data; boundary=x' },
    '--x\r\n',
  ],
])('a body that stands still is cut off: %s %j', async (path, headers, beginning) => {
  const sender = await open()
  const cookie = team.admin.cookie()
  sender.write(`${head(path, { Cookie: cookie, ...headers }).replace('POST /api', 'PATCH /api')}\r\n\r\n`)
  sender.write(beginning)
  expect(await sender.closed).toBe('')
})

test.concurrent('a body that comes slowly is taken, for longer than it may stand still', async () => {
  const issue = await build(server).issue(team.member, team.path)
  const bytes = Buffer.alloc(12, 'a')
  const { asset_url, upload_data } = await announce(team.member, attachmentsAt(team.path, issue.id), {
    bytes,
  })
  const fields = Object.entries(upload_data.fields).map(
    ([name, value]) => `--x\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  )
  const before = `${fields.join('')}--x\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\n`
  const after = '\r\n--x--\r\n'
  const sender = await open()
  const length = String(before.length + bytes.length + after.length)
  const type = 'multipart/form-data; boundary=x'
  const headers = { 'Content-Length': length, 'Content-Type': type, Connection: 'close' }
  sender.write(`${head('/files/upload', headers)}\r\n\r\n${before}`)
  // The slowness itself is tested.
  for (const byte of bytes.toString()) {
    await new Promise(resolve => setTimeout(resolve, STANDSTILL_MS / 8))
    sender.write(byte)
  }
  sender.write(after)
  expect(await sender.closed).toMatch(/^HTTP\/1\.1 204 /)
  expect((await team.member.patch(asset_url)).status).toBe(204)
})
