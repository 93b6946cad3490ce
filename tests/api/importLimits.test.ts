/** Lists that are cut, long, stopped or unclear: what is taken, and what is said of the rest. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { importCalls, importRunner } from '../support/imports.ts'
import { broughtBy, table } from '../support/importTables.ts'
import { type IssueTeam, issueTeam } from '../support/issueTeam.ts'
import { until } from '../support/live.ts'
import { startServer, type TestServer } from '../support/server.ts'

let server: TestServer
let team: IssueTeam
let runner: Awaited<ReturnType<typeof importRunner>>
let calls: ReturnType<typeof importCalls>
let brought: ReturnType<typeof broughtBy>
beforeAll(async () => {
  server = await startServer()
  brought = broughtBy(server)
  team = await issueTeam(server)
  runner = await importRunner(server)
  calls = importCalls(team.admin, team.workspace.slug)
})
afterAll(() => runner.stop())

test('a list whose first letter of Windows stands far behind is read by it', async () => {
  const plain = Array.from({ length: 2_000 }, (_, at) => `WL-${at},A plain title of some length ${at}`)
  const { id } = await calls.begin(Buffer.from(['Key,Title', ...plain, 'WL-9000,Käse'].join('\n'), 'latin1'))
  const read = await calls.reaches(id, 'matching')
  expect([read.state, read.format?.encoding, read.rows]).toEqual(['matching', 'windows-1252', 2_001])
})

test('an export of Jira that ends at its limit says that there may be more', async () => {
  const lines = Array.from({ length: 1_000 }, (_, at) => `Issue ${at},JL-${at},${at}`)
  const { id } = await calls.begin(['Summary,Issue key,Issue id', ...lines].join('\n'))
  await calls.reaches(id, 'matching')
  await calls.act(id, 'check')
  await calls.reaches(id, 'checked')
  expect(await calls.faults(id)).toMatchObject([{ line: 1_001, effect: 'Others may be missing' }])
})

test('issues of one title are all taken, and known again by their order', async () => {
  const head = 'Title,Notes\n'
  const first = await calls.whole(`${head}Same,one\nSame,two\nOther,x`, { project: team.project.id })
  expect(first).toMatchObject({ state: 'done', new_count: 3, skipped_count: 0 })
  const again = await calls.whole(`${head}Same,one\nSame,two\nOther,x\nSame,three`, {
    project: team.project.id,
  })
  expect(again).toMatchObject({ state: 'done', new_count: 1, matched_count: 3, skipped_count: 0 })
})

test('a quote that is not closed is named by its line and column', async () => {
  const { id } = await calls.begin('Key,Title,Notes\nQ-1,A,x\nQ-2,B,"open\nQ-3,C,x\n')
  expect((await calls.reaches(id, 'failed')).said).toContain('line 3, column 3')
})

test('the order of days and months is said by dates, not by versions that look like them', async () => {
  const list = 'Key,Title,Version,Due date\nDV-1,A,1.13.10,03/04/2026\nDV-2,B,,25/04/2026\n'
  const done = await calls.whole(list)
  expect(done.format?.dates).toBe('day')
  expect(await brought(done.id)).toMatchObject([{ due: '2026-04-03' }, { due: '2026-04-25' }])
})

test('an import that is stopped counts the sub-issues that are there', async () => {
  const lines = Array.from({ length: 1_200 }, (_, at) => `SC-${at},T${at},${at % 2 ? `SC-${at - 1}` : ''}`)
  const { id } = await calls.begin(['Key,Title,Parent', ...lines].join('\n'))
  await calls.reaches(id, 'matching')
  await calls.act(id, 'check')
  await calls.reaches(id, 'checked')
  await calls.act(id, 'run')
  await until(async () => (await server.db('import_made').where({ import: id, entity: 'issue' })).length > 0)
  await calls.act(id, 'stop')
  const { outcome } = await calls.reaches(id, 'stopped')
  const made = (await brought(id)).filter(({ parent }) => parent !== null).length
  expect(made).toBeLessThan(600)
  expect(outcome?.kinds.sub_issues).toEqual({ found: 600, made, missing: 600 - made })
})

const long = 'Quay '.repeat(60)
const LONG = table(
  ['Key', 'Title', 'State', 'Labels', 'Module', 'Cycle', 'Estimate'],
  ...['one', 'two', 'three'].map((name, at) => ({
    ...{ Key: `LN-${at}`, Title: name, State: long + name, Labels: long + name, Module: long + name },
    ...{ Cycle: long + name, Estimate: at === 0 ? '1'.repeat(30) : `${'1'.repeat(30)}2` },
  })),
)

test('names longer than ours are cut as one, a value longer than one of a scale stays in the text', async () => {
  const cut = `${long.slice(0, 252).trimEnd()}…`
  const { id } = await calls.begin(LONG)
  await calls.reaches(id, 'matching')
  await calls.act(id, 'check')
  await calls.reaches(id, 'checked')
  await calls.act(id, 'run')
  const done = await calls.reaches(id, 'done', 'stopped')
  expect([done.state, done.said]).toEqual(['done', null])
  const one = { state: cut, labels: [cut], modules: [cut], cycle: cut, points: null }
  const issues = await brought(id)
  expect(issues).toMatchObject([one, one, one])
  expect(issues[0]!.text).toContain(`<strong>Estimate:</strong> ${'1'.repeat(30)}`)
})

test('issues come into the archived module of their name', async () => {
  const module = await team.module({ name: 'Dry dock', status: 'completed' })
  expect((await team.admin.post(`${team.path}/modules/${module}/archive/`)).status).toBe(200)
  const { id } = await calls.begin('Key,Title,Module\nAM-1,One,Dry dock\n', { project: team.project.id })
  await calls.reaches(id, 'matching')
  await calls.act(id, 'check')
  await calls.reaches(id, 'checked')
  await calls.act(id, 'run')
  expect((await calls.reaches(id, 'done', 'stopped')).state).toBe('done')
  expect(await brought(id)).toMatchObject([{ modules: ['Dry dock'] }])
})

test('more labels than a project takes are told by their lines', async () => {
  const lines = Array.from({ length: 1_001 }, (_, at) => `ML-${at},Many,buoy${at}`)
  const { id } = await calls.begin(['Key,Title,Labels', ...lines].join('\n'))
  await calls.reaches(id, 'matching')
  await calls.act(id, 'check')
  await calls.reaches(id, 'checked')
  expect(await calls.faults(id)).toMatchObject([
    { line: 1_002, said: 'More than 1000 labels in one project', words: 'buoy1000', effect: 'No label' },
  ])
})
