import { strFromU8, unzipSync } from 'fflate'
import { beforeAll, expect, test } from 'vitest'
import type { Job } from '../../api/contract/workspace/jobs.ts'
import { pruneLog } from '../../api/jobs/pruneLog.ts'
import { createLog } from '../../api/log.ts'
import { exportIssues } from '../../api/workspace/jobs/exportIssues.ts'
import { type Kind, startJobRunner } from '../../api/workspace/jobs/runner.ts'
import { type IssueTeam, issueTeam } from '../support/issueTeam.ts'
import { follower, until } from '../support/live.ts'
import { program } from '../support/program.ts'
import { startServer, type TestServer } from '../support/server.ts'

let server: TestServer
let team: IssueTeam
const log = createLog('silent')
beforeAll(async () => {
  server = await startServer()
  team = await issueTeam(server)
})

const W = () => `/api/workspaces/${team.workspace.slug}`
const run = async (kinds: Kind[], meanwhile: () => Promise<unknown>) => {
  const runner = startJobRunner({ db: server.db, log, kinds, pauses: [0.01, 0.01] })
  await meanwhile()
  await runner.stop()
}
const add = async (kind: string) => {
  const id = team.make.id()
  await server.db('jobs').insert({ id, kind, input: {}, user: team.admin.id, workspace: team.workspace.id })
  return id
}
const shown = async (id: string) =>
  (await team.admin.get<Job & { faults: unknown[] }>(`${W()}/jobs/${id}/`)).body
const newest = async () => (await team.admin.get<{ results: Job[] }>(`${W()}/jobs/`)).body.results[0]!
const states = async (id: string, state: string) => until(async () => (await shown(id)).state === state)
const begin = (asked: object = { provider: 'csv' }) => team.admin.post(`${W()}/export-issues/`, asked)
/** The file of an export, in bytes. */
const made = async (asked: object) => {
  expect((await begin(asked)).status).toBe(200)
  const { id } = await newest()
  await run([exportIssues], () => states(id, 'done'))
  const cookie = `session-id=${team.admin.jar.get('session-id')}`
  const answer = await fetch(`${server.origin}${W()}/jobs/${id}/file/`, { headers: { cookie } })
  return { type: answer.headers.get('content-type'), bytes: new Uint8Array(await answer.arrayBuffer()) }
}

test('an export is seen by its owner and by admins: live, listed, and fetched as a file with all that they see', async () => {
  const issue = await team.issue({ name: '=Sill', assignee_ids: [team.member.id], target_date: '2031-05-01' })
  const screen = follower(server.origin, team.admin, team.workspace.slug)
  await screen.start()
  expect((await begin()).status).toBe(200)
  const { id } = await newest()
  await run([exportIssues], () => states(id, 'done'))
  await until(() => screen.seen.some(change => change.id === id && change.row?.state === 'done'))
  const { body: file } = await team.admin.get<string>(`${W()}/jobs/${id}/file/`)
  expect(file).toContain(`${team.project.identifier}-${issue.sequence_id},`)
  expect(file).toContain(`'=Sill`)
  expect(file).toContain('Thu, 01 May 2031')
  for (const who of [team.member, team.guest]) {
    for (const at of ['', 'file/']) expect((await who.get(`${W()}/jobs/${id}/${at}`)).status).toBe(404)
    expect((await who.post(`${W()}/jobs/${id}/cancel/`)).status).toBe(404)
    expect((await who.get<{ results: Job[] }>(`${W()}/jobs/`)).body.results).toEqual([])
  }
  await server
    .db('jobs')
    .where({ id })
    .update({ ended_at: new Date(Date.now() - 8 * 86_400_000) })
  await pruneLog(server.db, { changeLogDays: 30 })
  expect((await team.admin.get(`${W()}/jobs/${id}/file/`)).status).toBe(404)
  expect((await shown(id)).state).toBe('done')
  await server
    .db('jobs')
    .where({ id })
    .update({ ended_at: new Date(Date.now() - 91 * 86_400_000) })
  await pruneLog(server.db, { changeLogDays: 30 })
  expect((await team.admin.get(`${W()}/jobs/${id}/`)).status).toBe(404)
})

