/** A deleted state and a deleted point come back, on the issues that had them. */
import { beforeAll, expect, test } from 'vitest'
import { build } from '../support/build.ts'
import { sharedServer } from '../support/server.ts'

let make: ReturnType<typeof build>
let team: Awaited<ReturnType<typeof make.team>>
beforeAll(async () => {
  make = build(await sharedServer())
  team = await make.team()
})

type Named = { id: string; name: string; group: string }
type Point = { id: string; key: number; value: string }
type Issue = { state_id: string; completed_at: string | null; estimate_point: string | null }

const addState = async (name: string, group = 'started') =>
  (await team.admin.post<Named>(`${team.path}/states/`, { name, group, color: '#123456' })).body
const issueOf = async (id: string) => (await team.admin.get<Issue>(`${team.path}/issues/${id}/`)).body
const pointsOf = async (path: string) =>
  (await team.admin.get<{ points: Point[] }>(path)).body.points.map(({ key, value }) => [key, value])

test('a deleted state comes back under its id, with the issues that have not moved on since', async () => {
  const [state, next, other] = [
    await addState('Drying', 'completed'),
    await addState('Wet'),
    await addState('Sold'),
  ]
  const at = `${team.path}/states/${state.id}/`
  const [stays, moves] = [
    await make.issue(team.admin, team.path, { state_id: state.id }),
    await make.issue(team.admin, team.path, { state_id: state.id }),
  ]
  const before = await make.issue(team.admin, team.path, { state_id: next.id })
  const { completed_at } = await issueOf(stays.id)
  expect((await team.admin.delete(at, { new_state_id: next.id })).status).toBe(204)
  expect(await issueOf(stays.id)).toMatchObject({ state_id: next.id, completed_at: null })
  await team.admin.patch(`${team.path}/issues/${moves.id}/`, { state_id: other.id })
  expect((await team.member.post(`${at}restore/`)).status).toBe(403)
  expect((await team.admin.post(`${at}restore/`)).status).toBe(204)
  expect((await team.admin.get<Named>(at)).body).toMatchObject({ name: 'Drying', group: 'completed' })
  expect(await issueOf(stays.id)).toMatchObject({ state_id: state.id, completed_at })
  expect((await issueOf(moves.id)).state_id).toBe(other.id)
  expect((await issueOf(before.id)).state_id).toBe(next.id)
  expect((await team.admin.post(`${at}restore/`)).status).toBe(404)
})

test('not while another state has its name, nor from elsewhere', async () => {
  const state = await addState('Tide')
  const at = `${team.path}/states/${state.id}/`
  await team.admin.delete(at)
  const other = await make.project(team.admin, team.workspace.slug)
  expect((await team.admin.post(`${other.path}/states/${state.id}/restore/`)).status).toBe(404)
  const heir = await addState('Tide')
  expect((await team.admin.post(`${at}restore/`)).status).toBe(400)
  await team.admin.patch(`${team.path}/states/${heir.id}/`, { name: 'Ebb' })
  expect((await team.admin.post(`${at}restore/`)).status).toBe(204)
})

test('a deleted point comes back to its place, on the issues that still have what they got instead', async () => {
  const { body: scale } = await team.admin.post<{ id: string; points: Point[] }>(`${team.path}/estimates/`, {
    estimate: { last_used: true },
    estimate_points: ['S', 'M', 'L'].map((value, key) => ({ key: key + 1, value })),
  })
  await team.admin.patch(`${team.path}/`, { estimate: scale.id })
  const [small, medium, large] = scale.points
  const at = `${team.path}/estimates/${scale.id}/`
  const one = `${at}estimate-points/${medium!.id}/`
  const of = (estimate_point: string) => make.issue(team.admin, team.path, { estimate_point })
  const [stays, moves] = [await of(medium!.id), await of(medium!.id)]
  const pointOf = async (issue: { id: string }) => (await issueOf(issue.id)).estimate_point
  for (const instead of [large!.id, null]) {
    expect((await team.admin.delete(one, { new_estimate_id: instead })).status).toBe(200)
    expect([await pointsOf(at), await pointOf(stays)]).toEqual([
      [
        [1, 'S'],
        [2, 'L'],
      ],
      instead,
    ])
    await team.admin.patch(`${team.path}/issues/${moves.id}/`, { estimate_point: small!.id })
    expect((await team.member.post(`${one}restore/`)).status).toBe(403)
    expect((await team.admin.post(`${one}restore/`)).status).toBe(204)
    expect(await pointsOf(at)).toEqual([
      [1, 'S'],
      [2, 'M'],
      [3, 'L'],
    ])
    expect([await pointOf(stays), await pointOf(moves)]).toEqual([medium!.id, small!.id])
  }
  expect((await team.admin.post(`${one}restore/`)).status).toBe(404)
})

test('a point comes back to no scale that is full, and to no issue of a project that counts by another', async () => {
  const addScale = async (values: string[]) =>
    (
      await team.admin.post<{ id: string; points: Point[] }>(`${team.path}/estimates/`, {
        estimate: {},
        estimate_points: values.map((value, key) => ({ key: key + 1, value })),
      })
    ).body
  const scale = await addScale(['1', '2', '3', '4', '5', '6'])
  await team.admin.patch(`${team.path}/`, { estimate: scale.id })
  const [gone] = scale.points
  const at = `${team.path}/estimates/${scale.id}/estimate-points/`
  const issue = await make.issue(team.admin, team.path, { estimate_point: gone!.id })
  await team.admin.delete(`${at}${gone!.id}/`)
  const seventh = await team.admin.post<Point>(at, { key: 7, value: '7' })
  const refused = await team.admin.post(`${at}${gone!.id}/restore/`)
  expect([refused.status, refused.headers.get('x-error-code')]).toEqual([400, 'estimate.tooManyPoints'])
  await team.admin.delete(`${at}${seventh.body.id}/`)
  const other = await addScale(['A', 'B'])
  await team.admin.post(`${team.path}/estimates/${other.id}/use/`, { replacements: [] })
  expect((await team.admin.post(`${at}${gone!.id}/restore/`)).status).toBe(204)
  expect((await issueOf(issue.id)).estimate_point).toBeNull()
})
