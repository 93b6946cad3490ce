import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { INSTANCE_BOT } from '../../api/contract/people/users.ts'
import { keepCycles } from '../../api/jobs/keepCycles.ts'
import { fill, many } from '../support/fill.ts'
import { DENIED, type IssueTeam, issueTeam, outcome } from '../support/issueTeam.ts'
import { startServer, type TestServer } from '../support/server.ts'

let server: TestServer
let team: IssueTeam

beforeAll(async () => {
  server = await startServer()
  team = await issueTeam(server)
})

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] })
  return () => {
    vi.useRealTimers()
  }
})

const clock = (moment: string) => vi.setSystemTime(Date.parse(moment))
type Told = {
  id: string
  name: string
  start_date: string
  end_date: string
  created_by: string
  progress_snapshot: Record<string, unknown>
}

/** A project in a zone, with short words for its cycles. */
const projectIn = async (timezone: string) => {
  const project = await team.make.project(team.admin, team.workspace.slug, { timezone })
  const { path } = project
  const cycles = async () =>
    (await team.admin.get<Told[]>(`${path}/cycles/`)).body
      .map(({ name, start_date, end_date }) => `${name}: ${start_date.slice(0, 10)}/${end_date.slice(0, 10)}`)
      .sort((a, b) => a.split(': ')[1]!.localeCompare(b.split(': ')[1]!))
  const cycle = async (name: string) =>
    (await team.admin.get<Told[]>(`${path}/cycles/`)).body.find(one => one.name === name)!
  const states = (await team.admin.get<{ id: string; group: string }[]>(`${path}/states/`)).body
  return {
    path,
    cycles,
    cycle,
    rule: (fields: object) => team.admin.patch(`${path}/`, fields),
    add: async (name: string, start_date: string, end_date: string) =>
      (await team.made(`${path}/cycles/`, { name, start_date, end_date })).id,
    issue: async (name: string, cycle: string | null, group = 'started') => {
      const state_id = states.find(state => state.group === group)!.id
      const issue = await team.made(`${path}/issues/`, { name, state_id })
      if (cycle) await team.admin.post(`${path}/cycles/${cycle}/cycle-issues/`, { issues: [issue.id] })
      return issue.id
    },
    fill: (count: number, cycle_id: string) => {
      const state_id = states.find(state => state.group === 'started')!.id
      return fill(
        server,
        team.admin,
        project,
        many(count, () => ({ state_id, cycle_id })),
      )
    },
    cycleOf: async (id: string) => (await team.admin.get(`${path}/issues/${id}/`)).body.cycle_id,
  }
}

const everyTwo = { cycles_ahead: 2, cycle_weeks: 2, cycle_weekday: 1 }

