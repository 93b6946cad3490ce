import { beforeAll, describe, expect, test } from 'vitest'
import { during } from '../support/activityRows.ts'
import { DENIED, type IssueTeam, issueTeam, NOT_FOUND, noPk, outcome } from '../support/issueTeam.ts'
import { startServer, type TestServer } from '../support/server.ts'

let server: TestServer
let team: IssueTeam
let theirs: IssueTeam

beforeAll(async () => {
  server = await startServer()
  team = await issueTeam(server)
  theirs = await issueTeam(server)
})

type Row = Record<string, unknown> & { id: string; name: string }

describe('a state that goes', () => {
  const at = (id: string) => `${team.path}/states/${id}/`

  test('gives its issues another one: the archived and the drafts too, in one change', async () => {
    const state = await team.made<Row>(`${team.path}/states/`, {
      name: team.unique('Adrift'),
      color: '#fff',
      group: 'completed',
    })
    const next = team.state('completed')
    const [issue, archived] = [
      await team.issue({ state_id: state.id }),
      await team.issue({ state_id: state.id }),
    ]
    await team.admin.post(team.at(archived.id, 'archive/'))
    const draft = await team.made(
      `${team.path}/issue-drafts/`,
      { name: 'x', state_id: state.id },
      team.member,
    )
    const wrong = [theirs.state('started'), state.id, team.make.id()]
    for (const id of wrong)
      expect(outcome(await team.admin.delete(at(state.id), { new_state_id: id }))).toEqual(
        noPk('new_state_id', id),
      )
    expect(outcome(await team.member.delete(at(state.id), { new_state_id: next }))).toEqual(DENIED)
    const told = await during(server, team)(issue.id, async () => {
      expect(outcome(await team.admin.delete(at(state.id), { new_state_id: next }))).toEqual([204, ''])
    })
    expect(told).toMatchObject([{ field: 'state', old_value: state.name, new_identifier: next }])
    for (const { id } of [issue, archived]) expect((await team.read(id)).state_id).toBe(next)
    const mine = await team.member.get(`${team.path}/issue-drafts/${draft.id}/`)
    expect(mine.body.state_id).toBe(next)
    expect(outcome(await team.admin.get(at(state.id)))).toEqual(NOT_FOUND)
  })
})

