import { WebSocket } from 'ws'
import { PROTOCOL } from '../../api/contract/changes.ts'
import { recountTallies } from '../../api/db/tallies.ts'
import { fillProject } from '../../migrations/populate.ts'
import { creationFloor, type Floor, listFloors } from './floors.ts'
import { against, beside, type Figure, percentile, spread, timed } from './measure.ts'
import type { BenchWorld } from './world.ts'

const WARM = 5
const WRITERS = 16

export const lists = async ({ team, db, make, url }: BenchWorld, issues: number): Promise<Figure[]> => {
  await fillProject(db, team.project.id, issues)
  for (let n = 0; n < 4; n++) {
    const other = await make.project(team.admin, team.workspace.slug)
    await fillProject(db, other.id, Math.round(issues / 25))
  }
  const estimate = await team.admin.post<{ points: { id: string }[] }>(`${team.path}/estimates/`, {
    estimate: { type: 'points', last_used: true },
    estimate_points: ['1', '2', '3', '5', '8'].map((value, at) => ({ key: at + 1, value })),
  })
  const points = estimate.body.points.map(point => point.id)
  await db.raw('update issues set estimate_point = (?::uuid[])[1 + sequence_id % 5] where project_id = ?', [
    points,
    team.project.id,
  ])
  await recountTallies(db, 'project_id', team.project.id)
  await db.raw('vacuum analyze issues')
  const here = `${team.path}/issues/`
  const space = `/api/workspaces/${team.workspace.slug}`
  const all = `of ${issues}`
  const shapes: [string, number, string, Floor][] = [
    [`first page of 100 ${all}: flat`, 1.2, `${here}?per_page=100`, 'flat'],
    [`${all}: by state`, 1.5, `${here}?group_by=state_id&per_page=20&order_by=sort_order`, 'byState'],
    [
      `${all}: by state with points`,
      1.5,
      `${here}?group_by=state_id&per_page=20&order_by=sort_order&points=true`,
      'byState',
    ],
    [
      `${all}: state by priority`,
      1.5,
      `${here}?group_by=state_id&sub_group_by=priority&per_page=4&order_by=sort_order`,
      'cells',
    ],
    [`${all}: by label`, 1.5, `${here}?group_by=labels__id&per_page=20&order_by=sort_order`, 'byLabel'],
    ['workspace of five projects', 1.2, `${space}/issues/?per_page=100`, 'workspace'],
    ['workspace by priority', 1.5, `${space}/issues/?group_by=priority&per_page=20`, 'workspaceByPriority'],
    ['a person’s', 1.2, `${space}/user-issues/${team.admin.id}/?per_page=100`, 'person'],
  ]
  const floors = await listFloors(url, {
    project: team.project.id,
    workspace: team.workspace.id,
    person: team.admin.id,
  })
  const figures: Figure[] = []
  for (const [measure, aim, path, floor] of shapes) {
    const ask = () => team.admin.get(path)
    await timed(WARM, ask)
    await timed(WARM, floors.ask[floor])
    figures.push(against(measure, aim, await beside(40, ask, floors.ask[floor]), 'rows and counts by SQL'))
  }
  await floors.close()
  return figures
}

/** Sixteen writers with so many issues each: the time for all, and each one's wait. */
const crowd = async (each: number, write: (writer: number) => Promise<unknown>) => {
  const from = performance.now()
  const waits = await Promise.all(Array.from({ length: WRITERS }, (_, at) => timed(each, () => write(at))))
  return { rate: (WRITERS * each * 1000) / (performance.now() - from), waits: waits.flat() }
}

export const creations = async ({ make, team, url }: BenchWorld): Promise<Figure[]> => {
  const project = await make.project(team.admin, team.workspace.slug)
  const floor = await creationFloor(url, team.project.id, WRITERS)
  const ours = () => make.issue(team.admin, project.path)
  await crowd(3, ours)
  await crowd(3, floor.write)
  const [rates, floors, waits]: [number[], number[], number[]] = [[], [], []]
  // By turns, so that both meet the same machine.
  for (let round = 0; round < 4; round++) {
    floors.push((await crowd(20, floor.write)).rate)
    const made = await crowd(20, ours)
    rates.push(made.rate)
    waits.push(...made.waits)
  }
  const fsync = await timed(20, () => floor.commit())
  await floor.close()
  const [rate, best] = [percentile(rates, 0.5), percentile(floors, 0.5)]
  return [
    {
      measure: `create issue, ${WRITERS} writers in one project`,
      aim: '1.5 x',
      ratio: best / rate,
      value: `${Math.round(rate)}/s, ${spread(waits)}`,
      n: waits.length,
      note: `number, row, activity and change by SQL: ${Math.round(best)}/s; one commit: ${spread(fsync)}`,
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
