import { beforeAll, beforeEach, expect, test } from 'vitest'
import { notifier } from '../../api/jobs/notify.ts'
import { pruneLog } from '../../api/jobs/pruneLog.ts'
import { startReader } from '../../api/live/reader.ts'
import { lagOf, type ReadChange, type Reader } from '../../api/live/readNext.ts'
import { createLog } from '../../api/log.ts'
import { type IssueTeam, issueTeam } from '../support/issueTeam.ts'
import { until } from '../support/live.ts'
import { program } from '../support/program.ts'
import { startServer, type TestServer } from '../support/server.ts'

let server: TestServer
let team: IssueTeam
let name = ''

beforeAll(async () => {
  server = await startServer()
  await server.db.raw('create table taken (reader text, workspace uuid, seq bigint, label text)')
})
beforeEach(async () => {
  team = await issueTeam(server)
  name = `test ${team.make.id()}`
})

const log = createLog('silent')
const running = new Set<{ stop: () => Promise<void> }>()
const start = (reader: Reader, pauses?: number[]) => {
  const made = startReader(reader, { db: server.db, log, ...(pauses ? { pauses } : {}) })
  running.add(made)
  return made
}
const stopAll = async () => {
  await Promise.all([...running].map(one => one.stop()))
  running.clear()
}
/** Writes down in the database what it takes; fails at an issue named so. */
const recorder = (more: Partial<Reader> = {}, fails = 'Never'): Reader => ({
  name,
  reads: ['issue'],
  begins: 'first',
  most: 3,
  take: async ({ trx }, changes: ReadChange[], workspace) => {
    for (const { seq, row } of changes) {
      await trx('taken').insert({ reader: name, workspace, seq, label: row.name })
      if (row.name === fails) throw new Error('It does not fit')
    }
    return undefined
  },
  ...more,
})
const taken = (workspace = team.workspace.id): Promise<string[]> =>
  server.db('taken').where({ reader: name, workspace }).orderByRaw('ctid').pluck('label')
const numbers = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, n) => `${from + n}`)
const write = async (from: number, to: number, on = team) => {
  for (const label of numbers(from, to)) await on.issue({ name: label })
}
const standsAt = async () =>
  (await server.db('readers').where({ name, workspace: team.workspace.id }).first('seq'))?.seq
const latest = async () =>
  (await server.db('change_counters').where('scope_id', team.workspace.id).first('seq')).seq

test('several at once, stopped at any moment, take every change once and in order', async () => {
  await write(1, 4)
  start(recorder())
  start(recorder())
  await write(5, 9)
  await stopAll()
  await write(10, 12)
  start(recorder())
  start(recorder())
  await until(async () => (await standsAt()) === (await latest()))
  expect(await taken()).toEqual(numbers(1, 12))
  await stopAll()
})

test('a change that fails stops no other workspace; it alone is passed over, recorded as it was, and counted', async () => {
  const other = await issueTeam(server)
  await write(1, 2)
  await team.issue({ name: 'Misfit' })
  await write(3, 4)
  start(recorder({}, 'Misfit'), [0.01, 1.5])
  await until(async () => (await taken()).length === 2)
  await until(async () => (await lagOf(server.db, name)).failing === 1)
  await write(1, 1, other)
  await until(async () => (await taken(other.workspace.id)).length === 1)
  expect(await taken()).toEqual(['1', '2'])
  await until(async () => (await taken()).length === 4)
  expect(await taken()).toEqual(numbers(1, 4))
  const [passed, ...more] = await server.db('passed_changes').where({ name })
  expect(more).toEqual([])
  expect(passed).toMatchObject({ workspace: team.workspace.id, said: 'It does not fit' })
  expect(passed.change.row.name).toBe('Misfit')
  await until(async () => (await lagOf(server.db, name)).changes === 0)
  expect(await lagOf(server.db, name)).toEqual({ changes: 0, seconds: 0, failing: 0, passed: 1 })
  await stopAll()
})

test('one that begins now is given nothing of before', async () => {
  await write(1, 2)
  start(recorder({ begins: 'now' }))
  await until(async () => (await standsAt()) === (await latest()))
  await write(3, 4)
  await until(async () => (await taken()).length > 1)
  expect(await taken()).toEqual(['3', '4'])
  await stopAll()
})

test('the log keeps what a reader has not taken, up to a bound; what it then misses is recorded', async () => {
  start(recorder())
  await until(async () => (await standsAt()) === (await latest()))
  await stopAll()
  const read = await latest()
  await write(1, 2)
  const age = (days: number) =>
    server
      .db('changes')
      .where('scope_id', team.workspace.id)
      .update({ at: new Date(Date.now() - days * 86_400_000) })
  const oldest = async () =>
    (await server.db('change_counters').where('scope_id', team.workspace.id).first('oldest')).oldest
  await age(40)
  const behind = (await latest()) - read
  expect(await pruneLog(server.db, { changeLogDays: 30 })).toMatchObject({ unread: behind, lost: 0 })
  expect(await oldest()).toBe(read)
  await age(45)
  expect(await pruneLog(server.db, { changeLogDays: 30 })).toMatchObject({ unread: 0, lost: behind })
  await write(3, 3)
  start(recorder())
  await until(async () => (await taken()).length > 0)
  expect(await taken()).toEqual(['3'])
  expect(await server.db('passed_changes').where({ name }).select('first', 'last', 'change')).toEqual([
    { first: read + 1, last: read + behind, change: null },
  ])
  await stopAll()
})

test('killed between its writes and its position, a reader has done neither, and does both once afterwards', async () => {
  const follower = await team.make.person()
  await team.make.joinWorkspace(team.admin, team.workspace.slug, follower, 15)
  await team.make.joinProject(team.admin, team.path, follower, 15)
  const { id } = await team.issue()
  await follower.post(team.at(id, 'subscribe/'))
  const running = await program(server.url)
  await running.start()
  name = notifier.name
  await until(async () => (await standsAt()) === (await latest()))
  const before = await standsAt()
  const told = () => server.db('notifications').where({ receiver: follower.id })
  // Notifications are written and the position has moved; the transaction waits for its last statement.
  const held = await server.db.transaction()
  await held('change_counters').insert({ scope_id: follower.id, seq: 0 }).onConflict().ignore()
  await held('change_counters').where('scope_id', follower.id).forUpdate()
  await team.admin.patch(team.at(id), { priority: 'high' })
  await until(
    async () =>
      (
        await server
          .db('pg_stat_activity')
          .whereRaw(`datname = current_database() and wait_event_type = 'Lock'`)
      ).length > 0,
  )
  running.kill()
  await held.rollback()
  expect(await standsAt()).toBe(before)
  expect(await told()).toEqual([])
  await running.start()
  await until(async () => (await standsAt()) === (await latest()))
  expect((await told()).map(row => row.new_value)).toEqual(['high'])
}, 90_000)
