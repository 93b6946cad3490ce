import { beforeAll, describe, expect, test, vi } from 'vitest'
import { DENIED, type IssueTeam, issueTeam, outcome } from '../support/issueTeam.ts'
import { startServer, type TestServer } from '../support/server.ts'

let server: TestServer
let team: IssueTeam

beforeAll(async () => {
  server = await startServer()
  team = await issueTeam(server)
})

const NO_CYCLE = [404, { error: 'Cycle not found' }]
const at = (id: string, rest = '') => `${team.path}/cycles/${id}/${rest}`
const fill = (id: string, issues: string[]) => team.admin.post(at(id, 'cycle-issues/'), { issues })
const transfer = (id: string, body: object, by = team.admin) => by.post(at(id, 'transfer-issues/'), body)
const read = async (id: string) => (await team.admin.get<Record<string, unknown>>(at(id))).body
const cycleOf = async (id: string) => (await team.read(id)).cycle_id
const refused = (error: string) => [400, { error }]

let year = 1990
const ended = async (issues: string[] = []) => {
  const id = await team.cycle()
  if (issues.length > 0) await fill(id, issues)
  year++
  const days = { start_date: `${year}-01-01`, end_date: `${year}-01-02` }
  expect((await team.admin.patch(at(id), days)).status).toBe(200)
  return id
}
/** One issue in each group of states, and an archived one. */
const oneOfEach = async () => {
  const states = ['backlog', 'unstarted', 'started', 'completed', 'cancelled', 'completed'] as const
  const ids: string[] = []
  for (const group of states)
    ids.push((await team.issue({ state_id: team.state(group), assignee_ids: [team.member.id] })).id)
  return ids
}

