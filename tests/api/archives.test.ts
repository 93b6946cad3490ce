import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate'
import { beforeAll, describe, expect, test } from 'vitest'
import type { BroughtArchive } from '../../api/contract/workspace/archives.ts'
import { purge } from '../../api/jobs/purge.ts'
import { forgetArchives } from '../../api/workspace/archives/archive.ts'
import { archivedTables, leftOutColumns, leftOutTables } from '../../api/workspace/archives/tables.ts'
import {
  altered,
  archiveOf,
  beginArchive,
  bring,
  broughtOf,
  jobOf,
  rowsOf,
  sendArchive,
  withLines,
  withRunner,
} from '../support/archives.ts'
import { archiveWorld } from '../support/archiveWorld.ts'
import { build, type Person } from '../support/build.ts'
import { filesIn } from '../support/files.ts'
import { until } from '../support/live.ts'
import { startServer, type TestServer } from '../support/server.ts'
import { wrongTallies } from '../support/tallies.ts'

let server: TestServer
let world: Awaited<ReturnType<typeof archiveWorld>>
let bytes: Buffer
let importer: Person
beforeAll(async () => {
  server = await startServer()
  world = await archiveWorld(server, 7)
  bytes = (await archiveOf(server, world.admin, world.workspace.slug)).bytes
  importer = await build(server).person()
}, 60_000)

test('an archive holds each column of each table, or says why it does not', async () => {
  const { rows } = await server.db.raw<{ rows: { table: string; name: string }[] }>(
    `select c.relname as table, a.attname as name from pg_class c
       join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
      where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace and a.attgenerated = ''`,
  )
  const told = new Map(archivedTables.map(({ table, columns }) => [table, columns]))
  const isLeftOut = (table: string, name: string) =>
    `${table}.${name}` in leftOutColumns || `*.${name}` in leftOutColumns || table in leftOutTables
  const forgotten = rows.filter(
    ({ table, name }) => !(told.get(table) && name in told.get(table)!) && !isLeftOut(table, name),
  )
  expect(forgotten.map(({ table, name }) => `${table}.${name}`)).toEqual([])
  const known = new Set(rows.map(({ table, name }) => `${table}.${name}`))
  const gone = archivedTables.flatMap(({ table, columns }) =>
    Object.keys(columns)
      .filter(name => !known.has(`${table}.${name}`))
      .map(name => `${table}.${name}`),
  )
  expect(gone).toEqual([])
  expect(Object.keys(leftOutTables).filter(table => told.has(table))).toEqual([])
})

const slugs = { count: 0 }
const names = () => ({ name: 'Brought', slug: `brought-${++slugs.count}` })
/** All rows of the server that belong to a workspace, but for jobs. */
const rowCounts = async () => {
  const counts: Record<string, number> = {}
  for (const table of [...archivedTables.map(one => one.table), 'placeholders', 'users', 'workspace_members'])
    counts[table] = Number(((await server.db(table).count('* as n')) as { n: number }[])[0]!.n)
  return counts
}