test('as a table, a list of objects or a spreadsheet, in one file or one for each project', async () => {
  const hostile = 'Sill <b>&amp; \u0007bell</b> "quoted", and 🌊'
  const issue = await team.issue({ name: hostile })
  const key = `${team.project.identifier}-${issue.sequence_id}`
  const json = await made({ provider: 'json' })
  const rows: Record<string, string>[] = JSON.parse(strFromU8(json.bytes))
  expect(rows.find(row => row.ID === key)?.Name).toBe(hostile)
  expect(Object.keys(rows[0]!)).toHaveLength(21)
  const excel = await made({ provider: 'xlsx' })
  expect(excel.type).toContain('spreadsheetml')
  const sheet = strFromU8(unzipSync(excel.bytes)['xl/worksheets/sheet1.xml']!)
  expect(sheet.match(/<row /g)).toHaveLength(rows.length + 1)
  expect(sheet).toContain('Sill &lt;b&gt;&amp;amp; bell&lt;/b&gt; "quoted", and 🌊')
  const other = await team.make.project(team.admin, team.workspace.slug)
  const path = `/api/workspaces/${team.workspace.slug}/projects/${other.id}`
  await team.make.issue(team.admin, path, { name: 'Elsewhere' })
  const archive = unzipSync((await made({ provider: 'csv', multiple: true })).bytes)
  expect(Object.keys(archive).sort()).toEqual([`${team.project.id}.csv`, `${other.id}.csv`].sort())
  expect(strFromU8(archive[`${other.id}.csv`]!)).toMatch(/^ID,Project[\s\S]*Elsewhere/)
  expect(strFromU8(archive[`${other.id}.csv`]!)).not.toContain('Sill')
})

test('other clients find their exports in pages, with an address while the file is kept', async () => {
  const list = (query: string) => team.admin.get<{ results: Exported[] }>(`${W()}/export-issues${query}`)
  type Exported = { id: string; status: string; provider: string; url: string | null; initiated_by: string }
  const refused = await list('')
  expect([refused.status, refused.body]).toEqual([400, { error: 'per_page and cursor are required' }])
  const [first, single] = (await list('?per_page=10&cursor=10:0:0')).body.results
  expect(first).toMatchObject({ status: 'completed', provider: 'csv', initiated_by: team.admin.id })
  // Their file is always in an archive.
  expect(single).toMatchObject({ provider: 'xlsx' })
  const file = await fetch(server.origin + single!.url!, { headers: { cookie: team.admin.cookie() } })
  const files = unzipSync(new Uint8Array(await file.arrayBuffer()))
  expect([file.headers.get('content-type'), Object.keys(files)]).toEqual([
    'application/zip',
    [`${team.workspace.id}.xlsx`],
  ])
  expect(JSON.stringify(first)).not.toContain('token')
  for (const who of [team.member, team.guest])
    expect((await who.get(`${W()}/export-issues/?per_page=10&cursor=10:0:0`)).status).toBe(403)
  const unknown = await begin({ provider: 'paper' })
  expect([unknown.status, unknown.body]).toEqual([400, { error: "Provider 'paper' not found." }])
})

test('admins see, fetch and end the exports of others; nobody else does, and other work stays its owner’s', async () => {
  const screen = follower(server.origin, team.admin, team.workspace.slug)
  const stranger = follower(server.origin, team.guest, team.workspace.slug)
  await Promise.all([screen.start(), stranger.start()])
  const role = (role: number) =>
    server.db('workspace_members').where('member_id', team.member.id).update({ role })
  await role(20)
  expect((await team.member.post(`${W()}/export-issues/`, { provider: 'json' })).status).toBe(200)
  await role(15)
  const { id, user } = await newest()
  expect(user).toBe(team.member.id)
  await until(() => screen.seen.some(change => change.id === id))
  await run([exportIssues], () => states(id, 'done'))
  const { body } = await team.admin.get<{ results: { id: string; initiated_by_detail: { id: string } }[] }>(
    `${W()}/export-issues/?per_page=10&cursor=10:0:0`,
  )
  expect(body.results.find(one => one.id === id)?.initiated_by_detail.id).toBe(team.member.id)
  expect((await team.admin.get(`${W()}/jobs/${id}/file/`)).status).toBe(200)
  expect((await team.admin.post(`${W()}/jobs/${id}/cancel/`)).status).toBe(200)
  expect((await team.guest.get(`${W()}/jobs/${id}/file/`)).status).toBe(404)
  const mail = await server.db('mails').where({ kind: 'export_ready' }).orderBy('id', 'desc').first()
  expect(mail.facts).toMatchObject({ job: id, slug: team.workspace.slug })
  const own = await team.member.post<Job>(`${team.path}/export-pages/`, {})
  expect((await team.admin.get(`${W()}/jobs/${own.body.id}/`)).status).toBe(404)
  await team.member.post(`${W()}/jobs/${own.body.id}/cancel/`)
  expect(screen.seen.some(change => change.id === own.body.id)).toBe(false)
  expect(stranger.seen.some(change => change.id === id)).toBe(false)
})

test('the number of issues is told before an export of them begins', async () => {
  const count = (query = '') => team.admin.get<{ issues: number }>(`${W()}/export-issues/count/${query}`)
  const project = await team.make.project(team.admin, team.workspace.slug)
  const path = `${W()}/projects/${project.id}`
  const before = (await count()).body.issues
  await team.make.issue(team.admin, path, { name: 'One' })
  await team.make.issue(team.admin, path, { name: 'Two' })
  expect((await count()).body.issues).toBe(before + 2)
  expect((await count(`?project=${project.id}`)).body).toEqual({ issues: 2 })
  expect((await count(`?project=${team.make.id()}`)).status).toBe(400)
})

