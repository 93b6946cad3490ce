import { beforeAll, describe, expect, test } from 'vitest'
import { type NotificationAnswer, senders } from '../../api/contract/people/notifications.ts'
import { notifier } from '../../api/jobs/notify.ts'
import { startReader } from '../../api/live/reader.ts'
import { readNext } from '../../api/live/readNext.ts'
import { createLog } from '../../api/log.ts'
import type { Person } from '../support/build.ts'
import { type IssueTeam, issueTeam, NOT_FOUND, outcome } from '../support/issueTeam.ts'
import { until } from '../support/live.ts'
import { notified } from '../support/notified.ts'
import { program } from '../support/program.ts'
import { queriesOf } from '../support/queriesOf.ts'
import { startServer, type TestServer } from '../support/server.ts'

let server: TestServer
let team: IssueTeam

beforeAll(async () => {
  server = await startServer()
  team = await issueTeam(server)
})

const N = () => `/api/workspaces/${team.workspace.slug}/users/notifications`
const idsOf = async (who: Person, query = '') =>
  (await who.get<NotificationAnswer[]>(`${N()}?${query}`)).body.map(row => row.id)
const someone = async () => {
  const person = await team.make.person()
  await team.make.joinWorkspace(team.admin, team.workspace.slug, person, 15)
  await team.make.joinProject(team.admin, team.path, person, 15)
  return person
}
const IN_AN_HOUR = () => new Date(Date.now() + 3_600_000).toISOString()
const AN_HOUR_AGO = () => new Date(Date.now() - 3_600_000).toISOString()

