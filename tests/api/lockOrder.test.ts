import { beforeAll, expect, test } from 'vitest'
import { type IssueTeam, issueTeam } from '../support/issueTeam.ts'
import { startServer } from '../support/server.ts'
import type { Reply } from '../support/visitor.ts'

let server: Awaited<ReturnType<typeof startServer>>
let team: IssueTeam

beforeAll(async () => {
  server = await startServer()
  team = await issueTeam(server)
})

const ROUNDS = 6
const ISSUES = 4

type Round = Awaited<ReturnType<typeof begin>>
/** A cycle with issues that have points; `ended` lies in days that are over. */
const begin = async (ended = false) => {
  const scale = await team.made<{ id: string; points: { id: string }[] }>(`${team.path}/estimates/`, {
    estimate: { type: 'points' },
    estimate_points: ['1', '2', '3', '5', '8'].map((value, key) => ({ key: key + 1, value })),
  })
  const [cycle, next] = [await team.cycle(), await team.cycle()]
  const issues: string[] = []
  for (let n = 0; n < ISSUES; n++)
    issues.push((await team.issue({ estimate_point: scale.points[n]!.id, cycle_id: cycle })).id)
  if (ended) {
    year++
    await team.admin.patch(`${team.path}/cycles/${cycle}/`, {
      start_date: `${year}-01-01`,
      end_date: `${year}-01-02`,
    })
  }
  const points = scale.points.map(({ id }) => id)
  return { estimate: `${team.path}/estimates/${scale.id}/`, scale: scale.id, points, cycle, next, issues }
}
let year = 1950

const deletePoint =
  ({ estimate, points }: Round, at: number) =>
  () =>
    team.admin.send('DELETE', `${estimate}estimate-points/${points[at]}/`, { new_estimate_id: points[4] })
const patches = ({ issues }: Round, values: (at: number) => object) =>
  issues.map((issue, at) => () => team.member.patch(team.at(issue), values(at)))
const giving = (round: Round) => patches(round, at => ({ estimate_point: round.points[(at + 1) % 5] }))
const moving = (round: Round) => patches(round, at => ({ cycle_id: at % 2 ? round.next : round.cycle }))
const leaving = (round: Round) => patches(round, () => ({ cycle_id: null }))
const finishing = (round: Round) => patches(round, () => ({ state_id: team.state('started') }))
const remove = (path: string) => () => team.admin.delete(path)
const cycleOf = ({ cycle }: Round) => `${team.path}/cycles/${cycle}/`
const use = (round: Round) => () => team.admin.patch(`${team.path}/`, { estimate: round.scale })

const races: [string, boolean, (round: Round, other: Round) => (() => Promise<Reply>)[]][] = [
  ['two points are deleted', false, round => [0, 1, 2].map(at => deletePoint(round, at))],
  [
    'a cycle’s issues are moved on while they change',
    true,
    round => [
      () => team.admin.post(`${cycleOf(round)}transfer-issues/`, { new_cycle_id: round.next }),
      ...finishing(round),
      ...leaving(round),
    ],
  ],
  [
    'a scale is deleted while issues get its points',
    false,
    round => [remove(round.estimate), ...giving(round)],
  ],
  [
    'a cycle is deleted while issues come and go',
    false,
    round => [...moving(round), remove(cycleOf(round)), ...leaving(round)],
  ],
  [
    'a project changes its scale while others go',
    false,
    (round, other) => [
      use(other),
      remove(round.estimate),
      ...giving(round),
      use(round),
      remove(cycleOf(round)),
      ...moving(round),
    ],
  ],
  [
    'sub-issues go while their parents change',
    false,
    round => [
      () => team.member.patch(team.at(round.issues[0]!), { parent_id: round.issues[1] }),
      () => team.member.patch(team.at(round.issues[1]!), { parent_id: round.issues[0] }),
      () => team.member.patch(team.at(round.issues[2]!), { parent_id: round.issues[0] }),
      remove(team.at(round.issues[2]!)),
      () =>
        team.member.post(`${team.path}/bulk-operation-issues/`, {
          updates: round.issues.map(id => ({ id, priority: 'high' })),
        }),
    ],
  ],
]

for (const [what, ended, race] of races)
  test(`nobody fails when ${what}`, async () => {
    for (let n = 0; n < ROUNDS; n++) {
      const [round, other] = [await begin(ended), await begin()]
      const replies = await Promise.all(race(round, other).map(call => call()))
      expect(replies.map(({ status }) => status).filter(status => status >= 500)).toEqual([])
    }
  })

test('no two calls have waited for each other', async () => {
  await server.close()
})
