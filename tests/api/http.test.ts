import { get } from 'node:http'
import { connect } from 'node:net'
import {
  brotliCompressSync,
  brotliDecompressSync,
  constants,
  gunzipSync,
  gzipSync,
  zstdCompressSync,
  zstdDecompressSync,
} from 'node:zlib'
import { beforeAll, describe, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { allRoutes } from '../../api/contract/index.ts'
import { fillProject } from '../../migrations/populate.ts'
import { build } from '../support/build.ts'
import { startServer, type TestServer } from '../support/server.ts'
import { visitor } from '../support/visitor.ts'

let server: TestServer
let team: Awaited<ReturnType<ReturnType<typeof build>['team']>>

beforeAll(async () => {
  server = await startServer({ APP_BASE_URL: 'https://tandem.example' })
  team = await build(server).team()
})

/** The first line of the answer to bytes that no client library would send. */
const raw = (lines: string[]) =>
  new Promise<string>((resolve, reject) => {
    const { hostname, port } = new URL(server.origin)
    const socket = connect(Number(port), hostname, () => socket.write(`${lines.join('\r\n')}\r\n\r\n`))
    let answer = ''
    socket.setTimeout(5_000, () => socket.destroy(new Error('no answer')))
    socket.on('data', part => {
      answer += part.toString('latin1')
      socket.destroy()
    })
    socket.on('error', reject)
    socket.on('close', () => resolve(answer.split('\r\n')[0] ?? ''))
  })

/** The bytes of an answer as they travel. */
const bytesOf = (path: string, encoding: string) =>
  new Promise<{ encoding: string; bytes: Buffer }>((resolve, reject) => {
    get(
      server.origin + path,
      { headers: { cookie: team.admin.cookie(), 'accept-encoding': encoding } },
      answer => {
        const parts: Buffer[] = []
        answer.on('data', part => parts.push(part))
        answer.on('end', () =>
          resolve({
            encoding: answer.headers['content-encoding'] ?? 'identity',
            bytes: Buffer.concat(parts),
          }),
        )
      },
    ).on('error', reject)
  })

const alive = async () => (await fetch(`${server.origin}/healthz`)).status

describe('paths', () => {
  test('every GET answers alike with its last slash and without, never by redirect', async () => {
    for (const [name, route] of allRoutes) {
      // A browser without a cookie gets a new token with its form.
      if (route.method !== 'GET' || /:(?!ws|p\b)/.test(route.path) || name === 'auth.csrf') continue
      const path = route.path.replace(':ws', team.workspace.slug).replace(':p', team.project.id)
      const [bare, slashed] = await Promise.all([
        team.admin.get(path.replace(/\/$/, '')),
        team.admin.get(path.replace(/\/?$/, '/')),
      ])
      expect(bare.status, name).toBeLessThan(500)
      expect([bare.status, bare.body], name).toEqual([slashed.status, slashed.body])
    }
  })

  test('unknown ones are not found, and known ones name the wrong verb', async () => {
    const unknown = await team.admin.get('/api/nothing/here/')
    expect([unknown.status, unknown.body]).toEqual([404, { error: 'Page not found.' }])
    const verb = await team.admin.send('PUT', `${team.path}/states/`)
    expect([verb.status, verb.body]).toEqual([405, { detail: 'Method "PUT" not allowed.' }])
  })

  test('the reference is a screen below the API, and nothing else there is', async () => {
    for (const path of ['/api/docs', '/api/docs/', '/api/docs?at=issues.update']) {
      const { status, headers } = await visitor(server.origin).get(path)
      expect([path, status, headers.get('content-type')]).toEqual([path, 200, 'text/html; charset=utf-8'])
    }
    for (const path of ['/api/docs/issues', '/api/docsx'])
      expect((await visitor(server.origin).get(path)).status, path).toBe(404)
  })

  test.each(['issues/7/', 'issues/not-a-uuid/', 'pages/x/', 'members/1/'])(
    'a malformed id (%s) is no path',
    async path => {
      const { status } = await team.admin.send('PATCH', `${team.path}/${path}`, { name: 'x', role: 15 })
      expect(status).toBe(404)
    },
  )

  test.each(['/%', '/%E0%A4%A', '/api/%', '/assets/..%2f..%2fpackage.json', '//', '/..%00/'])(
    'a broken address (%s) is the caller’s mistake, not ours',
    async path => {
      const answer = await raw([`GET ${path} HTTP/1.1`, 'Host: here', 'Connection: close'])
      expect(answer).toMatch(/^HTTP\/1\.1 (200|400|404) /)
      expect(await alive()).toBe(200)
    },
  )

  test('what is well known here is told, and nothing else: no screen stands at such an address', async () => {
    for (const name of ['oauth-protected-resource', 'oauth-protected-resource/mcp', 'openid-configuration'])
      expect((await fetch(`${server.origin}/.well-known/${name}`)).status).toBe(404)
  })

  test.each(['//', '/yjs/a/%', '/live/%', '/yjs/%/%E0%A4%A', '/%'])(
    'a socket on a broken address (%s) is refused, and the server lives',
    async path => {
      const answer = await raw([
        `GET ${path} HTTP/1.1`,
        'Host: here',
        'Connection: Upgrade',
        'Upgrade: websocket',
        'Sec-WebSocket-Version: 13',
        'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
      ])
      expect(answer).toMatch(/^HTTP\/1\.1 (400|401|404) /)
      expect(await alive()).toBe(200)
    },
  )
})

describe('bodies', () => {
  const send = (raw: string | Buffer, type = 'application/json') =>
    team.admin.send('POST', `${team.path}/issues/`, undefined, { raw, headers: { 'content-type': type } })

  test('malformed JSON, other media and lists are refused in the shape of their kind', async () => {
    const malformed = await send('{"name":')
    expect([malformed.status, Object.keys(malformed.body)]).toEqual([400, ['detail']])
    expect((await send('x', 'image/png')).status).toBe(415)
    const list = await send('[1]')
    expect([list.status, list.body]).toEqual([
      400,
      { non_field_errors: ['Invalid data. Expected a dictionary.'] },
    ])
    expect((await send('null')).status).toBe(400)
  })

  test.each(['null', '1', '"text"', '[]'])(
    'a call that may bring a text refuses %s as any other',
    async raw => {
      const page = await build(server).page(team.admin, team.path)
      const { status, body } = await team.admin.send('PATCH', `${team.path}/pages/${page.id}/`, undefined, {
        raw,
        headers: { 'content-type': 'application/json' },
      })
      expect([status, body]).toEqual([400, { non_field_errors: ['Invalid data. Expected a dictionary.'] }])
    },
  )

  test.each([
    ['a zero byte', { name: 'a\u0000b' }, 400],
    ['half a character', { name: 'half \ud83d' }, 201],
    ['a key of half a character', { name: 'x', '\ud83d': 1 }, 201],
    ['a number beyond all columns', { name: 'x', sort_order: 1e308 }, 201],
    ['a prototype’s name', JSON.parse('{"name":"x","__proto__":{"role":20}}'), 201],
  ])('%s is no accident', async (_what, body, status) => {
    expect((await send(JSON.stringify(body))).status).toBe(status)
  })
})

describe('headers', () => {
  test('every answer carries the guards, API answers are not kept by caches in between', async () => {
    const { headers } = await team.admin.get(`${team.path}/issues/`)
    expect(headers.get('content-security-policy')).toMatch(/default-src 'self'.*frame-ancestors 'none'/)
    expect(headers.get('content-security-policy')).not.toMatch(/unsafe|\*/)
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('cache-control')).toBe('private, no-cache')
    expect(headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/)
  })

  test('a browser that came over https stays with it', async () => {
    const hsts = async (origin: string, headers: Record<string, string> = {}) =>
      (await visitor(origin).get('/healthz', { headers })).headers.get('strict-transport-security')
    expect(await hsts(server.origin)).toBe('max-age=31536000')
    const plain = await startServer()
    expect(await hsts(plain.origin, { 'x-forwarded-proto': 'https' })).toBeNull()
    const proxied = await startServer({ TRUST_PROXY: '1' })
    expect(await hsts(proxied.origin)).toBeNull()
    expect(await hsts(proxied.origin, { 'x-forwarded-proto': 'https' })).toBe('max-age=31536000')
  })

  test('a refusal carries its code in a header, never in the body', async () => {
    const { headers, body } = await visitor(server.origin).get('/api/users/me/')
    expect(headers.get('x-error-code')).toBe('auth.required')
    expect(body).toEqual({ detail: 'Authentication credentials were not provided.' })
  })

  test('a form is answered towards the configured address, whatever Host says', async () => {
    const { location } = await visitor(server.origin).form(
      '/auth/sign-out/',
      {},
      {
        headers: { 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'https' },
      },
    )
    expect(location).toBe('https://tandem.example/')
  })

  test('a form posted from a foreign page with a cookie is refused', async () => {
    const caller = visitor(server.origin)
    const { status } = await caller.form(
      '/auth/sign-out/',
      {},
      { headers: { origin: 'https://evil.example' } },
    )
    expect(status).toBe(403)
  })
})

