/** A program's way through our calls: by the typed client, and by one that a foreign generator makes of the description. */
import { spawnSync } from 'node:child_process'
import { mkdtemp, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { generateApi } from 'swagger-typescript-api'
import { beforeAll, expect, inject, test } from 'vitest'
import { type Client, createClient, type Fed, TandemError } from '../../clients/typescript/index.js'
import { build } from '../support/build.ts'
import { sharedServer, startServer, type TestServer } from '../support/server.ts'

let server: TestServer
let team: Awaited<ReturnType<ReturnType<typeof build>['team']>>
let token: string
let place: { ws: string; p: string }
let tandem: Client
beforeAll(async () => {
  server = await sharedServer()
  const make = build(server)
  team = await make.team()
  token = (await make.token(team.admin, team.workspace.slug)).token
  place = { ws: team.workspace.slug, p: team.project.id }
  tandem = createClient({ origin: server.origin, token })
})

test('the typed client creates, lists, changes and pages', async () => {
  const made = await tandem.call('issues.create', {
    params: place,
    body: { name: 'Fairlead', priority: 'high' },
  })
  const params = { ...place, issueId: made.id }
  const { answer, etag } = await tandem.ask('issues.get', { params })
  expect(answer).toMatchObject({ name: 'Fairlead', priority: 'high', description_html: '<p></p>' })
  const change = { params, body: { name: 'Fairlead, oiled' }, ifMatch: etag ?? '' }
  const { status, changeSeq } = await tandem.ask('issues.update', change)
  expect([status, changeSeq]).toEqual([204, expect.any(Number)])
  const late = await tandem.call('issues.update', change).catch((refused: unknown) => refused)
  expect(late).toBeInstanceOf(TandemError)
  expect(late).toMatchObject({
    status: 412,
    code: 'mark.changed',
    body: { row: { name: 'Fairlead, oiled' } },
  })
  for (let n = 0; n < 7; n++)
    await tandem.call('issues.create', { params: place, body: { name: `Shackle ${n}` } })
  const names: string[] = []
  const query = { per_page: '3', order_by: 'created_at' } as const
  for await (const issue of tandem.rows('issueLists.project', { params: place, query }))
    names.push(issue.name)
  expect(names).toEqual(['Fairlead, oiled', ...Array.from({ length: 7 }, (_, n) => `Shackle ${n}`)])
  const states: string[] = []
  for await (const { group } of tandem.rows('states.list', { params: place })) states.push(group)
  expect(states).toContain('started')
  expect(await tandem.call('issues.remove', { params })).toBeUndefined()
  await expect(tandem.call('issues.get', { params })).rejects.toMatchObject({
    status: 404,
    code: 'row.notFound',
  })
  // @ts-expect-error there is no such call
  await expect(tandem.call('issues.sink', {})).rejects.toThrow('There is no call issues.sink')
})

test('it follows the changes, and resumes where it stopped', async () => {
  const take = async (after: number | undefined, count: number) => {
    const seen: Fed[] = []
    const stop = new AbortController()
    const feed = tandem.changes({
      ws: place.ws,
      every: 20,
      signal: stop.signal,
      ...(after !== undefined && { after }),
    })
    const names = Array.from({ length: count }, (_, n) => `${n} of ${count}`)
    const first = feed.next()
    for (const name of names) await tandem.call('issues.create', { params: place, body: { name } })
    for (let one = await first; !one.done; one = await feed.next()) {
      if (one.value.change?.entity === 'issue') seen.push(one.value)
      if (seen.length === count) break
    }
    stop.abort()
    return seen
  }
  const { changeSeq } = await tandem.ask('issues.create', { params: place, body: { name: 'Before' } })
  const first = await take(changeSeq ?? 0, 3)
  expect(first.map(({ change }) => change?.row?.name)).toEqual(['0 of 3', '1 of 3', '2 of 3'])
  const again = await take(first[0]!.at, 2)
  expect(again.map(({ change }) => change?.row?.name)).toEqual(['1 of 3', '2 of 3'])
  // A position that the log does not know: what one holds is read anew from there.
  const { value } = await tandem.changes({ ws: place.ws, after: 9_999_999, every: 20 }).next()
  expect(value).toMatchObject({ reset: true, change: null })
})

test('it sends again what was not answered, waits as long as it is asked to, and does it once', async () => {
  const strict = await startServer({ RATE_LIMIT_TOKEN: '4' })
  const make = build(strict)
  const crew = await make.team()
  const own = await make.token(crew.admin, crew.workspace.slug)
  const params = { ws: crew.workspace.slug, p: crew.project.id }
  const answers: number[] = []
  let isLost = true
  const client = createClient({
    origin: strict.origin,
    token: own.token,
    fetch: async (...given) => {
      const response = await fetch(...given)
      answers.push(response.status)
      if (isLost) {
        isLost = false
        throw new TypeError('the line was cut')
      }
      // The minute of the limit, in a moment.
      if (response.status !== 429) return response
      expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0)
      return new Response(null, { status: 429, headers: { 'retry-after': '0' } })
    },
    retries: 6,
  })
  const made = await client.call('issues.create', { params, body: { name: 'Capstan' } })
  expect(answers).toEqual([201, 201])
  const { body } = await crew.admin.get<{ results: { id: string }[] }>(`${crew.path}/issues/`)
  expect(body.results.map(({ id }) => id)).toEqual([made.id])
  for (let n = 0; n < 2; n++) await client.call('users.me')
  await expect(client.call('users.me')).rejects.toMatchObject({ status: 429 })
  expect(answers.slice(-7)).toEqual(Array(7).fill(429))
})