describe('on the way out', () => {
  test('an admin makes it of what they see; what they do not see is left out, and its number told', async () => {
    const { admin, member, guest, workspace, make, space } = world
    for (const who of [member, guest]) {
      expect((await who.post(`${space}/archives/`)).status).toBe(403)
      expect((await who.get(`${space}/archives/`)).status).toBe(403)
    }
    const secret = await make.project(member, workspace.slug, { network: 0, name: 'Under the sill' })
    await make.issue(member, secret.path, { name: 'Nobody else sees this' })
    const { job, bytes: made } = await archiveOf(server, admin, workspace.slug)
    expect(job.result).toMatchObject({ left_out: { pages: 2, projects: 1 } })
    const { body: contents } = await admin.get<{ counts: Record<string, number>; left_out: object }>(
      `${space}/archives/`,
    )
    expect(contents.left_out).toEqual({ pages: 2, projects: 1 })
    expect(contents.counts.issues).toBe(rowsOf(made, 'issues.jsonl').length)
    expect(rowsOf(made, 'pages.jsonl').map(page => page.name)).not.toContain('Of another')
    expect(rowsOf(made, 'projects.jsonl').map(project => project.name)).not.toContain('Under the sill')
    expect(rowsOf(made, 'people.jsonl').find(one => one.id === member.id)).toMatchObject({
      email: member.email,
    })
    // Of an address that nobody has proven nothing is reported.
    expect(rowsOf(made, 'people.jsonl').find(one => one.id === world.left.id)).toMatchObject({ email: null })
    await make.joinProject(member, secret.path, admin, 20)
  })

  test('without files and history where that is asked', async () => {
    const { admin, workspace } = world
    const { bytes: made } = await archiveOf(server, admin, workspace.slug, { files: false, history: false })
    expect(Object.keys(unzipSync(made)).filter(name => /activities|^files/.test(name))).toEqual([])
    const job = await bring(server, importer, made, names())
    expect(job).toMatchObject({ state: 'done', said: null, fault_count: 0 })
  })

  test('holds one moment of a workspace in which people go on working', async () => {
    const { admin, workspace, path, make } = world
    let isOn = true
    const writing = (async () => {
      while (isOn) {
        const { id } = await make.issue(admin, path)
        await admin.post(`${path}/issues/${id}/comments/`, { comment_html: '<p>Aye</p>' })
      }
    })()
    const { bytes: made } = await archiveOf(server, admin, workspace.slug)
    isOn = false
    await writing
    const issues = new Set(rowsOf(made, 'issues.jsonl').map(({ id }) => id))
    const strays = ['issue_comments', 'issue_activities'].flatMap(table =>
      rowsOf(made, `${table}.jsonl`).filter(({ issue }) => !issues.has(issue)),
    )
    expect(strays).toEqual([])
  })

  test('cancelled it leaves no file, and three of a person are enough; made, its file goes after seven days', async () => {
    const { admin, workspace, space } = world
    const before = (await filesIn(server.dataDir)).length
    const [id, ...others] = [
      await beginArchive(admin, workspace.slug),
      await beginArchive(admin, workspace.slug),
      await beginArchive(admin, workspace.slug),
    ] as const
    expect((await admin.post(`${space}/archives/`)).status).toBe(400)
    for (const one of [id, ...others]) await admin.post(`${space}/jobs/${one}/cancel/`)
    await withRunner(server, () =>
      until(async () => (await jobOf(admin, workspace.slug, id)).state === 'cancelled'),
    )
    expect((await filesIn(server.dataDir)).length).toBe(before)
    const { job } = await archiveOf(server, admin, workspace.slug)
    await server
      .db('jobs')
      .where('id', job.id)
      .update({ ended_at: new Date(Date.now() - 8 * 86_400_000) })
    expect(await forgetArchives(server.db, { dataDir: server.dataDir })).toEqual({ archives: 1 })
    expect((await filesIn(server.dataDir)).length).toBe(before)
    expect((await admin.get(`${space}/jobs/${job.id}/file/`)).status).toBe(404)
  })
})

