import { beforeAll, describe, expect, test } from 'vitest'
import { EstimateAnswer } from '../../api/contract/planning/estimates.ts'
import { DENIED, type IssueTeam, issueTeam, NOT_FOUND, noPk, outcome } from '../support/issueTeam.ts'
import { startServer } from '../support/server.ts'

let team: IssueTeam
let theirs: IssueTeam

beforeAll(async () => {
  const server = await startServer()
  team = await issueTeam(server)
  theirs = await issueTeam(server)
})

type Estimate = {
  id: string
  name: string
  last_used: boolean
  points: { id: string; key: number; value: string }[]
}
const points = (...values: string[]) => values.map((value, at) => ({ key: at + 1, value }))
const create = (body: object, by = team.admin) => by.post<Estimate>(`${team.path}/estimates/`, body)
const list = async () => (await team.guest.get<Estimate[]>(`${team.path}/estimates/`)).body

describe('making an estimate', () => {
  test('answers it with its points by key', async () => {
    const reply = await create({
      estimate: { name: team.unique('Sizes'), type: 'categories' },
      estimate_points: [
        { key: 2, value: 'L', description: 'Large' },
        { key: 1, value: 'S' },
      ],
    })
    expect(reply.status).toBe(200)
    expect(EstimateAnswer.strict().parse(reply.body)).toEqual(reply.body)
    expect(reply.body).toMatchObject({
      type: 'categories',
      last_used: false,
      project: team.project.id,
      workspace: team.workspace.id,
    })
    expect(reply.body.points.map(point => [point.key, point.value])).toEqual([
      [1, 'S'],
      [2, 'L'],
    ])
    expect((await team.guest.get(`${team.path}/estimates/${reply.body.id}/`)).body).toEqual(reply.body)
    expect(outcome(await theirs.admin.get(`${theirs.path}/estimates/${reply.body.id}/`))).toEqual(NOT_FOUND)
  })

  test('finds a name when none is given or it is taken, and is listed by name', async () => {
    const body = { estimate: { type: 'points' }, estimate_points: points('1', '2') }
    const names = [(await create(body)).body.name, (await create(body)).body.name]
    expect(names).toEqual(['Points', 'Points 2'])
    const all = (await list()).map(estimate => estimate.name)
    expect(all).toEqual([...all].sort())
  })

  test('only one is the last used', async () => {
    const body = { estimate: { last_used: true }, estimate_points: points('S', 'L') }
    const [one, two] = [(await create(body)).body, (await create(body)).body]
    expect(two.last_used).toBe(true)
    const used = () =>
      list().then(all => all.filter(estimate => estimate.last_used).map(estimate => estimate.id))
    expect(await used()).toEqual([two.id])
    await team.admin.patch(`${team.path}/`, { estimate: one.id })
    expect(await used()).toEqual([one.id])
    const active = await team.member.get<{ estimate: string; key: number }[]>(
      `${team.path}/project-estimates/`,
    )
    expect(active.body.map(point => [point.estimate, point.key])).toEqual([
      [one.id, 1],
      [one.id, 2],
    ])
    await team.admin.patch(`${team.path}/`, { estimate: null })
    expect((await team.member.get(`${team.path}/project-estimates/`)).body).toEqual([])
    const foreign = (await theirs.points())[0]!.id
    const [theirEstimate] = (await theirs.admin.get<Estimate[]>(`${theirs.path}/estimates/`)).body
    expect(outcome(await team.admin.patch(`${team.path}/`, { estimate: theirEstimate!.id }))).toEqual(
      noPk('estimate', theirEstimate!.id),
    )
    const issue = await team.issue()
    expect(outcome(await team.admin.patch(team.at(issue.id), { estimate_point: foreign }))).toEqual(
      noPk('estimate_point', foreign),
    )
  })

  const REQUIRED = { error: 'Estimate points are required' }
  test.each([
    ['no point', [], REQUIRED],
    ['one point', points('1'), REQUIRED],
    ['seven points', points('1', '2', '3', '4', '5', '6', '7'), REQUIRED],
    ['a word', points('1', 'S'), [{}, { non_field_errors: ['Value must be a number'] }]],
    [
      'a long value',
      points('1', '2'.repeat(21)),
      [{}, { non_field_errors: ["Value can't be more than 20 characters"] }],
    ],
    [
      'a value twice',
      points('1', '1'),
      [
        { non_field_errors: ['Two points have the same value'] },
        { non_field_errors: ['Two points have the same value'] },
      ],
    ],
    [
      'a key twice',
      [
        { key: 1, value: '1' },
        { key: 1, value: '2' },
      ],
      [
        { non_field_errors: ['Two points have the same key'] },
        { non_field_errors: ['Two points have the same key'] },
      ],
    ],
  ])('%s is refused', async (_, estimate_points, body) => {
    const before = await team.changes()
    expect(outcome(await create({ estimate: { type: 'points' }, estimate_points }))).toEqual([400, body])
    expect(await team.changes()).toBe(before)
  })

  test('of time it is refused; by a member or guest too', async () => {
    const time = await create({ estimate: { type: 'time' }, estimate_points: points('1', '2') })
    expect([time.status, Object.keys(time.body)]).toEqual([400, ['estimate']])
    const body = { estimate: {}, estimate_points: points('S', 'L') }
    for (const by of [team.member, team.guest]) expect(outcome(await create(body, by))).toEqual(DENIED)
  })
})
