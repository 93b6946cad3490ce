import { beforeAll, describe, expect, test } from 'vitest'
import { build, type Person } from '../support/build.ts'
import { startServer, type TestServer } from '../support/server.ts'

type Row = Record<string, unknown> & { id: string; status: number; issue: Record<string, unknown> }
type Page = { results: Row[]; total_results: number; next_cursor: string; next_page_results: boolean }

const NOT_FOUND = [404, { error: 'The required object does not exist.' }]
const DENIED = [403, { error: "You don't have the required permissions." }]
const DECIDED = [400, { error: 'The intake issue has already been decided' }]
const WEEK = 7 * 86_400_000
const later = () => new Date(Date.now() + WEEK).toISOString()

let server: TestServer
let make: ReturnType<typeof build>
let team: Awaited<ReturnType<ReturnType<typeof build>['team']>>
let stranger: Person

beforeAll(async () => {
  server = await startServer()
  make = build(server)
  team = await make.team()
  stranger = await make.person()
  await team.admin.patch(`${team.path}/`, { inbox_view: true })
})

const at = () => `${team.path}/inbox-issues/`
const one = (row: { id: string }) => `${at()}${row.id}/`
const told = ({ status, body }: { status: number; body: unknown }) => [status, body]
const bring = async (by: Person, issue: object = {}) => {
  const reply = await by.post<Row>(at(), { source: 'IN_APP', issue: { name: 'A leak', ...issue } })
  expect(reply.status, JSON.stringify(reply.body)).toBe(200)
  return reply.body
}
const list = async (who: Person, query = '') => (await who.get<Page>(`${at()}${query}`)).body
const ids = async (who: Person, query = '') =>
  (await list(who, `${query || '?'}&per_page=1000`)).results.map(row => row.id)
const listed = async (who: Person) =>
  (await who.get<{ results: { id: string }[] }>(`${team.path}/issues/`)).body.results.map(row => row.id)
const decide = async (row: Row, body: object) => {
  const reply = await team.admin.patch<Row>(one(row), body)
  expect(reply.status, JSON.stringify(reply.body)).toBe(200)
  return reply.body
}
type State = { id: string; name: string; group: string; default: boolean }
const states = async () => (await team.admin.get<State[]>(`${team.path}/states/`)).body
const history = async (row: Row) =>
  (await team.admin.get<Record<string, unknown>[]>(`${team.path}/issues/${row.id}/history/`)).body

