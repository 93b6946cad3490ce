import { setTimeout } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Job } from '../../api/contract/workspace/jobs.ts'
import { createLog } from '../../api/log.ts'
import { exportPages } from '../../api/workspace/jobs/exportPages.ts'
import { startJobRunner } from '../../api/workspace/jobs/runner.ts'
import { filesIn, PNG, sendImage } from '../support/files.ts'
import { importCalls, importRunner } from '../support/imports.ts'
import { type IssueTeam, issueTeam } from '../support/issueTeam.ts'
import { until } from '../support/live.ts'
import {
  confluence,
  type Entries,
  manyPages,
  notionHtml,
  notionMarkdown,
  plainNotes,
  zipOf,
} from '../support/pageArchives.ts'
import { startServer, type TestServer } from '../support/server.ts'

const LIMIT = 100_000
let server: TestServer
let team: IssueTeam
let runner: Awaited<ReturnType<typeof importRunner>>
let calls: ReturnType<typeof importCalls>
beforeAll(async () => {
  server = await startServer()
  team = await issueTeam(server)
  runner = await importRunner(server, [], LIMIT)
  calls = importCalls(team.admin, team.workspace.slug)
})
afterAll(() => runner.stop())

const W = () => `/api/workspaces/${team.workspace.slug}`
const PAGES = { source: 'pages', name: 'handbook.zip' }
const newProject = async () => (await team.make.project(team.admin, team.workspace.slug)).id

type Row = {
  id: string
  name: string
  parent: string | null
  created_at: string
  archived_at: string | null
  description_html: string
  logo_props: object
}
const pagesIn = (project: string): Promise<Row[]> =>
  server
    .db('pages as p')
    .leftJoin('documents as d', 'd.id', 'p.id')
    .where('p.project_id', project)
    .whereNull('p.deleted_at')
    .orderBy(['p.created_at', 'p.id'])
    .select(
      'p.id',
      'p.name',
      'p.parent',
      'p.created_at',
      'p.archived_at',
      'd.description_html',
      'p.logo_props',
    )

/** Each page by its path of titles. */
const treeIn = async (project: string) => {
  const rows = await pagesIn(project)
  const byId = new Map(rows.map(row => [row.id, row]))
  const pathOf = (row: Row): string =>
    row.parent ? `${pathOf(byId.get(row.parent)!)} > ${row.name}` : row.name
  const paths = rows.map(pathOf)
  // Neighbours of one title are told apart by their order.
  return new Map(
    rows.map((row, at) => {
      const nth = paths.slice(0, at).filter(path => path === paths[at]).length
      return [paths[at]! + (nth > 0 ? ` #${nth + 1}` : ''), row]
    }),
  )
}
/** Without what the schema adds to each link, cell and box. */
const htmlOf = (row: Row | undefined) =>
  (row?.description_html ?? '')
    .replace(
      / target="_blank" rel="[^"]*"| style="[^"]*"| (?:col|row)span="1"|<colgroup>.*?<\/colgroup>/g,
      '',
    )
    .replace(/ target="pages"/g, '')

const bring = async (entries: Entries | Uint8Array) => {
  const project = await newProject()
  const bytes = entries instanceof Uint8Array ? entries : zipOf(entries)
  const whole = await calls.whole(bytes, { ...PAGES, project })
  expect([whole.state, whole.said]).toEqual(['done', null])
  return { project, whole, tree: await treeIn(project), faults: await calls.faults(whole.id) }
}

