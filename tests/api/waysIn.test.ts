/** H10: a person who is signed out, has run out of time or lost their token loses every open socket. */
import { beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { WebSocket } from 'ws'
import { build, type Person } from '../support/build.ts'
import { editor } from '../support/editor.ts'
import { until } from '../support/live.ts'
import { startServer, type TestServer } from '../support/server.ts'

let server: TestServer
let make: ReturnType<typeof build>
let team: Awaited<ReturnType<ReturnType<typeof build>['team']>>
let page: string
const begin = async () => {
  server = await startServer()
  make = build(server)
  team = await make.team()
  page = (await make.page(team.admin, team.path)).id
}
beforeAll(begin)

const sockets = async (headers: Record<string, string>) => {
  const paths = ['/live', '/live/collaboration', `/yjs/${team.workspace.slug}/page.${page}`]
  const closed = new Map<string, number>()
  for (const path of paths) {
    const socket = new WebSocket(server.origin.replace('http', 'ws') + path, { headers })
    socket.on('close', code => closed.set(path, code))
    onTestFinished(() => socket.terminate())
    await new Promise((resolve, reject) => {
      socket.once('open', resolve)
      socket.once('error', reject)
    })
  }
  return { allClosed: () => until(() => closed.size === paths.length), closed }
}

const someone = async (): Promise<Person> => {
  const who = await make.person()
  await make.joinWorkspace(team.admin, team.workspace.slug, who, 15)
  await make.joinProject(team.admin, team.path, who, 15)
  return who
}

test('signing out ends them, and those of nobody else', async () => {
  const who = await someone()
  const [mine, others] = [
    await sockets({ cookie: who.cookie() }),
    await sockets({ cookie: team.admin.cookie() }),
  ]
  const open = editor(server.origin, who, `page.${page}`)
  onTestFinished(() => open.close())
  await open.synced()
  expect((await who.form('/auth/sign-out/', {})).status).toBe(302)
  await mine.allClosed()
  await until(
    () => open.refusal() !== null || open.provider.configuration.websocketProvider.status !== 'connected',
  )
  expect(Object.fromEntries(mine.closed)).toMatchObject({ '/live': 4401, '/live/collaboration': 4403 })
  expect(others.closed.size).toBe(0)
})

test('an account that ends takes them along', async () => {
  const who = await someone()
  const mine = await sockets({ cookie: who.cookie() })
  const [open, witness] = [who, team.admin].map(one => editor(server.origin, one, `page.${page}`)) as [
    ReturnType<typeof editor>,
    ReturnType<typeof editor>,
  ]
  onTestFinished(() => {
    open.close()
    witness.close()
  })
  await Promise.all([open.synced(), witness.synced()])
  expect((await who.delete('/api/users/me/')).status).toBe(204)
  open.write('too late')
  await mine.allClosed()
  witness.write('still here')
  await until(() => witness.isSaved())
  expect(witness.text()).not.toContain('too late')
})

test('a session ends them at its end', async () => {
  const who = await someone()
  const mine = await sockets({ cookie: who.cookie() })
  await server
    .db('sessions')
    .where('user_id', who.id)
    .update({ expires_at: new Date(Date.now() + 1_000) })
  await mine.allClosed()
})

test('a token ends them at its end, and when it is taken', async () => {
  for (const change of [{ expired_at: new Date(Date.now() + 1_000) }, { is_active: false }]) {
    const token = await make.token(team.admin, team.workspace.slug)
    const mine = await sockets({ 'x-api-key': token.token })
    await server.db('api_tokens').where('id', token.id).update(change)
    await mine.allClosed()
  }
})

test('sockets end with their session at once, not at the next look', async () => {
  // Without its clock a server looks only when it is notified.
  vi.useFakeTimers({ toFake: ['setInterval'] })
  onTestFinished(() => void vi.useRealTimers())
  await begin()
  const ends: ((who: Person) => Promise<unknown>)[] = [
    who => who.form('/auth/sign-out/', {}),
    who => who.delete('/api/users/me/'),
    who => server.db('sessions').where('user_id', who.id).delete(),
  ]
  for (const end of ends) {
    const who = await someone()
    const mine = await sockets({ cookie: who.cookie() })
    await end(who)
    await mine.allClosed()
  }
})
