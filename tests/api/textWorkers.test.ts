/** Long texts are read by processes beside the server: their end is nobody's loss, and they end with the server. */
import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { build } from '../support/build.ts'
import { program } from '../support/program.ts'
import { startServer } from '../support/server.ts'
import { visitor } from '../support/visitor.ts'

const longText = (word: string) => Array.from({ length: 400 }, (_, at) => `<p>${word} ${at}</p>`).join('')

const begin = async () => {
  const world = await startServer()
  const make = build(world)
  const { member, path } = await make.team()
  const server = await program(world.url, { LOG_LEVEL: 'error' })
  await server.start()
  const there = visitor(server.origin)
  there.jar.set('session-id', member.jar.get('session-id')!)
  const { body } = await there.post(`${path}/pages/`, { name: 'Almanac', description_html: '<p>a</p>' })
  const address = `${path}/pages/${body.id}/`
  const write = (word: string) => there.patch(address, { description_html: longText(word) })
  const firstLine = async () =>
    (await there.get<{ description_html: string }>(address)).body.description_html.slice(0, 30)
  /** Those that the server has begun, also after its own end. */
  const workers = () =>
    execFileSync('ps', ['-A', '-o', 'pid=,command='], { encoding: 'utf8' })
      .split('\n')
      .filter(line => line.includes('textWorker.ts') && begun.has(Number.parseInt(line, 10)))
      .map(line => Number.parseInt(line, 10))
  const begun = new Set<number>()
  const noteBegun = () => {
    const lines = execFileSync('ps', ['-A', '-o', 'pid=,ppid=,command='], { encoding: 'utf8' }).split('\n')
    for (const [pid, parent] of lines.map(line => line.trim().split(/\s+/).map(Number)))
      if (parent === server.pid()) begun.add(pid!)
    return workers()
  }
  return { server, write, firstLine, workers, noteBegun }
}

test('a worker that is ended between two texts, or within one, costs its writer nothing but time', async () => {
  const { server, write, firstLine, noteBegun } = await begin()
  expect((await write('ebb')).status).toBe(200)
  const [idle] = noteBegun()
  expect(idle).toBeGreaterThan(0)
  process.kill(idle!, 'SIGKILL')
  expect((await write('flood')).status).toBe(200)
  expect(await firstLine()).toContain('flood 0')

  const writing = write('spring')
  await expect.poll(() => noteBegun().filter(pid => pid !== idle)).not.toEqual([])
  for (const pid of noteBegun()) process.kill(pid, 'SIGTERM')
  expect((await writing).status).toBe(200)
  expect(await firstLine()).toContain('spring 0')
  expect(server.said()).toBe('')
})

test('workers end with the server, even with one that is killed', async () => {
  const { server, write, workers, noteBegun } = await begin()
  await write('ebb')
  expect(noteBegun()).not.toEqual([])
  server.kill()
  await expect.poll(workers, { timeout: 10_000 }).toEqual([])
})