describe('the open issues of a completed cycle', () => {
  test('moves on, with a line in its history; how the cycle ended is kept', async () => {
    const issues = await oneOfEach()
    const [from, to] = [await ended(issues), await team.cycle()]
    await team.admin.post(team.at(issues[5]!, 'archive/'))
    expect(outcome(await transfer(from, { new_cycle_id: to }, team.member))).toEqual([
      200,
      { message: 'Success' },
    ])
    expect(await Promise.all(issues.slice(0, 5).map(cycleOf))).toEqual([to, to, to, from, from])
    const last = (await team.told(issues[0]!)).at(-1)
    expect(last).toMatchObject({ field: 'cycles', verb: 'updated', old_identifier: from, new_identifier: to })
    const cycle = await read(from)
    expect(cycle.progress_snapshot).toMatchObject({
      total_issues: 5,
      backlog_issues: 1,
      unstarted_issues: 1,
      started_issues: 1,
      completed_issues: 1,
      cancelled_issues: 1,
      distribution: { assignees: [{ assignee_id: team.member.id, total_issues: 5, completed_issues: 1 }] },
      estimate_distribution: {},
    })
    const { body: seen } = await team.admin.get<{ rows: { cycle: Record<string, unknown>[] } }>(
      `/api/workspaces/${team.workspace.slug}/bootstrap/`,
    )
    const row = seen.rows.cycle.find(one => one.id === from)!
    expect(Object.keys(row.progress_snapshot as object)).not.toContain('distribution')
    // All figures are of the issues that it still holds.
    const held = { assignees: [{ assignee_id: team.member.id, total_issues: 2, completed_issues: 1 }] }
    expect(cycle).toMatchObject({ total_issues: 2, distribution: held })
    expect((await team.guest.get(at(from, 'analytics/'))).body).toMatchObject(held)
    expect((await team.guest.get(at(from, 'cycle-progress/'))).body).toMatchObject({ distribution: held })
    expect(await read(to)).toMatchObject({ total_issues: 3, completed_issues: 0 })
  })

  test('leaves a chart of those that stay, and keeps the one of its end', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    try {
      vi.setSystemTime(Date.parse('2088-03-01T12:00:00Z'))
      const days = { start_date: '2088-03-01', end_date: '2088-03-03' }
      const [from, to] = [await team.cycle(days), await team.cycle()]
      const issues = [await team.issue(), await team.issue(), await team.issue()].map(({ id }) => id)
      await fill(from, issues)
      vi.setSystemTime(Date.parse('2088-03-02T12:00:00Z'))
      await team.admin.patch(team.at(issues[0]!), { state_id: team.state('completed') })
      vi.setSystemTime(Date.parse('2088-03-05T12:00:00Z'))
      const whole = { '2088-03-01': 3, '2088-03-02': 2, '2088-03-03': 2 }
      expect(await read(from)).toMatchObject({ distribution: { completion_chart: whole } })
      await transfer(from, { new_cycle_id: to })
      const held = { '2088-03-01': 1, '2088-03-02': 0, '2088-03-03': 0 }
      expect(await read(from)).toMatchObject({
        distribution: { completion_chart: held },
        progress_snapshot: { distribution: { completion_chart: whole } },
      })
      const { body } = await team.admin.get<{ completion_chart: object }>(at(from, 'analytics/'))
      expect(body.completion_chart).toEqual(held)
    } finally {
      vi.useRealTimers()
    }
  })

  test('moves once when two do it at once: the second is told so, and the first one’s figures stay', async () => {
    const issues = await oneOfEach()
    const [from, one, two] = [await ended(issues), await team.cycle(), await team.cycle()]
    const replies = await Promise.all([
      transfer(from, { new_cycle_id: one }),
      transfer(from, { new_cycle_id: two }, team.member),
    ])
    expect(replies.map(reply => reply.status).sort()).toEqual([200, 400])
    expect(outcome(replies.find(reply => reply.status === 400)!)).toEqual(
      refused('The cycle holds no open issues to transfer'),
    )
    const to = replies[0]!.status === 200 ? one : two
    expect(await Promise.all(issues.slice(0, 3).map(cycleOf))).toEqual([to, to, to])
    expect((await read(from)).progress_snapshot).toMatchObject({ total_issues: 6 })
  })

  test('moves in part where some are named; completed ones and those elsewhere are left, and one that the caller cannot see refuses all', async () => {
    const issues = await oneOfEach()
    const [from, to] = [await ended(issues), await team.cycle()]
    const some = (ids: string[]) => transfer(from, { new_cycle_id: to, issues: ids })
    expect((await some([issues[0]!, team.make.id()])).status).toBe(404)
    expect((await some([])).status).toBe(400)
    expect(outcome(await some([issues[3]!]))).toEqual(refused('The cycle holds no open issues to transfer'))
    expect((await some([issues[0]!, issues[3]!])).status).toBe(200)
    expect(await Promise.all(issues.slice(0, 5).map(cycleOf))).toEqual([to, from, from, from, from])
    const { progress_snapshot } = await read(from)
    expect(progress_snapshot).toMatchObject({ total_issues: 6, backlog_issues: 1 })
    // How it ended is kept once, however often something of it moves on.
    expect((await transfer(from, { new_cycle_id: to })).status).toBe(200)
    expect(await Promise.all(issues.slice(0, 5).map(cycleOf))).toEqual([to, to, to, from, from])
    expect((await read(from)).progress_snapshot).toEqual(progress_snapshot)
  })

  test('goes back to the backlog where that is said, and the cycle keeps how it ended', async () => {
    const issues = await oneOfEach()
    const from = await ended(issues)
    expect((await transfer(from, { no_cycle: true, issues: [issues[0]!] })).status).toBe(200)
    expect(await Promise.all(issues.slice(0, 5).map(cycleOf))).toEqual([null, from, from, from, from])
    expect((await team.told(issues[0]!)).at(-1)).toMatchObject({ field: 'cycles', old_identifier: from })
    expect((await transfer(from, { no_cycle: true })).status).toBe(200)
    expect(await Promise.all(issues.slice(0, 5).map(cycleOf))).toEqual([null, null, null, from, from])
    expect((await read(from)).progress_snapshot).toMatchObject({ total_issues: 6, backlog_issues: 1 })
    expect(outcome(await transfer(from, { no_cycle: true }))).toEqual(
      refused('The cycle holds no open issues to transfer'),
    )
  })

  test('comes back into the cycle that is over, as long as it was there at its end and nobody has moved it on since', async () => {
    const issues = await oneOfEach()
    const never = (await team.issue()).id
    const from = await ended(issues)
    const [to, other] = [await team.cycle(), await team.cycle()]
    const cameAt = new Map(
      await Promise.all(
        issues.map(async id => [id, (await team.read(id)).cycle_added_at] as [string, string]),
      ),
    )
    const bulk = (updates: object[]) => team.admin.post(`${team.path}/bulk-operation-issues/`, { updates })
    const back = (ids: string[]) =>
      bulk(ids.map(id => ({ id, cycle_id: from, cycle_added_at: cameAt.get(id) ?? cameAt.get(issues[0]!) })))
    await transfer(from, { new_cycle_id: to })
    const kept = (await read(from)).progress_snapshot
    const over = refused('The Cycle has already been completed so no new issues can be added')
    expect(outcome(await back([never]))).toEqual(over)
    expect(outcome(await bulk([{ id: issues[0], cycle_id: from }]))).toEqual(over)
    // A part of them is back: how it ended stays kept.
    expect((await back(issues.slice(0, 2))).status).toBe(204)
    expect((await read(from)).progress_snapshot).toEqual(kept)
    expect(await Promise.all(issues.slice(0, 5).map(cycleOf))).toEqual([from, from, to, from, from])
    expect((await team.read(issues[0]!)).cycle_added_at).toBe(cameAt.get(issues[0]!))
    expect((await back([issues[2]!])).status).toBe(204)
    expect((await read(from)).progress_snapshot).toEqual({})
    expect(await read(from)).toMatchObject({ total_issues: 6 })
    expect(await read(to)).toMatchObject({ total_issues: 0 })
    // What left it before its end was not in it any more, and an archived cycle takes nothing.
    const early = (await team.issue()).id
    const next = await team.cycle()
    await fill(next, [early])
    const came = (await team.read(early)).cycle_added_at
    await bulk([{ id: early, cycle_id: other }])
    const days = { start_date: '2089-01-01', end_date: '2089-01-02' }
    await team.admin.patch(at(next), days)
    vi.useFakeTimers({ toFake: ['Date'] })
    try {
      vi.setSystemTime(Date.parse('2089-01-04T12:00:00Z'))
      expect(outcome(await bulk([{ id: early, cycle_id: next, cycle_added_at: came }]))).toEqual(over)
    } finally {
      vi.useRealTimers()
    }
    await transfer(from, { no_cycle: true })
    await team.admin.post(at(from, 'archive/'))
    expect((await back([issues[0]!])).status).toBe(400)
    expect(await cycleOf(issues[0]!)).toBeNull()
  })

  test('goes nowhere without a place to go: none, itself, one that is over, archived, unknown or of elsewhere', async () => {
    const issue = (await team.issue()).id
    const from = await ended([issue])
    const other = await team.make.project(team.admin, team.workspace.slug)
    const elsewhere = (await team.made(`${other.path}/cycles/`, { name: 'Far' })).id
    const away = await ended()
    await team.admin.post(at(away, 'archive/'))
    const tries: [object, unknown][] = [
      [{}, refused('New Cycle Id is required')],
      [{ new_cycle_id: from }, refused('The issues are already in this cycle')],
      [
        { new_cycle_id: await ended() },
        refused('The cycle where the issues are transferred is already completed'),
      ],
      [{ new_cycle_id: away }, refused('Archived cycle cannot be updated')],
      [{ new_cycle_id: team.make.id() }, NO_CYCLE],
      [{ new_cycle_id: elsewhere }, NO_CYCLE],
    ]
    for (const [body, answer] of tries) expect(outcome(await transfer(from, body))).toEqual(answer)
    const to = { new_cycle_id: await team.cycle() }
    expect(outcome(await transfer(from, to, team.guest))).toEqual(DENIED)
    expect(outcome(await transfer(team.make.id(), to))).toEqual(NO_CYCLE)
    expect(outcome(await transfer(await team.cycle(), to))).toEqual(
      refused('Only issues of a completed cycle can be transferred'),
    )
    expect([await cycleOf(issue), (await read(from)).progress_snapshot]).toEqual([from, {}])
  })
})

