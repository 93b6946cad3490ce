/** What others are notified of an import: nothing of its rows, one line to the person who ran it, one event to webhooks. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { NotificationAnswer } from '../../api/contract/people/notifications.ts'
import type { Person } from '../support/build.ts'
import { importCalls, importRunner } from '../support/imports.ts'
import { type IssueTeam, issueTeam } from '../support/issueTeam.ts'
import { until } from '../support/live.ts'
import { allTold } from '../support/notified.ts'
import { type Receiver, receiver } from '../support/receiver.ts'
import { startServer, type TestServer } from '../support/server.ts'

let server: TestServer
let team: IssueTeam
let box: Receiver
let runner: Awaited<ReturnType<typeof importRunner>>
let calls: ReturnType<typeof importCalls>
const W = () => `/api/workspaces/${team.workspace.slug}`
const everything = {
  ...{ project: true, issue: true, issue_comment: true, cycle: true, module: true },
  events: [
    ...['attachment', 'link', 'page', 'page_comment', 'view', 'state', 'label', 'member', 'intake_issue'],
    'import',
  ],
}
beforeAll(async () => {
  box = await receiver()
  server = await startServer({ PRIVATE_HOSTS: box.host }, undefined, { notifying: true, webhooks: true })
  team = await issueTeam(server)
  runner = await importRunner(server)
  calls = importCalls(team.admin, team.workspace.slug)
  await until(async () => (await server.db('readers').where({ name: 'webhooks' }).first('seq')) !== undefined)
  await team.made(`${W()}/webhooks/`, { url: box.url('/in'), ...everything })
})
afterAll(() => runner.stop())
beforeEach(async () => {
  await quiet()
  box.arrived.length = 0
  await server.db('notifications').delete()
})

/** All readers have come to the end of the log, and all that was to be sent was sent. */
const quiet = async (but: string[] = []) => {
  await allTold(server, team.workspace.id)
  await until(async () => {
    const behind = await server
      .db('readers as r')
      .join('change_counters as c', 'c.scope_id', 'r.workspace')
      .where({ 'r.name': 'webhooks', 'r.workspace': team.workspace.id })
      .whereRaw('r.seq < c.seq')
    return (
      behind.length === 0 &&
      (await server.db('webhook_deliveries').where('state', 'waiting').whereNotIn('webhook', but)).length ===
        0
    )
  })
}
const linesOf = async (who: Person) =>
  (await who.get<NotificationAnswer[]>(`${W()}/users/notifications/?mentioned=all`)).body
const list = (key: string, lines: number) =>
  [
    'Key,Title,Description,State,Labels,Assignee,Comments',
    ...Array.from(
      { length: lines },
      (_, at) =>
        `${key}-${at},Berth ${at},Words ${at},Waiting,Tugs,${team.member.email},"2024-02-04T11:00:00Z;${team.member.email};Word ${at}"`,
    ),
  ].join('\n')

test('its rows notify and mail nobody and are sent nowhere; its end is one line and one event, its undoing one event more', async () => {
  const mails = await server.db('mails').count('id as total').first()
  const { id } = await calls.whole(list('EN', 40), { name: 'port.csv' })
  await quiet()
  expect(await server.db('issues').where('external_id', 'like', 'EN-%')).toHaveLength(40)
  const [line, ...more] = await linesOf(team.admin)
  expect(more).toEqual([])
  expect(line).toMatchObject({
    ...{ entity_name: 'import', entity_identifier: id, project: null, title: 'port.csv', field: 'import' },
    ...{ new_value: '40 issues imported', message: '40 issues imported', read_at: null },
  })
  expect(await server.db('notifications').where('workspace', team.workspace.id)).toHaveLength(1)
  expect(await linesOf(team.member)).toEqual([])
  // Clients that know issues alone are given none.
  expect((await team.admin.get(`${W()}/users/notifications/`)).body).toEqual([])
  for (const table of ['notifications_to_mail', 'notifications_to_push'])
    expect(await server.db(table).where('notification', line!.id)).toEqual([])
  expect(await server.db('mails').count('id as total').first()).toEqual(mails)
  expect(box.arrived.map(({ body }) => [body.event, body.action])).toEqual([['import', 'updated']])
  expect(box.arrived[0]!.body).toMatchObject({
    data: { id, name: 'port.csv', state: 'done', new_count: 40 },
    activity: { field: 'state', old_value: 'running', new_value: 'done', actor: { id: team.admin.id } },
  })

  await calls.act(id, 'undo')
  await calls.reaches(id, 'undone')
  await quiet()
  expect(box.arrived.map(({ body }) => body.activity)).toMatchObject([
    { new_value: 'done' },
    { old_value: 'undoing', new_value: 'undone' },
  ])
  expect(await linesOf(team.admin)).toHaveLength(1)
  expect((await team.admin.delete(`${calls.at}/${id}/`)).status).toBe(204)
  expect(await linesOf(team.admin)).toEqual([])
})

