/** Coming in by another service, against a real OAuth server. */
import type { OAuth2Server } from 'oauth2-mock-server'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { build, PASSWORD } from '../support/build.ts'
import { oauth, tell } from '../support/oauth.ts'
import { startServer } from '../support/server.ts'
import { type Visitor, visitor } from '../support/visitor.ts'

type Name = 'google' | 'github' | 'gitlab'
/** The person signed in at the provider, and the facts that it knows of them. */
const there = { id: '1', email: 'freya@quay.example', verified: true, name: 'Freya' }

let server: Awaited<ReturnType<typeof startServer>>
let google: OAuth2Server
beforeAll(async () => {
  const made = await oauth({})
  google = made.provider
  google.service.on('beforeUserinfo', (answer: { body: object }) => {
    answer.body = {
      sub: 'johndoe',
      email: there.email,
      email_verified: there.verified,
      given_name: there.name,
    }
  })
  const github = await oauth({ authorize: '/login/oauth/authorize', token: '/login/oauth/access_token' })
  github.provider.service.addRoute('GET', '/api/v3/user', (_, response) =>
    tell(response, { id: Number(there.id), name: there.name, email: null }),
  )
  github.provider.service.addRoute('GET', '/api/v3/user/emails', (_, response) =>
    tell(response, [
      { email: 'other@quay.example', primary: false, verified: true },
      { email: there.email, primary: true, verified: there.verified },
    ]),
  )
  const gitlab = await oauth({ authorize: '/oauth/authorize', token: '/oauth/token' })
  gitlab.provider.service.addRoute('GET', '/api/v4/user', (_, response) =>
    tell(response, {
      id: Number(there.id),
      email: there.email,
      name: there.name,
      confirmed_at: there.verified ? '2026-01-01T00:00:00Z' : null,
    }),
  )
  const keys = (name: string, host: string) => ({
    [`IS_${name}_ENABLED`]: '1',
    [`${name}_HOST`]: host,
    [`${name}_CLIENT_ID`]: 'tandem',
    [`${name}_CLIENT_SECRET`]: 'hush',
  })
  server = await startServer({
    ...keys('GOOGLE', made.host),
    ...keys('GITHUB', github.host),
    ...keys('GITLAB', gitlab.host),
  })
  await server.db('instances').update({ is_setup_done: true, origin_at_setup: server.origin })
  const all = [google, github.provider, gitlab.provider]
  afterAll(() => Promise.all(all.map(one => one.stop())))
})

const errorOf = (location: string | null) =>
  new URL(location ?? '', 'http://here').searchParams.get('error_code')
const isIn = async (who: Visitor) => (await who.get('/api/users/me/')).status === 200
/** To the provider, which lets everybody in, and with its code to where it sends them. */
const leave = async (who: Visitor, name: Name, query = '') => {
  const { location } = await who.get(`/auth/${name}/${query}`)
  const answer = await fetch(location!, { redirect: 'manual' })
  const back = new URL(answer.headers.get('location')!)
  return back.pathname + back.search
}
const enter = async (who: Visitor, name: Name, query = '') =>
  (await who.get(await leave(who, name, query))).location
/** Asks to connect, goes there and comes back. */
const connect = async (who: Visitor, provider: Name, sent: Record<string, unknown> = {}) => {
  const { status, body } = await who.post<{ url: string }>('/api/users/me/accounts/', { provider, ...sent })
  if (status !== 200) return { status, body: body as Record<string, unknown>, error: null }
  const answer = await fetch(body.url, { redirect: 'manual' })
  const back = new URL(answer.headers.get('location')!)
  const { location } = await who.get(back.pathname + back.search)
  return { status, body: {}, error: errorOf(location) }
}
const set = (values: Partial<typeof there>) => Object.assign(there, values)

test.each([
  ['google', 'Freya'],
  ['github', 'Mei'],
  ['gitlab', 'Olu'],
] as const)('%s signs a new person up and in again, by the code flow with PKCE', async (name, person) => {
  set({ id: String(name.length * 7), email: `${person}@Quay.example`, verified: true, name: person })
  const who = visitor(server.origin)
  const { location } = await who.get(`/auth/${name}/`)
  const asked = new URL(location!).searchParams
  expect([asked.get('response_type'), asked.get('code_challenge_method')]).toEqual(['code', 'S256'])
  expect(asked.get('redirect_uri')).toBe(`${server.origin}/auth/${name}/callback/`)
  expect(await enter(who, name, '?next_path=%2Fquay%2Fdrafts')).toMatch(/\/quay\/drafts$/)
  const { body: me } = await who.get('/api/users/me/')
  expect(me).toMatchObject({
    email: `${person.toLowerCase()}@quay.example`,
    first_name: person,
    is_email_verified: true,
    is_password_autoset: true,
    last_login_medium: name,
  })
  const again = visitor(server.origin)
  await enter(again, name)
  expect((await again.get('/api/users/me/')).body.id).toBe(me.id)
  const { body: accounts } = await who.get<{ id: string; provider: string }[]>('/api/users/me/accounts/')
  expect(accounts).toEqual([expect.objectContaining({ provider: name, user: me.id })])
  expect(JSON.stringify(accounts)).not.toMatch(/token/)
  const at = `/api/users/me/accounts/${accounts[0]!.id}/`
  const stranger = await build(server).person()
  expect([(await stranger.get(at)).status, (await stranger.delete(at)).status]).toEqual([404, 404])
  expect([(await who.get(at)).status, (await who.delete(at)).status, (await who.get(at)).status]).toEqual([
    200, 204, 404,
  ])
})

