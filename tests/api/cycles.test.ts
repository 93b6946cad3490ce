import { beforeAll, describe, expect, test } from 'vitest'
import { addDays, dayIn } from '../../api/contract/people/zones.ts'
import { CycleAnswer } from '../../api/contract/planning/cycles.ts'
import { DENIED, type IssueTeam, issueTeam, NO_ISSUE, outcome, strangersTo } from '../support/issueTeam.ts'
import { startServer, type TestServer } from '../support/server.ts'

let server: TestServer
let team: IssueTeam
let theirs: IssueTeam

beforeAll(async () => {
  server = await startServer()
  team = await issueTeam(server)
  theirs = await issueTeam(server)
})

const NO_CYCLE = [404, { error: 'Cycle not found' }]
const create = (body: object, by = team.admin, path = team.path) =>
  by.post<{ id: string }>(`${path}/cycles/`, body)
const fill = (cycle: string, issues: string[], by = team.admin) =>
  by.post(`${team.path}/cycles/${cycle}/cycle-issues/`, { issues })
const today = dayIn('UTC')
/** A cycle that is over: made as a draft, since none may be made in the past beside another. */
const ended = async () => {
  const id = await team.cycle()
  await server.db('cycles').where('id', id).update({ start_date: '2020-01-01', end_date: '2020-01-02' })
  return id
}

describe('making a cycle', () => {
  test('with two days: as whole days, whatever time was given with them', async () => {
    const project = await team.make.project(team.admin, team.workspace.slug)
    const reply = await create(
      {
        name: ' Spring ',
        start_date: today,
        end_date: `${addDays(today, 13)}T23:00:00+05:00`,
        description: 'Tides',
      },
      team.admin,
      project.path,
    )
    expect(reply.status).toBe(201)
    expect(CycleAnswer.strict().parse(reply.body)).toEqual(reply.body)
    expect(reply.body).toMatchObject({
      name: 'Spring',
      start_date: `${today}T00:00:00.000Z`,
      end_date: `${addDays(today, 13)}T23:59:59.000Z`,
      status: 'current',
      owned_by_id: team.admin.id,
      sort_order: 65535,
      total_issues: 0,
      progress: [],
      version: 1,
      is_favorite: false,
      archived_at: null,
      assignee_ids: [],
    })
    const second = await create({ name: 'Later', sort_order: 1 }, team.admin, project.path)
    expect(second.body).toMatchObject({ status: 'draft', sort_order: 55535, start_date: null })
    expect(second.headers.get('x-ignored-fields')).toBe('sort_order')
    const next = { name: 'Next', start_date: addDays(today, 14), end_date: addDays(today, 20) }
    expect((await create(next, team.admin, project.path)).body).toMatchObject({ status: 'upcoming' })
    const list = await team.admin.get<{ name: string }[]>(`${project.path}/cycles/`)
    expect(list.body.map(row => row.name)).toEqual(['Next', 'Later', 'Spring'])
    const current = await team.guest.get<unknown[]>(`${project.path}/cycles/?cycle_view=current`)
    expect(current.status).toBe(404)
    const own = await team.admin.get<{ name: string }[]>(`${project.path}/cycles/?cycle_view=current`)
    expect(own.body.map(row => row.name)).toEqual(['Spring'])
  })

  test.each([
    [
      { name: 'x', start_date: '2030-01-01' },
      { error: 'Both start date and end date are either required or are to be null' },
    ],
    [
      { name: 'x', end_date: '2030-01-01' },
      { error: 'Both start date and end date are either required or are to be null' },
    ],
    [
      { name: 'x', start_date: '2030-01-02', end_date: '2030-01-01' },
      { non_field_errors: ['Start date cannot exceed end date'] },
    ],
    [{ start_date: null }, { name: ['This field is required.'] }],
    [{ name: '' }, { name: ['This field may not be blank.'] }],
    [
      { name: 'x', start_date: 'soon', end_date: '2030-01-01' },
      { start_date: ['Date has wrong format. Use one of these formats instead: YYYY-MM-DD.'] },
    ],
  ])('%j is refused', async (body, answer) => {
    expect(outcome(await create(body))).toEqual([400, answer])
  })

  test('no two share a day, archived ones aside; the same days in another project are free', async () => {
    const overlap = [
      400,
      {
        error:
          'You have a cycle already on the given dates, if you want to create a draft cycle you can do that by removing dates',
      },
    ]
    const { id } = (await create({ name: 'x', start_date: '2031-01-10', end_date: '2031-01-20' })).body
    for (const [start_date, end_date] of [
      ['2031-01-20', '2031-01-25'],
      ['2031-01-05', '2031-01-10'],
      ['2031-01-12', '2031-01-13'],
      ['2031-01-01', '2031-01-30'],
    ])
      expect(outcome(await create({ name: 'y', start_date, end_date }))).toEqual(overlap)
    expect((await create({ name: 'y', start_date: '2031-01-21', end_date: '2031-01-25' })).status).toBe(201)
    const same = { name: 'y', start_date: '2031-01-10', end_date: '2031-01-20' }
    expect((await create(same, theirs.admin, theirs.path)).status).toBe(201)
    await server.db('cycles').where('id', id).update({ archived_at: new Date() })
    expect((await create(same)).status).toBe(201)
  })

  test('two that overlap, made at once: one is refused', async () => {
    const days = (from: number) => ({
      name: 'x',
      start_date: `2032-01-0${from}`,
      end_date: `2032-01-0${from + 3}`,
    })
    const replies = await Promise.all([create(days(1)), create(days(2), team.member)])
    expect(replies.map(reply => reply.status).sort()).toEqual([201, 400])
  })
})

