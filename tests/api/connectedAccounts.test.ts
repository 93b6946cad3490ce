/** The services by which somebody signs in, connected by themselves alone. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { build, PASSWORD } from '../support/build.ts'
import { connect, enter, openProviders, set } from '../support/providerWorld.ts'
import { type Visitor, visitor } from '../support/visitor.ts'

let server: Awaited<ReturnType<typeof openProviders>>['server']
beforeAll(async () => {
  const world = await openProviders()
  server = world.server
  afterAll(world.stop)
})

const connectedTo = async (who: Visitor) =>
  (await who.get<{ provider: string }[]>('/api/users/me/accounts/')).body.map(one => one.provider)
/** What the owner is mailed about their ways in, in order. */
const toldOf = async (email: string) => {
  const mails = await server.db('mails').where({ recipient: email, kind: 'sign_in_changed' }).orderBy('id')
  return mails.map(({ facts }) => [facts.change, facts.service].filter(Boolean).join(' '))
}

test('a signed-in person is connected; an account there that is somebody else’s stays theirs', async () => {
  const make = build(server)
  const [freya, mei] = [await make.person(), await make.person()]
  set({ id: '903', email: 'elsewhere@quay.example', verified: false })
  expect(await connect(freya, 'gitlab', { next_path: '/profile/security' })).toMatchObject({ error: null })
  expect(await connectedTo(freya)).toEqual(['gitlab'])
  expect((await connect(mei, 'gitlab')).error).toBe('5121')
  const again = visitor(server.origin)
  await enter(again, 'gitlab')
  const { body } = await again.get<{ id: string }>('/api/users/me/')
  expect(body.id).toBe(freya.id)
  const [account] = (await freya.get<{ id: string }[]>('/api/users/me/accounts/')).body
  await freya.delete(`/api/users/me/accounts/${account!.id}/`)
  expect(await toldOf(freya.email)).toEqual(['connected gitlab', 'disconnected gitlab'])
  expect(await toldOf(mei.email)).toEqual([])
})

test('H13: no token connects an account to its owner, and no visit of an address does', async () => {
  const make = build(server)
  const owner = await make.person()
  const { slug } = await make.workspace(owner)
  const { body } = await owner.post<{ token: string }>(`/api/workspaces/${slug}/api-tokens/`, {
    is_read_only: true,
  })
  const thief = visitor(server.origin, body.token)
  set({ id: '920', email: 'thief@eve.example', verified: true })
  await enter(thief, 'github').catch(() => null)
  expect((await thief.post('/api/users/me/accounts/', { provider: 'github' })).status).toBe(404)
  // A page of somebody else makes a browser visit it.
  const browser = visitor(server.origin)
  browser.jar.set('session-id', owner.jar.get('session-id')!)
  await enter(browser, 'gitlab')
  expect(await connectedTo(owner)).toEqual([])
  expect(await toldOf(owner.email)).toEqual([])
})

test('a session from long ago gives the password or a code before it connects anything', async () => {
  const email = 'late@quay.example'
  const who = visitor(server.origin)
  await who.form('/auth/sign-up/', { email, password: PASSWORD })
  await server.db('sessions').update({ created_at: new Date(Date.now() - 16 * 60_000) })
  set({ id: '921', email: 'late@elsewhere.example', verified: true })
  expect(await connect(who, 'github')).toMatchObject({
    status: 403,
    body: { error: 'Confirm that it is you' },
  })
  expect(await connect(who, 'github', { password: 'wrong' })).toMatchObject({ body: { error_code: 5135 } })
  expect(await connect(who, 'github', { code: 'aaaa-bbbb-cccc' })).toMatchObject({ status: 400 })
  expect(await connectedTo(who)).toEqual([])
  expect(await connect(who, 'github', { password: PASSWORD })).toMatchObject({ error: null })
  expect(await connectedTo(who)).toEqual(['github'])
  expect(await toldOf(email)).toEqual(['connected github'])
})

test('an account of which a service proves the address is connected, and its owner told', async () => {
  const { email, id } = await build(server).person()
  set({ id: '922', email, verified: true })
  const who = visitor(server.origin)
  await enter(who, 'github')
  await enter(who, 'github')
  expect((await who.get<{ id: string }>('/api/users/me/')).body.id).toBe(id)
  expect(await toldOf(email)).toEqual(['connected github'])
})
