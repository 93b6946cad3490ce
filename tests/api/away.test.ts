/** While the database cannot be reached, callers are asked to come again, and the log is not flooded. */
import { Writable } from 'node:stream'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, inject, onTestFinished, test } from 'vitest'
import { WebSocket } from 'ws'
import { type Db, openDatabase } from '../../api/db/knex.ts'
import { build } from '../support/build.ts'
import { editor } from '../support/editor.ts'
import { follower, until } from '../support/live.ts'
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

/** Until so many hold a connection and wait for a row. */
const allWaiting = (url: string, count: number) =>
  until(async () => {
    const { rows } = await outside.raw<{ rows: { n: number }[] }>(
      `select count(*)::int as n from pg_stat_activity where datname = ? and wait_event_type = 'Lock'`,
      [new URL(url).pathname.slice(1)],
    )
    return (rows[0]?.n ?? 0) >= count
  })

test('a full queue refuses with 503 and when to come again; whoever waits is served, and nothing is lost', async () => {
  const server = await startServer()
  const { admin, path, project } = await build(server).team()
  // Calls that change the project hold a connection each, and wait for its row.
  const held = openDatabase(server.url, 1)
  const lock = await held.transaction()
  await lock('projects').where({ id: project.id }).forUpdate().select('id')
  const begun = Date.now()
  const patches = Array.from({ length: 40 }, (_, nth) =>
    admin.patch(`${path}/`, { description: `Held ${nth}` }),
  )
  await allWaiting(server.url, 12)
  const reads = Array.from({ length: 400 }, () => admin.get(`${path}/issues/`))
  const answers = await Promise.all(reads)
  const [served, refused] = [200, 503].map(status => answers.filter(answer => answer.status === status))
  expect(served!.length + refused!.length).toBe(400)
  expect(refused!.length).toBeGreaterThan(0)
  for (const { headers, body } of refused!) {
    expect(headers.get('retry-after')).toBe('2')
    expect(body).toEqual({ error: 'The server has too much to do. Try again in a moment.' })
  }
  // Nobody waits for a minute.
  expect(Date.now() - begun).toBeLessThan(9_000)
  await lock.rollback()
  await held.destroy()
  const written = await Promise.all(patches)
  expect(written.every(({ status }) => status === 200 || status === 503)).toBe(true)
  const done = written.filter(({ status }) => status === 200).length
  expect(done).toBeGreaterThan(0)
  const changes = await server.db('changes').where({ entity: 'project', op: 'update', row_id: project.id })
  expect(changes).toHaveLength(done)
  expect((await admin.get(`${path}/issues/`)).status).toBe(200)
})

test('the live line and texts go on while calls wait for their turn', async () => {
  const server = await startServer()
  const make = build(server)
  const { admin, member, path, project, workspace } = await make.team()
  const others = follower(server.origin, member, workspace.slug)
  await others.start()
  onTestFinished(() => others.stop())
  const page = await make.page(admin, path)
  const one = editor(server.origin, admin, `page.${page.id}`)
  onTestFinished(() => one.close())
  await one.synced()
  const held = openDatabase(server.url, 1)
  const lock = await held.transaction()
  await lock('projects').where({ id: project.id }).forUpdate().select('id')
  const waiting = Array.from({ length: 40 }, (_, nth) =>
    admin.patch(`${path}/`, { description: `Held ${nth}` }),
  )
  await allWaiting(server.url, 12)
  one.write('While they wait')
  await until(() => one.isSaved(), 4_000)
  await until(() => others.seen.some(change => change.id === page.id && change.op === 'upsert'), 4_000)
  await lock.rollback()
  await held.destroy()
  await Promise.all(waiting)
})
