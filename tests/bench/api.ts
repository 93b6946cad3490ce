import { WebSocket } from 'ws'
import { PROTOCOL } from '../../api/contract/changes.ts'
import { fillProject } from '../../migrations/populate.ts'
import { type Figure, spread, timed } from './measure.ts'
import type { BenchWorld } from './world.ts'

const WARM = 5

export const lists = async ({ team, db }: BenchWorld, issues: number): Promise<Figure[]> => {
  await fillProject(db, team.project.id, issues)
  const estimate = await team.admin.post<{ points: { id: string }[] }>(`${team.path}/estimates/`, {
    estimate: { type: 'points', last_used: true },
    estimate_points: ['1', '2', '3', '5', '8'].map((value, at) => ({ key: at + 1, value })),
  })
  const points = estimate.body.points.map(point => point.id)
  await db.raw('update issues set estimate_point = (?::uuid[])[1 + sequence_id % 5] where project_id = ?', [
    points,
    team.project.id,
  ])
  await db.raw('vacuum analyze issues')
  const figures: Figure[] = []
  const shapes: [string, string, string][] = [
    ['flat', '15 ms', 'per_page=100'],
    ['grouped by state', '25 ms', 'group_by=state_id&per_page=20&order_by=sort_order'],
    ['the same with points', '40 ms', 'group_by=state_id&per_page=20&order_by=sort_order&points=true'],
    ['sub-grouped', '40 ms', 'group_by=state_id&sub_group_by=priority&per_page=4&order_by=sort_order'],
  ]
  for (const [name, aim, query] of shapes) {
    const ask = () => team.admin.get(`${team.path}/issues/?${query}`)
    await timed(WARM, ask)
    const samples = await timed(60, ask)
    figures.push({
      measure: `first page of 100 out of ${issues}: ${name}`,
      aim: `p95 ${aim}`,
      value: spread(samples),
      n: samples.length,
    })
  }
  return figures
}

export const creations = async ({ make, team }: BenchWorld): Promise<Figure[]> => {
  const project = await make.project(team.admin, team.workspace.slug)
  const [writers, each] = [16, 60]
  await Promise.all(Array.from({ length: writers }, () => make.issue(team.admin, project.path)))
  const from = performance.now()
  await Promise.all(
    Array.from({ length: writers }, async () => {
      for (let n = 0; n < each; n++) await make.issue(team.admin, project.path)
    }),
  )
  const seconds = (performance.now() - from) / 1000
  return [
    {
      measure: `create issue, ${writers} writers`,
      aim: '500/s',
      value: `${Math.round((writers * each) / seconds)}/s`,
      n: writers * each,
      note: 'clients share the machine’s two cores',
    },
  ]
}

export const fanOut = async ({ make, team, origin }: BenchWorld, watchers = 500): Promise<Figure[]> => {
  const issue = await make.issue(team.admin, team.path)
  const { body } = await team.member.get<{ at: { workspace: number; user: number } }>(
    `/api/workspaces/${team.workspace.slug}/bootstrap/`,
  )
  let waiting = 0
  let arrived: number[] = []
  let done = () => {}
  let from = 0
  const sockets: WebSocket[] = []
  for (let at = 0; at < watchers; at += 50)
    await Promise.all(
      Array.from(
        { length: Math.min(50, watchers - at) },
        () =>
          new Promise<void>(resolve => {
            const socket = new WebSocket(`${origin.replace('http', 'ws')}/live`, {
              headers: { cookie: team.member.cookie() },
            })
            sockets.push(socket)
            socket.on('open', () =>
              socket.send(
                JSON.stringify({
                  type: 'hello',
                  protocol: PROTOCOL,
                  workspace: team.workspace.slug,
                  after: body.at,
                }),
              ),
            )
            socket.on('message', (raw: Buffer) => {
              if (raw.includes('"ready"')) return resolve()
              arrived.push(performance.now() - from)
              if (--waiting === 0) done()
            })
          }),
      ),
    )
  const samples: number[] = []
  for (let n = 0; n < 30; n++) {
    arrived = []
    waiting = watchers
    const all = new Promise<void>(resolve => {
      done = resolve
    })
    from = performance.now()
    await team.admin.patch(`${team.path}/issues/${issue.id}/`, { name: `Name ${n}` })
    await all
    if (n >= 5) samples.push(...arrived)
  }
  for (const socket of sockets) socket.close()
  return [
    {
      measure: `change by one -> handed to ${watchers} watchers’ sockets`,
      aim: 'p95 30 ms',
      value: spread(samples),
      n: samples.length,
      note: 'from sending the PATCH to arrival; server and watchers in one process',
    },
  ]
}
