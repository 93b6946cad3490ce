/** Files of the source: fetched by the guarded client while the import goes on, each once; what does not come is known by line. */
import { createHash } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { purge } from '../../api/jobs/purge.ts'
import { build } from '../support/build.ts'
import { filesIn } from '../support/files.ts'
import { type Answering, type Asked, importService, type Service } from '../support/importServices.ts'
import { importCalls, importRunner } from '../support/imports.ts'
import { until } from '../support/live.ts'
import { startServer, type TestServer } from '../support/server.ts'

let server: TestServer
let make: ReturnType<typeof build>
let runner: Awaited<ReturnType<typeof importRunner>>
const LIMIT = 50_000
beforeAll(async () => {
  server = await startServer()
  make = build(server)
  runner = await importRunner(server, ['127.0.0.1'], LIMIT)
})
afterAll(() => runner.stop())
beforeEach(async () => {
  team = await make.team()
})

const PNG = Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), Buffer.alloc(500, 7)])
const page = { status: 200, text: '<!doctype html><title>Sign in</title>' }
const day = '2024-01-05T10:00:00.000+0000'

type JiraFile = { id: string; filename: string; size?: number; content: string }
/** A project of Jira Cloud with the files of its issues; their contents lead on to a host of media, as there. */
const jiraOf =
  (files: (base: string) => Record<string, JiraFile[]>, contents: Record<string, () => Answering>): Service =>
  ({ path, headers, query }, base) => {
    const isKeyed = headers.authorization !== undefined
    if (path.startsWith('/media/')) {
      // A host of media refuses whoever sends it a key.
      return isKeyed ? { status: 400, body: {} } : contents[path.slice('/media/'.length)]?.()
    }
    if (!isKeyed) return { status: 401, body: { errorMessages: ['Not authenticated'] } }
    if (path === '/rest/api/3/field') return { body: [] }
    if (path === '/rest/api/3/search/approximate-count') return { body: { count: 3 } }
    const id = /^\/rest\/api\/3\/attachment\/content\/(\w+)$/.exec(path)?.[1]
    if (id)
      return { status: 303, headers: { location: `http://localhost:${new URL(base).port}/media/${id}` } }
    if (path !== '/rest/api/3/search/jql') return undefined
    const all = Object.entries(files(base)).map(([key, attachment], nth) => ({
      id: String(10_000 + nth),
      key,
      fields: {
        ...{ summary: `Crane ${key}`, project: { id: '1', key: 'PO', name: 'Port office' } },
        ...{ status: { name: 'Open', statusCategory: { key: 'new' } }, created: day, attachment },
        comment: { comments: [], total: 0 },
      },
    }))
    return { body: { issues: query.nextPageToken ? [] : all, isLast: true } }
  }

const at = (base: string, id: string) => `${base}/rest/api/3/attachment/content/${id}`
const jira = { place: 'PO', user: 'ines@port.example', key: 'jira-key-1' }

const filesOf = async (key: string, project: string) => {
  const { id, attachment_count } = await server
    .db('issues')
    .where({ external_id: key, project_id: project })
    .whereNull('deleted_at')
    .first()
  const { body } = await team.admin.get<
    { id: string; attributes: { name: string; type: string; size: number } }[]
  >(`/api/assets/v2/workspaces/${team.workspace.slug}/projects/${project}/issues/${id}/attachments/`)
  return { id, count: attachment_count as number, files: body }
}
let team: Awaited<ReturnType<typeof make.team>>
const calls = () => importCalls(team.admin, team.workspace.slug)
const projectOf = async (importId: string) =>
  (await server.db('import_rows').where('import', importId).first('target')).target as string

