import { WebSocket } from 'ws'
import { PROTOCOL } from '../../api/contract/changes.ts'
import type { Issue } from '../../api/contract/work/issues.ts'
import { fillProject } from '../../migrations/populate.ts'
import { type Figure, spread, timed } from './measure.ts'
import type { BenchWorld } from './world.ts'

/** The number of statements of a request, whatever their size. */
const statements = async ({ db }: BenchWorld, ask: () => Promise<unknown>): Promise<number> => {
  let seen = 0
  const listen = () => seen++
  db.on('query', listen)
  await ask()
  db.off('query', listen)
  return seen
}

const BULK = 1000

export const bulkEdits = async (bench: BenchWorld): Promise<Figure[]> => {
  const { make, team, db } = bench
  const project = await make.project(team.admin, team.workspace.slug)
  await fillProject(db, project.id, BULK)
  const issues = (await db('issues').where('project_id', project.id).select('id', 'priority')) as Issue[]
  const change = (priority: string) =>
    team.admin.post(`${project.path}/bulk-operation-issues/`, {
      issue_ids: issues.map(issue => issue.id),
      properties: { priority },
    })
  const back = () =>
    team.admin.post(`${project.path}/bulk-operation-issues/`, {
      updates: issues.map(({ id, priority }) => ({ id, priority })),
    })
  const samples = await timed(6, n => change(n % 2 ? 'high' : 'low'))
  const undone = await timed(1, back)
  return [
    {
      measure: `bulk edit of ${BULK} issues as one change`,
      aim: '2 s',
      value: spread(samples),
      n: samples.length,
      note: `${await statements(bench, () => change('urgent'))} statements; taken back in ${Math.round(undone[0] ?? 0)} ms`,
    },
  ]
}

export const histories = async ({ make, team }: BenchWorld): Promise<Figure[]> => {
  const issue = await make.issue(team.admin, team.path)
  const at = `${team.path}/issues/${issue.id}`
  for (let n = 0; n < 1000; n++) await team.admin.patch(`${at}/`, { name: `Name ${n}` })
  const samples = await timed(15, () => team.admin.get(`${at}/history/`))
  return [
    {
      measure: 'history of an issue with 1,000 activities',
      aim: 'p95 100 ms',
      value: spread(samples),
      n: samples.length,
    },
  ]
}

export const comments = async ({ make, team, origin }: BenchWorld): Promise<Figure[]> => {
  const issue = await make.issue(team.admin, team.path)
  const { body } = await team.member.get<{ at: object }>(`/api/workspaces/${team.workspace.slug}/bootstrap/`)
  let seen = () => {}
  const socket = new WebSocket(`${origin.replace('http', 'ws')}/live`, {
    headers: { cookie: team.member.cookie() },
  })
  await new Promise<void>(resolve => {
    socket.on('open', () =>
      socket.send(
        JSON.stringify({ type: 'hello', protocol: PROTOCOL, workspace: team.workspace.slug, after: body.at }),
      ),
    )
    socket.on('message', (raw: Buffer) => {
      if (raw.includes('"ready"')) resolve()
      if (raw.includes('"issue_comment"')) seen()
    })
  })
  const samples = await timed(30, async n => {
    const arrived = new Promise<void>(resolve => {
      seen = resolve
    })
    await team.admin.post(`${team.path}/issues/${issue.id}/comments/`, { comment_html: `<p>Word ${n}</p>` })
    await arrived
  })
  socket.close()
  return [
    {
      measure: 'comment -> a watcher’s socket',
      aim: 'p95 50 ms',
      value: spread(samples),
      n: samples.length,
      note: 'from sending it to arrival',
    },
  ]
}

/** Pages of one group far down, and the statements of each kind of list. */
export const paging = async (bench: BenchWorld): Promise<Figure[]> => {
  const { team, db } = bench
  const state = (await db('states').where('project_id', team.project.id).orderBy('sequence').first('id')) as {
    id: string
  }
  const group = `group_by=state_id&group=${state.id}&order_by=sort_order&per_page=50`
  const far = () => team.admin.get(`${team.path}/issues/?${group}&cursor=50:40:0`)
  await timed(3, far)
  const samples = await timed(30, far)
  const asked: [string, string][] = [
    ['flat', `${team.path}/issues/`],
    ['grouped', `${team.path}/issues/?group_by=state_id`],
    ['sub-grouped', `${team.path}/issues/?group_by=state_id&sub_group_by=labels__id`],
    ['workspace', `/api/workspaces/${team.workspace.slug}/issues/?group_by=priority`],
    ['archive', `${team.path}/archived-issues/`],
  ]
  const counted: string[] = []
  for (const [name, address] of asked)
    counted.push(`${name} ${await statements(bench, () => team.admin.get(address))}`)
  return [
    { measure: 'page 41 of one group', aim: 'p95 25 ms', value: spread(samples), n: samples.length },
    {
      measure: 'statements per list',
      aim: '4',
      value: counted.join(', '),
      n: asked.length,
      note: 'with the reader’s rights',
    },
  ]
}
