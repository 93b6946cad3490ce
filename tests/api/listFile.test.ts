import { strFromU8, unzipSync } from 'fflate'
import { beforeAll, expect, test } from 'vitest'
import { fillProject } from '../../migrations/populate.ts'
import type { Person } from '../support/build.ts'
import { type IssueTeam, issueTeam } from '../support/issueTeam.ts'
import { until } from '../support/live.ts'
import { startServer, type TestServer } from '../support/server.ts'
import { isSoak } from '../support/soak.ts'

let server: TestServer
let team: IssueTeam
beforeAll(async () => {
  server = await startServer()
  team = await issueTeam(server)
})

const fetchFile = (who: Person, path: string) =>
  fetch(`${server.origin}${path}`, { headers: { cookie: who.cookie() } })
/** The lines of a CSV file whose cells hold no line ends. */
const linesOf = async (who: Person, terms: string, at = team.path) => {
  const answer = await fetchFile(who, `${at}/issues-file/?${terms}`)
  expect(answer.status).toBe(200)
  return (await answer.text()).replace('\uFEFF', '').trimEnd().split('\r\n')
}

test('a list as CSV: its filters, its order and its columns', async () => {
  const label = await team.label({ name: 'Déjà vu, twice' })
  const first = await team.issue({ name: 'Anchor', priority: 'low', label_ids: [label] })
  const second = await team.issue({
    ...{ name: '=SUM(A1) "quoted", 錨', priority: 'urgent', target_date: '2026-12-01' },
    assignee_ids: [team.member.id],
  })
  await team.issue({ name: 'Left out', priority: 'none' })
  const { identifier } = team.project as { identifier: string }
  const key = ({ sequence_id }: { sequence_id: number }) => `${identifier}-${sequence_id}`
  const { display_name } = (await team.member.get<{ display_name: string }>('/api/users/me/')).body
  const terms = 'priority=low,urgent&order_by=name&columns=priority,labels,assignees,target_date'
  expect(await linesOf(team.admin, terms)).toEqual([
    'ID,Title,Priority,Labels,Assignees,Due date',
    `${key(second)},"'=SUM(A1) ""quoted"", 錨",urgent,,${display_name},2026-12-01`,
    `${key(first)},Anchor,low,"Déjà vu, twice",,`,
  ])
  expect((await linesOf(team.admin, terms.replace('=name', '=-name')))[1]).toContain('Anchor')
  const [head] = await linesOf(team.admin, '')
  expect(head).toBe(
    'ID,Title,Project,State,Priority,Assignees,Labels,Cycle,Modules,Start date,Due date,Estimate,Sub-issues,Attachments,Links,Added to cycle,Created,Updated,Completed,Archived',
  )
  const all = await linesOf(team.admin, 'columns=', `/api/workspaces/${team.workspace.slug}`)
  expect(all).toHaveLength(4)
  for (const wrong of ['columns=colour', 'format=pdf', 'order_by=colour'])
    expect((await fetchFile(team.admin, `${team.path}/issues-file/?${wrong}`)).status).toBe(400)
})

test('a list as a sheet, whose cells are texts', async () => {
  const cycle = await team.cycle({ name: 'Cycle & co' })
  const issue = await team.issue({ name: '=1+1 <b>\u0007' })
  await team.made(`${team.path}/cycles/${cycle}/cycle-issues/`, { issues: [issue.id] })
  const answer = await fetchFile(
    team.admin,
    `${team.path}/issues-file/?format=xlsx&cycle=${cycle}&columns=cycle`,
  )
  expect(answer.headers.get('content-type')).toContain('spreadsheetml')
  expect(answer.headers.get('content-disposition')).toMatch(/^attachment; filename="issues-[\d-]+\.xlsx"$/)
  const sheet = strFromU8(unzipSync(new Uint8Array(await answer.arrayBuffer()))['xl/worksheets/sheet1.xml']!)
  expect(sheet.match(/<row /g)).toHaveLength(2)
  expect(sheet).toContain('<t xml:space="preserve">=1+1 &lt;b&gt;</t>')
  expect(sheet).toContain('Cycle &amp; co')
})

test('A10: a guest finds only their own in it; a stranger finds no file', async () => {
  await team.issue({ name: 'Seen by members' })
  expect(await linesOf(team.guest, 'columns=')).toEqual(['ID,Title'])
  const stranger = await team.make.person()
  expect((await fetchFile(stranger, `${team.path}/issues-file/`)).status).toBe(404)
})

test('thousands of issues come in their order, each once', async () => {
  const project = await team.make.project(team.admin, team.workspace.slug)
  await fillProject(server.db, project.id, 2_600)
  const lines = await linesOf(team.admin, 'order_by=sequence_id&columns=', project.path)
  expect(lines).toHaveLength(2_601)
  expect(new Set(lines).size).toBe(2_601)
  expect(lines[1]).toMatch(/-1,Issue 1 of the long season$/)
  expect(lines[2_600]).toMatch(/-2600,Issue 2600 of the long season$/)
})

test('A10: whoever loses the project while the file is sent gets no further line of it', async () => {
  const project = await team.make.project(team.admin, team.workspace.slug)
  await team.make.joinProject(team.admin, project.path, team.member, 15)
  await fillProject(server.db, project.id, 1_200)
  // The first lines wait for their states.
  const lock = await server.db.transaction()
  await lock.raw('lock table states in access exclusive mode')
  const lines = linesOf(team.member, 'columns=state', project.path)
  await until(async () => {
    const { rows } = await server.db.raw<{ rows: object[] }>(
      "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
    )
    return rows.length > 0
  })
  await server
    .db('project_members')
    .where({ project: project.id, member: team.member.id })
    .update({ is_active: false })
  await lock.rollback()
  expect(await lines).toHaveLength(501)
})

test.runIf(isSoak)(
  'more issues than a file holds are refused',
  async () => {
    const project = await team.make.project(team.admin, team.workspace.slug)
    await fillProject(server.db, project.id, 100_001)
    const answer = await fetchFile(team.admin, `${project.path}/issues-file/`)
    expect([answer.status, await answer.json()]).toEqual([
      400,
      { error: 'A file holds 100,000 issues at most. Narrow the list by a filter.' },
    ])
  },
  60_000,
)
