import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import type { Chart } from '../../api/contract/planning/insights.ts'
import type { Issue } from '../../api/contract/work/issues.ts'
import { purge } from '../../api/jobs/purge.ts'
import type { Person } from '../support/build.ts'
import { importCalls, importRunner } from '../support/imports.ts'
import { type Envelope, type Groups, idsOf, issueWorld, type SubGroups } from '../support/issueWorld.ts'
import { startServer, type TestServer } from '../support/server.ts'
import { runs } from '../support/soak.ts'
import { wrongTallies } from '../support/tallies.ts'

let server: TestServer
let world: Awaited<ReturnType<typeof issueWorld>>

beforeAll(async () => {
  server = await startServer()
  world = await issueWorld(server)
}, 60_000)

const get = async <T>(path: string) => (await world.admin.get<T>(path)).body
const rowsOf = async (more = '') =>
  (await get<Envelope<Issue[]>>(`${world.path}/issues/?per_page=1000${more}`)).results

/** The counts that lists give without counting, and the sums of their rows. */
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

/** Groups and charts by person and label, for a reader, and the sums of the rows that the same reader lists. */
const holdAgainstRows = async (who: Person) => {
  const read = async <T>(address: string) => (await who.get<T>(address)).body
  const { results: rows } = await read<Envelope<Issue[]>>(`${world.path}/issues/?per_page=1000`)
  const sums = (keysOf: (row: Issue) => string[]) => {
    const totals: Record<string, number> = {}
    for (const row of rows) for (const key of keysOf(row)) totals[key] = (totals[key] ?? 0) + 1
    return totals
  }
  const each = (ids: string[]) => (ids.length > 0 ? ids : ['None'])
  const axes = [
    ['assignees__id', (row: Issue) => each(row.assignee_ids)],
    ['labels__id', (row: Issue) => each(row.label_ids)],
  ] as const
  for (const [axis, keysOf] of axes) {
    const { results } = await read<Envelope<Groups>>(`${world.path}/issues/?group_by=${axis}&per_page=1`)
    const groups = Object.entries(results).flatMap(([key, { total_results }]) =>
      total_results > 0 ? [[key, total_results]] : [],
    )
    expect(Object.fromEntries(groups)).toEqual(sums(keysOf))
    const address = `/api/workspaces/${world.workspace.slug}/analytics/chart/?x_axis=${axis}&segment=priority`
    const answer = await who.get<Chart>(address)
    if (who === world.guest) expect(answer.status).toBe(403)
    else {
      const { total, rows: bars } = answer.body
      expect([total, Object.fromEntries(bars.map(bar => [bar.key, bar.total]))]).toEqual([
        rows.length,
        sums(keysOf),
      ])
      const cells = bars.flatMap(bar => bar.cells.map(cell => [`${bar.key} ${cell.key}`, cell.total]))
      expect(Object.fromEntries(cells)).toEqual(sums(row => keysOf(row).map(key => `${key} ${row.priority}`)))
    }
  }
  const [mine, others] = await Promise.all(
    [`assignees=${world.member.id},None`, `assignees__not=${world.member.id}&labels=${world.labels[0]}`].map(
      words => read<Envelope<Issue[]>>(`${world.path}/issues/?${words}&per_page=1`),
    ),
  )
  const isMine = (row: Issue) => row.assignee_ids.includes(world.member.id)
  expect(mine!.total_count).toBe(rows.filter(row => isMine(row) || row.assignee_ids.length === 0).length)
  expect(others!.total_count).toBe(
    rows.filter(row => !isMine(row) && row.label_ids.includes(world.labels[0]!)).length,
  )
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
      assignee_ids: fc.subarray([admin.id, world.member.id]),
      label_ids: fc.subarray(world.labels),
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
    nth.map(at => async () => {
      const label = `${path}/issue-labels/${pick(world.labels, at)}/`
      await admin.delete(label)
      await admin.post(`${label}restore/`)
    }),
    fc.constant(() => purge(server.db, { hardDeleteAfterDays: 0, dataDir: server.dataDir })),
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
      expect(await wrongTallies(server.db)).toEqual([])
      for (const who of [world.admin, world.member, world.guest]) await holdAgainstRows(who)
    }),
    runs(8),
  )
})

test('what an import brings and takes out again is counted', async () => {
  const runner = await importRunner(server)
  const calls = importCalls(world.admin, world.workspace.slug)
  const lines = [1, 2, 3].map(n => `TL-${n},Berth ${n},Bug,${world.member.email}`)
  try {
    const { id } = await calls.whole(['Key,Title,Labels,Assignee', ...lines].join('\n'))
    const rows = await server.db('issues').where('external_id', 'like', 'TL-%').select('assignee_ids')
    expect(rows.map(row => row.assignee_ids)).toEqual(Array(3).fill([world.member.id]))
    expect(await wrongTallies(server.db)).toEqual([])
    await calls.act(id, 'undo')
    await calls.reaches(id, 'undone')
    expect(await wrongTallies(server.db)).toEqual([])
  } finally {
    await runner.stop()
  }
})

test('counts that have become nothing are forgotten by the purge, and begin again where one comes back', async () => {
  const [issue] = await rowsOf()
  const label_ids = world.labels.slice(0, 3).reverse()
  const patch = (body: object) => world.admin.patch(`${world.path}/issues/${issue!.id}/`, body)
  const cells = () => server.db('label_tallies').whereRaw('label_ids = ?::uuid[]', [label_ids]).pluck('total')
  await patch({ label_ids })
  const [kept] = await rowsOf(`&name=${encodeURIComponent(issue!.name)}`)
  await patch({ label_ids: [] })
  await purge(server.db, { hardDeleteAfterDays: 60, dataDir: server.dataDir })
  expect((await cells()).filter(total => total === 0)).toEqual([])
  await patch({ label_ids })
  expect(await wrongTallies(server.db)).toEqual([])
  expect(kept).toBeDefined()
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
