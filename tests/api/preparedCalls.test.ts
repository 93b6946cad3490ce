import { beforeAll, expect, test } from 'vitest'
import { build } from '../support/build.ts'
import { startServer, type TestServer } from '../support/server.ts'

let server: TestServer
let team: Awaited<ReturnType<ReturnType<typeof build>['team']>>

beforeAll(async () => {
  server = await startServer()
  team = await build(server).team()
})

/** The statements that the database is asked meanwhile and plans for this call alone. */
const plannedFor = async (ask: () => Promise<unknown>) => {
  const planned: string[] = []
  const listen = ({ sql, options }: { sql: string; options?: { name?: string } }) => {
    if (options?.name === undefined) planned.push(sql.replace(/\s+/g, ' ').slice(0, 60))
  }
  server.db.on('query', listen)
  await ask()
  server.db.off('query', listen)
  return planned
}

test('the caller is found by a statement that is planned before', async () => {
  const reads = await plannedFor(() => team.admin.get('/api/users/me/workspaces/'))
  expect(reads.filter(sql => sql.startsWith('select u.id, u.display_name, u.is_bot'))).toEqual([])
})

test('of the statements that make an issue, the driver’s own and the row’s are the only ones planned anew', async () => {
  const make = () => team.admin.post(`${team.path}/issues/`, { name: 'Gate code' })
  const own = /^(begin|commit|insert into "issues"|select pg_notify)/i
  expect((await plannedFor(make)).filter(sql => !own.test(sql))).toEqual([])
})