test.each(['google', 'github', 'gitlab'] as const)(
  'C3: %s lets nobody in by an address that it never verified',
  async name => {
    const { email } = await build(server).person()
    set({ id: '900', email, verified: false })
    const who = visitor(server.origin)
    const code = { google: '5115', github: '5120', gitlab: '5121' }[name]
    expect(errorOf(await enter(who, name))).toBe(code)
    expect(await isIn(who)).toBe(false)
  },
)

test('a person who made an account with an address of somebody else does not stay beside its owner', async () => {
  const [squatter, owner] = [visitor(server.origin), visitor(server.origin)]
  const email = 'mine@quay.example'
  await squatter.form('/auth/sign-up/', { email, password: PASSWORD })
  // Every key that there is, laid in beforehand.
  set({ id: '910', email: 'squatter@quay.example', verified: true })
  await connect(squatter, 'gitlab')
  await squatter.post('/api/workspaces/', { name: 'Trap', slug: 'trap' })
  const { body: laid } = await squatter.post<{ token: string }>('/api/workspaces/trap/api-tokens/')
  const byToken = visitor(server.origin, laid.token)
  expect(await isIn(byToken)).toBe(true)
  set({ id: '901', email, verified: true })
  await enter(owner, 'github')
  expect([await isIn(owner), await isIn(squatter), await isIn(byToken)]).toEqual([true, false, false])
  const { location } = await squatter.form('/auth/sign-in/', { email, password: PASSWORD })
  expect(errorOf(location)).toBe('5065')
  set({ id: '910', email: 'squatter@quay.example', verified: true })
  await enter(squatter, 'gitlab')
  expect((await squatter.get('/api/users/me/')).body.email).toBe('squatter@quay.example')
  set({ id: '901', email, verified: true })
  const again = visitor(server.origin)
  await enter(again, 'github')
  expect((await again.get('/api/users/me/')).body.email).toBe(email)
})

test('C2: an account there of another address proves nothing of the one here', async () => {
  const make = build(server)
  const lead = await make.person()
  const { slug } = await make.workspace(lead)
  const email = 'invited@quay.example'
  await lead.post(`/api/workspaces/${slug}/invitations/`, { emails: [{ email }], is_mailed: false })
  const who = visitor(server.origin)
  await who.form('/auth/sign-up/', { email, password: PASSWORD })
  set({ id: '911', email: 'elsewhere@eve.example', verified: true })
  await connect(who, 'gitlab')
  const again = visitor(server.origin)
  await enter(again, 'gitlab')
  expect((await again.get('/api/users/me/')).body).toMatchObject({ email, is_email_verified: false })
  expect((await again.get('/api/users/me/workspaces/invitations/')).body).toEqual([])
})

test('a way is gone once: not by another browser, with another state, a second time, or without having begun', async () => {
  set({ id: '902', email: 'once@quay.example', verified: true })
  const who = visitor(server.origin)
  const path = await leave(who, 'github')
  const other = visitor(server.origin)
  expect(errorOf((await other.get(path)).location)).toBe('5120')
  await leave(other, 'github')
  expect(errorOf((await other.get(path)).location)).toBe('5120')
  expect(errorOf((await who.get(path)).location)).toBeNull()
  const late = visitor(server.origin)
  expect(errorOf((await late.get(path)).location)).toBe('5120')
  await leave(late, 'gitlab')
  expect(errorOf((await late.get(path)).location)).toBe('5120')
  const denied = visitor(server.origin)
  await leave(denied, 'google')
  expect(errorOf((await denied.get('/auth/google/callback/?error=access_denied')).location)).toBe('5115')
  expect([await isIn(other), await isIn(late), await isIn(denied)]).toEqual([false, false, false])
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

test('a closed account stays closed, and next_path never leads away', async () => {
  const person = await build(server).person()
  set({ id: '904', email: person.email, verified: true })
  expect(await enter(visitor(server.origin), 'google', '?next_path=%2F%2Fevil.example')).not.toContain('evil')
  await server.db('accounts').where('id', person.id).update({ is_active: false })
  const who = visitor(server.origin)
  expect(errorOf(await enter(who, 'google'))).toBe('5019')
  expect(await isIn(who)).toBe(false)
})

test('a missing set-up is told, and so are refusals of a provider', async () => {
  const bare = await startServer({ IS_GITHUB_ENABLED: '1', ENABLE_SIGNUP: '0' })
  const begun = async (name: Name) => errorOf((await visitor(bare.origin).get(`/auth/${name}/`)).location)
  expect(await begun('google')).toBe('5000')
  await build(bare).setUp()
  expect([await begun('google'), await begun('github'), await begun('gitlab')]).toEqual([
    '5105',
    '5110',
    '5111',
  ])
  google.service.once('beforeResponse', (answer: { statusCode: number; body: object }) => {
    answer.statusCode = 400
    answer.body = { error: 'invalid_grant' }
  })
  expect(errorOf(await enter(visitor(server.origin), 'google'))).toBe('5115')
})
