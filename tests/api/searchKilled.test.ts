import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type IssueTeam, issueTeam } from '../support/issueTeam.ts'
import { until } from '../support/live.ts'
import { program } from '../support/program.ts'
import { findAs, namesOf, searchable } from '../support/searches.ts'
import { startServer, type TestServer } from '../support/server.ts'
import { soaked } from '../support/soak.ts'

const ROUNDS = soaked(1, 20)
let server: TestServer
let team: IssueTeam
let running: Awaited<ReturnType<typeof program>>
beforeAll(async () => {
  server = await startServer()
  team = await issueTeam(server)
  running = await program(server.url)
})

afterAll(() => running.end())

const names = async (q: string) =>
  namesOf(await findAs(team.admin, team.workspace.slug, q, '&per_page=50')).sort()

test('killed while it reads, the search misses nothing and keeps nothing stale', async () => {
  const kept: string[] = []
  for (let round = 0; round < ROUNDS; round++) {
    const letters = [...'abcdefgh'].map(letter => `${letter}${'klmnopqrstuvwxyzabcd'[round]}`)
    const starting = round === 0 ? running.start() : null
    const made = []
    for (const one of letters) made.push(await team.issue({ name: `Trawler ${one}` }))
    await starting
    const [first, second, ...rest] = made
    await Promise.all([
      ...rest.map(({ id, name }) => team.admin.patch(team.at(id), { name: `${name} renamed` })),
      team.admin.delete(team.at(first!.id)),
      team.admin.patch(team.at(second!.id), { name: 'A smack' }),
      new Promise<void>(resolve => setTimeout(resolve, Math.random() * 60)).then(() => void running.kill()),
    ])
    kept.push(...rest.map(({ name }) => `${name} renamed`))
    await running.start()
    await searchable(server, team.workspace.id)
    const found = new Set(kept.slice(-6))
    for (const name of found) expect(await names(`"${name}"`)).toEqual([name])
    expect(await names(`"Trawler ${letters[0]}"`)).toEqual([])
    expect(await server.db('search_entries').where({ kind: 'issue' }).pluck('name')).not.toContain(
      `trawler ${letters[1]}`,
    )
  }
}, 600_000)

test('made anew by one command while it runs: what was lost is found, what is gone is forgotten', async () => {
  for (let n = 0; n < 60; n++) await team.issue({ name: `Dory ${n}` })
  await searchable(server, team.workspace.id)
  const lost = await server.db('search_entries').where('name', 'like', 'dory 1%').delete()
  expect(lost).toBe(11)
  const id = team.make.id()
  const entry = { id, kind: 'issue', workspace: team.workspace.id, name: 'dory gone', words: "'dory':1A" }
  await server.db('search_entries').insert(entry)
  const main = fileURLToPath(new URL('../../migrations/rebuildSearch.ts', import.meta.url))
  const { stdout } = await promisify(execFile)(process.execPath, [main], {
    env: { ...process.env, DATABASE_URL: server.url },
  })
  expect(stdout).toContain('made anew')
  expect(await names('"dory 2"')).toEqual(['Dory 2'])
  await until(async () => (await server.db('search_fills').whereNotNull('ended_at')).length > 0)
  expect((await findAs(team.admin, team.workspace.slug, 'dory')).total_results).toBe(60)
  expect(await server.db('search_entries').where({ id })).toEqual([])
}, 90_000)
