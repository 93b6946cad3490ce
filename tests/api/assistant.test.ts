/** The assistant that an admin sets up, against a service of the test's own. */
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { build } from '../support/build.ts'
import { startServer, type TestServer } from '../support/server.ts'

const heard: { path: string; key: string | undefined; body: unknown }[] = []
const words = (content: string) => JSON.stringify({ choices: [{ message: { content } }] })
let answer = (response: ServerResponse): void => void response.end(words('Low <water>\nat six'))
const service = createServer((request, response) => {
  const parts: Buffer[] = []
  request.on('data', part => parts.push(part))
  request.on('end', () => {
    const body: unknown = JSON.parse(Buffer.concat(parts).toString())
    heard.push({ path: request.url ?? '', key: request.headers.authorization, body })
    answer(response)
  })
})

let server: TestServer
let team: Awaited<ReturnType<ReturnType<typeof build>['team']>>
let space: string
const set = async (body: object) => {
  const admin = await build(server).instanceAdmin()
  expect((await admin.patch('/api/instances/configurations/', body)).status).toBe(200)
}
const ask = (body: object, at = space, who = team.member) => who.post(`${at}/ai-assistant/`, body)

beforeAll(async () => {
  await new Promise<void>(resolve => service.listen(0, '127.0.0.1', resolve))
  const host = `127.0.0.1:${(service.address() as AddressInfo).port}`
  server = await startServer({ PRIVATE_HOSTS: host, OPENAI_HOST: `http://${host}/` })
  team = await build(server).team()
  space = `/api/workspaces/${team.workspace.slug}`
})
afterAll(() => void service.close())

test('without a key it is off; with one it writes, and its words are no HTML', async () => {
  expect(await ask({ task: 'Shorten' })).toMatchObject({
    status: 400,
    body: { error: 'OpenAI API key and engine is required' },
  })
  await set({ OPENAI_API_KEY: 'hush', GPT_ENGINE: 'gpt-5' })
  expect(await ask({ prompt: 'x' })).toMatchObject({ status: 400, body: { error: 'Task is required' } })
  expect(heard).toEqual([])
  const said = { response: 'Low <water>\nat six', response_html: 'Low &lt;water&gt;<br/>at six' }
  expect(await ask({ task: 'Shorten', prompt: 'The water is low at six' })).toMatchObject({
    status: 200,
    body: said,
  })
  expect((await ask({ task: 'Shorten' }, team.path)).body).toMatchObject({
    ...said,
    project_detail: { id: team.project.id, identifier: team.project.identifier },
    workspace_detail: { slug: team.workspace.slug },
  })
  const message = (content: string) => ({ model: 'gpt-5', messages: [{ role: 'user', content }] })
  expect(heard).toEqual([
    {
      path: '/v1/chat/completions',
      key: 'Bearer hush',
      body: message('Shorten\nThe water is low at six'),
    },
    { path: '/v1/chat/completions', key: 'Bearer hush', body: message('Shorten') },
  ])
  const { status } = await ask({ task: 'Shorten' }, space, team.guest)
  expect([status, (await ask({ task: 'Shorten' }, team.path, team.guest)).status]).toEqual([403, 403])
})

test('a service that fails is told of in a word, and holds up nobody while it thinks', async () => {
  const wrong: ((response: ServerResponse) => void)[] = [
    response => void response.writeHead(401).end('{"error":"hush is no key"}'),
    response => void response.end('{"choices":[]}'),
    response => void response.destroy(),
  ]
  for (const one of wrong) {
    answer = one
    expect(await ask({ task: 'Shorten' })).toMatchObject({
      status: 502,
      body: { error: 'The other service did not answer.' },
    })
  }
  // More of them at once than the pool of the database has connections.
  const waiting: ServerResponse[] = []
  answer = response => void waiting.push(response)
  const asking = Array.from({ length: 14 }, () => ask({ task: 'Shorten' }))
  await expect.poll(() => waiting.length).toBe(14)
  expect((await team.member.get(`${space}/`)).status).toBe(200)
  for (const response of waiting) response.end(words('At six'))
  expect((await Promise.all(asking)).map(({ status }) => status)).toEqual(Array(14).fill(200))
  answer = response => void response.end(words('At six'))
  const replies = await Promise.all(Array.from({ length: 9 }, () => ask({ task: 'Shorten' })))
  expect(replies.filter(({ status }) => status === 429).length).toBeGreaterThan(0)
})
