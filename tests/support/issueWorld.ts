import type { Names } from '../../api/contract/lists/issueOrder.ts'
import type { EstimatePoint } from '../../api/contract/planning/estimates.ts'
import { type Issue, priorities } from '../../api/contract/work/issues.ts'
import { build } from './build.ts'
import { fill, many } from './fill.ts'
import type { TestServer } from './server.ts'

export type Envelope<T> = {
  results: T
  total_count: number
  total_points?: number
  total_unestimated?: number
  count: number
  next_page_results: boolean
  next_cursor: string
  total_pages: number
}
export type Group = { results: Issue[]; total_results: number }
export type Groups = Record<string, Group>
export type SubGroups = Record<string, { results: Groups; total_results: number }>
type Named = { id: string; name: string }

const pick = <T>(list: readonly T[], at: number) => list[at % list.length]!
export const idsOf = (rows: { id: string }[]) => rows.map(row => row.id)

/** A project whose forty issues hold every kind of value that a list may filter, order and group by. */
export const issueWorld = async (server: TestServer) => {
  const make = build(server)
  const team = await make.team()
  const { admin, path } = team
  const named = new Map<string, string | number>()
  const create = async (to: string, body: Record<string, unknown>) => {
    const { id, name } = (await admin.post<Named>(`${path}/${to}/`, body)).body
    named.set(id, name)
    return id
  }
  const stateRows = (await admin.get<Named[]>(`${path}/states/`)).body
  const states = idsOf(stateRows)
  for (const { id, name } of stateRows) named.set(id, name)
  const labels: string[] = []
  for (const name of ['Bug', 'tides', 'Ärger', 'Pricing']) labels.push(await create('issue-labels', { name }))
  const cycles = [
    await create('cycles', { name: 'Spring', start_date: '2199-01-01', end_date: '2199-01-14' }),
    await create('cycles', { name: 'autumn' }),
  ]
  const modules: string[] = []
  for (const name of ['Quay', 'Berths', 'cranes']) modules.push(await create('modules', { name }))
  const estimate = await admin.post<{ points: EstimatePoint[] }>(`${path}/estimates/`, {
    estimate: { type: 'points', last_used: true },
    estimate_points: ['8', '1', '3'].map((value, at) => ({ key: at + 1, value })),
  })
  const { points } = estimate.body
  for (const point of points) named.set(point.id, point.key)
  const users = (await server.db('users').select('id', 'first_name')) as { id: string; first_name: string }[]
  for (const { id, first_name } of users) named.set(id, first_name)
  const names: Names = (_kind, id) => named.get(id) ?? null

  const begin = Date.now() - 60_000
  const wishes = many(40, at => ({
    created_at: new Date(begin + at * 1000).toISOString(),
    name: `${at % 6 ? 'Issue' : 'Crane'} ${(at * 7) % 40}`,
    state_id: pick(states, at * 3),
    priority: pick(priorities, at * 2),
    label_ids: labels.filter((_, bit) => at & (1 << bit)),
    assignee_ids: at % 4 === 0 ? [] : at % 4 === 1 ? [admin.id] : [admin.id, team.member.id],
    start_date: at % 3 ? `2026-10-${String((at % 28) + 1).padStart(2, '0')}` : null,
    target_date: at % 5 ? `2026-11-${String((at % 28) + 1).padStart(2, '0')}` : null,
    estimate_point: at % 4 ? pick(points, at).id : null,
  }))
  const isBy = (who: string) => (_: unknown, at: number) => (at % 3 ? admin.id : team.member.id) === who
  for (const who of [team.member, admin]) await fill(server, who, team.project, wishes.filter(isBy(who.id)))
  const issues = (await admin.get<Envelope<Issue[]>>(`${path}/issues/?per_page=1000`)).body.results
  const updates = issues.map(({ id }, at) => ({
    id,
    ...(at % 3 ? { cycle_id: pick(cycles, at) } : {}),
    module_ids: modules.filter((_, bit) => at & (1 << bit)),
    ...(at % 7 === 1 ? { parent_id: issues[0]!.id } : {}),
  }))
  // Of several moments, and more than one in each.
  for (let from = 0; from < updates.length; from += 5) {
    const reply = await admin.post(`${path}/bulk-operation-issues/`, {
      updates: updates.slice(from, from + 5),
    })
    if (reply.status !== 204) throw new Error(`bulk: ${reply.status} ${JSON.stringify(reply.body)}`)
  }
  const all = (await admin.get<Envelope<Issue[]>>(`${path}/issues/?per_page=1000`)).body.results
  /** Rows that orders know by their names as well. */
  const know = (rows: Named[]) => {
    for (const { id, name } of rows) named.set(id, name)
  }
  return { ...team, all, labels, states, cycles, modules, points, names, know }
}
