/** Exported files read by other programs' libraries: each value comes back as it was. */
import Papa from 'papaparse'
import { readSheet } from 'read-excel-file/node'
import { beforeAll, expect, test } from 'vitest'
import type { Job } from '../../api/contract/workspace/jobs.ts'
import { createLog } from '../../api/log.ts'
import { exportIssues } from '../../api/workspace/jobs/exportIssues.ts'
import { startJobRunner } from '../../api/workspace/jobs/runner.ts'
import { type IssueTeam, issueTeam } from '../support/issueTeam.ts'
import { until } from '../support/live.ts'
import { startServer, type TestServer } from '../support/server.ts'

const scripts = [
  ...['Gezeitentafel für Köln', 'Расписание приливов', 'Πίνακας παλιρροιών', 'جدول المد والجزر', 'לוח הגאות'],
  ...[
    '潮汐表の修正',
    '조석표 수정',
    '潮汐表，已更新',
    'ज्वार सारणी',
    'ตารางน้ำขึ้นน้ำลง',
    'Մակընթացություն',
    'მოქცევის ცხრილი',
  ],
]
const signs = ['=', '+', '-', '@', '＝', '＋', '－', '＠']
const formulas = signs.map(sign => `${sign}HYPERLINK("https://evil.example","x")`)
const dear = [
  'Quotes "and", commas; and | bars',
  'Two  blanks',
  '🌊 waves 👩‍👩‍👧',
  '00042',
  '1e5',
  'TRUE',
  '2026-01-01',
  '<b>&amp;</b>',
]

let server: TestServer
let team: IssueTeam
beforeAll(async () => {
  server = await startServer()
  team = await issueTeam(server)
  for (const name of [...scripts, ...formulas, ...dear]) await team.issue({ name })
})

const W = () => `/api/workspaces/${team.workspace.slug}`
const fileOf = async (path: string) => {
  const answer = await fetch(server.origin + path, { headers: { cookie: team.admin.cookie() } })
  expect(answer.status).toBe(200)
  return Buffer.from(await answer.arrayBuffer())
}
const exported = async (provider: string) => {
  await team.admin.post(`${W()}/export-issues/`, { provider, project: [team.project.id] })
  const { id } = (await team.admin.get<{ results: Job[] }>(`${W()}/jobs/`)).body.results[0]!
  const runner = startJobRunner({ db: server.db, log: createLog('silent'), kinds: [exportIssues] })
  await until(async () => (await team.admin.get<Job>(`${W()}/jobs/${id}/`)).body.state === 'done')
  await runner.stop()
  return fileOf(`${W()}/jobs/${id}/file/`)
}
const listed = (format: string) =>
  fileOf(`${team.path}/issues-file/?format=${format}&order_by=created_at&columns=`)

const ways: [of: string, read: (format: string) => Promise<Buffer>, column: string][] = [
  ['a workspace', exported, 'Name'],
  ['a list', listed, 'Title'],
]

test.each(ways)(
  'E4: a sheet of %s gives back every name, in twelve scripts, and formulas as text',
  async (_, read, column) => {
    const [head, ...rows] = await readSheet(await read('xlsx'))
    const at = head!.indexOf(column)
    expect(rows.map(row => row[at])).toEqual([...scripts, ...formulas, ...dear])
  },
)

test.each(ways)(
  'E4: lines of %s give back every name, and no cell begins as a formula',
  async (_, read, column) => {
    const { data, errors } = Papa.parse<Record<string, string>>((await read('csv')).toString('utf8'), {
      header: true,
      skipEmptyLines: true,
    })
    expect(errors).toEqual([])
    expect(data.map(row => row[column])).toEqual([...scripts, ...formulas.map(text => `'${text}`), ...dear])
    const cells = data.flatMap(row => Object.values(row))
    expect(cells.filter(cell => /^[=+\-@\t\r＝＋－＠]/.test(cell))).toEqual([])
  },
)

test('objects hold the values themselves', async () => {
  const rows = JSON.parse((await exported('json')).toString('utf8')) as { Name: string }[]
  expect(rows.map(({ Name }) => Name)).toEqual([...scripts, ...formulas, ...dear])
})
