import { addDays, dayIn } from '../../api/contract/people/zones.ts'
import type { Person } from './build.ts'
import { build } from './build.ts'
import { dice } from './dice.ts'
import type { Envelope } from './issueWorld.ts'
import type { TestServer } from './server.ts'

type Named = { id: string; name: string }
export type StateRow = Named & { group: string; sequence: number }
export type Move = { issue: string; at: number; from: string; to: string }
type Listed = Envelope<{ id: string; state_id: string; created_at: string; completed_at: string | null }[]>

const HOUR = 3_600_000

/**
 * Three projects: one of everybody, one that only the admin is in, one in which a member is a guest. Their issues came
 * through states within half a year, as their histories say; some are archived, deleted or wait at the intake.
 */
export const analyticsWorld = async (server: TestServer, seed: number) => {
  const make = build(server)
  const team = await make.team()
  const { admin, member, workspace } = team
  const half = await make.person()
  await make.joinWorkspace(admin, workspace.slug, half, 15)
  await make.joinProject(admin, team.path, half, 5)
  const secret = await make.project(admin, workspace.slug, { network: 0 })
  const mixed = await make.project(admin, workspace.slug)
  await make.joinProject(admin, mixed.path, half, 15)
  await make.joinProject(admin, mixed.path, member, 15)
  await member.patch('/api/users/me/', { user_timezone: 'America/New_York' })
  await half.patch('/api/users/me/', { user_timezone: 'Pacific/Kiritimati' })
  const chance = dice(seed)
  const people: Person[] = [admin, member, half]
  const today = dayIn('UTC')
  const labels: string[] = []
  const projects: string[] = []
  const made = async <T = Named>(to: string, body: object) => {
    const reply = await admin.post<T>(to, body)
    if (reply.status >= 300) throw new Error(`${to}: ${reply.status} ${JSON.stringify(reply.body)}`)
    return reply.body
  }
  for (const path of [team.path, secret.path, mixed.path]) {
    projects.push(path.split('/').at(-1)!)
    await admin.patch(`${path}/`, { inbox_view: true })
    const states = (await admin.get<StateRow[]>(`${path}/states/`)).body
    await made(`${path}/states/`, { name: 'Review', color: '#8856c5', group: 'started' })
    const all = [...states, ...(await admin.get<StateRow[]>(`${path}/states/`)).body.slice(-1)]
    const own: string[] = []
    for (const name of ['Bug', 'Reef']) own.push((await made(`${path}/issue-labels/`, { name })).id)
    labels.push(...own)
    const { points } = await made<{ points: Named[] }>(`${path}/estimates/`, {
      estimate: { type: 'points', last_used: true },
      estimate_points: ['1', '2', '5'].map((value, key) => ({ key: key + 1, value })),
    })
    const cycle = await made(`${path}/cycles/`, { name: 'Spring' })
    for (let n = 0; n < 22; n++) {
      const { id } = await make.issue(admin, path, {
        state_id: chance.pick(all).id,
        priority: chance.pick(['none', 'low', 'high', 'urgent']),
        label_ids: own.filter(() => chance.chance(0.4)),
        assignee_ids: (path === secret.path ? [admin] : people)
          .filter(() => chance.chance(0.4))
          .map(one => one.id),
        target_date: chance.chance(0.5) ? addDays(today, chance.number(40) - 25) : null,
        estimate_point: chance.chance(0.6) ? chance.pick(points).id : null,
      })
      for (let move = chance.number(5); move > 0; move--)
        await admin.patch(`${path}/issues/${id}/`, { state_id: chance.pick(all).id })
      if (chance.chance(0.2)) await made(`${path}/cycles/${cycle.id}/cycle-issues/`, { issues: [id] })
      await server
        .db('issues')
        .where({ id })
        .update({ created_by: chance.pick(people).id })
      if (chance.chance(0.07)) await admin.delete(`${path}/issues/${id}/`)
      else if (chance.chance(0.2)) await admin.post(`${path}/issues/${id}/archive/`)
    }
    await made(`${path}/inbox-issues/`, { issue: { name: 'A leak' } })
  }

  // Lays out in time what was done at once: an issue is made, moves, and is completed when it last came to its group.
  const states = new Map(
    ((await server.db('states').select('id', 'name', 'group', 'sequence')) as StateRow[]).map(state => [
      state.id,
      state,
    ]),
  )
  const rows = (await server
    .db('issues')
    .whereIn('project_id', projects)
    .select('id', 'state_id', 'completed_at')) as {
    id: string
    state_id: string
    completed_at: string | null
  }[]
  for (const { id, completed_at } of rows) {
    const moves = (await server
      .db('issue_activities')
      .where({ issue: id, field: 'state' })
      .orderBy('created_at')
      .select('id', 'new_identifier')) as { id: string; new_identifier: string }[]
    const times = Array.from(
      { length: moves.length + 1 },
      () => Date.now() - HOUR - chance.number(180 * 24) * HOUR - chance.number(HOUR),
    ).sort((a, b) => a - b)
    const iso = (at: number) => new Date(times[at]!).toISOString()
    for (const [at, move] of moves.entries())
      await server
        .db('issue_activities')
        .where('id', move.id)
        .update({ created_at: iso(at + 1) })
    let completed = 0
    for (const [at, { new_identifier }] of moves.entries())
      if (states.get(new_identifier)!.group !== 'completed') completed = at + 2
    await server
      .db('issues')
      .where({ id })
      .update({
        created_at: iso(0),
        completed_at: completed_at && iso(Math.min(completed, moves.length)),
      })
  }
  for (const project of projects) await server.db.raw('select recount_starts(?)', [project])
  const space = `/api/workspaces/${workspace.slug}`
  const totals = new Map<string, Promise<Listed>>()
  return {
    ...team,
    make,
    space,
    projects,
    labels,
    people,
    states,
    chance,
    zoneOf: new Map([
      [admin, 'UTC'],
      [member, 'America/New_York'],
      [half, 'Pacific/Kiritimati'],
    ]),
    /** A list of the workspace as one of its people sees it. */
    list: (by: Person, words: Record<string, string>): Promise<Listed> => {
      const query = `${new URLSearchParams({ ...words, points: 'true', per_page: '1000' })}`
      const key = `${by.id}?${query}`
      const found =
        totals.get(key) ??
        by.get<Listed>(`${space}/issues/?${query}`).then(({ status, body }) => {
          if (status !== 200) throw new Error(`${query}: ${status} ${JSON.stringify(body)}`)
          return body
        })
      totals.set(key, found)
      return found
    },
    moves: async (): Promise<Map<string, Move[]>> => {
      const told = (await server
        .db('issue_activities')
        .where('field', 'state')
        .whereIn('project', projects)
        .orderBy('created_at')
        .select('issue', 'created_at', 'old_identifier', 'new_identifier')) as Record<string, string>[]
      return Map.groupBy(
        told.map(row => ({
          issue: row.issue!,
          at: Date.parse(row.created_at!),
          from: row.old_identifier!,
          to: row.new_identifier!,
        })),
        move => move.issue,
      )
    },
  }
}

export type AnalyticsWorld = Awaited<ReturnType<typeof analyticsWorld>>
