import { mkdir, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { entities } from '../../api/contract/index.ts'
import { purge } from '../../api/jobs/purge.ts'
import { build } from '../support/build.ts'
import { announce, attach, attachmentsAt, filesIn, sendFile, sendImage, TEXT } from '../support/files.ts'
import { WORDS } from '../support/pageWorld.ts'
import { startServer, type TestServer } from '../support/server.ts'

let server: TestServer
let make: ReturnType<typeof build>
let team: Awaited<ReturnType<typeof make.team>>

beforeAll(async () => {
  server = await startServer()
  make = build(server)
  team = await make.team()
})

const run = () => purge(server.db, { hardDeleteAfterDays: 60, dataDir: server.dataDir })
const ago = (days: number) => new Date(Date.now() - days * 86_400_000)
const age = (table: string, id: string, days: number) =>
  server
    .db(table)
    .where('id', id)
    .update({ deleted_at: ago(days) })
const has = async (table: string, where: Record<string, string>) =>
  (await server.db(table).where(where).first()) !== undefined
const fileOf = (asset: string) => asset.split('/')[1] ?? ''

/** An issue with all that may belong to one. */
const fullIssue = async (path = team.path) => {
  const { body: label } = await team.admin.post<{ id: string }>(`${path}/issue-labels/`, {
    name: `label ${make.id()}`,
    color: '#123456',
  })
  const issue = await make.issue(team.admin, path, {
    assignee_ids: [team.admin.id],
    label_ids: [label.id],
    description_html: '<p>Low water</p>',
  })
  const { attachment } = await attach(team.admin, attachmentsAt(path, issue.id))
  const image = await sendImage(team.admin, path, { entity_identifier: issue.id })
  const at = `${path}/issues/${issue.id}`
  const { body: comment } = await team.admin.post<{ id: string }>(`${at}/comments/`, {
    comment_html: '<p>Slack water</p>',
  })
  await sendImage(team.admin, path, {
    entity_type: 'COMMENT_DESCRIPTION',
    entity_identifier: comment.id,
  })
  await team.admin.post(`${at}/issue-links/`, { url: 'https://tides.example' })
  await team.admin.post(`${at}/reactions/`, { reaction: '128077' })
  return { ...issue, attachment, image, comment }
}

/** A thread of two on a page, with an image in the reply. */
const threadOn = async (at: string) => {
  const { body: first } = await team.admin.post<{ id: string }>(at, { comment_html: '<p>Aye</p>', ...WORDS })
  const { body: reply } = await team.admin.post<{ id: string }>(at, {
    comment_html: '<p>Nay</p>',
    parent: first.id,
  })
  const kind = { entity_type: 'PAGE_COMMENT_DESCRIPTION', entity_identifier: reply.id }
  await sendImage(team.admin, at.replace(/\/pages\/.*/, ''), kind)
  return { first, reply }
}

test('rows deleted long enough ago are forgotten with all that belongs to them, others stay', async () => {
  const [old, recent] = [await fullIssue(), await fullIssue()]
  const child = await make.issue(team.admin, team.path, { parent_id: old.id })
  const page = await make.page(team.admin, team.path, { description_html: '<p>Tides</p>' })
  await age('issues', old.id, 61)
  await age('issues', recent.id, 59)
  await age('pages', page.id, 61)
  await run()
  for (const [table, column] of [
    ['issues', 'id'],
    ['documents', 'id'],
    ['issue_labels', 'issue_id'],
    ['issue_assignees', 'issue_id'],
    ['file_assets', 'issue'],
    ['issue_activities', 'issue'],
    ['issue_comments', 'issue'],
    ['issue_links', 'issue'],
    ['issue_reactions', 'issue'],
  ] as const) {
    expect(await has(table, { [column]: old.id }), table).toBe(false)
    expect(await has(table, { [column]: recent.id }), table).toBe(true)
  }
  expect(await has('pages', { id: page.id })).toBe(false)
  expect(await has('documents', { id: page.id })).toBe(false)
  expect(await server.db('issues').where('id', child.id).first('parent_id')).toEqual({ parent_id: null })
  const files = await filesIn(server.dataDir)
  expect(files).not.toContain(fileOf(old.attachment.asset))
  expect(files).toContain(fileOf(recent.attachment.asset))
})

test('a thread on a page goes with its replies and images when it or its page was deleted', async () => {
  const page = await make.page(team.admin, team.path)
  const at = `${team.path}/pages/${page.id}/comments/`
  const [old, kept] = [await threadOn(at), await threadOn(at)]
  await team.admin.delete(`${at}${old.first.id}/`)
  await age('page_comments', old.first.id, 61)
  await age('page_comments', old.reply.id, 61)
  await run()
  for (const id of [old.first.id, old.reply.id]) expect(await has('page_comments', { id })).toBe(false)
  expect(await has('file_assets', { page_comment: old.reply.id })).toBe(false)
  expect(await has('file_assets', { page_comment: kept.reply.id })).toBe(true)
  await age('pages', page.id, 61)
  await run()
  expect(await has('pages', { id: page.id })).toBe(false)
  expect(await has('page_comments', { id: kept.reply.id })).toBe(false)
  expect(await has('file_assets', { page: page.id })).toBe(false)
})

test('a comment goes with its images, and leaves those of others', async () => {
  const { comment, id } = await fullIssue()
  await age('issue_comments', comment.id, 61)
  await run()
  expect(await has('issue_comments', { id: comment.id })).toBe(false)
  expect(await has('file_assets', { comment: comment.id })).toBe(false)
  expect(await has('file_assets', { issue: id })).toBe(true)
})

test('a file goes when it was deleted long ago, or was never confirmed for a week', async () => {
  const at = attachmentsAt(team.path, (await make.issue(team.admin, team.path)).id)
  const [kept, deleted, lately] = [
    await attach(team.admin, at),
    await attach(team.admin, at),
    await attach(team.admin, at),
  ]
  for (const one of [deleted, lately]) await team.admin.delete(one.asset_url)
  await age('file_assets', deleted.asset_id, 61)
  const [unsent, fresh] = [await announce(team.admin, at), await announce(team.admin, at)]
  await sendFile(unsent.upload_data, TEXT)
  await server
    .db('file_assets')
    .where('id', unsent.asset_id)
    .update({ created_at: ago(8) })
  await server
    .db('file_assets')
    .where('id', kept.asset_id)
    .update({ created_at: ago(8) })
  await run()
  const files = await filesIn(server.dataDir)
  for (const [one, stays] of [
    [kept, true],
    [lately, true],
    [deleted, false],
    [unsent, false],
  ] as const) {
    expect(await has('file_assets', { id: one.asset_id })).toBe(stays)
    expect(files.includes(fileOf(one.attachment.asset))).toBe(stays)
  }
  expect(await has('file_assets', { id: fresh.asset_id })).toBe(true)
})

test('the rest of an upload that a crash cut off is swept after a day', async () => {
  const folder = join(server.dataDir, 'files', 'incoming')
  await mkdir(folder, { recursive: true })
  for (const [name, days] of [
    ['half-old', 2],
    ['half-new', 0],
  ] as const) {
    await writeFile(join(folder, name), 'High')
    await utimes(join(folder, name), ago(days), ago(days))
  }
  await run()
  const files = await filesIn(server.dataDir)
  expect([files.includes('half-old'), files.includes('half-new')]).toEqual([false, true])
})

test('a row that is still named by another waits for it', async () => {
  const { body: state } = await team.admin.post<{ id: string }>(`${team.path}/states/`, {
    name: 'Moored',
    color: '#123456',
    group: 'started',
  })
  const issue = await make.issue(team.admin, team.path, { state_id: state.id })
  const left = await make.issue(team.admin, team.path, { state_id: state.id })
  await age('states', state.id, 61)
  await run()
  expect(await has('states', { id: state.id })).toBe(true)
  const [other] = (await team.admin.get<{ id: string }[]>(`${team.path}/states/`)).body
  await team.admin.patch(`${team.path}/issues/${left.id}/`, { state_id: other!.id })
  await age('issues', issue.id, 61)
  await run()
  expect(await has('issues', { id: issue.id })).toBe(false)
  expect(await has('states', { id: state.id })).toBe(true)
  await age('issues', left.id, 61)
  await run()
  expect(await has('states', { id: state.id })).toBe(false)
})

test('more rows than one batch takes go in one run', async () => {
  await server.db.raw(
    `insert into labels (id, name, project_id, workspace_id, deleted_at)
     select gen_random_uuid(), 'old ' || n, ?, ?, ? from generate_series(1, 1203) n`,
    [team.project.id, team.workspace.id, ago(70)],
  )
  expect((await run()).labels).toBe(1203)
})

const namers = async (table: string) =>
  (
    await server.db.raw<{ rows: { child: string; column: string; rule: string }[] }>(
      `select c.conrelid::regclass::text as child, a.attname as column, c.confdeltype as rule
         from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
        where c.contype = 'f' and c.confrelid = ?::regclass`,
      [table],
    )
  ).rows

test.for(['project', 'workspace'] as const)('a deleted %s goes whole', async kind => {
  const space = await make.workspace(team.admin)
  const project = await make.project(team.admin, space.slug)
  const issue = await fullIssue(project.path)
  const page = await make.page(team.admin, project.path, { description_html: '<p>Tides</p>' })
  await threadOn(`${project.path}/pages/${page.id}/comments/`)
  await make.token(team.admin, space.slug)
  const [table, id] = kind === 'project' ? ['projects', project.id] : ['workspaces', space.id]
  await age(table, id, 61)
  await run()
  expect(await has(table, { id })).toBe(false)
  for (const { child, column } of await namers(table))
    expect(await has(child, { [column.replaceAll('"', '')]: id }), `${child}.${column}`).toBe(false)
  expect(await filesIn(server.dataDir)).not.toContain(fileOf(issue.attachment.asset))
  expect(await has('projects', { id: team.project.id })).toBe(true)
  expect(await has('workspaces', { id: team.workspace.id })).toBe(true)
})

test('every reference says what becomes of it when what it names is purged', async () => {
  // Kept on purpose: an issue holds its state, a reply the first comment of its thread; a file is purged with its noun by the job, which removes the bytes as well.
  const files = ['issue', 'comment', 'page', 'page_comment', 'draft_issue'].map(noun => `file_assets.${noun}`)
  const reasoned = ['issues.state_id', 'page_comments.parent', ...files]
  const kinds = Object.values(entities).filter(of => of.place.workspace)
  const open: string[] = []
  for (const { table } of kinds)
    for (const { child, column, rule } of await namers(table)) {
      const of = kinds.find(one => one.table === child)
      const goesWithPlace = of && [of.place.workspace, of.place.project].includes(column)
      if (rule === 'a' && !goesWithPlace) open.push(`${child}.${column}`)
    }
  expect([...new Set(open)].filter(name => !reasoned.includes(name))).toEqual([])
})

test('rows that name an issue, a page or a comment are found by an index when it is forgotten, deleted ones too', async () => {
  const { rows } = await server.db.raw<{ rows: { reference: string }[] }>(
    `select c.conrelid::regclass || '.' || a.attname as reference
       from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
      where c.contype = 'f' and c.confrelid::regclass::text = any(?)
        and not exists (
          select 1 from pg_index i where i.indrelid = c.conrelid and i.indkey[0] = a.attnum
             and (i.indpred is null or pg_get_expr(i.indpred, i.indrelid) = format('(%I IS NOT NULL)', a.attname)))`,
    [['issues', 'pages', 'issue_comments', 'page_comments']],
  )
  expect(rows.map(({ reference }) => reference)).toEqual([])
})
