import { strFromU8, unzipSync } from 'fflate'
import { beforeAll, expect, test } from 'vitest'
import type { Job } from '../../api/contract/workspace/jobs.ts'
import { createLog } from '../../api/log.ts'
import { exportPages } from '../../api/workspace/jobs/exportPages.ts'
import { startJobRunner } from '../../api/workspace/jobs/runner.ts'
import type { Person } from '../support/build.ts'
import { PNG, sendImage } from '../support/files.ts'
import { type IssueTeam, issueTeam } from '../support/issueTeam.ts'
import { until } from '../support/live.ts'
import { program } from '../support/program.ts'
import { startServer, type TestServer } from '../support/server.ts'

let server: TestServer
let team: IssueTeam
const log = createLog('silent')
beforeAll(async () => {
  server = await startServer()
  team = await issueTeam(server)
})

const W = () => `/api/workspaces/${team.workspace.slug}`
const fetchFile = (who: Person, path: string) =>
  fetch(`${server.origin}${path}`, { headers: { cookie: who.cookie() } })
const bytesOf = async (answer: Response) => new Uint8Array(await answer.arrayBuffer())
const textsIn = (bytes: Uint8Array) =>
  Object.fromEntries(
    Object.entries(unzipSync(bytes)).map(([name, held]) => [
      name,
      /\.(md|html)$/.test(name) ? strFromU8(held) : held,
    ]),
  )
const image = async (who: Person) =>
  (await sendImage(who, team.path, { entity_type: 'PAGE_DESCRIPTION', name: 'Quay plan.png' })).asset_id
const projectOfOwn = async () => {
  const project = await team.make.project(team.admin, team.workspace.slug)
  for (const person of [team.member, team.guest])
    await team.admin.post(`${W()}/projects/${project.id}/members/`, {
      members: [{ member_id: person.id, role: 15 }],
    })
  return { ...project, path: `${W()}/projects/${project.id}` }
}
const shown = async (who: Person, id: string) => (await who.get<Job>(`${W()}/jobs/${id}/`)).body
const archiveOf = async (who: Person, path: string, body: object = {}) => {
  const begun = await who.post<Job>(`${path}/export-pages/`, body)
  expect(begun.status).toBe(201)
  const runner = startJobRunner({ db: server.db, log, kinds: [exportPages] })
  await until(async () => (await shown(who, begun.body.id)).state === 'done')
  await runner.stop()
  const answer = await fetchFile(who, `${W()}/jobs/${begun.body.id}/file/`)
  expect(answer.headers.get('content-type')).toBe('application/zip')
  return { job: await shown(who, begun.body.id), files: textsIn(await bytesOf(answer)) }
}