test('an export of projects that are not the caller’s, of another kind of file, or by others than admins, is refused', async () => {
  expect((await begin({ provider: 'csv', project: [team.make.id()] })).status).toBe(400)
  expect((await begin({ provider: 'paper' })).status).toBe(400)
  for (const who of [team.member, team.guest])
    expect((await who.post(`${W()}/export-issues/`, { provider: 'csv' })).status).toBe(403)
})

test('figures rise by steps, faults are kept up to a bound and counted whole, and a cancelled job takes no further step', async () => {
  let steps = 0
  const slow: Kind = {
    kind: 'slow',
    step: async () => {
      steps++
      const faults = Array.from({ length: 600 }, (_, line) => ({ line, said: 'No' }))
      return { phases: [{ name: 'lines', done: steps, total: 1e9 }], faults, checkpoint: steps }
    },
  }
  const id = await add('slow')
  await run([slow], async () => {
    await until(async () => ((await shown(id)).phases[0]?.done ?? 0) >= 3)
    expect((await team.admin.post<Job>(`${W()}/jobs/${id}/cancel/`)).body.state).toBe('cancelled')
  })
  const { faults, fault_count, phases, state } = await shown(id)
  expect({ state, kept: faults.length }).toEqual({ state: 'cancelled', kept: 1000 })
  expect(fault_count).toBe(phases[0]!.done * 600)
})

test('a step that asks for a pause is followed after it, and others go on meanwhile', async () => {
  const at: number[] = []
  const kinds: Kind[] = [
    {
      kind: 'waiting',
      step: async () => {
        at.push(Date.now())
        return at.length < 2 ? { phases: [], checkpoint: 1, pauseMs: 1_200 } : { phases: [], result: {} }
      },
    },
    { kind: 'quick', step: async () => ({ phases: [], result: {} }) },
  ]
  const waiting = await add('waiting')
  await run(kinds, async () => {
    await until(() => at.length === 1)
    const quick = await add('quick')
    await states(quick, 'done')
    expect(at).toHaveLength(1)
    await states(waiting, 'done')
  })
  expect(at[1]! - at[0]!).toBeGreaterThanOrEqual(1_200)
})

test('a step that fails is tried again, and in the end the job has failed and says why', async () => {
  const [bad, good] = [await add('bad'), await add('flaky')]
  let failures = 0
  const kinds: Kind[] = [
    { kind: 'bad', step: () => Promise.reject(new Error('The tide is out')) },
    {
      kind: 'flaky',
      step: async () => {
        if (failures++ < 2) throw new Error('Not yet')
        return { phases: [], result: {} }
      },
    },
  ]
  await run(kinds, async () => {
    await states(bad, 'failed')
    await states(good, 'done')
  })
  expect((await shown(bad)).said).toBe('The tide is out')
})

test('killed in the middle, a job goes on where it was when the program is there again', async () => {
  const { id: like } = await team.issue()
  const columns: string[] = await server
    .db('information_schema.columns')
    .where({ table_schema: 'public', table_name: 'issues', is_generated: 'NEVER' })
    .whereNotIn('column_name', ['id', 'sequence_id', 'name'])
    .pluck('column_name')
  const list = columns.map(name => `"${name}"`).join(', ')
  await server.db.raw(
    `insert into issues (id, sequence_id, name, ${list})
       select gen_random_uuid(), 10000 + n, 'Many ' || n, ${list} from issues, generate_series(1, 1200) n where id = ?`,
    [like],
  )
  // Its second step waits here before it is committed.
  await server.db.raw(`
    create function wait_here() returns trigger language plpgsql as $$
    begin perform pg_advisory_xact_lock(42); return new; end $$;
    create trigger waits before update on jobs for each row
      when ((new.phases -> 0 ->> 'done')::int = 1000) execute function wait_here()`)
  const held = await server.db.transaction()
  await held.raw('select pg_advisory_xact_lock(42)')
  await begin()
  const { id } = await newest()
  const running = await program(server.url)
  await running.start()
  const waiting = () => server.db('pg_locks').where({ locktype: 'advisory', granted: false })
  await until(async () => (await waiting()).length > 0)
  expect((await shown(id)).phases).toMatchObject([{ done: 500 }])
  running.kill()
  await held.rollback()
  expect((await shown(id)).state).toBe('running')
  await running.start()
  await until(async () => (await shown(id)).state === 'done')
  const { body: file } = await team.admin.get<string>(`${W()}/jobs/${id}/file/`)
  const names = [...file.matchAll(/,(Many \d+),/g)].map(([, name]) => name)
  expect(names).toEqual(Array.from({ length: 1200 }, (_, n) => `Many ${n + 1}`))
}, 90_000)
