/** The line by which those who run the instance learn that something has changed. */
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { WebSocket } from 'ws'
import { type build, PASSWORD, type Person } from '../support/build.ts'
import { instanceWorld } from '../support/instanceWorld.ts'
import { until } from '../support/live.ts'
import type { TestServer } from '../support/server.ts'
import { visitor } from '../support/visitor.ts'

let server: TestServer
let make: ReturnType<typeof build>
let freya: Person
beforeAll(async () => {
  ;({ server, make, freya } = await instanceWorld())
})

const dial = (headers: Record<string, string>) => {
  const socket = new WebSocket(`${server.origin.replace('http', 'ws')}/api/instances/live`, { headers })
  onTestFinished(() => socket.terminate())
  const line = { heard: 0, words: [] as string[], refused: 0, closed: 0 }
  socket.on('message', word => {
    line.heard++
    line.words.push(String(word))
  })
  socket.on('unexpected-response', (_, { statusCode }) => {
    line.refused = statusCode ?? 0
  })
  socket.on('close', code => {
    line.closed = code
  })
  socket.on('error', () => {})
  return line
}
const listen = async (who: Person) => {
  const line = dial({ cookie: who.cookie() })
  // A first word shows that it is there.
  await until(() => line.heard === 1)
  return line
}

test('whatever becomes of a person is heard, and nothing of what it was', async () => {
  const line = await listen(freya)
  const hears = async (act: () => Promise<unknown>) => {
    const before = line.heard
    await act()
    await until(() => line.heard > before)
  }
  const mei = visitor(server.origin)
  const email = 'mei@quay.example'
  await hears(() => mei.form('/auth/sign-up/', { email, password: PASSWORD }))
  // In no workspace, so that no other log reports her.
  await hears(() => mei.patch('/api/users/me/', { display_name: 'Mei Tanabe' }))
  const { body } = await mei.get<{ id: string }>('/api/users/me/')
  await hears(() => mei.post('/api/workspaces/', { name: 'Quay', slug: 'quay' }))
  await hears(() => freya.post(`/api/instances/users/${body.id}/deactivate/`))
  await hears(() => freya.post(`/api/instances/users/${body.id}/reactivate/`))
  await hears(() => freya.post('/api/instances/admins/', { email }))
  const { body: admins } = await freya.get<{ id: string; user: string }[]>('/api/instances/admins/')
  const hers = admins.find(one => one.user === body.id)
  await hears(() => freya.delete(`/api/instances/admins/${hers?.id}/`))
  const away = await make.person('olu')
  await server.db('accounts').where('id', away.id).update({ last_login_at: null })
  await hears(async () => {
    const { body: link } = await freya.post<{ url: string }>(`/api/instances/users/${away.id}/reset-link/`)
    const { uidb64, token } = Object.fromEntries(new URL(link.url).searchParams)
    const password = 'a longer harbour phrase 10'
    await away.form(`/auth/reset-password/${uidb64}/${token}/`, { password })
    await away.form('/auth/sign-in/', { email: away.email, password })
  })
  expect(new Set(line.words)).toEqual(new Set(['{"type":"changed"}']))
})

test('nobody else is let on: not without a session of those who run it, with a token, or from another page', async () => {
  const { admin, workspace } = await make.team()
  const token = await make.token(admin, workspace.slug)
  const former = await make.instanceAdmin()
  await server.db('instance_admins').where('user_id', former.id).delete()
  const lines = [
    dial({}),
    dial({ cookie: admin.cookie() }),
    dial({ 'x-api-key': token.token }),
    dial({ cookie: former.cookie() }),
    dial({ cookie: freya.cookie(), origin: 'https://elsewhere.example' }),
  ]
  await until(() => lines.every(({ refused }) => refused > 0))
  expect(lines.map(({ refused }) => refused)).toEqual([401, 401, 404, 403, 403])
})

test('it ends with the session, and with being one of those who run it', async () => {
  const [leaving, removed] = [await make.instanceAdmin(), await make.instanceAdmin()]
  const lines = [await listen(leaving), await listen(removed)]
  await leaving.form('/api/instances/admins/sign-out/', {})
  const { body } = await freya.get<{ id: string; user: string }[]>('/api/instances/admins/')
  await freya.delete(`/api/instances/admins/${body.find(one => one.user === removed.id)?.id}/`)
  await until(() => lines.every(({ closed }) => closed === 4401))
})
