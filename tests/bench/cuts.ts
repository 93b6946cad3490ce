/** How soon somebody is cut off: from the answer to the call that ends their rights to the end of each of their lines. */
import { WebSocket } from 'ws'
import { type Bootstrap, PROTOCOL } from '../../api/contract/changes.ts'
import type { Person } from '../support/build.ts'
import { editor } from '../support/editor.ts'
import { until } from '../support/live.ts'
import { otherClients } from '../support/otherClients.ts'
import { type Figure, percentile, spread } from './measure.ts'
import type { BenchWorld } from './world.ts'

const ROUNDS = 20
const AIM_MS = 1_000
const lines = ['live socket', 'Hocuspocus document', 'stock Yjs socket'] as const
type Line = (typeof lines)[number]
type Ended = Partial<Record<Line, number>>

/** The live socket of a browser that has caught up; `onWord` learns each message that comes from then on. */
const live = async (origin: string, who: Person, slug: string, onWord: (word: string) => void) => {
  const { body } = await who.get<Bootstrap>(`/api/workspaces/${slug}/bootstrap/`)
  const socket = new WebSocket(`${origin.replace('http', 'ws')}/live`, { headers: { cookie: who.cookie() } })
  await new Promise((resolve, reject) => {
    socket.once('open', resolve)
    socket.once('error', reject)
  })
  const said = new Promise(resolve => socket.once('message', resolve))
  socket.send(JSON.stringify({ type: 'hello', protocol: PROTOCOL, workspace: slug, after: body.at }))
  await said
  socket.on('message', data => onWord(String(data)))
  return socket
}

/** Somebody with all three lines open; `ended` says when each was cut: closed, sent back to the beginning, or let write no more. */
const connected = async ({ origin, team }: BenchWorld, who: Person, page: string) => {
  const ended: Ended = {}
  const end = (line: Line) => {
    if (ended[line] === undefined) ended[line] = performance.now()
  }
  const closing: { close: () => void }[] = []
  const socket = await live(origin, who, team.workspace.slug, word => {
    if (word.includes('"reset"')) end('live socket')
  })
  socket.on('close', () => end('live socket'))
  const ours = editor(origin, who, `page.${page}`)
  const clients = otherClients(origin, one => {
    closing.push(one)
    return one
  })
  const stock = clients.stock(team.workspace.slug, `page.${page}`, { cookie: who.cookie() })
  await Promise.all([ours.synced(), stock.synced()])
  ours.provider.on('close', () => end('Hocuspocus document'))
  ours.provider.on('authenticationFailed', () => end('Hocuspocus document'))
  ours.provider.on('stateless', ({ payload }: { payload: string }) => {
    if (/"rights".*"write":false/.test(payload)) end('Hocuspocus document')
  })
  stock.provider.on('connection-close', () => end('stock Yjs socket'))
  const told = setInterval(() => stock.denials.length > 0 && end('stock Yjs socket'), 1)
  return {
    allEnded: () => until(() => lines.every(line => ended[line] !== undefined)),
    ended,
    close: () => {
      clearInterval(told)
      socket.terminate()
      ours.close()
      for (const one of closing) one.close()
    },
  }
}

type Member = { id: string; member: string | { id: string } }
const memberOf = async (admin: Person, path: string, who: Person) => {
  const { body } = await admin.get<Member[]>(`${path}/members/`)
  const row = body.find(({ member }) => (typeof member === 'string' ? member : member.id) === who.id)
  return `${path}/members/${row?.id}/`
}

const ways = ({ team: { admin, path, workspace } }: BenchWorld) => ({
  demotion: async (who: Person) => admin.patch(await memberOf(admin, path, who), { role: 5 }),
  removal: async (who: Person) =>
    admin.delete(await memberOf(admin, `/api/workspaces/${workspace.slug}`, who)),
  deactivation: (who: Person) => who.delete('/api/users/me/'),
  'sign-out': (who: Person) => who.form('/auth/sign-out/', {}),
})

export const cuts = async (bench: BenchWorld): Promise<Figure[]> => {
  const { make, team } = bench
  const figures: Figure[] = []
  const page = (await make.page(team.admin, team.path)).id
  for (const [way, end] of Object.entries(ways(bench))) {
    const samples = Object.fromEntries(lines.map(line => [line, [] as number[]])) as Record<Line, number[]>
    for (let round = 0; round < ROUNDS; round++) {
      const who = await make.person()
      await make.joinWorkspace(team.admin, team.workspace.slug, who, 15)
      await make.joinProject(team.admin, team.path, who, 15)
      const open = await connected(bench, who, page)
      const { status } = await end(who)
      if (status >= 400) throw new Error(`${way}: ${status}`)
      const answered = performance.now()
      await open.allEnded()
      // A line that was cut before the answer came waited for nothing.
      for (const line of lines) samples[line].push(Math.max(0, (open.ended[line] ?? answered) - answered))
      open.close()
    }
    for (const line of lines)
      figures.push({
        measure: `${way}: from its answer to the cut of the ${line}`,
        aim: `${AIM_MS} ms`,
        value: spread(samples[line]),
        n: ROUNDS,
        ...(percentile(samples[line], 0.95) > AIM_MS && { note: 'beyond the aim' }),
      })
  }
  return figures
}