const whole = () => bytes
const hostile: Record<string, [make: () => Buffer, said: RegExp]> = {
  'is no zip': [() => Buffer.from('High water at six.'), /not a whole zip/],
  'is cut off': [() => whole().subarray(0, whole().length - 400), /not a whole zip|cannot be read/],
  'has no manifest': [() => Buffer.from(zipSync({ 'issues.jsonl': new Uint8Array() })), /no manifest/],
  'holds a path that leads out': [
    () => Buffer.from(zipSync({ '../../etc/passwd': new Uint8Array(3) })),
    /cannot be read|no archive of a workspace does/,
  ],
  'is a bomb': [
    () => Buffer.from(zipSync({ 'issues.jsonl': new Uint8Array(70 * 1024 * 1024) }, { level: 9 })),
    /more than is taken in/,
  ],
  'holds a noun that nobody knows': [
    () =>
      altered(whole(), entries => {
        entries['lighthouses.jsonl'] = '{}\n'
      }),
    /lighthouses\.jsonl, which this server does not know/,
  ],
  'lacks a noun': [
    () => {
      const cut = altered(whole(), () => {})
      return Buffer.from(cut.toString('latin1').replaceAll('states.jsonl', 'statez.jsonl'), 'latin1')
    },
    /lacks states\.jsonl|does not know/,
  ],
  'has a cut line': [
    () =>
      altered(whole(), entries => {
        entries['people.jsonl'] = entries['people.jsonl']!.slice(0, -1)
      }),
    /last line of people\.jsonl is cut off/,
  ],
  'has a line that is no JSON': [
    () =>
      altered(whole(), entries => {
        entries['labels.jsonl'] += '{"id":\n'
      }),
    /Line \d+ of labels\.jsonl is no object/,
  ],
  'has a row twice': [
    () =>
      altered(whole(), entries => {
        entries['labels.jsonl'] += `${entries['labels.jsonl']!.split('\n')[0]}\n`
      }),
    /labels\.jsonl, lines 1 to \d+: duplicate key/,
  ],
  'has a value of another kind': [
    () => withLines(whole(), 'issues.jsonl', row => ({ ...row, sequence_id: 'seven' })),
    /issues\.jsonl, lines 1 to \d+: invalid input syntax/,
  ],
}

describe('F3: an archive that is not one', () => {
  for (const [name, [make, said]] of Object.entries(hostile))
    test(`${name}: says so, and leaves nothing`, async () => {
      const [rows, files] = [await rowCounts(), (await filesIn(server.dataDir)).sort()]
      const given = names()
      const job = await bring(server, importer, make(), given)
      expect(job.state).toBe('failed')
      expect(job.said).toMatch(said)
      await withRunner(server, () =>
        until(
          async () => !(await server.db('jobs').where('id', job.id).whereNotNull('checkpoint').first('id')),
        ),
      )
      expect({ ...(await rowCounts()), workspace_members: 0 }).toEqual({ ...rows, workspace_members: 0 })
      expect((await filesIn(server.dataDir)).sort()).toEqual(files)
      const { body: free } = await importer.get<{ status: boolean }>(
        `/api/workspace-slug-check/?slug=${given.slug}`,
      )
      expect(free.status).toBe(true)
      const { body: mine } = await importer.get<{ slug: string }[]>('/api/users/me/workspaces/')
      expect(mine.map(({ slug }) => slug)).not.toContain(given.slug)
    })

  test('a wrong checksum is found before anything is written', async () => {
    const entries = unzipSync(bytes)
    entries['people.jsonl'] = strToU8(strFromU8(entries['people.jsonl']!).replace('person', 'Person'))
    const before = await rowCounts()
    const job = await bring(server, importer, Buffer.from(zipSync(entries)), names())
    expect(job.said).toBe('people.jsonl is not as it was written: its checksum differs.')
    expect(job.phases.map(({ name }) => name)).not.toContain('rows')
    expect((await rowCounts()).projects).toBe(before.projects)
  })
})

