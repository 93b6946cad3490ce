/** Words from outside are taken by their value, never by their mere presence or by a name that every object has. */
import { beforeAll, describe, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { build } from '../support/build.ts'
import { sharedServer, type TestServer } from '../support/server.ts'
import { visitor } from '../support/visitor.ts'

let server: TestServer
let make: ReturnType<typeof build>
let team: Awaited<ReturnType<ReturnType<typeof build>['team']>>
beforeAll(async () => {
  server = await sharedServer()
  make = build(server)
  team = await make.team()
})

describe('H9: a foreign page', () => {
  const evil = { origin: 'https://evil.example' }

  test.each(['x', 'Basic abc', 'Bearer ', 'bearer'])(
    'calls with the cookie of its visitor in vain, also with an Authorization of %j',
    async authorization => {
      const reply = await team.admin.post(
        `${team.path}/issues/`,
        { name: 'Forged' },
        { headers: { ...evil, authorization } },
      )
      expect([reply.status, reply.headers.get('x-error-code')]).toEqual([403, 'auth.foreignOrigin'])
    },
  )

  test('opens no socket, not even from the same host by another scheme', async () => {
    for (const origin of ['https://evil.example', server.origin.replace('http:', 'https:'), 'null']) {
      const status = await new Promise<number>(resolve => {
        const socket = new WebSocket(`${server.origin.replace('http', 'ws')}/live`, {
          headers: { cookie: team.admin.cookie(), origin },
        })
        socket.on('unexpected-response', (_, response) => resolve(response.statusCode ?? 0))
        socket.on('open', () => resolve(101))
        socket.on('error', () => {})
      })
      expect(status, origin).toBe(403)
    }
  })
})

describe('H8: names that every object has', () => {
  test.each(['__proto__', 'constructor', 'toString', 'hasOwnProperty'])('%s is no workspace', async slug => {
    expect((await team.admin.get(`/api/workspaces/${slug}/`)).status).toBe(404)
    expect((await team.admin.get(`/api/workspaces/${slug}/bootstrap/`)).status).toBe(404)
    expect((await team.admin.post('/api/workspaces/', { name: 'Harbour', slug })).status).toBe(400)
  })

  test('are no type of an image', async () => {
    const announced = await team.admin.post(
      `/api/assets/v2/workspaces/${team.workspace.slug}/projects/${team.project.id}/`,
      {
        entity_type: 'PAGE_DESCRIPTION',
        name: 'a.png',
        type: 'constructor',
        size: 10,
      },
    )
    expect(announced.status).toBe(400)
  })

  test('are named like any other field that a call does not take', async () => {
    const raw = '{"name":"Sill","constructor":1,"toString":2}'
    const reply = await team.admin.send('POST', `${team.path}/issues/`, undefined, {
      raw,
      headers: { 'content-type': 'application/json' },
    })
    expect([reply.status, reply.headers.get('x-ignored-fields')]).toEqual([201, 'constructor, toString'])
  })
})

describe('names that nobody expects', () => {
  test.each(['null', '[]', '1', '{"csrfmiddlewaretoken":{"toString":1}}', '{"csrfmiddlewaretoken":["a"]}'])(
    'a form of %s is a form that has expired',
    async raw => {
      const reply = await visitor(server.origin).send('POST', '/auth/sign-in/', undefined, {
        raw,
        headers: { 'content-type': 'application/json' },
      })
      expect(reply.status).toBe(403)
    },
  )

  test.each([
    ['/日本?a=ü', '/%E6%97%A5%E6%9C%AC?a=%C3%BC'],
    ['/a/..//evil.example', '/'],
    ['//evil.example', '/'],
  ])('signing up leads on to %s as a header can say it', async (next_path, ends) => {
    const who = visitor(server.origin)
    const { status, location } = await who.form('/auth/sign-up/', {
      email: `${Math.random().toString(36).slice(2)}@quay.example`,
      password: 'a long harbour phrase 9',
      next_path,
    })
    expect(status).toBe(302)
    if (ends === '/') expect(location).not.toMatch(/evil/)
    else expect(location!.endsWith(ends)).toBe(true)
  })

  test('thousands of fields that a call does not take overflow no header', async () => {
    const many = Object.fromEntries(Array.from({ length: 5_000 }, (_, at) => [`unknown_field_${at}`, at]))
    const reply = await team.admin.post(`${team.path}/issues/`, { name: 'Sill', ...many })
    expect(reply.status).toBe(201)
    expect(reply.headers.get('x-ignored-fields')!.length).toBeLessThanOrEqual(4_020)
    expect(decodeURIComponent(reply.headers.get('x-ignored-fields')!)).toMatch(/unknown_field_0, .*, …$/)
  })

  test('an offer of another protocol beside a request is not taken up, nor does it hide the request', async () => {
    const { request } = await import('node:http')
    const status = await new Promise<number>(resolve => {
      request(
        `${server.origin}/healthz`,
        { headers: { connection: 'Upgrade, HTTP2-Settings', upgrade: 'h2c', 'http2-settings': 'AAM' } },
        reply => {
          reply.resume()
          resolve(reply.statusCode ?? 0)
        },
      ).end()
    })
    expect(status).toBe(200)
  })
})

describe('E3: the address of a picture', () => {
  const set = (address: string) => [
    team.admin.patch('/api/users/me/', { avatar: address }),
    team.admin.patch(`${team.path}/`, { cover_image: address }),
  ]

  test.each([
    'javascript:alert(1)',
    ' javascript:alert(1)',
    'java\tscript:alert(1)',
    '\u0001javascript:alert(1)',
    'JavaScript:alert(1)',
    'data:text/html,x',
    '//evil.example/x.png',
    '/\\evil.example/x.png',
    '/\t/evil.example/x.png',
    '\\\\evil.example',
    'ftp://evil.example/x',
    'https://',
    'x.png',
  ])('is no other than of the web or of ours: %j', async address => {
    for (const reply of await Promise.all(set(address))) {
      expect(reply.status).toBe(400)
      expect(Object.values(reply.body)).toEqual([['Enter a valid URL.']])
    }
  })

  test.each(['https://images.example/a%20b.png', 'HTTP://images.example/x', '/api/assets/v2/static/x/', ''])(
    'may be %j',
    async address => {
      expect((await Promise.all(set(address))).map(reply => reply.status)).toEqual([200, 200])
    },
  )
})
