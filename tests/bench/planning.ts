import { addDays, dayIn } from '../../api/contract/people/zones.ts'
import { fillProject } from '../../migrations/populate.ts'
import { asking, beside, callsWithin, type Figure, spread, timed } from './measure.ts'
import type { BenchWorld } from './world.ts'

const HELD = 5_000
const BULK = 1_000
const ENTRIES = 500
const DAYS = 90

/**
 * A cycle of 90 days with 5,000 issues and 20,000 changes, made through the door by the thousand; their quarters of an hour
 * are then laid out over the days, as many as there are in such a time; they come to nothing, so that the chart keeps its height.
 */
export const largeCycle = async ({ make, team, db }: BenchWorld) => {
  const { path, id } = await make.project(team.admin, team.workspace.slug)
  const post = async <T>(to: string, body: object) => {
    const answer = await team.admin.post<T>(`${path}/${to}/`, body)
    // A figure of what was refused would be of nothing.
    if (answer.status >= 300) throw new Error(`${to}: ${answer.status} ${JSON.stringify(answer.body)}`)
    return answer.body
  }
  await post('members', { members: [{ member_id: team.member.id, role: 15 }] })
  await post('issue-labels', { name: 'Reef' })
  const estimate = await post<{ id: string; points: { id: string }[] }>('estimates', {
    estimate: { type: 'points', last_used: true },
    estimate_points: ['1', '2', '3', '5'].map((value, key) => ({ key: key + 1, value })),
  })
  await team.admin.patch(`${path}/`, { estimate: estimate.id, cycle_view: true })
  await fillProject(db, id, HELD)
  const today = dayIn('UTC')
  const days = { start_date: addDays(today, -80), end_date: addDays(today, 9) }
  const cycle = await post<{ id: string }>('cycles', { name: 'Spring', ...days })
  const ids: string[] = await db('issues').where('project_id', id).pluck('id')
  const states: string[] = await db('states').where('project_id', id).pluck('id')
  for (let n = 0; n < HELD; n += BULK)
    await post(`cycles/${cycle.id}/cycle-issues`, { issues: ids.slice(n, n + BULK) })
  for (let round = 0; round < 3; round++)
    for (let n = 0; n < HELD; n += BULK)
      await post('bulk-operation-issues', {
        updates: ids.slice(n, n + BULK).map((issue, at) => ({
          id: issue,
          state_id: states[(at + round) % states.length],
          estimate_point: estimate.points[(at + round) % 4]!.id,
          assignee_ids: [at % 2 ? team.admin.id : team.member.id],
        })),
      })
  await db.raw(
    `insert into cycle_steps (id, at, total_issues, started_issues, completed_issues)
       select ?, date_bin('15 minutes', now(), 'epoch') - n * interval '15 minutes', n % 3 - 1, 1 - n % 2 * 2, n % 2 * 2 - 1
         from generate_series(1, ?) n on conflict do nothing`,
    [cycle.id, DAYS * 80],
  )
  await db.raw('vacuum analyze issues, cycle_steps')
  return { path, projectId: id, cycleId: cycle.id, held: ids }
}

export const charts = async (bench: BenchWorld): Promise<Figure[]> => {
  const { path, cycleId } = await largeCycle(bench)
  const at = `${path}/cycles/${cycleId}/`
  const figures: Figure[] = []
  for (const type of ['issues', 'points']) {
    const ask = () => bench.team.admin.get(`${at}analytics/?type=${type}`)
    await timed(5, ask)
    // The cost of any call on this machine, by turns with it.
    const { samples, floors } = await beside(40, ask, () => bench.team.admin.get(`${at}progress/`))
    figures.push({
      measure: `analytics in ${type} of a cycle with ${HELD} issues`,
      aim: 'p95 50 ms',
      value: spread(samples),
      n: samples.length,
      note: `${DAYS} days, ${DAYS * 80} quarters of an hour in which something changed; its progress alone: ${spread(floors)}`,
    })
  }
  return figures
}

export const plans = async ({ make, team }: BenchWorld): Promise<Figure[]> => {
  const { path } = await make.project(team.admin, team.workspace.slug)
  for (let n = 0; n < ENTRIES; n++) {
    await team.admin.post(`${path}/cycles/`, { name: `Cycle ${n}` })
    await team.admin.post(`${path}/modules/`, { name: `Module ${n}` })
  }
  const asked = {
    'cycles across': `/api/workspaces/${team.workspace.slug}/cycles/`,
    'cycles of a project': `${path}/cycles/`,
    'modules of a project': `${path}/modules/`,
    'modules across': `/api/workspaces/${team.workspace.slug}/modules/`,
  }
  const calls = Object.fromEntries(
    Object.entries(asked).map(([name, address]) => [
      `list of ${ENTRIES} ${name}`,
      asking(team.admin, address),
    ]),
  )
  return callsWithin(300, calls, asking(team.admin, '/api/users/me/'))
}
