import { beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { INSTANCE_BOT } from '../../api/contract/people/users.ts'
import { automate } from '../../api/jobs/automate.ts'
import { type IssueTeam, issueTeam, outcome } from '../support/issueTeam.ts'
import { allTold } from '../support/notified.ts'
import { startServer, type TestServer } from '../support/server.ts'

let server: TestServer
let team: IssueTeam

beforeAll(async () => {
  server = await startServer({}, undefined, { notifying: true })
  team = await issueTeam(server)
})

describe('automations', () => {
  const age = (ids: string[], days: number) =>
    server
      .db('issues')
      .whereIn('id', ids)
      .update({ updated_at: new Date(Date.now() - days * 86_400_000) })
  const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)

  test('archive what has ended and close what nobody touches, by the project’s months; a second run finds nothing', async () => {
    const done = team.state('completed')
    const ended = await team.issue({ state_id: done })
    const young = await team.issue({ state_id: done })
    const within = async (fields: object, properties: object) => {
      const issue = await team.issue(fields as Record<string, unknown>)
      await team.admin.post(`${team.path}/bulk-operation-issues/`, { issue_ids: [issue.id], properties })
      return issue
    }
    const module = (days: number) => team.module({ target_date: day(days) })
    const planned = await within({ state_id: done }, { module_ids: [await module(9), await module(-9)] })
    const over = await within({ state_id: done }, { module_ids: [await module(-9)] })
    const running = await within(
      {},
      { cycle_id: await team.cycle({ start_date: day(-3), end_date: day(3) }) },
    )
    const stale = await team.issue({ state_id: team.state('started') })
    const busy = await team.issue({ state_id: team.state('started') })
    await age(
      [ended, planned, over, running, stale].map(({ id }) => id),
      61,
    )
    await age([young.id, busy.id], 59)
    expect(await automate(server.db)).toEqual({ archived: 0, closed: 0 })
    expect(outcome(await team.admin.patch(`${team.path}/`, { archive_in: 13 }))).toEqual([
      400,
      { archive_in: ['Ensure this value is less than or equal to 12.'] },
    ])
    await team.admin.patch(`${team.path}/`, {
      archive_in: 2,
      close_in: 2,
      default_state: team.state('cancelled'),
    })
    // The preview counts what the job takes, for whoever may turn it on, and touches nothing.
    const preview = async (query: string, who = team.admin) =>
      outcome(await who.get(`${team.path}/automations/?${query}`))
    expect(await preview('archive_in=2&close_in=2')).toEqual([200, { archived: 2, closed: 1 }])
    expect(await preview('archive_in=1&close_in=3')).toEqual([200, { archived: 3, closed: 0 }])
    expect(await preview('')).toEqual([200, { archived: 0, closed: 0 }])
    expect((await preview('archive_in=13'))[0]).toBe(400)
    expect((await preview('archive_in=2', team.member))[0]).toBe(403)
    expect(await automate(server.db)).toEqual({ archived: 2, closed: 1 })
    expect(await preview('archive_in=2&close_in=2')).toEqual([200, { archived: 0, closed: 0 }])
    const read = (issue: { id: string }) => team.read(issue.id)
    for (const issue of [ended, over]) expect((await read(issue)).archived_at).toBe(day(0))
    for (const issue of [young, planned, running, busy])
      expect(await read(issue)).toMatchObject({ archived_at: null })
    expect(await read(stale)).toMatchObject({ state__group: 'cancelled', completed_at: null })
    expect((await team.told(stale.id)).at(-1)).toMatchObject({
      field: 'state',
      comment: 'system updated the state to',
      new_identifier: team.state('cancelled'),
    })
    expect((await team.told(ended.id)).at(-1)).toMatchObject({
      field: 'archived_at',
      new_value: 'archive',
      comment: 'system archived the issue',
    })
    expect(await automate(server.db)).toEqual({ archived: 0, closed: 0 })
  })

  test('tell those who follow what they close and archive, and follow nothing themselves', async () => {
    const [open, done] = [await team.issue(), await team.issue({ state_id: team.state('completed') })]
    for (const { id } of [open, done])
      expect((await team.member.post(team.at(id, 'subscribe/'))).status).toBe(201)
    await team.admin.patch(`${team.path}/`, { close_in: 1, archive_in: 1 })
    await age([open.id, done.id], 31)
    await automate(server.db)
    await team.admin.patch(`${team.path}/`, { close_in: 0, archive_in: 0 })
    await allTold(server, team.workspace.id)
    const of = (id: string) =>
      server
        .db('notifications')
        .where({ receiver: team.member.id, entity_identifier: id })
        .select('field', 'triggered_by')
    expect(await of(open.id)).toEqual([{ field: 'state', triggered_by: INSTANCE_BOT }])
    expect(await of(done.id)).toEqual([{ field: 'archived_at', triggered_by: INSTANCE_BOT }])
    expect(await server.db('issue_subscriptions').where({ subscriber: INSTANCE_BOT })).toEqual([])
  })

  test('leave archived projects alone, end where a state of the project ends them, and are safe to run twice at once', async () => {
    const { path } = await team.make.project(team.admin, team.workspace.slug)
    const states = (await team.admin.get<{ id: string; group: string }[]>(`${path}/states/`)).body
    const of = (group: string) => states.find(state => state.group === group)!.id
    await team.admin.patch(`${path}/`, { close_in: 1, default_state: of('started') })
    const issues = await Promise.all(Array.from({ length: 5 }, () => team.make.issue(team.admin, path)))
    await age(
      issues.map(({ id }) => id),
      40,
    )
    await team.admin.post(`${path}/archive/`)
    expect((await automate(server.db)).closed).toBe(0)
    await team.admin.delete(`${path}/archive/`)
    const runs = await Promise.all([automate(server.db), automate(server.db)])
    expect(runs[0].closed + runs[1].closed).toBe(5)
    const { body } = await team.admin.get<{ state_id: string }>(`${path}/issues/${issues[0]!.id}/`)
    expect(body.state_id).toBe(of('cancelled'))
  })

  test('go by the clock and the project’s zone: planned work is over with its last day there, or in the archive', async () => {
    onTestFinished(() => {
      vi.useRealTimers()
    })
    vi.useFakeTimers({ toFake: ['Date'] })
    const noon = (on: string) => vi.setSystemTime(Date.parse(`${on}T12:00:00Z`))
    noon('2027-01-01')
    const zone = 'Pacific/Kiritimati'
    const { path } = await team.make.project(team.admin, team.workspace.slug, { timezone: zone })
    await team.admin.patch(`${path}/`, { archive_in: 1, close_in: 1 })
    const states = (await team.admin.get<{ id: string; group: string }[]>(`${path}/states/`)).body
    const done = states.find(({ group }) => group === 'completed')!.id
    const made = async (to: string, body: object) => (await team.made(`${path}/${to}/`, body)).id
    const days = { start_date: '2027-01-02', end_date: '2027-02-09' }
    const cycle = await made('cycles', { name: 'Spring', ...days })
    const module = await made('modules', { name: 'Quay', status: 'completed' })
    const [inCycle, inModule] = [
      await made('issues', { name: 'Buoy' }),
      await made('issues', { name: 'Sill', state_id: done }),
    ]
    await team.admin.post(`${path}/cycles/${cycle}/cycle-issues/`, { issues: [inCycle] })
    await team.admin.post(`${path}/modules/${module}/issues/`, { issues: [inModule] })
    // The ninth is over there at ten in the morning by the clock of Greenwich.
    vi.setSystemTime(Date.parse('2027-02-09T09:59:00Z'))
    await automate(server.db)
    const read = async (id: string) => (await team.admin.get(`${path}/issues/${id}/`)).body
    expect(await read(inCycle)).toMatchObject({ state__group: 'backlog' })
    expect(await read(inModule)).toMatchObject({ archived_at: null })
    vi.setSystemTime(Date.parse('2027-02-09T10:01:00Z'))
    await team.admin.post(`${path}/modules/${module}/archive/`)
    expect(await automate(server.db)).toEqual({ archived: 0, closed: 1 })
    expect(await read(inCycle)).toMatchObject({ state__group: 'cancelled', cycle_id: cycle })
    // The figures of their cycles and modules follow.
    expect((await team.admin.get(`${path}/cycles/${cycle}/progress/`)).body).toMatchObject({
      cancelled_issues: 1,
    })
    // That its module went was a change of the issue: the month begins there.
    vi.setSystemTime(Date.parse('2027-03-12T10:02:00Z'))
    expect((await automate(server.db)).archived).toBe(2)
    expect(await read(inModule)).toMatchObject({ archived_at: '2027-03-12', updated_by: INSTANCE_BOT })
    expect((await team.admin.get(`${path}/archived-modules/${module}/`)).body).toMatchObject({
      total_issues: 0,
    })
  })
})
