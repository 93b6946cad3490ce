import { beforeAll, expect, test, vi } from 'vitest'
import { type IssueTeam, issueTeam } from '../support/issueTeam.ts'
import { startServer } from '../support/server.ts'

let team: IssueTeam

beforeAll(async () => {
  team = await issueTeam(await startServer())
})

/** A day of May, known by the clock from here on. */
const clock = (day: number) => {
  const now = `2027-05-${String(day).padStart(2, '0')}T12:00:00.000Z`
  vi.setSystemTime(Date.parse(now))
  return now
}

test('an issue says when it came into its cycle, whichever way it came, and a list is ordered by it', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  try {
    clock(1)
    const [one, two] = [
      await team.cycle(),
      await team.cycle({ start_date: '2027-05-10', end_date: '2027-05-20' }),
    ]
    const [gate, sill, buoy] = [(await team.issue()).id, (await team.issue()).id, (await team.issue()).id]
    const added = async (id: string) => {
      const { cycle_id, cycle_added_at } = await team.read(id)
      return [cycle_id, cycle_added_at]
    }
    const at = (id: string, rest = '') => `${team.path}/cycles/${id}/${rest}`
    expect(await added(gate)).toEqual([null, null])
    const second = clock(2)
    await team.admin.post(at(one, 'cycle-issues/'), { issues: [gate, sill] })
    const third = clock(3)
    // An issue that is there already is not added again.
    await team.admin.post(at(one, 'cycle-issues/'), { issues: [gate, buoy] })
    expect([await added(gate), await added(buoy)]).toEqual([
      [one, second],
      [one, third],
    ])
    const bulk = (updates: object[]) => team.admin.post(`${team.path}/bulk-operation-issues/`, { updates })
    const fourth = clock(4)
    await bulk([{ id: sill, cycle_id: two }])
    await team.admin.patch(team.at(gate), { name: 'Gate' })
    expect([await added(sill), await added(gate)]).toEqual([
      [two, fourth],
      [one, second],
    ])
    await bulk([{ id: sill, cycle_id: one }])
    const listed = async (order: string) => {
      const { body } = await team.admin.get<{ results: { id: string }[] }>(
        at(one, `cycle-issues/?order_by=${order}`),
      )
      return body.results.map(({ id }) => id)
    }
    expect(await listed('cycle_added_at')).toEqual([gate, buoy, sill])
    expect(await listed('-cycle_added_at')).toEqual([sill, buoy, gate])
    clock(5)
    await team.admin.delete(at(one, `cycle-issues/${buoy}/`))
    expect(await added(buoy)).toEqual([null, null])
    // A deleted cycle comes back with its issues and the times they were added, except those that had moved elsewhere.
    await team.admin.delete(at(one))
    expect((await team.read(gate)).cycle_id).toBeNull()
    await bulk([{ id: sill, cycle_id: two }])
    await bulk([{ id: sill, cycle_id: null }])
    const sixth = clock(6)
    await team.admin.post(at(one, 'restore/'))
    expect([await added(gate), await added(sill)]).toEqual([
      [one, second],
      [one, sixth],
    ])
    const seventh = clock(25)
    await bulk([{ id: buoy, cycle_id: one }])
    await team.admin.patch(at(one), { start_date: '2027-05-22', end_date: '2027-05-24' })
    const three = await team.cycle()
    await team.admin.post(at(one, 'transfer-issues/'), { new_cycle_id: three })
    expect(await added(gate)).toEqual([three, seventh])
  } finally {
    vi.useRealTimers()
  }
})

test('an issue on its way back to a cycle says since when it was there, as far as its history says so', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  try {
    clock(1)
    const [one, two] = [await team.cycle(), await team.cycle()]
    const issue = (await team.issue()).id
    const set = async (values: object) => {
      const updates = [{ id: issue, ...values }]
      const { status } = await team.member.post(`${team.path}/bulk-operation-issues/`, { updates })
      return [status, (await team.read(issue)).cycle_added_at]
    }
    const second = clock(2)
    await set({ cycle_id: one })
    const third = clock(3)
    await set({ cycle_id: two })
    const fourth = clock(4)
    expect(await set({ cycle_id: one, cycle_added_at: second })).toEqual([204, second])
    // An issue that stays keeps its time.
    expect(await set({ cycle_id: one, cycle_added_at: third })).toEqual([204, second])
    expect(await set({ cycle_added_at: third })).toEqual([204, second])
    // Of another cycle, of a day of which nothing is known, of one to come, and of none.
    const untrue = [second, '2027-05-01T00:00:00Z', '2027-06-01T00:00:00Z', '-271821-04-20T00:00:00Z', 'soon']
    for (const cycle_added_at of [...untrue, null]) {
      await set({ cycle_id: null, cycle_added_at: second })
      expect(await set({ cycle_id: two, cycle_added_at })).toEqual([204, fourth])
    }
    expect(await set({ cycle_id: null, cycle_added_at: second })).toEqual([204, null])
  } finally {
    vi.useRealTimers()
  }
})