describe('cycles made ahead', () => {
  test('are off until an admin of the project says how many, how long and from which weekday', async () => {
    clock('2026-11-25T12:00:00Z')
    const own = await projectIn('UTC')
    await keepCycles(server.db)
    expect(await own.cycles()).toEqual([])
    expect(outcome(await team.member.patch(`${team.path}/`, everyTwo))).toEqual(DENIED)
    expect(outcome(await own.rule({ cycles_ahead: 13 }))[0]).toBe(400)
    expect(outcome(await own.rule({ cycle_rest: 'away' }))).toEqual([
      400,
      { cycle_rest: ['"away" is not a valid choice.'] },
    ])
    expect((await own.rule(everyTwo)).body).toMatchObject({ ...everyTwo, cycle_rest: 'next' })
    const made = ['Cycle 1: 2026-11-30/2026-12-13', 'Cycle 2: 2026-12-14/2026-12-27']
    expect(await own.cycles()).toEqual(made)
    expect(await own.cycle('Cycle 1')).toMatchObject({ created_by: INSTANCE_BOT, status: 'upcoming' })
    await keepCycles(server.db)
    expect(await own.cycles()).toEqual(made)
  })

  test('go on from the last name and leave out days that are taken; a new rule takes back what nobody has touched', async () => {
    clock('2026-11-25T12:00:00Z')
    const own = await projectIn('UTC')
    await own.add('Sprint 7', '2026-11-16', '2026-11-27')
    await own.add('Regatta', '2026-12-14', '2026-12-20')
    await own.rule({ ...everyTwo, cycles_ahead: 3 })
    const base = ['Sprint 7: 2026-11-16/2026-11-27', 'Sprint 8: 2026-11-30/2026-12-13']
    const regatta = 'Regatta: 2026-12-14/2026-12-20'
    expect(await own.cycles()).toEqual([...base, regatta, 'Sprint 9: 2026-12-21/2027-01-03'])
    await own.issue('Buoy', (await own.cycle('Sprint 8')).id)
    const kept = (await own.cycle('Sprint 9')).id
    await own.rule({ cycles_ahead: 4 })
    expect((await own.cycle('Sprint 9')).id).toBe(kept)
    await own.rule({ cycle_weeks: 1 })
    expect(await own.cycles()).toEqual([
      ...base,
      regatta,
      'Sprint 9: 2026-12-21/2026-12-27',
      'Sprint 10: 2026-12-28/2027-01-03',
    ])
    await own.rule({ cycles_ahead: 0 })
    expect(await own.cycles()).toEqual([...base, regatta])
  })

  test('are not made again where somebody deleted or moved one', async () => {
    clock('2026-11-25T12:00:00Z')
    const own = await projectIn('UTC')
    await own.rule(everyTwo)
    const { id } = await own.cycle('Cycle 1')
    await team.admin.delete(`${own.path}/cycles/${id}/`)
    const moved = { start_date: '2026-12-16', end_date: '2026-12-29' }
    await team.admin.patch(`${own.path}/cycles/${(await own.cycle('Cycle 2')).id}/`, moved)
    await keepCycles(server.db)
    const now = ['Cycle 2: 2026-12-16/2026-12-29', 'Cycle 3: 2026-12-30/2027-01-10']
    expect(await own.cycles()).toEqual(now)
    // It has its way back.
    expect((await team.admin.post(`${own.path}/cycles/${id}/restore/`)).status).toBe(204)
    await keepCycles(server.db)
    expect(await own.cycles()).toEqual(['Cycle 1: 2026-11-30/2026-12-13', ...now])
  })

  test('never share a day, even when several servers make them at the same moment', async () => {
    clock('2026-11-25T12:00:00Z')
    const own = await projectIn('UTC')
    await own.rule(everyTwo)
    clock('2026-12-14T00:10:00Z')
    const byHand = { name: 'By hand', start_date: '2026-12-28', end_date: '2027-01-10' }
    const [first, , third] = await Promise.all([
      team.member.post(`${own.path}/cycles/`, byHand),
      keepCycles(server.db),
      team.admin.post(`${own.path}/cycles/`, byHand),
      keepCycles(server.db),
    ])
    expect([first, third].filter(reply => reply.status === 201).length).toBeLessThanOrEqual(1)
    const spans = (await own.cycles()).map(one => one.split(': ')[1]!.split('/'))
    for (const [n, [, end]] of spans.entries()) expect((spans[n + 1]?.[0] ?? '9') > end!).toBe(true)
    expect(spans).toContainEqual(['2026-12-28', '2027-01-10'])
    expect(spans).toHaveLength(4)
  })
})

