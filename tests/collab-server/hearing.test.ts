import { pino } from 'pino'
import { expect, onTestFinished, test, vi } from 'vitest'
import { build } from '../support/build.ts'
import { editor } from '../support/editor.ts'
import { authFrame, rawSocket, updateFrame } from '../support/frames.ts'
import { until } from '../support/live.ts'
import { startServer } from '../support/server.ts'

test('refusals of a document’s socket are told to the log with their reason, and printed nowhere', async () => {
  const printed: unknown[] = []
  for (const name of ['error', 'warn'] as const) {
    const spy = vi.spyOn(console, name).mockImplementation((...said) => void printed.push(said))
    onTestFinished(() => spy.mockRestore())
  }
  const lines: string[] = []
  const server = await startServer({}, pino({ level: 'warn' }, { write: line => void lines.push(line) }))
  const make = build(server)
  const team = await make.team()
  const page = `page.${(await make.page(team.admin, team.path)).id}`
  const hears = (words: string) => until(() => lines.some(line => line.includes(words)))

  const garbler = await rawSocket(server.origin, team.admin)
  garbler.send(authFrame(page), updateFrame(page, Uint8Array.of(255, 255, 255)))
  await hears(page)

  const shouter = await rawSocket(server.origin, team.admin)
  shouter.send(Uint8Array.of(200))
  await until(() => shouter.closed() > 0)
  await hears('Unexpected end of array')

  const flooder = await rawSocket(server.origin, null)
  flooder.send(...Array.from({ length: 150 }, () => updateFrame(page, Uint8Array.of(0, 0))))
  await until(() => flooder.closed() > 0)
  await hears('queue length limit exceeded')

  const stranger = editor(server.origin, await make.person(), page)
  onTestFinished(stranger.close)
  await until(stranger.isRefused)
  await hears('[onAuthenticate] permission-denied')

  // A client that keeps its text while the database is away, and goes: the rest is the server's own doing.
  const one = editor(server.origin, team.admin, page)
  await one.synced()
  await server.db.raw('alter table documents rename to away')
  one.write('kept')
  await hears('storing a document failed')
  one.close()
  await hears('not stored yet')
  await server.db.raw('alter table away rename to documents')
  expect(printed).toEqual([])
  console.error('mine')
  expect(printed).toEqual([['mine']])
})
