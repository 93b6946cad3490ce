/** An import whose server is killed in the middle of each phase: it goes on, doubles nothing, and its undo leaves what was before. */
import { setTimeout } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ImportState } from '../../api/contract/workspace/imports.ts'
import { importCalls } from '../support/imports.ts'
import { type IssueTeam, issueTeam } from '../support/issueTeam.ts'
import { until } from '../support/live.ts'
import { program } from '../support/program.ts'
import { startServer, type TestServer } from '../support/server.ts'
import { soaked } from '../support/soak.ts'

const KILLS = soaked(1, 5)
const LINES = 2_000

let server: TestServer
let team: IssueTeam
let running: Awaited<ReturnType<typeof program>>
let calls: ReturnType<typeof importCalls>
beforeAll(async () => {
  server = await startServer()
  team = await issueTeam(server)
  running = await program(server.url, { DATA_DIR: server.dataDir })
  await running.start()
  calls = importCalls(team.admin, team.workspace.slug)
}, 60_000)
afterAll(() => running.end())

// Parents after their children, relations in both directions, comments, a key twice, a line without a title.
const list = [
  'Key,Title,State,Labels,Assignee,Created,Parent,Blocked by,Comments',
  ...Array.from({ length: LINES }, (_, at) =>
    [
      at === 77 ? 'KI-70' : `KI-${at + 1}`,
      at === 99 ? '' : `Berth ${at}`,
      ['To Do', 'Done', 'Waiting'][at % 3],
      `Tugs ${at % 7}`,
      `person${at % 9}@quay.example`,
      new Date(Date.UTC(2024, 0, 1) + at * 60_000).toISOString(),
      at % 10 === 1 ? `KI-${at + 4}` : '',
      at % 25 === 5 ? `KI-${at + 10}` : '',
      at % 4 === 0 ? `2024-05-06T07:08:09Z;Bram;Said of ${at}` : '',
    ].join(','),
  ),
].join('\n')

/** Kills the server while a job of the import works, as often as is asked, and lets it go on. */
const killedWhile = async (id: string, state: ImportState) => {
  for (let kill = 0; kill < KILLS; kill++) {
    await until(async () => {
      const row = await server.db('imports').where({ id }).first('state', 'job')
      const job = row.job && (await server.db('jobs').where('id', row.job).first('phases'))
      return row.state !== state || JSON.stringify(job?.phases ?? []).match(/"done":[1-9]/)
    }, 30_000)
    await setTimeout(Math.random() * 150)
    running.kill()
    await running.start()
  }
}

const counts = async () => {
  const of = async (sql: string) =>
    Number((await server.db.raw(`select count(*)::int as n from ${sql}`)).rows[0].n)
  const live = 'deleted_at is null and project_id in (select id from projects where deleted_at is null)'
  return {
    issues: await of(`issues where ${live}`),
    numbers: await of(`(select distinct project_id, sequence_id from issues where ${live}) n`),
    children: await of(`issues where parent_id is not null and ${live}`),
    comments: await of(
      `issue_comments where deleted_at is null and issue in (select id from issues where ${live})`,
    ),
    relations: await of(
      `issue_relations where deleted_at is null and issue in (select id from issues where ${live})`,
    ),
    labels: await of(`labels where ${live}`),
    texts: await of('documents'),
    notifications: await of('notifications'),
  }
}

test('killed while it reads, tries, writes and is undone, it comes to the same end', async () => {
  const before = await counts()
  const { id } = await calls.begin(list, { name: 'killed.csv' })
  await killedWhile(id, 'reading')
  await calls.reaches(id, 'matching')
  expect(await server.db('import_rows').where('import', id)).toHaveLength(LINES)
  await calls.act(id, 'check')
  await killedWhile(id, 'checking')
  expect(await calls.reaches(id, 'checked')).toMatchObject({ new_count: LINES - 2, skipped_count: 2 })
  await calls.act(id, 'run')
  await killedWhile(id, 'running')
  const done = await calls.reaches(id, 'done')
  expect(done).toMatchObject({ state: 'done', said: null })
  const after = await counts()
  expect(after).toMatchObject({
    issues: before.issues + LINES - 2,
    numbers: before.numbers + LINES - 2,
    children: before.children + 200,
    comments: before.comments + 500,
    relations: before.relations + 80,
    labels: before.labels + 7,
    // One line of its end, for its owner.
    notifications: before.notifications + 1,
  })
  expect(
    (
      await server.db.raw(`select count(*)::int as n from issues i where sub_issues_count <> (
      select count(*) from issues c where c.parent_id = i.id and c.deleted_at is null)`)
    ).rows[0].n,
  ).toBe(0)
  await calls.act(id, 'undo')
  await killedWhile(id, 'undoing')
  expect(await calls.reaches(id, 'undone')).toMatchObject({ state: 'undone', said: null })
  const { notifications } = after
  expect({ ...(await counts()), texts: before.texts }).toEqual({ ...before, notifications })
}, 240_000)