describe('labels', () => {
  const at = (id: string) => `${team.path}/issue-labels/${id}/`
  const label = (fields: object = {}) =>
    team.made<Row>(`${team.path}/issue-labels/`, { name: team.unique('Tide'), ...fields })

  test('several at once, all or none', async () => {
    const names = [team.unique('Sill'), team.unique('Gauge')]
    const make = (given: string[], by = team.admin) =>
      by.post<{ labels: (Row & { color: string; sort_order: number })[] }>(
        `${team.path}/bulk-create-labels/`,
        { label_data: given.map(name => ({ name })) },
      )
    expect(outcome(await make(names, team.member))).toEqual(DENIED)
    const { status, body } = await make(names)
    expect([status, body.labels.map(row => row.name)]).toEqual([201, names])
    expect(body.labels.every(row => /^#[0-9a-f]{6}$/.test(row.color))).toBe(true)
    expect(new Set(body.labels.map(row => row.sort_order)).size).toBe(2)
    const before = await team.changes()
    for (const given of [
      [team.unique('New'), names[0]!],
      ['Twice', 'Twice'],
    ])
      expect((await make(given)).status).toBe(400)
    expect(await team.changes()).toBe(before)
  })

  test('merged: the other is wherever this one was, once, and labels below it come below the other', async () => {
    const [from, into, child] = [await label(), await label(), await label()]
    await team.admin.patch(at(child.id), { parent: from.id })
    const [one, both] = [
      await team.issue({ label_ids: [from.id] }),
      await team.issue({ label_ids: [from.id, into.id] }),
    ]
    const foreign = await theirs.label()
    for (const id of [foreign, from.id])
      expect(outcome(await team.admin.post(`${at(from.id)}merge/`, { into: id }))).toEqual(noPk('into', id))
    expect(outcome(await team.member.post(`${at(from.id)}merge/`, { into: into.id }))).toEqual(DENIED)
    const reply = await team.admin.post<Row>(`${at(from.id)}merge/`, { into: into.id })
    expect([reply.status, reply.body.id]).toEqual([200, into.id])
    for (const { id } of [one, both]) expect((await team.read(id)).label_ids).toEqual([into.id])
    expect((await team.admin.get(at(child.id))).body.parent).toBe(into.id)
    expect(outcome(await team.admin.get(at(from.id)))).toEqual(NOT_FOUND)
  })

  test('merged into one below it, and into each other at once: one is left, and no issue lost its own', async () => {
    const above = await label()
    const below = await label({ parent: above.id })
    expect((await team.admin.post(`${at(above.id)}merge/`, { into: below.id })).body.parent).toBeNull()
    for (let round = 0; round < 4; round++) {
      const [a, b] = [await label(), await label()]
      const issue = await team.issue({ label_ids: [a.id, b.id] })
      const replies = await Promise.all([
        team.admin.post(`${at(a.id)}merge/`, { into: b.id }),
        team.admin.post(`${at(b.id)}merge/`, { into: a.id }),
      ])
      expect(replies.filter(reply => reply.status === 200)).toHaveLength(1)
      for (const { status } of replies) expect(status).toBeLessThan(500)
      expect((await team.read(issue.id)).label_ids).toHaveLength(1)
    }
  })
})

describe('estimates', () => {
  type Point = { id: string; key: number; value: string }
  type Estimate = Row & { points: Point[]; last_used: boolean }
  const path = () => `${team.path}/estimates/`
  const make = (values: string[], more: object = {}, type = 'points') =>
    team.made<Estimate>(path(), {
      estimate: { type },
      estimate_points: values.map((value, key) => ({ key: key + 1, value })),
      ...more,
    })
  const read = async (id: string) => (await team.guest.get<Estimate>(`${path()}${id}/`)).body
  const valuesOf = ({ points }: Estimate) => points.map(point => [point.key, point.value])
  const used = async () => (await team.admin.get<{ estimate: string }>(`${team.path}/`)).body.estimate

  test('a point that goes leaves its issues another or none, in one change, and the rest moves up', async () => {
    const estimate = await make(['1', '2', '3', '5'])
    const [one, two] = estimate.points as [Point, Point]
    const issue = await team.issue({ estimate_point: two.id })
    const other = await team.issue({ estimate_point: one.id })
    const at = (point: Point) => `${path()}${estimate.id}/estimate-points/${point.id}/`
    const strangers = (await make(['1', '2'])).points
    for (const id of [strangers[0]!.id, two.id])
      expect(outcome(await team.admin.delete(at(two), { new_estimate_id: id }))).toEqual(
        noPk('new_estimate_id', id),
      )
    // A6: a point of another estimate is not found below this one.
    expect(outcome(await team.admin.delete(at(strangers[0]!)))).toEqual(NOT_FOUND)
    expect(outcome(await team.member.delete(at(two)))).toEqual(DENIED)
    const reply = await team.admin.delete<Point[]>(at(two), { new_estimate_id: one.id })
    expect([reply.status, reply.body.map(({ key, value }) => [key, value])]).toEqual([
      200,
      [
        [2, '3'],
        [3, '5'],
      ],
    ])
    expect((await team.read(issue.id)).estimate_point).toBe(one.id)
    expect((await team.told(issue.id)).at(-1)).toMatchObject({ field: 'estimate_point', new_value: '1' })
    expect((await team.admin.delete(at(one))).status).toBe(200)
    for (const { id } of [issue, other]) expect((await team.read(id)).estimate_point).toBeNull()
    const [left] = (await read(estimate.id)).points
    expect(outcome(await team.admin.delete(at(left!)))).toEqual([
      400,
      { error: 'An estimate keeps at least 2 points' },
    ])
  })

  test('points are added, changed and put in another order, and judged as when they were made', async () => {
    const estimate = await make(['1', '2'])
    const at = `${path()}${estimate.id}/`
    const add = (body: object, by = team.admin) => by.post<Point>(`${at}estimate-points/`, body)
    expect(outcome(await add({ key: 3 }))).toEqual([400, { error: 'Key and value are required' }])
    expect(outcome(await add({ key: 3, value: '2' }))).toEqual([
      400,
      { non_field_errors: ['Two points have the same value'] },
    ])
    expect(outcome(await add({ key: 3, value: '3' }, team.member))).toEqual(DENIED)
    const { body: point } = await add({ key: 3, value: '3' })
    const one = `${at}estimate-points/${point.id}/`
    expect((await team.admin.patch(one, { value: 'L' })).body).toEqual({
      non_field_errors: ['Value must be a number'],
    })
    expect((await team.admin.patch(one, { value: '8' })).body.value).toBe('8')
    const [first, second] = estimate.points as [Point, Point]
    const swapped = await team.admin.patch<Estimate>(at, {
      estimate: { name: team.unique('Effort') },
      estimate_points: [
        { id: first.id, key: 2 },
        { id: second.id, key: 1 },
      ],
    })
    expect(valuesOf(swapped.body)).toEqual([
      [1, '2'],
      [2, '1'],
      [3, '8'],
    ])
    expect(outcome(await team.admin.patch(at, {}))).toEqual([400, { error: 'Estimate points are required' }])
    for (const [key, value] of [
      [4, '13'],
      [5, '21'],
      [6, '34'],
    ])
      await add({ key, value })
    expect(outcome(await add({ key: 7, value: '55' }))).toEqual([
      400,
      { error: 'An estimate has at most 6 points' },
    ])
  })

  test('a project that switches gives every issue the point meant for it, or none', async () => {
    const old = await make(['1', '2', '3'])
    await team.admin.patch(`${team.path}/`, { estimate: old.id })
    const [a, b, c] = old.points as [Point, Point, Point]
    const issues = [
      await team.issue({ estimate_point: a.id }),
      await team.issue({ estimate_point: b.id }),
      await team.issue({ estimate_point: c.id }),
    ]
    const next = await make(['S', 'L'], {
      estimate: { type: 'categories' },
      replacing: [
        { from: a.id, to: 1 },
        { from: b.id, to: 2 },
      ],
    })
    const [small, large] = next.points as [Point, Point]
    const points = () => Promise.all(issues.map(async ({ id }) => (await team.read(id)).estimate_point))
    expect(await points()).toEqual([small.id, large.id, null])
    expect([await used(), (await read(next.id)).last_used, (await read(old.id)).last_used]).toEqual([
      next.id,
      true,
      false,
    ])
    const back = (replacements: object[], by = team.admin) =>
      by.post(`${path()}${old.id}/use/`, { replacements })
    expect(outcome(await back([], team.member))).toEqual(DENIED)
    for (const wrong of [
      { from: a.id, to: b.id },
      { from: small.id, to: large.id },
    ])
      expect((await back([wrong])).status).toBe(400)
    expect((await back([{ from: large.id, to: c.id }])).status).toBe(200)
    expect(await points()).toEqual([null, c.id, null])
    expect(await used()).toBe(old.id)
  })

  test('a deleted one goes from every issue and from its project', async () => {
    const estimate = await make(['1', '2'])
    await team.admin.patch(`${team.path}/`, { estimate: estimate.id })
    const issue = await team.issue({ estimate_point: estimate.points[0]!.id })
    expect(outcome(await theirs.admin.delete(`${theirs.path}/estimates/${estimate.id}/`))).toEqual(NOT_FOUND)
    expect(outcome(await team.member.delete(`${path()}${estimate.id}/`))).toEqual(DENIED)
    expect(outcome(await team.admin.delete(`${path()}${estimate.id}/`))).toEqual([204, ''])
    expect([(await team.read(issue.id)).estimate_point, await used()]).toEqual([null, null])
    expect((await team.admin.get(`${path()}${estimate.id}/`)).status).toBe(404)
  })

  test('and someone who estimates by a point at the moment that it goes: no issue keeps it', async () => {
    for (let round = 0; round < 5; round++) {
      const estimate = await make(['1', '2', '3'])
      const point = estimate.points[0]!
      const issue = await team.issue()
      const replies = await Promise.all([
        team.admin.delete(`${path()}${estimate.id}/estimate-points/${point.id}/`),
        team.member.patch(team.at(issue.id), { estimate_point: point.id }),
        team.member.post(`${team.path}/issues/`, { name: 'x', estimate_point: point.id }),
      ])
      expect(replies[0].status).toBe(200)
      for (const { status } of replies) expect(status).toBeLessThan(500)
      expect(await server.db('issues').where('estimate_point', point.id)).toEqual([])
    }
  })
})