test('a reading that fails is told to its person alone; who stops an import knows it, another is told', async () => {
  const own = importCalls(team.member, team.workspace.slug)
  const failed = await own.begin('<!doctype html><title>Sign in</title>', {
    name: 'page.csv',
    project: team.project.id,
  })
  await own.reaches(failed.id, 'failed')
  await quiet()
  expect((await linesOf(team.member)).map(one => one.new_value)).toEqual([
    expect.stringMatching(/^Nothing was imported: This is a web page/),
  ])
  expect(await linesOf(team.admin)).toEqual([])

  const stopped = async (by: Person) => {
    const { id } = await own.begin(list(`ST-${by.id.slice(-4)}`, 3_000), {
      name: 'stopped.csv',
      project: team.project.id,
    })
    expect((await by.post(`${own.at}/${id}/stop/`, {})).status).toBe(200)
    expect((await own.shown(id)).state).toBe('failed')
    await quiet()
    return (await linesOf(team.member)).filter(one => one.entity_identifier === id)
  }
  expect(await stopped(team.member)).toEqual([])
  expect(await stopped(team.admin)).toMatchObject([
    { new_value: 'Nothing was imported: Its reading was stopped.' },
  ])
  expect(box.arrived).toEqual([])
})

test('an import into several projects is an event of each: for a webhook that names one, if its owner sees it', async () => {
  const secret = await team.make.project(team.admin, team.workspace.slug, { network: 0 })
  const other = await team.make.project(team.admin, team.workspace.slug, { network: 0 })
  const ines = await team.make.person()
  await team.make.joinWorkspace(team.admin, team.workspace.slug, ines, 20)
  await team.make.joinProject(team.admin, secret.path, ines, 20)
  const webhook = (path: string, fields: object, by: Person = team.admin) =>
    team.made(`${W()}/webhooks/`, { url: box.url(path), events: ['import'], ...fields }, by)
  await webhook('/one', { project_ids: [team.project.id] })
  await webhook('/two', { project_ids: [other.id, secret.id] })
  await webhook('/other', { project_ids: [other.id] })
  // Named while she saw it, which is over.
  await webhook('/lost', { project_ids: [secret.id] }, ines)
  const channel = await webhook('/channel', { format: 'slack' })
  const named = await webhook('/named', { format: 'slack', project_ids: [secret.id] })
  const members = (await team.admin.get<{ id: string; member: string }[]>(`${secret.path}/members/`)).body
  const membership = members.find(one => one.member === ines.id)!
  expect((await team.admin.delete(`${secret.path}/members/${membership.id}/`)).status).toBe(204)

  const several = async (key: string, targets: Record<string, string>) => {
    const lines = Object.keys(targets).map((value, at) => `${key}-${at},Berth ${at},${value}`)
    const { id } = await calls.begin(['Key,Title,Project', ...lines].join('\n'))
    await calls.reaches(id, 'matching')
    const projects = Object.fromEntries(
      Object.entries(targets).map(([value, to]) => [value, { to: 'into', id: to }]),
    )
    expect((await calls.choose(id, { projects })).status).toBe(200)
    await calls.act(id, 'check')
    await calls.reaches(id, 'checked')
    await calls.act(id, 'run')
    expect(await calls.reaches(id, 'done')).toMatchObject({ state: 'done', project: null, new_count: 2 })
    await quiet([channel.id, named.id])
    return id
  }
  const arrived = () =>
    box.arrived.flatMap(({ path, body }) => (body.event === 'import' ? [path] : [])).toSorted()
  const lines = async ({ id }: { id: string }) => {
    const burst = await server.db('webhook_deliveries').where('webhook', id).first<{ body: string }>('body')
    return burst ? (JSON.parse(burst.body) as { lines: unknown[] }).lines.length : 0
  }
  const id = await several('SV', { Port: team.project.id, Lock: secret.id })
  expect(arrived()).toEqual(['/in', '/one', '/two'])
  for (const { body } of box.arrived.filter(({ body }) => body.event === 'import')) {
    expect(body).toMatchObject({ project_id: null, data: { id, new_count: 2 } })
    expect(JSON.stringify(body)).not.toContain(secret.id)
  }
  expect([await lines(channel), await lines(named)]).toEqual([1, 1])
  box.arrived.length = 0
  await several('SW', { Keel: other.id, Lock: secret.id })
  expect(arrived()).toEqual(['/in', '/other', '/two'])
  expect([await lines(channel), await lines(named)]).toEqual([1, 2])
})
