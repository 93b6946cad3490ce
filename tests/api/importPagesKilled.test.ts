import { beforeAll, expect, test } from 'vitest'
import { PNG } from '../support/files.ts'
import { importCalls, importRunner } from '../support/imports.ts'
import { type IssueTeam, issueTeam } from '../support/issueTeam.ts'
import { until } from '../support/live.ts'
import { zipOf } from '../support/pageArchives.ts'
import { program } from '../support/program.ts'
import { startServer, type TestServer } from '../support/server.ts'

let server: TestServer
let team: IssueTeam
beforeAll(async () => {
  server = await startServer()
  team = await issueTeam(server)
})

const PAGES = 250
const archive = zipOf({
  'Part-1.zip': zipOf({
    ...Object.fromEntries(
      Array.from({ length: PAGES - 1 }, (_, at) => [
        `Top/Page ${at}.md`,
        `# Page ${at}\n\n![quay](../quay.png)\n\n[next](Page%20${(at + 1) % (PAGES - 1)}.md)`,
      ]),
    ),
    'Top.md': '# Top',
    'quay.png': PNG,
  }),
})

test('killed while it reads and while it writes, an import of pages goes on, each page there once', async () => {
  const calls = importCalls(team.admin, team.workspace.slug)
  const project = (await team.make.project(team.admin, team.workspace.slug)).id
  await server.db.raw(`
    create function wait_here() returns trigger language plpgsql as $$
    begin perform pg_advisory_xact_lock(42); return new; end $$;
    create trigger reads before insert on import_rows for each row when (new.nth = 200) execute function wait_here();
    create trigger writes before insert on pages for each row when (new.name = 'Page 150') execute function wait_here()`)
  const waiting = () => server.db('pg_locks').where({ locktype: 'advisory', granted: false })
  const running = await program(server.url, { DATA_DIR: server.dataDir })
  const killedAt = async (act: () => Promise<unknown>) => {
    const held = await server.db.transaction()
    await held.raw('select pg_advisory_xact_lock(42)')
    await act()
    await running.start()
    await until(async () => (await waiting()).length > 0, 30_000)
    running.kill()
    await held.rollback()
  }
  let id = ''
  await killedAt(async () => {
    ;({ id } = await calls.begin(archive, { source: 'pages', name: 'pages.zip', project }))
  })
  expect((await calls.shown(id)).state).toBe('reading')
  const runner = await importRunner(server)
  await calls.reaches(id, 'matching')
  await calls.act(id, 'check')
  const checked = await calls.reaches(id, 'checked')
  expect(checked).toMatchObject({ new_count: PAGES, skipped_count: 0, fault_count: 0 })
  await runner.stop()
  await killedAt(() => calls.act(id, 'run'))
  expect((await calls.shown(id)).state).toBe('running')
  const second = await importRunner(server)
  const done = await calls.reaches(id, 'done')
  await second.stop()
  expect([done.state, done.said]).toEqual(['done', null])
  expect(done.outcome?.kinds).toMatchObject({
    pages: { found: PAGES, made: PAGES, missing: 0 },
    pictures: { found: 1, made: 1 },
  })
  const pages = await server.db('pages').where('project_id', project).whereNull('deleted_at')
  expect(new Set(pages.map(({ name }) => name)).size).toBe(PAGES)
  expect(pages).toHaveLength(PAGES)
  // Of the one picture one file, however many pages show it.
  const assets = await server.db('file_assets').whereNotNull('page')
  expect(new Set(assets.map(({ asset }) => asset)).size).toBe(1)
  expect(assets).toHaveLength(PAGES - 1)
}, 120_000)