test('files of Jira come with their bytes and types, the key goes to its own host alone, and an undo takes them', async () => {
  const words = Buffer.from('Depth,Tide\n4,2\n')
  const service = await importService(
    jiraOf(
      base => ({
        'PO-1': [
          { id: 'a1', filename: 'chart.png', size: PNG.length, content: at(base, 'a1') },
          { id: 'a2', filename: 'tides.csv', size: words.length, content: at(base, 'a2') },
        ],
        'PO-2': [],
        'PO-3': [{ id: 'a3', filename: 'fake.png', content: at(base, 'a3') }],
      }),
      {
        a1: () => ({ bytes: PNG, type: 'image/png' }),
        a2: () => ({ bytes: words, type: 'text/csv; charset=utf-8' }),
        a3: () => ({ bytes: words, type: 'image/png' }),
      },
    ),
  )
  await runner.stop()
  runner = await importRunner(server, ['127.0.0.1', 'localhost'], LIMIT)
  const done = await calls().wholeBy('jira', { ...jira, url: service.url })
  expect(done.outcome?.kinds.files).toEqual({ found: 3, made: 3, missing: 0 })
  expect(await calls().faults(done.id)).toEqual([])
  const project = await projectOf(done.id)
  const { files, count } = await filesOf('PO-1', project)
  expect(count).toBe(2)
  const byName = new Map(files.map(one => [one.attributes.name, one]))
  expect(byName.get('chart.png')?.attributes).toMatchObject({ type: 'image/png', size: PNG.length })
  expect(byName.get('tides.csv')?.attributes).toMatchObject({ type: 'text/csv', size: words.length })
  expect((await filesOf('PO-3', project)).files[0]!.attributes.type).toBe('application/octet-stream')
  const { asset_url: address } = await server
    .db('file_assets')
    .where('id', byName.get('chart.png')!.id)
    .first()
  const got = await fetch(`${server.origin}${address}`, {
    headers: { cookie: `session-id=${team.admin.jar.get('session-id')}` },
  })
  const digest = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')
  expect(digest(new Uint8Array(await got.arrayBuffer()))).toBe(digest(PNG))

  // The same source again brings none twice.
  const again = await calls().wholeBy('jira', { ...jira, url: service.url })
  expect(again).toMatchObject({ state: 'done', new_count: 0, matched_count: 3 })
  expect((await filesOf('PO-1', project)).files).toHaveLength(2)

  await calls().act(done.id, 'undo')
  await calls().reaches(done.id, 'undone')
  expect(
    await server.db('file_assets').where({ external_source: 'jira', project }).whereNull('deleted_at'),
  ).toEqual([])
})

test('D8 what does not come stays a link and is told by its line: too long, gone, behind a sign-in, at a private address, slow to answer', async () => {
  let tries = 0
  const service = await importService(
    jiraOf(
      base => ({
        'PO-1': [
          { id: 'b1', filename: 'long.bin', content: at(base, 'b1') },
          { id: 'b2', filename: 'gone.pdf', content: at(base, 'b2') },
          { id: 'b3', filename: 'sign-in.pdf', content: at(base, 'b3') },
          { id: 'b4', filename: 'private.pdf', content: 'http://10.0.0.7/secret.pdf' },
          { id: 'b5', filename: 'empty.txt', content: at(base, 'b5') },
          { id: 'b6', filename: 'cut.txt', size: 10, content: at(base, 'b6') },
          { id: 'b7', filename: '../late .txt', content: at(base, 'b7') },
          { id: 'b8', filename: 'inner.pdf', content: at(base, 'b8') },
        ],
      }),
      {
        b1: () => ({ bytes: Buffer.alloc(LIMIT + 1), type: 'application/zip' }),
        b2: () => ({ status: 404, body: {} }),
        b3: () => page,
        b5: () => ({ bytes: Buffer.alloc(0), type: 'text/plain' }),
        b6: () => ({ bytes: Buffer.from('four'), type: 'text/plain' }),
        // Sent on to a private address.
        b8: () => ({ status: 302, headers: { location: 'http://169.254.169.254/latest' }, body: {} }),
        b7: () =>
          ++tries === 1
            ? { status: 429, headers: { 'retry-after': '1' }, body: {} }
            : { bytes: Buffer.from('late'), type: 'text/plain' },
      },
    ),
  )
  const done = await calls().wholeBy('jira', { ...jira, url: service.url })
  expect(done).toMatchObject({ state: 'done', said: null })
  const told = (await calls().faults(done.id)).map(({ line, said, effect }) => [line, said, effect])
  const fault = (words: string) => [1, expect.stringContaining(words), 'Only a link']
  expect(told).toEqual([
    fault(`larger than ${LIMIT} bytes`),
    fault('not there'),
    fault('web page came instead'),
    fault('its address is private'),
    fault('empty'),
    fault('4 bytes came of 10'),
    fault('its address is private'),
  ])
  expect(done.outcome?.kinds.files).toEqual({ found: 8, made: 1, missing: 7 })
  const { id, files } = await filesOf('PO-1', await projectOf(done.id))
  expect(files.map(one => one.attributes.name)).toEqual([expect.stringMatching(/late.*\.txt$/)])
  expect(await server.db('issue_links').where('issue', id)).toHaveLength(8)
  expect((await server.db('issues').where('id', id).first()).link_count).toBe(8)
})