describe('the calls', () => {
  test('reading, archiving and snoozing, there and back, each also twice', async () => {
    const who = await someone()
    const id = await notified(server, who.id, (await team.issue()).id)
    const till = IN_AN_HOUR()
    for (const [path, field] of [
      ['read', 'read_at'],
      ['archive', 'archived_at'],
    ] as const) {
      const first = await who.post<NotificationAnswer>(`${N()}/${id}/${path}/`)
      expect([first.status, first.body[field]]).toEqual([200, expect.stringMatching(/Z$/)])
      expect((await who.post(`${N()}/${id}/${path}/`)).body[field]).toBe(first.body[field])
      for (const _ of [1, 2]) expect((await who.delete(`${N()}/${id}/${path}/`)).body[field]).toBeNull()
    }
    expect((await who.patch(`${N()}/${id}/`, { snoozed_till: till, read_at: till })).body).toMatchObject({
      snoozed_till: till,
      read_at: null,
    })
    expect((await who.patch(`${N()}/${id}/`, {})).body).toMatchObject({
      snoozed_till: null,
      data: { issue: {} },
    })
    expect(outcome(await who.patch(`${N()}/${id}/`, { snoozed_till: 'soon' }))).toEqual([
      400,
      { snoozed_till: ['Datetime has wrong format.'] },
    ])
    expect((await who.delete(`${N()}/${id}/`)).status).toBe(204)
    expect(outcome(await who.get(`${N()}/${id}/`))).toEqual(NOT_FOUND)
  })

  test('another’s row is not found, in no call, and stays as it is', async () => {
    const [who, stranger] = [await someone(), await someone()]
    const id = await notified(server, who.id, (await team.issue()).id)
    const at = `${N()}/${id}/`
    for (const reply of [
      await stranger.get(at),
      await stranger.patch(at, { snoozed_till: IN_AN_HOUR() }),
      await stranger.delete(at),
      await stranger.post(`${at}read/`),
      await stranger.delete(`${at}archive/`),
    ])
      expect(outcome(reply)).toEqual(NOT_FOUND)
    expect((await stranger.post(`${N()}/mark/`, { ids: [id], archived: true })).status).toBe(204)
    expect((await who.get(at)).body).toMatchObject({ read_at: null, archived_at: null, snoozed_till: null })
    const elsewhere = await team.make.workspace(who)
    const foreign = `/api/workspaces/${elsewhere.slug}/users/notifications`
    expect(outcome(await who.get(`${foreign}/${id}/`))).toEqual(NOT_FOUND)
    await who.post(`${foreign}/mark/`, { ids: [id], read: true })
    expect((await who.get(at)).body.read_at).toBeNull()
  })

  test('the list: snoozed, archived, read, mentions, by relation; pages, and refusals', async () => {
    const who = await someone()
    const [theirs, assigned, followed] = [
      await team.issue({}, who),
      await team.issue({ assignee_ids: [who.id] }),
      await team.issue(),
    ]
    await who.post(team.at(followed.id, 'subscribe/'))
    const made = await notified(server, who.id, theirs.id)
    const given = await notified(server, who.id, assigned.id)
    const watched = await notified(server, who.id, followed.id)
    const mention = await notified(server, who.id, followed.id, { sender: senders.mentioned })
    const asleep = await notified(server, who.id, followed.id, { snoozed_till: IN_AN_HOUR() })
    const awake = await notified(server, who.id, followed.id, { snoozed_till: AN_HOUR_AGO() })
    const kept = await notified(server, who.id, followed.id, { archived_at: AN_HOUR_AGO() })
    const seen = await notified(server, who.id, followed.id, { read_at: AN_HOUR_AGO() })
    const lists = async (query: string, ids: string[]) =>
      expect([query, (await idsOf(who, query)).sort()]).toEqual([query, ids.sort()])
    await lists('', [made, given, watched, awake, seen])
    await lists('mentioned=false', [made, given, watched, awake, seen])
    await lists('mentioned=true', [mention])
    await lists('mentioned=all', [made, given, watched, awake, seen, mention])
    await lists('snoozed=true', [asleep])
    await lists('archived=true', [kept])
    await lists('read=true', [seen])
    await lists('read=false', [made, given, watched, awake])
    await lists('type=created', [made])
    await lists('type=assigned', [given])
    await lists('type=subscribed', [watched, awake, seen])
    await lists('type=created,assigned', [made, given])
    await lists('type=all', [made, given, watched, awake, seen])
    await lists('type=nothing', [])
    expect((await who.get(`${N()}/unread/`)).body).toEqual({
      total_unread_notifications_count: 4,
      mention_unread_notifications_count: 1,
    })
    const first = await who.get<{ results: NotificationAnswer[] }>(`${N()}?per_page=2&cursor=2:0:0`)
    expect(first.body).toMatchObject({ total_count: 5, next_page_results: true, next_cursor: '2:1:0' })
    expect(first.body.results.map(row => row.id)).toEqual([seen, awake])
    expect(await idsOf(who, 'order_by=created_at')).toEqual((await idsOf(who)).reverse())
    for (const query of ['order_by=receiver', 'snoozed=later', 'archived=1', 'read=maybe'])
      expect((await who.get(`${N()}?${query}`)).status).toBe(400)
    expect((await who.get(`${N()}?per_page=x&cursor=1:0:0`)).status).toBe(400)
  })

  test('marking all as read does what the same filters list, and nothing else', async () => {
    const who = await someone()
    const [theirs, followed] = [await team.issue({}, who), await team.issue()]
    await who.post(team.at(followed.id, 'subscribe/'))
    await notified(server, who.id, theirs.id)
    const watched = await notified(server, who.id, followed.id)
    const mention = await notified(server, who.id, followed.id, { sender: senders.mentioned })
    const reply = await who.post(`${N()}/mark-all-read/`, {
      type: 'created',
      snoozed: false,
      archived: false,
    })
    expect(outcome(reply)).toEqual([200, { message: 'Successful' }])
    expect(await idsOf(who, 'read=false')).toEqual([watched])
    await who.post(`${N()}/mark-all-read/`, { mentioned: true })
    expect([await idsOf(who, 'read=false&mentioned=true'), await idsOf(who, 'read=false')]).toEqual([
      [],
      [watched],
    ])
    await who.post(`${N()}/mark-all-read/`, {})
    expect(await idsOf(who, 'read=false')).toEqual([])
    expect(mention).toBeDefined()
  })

  test('many are marked as one: read, archived and snoozed, and brought back', async () => {
    const who = await someone()
    const { id } = await team.issue()
    const ids = [await notified(server, who.id, id), await notified(server, who.id, id)]
    const mark = (body: object) => who.post(`${N()}/mark/`, { ids, ...body })
    const rows = async () =>
      (await Promise.all(ids.map(one => who.get(`${N()}/${one}/`)))).map(reply => reply.body)
    expect((await mark({ read: true, archived: true, snoozed_till: IN_AN_HOUR() })).status).toBe(204)
    for (const row of await rows())
      expect([row.read_at, row.archived_at, row.snoozed_till].every(value => typeof value === 'string')).toBe(
        true,
      )
    await mark({ read: false, archived: false, snoozed_till: null })
    for (const row of await rows())
      expect([row.read_at, row.archived_at, row.snoozed_till]).toEqual([null, null, null])
    expect((await mark({ snoozed_till: 'soon' })).status).toBe(400)
    expect((await who.post(`${N()}/mark/`, { ids: Array(1001).fill(id) })).status).toBe(400)
  })
})