describe('the open issues at the end of a cycle', () => {
  const world = async (zone: string, rule: object = {}) => {
    const own = await projectIn(zone)
    await own.rule({ ...everyTwo, cycle_weeks: 1, ...rule })
    const { id } = await own.cycle('Cycle 1')
    const [open, done] = [await own.issue('Buoy', id), await own.issue('Sill', id, 'completed')]
    return { ...own, id, open, done }
  }

  test.for([
    // At ten in the morning by the clock of Greenwich the day is over there, or eleven hours after its end.
    ['Pacific/Kiritimati', '2026-12-06T09:59:00Z', '2026-12-06T10:00:00Z'],
    ['Pacific/Pago_Pago', '2026-12-07T10:59:00Z', '2026-12-07T11:00:00Z'],
    ['Asia/Kathmandu', '2026-12-06T18:14:00Z', '2026-12-06T18:15:00Z'],
  ] as const)(
    'moves on when the last day is over in %s, once, and how the cycle ended is kept',
    async ([zone, before, after]) => {
      clock('2026-11-25T12:00:00Z')
      const own = await world(zone)
      clock(before)
      await keepCycles(server.db)
      expect(await own.cycleOf(own.open)).toBe(own.id)
      clock(after)
      await Promise.all([keepCycles(server.db), keepCycles(server.db)])
      const next = await own.cycle('Cycle 2')
      expect([await own.cycleOf(own.open), await own.cycleOf(own.done)]).toEqual([next.id, own.id])
      expect((await own.cycle('Cycle 1')).progress_snapshot).toMatchObject({
        total_issues: 2,
        started_issues: 1,
        completed_issues: 1,
      })
      const { body: told } = await team.admin.get<Record<string, unknown>[]>(
        `${own.path}/issues/${own.open}/history/?activity_type=issue-property`,
      )
      const moves = told.filter(row => row.field === 'cycles')
      expect(moves).toHaveLength(2)
      expect(moves[1]).toMatchObject({
        actor: INSTANCE_BOT,
        old_identifier: own.id,
        new_identifier: next.id,
      })
      expect(await own.cycles()).toHaveLength(4)
      // A person who puts it back is left alone.
      await team.admin.delete(`${own.path}/cycles/${next.id}/cycle-issues/${own.open}/`)
      await keepCycles(server.db)
      expect(await own.cycleOf(own.open)).toBeNull()
    },
  )

  test('goes into none, or stays, where the project says so; a rule of today is not one of yesterday', async () => {
    clock('2026-11-25T12:00:00Z')
    const [none, stay] = [
      await world('UTC', { cycle_rest: 'none' }),
      await world('UTC', { cycle_rest: 'stay' }),
    ]
    clock('2026-12-07T00:01:00Z')
    await keepCycles(server.db)
    expect([await none.cycleOf(none.open), await stay.cycleOf(stay.open)]).toEqual([null, stay.id])
    expect((await none.cycle('Cycle 1')).progress_snapshot).toMatchObject({ total_issues: 2 })
    await stay.rule({ cycle_rest: 'next' })
    await keepCycles(server.db)
    expect(await stay.cycleOf(stay.open)).toBe(stay.id)
    const late = await projectIn('UTC')
    const over = await late.add('Autumn', '2026-11-30', '2026-12-10')
    const issue = await late.issue('Rope', over)
    clock('2026-12-12T00:01:00Z')
    await late.rule(everyTwo)
    await keepCycles(server.db)
    expect(await late.cycleOf(issue)).toBe(over)
  })

  test('moves once, to the cycle of today, when nobody was there for weeks, over a change of the clocks too', async () => {
    // Clocks change there on 28 March.
    clock('2027-03-08T12:00:00Z')
    const own = await world('Europe/Berlin')
    const second = await own.issue('Rope', (await own.cycle('Cycle 2')).id)
    clock('2027-04-28T12:00:00Z')
    await keepCycles(server.db)
    expect(await own.cycles()).toEqual([
      'Cycle 1: 2027-03-08/2027-03-14',
      'Cycle 2: 2027-03-15/2027-03-21',
      'Cycle 3: 2027-03-22/2027-03-28',
      'Cycle 4: 2027-04-28/2027-05-02',
      'Cycle 5: 2027-05-03/2027-05-09',
      'Cycle 6: 2027-05-10/2027-05-16',
    ])
    const { id } = await own.cycle('Cycle 4')
    expect([await own.cycleOf(own.open), await own.cycleOf(second)]).toEqual([id, id])
    for (const name of ['Cycle 1', 'Cycle 2'])
      expect(Object.keys((await own.cycle(name)).progress_snapshot)).not.toEqual([])
  })

  test('is left where it is while the project is in the archive, or has its cycles turned off', async () => {
    clock('2026-11-25T12:00:00Z')
    const [away, off] = [await world('UTC'), await world('UTC')]
    await team.admin.post(`${away.path}/archive/`)
    await off.rule({ cycle_view: false })
    clock('2026-12-07T00:01:00Z')
    await keepCycles(server.db)
    expect(await off.cycleOf(off.open)).toBe(off.id)
    await team.admin.delete(`${away.path}/archive/`)
    await keepCycles(server.db)
    expect(await away.cycleOf(away.open)).toBe((await away.cycle('Cycle 2')).id)
  })

  test('goes in parts where it is much, and all of it arrives', async () => {
    clock('2026-11-25T12:00:00Z')
    const own = await world('UTC')
    await own.fill(210, own.id)
    clock('2026-12-07T00:01:00Z')
    expect(await keepCycles(server.db)).toEqual({ moved: 211 })
    const next = await own.cycle('Cycle 2')
    expect(next).toMatchObject({ total_issues: 211, status: 'current' })
    expect((await own.cycle('Cycle 1')).progress_snapshot).toMatchObject({ total_issues: 212 })
  })
})