describe('requests', () => {
  test('waits in the project’s first state, with the default assignee, and begins its history', async () => {
    await team.admin.patch(`${team.path}/`, { default_assignee: team.member.id })
    const row = await bring(team.guest, { priority: 'high', description_html: '<p>By the pump</p>' })
    await team.admin.patch(`${team.path}/`, { default_assignee: null })
    expect(row).toMatchObject({
      status: -2,
      source: 'IN_APP',
      snoozed_till: null,
      duplicate_to: null,
      duplicate_issue_detail: null,
      created_by: team.guest.id,
      issue: {
        name: 'A leak',
        priority: 'high',
        description_html: '<p>By the pump</p>',
        intake_status: -2,
        state__group: 'backlog',
        assignee_ids: [team.member.id],
        cycle_id: null,
        module_ids: [],
        sub_issues_count: 0,
      },
    })
    expect(row.issue.id).toBe(row.id)
    expect((await states()).find(state => state.id === row.issue.state_id)?.default).toBe(true)
    const seen = [await team.admin.get(one(row)), await team.admin.get(at()), { body: await history(row) }]
    for (const { body } of seen) expect(JSON.stringify(body).toLowerCase()).not.toContain('triage')
    expect(await listed(team.admin)).not.toContain(row.id)
    expect(told(await team.admin.get(one(row)))).toMatchObject([200, { id: row.id, status: -2 }])
    expect((await history(row))[0]).toMatchObject({ verb: 'created', actor: team.guest.id })
  })

  test('takes a state of the project; none is kept for requests alone', async () => {
    const todo = (await states()).find(state => state.name === 'Todo')!
    const row = await bring(team.member, { state_id: todo.id })
    expect(row.issue.state_id).toBe(todo.id)
    const own = await team.admin.post(`${team.path}/states/`, { name: 'Triage', color: '#fff' })
    expect(own.status).toBe(200)
  })

  test('is refused without a name, with an unknown priority or reversed dates', async () => {
    const refused = async (issue: object) => told(await team.guest.post(at(), { issue }))
    expect(await refused({})).toEqual([400, { error: 'Name is required' }])
    expect(await refused({ name: ' ' })).toEqual([400, { error: 'Name is required' }])
    expect(told(await team.guest.post(at(), {}))).toEqual([400, { error: 'Name is required' }])
    expect(await refused({ name: 'A', priority: 'dire' })).toEqual([400, { error: 'Invalid priority' }])
    expect(await refused({ name: 'A', start_date: '2026-02-02', target_date: '2026-02-01' })).toEqual([
      400,
      { non_field_errors: ['Start date cannot exceed target date'] },
    ])
  })

  test('is listed by status, filters and order, a page at a time; no intake is an empty page', async () => {
    const older = await bring(team.member, { priority: 'urgent' })
    const newer = await bring(team.member, { priority: 'low' })
    const mine = `?created_by=${team.member.id}`
    expect((await ids(team.admin, mine)).slice(0, 2)).toEqual([newer.id, older.id])
    expect((await ids(team.admin, `${mine}&order_by=issue__sequence_id`)).at(-1)).toBe(newer.id)
    expect(await ids(team.admin, `${mine}&priority=urgent`)).toEqual([older.id])
    expect(await ids(team.admin, '?created_at=2020-01-01;before')).toEqual([])
    const page = await list(team.admin, `${mine}&per_page=1&cursor=1:0:0`)
    expect([page.results.length, page.next_page_results]).toEqual([1, true])
    expect((await list(team.admin, `${mine}&per_page=1&cursor=${page.next_cursor}`)).results[0]!.id).toBe(
      older.id,
    )
    expect(told(await team.admin.get(`${at()}?status=open`))).toEqual([
      400,
      { status: ['"open" is not a valid choice.'] },
    ])
    expect((await team.admin.get(`${at()}?order_by=name`)).status).toBe(400)
    const bare = await make.project(team.admin, team.workspace.slug)
    expect(told(await team.admin.get(`${bare.path}/inbox-issues/`))).toMatchObject([200, { results: [] }])
    expect(told(await team.admin.post(`${bare.path}/intake-issues/`, { issue: { name: 'A' } }))).toEqual([
      400,
      { error: 'Intake is off for this project' },
    ])
  })

  test('is seen by guests where it is their own, until they see all, and by no stranger', async () => {
    const own = await bring(team.guest)
    const other = await bring(team.member)
    expect(await ids(team.guest)).toContain(own.id)
    expect(await ids(team.guest)).not.toContain(other.id)
    expect(told(await team.guest.get(one(other)))).toEqual(NOT_FOUND)
    await team.admin.patch(`${team.path}/`, { guest_view_all_features: true })
    expect(await ids(team.guest)).toContain(other.id)
    await team.admin.patch(`${team.path}/`, { guest_view_all_features: false })
    for (const reply of [await stranger.get(at()), await stranger.get(one(own))])
      expect(reply.status).toBe(404)
  })

  test('is changed by its author and by admins; a guest changes words alone', async () => {
    const row = await bring(team.guest)
    const words = { name: 'A big leak', description_html: '<p>Two pumps</p>' }
    const changed = await team.guest.patch(one(row), { issue: words })
    expect(told(changed)).toMatchObject([200, { issue: words }])
    expect(told(await team.guest.patch(one(row), { issue: { priority: 'low' } }))).toEqual(DENIED)
    expect(told(await team.member.patch(one(row), { issue: { name: 'Mine' } }))).toEqual(DENIED)
    const module = (await team.admin.post<{ id: string }>(`${team.path}/modules/`, { name: 'Pumps' })).body
    const fields = { priority: 'urgent', module_ids: [module.id] }
    const byAdmin = await team.admin.patch(`${team.path}/intake-issues/${row.id}/`, { issue: fields })
    expect(told(byAdmin)).toMatchObject([200, { status: -2, issue: fields }])
    expect((await history(row)).some(entry => entry.field === 'name')).toBe(true)
    await team.admin.patch(one(row), { created_by: team.admin.id, source: 'FORM' })
    expect((await team.admin.get<Row>(one(row))).body).toMatchObject({
      created_by: team.guest.id,
      source: 'IN_APP',
    })
  })
})

