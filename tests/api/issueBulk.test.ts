import { beforeAll, describe, expect, test } from 'vitest'
import {
  DENIED,
  type IssueTeam,
  issueTeam,
  NO_ISSUE,
  noPk,
  outcome,
  strangersTo,
} from '../support/issueTeam.ts'
import { startServer, type TestServer } from '../support/server.ts'

let server: TestServer
let team: IssueTeam
let theirs: IssueTeam

beforeAll(async () => {
  server = await startServer()
  team = await issueTeam(server)
  theirs = await issueTeam(server)
})

const IDS_REQUIRED = [400, { error: 'Issue IDs are required' }]
const operate = (body: object, by = team.admin) => by.post(`${team.path}/bulk-operation-issues/`, body)
const remove = (issue_ids: string[], by = team.admin) =>
  by.delete(`${team.path}/bulk-delete-issues/`, { issue_ids })
const strangers = () => strangersTo(team, theirs)

describe('one change to many issues', () => {
  test('adds arrays to each row’s own, replaces single values, and records each like a single change', async () => {
    const [l1, l2] = [await team.label(), await team.label()]
    const [m1, m2] = [await team.module(), await team.module()]
    const cycle = await team.cycle()
    const [point] = await team.points()
    const a = await team.issue({ label_ids: [l1], assignee_ids: [team.member.id], priority: 'low' })
    const b = await team.issue({ start_date: '2026-01-01' })
    await team.made(`${team.path}/modules/${m1}/issues/`, { issues: [a.id] })
    const properties = {
      label_ids: [l2],
      assignee_ids: [team.admin.id],
      module_ids: [m2],
      cycle_id: cycle,
      estimate_point: point!.id,
      priority: 'urgent',
      state_id: team.state('completed'),
      start_date: '2026-02-01',
      target_date: '2026-02-02',
    }
    const reply = await operate({ issue_ids: [a.id, b.id], properties }, team.member)
    expect(outcome(reply)).toEqual([204, ''])
    const single = {
      priority: 'urgent',
      cycle_id: cycle,
      estimate_point: point!.id,
      state__group: 'completed',
      start_date: '2026-02-01',
    }
    expect(await team.read(a.id)).toMatchObject({
      ...single,
      label_ids: [l1, l2],
      assignee_ids: [team.member.id, team.admin.id],
      module_ids: [m1, m2],
    })
    const second = await team.read(b.id)
    expect(second).toMatchObject({ ...single, label_ids: [l2], module_ids: [m2] })
    expect(second.completed_at).not.toBeNull()
    const fields = (await team.told(b.id)).slice(1).map(({ field, verb }) => `${verb} ${field}`)
    expect(fields.sort()).toEqual([
      'created cycles',
      'created modules',
      'updated assignees',
      'updated estimate_point',
      'updated labels',
      'updated priority',
      'updated start_date',
      'updated state',
      'updated target_date',
    ])
  })

  test('is one raise of the log: present values are not written', async () => {
    const label = await team.label()
    const issues = [await team.issue({ label_ids: [label] }), await team.issue({ label_ids: [label] })]
    const reply = await operate({
      issue_ids: issues.map(issue => issue.id),
      properties: { label_ids: [label], priority: 'none' },
    })
    expect([reply.status, reply.headers.get('x-change-seq')]).toEqual([204, null])
  })

  test.each([
    ['4100', { start_date: '2026-03-02', target_date: '2026-03-01' }, [4100, 'INVALID_ISSUE_DATES']],
    ['4101', { start_date: '2026-06-01' }, [4101, 'INVALID_ISSUE_START_DATE']],
    ['4102', { target_date: '2026-04-01' }, [4102, 'INVALID_ISSUE_TARGET_DATE']],
  ])('dates that would cross are refused with %s, for all', async (_, properties, [code, name]) => {
    const free = await team.issue()
    const dated = await team.issue({ start_date: '2026-05-01', target_date: '2026-05-02' })
    const reply = await operate({ issue_ids: [free.id, dated.id], properties })
    expect(outcome(reply)).toEqual([400, { error_code: code, error_message: name }])
    expect((await team.read(free.id)).revision).toBe(1)
  })

  test('A7: values of another project or workspace are refused on their field, and nothing is written', async () => {
    const issue = await team.issue()
    const before = await team.changes()
    const foreign = {
      state_id: theirs.state('started'),
      label_ids: [await theirs.label()],
      assignee_ids: [theirs.member.id],
      estimate_point: (await theirs.points())[0]!.id,
      cycle_id: await theirs.cycle(),
      module_ids: [await theirs.module()],
    }
    const written = await team.changes()
    for (const [field, value] of Object.entries(foreign)) {
      const reply = await operate({ issue_ids: [issue.id], properties: { [field]: value } })
      expect(outcome(reply)).toEqual(noPk(field, [value].flat()[0]!))
    }
    expect(written).toBeGreaterThan(before)
    expect(await team.changes()).toBe(written)
  })

  test('A7: one id that is not the project’s refuses the whole call', async () => {
    const own = await team.issue()
    for (const id of await strangers()) {
      const before = await team.changes()
      const one = { issue_ids: [own.id, id], properties: { priority: 'high' } }
      expect(outcome(await operate(one))).toEqual(NO_ISSUE)
      const each = { updates: [own.id, id].map(of => ({ id: of, priority: 'high' })) }
      expect(outcome(await operate(each))).toEqual(NO_ISSUE)
      expect(await team.changes()).toBe(before)
    }
  })

  test('no ids, too many, a guest: refused', async () => {
    const own = await team.issue()
    expect(outcome(await operate({ issue_ids: [], properties: {} }))).toEqual(IDS_REQUIRED)
    expect(outcome(await operate({ updates: [] }))).toEqual(IDS_REQUIRED)
    const many = await operate({ issue_ids: Array.from({ length: 1001 }, () => own.id), properties: {} })
    expect([many.status, Object.keys(many.body)]).toEqual([400, ['issue_ids']])
    await server.db('issues').where('id', own.id).update({ created_by: team.guest.id })
    const guest = await operate({ issue_ids: [own.id], properties: { priority: 'high' } }, team.guest)
    expect(outcome(guest)).toEqual(DENIED)
  })
})

