import { beforeAll, expect, test } from 'vitest'
import { inTurn } from '../support/inTurn.ts'
import { type IssueTeam, issueTeam, noPk, outcome } from '../support/issueTeam.ts'
import { startServer, type TestServer } from '../support/server.ts'

let server: TestServer
let team: IssueTeam

beforeAll(async () => {
  server = await startServer()
  team = await issueTeam(server)
})

const ROUNDS = 5

/** A cycle with one issue that has no point yet, and a scale of three. */
const begin = async () => {
  const { id, points } = await team.made<{ id: string; points: { id: string }[] }>(
    `${team.path}/estimates/`,
    {
      estimate: { type: 'points' },
      estimate_points: ['1', '3', '8'].map((value, key) => ({ key: key + 1, value })),
    },
  )
  const [cycle, issue] = [await team.cycle(), await team.issue()]
  await team.admin.post(`${team.path}/cycles/${cycle}/cycle-issues/`, { issues: [issue.id] })
  const at = (point: number) => `${team.path}/estimates/${id}/estimate-points/${points[point]!.id}/`
  const held = async () => {
    const { body } = await team.admin.get(`${team.path}/cycles/${cycle}/progress/`)
    return [body.total_estimate_points, body.backlog_estimate_points]
  }
  return { estimate: id, points: points.map(point => point.id), cycle, issue: issue.id, at, held }
}

test('a point deleted while an issue is given it: the issue has the other one or is refused, and counts as the one it has', async () => {
  for (let n = 0; n < ROUNDS; n++) {
    const { points, issue, at, held } = await begin()
    const [low, , high] = points
    const [given, gone] = await Promise.all([
      team.member.patch(team.at(issue), { estimate_point: high }),
      team.admin.send('DELETE', at(2), { new_estimate_id: low }),
    ])
    expect(gone.status).toBe(200)
    const has = (await team.read(issue)).estimate_point
    if (given.status === 204) expect([has, ...(await held())]).toEqual([low, 1, 1])
    else {
      expect(outcome(given)).toEqual(noPk('estimate_point', high!))
      expect([has, ...(await held())]).toEqual([null, 0, 0])
    }
  }
})

test('a point whose value changes while an issue with it comes into the cycle counts as its value', async () => {
  const { points, cycle, at, held } = await begin()
  const late = await team.issue({ estimate_point: points[1] })
  // First the one that counts by the old value, then the one that changes it.
  const [come, changed] = await inTurn(
    server,
    team.workspace.id,
    () => team.member.post(`${team.path}/cycles/${cycle}/cycle-issues/`, { issues: [late.id] }),
    () => team.admin.patch(at(1), { value: '5' }),
  )
  expect([come.status, changed.status]).toEqual([201, 200])
  expect(await held()).toEqual([5, 5])
})

test('a scale that takes the place of another gives each issue its point by one change', async () => {
  const { points, cycle, issue, held } = await begin()
  const other = await team.issue({ estimate_point: points[2] })
  await team.admin.patch(team.at(issue), { estimate_point: points[0] })
  await team.admin.post(`${team.path}/cycles/${cycle}/cycle-issues/`, { issues: [other.id] })
  expect(await held()).toEqual([9, 9])
  const changes = async () =>
    (await server.db('changes').where('entity', 'issue').orderBy('seq').pluck('row_id')) as string[]
  const before = (await changes()).length
  const next = await team.made<{ id: string; points: { id: string }[] }>(`${team.path}/estimates/`, {
    estimate: { type: 'points' },
    estimate_points: ['20', '40'].map((value, key) => ({ key: key + 1, value })),
    replacing: points.map(from => ({ from, to: 2 })),
  })
  const written = (await changes()).slice(before)
  expect(written).toEqual(expect.arrayContaining([issue, other.id]))
  expect(new Set(written).size).toBe(written.length)
  expect((await team.read(issue)).estimate_point).toBe(next.points[1]!.id)
  expect(await held()).toEqual([80, 80])
})