describe('rates', () => {
  test('anonymous calls, tokens and sign-in calls are limited apart, and told when to return', async () => {
    const limited = await startServer({
      RATE_LIMIT_ANONYMOUS: '5',
      RATE_LIMIT_TOKEN: '2',
      // The team's two other people were added by calls of this kind.
      RATE_LIMIT_AUTH: '4',
    })
    const make = build(limited)
    const { admin, workspace } = await make.team()
    const token = await make.token(admin, workspace.slug)
    const calls = async (count: number, call: () => Promise<{ status: number; headers: Headers }>) => {
      const statuses: number[] = []
      for (let n = 0; n < count; n++) statuses.push((await call()).status)
      return statuses
    }
    expect(await calls(3, () => token.visitor.get('/api/users/me/'))).toEqual([200, 200, 429])
    const refused = await token.visitor.get('/api/users/me/')
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(refused.body).toEqual({ error_code: 5900, error_message: 'RATE_LIMIT_EXCEEDED' })
    const check = () => visitor(limited.origin).post('/auth/email-check/', { email: 'a@b.example' })
    expect(await calls(3, check)).toEqual([200, 200, 429])
    // The address claimed in a header buys nothing without a trusted proxy.
    const elsewhere = await visitor(limited.origin).get('/api/instances/', {
      headers: { 'x-forwarded-for': '10.0.0.9' },
    })
    expect(elsewhere.status).toBe(200)
    expect(await calls(2, () => visitor(limited.origin).get('/api/instances/'))).toEqual([200, 429])
    expect((await admin.get('/api/users/me/')).status).toBe(200)
  })
})

