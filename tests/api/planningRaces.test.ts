import { beforeAll, describe, expect, test } from 'vitest'
import { inTurn } from '../support/inTurn.ts'
import { type IssueTeam, issueTeam, noPk, outcome } from '../support/issueTeam.ts'
import { startServer, type TestServer } from '../support/server.ts'

let server: TestServer
let team: IssueTeam

beforeAll(async () => {
  server = await startServer()
  team = await issueTeam(server)
})

const refused = (error: string) => [400, { error }]
const OVERLAP = refused(
  'You have a cycle already on the given dates, if you want to create a draft cycle you can do that by removing dates',
)
const meet = <A, B>(first: () => Promise<A>, second: () => Promise<B>) =>
  inTurn(server, team.workspace.id, first, second)
const cycle = (id: string, rest = '') => `${team.path}/cycles/${id}/${rest}`
const module = (id: string, rest = '') => `${team.path}/modules/${id}/${rest}`
const put = (issue: string, values: object) => () =>
  team.member.post(`${team.path}/bulk-operation-issues/`, { updates: [{ id: issue, ...values }] })
const archive = (path: string) => () => team.admin.post(`${path}archive/`)
const change = (path: string, body: object) => () => team.member.patch(path, body)
const archivedOf = async (kind: 'cycle' | 'module', id: string) =>
  (await team.admin.get<Record<string, unknown>>(`${team.path}/archived-${kind}s/${id}/`)).body

let year = 1960
/** A cycle of two days that are past and of no other, which holds these issues. */
const ended = async (issues: string[] = []) => {
  const id = await team.cycle()
  if (issues.length > 0) await team.admin.post(cycle(id, 'cycle-issues/'), { issues })
  year++
  await team.admin.patch(cycle(id), { start_date: `${year}-01-01`, end_date: `${year}-01-02` })
  return id
}

describe('archiving against editing', () => {
  test('takes a change that was first, and refuses one that is behind', async () => {
    const [one, two] = [await ended(), await ended()]
    const [moved, away] = await meet(change(cycle(one), { sort_order: 3 }), archive(cycle(one)))
    expect([moved.status, away.status]).toEqual([200, 200])
    expect((await archivedOf('cycle', one)).sort_order).toBe(3)
    const late = (await meet(archive(cycle(two)), change(cycle(two), { sort_order: 3 })))[1]
    expect(outcome(late)).toEqual(refused('Archived cycle cannot be updated'))
    expect((await archivedOf('cycle', two)).sort_order).not.toBe(3)

    const [here, there] = [
      await team.module({ status: 'completed' }),
      await team.module({ status: 'completed' }),
    ]
    const name = team.unique('Pier')
    const [named, put] = await meet(change(module(here), { name }), archive(module(here)))
    expect([named.status, put.status, (await archivedOf('module', here)).name]).toEqual([200, 200, name])
    const body = { name: team.unique('Mole') }
    const behind = (await meet(archive(module(there)), change(module(there), body)))[1]
    expect(outcome(behind)).toEqual(refused('Archived module cannot be updated'))
    expect((await archivedOf('module', there)).name).not.toBe(body.name)
  })

  test('holds an issue that was put into it first, and takes none behind', async () => {
    const [one, two] = [await team.issue(), await team.issue()]
    const [id, other] = [
      await team.module({ status: 'completed' }),
      await team.module({ status: 'completed' }),
    ]
    const [given] = await meet(put(one.id, { module_ids: [id] }), archive(module(id)))
    expect([given.status, (await archivedOf('module', id)).total_issues]).toEqual([204, 1])
    expect((await team.read(one.id)).module_ids).toEqual([])
    const late = (await meet(archive(module(other)), put(two.id, { module_ids: [other] })))[1]
    expect(outcome(late)).toEqual(noPk('module_ids', other))
    expect((await archivedOf('module', other)).total_issues).toBe(0)
  })

  test('of two who archive it, one is told that it is there already', async () => {
    const [one, other] = [await ended(), await team.module({ status: 'cancelled' })]
    for (const [path, name] of [
      [cycle(one), 'cycle'],
      [module(other), 'module'],
    ] as const) {
      const [first, second] = await meet(archive(path), () => team.member.post(`${path}archive/`))
      expect([first.status, outcome(second)]).toEqual([200, refused(`The ${name} is already archived`)])
    }
  })
})

describe('two who want the same days', () => {
  const days = (from: number, to: number) => ({
    start_date: `2060-01-${10 + from}`,
    end_date: `2060-01-${10 + to}`,
  })
  const make = (of: object) => () => team.member.post(`${team.path}/cycles/`, { name: 'Neap', ...of })
  const free = async () => {
    await server.db('cycles').where('start_date', '>=', '2060-01-01').update({ deleted_at: new Date() })
  }

  test('get one cycle and one refusal, whichever way each comes to them', async () => {
    const [first, second] = await meet(make(days(1, 5)), make(days(5, 9)))
    expect([first.status, outcome(second)]).toEqual([201, OVERLAP])
    await free()
    const draft = await team.cycle()
    const [made, dated] = await meet(make(days(1, 5)), change(cycle(draft), days(3, 4)))
    expect([made.status, outcome(dated)]).toEqual([201, OVERLAP])
    await free()
    const gone = await team.cycle(days(1, 5))
    await team.admin.delete(cycle(gone))
    const restore = () => team.admin.post(cycle(gone, 'restore/'))
    const [next, back] = await meet(make(days(5, 5)), restore)
    expect([next.status, outcome(back)]).toEqual([201, OVERLAP])
  })

  test('and so with one that comes out of the archive', async () => {
    const id = await ended()
    await archive(cycle(id))()
    const out = () => team.admin.delete(cycle(id, 'archive/'))
    const [back, made] = await meet(out, make({ start_date: `${year}-01-02`, end_date: `${year}-01-03` }))
    expect([back.status, outcome(made)]).toEqual([204, OVERLAP])
  })
})