describe('issues in a cycle', () => {
  test('come in, count by group, and leave; the second time nothing happens', async () => {
    const cycle = await team.cycle()
    const [a, b] = [
      await team.issue({ assignee_ids: [team.member.id] }),
      await team.issue({ state_id: team.state('completed') }),
    ]
    expect(outcome(await fill(cycle, [a.id, b.id, a.id], team.member))).toEqual([201, { message: 'success' }])
    const { body } = await team.admin.get(`${team.path}/cycles/${cycle}/`)
    expect(body).toMatchObject({
      total_issues: 2,
      backlog_issues: 1,
      completed_issues: 1,
      started_issues: 0,
      assignee_ids: [team.member.id],
    })
    const before = await team.changes()
    expect((await fill(cycle, [a.id])).status).toBe(201)
    expect(await team.changes()).toBe(before)
    const out = (id: string) => team.member.delete(`${team.path}/cycles/${cycle}/cycle-issues/${id}/`)
    for (const _ of [1, 2]) expect(outcome(await out(a.id))).toEqual([204, ''])
    expect((await team.read(a.id)).cycle_id).toBeNull()
    const list = await team.guest.get<{ total_count: number }>(`${team.path}/cycles/${cycle}/cycle-issues/`)
    expect(list.body.total_count).toBe(0)
    expect((await team.guest.get(`${team.path}/cycles/${cycle}/`)).body.total_issues).toBe(1)
  })

  test('an issue is in one cycle: another takes it over, also for two at once', async () => {
    const [one, two] = [await team.cycle(), await team.cycle()]
    const issue = await team.issue()
    await fill(one, [issue.id])
    await fill(two, [issue.id])
    expect((await team.read(issue.id)).cycle_id).toBe(two)
    // Taking it out of the one that it left does nothing.
    await team.admin.delete(`${team.path}/cycles/${one}/cycle-issues/${issue.id}/`)
    expect((await team.read(issue.id)).cycle_id).toBe(two)
    const racing = await team.issue()
    const replies = await Promise.all([fill(one, [racing.id]), fill(two, [racing.id], team.member)])
    expect(replies.map(reply => reply.status)).toEqual([201, 201])
    const held = await Promise.all(
      [one, two].map(async id => {
        const list = await team.admin.get<{ results: { id: string }[] }>(
          `${team.path}/cycles/${id}/cycle-issues/`,
        )
        return list.body.results.some(row => row.id === racing.id)
      }),
    )
    expect(held.filter(Boolean)).toHaveLength(1)
  })

  test('A7: none when one is not the project’s', async () => {
    const [cycle, own] = [await team.cycle(), await team.issue()]
    for (const id of await strangersTo(team, theirs)) {
      const before = await team.changes()
      expect(outcome(await fill(cycle, [own.id, id]))).toEqual(NO_ISSUE)
      expect(await team.changes()).toBe(before)
    }
    expect(outcome(await fill(await theirs.cycle(), [own.id]))).toEqual(NO_CYCLE)
  })

  test('none given, a cycle that is over, archived or unknown, a guest: refused', async () => {
    const issue = await team.issue()
    const cycle = await team.cycle()
    expect(outcome(await fill(cycle, []))).toEqual([400, { error: 'Issues are required' }])
    expect(outcome(await fill(await ended(), [issue.id]))).toEqual([
      400,
      { error: 'The Cycle has already been completed so no new issues can be added' },
    ])
    expect(outcome(await fill(team.make.id(), [issue.id]))).toEqual(NO_CYCLE)
    expect(outcome(await fill(cycle, [issue.id], team.guest))).toEqual(DENIED)
    await server.db('cycles').where('id', cycle).update({ archived_at: new Date() })
    expect(outcome(await fill(cycle, [issue.id]))).toEqual([
      400,
      { error: 'Archived cycle cannot be updated' },
    ])
    expect(outcome(await team.admin.get(`${team.path}/cycles/${cycle}/`))).toEqual(NO_CYCLE)
    expect(JSON.stringify((await team.admin.get(`${team.path}/cycles/`)).body)).not.toContain(cycle)
  })

  test('a cycle that is over keeps and lets go of its issues, and a change beside it does not touch it', async () => {
    const cycle = await team.cycle()
    const issue = await team.issue()
    await fill(cycle, [issue.id])
    await server.db('cycles').where('id', cycle).update({ start_date: '2019-01-01', end_date: '2019-01-02' })
    const updates = [{ id: issue.id, cycle_id: cycle, priority: 'low' }]
    expect((await team.admin.post(`${team.path}/bulk-operation-issues/`, { updates })).status).toBe(204)
    expect((await team.admin.delete(`${team.path}/cycles/${cycle}/cycle-issues/${issue.id}/`)).status).toBe(
      204,
    )
    expect((await team.read(issue.id)).cycle_id).toBeNull()
  })
})