test('pages of Notion as Markdown come in with their tree, table, boxes, pictures and links', async () => {
  const { project, whole, tree, faults } = await bring(notionMarkdown())
  expect([...tree.keys()].sort()).toEqual([
    'Harbour handbook',
    'Harbour handbook > Berths',
    'Harbour handbook > Berths > Inner basin',
    'Harbour handbook > Tides / and: more?',
  ])
  const tides = tree.get('Harbour handbook > Tides / and: more?')!
  const at = `/${team.workspace.slug}/projects/${project}/pages`
  const html = htmlOf(tree.get('Harbour handbook'))
  expect(html).toContain(`<a href="${at}/${tides.id}">Tides</a>`)
  expect(html).toContain(`<a href="${at}/${tides.id}">the same</a>`)
  expect(html).toContain(`${at}/${tree.get('Harbour handbook > Berths')!.id}`)
  expect(html).toContain('href="https://tides.example/a"')
  expect(html).toMatch(/data-emoji-unicode="128161"[^>]*><p>Never round a window <strong>outward<\/strong>/)
  expect(html).toMatch(/data-checked="true"[\s\S]*Recompute[\s\S]*data-checked="false"/)
  const [picture] = await server.db('file_assets').where('page', tree.get('Harbour handbook')!.id)
  expect(picture).toMatchObject({ entity_type: 'PAGE_DESCRIPTION', is_uploaded: true })
  expect(html).toContain(`<image-component src="${picture.id}"`)
  const shown = await fetch(`${server.origin}${picture.asset_url}`, {
    headers: { cookie: team.admin.cookie() },
  })
  expect(Buffer.from(await shown.arrayBuffer()).equals(PNG)).toBe(true)
  const table = htmlOf(tree.get('Harbour handbook > Berths'))
  expect(table).toContain('Old lock')
  expect(table).toContain(`${at}/${tree.get('Harbour handbook > Berths > Inner basin')!.id}">Inner basin`)
  expect(tides.created_at).toBe('2024-03-01T10:30:00.000Z')
  expect(htmlOf(tides)).toContain('High water at six.')
  expect(htmlOf(tides)).toMatch(/10:30 AM<br[^>]*>Status: Done/)
  expect(htmlOf(tides)).not.toContain('<h1>')
  expect(faults).toMatchObject([
    {
      key: expect.stringContaining('Tides'),
      said: 'Names a file that is not in the archive',
      effect: 'No link',
    },
  ])
  expect(whole.outcome?.kinds).toMatchObject({
    pages: { found: 4, made: 4, missing: 0 },
    databases: { found: 1, made: 1 },
    pictures: { found: 1, made: 1, missing: 0 },
    files: { found: 0 },
  })
  const found = await team.admin.get<{ results: { id: string }[] }>(
    `${W()}/projects/${project}/search-pages/?search=water`,
  )
  expect(found.body.results.map(one => one.id)).toEqual([tides.id])
})

test('pages of Notion as HTML come in by the words of its tags', async () => {
  const { project, tree, faults } = await bring(notionHtml())
  expect([...tree.keys()]).toEqual(expect.arrayContaining(['Harbour handbook', 'Harbour handbook > Tides']))
  expect(tree.size).toBe(2)
  const page = tree.get('Harbour handbook')!
  const html = htmlOf(page)
  expect(page.created_at).toBe('2024-03-01T10:30:00.000Z')
  expect(page.logo_props).toEqual({ in_use: 'emoji', emoji: { value: '9875' } })
  expect(html).toMatch(/^<p>All of it<\/p><table>/)
  expect(html).toContain('Done')
  expect(html).toContain('☑')
  expect(html).toContain('data-block-type="table-of-contents"')
  expect(html.match(/<ul>|<ul class/g)).toHaveLength(1)
  expect(html.match(/data-type="taskList"/g)).toHaveLength(1)
  expect(html).toMatch(/data-checked="true"[\s\S]*?Recompute[\s\S]*?data-checked="false"[\s\S]*?Call/)
  expect(html).toContain('<details><summary>Why?</summary><p>A tide knows no summer time.</p></details>')
  expect(html).toMatch(/data-emoji-unicode="128161"[^>]*><p>Never round\.<\/p><\/div>/)
  expect(html).toMatch(/<figure><image-component src="[\w-]+"[^>]*><\/image-component><figcaption>The quay/)
  expect(html).toContain('<a href="https://tides.example/">Tide tables</a>')
  expect(html).toContain(`/projects/${project}/pages/${tree.get('Harbour handbook > Tides')!.id}">Tides</a>`)
  expect(html).toMatch(/<file-component src="[\w-]+" name="plan\.pdf" type="application\/pdf" size="15">/)
  expect(html).not.toMatch(/script|onclick|alert|archive\.invalid/)
  expect(faults).toEqual([])
})