describe('values of each row', () => {
  test('replace, arrays too: the form of an undo', async () => {
    const [l1, l2] = [await team.label(), await team.label()]
    const [a, b] = [await team.issue({ label_ids: [l1] }), await team.issue({ label_ids: [l1, l2] })]
    const updates = [
      { id: a.id, name: 'First', label_ids: [] },
      { id: b.id, label_ids: [l2], parent_id: a.id, sort_order: 17 },
    ]
    expect((await operate({ updates })).status).toBe(204)
    expect(await team.read(a.id)).toMatchObject({ name: 'First', label_ids: [], sub_issues_count: 1 })
    expect(await team.read(b.id)).toMatchObject({ label_ids: [l2], parent_id: a.id, sort_order: 17 })
  })

  test('a wrong one refuses all', async () => {
    const [a, b] = [await team.issue(), await team.issue()]
    const refused = [
      { id: b.id, priority: 'huge' },
      { id: b.id, start_date: '2026-02-02', target_date: '2026-02-01' },
      { id: b.id, parent_id: team.make.id() },
    ]
    const before = await team.changes()
    for (const wrong of refused)
      expect((await operate({ updates: [{ id: a.id, name: 'Changed' }, wrong] })).status).toBe(400)
    expect(await team.changes()).toBe(before)
  })
})

describe('deleting many', () => {
  test('deletes as single deletions do, for an admin or for the creator of every one of them', async () => {
    const top = await team.issue()
    const child = await team.issue({ parent_id: top.id })
    const below = await team.issue({ parent_id: child.id })
    const own = await team.issue({}, team.member)
    for (const foreign of [child, await team.issue()])
      expect(outcome(await remove([own.id, foreign.id], team.member))).toEqual(DENIED)
    expect((await team.admin.get(team.at(own.id))).status).toBe(200)
    expect(outcome(await remove([own.id], team.member))).toEqual([200, { message: '1 issues were deleted' }])
    expect(outcome(await remove([child.id]))).toEqual([200, { message: '1 issues were deleted' }])
    for (const { id } of [own, child, below]) expect((await team.admin.get(team.at(id))).status).toBe(404)
    expect((await team.read(top.id)).sub_issues_count).toBe(0)
  })

  test('A7: none when one is not the project’s; without ids refused; a guest deletes what they made', async () => {
    const own = await team.issue()
    for (const id of await strangers()) {
      const before = await team.changes()
      expect(outcome(await remove([own.id, id]))).toEqual(NO_ISSUE)
      expect(await team.changes()).toBe(before)
    }
    expect(outcome(await remove([]))).toEqual(IDS_REQUIRED)
    expect(outcome(await remove([own.id], team.guest))).toEqual(NO_ISSUE)
    await server.db('issues').where('id', own.id).update({ created_by: team.guest.id })
    expect((await remove([own.id], team.guest)).status).toBe(200)
  })
})
