import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import type { Issue } from '../../api/contract/work/issues.ts'
import { type Envelope, idsOf, issueWorld, type SubGroups } from '../support/issueWorld.ts'
import { sharedServer, type TestServer } from '../support/server.ts'
import { runs } from '../support/soak.ts'

let server: TestServer
let world: Awaited<ReturnType<typeof issueWorld>>

beforeAll(async () => {
  server = await sharedServer()
  world = await issueWorld(server)
}, 60_000)

const get = async <T>(path: string) => (await world.admin.get<T>(path)).body
const rowsOf = async (more = '') =>
  (await get<Envelope<Issue[]>>(`${world.path}/issues/?per_page=1000${more}`)).results

/** The counts that lists tell without counting, and the sums of their rows. */
const told = async () => {
  const grouping = 'group_by=state_id&sub_group_by=priority&points=true&per_page=1'
  const { results, total_count, total_points, total_unestimated } = await get<Envelope<SubGroups>>(
    `${world.path}/issues/?${grouping}`,
  )
  const cells = Object.entries(results).flatMap(([state, group]) =>
    Object.entries(group.results).map(([priority, cell]) => `${state} ${priority} ${cell.total_results}`),
  )
  const tops = await get<Envelope<Issue[]>>(`${world.path}/issues/?sub_issue=false&per_page=1`)
  const active = await get<Envelope<Issue[]>>(
    `${world.path}/issues/?type=active&priority=high,low&per_page=1`,
  )
  return {
    cells: cells.sort(),
    total_count,
    total_points,
    total_unestimated,
    tops: tops.total_count,
    active: active.total_count,
  }
}
const counted = async () => {
  const rows = await rowsOf()
  const points = (
    await get<{ points: { id: string; value: string }[] }[]>(`${world.path}/estimates/`)
  ).flatMap(estimate => estimate.points)
  const cells = Map.groupBy(rows, row => `${row.state_id} ${row.priority}`)
  const value = (id: string | null) => Number(points.find(point => point.id === id)?.value ?? 0)
  const isActive = (row: Issue) =>
    ['unstarted', 'started'].includes(row.state__group) && ['high', 'low'].includes(row.priority)
  return {
    cells: [...cells].map(([cell, { length }]) => `${cell} ${length}`).sort(),
    total_count: rows.length,
    total_points: rows.reduce((sum, row) => sum + value(row.estimate_point), 0),
    total_unestimated: rows.filter(row => row.estimate_point === null).length,
    tops: rows.filter(row => row.parent_id === null).length,
    active: rows.filter(isActive).length,
  }
}

const acts = (): fc.Arbitrary<() => Promise<unknown>> => {
  const { admin, path, states, points } = world
  const nth = fc.nat(1000)
  const pick = <T>(list: T[], at: number) => list[at % list.length]!
  const some = async (at: number) => {
    const ids = idsOf(await rowsOf())
    return [pick(ids, at), pick(ids, at + 7), pick(ids, at * 3 + 1)]
  }
  const fields = fc.record(
    {
      state_id: fc.constantFrom(...states),
      priority: fc.constantFrom('none', 'low', 'medium', 'high', 'urgent'),
      estimate_point: fc.constantFrom(null, ...points.map(point => point.id)),
    },
    { requiredKeys: [] },
  )
  let gone: string[] = []
  return fc.oneof(
    fields.map(given => () => admin.post(`${path}/issues/`, { name: 'New', ...given })),
    fc.tuple(nth, fields).map(
      ([at, given]) =>
        async () =>
          admin.patch(`${path}/issues/${(await some(at))[0]}/`, given),
    ),
    fc.tuple(nth, fields).map(([at, properties]) => async () => {
      const issue_ids = await some(at)
      await admin.post(`${path}/bulk-operation-issues/`, { issue_ids, properties })
    }),
    nth.map(at => async () => {
      const [below, above] = await some(at)
      await admin.patch(`${path}/issues/${below}/`, { parent_id: at % 2 ? above : null })
    }),
    nth.map(at => async () => {
      gone = (await some(at)).slice(0, 2)
      await admin.delete(`${path}/bulk-delete-issues/`, { issue_ids: gone })
    }),
    fc.constant(() => admin.post(`${path}/bulk-restore-issues/`, { issue_ids: gone })),
    nth.map(at => async () => {
      const done = (await rowsOf('&state_group=completed,cancelled')).slice(at % 3, (at % 3) + 2)
      await admin.post(`${path}/bulk-archive-issues/`, { issue_ids: idsOf(done) })
    }),
    fc.constant(async () => {
      const { results } = await get<Envelope<Issue[]>>(`${path}/archived-issues/`)
      await admin.delete(`${path}/bulk-archive-issues/`, { issue_ids: idsOf(results).slice(1) })
    }),
    nth.map(
      at => () =>
        admin.patch(`${path}/states/${pick(states, at)}/`, { group: pick(['started', 'completed'], at) }),
    ),
    nth.map(at => async () => {
      const [one, two] = await some(at)
      // Refused whole, and so without a trace.
      await admin.post(`${path}/bulk-operation-issues/`, {
        updates: [
          { id: one, priority: 'urgent' },
          { id: two, state_id: '00000000-0000-4000-8000-000000000000' },
        ],
      })
    }),
  )
}

test('lists count their rows, whatever is done to issues', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(acts(), { minLength: 4, maxLength: 8 }), async turns => {
      // Two at a time: counts are kept under a lock, not by luck.
      for (let at = 0; at < turns.length; at += 2)
        await Promise.all(turns.slice(at, at + 2).map(act => act()))
      expect(await told()).toEqual(await counted())
    }),
    runs(8),
  )
})

test('an emptied group and a guest’s part of a list are counted as they are', async () => {
  const [first] = await rowsOf()
  const before = await told()
  await world.admin.patch(`${world.path}/issues/${first!.id}/`, { priority: 'urgent' })
  await world.admin.delete(`${world.path}/issues/${first!.id}/`)
  expect((await told()).total_count).toBeLessThan(before.total_count)
  const [own] = await rowsOf()
  await server.db('issues').where('id', own!.id).update({ created_by: world.guest.id })
  const seen = await world.guest.get<Envelope<Issue[]>>(`${world.path}/issues/`)
  expect([seen.body.total_count, idsOf(seen.body.results)]).toEqual([1, [own!.id]])
})
