/** A few thousand broken requests, upgrades and frames, and after each batch: is everyone else still served? */
import { connect } from 'node:net'
import { expect, test } from 'vitest'
import { build } from '../support/build.ts'
import { dice } from '../support/dice.ts'
import { editor } from '../support/editor.ts'
import { type Aim, frames, request, upgrade } from '../support/hostileBytes.ts'
import { follower, until } from '../support/live.ts'
import { attackFromElsewhere, bareNeighbour, neighbour } from '../support/neighbours.ts'
import { program } from '../support/program.ts'
import { startServer } from '../support/server.ts'
import { soaked } from '../support/soak.ts'
import { visitor } from '../support/visitor.ts'
import { tellServed, watchTurns } from '../support/watchTurns.ts'

/**
 * A soak goes on for ten minutes and prints how soon someone else was answered, with few attacks at once: the machine stays
 * idle enough to tell a held process from a busy one. `HOSTILE_SEED` repeats a run.
 */
const MINUTES = soaked(0, 10)
const SEED = Number(process.env.HOSTILE_SEED ?? 1)
const BATCHES = 30
const AT_ONCE = soaked(80, 4)

const CUT_OFF = [
  'POST /files/upload HTTP/1.1',
  'Host: here',
  'Content-Type: multipart/form-data; boundary=b',
  'Content-Length: 9999',
  '',
  '--b',
  'Content-Disposition: form-data; name="key"',
  '',
  'half',
]

/** Sends bytes over a socket of their own; answers the statuses that came back, once nothing more is to come. */
const send = (origin: string, parts: Buffer[]) =>
  new Promise<string[]>(resolve => {
    const { hostname, port } = new URL(origin)
    let answer = ''
    const socket = connect(Number(port), hostname, () => {
      for (const part of parts) socket.write(part)
      // A request that announces more than it sends is not waited for.
      socket.setTimeout(600, () => socket.destroy())
    })
    socket.on('data', part => {
      answer += part.toString('latin1')
      socket.setTimeout(30)
    })
    socket.on('error', () => {})
    socket.on('close', () =>
      resolve([...answer.matchAll(/HTTP\/1\.1 (\d{3})/g)].map(([, status]) => status!)),
    )
  })

test(
  'a raw socket ends itself at most, whatever it sends, and everyone else is served',
  async () => {
    const world = await startServer()
    const make = build(world)
    const { admin, member, workspace, path } = await make.team()
    const token = await make.token(admin, workspace.slug)
    const page = (await make.page(admin, path)).id
    const target = (await make.page(member, path)).id
    const turns = watchTurns()
    const server = await program(world.url, { LOG_LEVEL: 'error', ...turns.env })
    await server.start()
    const there = Object.assign(visitor(server.origin), { id: admin.id, email: admin.email })
    there.jar.set('session-id', admin.jar.get('session-id')!)
    const aim: Aim = { cookie: member.cookie(), token: token.token, slug: workspace.slug, path, page: target }
    const live = follower(server.origin, there, workspace.slug)
    await live.start()
    const [writer, reader] = [
      editor(server.origin, admin, `page.${page}`),
      editor(server.origin, member, `page.${page}`),
    ]
    await Promise.all([writer.synced(), reader.synced()])
    const beside = neighbour(`${server.origin}/api/users/me/`, admin)
    const bare = MINUTES > 0 ? await bareNeighbour(world.url, admin) : undefined
    if (MINUTES > 0) attackFromElsewhere()

    const answers = new Map<string, number>()
    const from = Date.now()
    let sent = 0
    for (let batch = 0; batch < BATCHES || Date.now() - from < MINUTES * 60_000; batch++) {
      const chance = dice(SEED * 100_003 + batch)
      const attacks = Array.from({ length: AT_ONCE }, () => {
        if (chance.chance(0.6)) return [request(chance, aim)]
        return [upgrade(chance, aim), ...frames(chance, aim)]
      })
      for (const statuses of await Promise.all(attacks.map(parts => send(server.origin, parts))))
        for (const status of statuses.length > 0 ? statuses : ['none'])
          answers.set(status, (answers.get(status) ?? 0) + 1)
      sent += attacks.length

      const issue = await make.issue(there, path)
      await until(() => live.rows.has(`issue/${issue.id}`))
      writer.write(`after ${batch}.`)
      await until(() => reader.text().includes(`after ${batch}.`))
      expect(server.hasEnded(), `batch ${batch} of seed ${SEED}`).toBe(false)
    }
    await until(() => writer.isSaved())
    // A form that its sender cuts off in the middle is no fault of ours.
    await send(server.origin, [Buffer.from(CUT_OFF.join('\r\n'))])
    await beside.stop()
    await bare?.stop()
    live.stop()
    writer.close()
    reader.close()
    if (bare) tellServed({ sent, answers, beside, bare, turns: turns.since(from) })
    expect(beside.statuses).toEqual(new Set([200]))
    expect(server.said().slice(0, 1_000)).toBe('')
    expect([...answers.keys()].filter(status => status.startsWith('5'))).toEqual([])
    // The generator reaches all that it aims at: pages, refusals and opened sockets are among the answers.
    for (const kind of ['101', '200', '400', '401', '403', '404'])
      expect(answers.get(kind), kind).toBeGreaterThan(0)
  },
  120_000 + MINUTES * 60_000,
)
