/** The state in which an issue began and the time of its start are kept beside it, as its history says them. */
import { beforeAll, expect, test } from 'vitest'
import { build } from '../support/build.ts'
import { dice } from '../support/dice.ts'
import { sharedServer, type TestServer } from '../support/server.ts'

type State = { id: string; name: string; group: string }
type Kept = { id: string; first_state_id: string; started_at: string | null }

let server: TestServer
beforeAll(async () => {
  server = await sharedServer()
})

const world = async () => {
  const make = build(server)
  const team = await make.team()
  const { admin, path, project } = team
  await admin.patch(`${path}/`, { inbox_view: true })
  const made = (
    await admin.post<State>(`${path}/states/`, { name: 'Review', color: '#8856c5', group: 'started' })
  ).body
  const states = (await admin.get<State[]>(`${path}/states/`)).body
  const kept = async (): Promise<Map<string, Kept>> => {
    const rows = (await server
      .db('issues')
      .where('project_id', project.id)
      .select('id', 'first_state_id', 'started_at')) as Kept[]
    return new Map(rows.map(row => [row.id, row]))
  }
  const recounted = async () => {
    await server.db.raw('select recount_starts(?)', [project.id])
    return kept()
  }
  const one = (id: string, state: State | undefined) =>
    admin.patch(`${path}/issues/${id}/`, { state_id: state!.id })
  return { ...team, make, states, review: made, kept, recounted, one }
}

/** A row of the history is written a moment after its event. */
const expectSame = (kept: Map<string, Kept>, told: Map<string, Kept>) => {
  for (const [id, { first_state_id, started_at }] of kept) {
    const other = told.get(id)!
    expect([id, first_state_id, started_at === null]).toEqual([
      id,
      other.first_state_id,
      other.started_at === null,
    ])
    if (started_at)
      expect(Math.abs(Date.parse(started_at) - Date.parse(other.started_at!))).toBeLessThan(1_000)
  }
}

test('however they move: by one person or several at once, by the intake, by a state that goes', async () => {
  const { admin, path, make, states, review, kept, recounted, one } = await world()
  const chance = dice(5)
  const ids: string[] = []
  for (let n = 0; n < 30; n++) {
    const { id } = await make.issue(admin, path, { state_id: chance.pick(states).id })
    ids.push(id)
    for (let move = chance.number(4); move > 0; move--) await one(id, chance.pick(states))
  }
  await admin.post(`${path}/bulk-operation-issues/`, {
    issue_ids: ids.slice(0, 10),
    properties: { state_id: review.id },
  })
  const asked = await admin.post<{ issue: { id: string } }>(`${path}/inbox-issues/`, {
    issue: { name: 'A leak' },
  })
  await admin.patch(`${path}/inbox-issues/${asked.body.issue.id}/`, { status: 1 })
  await one(asked.body.issue.id, review)
  const [other] = states.filter(({ group, id }) => group === 'started' && id !== review.id)
  const gone = await admin.delete(`${path}/states/${other!.id}/`, { new_state_id: review.id })
  expect(gone.status).toBeLessThan(300)
  await admin.delete(`${path}/issues/${ids[0]}/`)
  const before = await kept()
  expect([...before.values()].filter(({ started_at }) => started_at).length).toBeGreaterThan(10)
  expectSame(before, await recounted())
})

test('by the present group of a state, for issues that have left it too', async () => {
  const { admin, path, make, states, kept, recounted, one } = await world()
  const of = (group: string) => states.find(state => state.group === group)
  const { id } = await make.issue(admin, path, { state_id: of('backlog')!.id })
  const waits = (
    await admin.post<State>(`${path}/states/`, { name: 'Waits', color: '#8856c5', group: 'unstarted' })
  ).body
  await one(id, waits)
  await one(id, of('completed'))
  expect((await kept()).get(id)!.started_at).toBeNull()
  await admin.patch(`${path}/states/${waits.id}/`, { group: 'started' })
  const started = (await kept()).get(id)!.started_at
  expect(started).not.toBeNull()
  expectSame(await kept(), await recounted())
  await admin.patch(`${path}/states/${waits.id}/`, { group: 'unstarted' })
  expect((await kept()).get(id)!.started_at).toBeNull()
})