describe('on the way in', () => {
  test('E1: what no text may hold is gone, an address that runs something is left out and told, and no row is above itself', async () => {
    const [first] = rowsOf(bytes, 'issue_links.jsonl')
    let issues = withLines(bytes, 'issue_comments.jsonl', row => ({
      ...row,
      comment_html: '<p onclick="x()">Aye</p><script>alert(1)</script>',
    }))
    issues = withLines(issues, 'issue_links.jsonl', row =>
      row.id === first!.id ? { ...row, url: 'javascript:alert(1)' } : row,
    )
    const ids = rowsOf(bytes, 'issues.jsonl').map(({ id }) => id)
    issues = withLines(issues, 'issues.jsonl', (row, nth) =>
      nth < 2 ? { ...row, parent_id: ids[1 - nth] } : row,
    )
    const given = names()
    const job = await bring(server, importer, issues, given)
    expect(job).toMatchObject({ state: 'done', result: { slug: given.slug, left_out: 1 } })
    expect(job.faults.map(({ said }) => said)).toEqual([
      'issue_links.jsonl: url is no address that may be followed.',
      expect.stringContaining('above itself'),
    ])
    const { id } = await server.db('workspaces').where('slug', given.slug).first<{ id: string }>('id')
    const comments: string[] = await server.db('issue_comments').where('workspace', id).pluck('comment_html')
    expect(new Set(comments)).toEqual(new Set(['<p>Aye</p>']))
  })

  test('an account is taken for a person only if its owner has proven the address and is known to the importer', async () => {
    const { member, admin } = world
    const stranger = await bring(server, importer, bytes, names())
    expect(stranger.result).toMatchObject({ matched: 0 })
    await build(server).acquaint(importer, member)
    const known = await bring(server, importer, bytes, names())
    expect(known.result).toMatchObject({ matched: 1 })
    const seen = (await member.get<{ slug: string }[]>('/api/users/me/workspaces/')).body.map(
      ({ slug }) => slug,
    )
    expect(seen).toContain(known.slug)
    expect(
      (await admin.get<{ slug: string }[]>('/api/users/me/workspaces/')).body.map(one => one.slug),
    ).not.toContain(known.slug)
  })

  test('A1: no id of an archive leads to a row that is here already', async () => {
    const before = await server
      .db('issues')
      .where('workspace_id', world.workspace.id)
      .orderBy('id')
      .select('id', 'name', 'project_id')
    const job = await bring(server, importer, bytes, names())
    expect(job.state).toBe('done')
    const after = await server
      .db('issues')
      .where('workspace_id', world.workspace.id)
      .orderBy('id')
      .select('id', 'name', 'project_id')
    expect(after).toEqual(before)
    const { id } = await server.db('workspaces').where('slug', job.slug).first<{ id: string }>('id')
    const projects = (await server.db('projects').where('workspace', id).pluck('id')) as string[]
    for (const table of ['issues', 'states', 'cycles'])
      expect(await server.db(table).where('workspace_id', id).whereNotIn('project_id', projects)).toEqual([])
  })

  test('under another address its files are fetched there, and its texts, search and numbers go on', async () => {
    const job = await bring(server, importer, bytes, names())
    const { id } = await server.db('workspaces').where('slug', job.slug).first<{ id: string }>('id')
    const files: { asset_url: string }[] = await server
      .db('file_assets')
      .where({ workspace: id, entity_type: 'ISSUE_ATTACHMENT' })
      .select('asset_url')
    expect(files.length).toBeGreaterThan(0)
    for (const { asset_url } of files) {
      expect(asset_url).toContain(`/${job.slug}/`)
      const { status, location } = await importer.get(asset_url)
      expect(status).toBe(302)
      const bytesOfFile = await (await fetch(new URL(location!, server.origin))).arrayBuffer()
      expect(bytesOfFile.byteLength).toBe(3_000)
    }
    expect(await wrongTallies(server.db)).toEqual([])
    const [project] = (await importer.get<{ id: string }[]>(`/api/workspaces/${job.slug}/projects/`)).body
    const path = `/api/workspaces/${job.slug}/projects/${project!.id}`
    const last = await server.db('issues').where('project_id', project!.id).max('sequence_id as n').first()
    const next = await build(server).issue(importer, path, { name: 'The next' })
    expect(next.sequence_id).toBe(Number(last?.n) + 1)
    const text = await server
      .db('documents')
      .where({ workspace_id: id, kind: 'page' })
      .first('id', 'description_html')
    const page = await importer.get<{ description_html: string }>(
      `/api/workspaces/${job.slug}/projects/${(await server.db('pages').where('id', text.id).first('project_id')).project_id}/pages/${text.id}/`,
    )
    expect(page.body.description_html).toBe(text.description_html)
    const named: string[] = [...text.description_html.matchAll(/entity_identifier="([^"]*)"/g)].map(
      ([, found]) => found!,
    )
    const here = ['users', 'issues', 'pages'].map(table => server.db(table).whereIn('id', named).pluck('id'))
    expect(new Set((await Promise.all(here)).flat())).toEqual(new Set(named))
  })

  test('deleting the workspace that it made is its undo: with the purge no row and no file of it is left', async () => {
    const job = await bring(server, importer, bytes, names())
    const { id } = await server.db('workspaces').where('slug', job.slug).first<{ id: string }>('id')
    const files: string[] = await server.db('file_assets').where('workspace', id).pluck('asset')
    expect(files.length).toBeGreaterThan(0)
    const faces: string[] = await server.db('placeholders').where('workspace', id).pluck('id')
    expect(faces.length).toBeGreaterThan(0)
    expect((await importer.delete(`/api/workspaces/${job.slug}/`)).status).toBe(204)
    expect((await importer.get(`/api/workspaces/${job.slug}/`)).status).toBe(404)
    await server
      .db('workspaces')
      .where({ id })
      .update({ deleted_at: new Date(Date.now() - 90 * 86_400_000) })
    await purge(server.db, { hardDeleteAfterDays: 60, dataDir: server.dataDir })
    const left: Record<string, number> = {}
    for (const { table, columns } of archivedTables) {
      const [column] = Object.entries(columns).find(([, kind]) => kind === 'workspace') ?? []
      const rows = column ? await server.db(table).where(column, id) : []
      if (rows.length > 0) left[table] = rows.length
    }
    expect(left).toEqual({})
    for (const table of ['placeholders', 'accounts', 'users'])
      expect(await server.db(table).whereIn('id', faces), table).toEqual([])
    expect(await importer.get('/api/users/me/')).toMatchObject({ status: 200 })
    const kept = await filesIn(server.dataDir)
    expect(files.filter(file => kept.includes(file.split('/').at(-1) ?? file))).toEqual([])
  })

  test('nobody sees it before it is whole, others do not see the job, and stopped it leaves nothing', async () => {
    const given = names()
    const begun = await sendArchive(importer, bytes, given)
    expect(begun.status).toBe(201)
    expect((await world.member.get(`/api/archives/jobs/${begun.body.id}/`)).status).toBe(404)
    expect((await importer.get(`/api/workspaces/${given.slug}/`)).status).toBe(404)
    expect((await importer.post('/api/archives/', { size: 10 })).status).toBe(400)
    const { body: list } = await importer.get<BroughtArchive[]>('/api/archives/')
    expect(list[0]).toMatchObject({ id: begun.body.id, slug: given.slug, state: 'queued' })
    const stopped = await importer.post<BroughtArchive>(`/api/archives/jobs/${begun.body.id}/cancel/`)
    expect(stopped.body.state).toBe('cancelled')
    const [rows] = [await rowCounts()]
    await withRunner(server, () =>
      until(
        async () =>
          !(await server.db('jobs').where('id', begun.body.id).whereNotNull('checkpoint').first('id')),
      ),
    )
    expect((await broughtOf(importer, begun.body.id)).state).toBe('cancelled')
    expect((await rowCounts()).issues).toBe(rows.issues)
  })

  test('notifies nobody and sends no mail', async () => {
    const mails = await server.db('mails').count('* as n')
    const told = await server.db('notifications').count('* as n')
    await bring(server, importer, bytes, names())
    expect(await server.db('mails').count('* as n')).toEqual(mails)
    expect(await server.db('notifications').count('* as n')).toEqual(told)
  })

  test('a server that lets nobody make workspaces takes in none', async () => {
    const setting = server.db('instance_configurations').where('key', 'DISABLE_WORKSPACE_CREATION')
    await setting.clone().update({ value: '1' })
    expect((await importer.post('/api/archives/', { size: 10 })).status).toBe(403)
    await setting.clone().update({ value: '0' })
  })
})
