import { beforeAll, expect, test } from 'vitest'
import { build, type Person } from '../support/build.ts'
import { until } from '../support/live.ts'
import { lostAnswer } from '../support/lostAnswer.ts'
import { program } from '../support/program.ts'
import { startServer, type TestServer } from '../support/server.ts'
import { waitingCalls } from '../support/troubledDatabase.ts'
import { visitor } from '../support/visitor.ts'

let server: TestServer
let make: ReturnType<typeof build>
let team: Awaited<ReturnType<typeof make.team>>

beforeAll(async () => {
  server = await startServer()
  make = build(server)
  team = await make.team()
})

type Made = { id: string; sequence_id: number; sort_order: number; created_by: string; state_id: string }

/** Sends calls while another transaction holds the project's counter, and lets it go when all of them wait. */
const allAtOnce = async <T>(projectId: string, send: (() => Promise<T>)[]) => {
  let [known, commits] = [0, 0]
  const answered = (_: unknown, query: { sql: string }) => {
    if (query.sql.includes('from sessions')) known++
    if (/^commit/i.test(query.sql)) commits++
  }
  const trx = await server.db.transaction()
  await trx('project_counters').where('project_id', projectId).forUpdate()
  server.db.on('query-response', answered)
  const replies = Promise.all(send.map(one => one()))
  await until(() => known >= send.length)
  await until(async () => {
    const { rows } = await server.db.raw(
      `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    )
    return rows.length > 0
  })
  await trx.rollback()
  const found = await replies
  server.db.off('query-response', answered)
  return { replies: found, commits }
}

test('issues made at the same moment are committed together, each with its number, its place and its author', async () => {
  const project = await make.project(team.admin, team.workspace.slug)
  await make.joinProject(team.admin, project.path, team.member, 15)
  const before = await server.db('change_counters').where('scope_id', team.workspace.id).first('seq')
  const authors: Person[] = [team.admin, team.member]
  const ids = Array.from({ length: 24 }, () => make.id())
  const { replies, commits } = await allAtOnce(
    project.id,
    ids.map(
      (id, at) => () =>
        authors[at % 2]!.post<Made>(
          `${project.path}/issues/`,
          { name: `Berth ${at}`, description_html: `<p>Text ${at}</p>` },
          { headers: { 'x-mutation-id': id } },
        ),
    ),
  )
  expect(replies.map(reply => reply.status)).toEqual(ids.map(() => 201))
  expect(commits).toBeLessThan(ids.length / 2)
  const made = replies.map(reply => reply.body)
  expect(made.map(issue => issue.id)).toEqual(ids)
  expect(made.map(issue => issue.created_by)).toEqual(ids.map((_, at) => authors[at % 2]!.id))
  expect(made.map(issue => issue.sequence_id).sort((a, b) => a - b)).toEqual(ids.map((_, at) => at + 1))
  expect(new Set(made.map(issue => issue.sort_order)).size).toBe(ids.length)

  const changes = (await server
    .db('changes')
    .where('scope_id', team.workspace.id)
    .where('seq', '>', before.seq)
    .orderBy('seq')) as {
    seq: number
    entity: string
    row_id: string
    mutation_id: string
    actor_id: string
  }[]
  expect(changes.map(({ seq }) => seq)).toEqual(changes.map((_, at) => before.seq + at + 1))
  for (const [at, id] of ids.entries()) {
    const own = changes.filter(change => change.mutation_id === id)
    expect(own.map(({ actor_id }) => actor_id)).toEqual(own.map(() => authors[at % 2]!.id))
    expect(own.filter(({ entity }) => entity === 'issue').map(({ row_id }) => row_id)).toEqual([id])
    const told = /workspace=(\d+)/.exec(replies[at]!.headers.get('x-change-seq') ?? '')
    expect(Number(told?.[1])).toBeGreaterThanOrEqual(Math.max(...own.map(({ seq }) => seq)))
    const detail = await team.admin.get(`${project.path}/issues/${id}/`)
    expect(detail.body.description_html).toContain(`Text ${at}`)
    const history = await team.admin.get<{ actor: string }[]>(`${project.path}/issues/${id}/history/`)
    expect(history.body.map(({ actor }) => actor)).toEqual([authors[at % 2]!.id])
  }
}, 60_000)

test('one that is wrong fails alone, and takes no number', async () => {
  const project = await make.project(team.admin, team.workspace.slug)
  const bodies = [
    { name: 'Good' },
    { name: 'Wrong state', state_id: make.id() },
    { name: ' ' },
    { name: 'Wrong label', label_ids: [make.id()] },
    { name: 'Dates', start_date: '2026-02-02', target_date: '2026-01-01' },
    { name: 'Good as well' },
  ]
  const { replies } = await allAtOnce(
    project.id,
    bodies.map(body => () => team.admin.post<Made>(`${project.path}/issues/`, body)),
  )
  expect(replies.map(reply => reply.status)).toEqual([201, 400, 400, 400, 400, 201])
  expect(Object.keys(replies[1]!.body)).toEqual(['state_id'])
  expect(Object.keys(replies[3]!.body)).toEqual(['label_ids'])
  const next = await make.issue(team.admin, project.path)
  const numbers = [replies[0]!, replies[5]!].map(reply => reply.body.sequence_id)
  expect([...numbers.sort(), next.sequence_id]).toEqual([1, 2, 3])
})

test('sent twice at the same moment, an issue is made once and answered twice', async () => {
  const project = await make.project(team.admin, team.workspace.slug)
  const id = make.id()
  const send = () =>
    team.admin.post<Made>(`${project.path}/issues/`, { name: 'Once' }, { headers: { 'x-mutation-id': id } })
  const other = () => team.admin.post<Made>(`${project.path}/issues/`, { name: 'Another' })
  const { replies } = await allAtOnce(project.id, [other, send, send, send])
  const answers = replies.slice(1)
  expect(answers.map(reply => [reply.status, reply.body.id])).toEqual([201, 201, 201].map(s => [s, id]))
  const rows = await server.db('issues').where('project_id', project.id)
  expect(rows.length).toBe(2)
})

test('an issue that begins its state keeps the place that it was given', async () => {
  const project = await make.project(team.admin, team.workspace.slug)
  const first = await make.issue(team.admin, project.path, { sort_order: 12 })
  const second = await make.issue(team.admin, project.path, { sort_order: 12 })
  expect([first.sort_order, second.sort_order]).toEqual([12, 10_012])
})

test('a creation that was committed unheard is not made a second time', async () => {
  const project = await make.project(team.admin, team.workspace.slug)
  const line = await lostAnswer(server.url, 'insert into "issues"', 2)
  const there = await program(line.url)
  await there.start()
  const caller = visitor(there.origin)
  caller.jar.set('session-id', team.admin.jar.get('session-id') ?? '')
  const names = Array.from({ length: 6 }, (_, at) => `Berth ${at}`)
  const trx = await server.db.transaction()
  await trx('project_counters').where('project_id', project.id).forUpdate()
  const replies = names.map(name => caller.post(`${project.path}/issues/`, { name }))
  await until(async () => (await waitingCalls(server.db)).length > 0)
  // The others are waiting behind the first once a call that came after them has been answered.
  expect((await caller.get('/api/users/me/')).status).toBe(200)
  await trx.rollback()
  const statuses = (await Promise.all(replies)).map(({ status }) => status)
  expect(line.isBroken()).toBe(true)
  // Nobody has learned: they may send it again under the same id.
  expect(statuses.filter(status => status === 503).length).toBeGreaterThan(0)
  const made = (await server.db('issues').where('project_id', project.id).pluck('name')) as string[]
  expect(made.sort()).toEqual(names)
}, 60_000)