test('500 who follow an issue are told by as many statements as two', async () => {
  const tell = async (many: number) => {
    const own = await issueTeam(server)
    const { id } = await own.issue()
    const place = { project: own.project.id, workspace: own.workspace.id }
    const people = Array.from({ length: many }, () => own.make.id())
    const into = (table: string, row: (person: string) => object) =>
      server.db.batchInsert(table, people.map(row), 100)
    await into('users', person => ({ id: person, display_name: person, first_name: '', last_name: '' }))
    await into('accounts', person => ({ id: person, username: `${person}@quay.example` }))
    await into('workspace_members', person => ({
      id: own.make.id(),
      member_id: person,
      workspace_id: own.workspace.id,
      role: 15,
    }))
    await into('project_members', person => ({
      id: own.make.id(),
      member: person,
      project: own.project.id,
      workspace_id: own.workspace.id,
      role: 15,
    }))
    await into('issue_subscriptions', person => ({
      id: own.make.id(),
      issue: id,
      subscriber: person,
      ...place,
    }))
    while ((await readNext(server.db, notifier, own.workspace.id)).isMore);
    await own.admin.patch(own.at(id), { priority: 'high' })
    const queries = await queriesOf(server, () => readNext(server.db, notifier, own.workspace.id))
    expect(await server.db('notifications').where('entity_identifier', id).count('* as n').first()).toEqual({
      n: many,
    })
    return queries
  }
  expect(await tell(500)).toBe(await tell(2))
}, 60_000)

test('an act on many issues that many follow is told of in several transactions, whole', async () => {
  const { made, at, ...own } = await issueTeam(server)
  const followers = await Promise.all(Array.from({ length: 3 }, () => own.make.person()))
  for (const person of followers) {
    await own.make.joinWorkspace(own.admin, own.workspace.slug, person, 15)
    await own.make.joinProject(own.admin, own.path, person, 15)
  }
  const issues = await Promise.all(Array.from({ length: 30 }, () => own.issue()))
  for (const { id } of issues) for (const person of followers) await person.post(at(id, 'subscribe/'))
  await own.admin.post(`${own.path}/bulk-operation-issues/`, {
    issue_ids: issues.map(({ id }) => id),
    properties: { priority: 'high', target_date: '2031-05-01' },
  })
  while ((await readNext(server.db, { ...notifier, most: 7 }, own.workspace.id)).isMore);
  const { n } = (await server
    .db('notifications')
    .where('workspace', own.workspace.id)
    .count('* as n')
    .first()) as {
    n: number
  }
  expect(n).toBe(30 * 2 * 3)
})

test('several readers at once, cut off at any moment, miss nothing and tell nothing twice', async () => {
  const who = await someone()
  const { id } = await team.issue()
  await who.post(team.at(id, 'subscribe/'))
  const log = createLog('silent')
  let readers = [startReader(notifier, { db: server.db, log }), startReader(notifier, { db: server.db, log })]
  for (let n = 1; n <= 20; n++) {
    await team.admin.post(team.at(id, 'comments/'), { comment_html: `<p>${n}</p>` })
    if (n % 5 > 0) continue
    await Promise.all(readers.map(reader => reader.stop()))
    readers = [startReader(notifier, { db: server.db, log }), startReader(notifier, { db: server.db, log })]
  }
  const said = async () =>
    (await who.get<NotificationAnswer[]>(`${N()}?order_by=created_at`)).body.map(row => row.new_value)
  await until(async () => (await said()).length >= 20)
  await Promise.all(readers.map(reader => reader.stop()))
  expect(await said()).toEqual(Array.from({ length: 20 }, (_, n) => String(n + 1)))
})

test('killed between a change and its reading, the program tells of it when it is there again, once', async () => {
  const who = await someone()
  const { id } = await team.issue()
  await who.post(team.at(id, 'subscribe/'))
  const running = await program(server.url)
  await running.start()
  running.kill()
  await team.admin.patch(team.at(id), { priority: 'high' })
  await running.start()
  await until(async () => (await idsOf(who)).length > 0)
  running.kill()
  await running.start()
  await team.admin.patch(team.at(id), { priority: 'low' })
  await until(async () => (await idsOf(who)).length > 1)
  const values = (await who.get<NotificationAnswer[]>(`${N()}?order_by=created_at`)).body.map(
    row => row.new_value,
  )
  expect(values).toEqual(['high', 'low'])
}, 90_000)