test('a space of Confluence comes in with the tree of its index and the real names of its files', async () => {
  const { project, tree, faults } = await bring(confluence())
  expect([...tree.keys()]).toEqual(['Port', 'Port > Second', 'Port > First: of all'])
  const html = htmlOf(tree.get('Port'))
  expect(html).toContain(`/projects/${project}/pages/${tree.get('Port > First: of all')!.id}">the first</a>`)
  expect(html).toMatch(/callout-component"[^>]*><p>Mind the sill\.<\/p>/)
  expect(html).toContain('<code class="language-java">int a = 1;</code>')
  expect(html).toContain('<details><summary>More</summary><p>Hidden words</p></details>')
  expect(html).toMatch(/data-checked="true"[\s\S]*?Done[\s\S]*?data-checked="false"[\s\S]*?Open/)
  expect(html).toContain('<image-component')
  expect(html).toMatch(/<file-component src="[\w-]+" name="Tide rule\.pdf"/)
  expect(html).not.toMatch(/Created by|Attachments|bullet/)
  const files = await server.db('file_assets').where('page', tree.get('Port')!.id)
  expect(files.map(({ attributes }) => attributes.name).sort()).toEqual(['Quay plan.png', 'Tide rule.pdf'])
  expect(faults).toEqual([])
})

test('notes of any editor come in: folders, facts, links by names, pictures within words', async () => {
  const { project, whole, tree, faults } = await bring(plainNotes())
  expect([...tree.keys()].sort()).toEqual([
    'Empty',
    'Empty > Deep',
    'Empty > Deep > Deep & wide',
    'Guide',
    'Guide > Tides',
    'Later',
    'Soon: now',
  ])
  const at = `/${team.workspace.slug}/projects/${project}/pages`
  const later = htmlOf(tree.get('Later'))
  expect(later).toContain(`<a href="${at}/${tree.get('Guide > Tides')!.id}">the tides</a> and Nobody.`)
  expect(later).toContain('<image-component')
  const soon = htmlOf(tree.get('Soon: now'))
  expect(soon).toContain(`<a href="${at}/${tree.get('Guide')!.id}">up</a> <code>[[code]]</code>`)
  expect(tree.get('Soon: now')!.created_at).toBe('2024-02-03T10:00:00.000Z')
  expect(htmlOf(tree.get('Guide > Tides'))).toMatch(
    /this is no fact[\s\S]*<p>High water, ?<\/p><image-component[^>]*><\/image-component><p> ?between words/,
  )
  expect(htmlOf(tree.get('Empty > Deep > Deep & wide'))).toBe('<p>Text</p>')
  expect(faults).toEqual([])
  expect(whole.outcome?.kinds).toMatchObject({ pictures: { found: 2, made: 1, missing: 1 } })
})

const exported = async (project: string, format: string) => {
  const begun = await team.admin.post<Job>(`${W()}/projects/${project}/export-pages/`, { format })
  const exporting = startJobRunner({ db: server.db, log: createLog('silent'), kinds: [exportPages] })
  const job = async () => (await team.admin.get<Job>(`${W()}/jobs/${begun.body.id}/`)).body
  await until(async () => (await job()).state === 'done')
  await exporting.stop()
  const answer = await fetch(`${server.origin}${W()}/jobs/${begun.body.id}/file/`, {
    headers: { cookie: team.admin.cookie() },
  })
  return new Uint8Array(await answer.arrayBuffer())
}

test.each(['markdown', 'html'])(
  'what an export writes as %s comes in again equal in words and tree',
  async format => {
    const project = await newProject()
    const path = `${W()}/projects/${project}`
    const make = (name: string, html: string, parent?: string) =>
      team.make.page(team.admin, path, { name, description_html: html, ...(parent && { parent }) })
    const image = (
      await sendImage(team.admin, path, { entity_type: 'PAGE_DESCRIPTION', name: 'Quay plan.png' })
    ).asset_id
    const top = await make(
      'Handbook: "one" *now*',
      `<p>Before</p><image-component src="${image}"></image-component><h1>Handbook</h1><p>After</p>`,
    )
    const below = await make(
      'Tides',
      '<p>High <strong>water</strong></p><h2>Rule</h2><ul><li><p>One</p><ul><li><p>Deep</p></li></ul></li></ul><ol start="3"><li><p>Three</p></li></ol>',
      top.id,
    )
    const link = `<mention-component entity_name="page_mention" entity_identifier="${below.id}" label="Tides" redirect_uri="/${team.workspace.slug}/projects/${project}/pages/${below.id}"></mention-component>`
    await make(
      'Tides',
      `<p>Mind ${link} and <a href="https://tides.example/">elsewhere</a></p><details><summary>Why</summary><p>Because</p></details><ul data-type="taskList"><li data-type="taskItem" data-checked="true"><p>Done</p></li></ul><pre><code class="language-js"># no title [[x]]</code></pre><table><tbody><tr><th><p>A</p></th></tr><tr><td><p>1</p></td></tr></tbody></table><blockquote><p>Said</p></blockquote>`,
      top.id,
    )
    await make('files', '<p>Named as the folder of files</p>')
    const before = await treeIn(project)
    const { project: into, tree, faults } = await bring(await exported(project, format))
    expect(faults).toEqual([])
    expect([...tree.keys()].sort()).toEqual([...before.keys()].sort())
    const plain = (html: string, own: ReadonlyMap<string, Row>, place: string) =>
      [...own.values()]
        .reduce((text, row) => text.replaceAll(row.id, row.name), html)
        .replaceAll(place, 'project')
        .replace(/(<image-component src=")[\w-]+("[^>]*>)/g, '$1picture$2')
        .replace(/ (?:id|alt)="[^"]*"/g, '')
    const second = (rows: ReadonlyMap<string, Row>, place: string) =>
      [...rows].map(([name, row]) => [name, plain(htmlOf(row), rows, place)])
    expect(Object.fromEntries(second(tree, into))).toEqual(Object.fromEntries(second(before, project)))
    const twins = async (of: string) => (await pagesIn(of)).map(row => row.name).sort()
    expect(await twins(into)).toEqual(await twins(project))
  },
)

/** Bytes of a zip with a value of each of its lists of entries changed. */
const changed = (zip: Uint8Array, at: number, value: number) => {
  const bytes = Buffer.from(zip)
  for (let from = bytes.indexOf('PK\x01\x02'); from >= 0; from = bytes.indexOf('PK\x01\x02', from + 4))
    bytes.writeUInt32LE(value, from + at)
  return bytes
}
const REFUSED: [name: string, bytes: () => Uint8Array, said: RegExp][] = [
  ['a bomb', () => zipOf({ 'a.md': '# A', 'b.md': new Uint8Array(70_000_000) }), /unpack to more/],
  [
    'a bomb in a part',
    () => zipOf({ 'Export-1-Part-1.zip': zipOf({ 'b.md': new Uint8Array(70_000_000) }) }),
    /unpack to more/,
  ],
  ['a name that leads out', () => zipOf({ 'a.md': '# A', '../../b.md': '# B' }), /leads out of it/],
  [
    'a name that leads out with the signs of another system',
    () => zipOf({ 'a.md': '# A', '..\\b.md': '# B' }),
    /leads out of it/,
  ],
  ['an absolute name', () => zipOf({ '/etc/b.md': '# B' }), /leads out of it/],
  ['a name without an end', () => zipOf({ [`${'a/'.repeat(500)}b.md`]: '# B' }), /too long or too deep/],
  ['65,000 entries', () => manyPages(65_000), /too many entries/],
  ['25,000 pages', () => manyPages(25_000), /more than 20000 pages/],
  ['a zip that is cut off', () => zipOf(plainNotes()).subarray(0, 700), /not a whole zip/],
  ['bytes that are no zip', () => Buffer.from('# A page'), /not a whole zip/],
  ['a zip behind a password', () => changed(zipOf({ 'a.md': '# A' }), 8, 0x0008_0001), /encrypted/],
  ['no pages', () => zipOf({ 'a.png': PNG }), /holds no pages/],
  ['a space as XML', () => zipOf({ 'entities.xml': '<hibernate-generic/>' }), /export it as HTML/],
  ['a part that is none', () => zipOf({ 'Export-1-Part-1.zip': 'no zip' }), /not a whole zip/],
]
test.each(REFUSED)(
  '%s is refused in words, and nothing is there',
  async (_, bytes, said) => {
    const project = await newProject()
    const archive = bytes()
    // A connection that was idle while it was packed is closed by now: the next call needs to know it.
    await setTimeout(50)
    const { id } = await calls.begin(archive, { ...PAGES, project })
    const read = await calls.reaches(id, 'matching')
    expect([read.state, read.said]).toEqual(['failed', expect.stringMatching(said)])
    expect(await server.db('import_rows').where('import', id)).toEqual([])
    expect(await pagesIn(project)).toEqual([])
  },
  60_000,
)

test('a page or a file that cannot be taken is a fault, and the others come', async () => {
  const wide = `<table><tr>${'<td>x</td>'.repeat(30_000)}</tr></table>`
  const bytes = zipOf({
    'A.md': '# A\n\n![one](fake.png)\n\n![two](big.png)\n\n[none](empty.pdf) and [out](../../../etc/passwd)',
    'A/Below.md': '# Below\n\nHere',
    'Long.md': `# Long\n\n${'word '.repeat(6_000_000)}`,
    'Long/Child.md': '# Child\n\nStays',
    'Deep.md': `# Deep\n\n${'> '.repeat(5_000)}x`,
    'Open.html': `<html><body>${'<div>'.repeat(50_000)}x</body></html>`,
    'Wide.html': wide,
    'constructor.md': '# constructor\n\n[[toString]] [x](__proto__) ![y](constructor)',
    'fake.png': '<!doctype html><script>alert(1)</script>',
    'big.png': Buffer.concat([PNG, Buffer.alloc(LIMIT)]),
    'empty.pdf': '',
  })
  const { tree, faults, whole } = await bring(bytes)
  expect([...tree.keys()].sort()).toEqual(
    [
      'A',
      'A > Below',
      'Child',
      'constructor',
      ...[...tree.keys()].filter(name => /^(Open|Wide)$/.test(name)),
    ].sort(),
  )
  const told = faults.map(({ key, said, effect }) => `${key}: ${said} (${effect})`)
  expect(told).toEqual(
    expect.arrayContaining([
      'A.md: The file is called a picture and is none (No picture)',
      'A.md: The file is larger than 0.1 MB (No picture)',
      'A.md: The file is empty (No file)',
      'A.md: Names a file that is not in the archive (No link)',
      'Long.md: Larger than 8 MB (skipped)',
      expect.stringMatching(/^Deep\.md: The Markdown is nested too deeply.* \(skipped\)$/),
    ]),
  )
  expect(htmlOf(tree.get('A'))).toContain('one')
  expect(
    await server.db('file_assets').whereIn(
      'page',
      [...tree.values()].map(({ id }) => id),
    ),
  ).toEqual([])
  expect(whole.skipped_count).toBeGreaterThanOrEqual(2)
  const { kinds } = whole.outcome!
  for (const { found, made, missing } of Object.values(kinds)) expect(found).toBe(made + missing)
}, 60_000)

test('a page whose size lies is a fault, and no more of it is read than it says', async () => {
  const { tree, faults } = await bring(changed(zipOf({ 'A.md': `# A\n\n${'word '.repeat(50_000)}` }), 24, 40))
  expect([...tree.keys()]).toEqual([])
  expect(faults).toMatchObject([
    { said: expect.stringMatching(/^Damaged in the archive/), effect: 'skipped' },
  ])
})

test('a table longer than a text takes is cut, and says so', async () => {
  const id = '5'.repeat(32)
  const lines = Array.from({ length: 9_000 }, (_, at) => `"Row, ${at}";${at}`)
  const { tree, faults } = await bring({ [`Big ${id}.csv`]: ['\uFEFFName;Sill', ...lines].join('\n') })
  expect(htmlOf(tree.get('Big'))).toContain('Row, 3598')
  expect(htmlOf(tree.get('Big'))).not.toContain('Row, 3599')
  expect(faults).toMatchObject([
    { said: 'The table is longer than a text takes: 5401 lines stay behind', effect: 'Cut' },
  ])
})

test('titles: equal ones are beside each other, long ones are cut and are whole in the text', async () => {
  const long = 'Tide '.repeat(60).trim()
  const { tree } = await bring({
    'A.md': '# Same',
    'B.md': '# Same',
    'Cut tit.md': `# ${long}\n\nText`,
    'No heading.md': 'Just words',
    'snake.md': '# The *snake_case* `name` \\# one\n\nText',
    'odd \u0000.md': `# ${'a'.repeat(1999)}😀`,
    'windows.html': Buffer.from(
      '<html><head><meta charset="windows-1252"><title>Fl\xf6te</title></head><body>\x80</body></html>',
      'latin1',
    ),
  })
  expect([...tree.keys()]).toEqual([
    'Same',
    'Same #2',
    `${long.slice(0, 252)}…`,
    'No heading',
    `${'a'.repeat(252)}…`,
    'The snake_case name # one',
    'Flöte',
  ])
  expect(htmlOf(tree.get(`${long.slice(0, 252)}…`))).toBe(`<p><strong>${long}</strong></p><p>Text</p>`)
  expect(htmlOf(tree.get('Flöte'))).toBe('<p>€</p>')
})

test('an archive that comes again makes no twins, and an undo takes out what nobody has changed', async () => {
  const project = await newProject()
  const path = `${W()}/projects/${project}`
  const first = await calls.whole(zipOf(plainNotes()), { ...PAGES, project })
  expect(first).toMatchObject({ state: 'done', new_count: 7, matched_count: 0 })
  const more = { ...plainNotes(), 'notes/Guide/New.md': '# New\n\n[Tides](Tides.md)' }
  const again = await calls.whole(zipOf(more), { ...PAGES, project })
  expect(again).toMatchObject({ state: 'done', new_count: 1, matched_count: 7 })
  const tree = await treeIn(project)
  expect(tree.size).toBe(8)
  expect(htmlOf(tree.get('Guide > New'))).toContain(tree.get('Guide > Tides')!.id)

  const own = await team.make.page(team.admin, path, { name: 'Own', parent: tree.get('Empty > Deep')!.id })
  await team.admin.patch(`${path}/pages/${tree.get('Guide > Tides')!.id}/`, {
    description_html: '<p>Changed</p>',
  })
  expect((await calls.shown(first.id)).edited_since).toBe(3)
  await calls.act(first.id, 'undo')
  const undone = await calls.reaches(first.id, 'undone')
  expect(undone.said).toBe('3 pages that were changed here since have stayed.')
  const left = await treeIn(project)
  expect([...left.keys()].sort()).toEqual(['Deep', 'Deep > Own', 'Guide', 'Guide > New', 'Guide > Tides'])
  expect(left.get('Deep > Own')!.id).toBe(own.id)
  await calls.act(again.id, 'undo')
  await calls.reaches(again.id, 'undone')
  expect([...(await treeIn(project)).keys()].sort()).toEqual(['Deep', 'Deep > Own', 'Guide', 'Guide > Tides'])
})

test('an import that is forgotten leaves no file behind but those of its pages', async () => {
  const before = await filesIn(server.dataDir)
  const { whole, tree } = await bring(notionMarkdown())
  // The zip, the part within it, and the picture.
  expect((await filesIn(server.dataDir)).length).toBe(before.length + 3)
  expect((await team.admin.delete(`${calls.at}/${whole.id}/`)).status).toBe(204)
  expect((await filesIn(server.dataDir)).length).toBe(before.length + 1)
  expect(tree.size).toBe(4)
})

test('a new project is made for them, and goes with an undo', async () => {
  const { id } = await calls.begin(zipOf(plainNotes()), { ...PAGES, name: 'Quay notes.zip' })
  const read = await calls.reaches(id, 'matching')
  expect(read.matches.projects).toMatchObject([
    { value: '', count: 7, to: { to: 'new', name: 'Quay notes' } },
  ])
  expect(read.outcome?.kinds).toMatchObject({ pages: { found: 7 }, pictures: { found: 2 } })
  expect((await calls.choose(id, { columns: { x: { to: 'skip' } } })).body.state).toBe('matching')
  await calls.act(id, 'check')
  const checked = await calls.reaches(id, 'checked')
  expect(checked).toMatchObject({ new_count: 7, skipped_count: 0 })
  expect(await server.db('projects').where('name', 'Quay notes')).toEqual([])
  await calls.act(id, 'run')
  const done = await calls.reaches(id, 'done')
  const project = done.outcome!.projects[0]!.id!
  expect((await pagesIn(project)).length).toBe(7)
  await calls.act(id, 'undo')
  await calls.reaches(id, 'undone')
  expect(await pagesIn(project)).toEqual([])
  expect(await server.db('projects').where({ id: project }).whereNull('deleted_at')).toEqual([])
})

test('members bring pages into a project of theirs; guests and strangers none', async () => {
  const project = await newProject()
  const add = (id: string, role: number) =>
    team.admin.post(`${W()}/projects/${project}/members/`, { members: [{ member_id: id, role }] })
  await add(team.member.id, 15)
  await add(team.guest.id, 5)
  const bytes = zipOf(plainNotes())
  const [members, guests] = [team.member, team.guest].map(who => importCalls(who, team.workspace.slug))
  expect((await guests!.begin(bytes, { ...PAGES, project })).status).toBe(403)
  expect((await members!.begin(bytes, PAGES)).status).toBe(403)
  expect((await members!.begin(bytes, { ...PAGES, project: await newProject() })).status).toBe(400)
  const { id } = await members!.begin(bytes, { ...PAGES, project })
  await members!.reaches(id, 'matching')
  await members!.act(id, 'check')
  await members!.reaches(id, 'checked')
  // A right that was lost between the dry run and the import.
  await server.db('project_members').where({ project, member: team.member.id }).update({ role: 5 })
  await members!.act(id, 'run')
  const stopped = await members!.reaches(id, 'done', 'stopped')
  expect([stopped.state, stopped.said]).toEqual([
    'stopped',
    'You may not make pages in this project any more.',
  ])
  expect(await pagesIn(project)).toEqual([])
})
