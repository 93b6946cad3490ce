import { pino } from 'pino'
import { WebSocket } from 'ws'
import { PROTOCOL } from '../../api/contract/changes.ts'
import { notifier } from '../../api/jobs/notify.ts'
import { startReader } from '../../api/live/reader.ts'
import { type Figure, percentile, spread, timed } from './measure.ts'
import type { BenchWorld } from './world.ts'

const ROUNDS = 12
const WARM = 2

/** Rows like those of one member, for everyone: by calls they would take minutes. */
const alike = (table: string, column: string) =>
  `insert into ${table}
   select (jsonb_populate_record(null::${table}, to_jsonb(r) || jsonb_build_object('id', gen_random_uuid(), '${column}', p.id))).*
     from ${table} r cross join unnest(:people::uuid[]) as p(id)
    where r.${column} = :member and r.deleted_at is null`

/**
 * One comment on an issue that so many follow, each with a browser open: the time until the last badge, and the wait of
 * others.
 */
export const notices = async (bench: BenchWorld, followers = 500): Promise<Figure[]> => {
  const { make, db, origin } = bench
  const team = await make.team()
  const issue = await make.issue(team.admin, team.path)
  const other = await make.issue(team.admin, team.path)
  await team.member.post(`${team.path}/issues/${issue.id}/subscribe/`)
  const people = [team.member]
  while (people.length < followers)
    people.push(...(await Promise.all(Array.from({ length: 20 }, () => make.person()))))
  people.length = followers
  const bindings = { people: people.slice(1).map(({ id }) => id), member: team.member.id }
  for (const [table, column] of [
    ['workspace_members', 'member_id'],
    ['project_members', 'member'],
    ['issue_subscriptions', 'subscriber'],
  ] as const)
    await db.raw(alike(table, column), bindings)

  let waiting = 0
  let done = () => {}
  const open = async (person: (typeof people)[number]) => {
    const { body } = await person.get<{ at: object }>(`/api/workspaces/${team.workspace.slug}/bootstrap/`)
    const socket = new WebSocket(`${origin.replace('http', 'ws')}/live`, {
      headers: { cookie: person.cookie() },
    })
    await new Promise<void>((resolve, reject) => {
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
      socket.on('error', reject)
      socket.on('message', (raw: Buffer) => {
        if (raw.includes('"ready"')) return resolve()
        if (raw.includes('"entity":"notification"') && --waiting === 0) done()
      })
    })
    return socket
  }
  const sockets: WebSocket[] = []
  for (let at = 0; at < people.length; at += 25)
    sockets.push(...(await Promise.all(people.slice(at, at + 25).map(open))))

  const notifying = startReader(notifier, { db, log: pino({ level: 'silent' }) })
  const write = (n: number) => team.admin.patch(`${team.path}/issues/${other.id}/`, { name: `Name ${n}` })
  const alone = await timed(30, write)
  const [last, writes, statements]: [number[], number[], number[]] = [[], [], []]
  for (let round = 0; round < ROUNDS; round++) {
    waiting = followers
    const all = new Promise<void>(resolve => {
      done = resolve
    })
    let asked = 0
    const count = () => asked++
    // Every second round others write meanwhile; the statements are those of the rounds between.
    const isBusy = round % 2 === 1
    db.on('query', count)
    const from = performance.now()
    await team.admin.post(`${team.path}/issues/${issue.id}/comments/`, {
      comment_html: `<p>Ebb ${round}</p>`,
    })
    const isOver = all.then(() => true)
    while (isBusy && !(await Promise.race([isOver, Promise.resolve(false)]))) {
      const samples = await timed(1, () => write(100 + writes.length))
      if (round >= WARM) writes.push(...samples)
    }
    await all
    if (round >= WARM && !isBusy) last.push(performance.now() - from)
    db.off('query', count)
    if (round >= WARM && !isBusy) statements.push(asked)
  }
  await notifying.stop()
  for (const socket of sockets) socket.close()
  const most = Math.max(...statements)
  return [
    {
      measure: `one comment -> the last of ${followers} badges`,
      aim: 'p95 1,000 ms',
      value: spread(last),
      n: last.length,
      note: `${most} statements with those of the comment itself; server and browsers in one process`,
    },
    {
      measure: `another’s write while ${followers} are told`,
      aim: 'p95 100 ms',
      value: spread(writes),
      n: writes.length,
      note: `alone: ${spread(alone)}; the slowest ${percentile(writes, 1).toFixed(0)} ms`,
    },
  ]
}
