/** While the database cannot be reached, callers are told to come again, and the log is not flooded. */
import { Writable } from 'node:stream'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { WebSocket } from 'ws'
import { type Db, openDatabase } from '../../api/db/knex.ts'
import { build } from '../support/build.ts'
import { until } from '../support/live.ts'
import { startServer } from '../support/server.ts'
import { visitor } from '../support/visitor.ts'

let outside: Db
beforeAll(() => {
  outside = openDatabase(inject('databaseUrl'), 1)
})
afterAll(() => outside.destroy())

test('a database that is away is 503 for a while, and no fault of ours', async () => {
  const lines: { level: number; msg: string; time: number }[] = []
  const sink = new Writable({
    write: (chunk, _, done) => {
      lines.push(JSON.parse(String(chunk)))
      done()
    },
  })
  const server = await startServer({}, pino({ level: 'warn' }, sink))
  const { admin, path, workspace } = await build(server).team()
  const name = new URL(server.url).pathname.slice(1)
  await outside.raw(`alter database ${name} allow_connections false`)
  await outside.raw('select pg_terminate_backend(pid) from pg_stat_activity where datname = ?', [name])
  const since = lines.length
  const begun = Date.now()
  const calls = Array.from({ length: 10 }, () => [
    admin.get(`${path}/issues/`),
    admin.post(`${path}/issues/`, { name: 'Not now' }),
    visitor(server.origin).form('/auth/sign-in/', { email: admin.email, password: 'x' }),
  ]).flat()
  for (const reply of await Promise.all(calls))
    expect([reply.status, reply.headers.get('retry-after'), reply.body]).toEqual([
      503,
      '2',
      { error: 'The server cannot reach its data. Try again in a moment.' },
    ])
  const socket = new WebSocket(`${server.origin.replace('http', 'ws')}/live`, {
    headers: { cookie: admin.cookie() },
  })
  socket.on('error', () => {})
  const refused = await new Promise(resolve =>
    socket.on('unexpected-response', (_, { statusCode }) => resolve(statusCode)),
  )
  expect(refused).toBe(503)
  const seconds = Math.ceil((Date.now() - begun) / 1000) + 1
  const told = lines.slice(since).filter(line => line.level >= 50)
  expect(told.length).toBeGreaterThan(0)
  expect(told.length, JSON.stringify(told.map(({ msg }) => msg))).toBeLessThanOrEqual(seconds)

  await outside.raw(`alter database ${name} allow_connections true`)
  await until(async () => (await admin.get(`/api/workspaces/${workspace.slug}/`)).status === 200)
  expect((await admin.post(`${path}/issues/`, { name: 'Now' })).status).toBe(201)
})