type Foreign = {
  api: Record<string, (...given: unknown[]) => Promise<{ data: Record<string, unknown> & { id: string } }>>
}

test('the description compiles by a foreign generator, and what it makes walks the same way', async () => {
  const { body: spec } = await team.admin.get<object>('/api/openapi.json')
  const { files } = await generateApi({ spec, output: false, httpClientType: 'fetch', silent: true } as never)
  const folder = await mkdtemp(join(inject('folder'), 'generated-'))
  await writeFile(join(folder, 'package.json'), '{ "type": "module" }')
  await writeFile(join(folder, 'Api.ts'), files[0]!.fileContent)
  const tsc = new URL('../../node_modules/.bin/tsc', import.meta.url).pathname
  const flags =
    '--ignoreConfig --strict --skipLibCheck --target es2022 --module esnext --lib es2022,dom'.split(' ')
  const compiled = spawnSync(tsc, [...flags, '--moduleResolution', 'bundler', 'Api.ts'], { cwd: folder })
  expect([compiled.status, compiled.stdout.toString()]).toEqual([0, ''])
  expect((await readFile(join(folder, 'Api.js'), 'utf8')).length).toBeGreaterThan(100_000)
  const { Api } = (await import(join(folder, 'Api.js'))) as { Api: new (config: object) => Foreign }
  const { api } = new Api({ baseUrl: server.origin, baseApiParams: { headers: { 'X-Api-Key': token } } })
  const json = { format: 'json' }
  const { ws, p } = place
  const { data: made } = await api.issuesCreate!(ws, p, { name: 'Windlass' }, json)
  await api.issuesUpdate!(ws, p, made.id, { priority: 'low' })
  expect((await api.issuesGet!(ws, p, made.id, {}, json)).data).toMatchObject({
    name: 'Windlass',
    priority: 'low',
  })
  const page = await api.issueListsProject!(ws, p, { per_page: '2', order_by: '-created_at' }, json)
  expect(page.data).toMatchObject({ count: 2, next_page_results: true, results: [{ id: made.id }, {}] })
  const feed = await api.changesChanges!(ws, { after: '0', limit: '1000' }, json)
  expect(JSON.stringify(feed.data)).toContain(made.id)
})