describe('a decision', () => {
  test('accepted: the issue is in lists, in the default state, and its history says so', async () => {
    const row = await bring(team.guest)
    const accepted = await decide(row, { status: 1 })
    const start = (await states()).find(state => state.default)!
    expect(accepted).toMatchObject({ status: 1, issue: { state_id: start.id, intake_status: 1 } })
    expect(await listed(team.admin)).toContain(row.id)
    expect((await history(row)).at(-1)).toMatchObject({
      field: 'inbox',
      verb: '1',
      old_value: 'Pending',
      new_value: 'Accepted',
      comment: 'updated the intake status',
    })
    expect(await ids(team.admin)).not.toContain(row.id)
    expect(await ids(team.admin, '?status=1')).toContain(row.id)
  })

  test('accepted from a state that was given, it stays in that; below a parent it counts from then on', async () => {
    const todo = (await states()).find(state => state.name === 'Todo')!
    const parent = await make.issue(team.admin, team.path)
    const row = await bring(team.member, { state_id: todo.id, parent_id: parent.id })
    const children = async () =>
      (await team.admin.get<{ sub_issues_count: number }>(`${team.path}/issues/${parent.id}/`)).body
        .sub_issues_count
    expect(await children()).toBe(0)
    expect((await decide(row, { status: 1 })).issue.state_id).toBe(todo.id)
    expect(await children()).toBe(1)
  })

  test('declined or a duplicate: among the cancelled ones, with the issue that it repeats', async () => {
    const original = await make.issue(team.admin, team.path)
    const declined = await decide(await bring(team.guest), { status: -1 })
    expect(declined.issue.state__group).toBe('cancelled')
    expect(await listed(team.admin)).toContain(declined.id)
    const row = await bring(team.guest)
    const refused = async (body: object) => told(await team.admin.patch(one(row), { status: 2, ...body }))
    expect(await refused({})).toEqual([400, { duplicate_to: ['This field is required.'] }])
    expect(await refused({ duplicate_to: row.id })).toEqual([
      400,
      { duplicate_to: ['An issue is no duplicate of itself.'] },
    ])
    const elsewhere = make.id()
    expect(await refused({ duplicate_to: elsewhere })).toEqual([
      400,
      { duplicate_to: [`Invalid pk "${elsewhere}" - object does not exist.`] },
    ])
    const duplicate = await decide(row, { status: 2, duplicate_to: original.id })
    expect(duplicate).toMatchObject({
      status: 2,
      duplicate_to: original.id,
      duplicate_issue_detail: { id: original.id, sequence_id: original.sequence_id },
      issue: { state__group: 'cancelled' },
    })
    // A reader who does not see the original learns no more than that there is one.
    expect((await team.guest.get<Row>(one(row))).body.duplicate_issue_detail).toBe(null)
  })

  test('snoozed: hidden until its time, which comes by the clock alone', async () => {
    const row = await bring(team.guest)
    const refused = async (snoozed_till: unknown) =>
      told(await team.admin.patch(one(row), { status: 0, snoozed_till }))
    expect(await refused(null)).toEqual([400, { snoozed_till: ['This field is required.'] }])
    expect(await refused('soon')).toEqual([400, { snoozed_till: ['Datetime has wrong format.'] }])
    expect(await refused('2020-01-01T00:00:00Z')).toEqual([
      400,
      { snoozed_till: ['This has to be in the future.'] },
    ])
    const till = later()
    expect(await decide(row, { status: 0, snoozed_till: till })).toMatchObject({
      status: 0,
      snoozed_till: till,
    })
    const stands = async () => [
      (await ids(team.admin)).includes(row.id),
      (await ids(team.admin, '?status=0')).includes(row.id),
    ]
    expect(await stands()).toEqual([false, true])
    await server.db('intake_issues').where('id', row.id).update({ snoozed_till: new Date() })
    expect(await stands()).toEqual([true, false])
    expect(await listed(team.admin)).not.toContain(row.id)
    await decide(row, { status: 0, snoozed_till: later() })
    expect(await decide(row, { status: -2, snoozed_till: null })).toMatchObject({
      status: -2,
      snoozed_till: null,
    })
    expect((await history(row)).filter(entry => entry.field === 'inbox').map(entry => entry.verb)).toEqual([
      '0',
      '-2',
    ])
  })

  test('is made by admins alone, and once', async () => {
    const row = await bring(team.member)
    expect(told(await team.member.patch(one(row), { status: 1 }))).toEqual(DENIED)
    expect(told(await team.guest.patch(one(row), { status: 1 }))).toEqual(NOT_FOUND)
    expect((await team.admin.patch(one(row), { status: 7 })).status).toBe(400)
    await decide(row, { status: -1 })
    for (const status of [-2, -1, 0, 1, 2])
      expect(told(await team.admin.patch(one(row), { status, snoozed_till: later() }))).toEqual(DECIDED)
    expect((await team.admin.patch(one(row), { issue: { priority: 'low' } })).status).toBe(200)
  })

  test('by two admins at once: one decides, the other is told that it has been', async () => {
    const other = await make.person()
    await make.joinWorkspace(team.admin, team.workspace.slug, other, 20)
    await make.joinProject(team.admin, team.path, other, 20)
    const row = await bring(team.guest)
    // Both wait for the row at the same moment, each on a connection of its own.
    const { db } = server
    const trx = await db.transaction()
    await trx('intake_issues').where('id', row.id).forUpdate().first()
    const both = [team.admin.patch(one(row), { status: 1 }), other.patch(one(row), { status: -1 })]
    await expect
      .poll(async () => {
        const { rows } = await db.raw<{ rows: { waiting: number }[] }>(
          `select count(*)::int as waiting from pg_stat_activity
            where datname = current_database() and wait_event_type = 'Lock'`,
        )
        return rows[0]!.waiting
      })
      .toBe(2)
    await trx.commit()
    const replies = await Promise.all(both)
    expect(replies.map(reply => reply.status).sort()).toEqual([200, 400])
    expect(told(replies.find(reply => reply.status === 400)!)).toEqual(DECIDED)
    const won = replies.findIndex(reply => reply.status === 200)
    expect((await team.admin.get<Row>(one(row))).body.status).toBe([1, -1][won])
    expect((await history(row)).filter(entry => entry.field === 'inbox').length).toBe(1)
  })
})
