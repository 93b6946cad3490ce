/** Coming in by another service, against a real OAuth server. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { build, PASSWORD } from '../support/build.ts'
import { connect, enter, errorOf, isIn, keys, leave, openProviders, set } from '../support/providerWorld.ts'
import { startServer } from '../support/server.ts'
import { visitor } from '../support/visitor.ts'

type World = Awaited<ReturnType<typeof openProviders>>
let server: World['server']
let google: World['google']
let github: World['github']
beforeAll(async () => {
  const world = await openProviders()
  ;({ server, google, github } = world)
  afterAll(world.stop)
})

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

test('the sealed cookie of a way back is good once, however often it is kept', async () => {
  set({ id: '905', email: 'kept@quay.example', verified: true })
  const who = visitor(server.origin)
  const { location } = await who.get('/auth/github/')
  const kept = who.jar.get('provider')!
  const pathBack = async () => {
    const answer = await fetch(location!, { redirect: 'manual' })
    const { pathname, search } = new URL(answer.headers.get('location')!)
    return pathname + search
  }
  // At the same moment by two browsers, and later: the service has a new code each time.
  const twins = [who, visitor(server.origin)]
  const paths = [await pathBack(), await pathBack()]
  const answers = await Promise.all(
    twins.map((one, at) => {
      one.jar.set('provider', kept)
      return one.get(paths[at]!)
    }),
  )
  expect(answers.map(one => errorOf(one.location)).sort()).toEqual(['5120', null])
  const late = visitor(server.origin)
  late.jar.set('provider', kept)
  expect(errorOf((await late.get(await pathBack())).location)).toBe('5120')
  expect(await isIn(late)).toBe(false)
})

test('D6: a service in a private network is called only where the operator lists it', async () => {
  const shut = await startServer({
    ...keys('GOOGLE', google.issuer.url!),
    ...keys('GITHUB', github.issuer.url!),
  })
  await shut.db('instances').update({ is_setup_done: true, origin_at_setup: shut.origin })
  const asked: string[] = []
  for (const one of [google, github])
    one.service.on('beforeResponse', (_: unknown, request: { url?: string }) => asked.push(request.url ?? ''))
  const who = visitor(shut.origin)
  expect(errorOf((await who.get('/auth/google/')).location)).toBe('5115')
  const { location } = await who.get('/auth/github/')
  const back = new URL((await fetch(location!, { redirect: 'manual' })).headers.get('location')!)
  expect(errorOf((await who.get(back.pathname + back.search)).location)).toBe('5120')
  expect(asked).toEqual([])
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
  const begun = async (name: 'google' | 'github' | 'gitlab') =>
    errorOf((await visitor(bare.origin).get(`/auth/${name}/`)).location)
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