describe('a cycle that is over', () => {
  test('gives up its open issues once, whichever of two comes second', async () => {
    const issues = [(await team.issue()).id, (await team.issue()).id]
    const [from, one, two] = [await ended(issues), await team.cycle(), await team.cycle()]
    const transfer = (to: string) => () =>
      team.admin.post(cycle(from, 'transfer-issues/'), { new_cycle_id: to })
    const [first, second] = await meet(transfer(one), transfer(two))
    expect([first.status, outcome(second)]).toEqual([
      200,
      refused('The cycle holds no open issues to transfer'),
    ])
    for (const id of issues) expect((await team.read(id)).cycle_id).toBe(one)
    const { body } = await team.admin.get(cycle(from))
    expect(body).toMatchObject({ total_issues: 0, progress_snapshot: { total_issues: 2 } })
    expect((await team.admin.get(cycle(one))).body.total_issues).toBe(2)
  })

  test('keeps an issue that is done before it moves; one that is done behind has moved', async () => {
    const issues = [(await team.issue()).id, (await team.issue()).id] as const
    const [from, to] = [await ended([...issues]), await team.cycle()]
    const transfer = () => team.admin.post(cycle(from, 'transfer-issues/'), { new_cycle_id: to })
    const done = { state_id: team.state('completed') }
    const [finished, moved] = await meet(put(issues[0], done), transfer)
    expect([finished.status, moved.status]).toEqual([204, 200])
    expect(await Promise.all(issues.map(async id => (await team.read(id)).cycle_id))).toEqual([from, to])
    expect((await team.admin.get(cycle(from))).body).toMatchObject({
      total_issues: 1,
      completed_issues: 1,
      progress_snapshot: { total_issues: 2, completed_issues: 1 },
    })
  })
})

test('an issue put into a cycle that is being deleted comes back with it, or is told that it is gone', async () => {
  const [one, two] = [(await team.issue()).id, (await team.issue()).id]
  const [id, other] = [await team.cycle(), await team.cycle()]
  const [given, gone] = await meet(put(one, { cycle_id: id }), () => team.admin.delete(cycle(id)))
  expect([given.status, gone.status, (await team.read(one)).cycle_id]).toEqual([204, 204, null])
  await team.admin.post(cycle(id, 'restore/'))
  expect((await team.read(one)).cycle_id).toBe(id)
  const late = (await meet(() => team.admin.delete(cycle(other)), put(two, { cycle_id: other })))[1]
  expect(outcome(late)).toEqual(noPk('cycle_id', other))
  expect((await team.read(two)).cycle_id).toBeNull()
})

test('a point that is given before it goes becomes the other one; behind, it is refused', async () => {
  const [one, two] = [(await team.issue()).id, (await team.issue()).id]
  const points = await team.made<{ id: string; points: { id: string }[] }>(`${team.path}/estimates/`, {
    estimate: { type: 'points' },
    estimate_points: ['1', '2', '3', '5'].map((value, key) => ({ key: key + 1, value })),
  })
  const [low, , high, higher] = points.points.map(point => point.id) as [string, string, string, string]
  const remove = (id: string) => () =>
    team.admin.send('DELETE', `${team.path}/estimates/${points.id}/estimate-points/${id}/`, {
      new_estimate_id: low,
    })
  const give = (issue: string, estimate_point: string) => change(team.at(issue), { estimate_point })
  const [given, gone] = await meet(give(one, high), remove(high))
  expect([given.status, gone.status, (await team.read(one)).estimate_point]).toEqual([204, 200, low])
  const late = (await meet(remove(higher), give(two, higher)))[1]
  expect(outcome(late)).toEqual(noPk('estimate_point', higher))
  expect((await team.read(two)).estimate_point).toBeNull()
})

test('of two who switch the project’s estimate, the second has it, and it alone is the last used', async () => {
  const estimate = async () =>
    (
      await team.made(`${team.path}/estimates/`, {
        estimate: {},
        estimate_points: ['S', 'L'].map((value, key) => ({ key: key + 1, value })),
      })
    ).id
  const [one, two] = [await estimate(), await estimate()]
  const use = (id: string) => () => team.admin.patch(`${team.path}/`, { estimate: id })
  const replies = await meet(use(one), use(two))
  expect(replies.map(({ status }) => status)).toEqual([200, 200])
  const all = await team.admin.get<{ id: string; last_used: boolean }[]>(`${team.path}/estimates/`)
  expect(all.body.flatMap(row => (row.last_used ? row.id : []))).toEqual([two])
  expect((await team.admin.get(`${team.path}/`)).body.estimate).toBe(two)
})

test('a view that is locked while its owner changes it elsewhere refuses what is behind', async () => {
  const view = (await team.made(`${team.path}/views/`, { name: 'Overdue' })).id
  const at = `${team.path}/views/${view}/`
  const [locked, late] = await meet(
    () => team.admin.post(`${at}lock/`),
    () => team.admin.patch(at, { name: 'Later' }),
  )
  expect([locked.status, outcome(late)]).toEqual([204, refused('view is locked')])
})