test('what a stopped import has fetched and not come to write leaves the store, and nothing else does', async () => {
  const names = Array.from({ length: 12 }, (_, nth) => `c${nth}`)
  const hold = { open: false }
  const service = await importService(
    jiraOf(
      base =>
        Object.fromEntries(
          names.map((id, nth) => [`PO-${nth + 1}`, [{ id, filename: `${id}.txt`, content: at(base, id) }]]),
        ),
      Object.fromEntries(
        names.map(id => [id, () => ({ bytes: Buffer.from(`words of ${id}`), type: 'text/plain' })]),
      ),
    ),
  )
  // Files are written in the order of their issues: those behind the fourth lie in the store, known to no row.
  service.instead = async ({ path }: Asked): Promise<Answering | undefined> => {
    if (path === '/media/c3') await until(async () => hold.open, 30_000)
    return undefined
  }
  const before = await filesIn(server.dataDir)
  const stored = async () => (await filesIn(server.dataDir)).filter(name => !before.includes(name))
  const { body } = await calls().connect('jira', { ...jira, url: service.url })
  const { id } = body.import
  await calls().reaches(id, 'matching')
  await calls().act(id, 'check')
  await calls().reaches(id, 'checked')
  await calls().act(id, 'run')
  await until(async () => (await stored()).length === 11)
  await calls().act(id, 'stop')
  expect((await calls().shown(id)).state).toBe('stopped')
  hold.open = true
  await until(async () => (await stored()).length === 12)
  const rows = server.db('file_assets').where({ project: await projectOf(id), external_source: 'jira' })
  const written: string[] = await rows.pluck('asset')
  expect(written.length).toBeLessThan(12)
  const aged = new Date(Date.now() - 2 * 3_600_000)
  await server.db('imports').where({ id }).update({ ended_at: aged })
  await purge(server.db, { dataDir: server.dataDir, hardDeleteAfterDays: 60 })
  expect((await stored()).sort()).toEqual(written.map(key => key.split('/')[1]).sort())
})

test('files that texts name: of Linear with its key, of GitHub at its web’s address, of GitLab by its API', async () => {
  const seen: string[] = []
  const file = ({ path, headers }: Asked, header: string): Answering | undefined => {
    if (!/\/(uploads|assets|files)\//.test(path)) return undefined
    seen.push(path)
    return headers[header] ? { bytes: PNG, type: 'image/png' } : { status: 404, body: {} }
  }
  const linear: Service = (one, base) =>
    file(one, 'authorization') ?? {
      body: {
        data: {
          issues: {
            pageInfo: { hasNextPage: false },
            nodes: [
              {
                ...{
                  id: 'u1',
                  identifier: 'ENG-1',
                  title: 'Line',
                  state: { name: 'Open', type: 'unstarted' },
                },
                description: `A chart: ![chart](${base}/uploads/1/2/3) and [the log.txt](${base}/uploads/4)\n\nElsewhere: https://elsewhere.example/uploads/9`,
                team: { key: 'ENG', name: 'Engines' },
                ...Object.fromEntries(
                  ['comments', 'labels', 'attachments', 'relations'].map(name => [
                    name,
                    { pageInfo: { hasNextPage: false }, nodes: [] },
                  ]),
                ),
              },
            ],
          },
        },
      },
    }
  const github: Service = (one, base) => {
    const found = file(one, 'authorization')
    if (found) return found
    if (one.path !== '/repos/port/harbour/issues') return undefined
    const body = `<img width="300" alt="x" src="${base}/user-attachments/assets/0f-1" />\n[plan.pdf](${base}/user-attachments/files/7/plan.pdf) and ${base}/port/harbour/issues/2`
    return {
      body: [{ number: 1, title: 'Berth', body, state: 'open', created_at: day, comments: 0 }],
    }
  }
  const gitlab: Service = (one, base) => {
    const found = file(one, 'private-token')
    if (found) return found
    if (one.path !== '/api/v4/projects/port%2Fharbour/issues')
      return one.path.endsWith('/notes') || one.path.endsWith('/links') ? { body: [] } : undefined
    return {
      body: [
        {
          ...{ id: 1, iid: 1, project_id: 7, title: 'Buoy', state: 'opened', created_at: day },
          ...{ description: '![tide](/uploads/s3cret/tide.png)', web_url: `${base}/port/harbour/-/issues/1` },
        },
      ],
    }
  }
  const brought = async (source: string, service: Service, connection: object) => {
    const { url } = await importService(service)
    const done = await calls().wholeBy(source, { ...connection, url })
    expect(await calls().faults(done.id)).toEqual([])
    const rows = await server
      .db('file_assets')
      .where({ project: await projectOf(done.id), external_source: source })
      .orderBy('external_id')
    return rows.map(({ attributes }) => attributes.name)
  }
  expect(await brought('linear', linear, { place: 'ENG', key: 'lin_key_1' })).toEqual([
    'chart.png',
    'the log.txt',
  ])
  expect(await brought('github', github, { place: 'port/harbour', key: 'gh-key-1' })).toEqual([
    '0f-1.png',
    'plan.pdf',
  ])
  expect(await brought('gitlab', gitlab, { place: 'port/harbour', key: 'glpat-1' })).toEqual(['tide.png'])
  expect(seen).toContain('/api/v4/projects/port%2Fharbour/uploads/s3cret/tide.png')
})