test('one page without pictures is one file, which names people, issues and pages by links', async () => {
  const issue = await team.issue({ name: 'Mind the <sill>' })
  const other = await team.make.page(team.admin, team.path, { name: 'Tides' })
  const at = `${team.workspace.slug}/projects/${team.project.id}`
  const page = await team.make.page(team.admin, team.path, {
    name: 'Tide rule: "one" *now*',
    description_html: `<p>Words &lt;here&gt; <mention-component entity_name="user_mention" entity_identifier="${team.member.id}" label="mei"></mention-component></p><issue-embed-component entity_identifier="${issue.id}" project_identifier="${team.project.id}"></issue-embed-component><p><a href="/${at}/pages/${other.id}">Other</a></p><h2>Parts</h2><div data-block-type="table-of-contents"></div>`,
  })
  const file = (query = '') => fetchFile(team.admin, `${team.path}/pages/${page.id}/file/${query}`)
  const markdown = await file()
  expect(markdown.headers.get('content-disposition')).toBe(
    `attachment; filename="Tide rule one now.md"; filename*=UTF-8''Tide%20rule%20one%20now.md`,
  )
  expect(markdown.headers.get('content-type')).toBe('text/markdown; charset=utf-8')
  const text = await markdown.text()
  expect(text).toMatch(/^---\ntitle: "Tide rule: \\"one\\" \*now\*"\ncreated: 2\S+Z\nupdated: 2\S+Z\n---\n\n/)
  expect(text).toContain('\n# Tide rule: "one" \\*now\\*\n\nWords \\<here> [@mei](http')
  expect(text).toMatch(/\[\w+-\d+ Mind the \\?<sill>\]\(http\S+\/issues\//)
  expect(text).toMatch(new RegExp(`\\[Other\\]\\(http[^)]+/${at}/pages/${other.id}\\)`))
  const html = await (await file('?format=html')).text()
  expect(html).toContain('<h1>Tide rule: &#34;one&#34; *now*</h1>')
  expect(html).toMatch(/Words &lt;here&gt; <a href="http[^"]+">@mei<\/a>/)
  expect(html).toMatch(/<h2 id="parts">Parts<\/h2><ul><li><p><a href="#parts">Parts<\/a>/)
  expect(html).not.toContain('component')
  expect((await file('?format=pdf')).status).toBe(400)
})

test('a page with pictures is an archive that holds them; without pictures when those are not wanted', async () => {
  const id = await image(team.admin)
  const strange = await image(team.member)
  const page = await team.make.page(team.admin, team.path, {
    ...{
      name: '潮汐 / Tides',
      description_html: `<image-component src="${id}"></image-component><p>After</p>`,
    },
  })
  await server
    .db('documents')
    .where('id', page.id)
    .update({
      description_html: `<image-component src="${id}"></image-component><image-component src="${id}" alt="again"></image-component><image-component src="${strange}"></image-component>`,
    })
  const at = `${team.path}/pages/${page.id}/file/`
  const answer = await fetchFile(team.admin, at)
  expect(answer.headers.get('content-disposition')).toContain(
    `UTF-8''${encodeURIComponent('潮汐 Tides.zip')}`,
  )
  const files = textsIn(await bytesOf(answer))
  expect(Object.keys(files)).toEqual(['潮汐 Tides.md', '潮汐 Tides/files/Quay plan.png'])
  expect(Buffer.from(files['潮汐 Tides/files/Quay plan.png']!).equals(PNG)).toBe(true)
  const text = files['潮汐 Tides.md']!
  expect(text).toContain('![](潮汐%20Tides/files/Quay%20plan.png)')
  expect(text).toContain('![again](潮汐%20Tides/files/Quay%20plan.png)')
  // A picture that another has sent for no text is theirs alone.
  expect(text).toMatch(new RegExp(`!\\[\\]\\(http\\S+/${strange}/\\)`))
  const html = textsIn(await bytesOf(await fetchFile(team.admin, `${at}?format=html`)))
  expect(html['潮汐 Tides.html']).toContain('<img src="潮汐%20Tides/files/Quay%20plan.png" alt="">')
  const bare = await fetchFile(team.admin, `${at}?images=false`)
  expect(bare.headers.get('content-type')).toContain('text/markdown')
  expect(await bare.text()).not.toContain('![')
})

test('all pages of a project are one archive: the tree as folders, links and pictures relative, others’ private pages left out', async () => {
  const { path, id: project } = await projectOfOwn()
  const page = (who: Person, fields: Record<string, unknown>) => team.make.page(who, path, fields)
  const at = `/${team.workspace.slug}/projects/${project}/pages`
  const guide = await page(team.admin, { name: 'Guide' })
  const twin = await page(team.admin, { name: 'guide', labels: [] })
  const setup = await page(team.admin, { name: 'Setup', parent: guide.id })
  const diary = await page(team.member, { name: 'Diary', access: 1 })
  await page(team.admin, { name: 'Own', access: 1, parent: setup.id })
  const picture = (await sendImage(team.admin, path, { entity_type: 'PAGE_DESCRIPTION' })).asset_id
  await team.admin.patch(`${path}/pages/${setup.id}/`, {
    description_html: `<p>See <mention-component entity_name="page_mention" entity_identifier="${twin.id}" label="guide" redirect_uri="${at}/${twin.id}"></mention-component> and <a href="${at}/${guide.id}#parts">parts</a> and <a href="${at}/${diary.id}">diary</a></p><image-component src="${picture}"></image-component>`,
  })
  const { job, files } = await archiveOf(team.admin, path)
  const names = Object.keys(files)
  expect(names).toEqual([
    'Guide.md',
    'Guide/Setup.md',
    expect.stringMatching(/^Guide\/Setup\/files\/.+\.png$/),
    'Guide/Setup/Own.md',
    'guide 2.md',
  ])
  expect(job).toMatchObject({
    phases: [{ name: 'pages', done: 4, total: 4 }],
    result: { pages: 4, files: 1, files_left_out: 0, pages_hidden: 1 },
  })
  const text = files['Guide/Setup.md'] as string
  expect(text).toContain('See [@guide](../guide%202.md) and [parts](../Guide.md#parts) and [diary](http')
  expect(text).toContain(`![](${names[2]!.replace('Guide/', '').replaceAll(' ', '%20')})`)
  const html = await archiveOf(team.member, path, { format: 'html' })
  expect(Object.keys(html.files)).toContain('Diary.html')
  expect(html.files['Guide/Setup.html']).toContain('<a href="../guide%202.html">@guide</a>')
  expect(html.job.result).toMatchObject({ pages: 4, pages_hidden: 1 })
  for (const who of [team.guest, team.member])
    expect((await fetchFile(who, `${W()}/jobs/${job.id}/file/`)).status).toBe(404)
})

test('rights lost on the way count: a page made private meanwhile is in no archive', async () => {
  const { path } = await projectOfOwn()
  const first = await team.make.page(team.admin, path, { name: 'First' })
  await team.make.page(team.admin, path, { name: 'Second' })
  const { body } = await team.member.post<Job>(`${path}/export-pages/`, {})
  // Its paths are given, and no page is written yet.
  await server
    .db('jobs')
    .where('id', body.id)
    .update({
      checkpoint: { nth: -1, done: 0, total: 2, pages: 0, bytes: 0, files: 0, leftOut: 0 },
    })
  await server
    .db('job_parts')
    .insert(
      (
        await server
          .db('pages')
          .where('project_id', String(first.project_id))
          .orderBy('created_at')
          .select('id', 'name')
      ).map(({ id, name }, nth) => ({ job: body.id, nth, page: id, file: name, text: '' })),
    )
  await team.admin.post(`${path}/pages/${first.id}/access/`, { access: 1 })
  const runner = startJobRunner({ db: server.db, log, kinds: [exportPages] })
  await until(async () => (await shown(team.member, body.id)).state === 'done')
  await runner.stop()
  const answer = await fetchFile(team.member, `${W()}/jobs/${body.id}/file/`)
  expect(Object.keys(textsIn(await bytesOf(answer)))).toEqual(['Second.md'])
})

test('killed in the middle, an archive of pages goes on where it was, each page in it once', async () => {
  const { path } = await projectOfOwn()
  const first = await team.make.page(team.admin, path, { name: 'Page 1' })
  const like = async (table: string, where: { id: string }, given: Record<string, string>) => {
    const columns: string[] = await server
      .db('information_schema.columns')
      .where({ table_schema: 'public', table_name: table, is_generated: 'NEVER' })
      .whereNotIn('column_name', Object.keys(given))
      .pluck('column_name')
    const list = columns.map(name => `"${name}"`).join(', ')
    await server.db.raw(
      `insert into ${table} (${Object.keys(given).join(', ')}, ${list})
         select ${Object.values(given).join(', ')}, ${list} from ${table}, generate_series(2, 250) n where id = :id`,
      where,
    )
  }
  const id = `md5(:id || n::text)::uuid`
  await like('pages', { id: first.id }, { id, name: `'Page ' || n` })
  await like('documents', { id: first.id }, { id })
  await server.db.raw(`
    create function wait_here() returns trigger language plpgsql as $$
    begin perform pg_advisory_xact_lock(42); return new; end $$;
    create trigger waits before update on jobs for each row
      when ((new.phases -> 0 ->> 'done')::int > 100) execute function wait_here()`)
  const held = await server.db.transaction()
  await held.raw('select pg_advisory_xact_lock(42)')
  const begun = (await team.admin.post<Job>(`${path}/export-pages/`, {})).body
  const running = await program(server.url)
  await running.start()
  const waiting = () => server.db('pg_locks').where({ locktype: 'advisory', granted: false })
  await until(async () => (await waiting()).length > 0)
  running.kill()
  await held.rollback()
  expect((await shown(team.admin, begun.id)).state).toBe('running')
  await running.start()
  await until(async () => (await shown(team.admin, begun.id)).state === 'done')
  const names = Object.keys(
    textsIn(await bytesOf(await fetchFile(team.admin, `${W()}/jobs/${begun.id}/file/`))),
  )
  expect(names.sort()).toEqual(Array.from({ length: 250 }, (_, n) => `Page ${n + 1}.md`).sort())
}, 90_000)
