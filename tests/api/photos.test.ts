/** The library of pictures that an admin opens: asked by the server alone, against a library of the test's own. */
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { build, type Person } from '../support/build.ts'
import { startServer, type TestServer } from '../support/server.ts'
import { visitor } from '../support/visitor.ts'

const photo = (id: string) => ({
  id,
  alt_description: 'a quay at dawn',
  urls: { regular: `https://images.unsplash.com/${id}`, small: `https://images.unsplash.com/${id}?w=400` },
  user: { name: 'Ines' },
  likes: 3,
})
const asked: { path: string; key: string | undefined }[] = []
let answer = (response: ServerResponse): void => void response.end(JSON.stringify([photo('1')]))
const library = createServer((request, response) => {
  // A delivery of another test, to whatever had this port before.
  if (request.method !== 'GET') return void response.writeHead(410).end()
  asked.push({ path: request.url ?? '', key: request.headers.authorization })
  answer(response)
})

let server: TestServer
let who: Person
let admin: Person
let host: string
const set = (body: object) => admin.patch('/api/instances/configurations/', body)
const find = (query = '') => who.get<{ error?: string }>(`/api/unsplash/${query}`)

beforeAll(async () => {
  await new Promise<void>(resolve => library.listen(0, '127.0.0.1', resolve))
  host = `127.0.0.1:${(library.address() as AddressInfo).port}`
  server = await startServer({ PRIVATE_HOSTS: host })
  const make = build(server)
  await make.setUp()
  admin = await make.instanceAdmin()
  who = await make.person()
})
afterAll(() => void library.close())

const shownFrom = async () =>
  /img-src ([^;]*)/.exec((await who.get('/api/instances/')).headers.get('content-security-policy') ?? '')?.[1]

test('without a key nothing is asked and nothing shown; with one its pictures are found', async () => {
  expect((await find('?query=quay')).body).toEqual([])
  expect(asked).toEqual([])
  expect(await shownFrom()).toBe("'self' data: blob:")
  expect((await set({ UNSPLASH_HOST: `http://${host}`, UNSPLASH_ACCESS_KEY: 'hush' })).status).toBe(200)
  expect(await find()).toMatchObject({ status: 200, body: [photo('1')] })
  answer = response => void response.end(JSON.stringify({ total: 1, total_pages: 1, results: [photo('2')] }))
  expect((await find('?query=low%20tide%26page%3D9&page=2&per_page=500')).body).toMatchObject({
    results: [photo('2')],
  })
  expect(asked).toEqual([
    { path: '/photos?page=1&per_page=20', key: 'Client-ID hush' },
    { path: '/search/photos?query=low+tide%26page%3D9&page=2&per_page=30', key: 'Client-ID hush' },
  ])
  expect(await shownFrom()).toBe("'self' data: blob: https://images.unsplash.com")
  expect((await visitor(server.origin).get('/api/unsplash/')).status).toBe(401)
  expect(JSON.stringify((await who.get('/api/instances/')).body)).not.toContain('hush')
})

test('a library that does not answer as it should is told of in a word', async () => {
  const wrong: ((response: ServerResponse) => void)[] = [
    response => void response.writeHead(401).end('{"errors":["hush is no key"]}'),
    response => void response.writeHead(302, { location: '/photos' }).end(),
    response => void response.end('{"results": 3}'),
    response => void response.end('no JSON'),
    response => void response.end('x'.repeat(3 * 1024 * 1024)),
    response => void response.destroy(),
  ]
  for (const one of wrong) {
    answer = one
    expect(await find()).toMatchObject({
      status: 502,
      body: { error: 'The other service did not answer.' },
    })
  }
  // A host of a private network that nobody has listed.
  const before = asked.length
  expect((await set({ UNSPLASH_HOST: 'http://localhost:1', UNSPLASH_ACCESS_KEY: 'hush' })).status).toBe(200)
  expect((await find()).status).toBe(502)
  expect(asked).toHaveLength(before)
})
