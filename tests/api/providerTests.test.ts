/** Keys of a service tried by those who run the instance, against a real OAuth server. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { build, type Person } from '../support/build.ts'
import { oauth, tell } from '../support/oauth.ts'
import { startServer, type TestServer } from '../support/server.ts'
import { visitor } from '../support/visitor.ts'

let server: TestServer
let make: ReturnType<typeof build>
let freya: Person
let host: string
let stop: () => Promise<void>
const asked: string[] = []

beforeAll(async () => {
  const github = await oauth({ authorize: '/login/oauth/authorize', token: '/login/oauth/access_token' })
  host = github.host
  stop = () => github.provider.stop()
  github.provider.service.addRoute('GET', '/api/v3/user', (_, response) =>
    tell(response, { id: 7, login: 'freya-holm', name: 'Freya', email: null }),
  )
  github.provider.service.addRoute('GET', '/api/v3/user/emails', (_, response) =>
    tell(response, [{ email: 'someone@quay.example', primary: true, verified: true }]),
  )
  github.provider.service.on('beforeResponse', (_: unknown, request: { body: Record<string, string> }) => {
    asked.push(`${request.body.client_id} ${request.body.client_secret}`)
  })
  server = await startServer({ PRIVATE_HOSTS: '127.0.0.1' })
  make = build(server)
  freya = await make.instanceAdmin()
  await server.db('instances').update({ is_setup_done: true, origin_at_setup: server.origin })
})
afterAll(() => stop())

const begin = (configuration: Record<string, string>, by: Pick<Person, 'post'> = freya, name = 'github') =>
  by.post<{ url: string; test: string }>(`/api/instances/providers/${name}/test/`, { configuration })
const keys = () => ({ GITHUB_HOST: host, GITHUB_CLIENT_ID: 'tandem', GITHUB_CLIENT_SECRET: 'hush' })
/** To the service, which lets everybody in, and back. */
const come = async (url: string) => {
  const answer = await fetch(url, { redirect: 'manual' })
  const back = new URL(answer.headers.get('location')!)
  return new URL((await freya.get(back.pathname + back.search)).location!, server.origin)
}

test('keys that nobody has kept are tried to the end, and nobody is signed in, connected or made by that', async () => {
  const people = await server.db('users')
  const configured = await server.db('instance_configurations').orderBy('key')
  const begun = await begin(keys())
  expect(begun.status).toBe(200)
  expect(begun.headers.getSetCookie().join()).not.toContain('hush')
  const back = await come(begun.body.url)
  expect(back.pathname).toBe('/god-mode/authentication/github')
  expect(back.searchParams.get('test')).toBe(begun.body.test)
  expect(back.searchParams.get('login')).toBe('freya-holm')
  expect(Number(back.searchParams.get('ms'))).toBeGreaterThanOrEqual(0)
  expect(asked.at(-1)).toBe('tandem hush')
  expect(await server.db('users')).toHaveLength(people.length)
  expect(await server.db('connected_accounts')).toEqual([])
  expect(await server.db('instance_configurations').orderBy('key')).toEqual(configured)
  // It was good for one way.
  const again = new URL(begun.body.url)
  const late = await freya.get(`/auth/github/callback/?code=x&state=${again.searchParams.get('state')}`)
  expect(late.location).toContain('error_code=5120')
})

test('a service that does not play along is told at the screen; wrong keys are told before anybody leaves', async () => {
  const { body } = await begin(keys())
  const state = new URL(body.url).searchParams.get('state')
  const denied = await freya.get(`/auth/github/callback/?error=access_denied&state=${state}`)
  const at = new URL(denied.location!, server.origin)
  expect([at.pathname, at.searchParams.get('refused'), at.searchParams.get('login')]).toEqual([
    '/god-mode/authentication/github',
    'yes',
    null,
  ])
  const without = await begin({ GITHUB_HOST: host, GITHUB_CLIENT_ID: 'tandem' })
  expect([without.status, without.headers.get('x-error-code')]).toEqual([400, 'instance.keysMissing'])
  const wrong = await begin({ ...keys(), GITHUB_HOST: 'github' })
  expect([wrong.status, wrong.body]).toEqual([400, { GITHUB_HOST: ['Enter a valid value.'] }])
  const silent = { GOOGLE_HOST: 'http://127.0.0.1:1', GOOGLE_CLIENT_ID: 'a', GOOGLE_CLIENT_SECRET: 'b' }
  const unheard = await begin(silent, freya, 'google')
  expect([unheard.status, unheard.headers.get('x-error-code')]).toEqual([400, 'instance.serviceSilent'])
  for (const name of ['nobody', 'constructor']) expect((await begin({}, freya, name)).status).toBe(404)
})

test('nobody else may try', async () => {
  const { admin, workspace } = await make.team()
  const token = await make.token(admin, workspace.slug)
  const former = await make.instanceAdmin()
  await server.db('instance_admins').where('user_id', former.id).delete()
  const by = [visitor(server.origin), admin, token.visitor, former]
  const answers = await Promise.all(by.map(async one => (await begin(keys(), one)).status))
  expect(answers).toEqual([401, 401, 404, 403])
})