test('bytes that are no frames close their socket and nothing else', async () => {
  const urls = ['/live', '/live/collaboration', `/yjs/${team.workspace.slug}/page.x`]
  for (const url of urls)
    for (const bytes of [Buffer.from([0]), Buffer.alloc(200, 255), Buffer.from('{"type":"hello"}')])
      await new Promise<void>(resolve => {
        const socket = new WebSocket(server.origin.replace('http', 'ws') + url, {
          headers: { cookie: team.admin.cookie() },
        })
        socket.on('open', () => {
          socket.send(bytes)
          setTimeout(() => socket.close(), 50)
        })
        socket.on('error', () => {})
        socket.on('close', () => resolve())
      })
  expect(await alive()).toBe(200)
})

describe('compression', () => {
  const brotli = (plain: Buffer, quality: number) =>
    brotliCompressSync(plain, { params: { [constants.BROTLI_PARAM_QUALITY]: quality } })
  const zstd = (plain: Buffer, level: number) =>
    zstdCompressSync(plain, { params: { [constants.ZSTD_c_compressionLevel]: level } })
  const gzip = (plain: Buffer, level: number) => gzipSync(plain, { level })

  // Each quality of a method leaves a length of its own: the weight of an answer says its cost. A stream's length differs
  // by a few bytes, as the answer reaches it in one part or in several.
  test.each([
    ['br', brotliDecompressSync, brotli, 4, [1, 11]],
    ['zstd', zstdDecompressSync, zstd, 3, [1, 19]],
    ['gzip', gunzipSync, gzip, 4, [6, 9]],
  ] as const)(
    'a list travels as %s at the quality of what is made for one caller',
    async (name, open, close, quality, others) => {
      await fillProject(server.db, team.project.id, 100)
      const path = `${team.path}/issues/?per_page=100`
      const [plain, packed] = await Promise.all([bytesOf(path, 'identity'), bytesOf(path, name)])
      expect([plain.encoding, packed.encoding]).toEqual(['identity', name])
      expect(open(packed.bytes).equals(plain.bytes)).toBe(true)
      const apart = (at: number) => Math.abs(packed.bytes.length - close(plain.bytes, at).length)
      expect([quality, ...others].sort((a, b) => apart(a) - apart(b))[0]).toBe(quality)
    },
  )
})
