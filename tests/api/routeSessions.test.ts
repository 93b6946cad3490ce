/** Which session opens a route: the everyday one, that of an admin of the instance, none; and where tokens are nothing. */
import { beforeAll, expect, test } from 'vitest'
import { allRoutes } from '../../api/contract/index.ts'
import { forms } from '../../api/contract/people/forms.ts'
import { build, type Person } from '../support/build.ts'
import { fill } from '../support/pathParams.ts'
import { startServer, type TestServer } from '../support/server.ts'
import { type Visitor, visitor } from '../support/visitor.ts'

let server: TestServer
let token: Visitor
let admin: Person
const make = () => build(server)
beforeAll(async () => {
  server = await startServer()
  const owner = await make().person()
  const { slug } = await make().workspace(owner)
  token = (await make().token(owner, slug)).visitor
  admin = await make().instanceAdmin()
})

/** The same admin of the instance in a browser that holds one of their two sessions alone. */
const withOnly = (who: Person, cookie: string): Visitor => {
  const browser = visitor(server.origin)
  browser.jar.set(cookie, who.jar.get(cookie)!)
  return browser
}
/** Both addresses of a call that leads nowhere: what is in a path is not there. */
const addressesOf = (path: string) => {
  const params = { ws: 'nowhere', uidb64: 'nobody', token: 'none', provider: 'github', anchor: 'none' }
  const id = make().id()
  const whole = fill(
    path.replace(/:(\w+)/g, (all, name) => (name in params ? all : id)),
    params,
  )
  return [whole, whole.replace(/\/$/, '')]
}
const isForAdmins = (path: string) => path.startsWith('/api/instances/')
/** Open to everybody, so that a token in the header is neither needed nor looked at. */
const OPEN = ['instance.get', 'instance.changelog']

test('H13: a route takes the session that its contract says, with and without its last slash', async () => {
  const wrong: string[] = []
  for (const [name, route] of allRoutes.filter(([, { in: place }]) => place !== 'open')) {
    // Some calls end the session or the account of whoever calls.
    const who = /:/.test(route.path) ? admin : await make().instanceAdmin()
    const [right, other] = isForAdmins(route.path)
      ? ['admin-session-id', 'session-id']
      : ['session-id', 'admin-session-id']
    for (const address of addressesOf(route.path)) {
      const body = route.method === 'GET' ? undefined : {}
      const closed = await withOnly(who, other!).send(route.method, address, body)
      if (closed.status !== 401) wrong.push(`${name} ${address}: ${closed.status} by the other session`)
    }
    const [slashed, plain] = addressesOf(route.path)
    const address = who === admin || route.method === 'GET' ? plain! : slashed!
    const body = route.method === 'GET' ? undefined : {}
    const opened = await withOnly(who, right!).send(route.method, address, body)
    if (opened.status === 401) wrong.push(`${name} ${address}: 401 by its own session`)
  }
  expect(wrong).toEqual([])
})

test('H13: a token opens no way to sign in and nothing of the administration', async () => {
  const wrong: string[] = []
  const doors = [...allRoutes, ...forms].filter(([, { path }]) => /^\/(auth|api\/instances)\//.test(path))
  expect(doors.length).toBeGreaterThan(50)
  const browser = withOnly(admin, 'session-id')
  browser.jar.set('admin-session-id', admin.jar.get('admin-session-id')!)
  const keys: Record<string, string>[] = [
    { 'x-api-key': 'tandem_none' },
    { authorization: 'Bearer tandem_none' },
    { 'x-api-key': (await make().token(admin, (await make().workspace(admin)).slug)).token },
  ]
  for (const [name, { method, path }] of doors)
    for (const address of addressesOf(path)) {
      const body = method === 'GET' ? undefined : {}
      const expected = OPEN.includes(name) ? 200 : 404
      const { status } = await token.send(method, address, body)
      if (status !== expected) wrong.push(`${name} ${address}: ${status}`)
      for (const headers of keys) {
        const answer = await browser.send(method, address, body, { headers })
        if (answer.status !== expected) wrong.push(`${name} ${address}: ${answer.status} beside the cookies`)
      }
    }
  expect(wrong).toEqual([])
})

test('where no session is asked for, the right one alone tells who is here', async () => {
  const isIn = async (who: Visitor, at: string) =>
    (await who.get<{ is_authenticated: boolean }>(at)).body.is_authenticated
  for (const slash of ['/', '']) {
    for (const [cookie, isAdmin] of [
      ['admin-session-id', true],
      ['session-id', false],
    ] as const) {
      const who = withOnly(admin, cookie)
      expect(await isIn(who, `/api/instances/admins/session${slash}`)).toBe(isAdmin)
      expect(await isIn(who, `/api/users/session${slash}`)).toBe(!isAdmin)
    }
  }
})