describe('deleting a cycle', () => {
  test('leaves its issues in none, tells their histories, and all of it comes back', async () => {
    const [one, two, three] = [await team.issue(), await team.issue(), await team.issue()]
    const id = await team.cycle()
    await fill(id, [one.id, two.id, three.id])
    const favorites = `${team.path}/user-favorite-cycles/`
    for (const by of [team.admin, team.member]) await by.post(favorites, { cycle: id })
    expect(outcome(await team.admin.delete(at(id)))).toEqual([204, ''])
    expect(outcome(await team.admin.get(at(id)))).toEqual(NO_CYCLE)
    expect(await cycleOf(one.id)).toBeNull()
    expect((await team.told(one.id)).at(-1)).toMatchObject({
      field: 'cycles',
      verb: 'deleted',
      new_value: '',
    })
    expect((await team.member.get(favorites)).body).toEqual([])
    const next = await team.cycle()
    await fill(next, [two.id])
    await team.admin.delete(team.at(three.id))
    expect(outcome(await team.admin.post(at(id, 'restore/')))).toEqual([204, ''])
    expect(await Promise.all([one, two].map(issue => cycleOf(issue.id)))).toEqual([id, next])
    expect(await read(id)).toMatchObject({ total_issues: 1, is_favorite: true })
    expect((await team.member.get<unknown[]>(favorites)).body).toHaveLength(1)
  })

  test('is for admins and its creator', async () => {
    const [id, own] = [
      await team.cycle(),
      (await team.made(`${team.path}/cycles/`, { name: 'Mine' }, team.member)).id,
    ]
    expect(outcome(await team.member.delete(at(id)))).toEqual([
      403,
      { error: 'Only admin or owner can delete the cycle' },
    ])
    expect((await team.member.delete(at(own))).status).toBe(204)
    expect((await team.member.post(at(own, 'restore/'))).status).toBe(204)
    await team.admin.delete(at(id))
    expect((await team.member.post(at(id, 'restore/'))).status).toBe(403)
    expect(outcome(await team.admin.post(at(team.make.id(), 'restore/')))).toEqual(NO_CYCLE)
  })

  test('is not undone onto the days of another', async () => {
    const days = { start_date: '2050-01-01', end_date: '2050-01-09' }
    const id = await team.cycle(days)
    await team.admin.delete(at(id))
    await team.cycle(days)
    expect((await team.admin.post(at(id, 'restore/'))).headers.get('x-error-code')).toBe('cycle.datesOverlap')
  })
})
