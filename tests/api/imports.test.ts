import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Issue } from '../../api/contract/work/issues.ts'
import { openStore } from '../../api/files/open.ts'
import { purge } from '../../api/jobs/purge.ts'
import { importCalls, importRunner } from '../support/imports.ts'
import { type IssueTeam, issueTeam } from '../support/issueTeam.ts'
import { findAs, namesOf, takeIn } from '../support/searches.ts'
import { startServer, type TestServer } from '../support/server.ts'

let server: TestServer
let team: IssueTeam
let runner: Awaited<ReturnType<typeof importRunner>>
let calls: ReturnType<typeof importCalls>
beforeAll(async () => {
  server = await startServer()
  team = await issueTeam(server)
  runner = await importRunner(server)
  calls = importCalls(team.admin, team.workspace.slug)
})
afterAll(() => runner.stop())

const HEAD =
  'Key,Title,Description,State,Priority,Labels,Assignee,Creator,Created,Due date,Estimate,Parent,Blocked by,Cycle,Module,Comments,Vessel'
const LIST = [
  HEAD,
  'PO-1,Second tug,"See PO-2, **now**",In Progress,Highest,"Tugs, Outer",' +
    'ines@example.org,Bram,2024-02-03T10:00:00Z,2024-03-01,5,,,Autumn,Harbour,"2024-02-04T11:00:00Z;Bram;First word",MV Goose',
  'PO-2,Tow line log,,Done,Low,Tugs,,,2024-02-05T10:00:00Z,31/02/2026,3,PO-1,PO-1,Autumn,Harbour,,MV Swan',
  'PO-3,,,Done,Low,,,,,,,,,,,,',
  'PO-2,Again,,Done,Low,,,,,,,,,,,,',
  'PO-4,Lost child,,Waiting,Odd,,,,,,8,PO-99,PO-98,,,,',
].join('\n')

const issuesIn = async (projectId: string) =>
  (await server
    .db('issues')
    .where('project_id', projectId)
    .whereNull('deleted_at')
    .orderBy('sequence_id')) as (Issue & {
    deleted_at: null
  })[]

test('a list of another tool is read, tried without writing, imported, and undone', async () => {
  const { id } = await calls.begin(LIST, { name: 'port.csv' })
  const read = await calls.reaches(id, 'matching')
  expect(read.said).toBeNull()
  expect(read.format).toMatchObject({ kind: 'csv', encoding: 'utf-8', delimiter: ',' })
  expect(read.matches.columns.find(({ value }) => value === 'Vessel')?.to).toEqual({ to: 'line' })
  expect(read.matches.projects).toMatchObject([
    { value: '', to: { to: 'new', name: 'port', identifier: 'PO' } },
  ])
  expect(read.matches.priorities.find(({ value }) => value === 'Odd')).toMatchObject({
    to: { to: 'none' },
    is_open: true,
  })

  const before = await server.db('issues').count('id as total').first()
  expect((await calls.act(id, 'check')).status).toBe(200)
  const checked = await calls.reaches(id, 'checked')
  expect(checked).toMatchObject({ new_count: 3, matched_count: 0, skipped_count: 2 })
  expect(await server.db('issues').count('id as total').first()).toEqual(before)
  const faults = await calls.faults(id)
  expect(faults.map(({ line, said, effect }) => [line, said, effect])).toEqual(
    expect.arrayContaining([
      [3, 'Due date is not a date', 'No due date'],
      [4, 'No title', 'skipped'],
      [5, 'Same key as line 3', 'skipped'],
      [6, 'Parent is not in the file', 'No parent'],
      [6, 'Relation to an issue that is not in the file', 'No relation'],
    ]),
  )

  expect((await calls.act(id, 'run')).status).toBe(200)
  const done = await calls.reaches(id, 'done')
  expect(done.said).toBeNull()
  const projectId =
    done.outcome!.projects[0]!.id ?? (await server.db('projects').where('identifier', 'PO').first('id')).id
  const [first, second, fourth] = await issuesIn(projectId)
  expect([first, second, fourth].map(one => one!.sequence_id)).toEqual([1, 2, 4])
  expect(first).toMatchObject({
    name: 'Second tug',
    priority: 'urgent',
    target_date: '2024-03-01',
    created_at: '2024-02-03T10:00:00.000Z',
    sub_issues_count: 1,
    external_id: 'PO-1',
    external_source: 'csv',
  })
  expect(second).toMatchObject({ parent_id: first!.id, target_date: null, state__group: 'completed' })
  const text = await server.db('documents').where('id', first!.id).first('description_html')
  expect(text.description_html).toContain('/browse/PO-2')
  expect(text.description_html).toContain('MV Goose')
  const [comment] = await server.db('issue_comments').where('issue', first!.id)
  const author = await server.db('users').where('id', comment.actor).first('display_name')
  expect(author).toEqual({ display_name: 'Bram' })
  expect(comment).toMatchObject({ comment_stripped: 'First word', created_at: '2024-02-04T11:00:00.000Z' })
  expect(await server.db('issue_relations').where('issue', second!.id)).toHaveLength(1)
  const history = await server.db('issue_activities').where('issue', first!.id).orderBy('created_at')
  expect(history.map(one => [one.verb, one.field, one.created_at])).toMatchObject([
    ['created', null, '2024-02-03T10:00:00.000Z'],
    ['created', 'import', expect.any(String)],
  ])

  await team.admin.patch(
    `/api/workspaces/${team.workspace.slug}/projects/${projectId}/issues/${fourth!.id}/`,
    { name: 'Found child' },
  )
  expect((await calls.shown(id)).edited_since).toBe(1)
  expect((await calls.act(id, 'undo')).status).toBe(200)
  const undone = await calls.reaches(id, 'undone')
  expect(undone.said).toContain('1 issues')
  expect((await issuesIn(projectId)).map(({ name }) => name)).toEqual(['Found child'])
})

test('another choice of columns counts the values anew, and a choice of a value stays', async () => {
  const { id } = await calls.begin(LIST, { name: 'choices.csv' })
  await calls.reaches(id, 'matching')
  expect(
    (
      await calls.choose(id, {
        columns: { Vessel: { to: 'label' } },
        states: { Waiting: { name: 'Todo', group: 'unstarted' } },
      })
    ).status,
  ).toBe(200)
  const read = await calls.reaches(id, 'matching')
  expect(read.matches.labels.map(({ value }) => value)).toContain('Vessel: MV Goose')
  expect(read.matches.states.find(({ value }) => value === 'Waiting')).toMatchObject({
    to: { name: 'Todo' },
    is_open: false,
  })
})

test('the answers of one import are where the next one of the same tool begins, whatever it was begun as', async () => {
  const lone = await team.make.team()
  const own = importCalls(lone.admin, lone.workspace.slug)
  const jira = (key: string) =>
    `Issue key,Issue id,Summary,Project key,Status,Reporter\n${key}-1,1,Mole,${key},Odd state,Bram\n`
  const { id } = await own.begin(jira('RA'), { name: 'a.csv' })
  await own.reaches(id, 'matching')
  await own.choose(id, {
    states: { 'Odd state': { name: 'Waiting', group: 'started' } },
    people: { bram: { to: 'none' } },
  })
  await own.act(id, 'check')
  await own.reaches(id, 'checked')
  await own.act(id, 'run')
  await own.reaches(id, 'done')
  for (const source of ['csv', 'jira']) {
    const next = await own.begin(jira('RB'), { name: 'b.csv', source })
    const read = await own.reaches(next.id, 'matching')
    expect(read.source).toBe('jira')
    expect(read.matches.states[0]).toMatchObject({
      to: { name: 'Waiting', group: 'started' },
      reason: 'Chosen by you',
    })
    expect(read.matches.people.find(({ value }) => value === 'bram')?.to).toMatchObject({ to: 'none' })
  }
  // Another person's answers are their own.
  const other = await team.make.person()
  await team.make.joinWorkspace(lone.admin, lone.workspace.slug, other, 20)
  const theirs = importCalls(other, lone.workspace.slug)
  const read = await theirs.reaches((await theirs.begin(jira('RC'))).id, 'matching')
  expect(read.matches.states[0]!.reason).not.toBe('Chosen by you')
})

const REFUSED: [name: string, file: string | Uint8Array, said: RegExp][] = [
  ['a web page', '<!doctype html><title>Sign in</title>', /a web page, not a table/],
  ['a header alone', 'Key,Title\n', /no lines/],
  ['an old Excel', Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 1, 2, 3]), /old Excel/],
  ['a zip that is no spreadsheet', Buffer.from([0x50, 0x4b, 3, 4, 0, 0, 0]), /no sheet|damaged|cut off/],
  ['a quote without an end', 'Key,Title\nA-1,"never ends\nA-2,x\n', /quote/],
  [
    'more columns than anybody has',
    `${Array.from({ length: 400 }, (_, at) => `c${at}`).join(',')}\n1`,
    /more than 300 columns/,
  ],
]
test.each(REFUSED)('%s is refused in words, and nothing is there', async (_, file, said) => {
  const { id } = await calls.begin(file, { name: 'refused.csv' })
  const read = await calls.reaches(id, 'failed')
  expect(read.said).toMatch(said)
  expect(await server.db('import_rows').where('import', id)).toEqual([])
})

const LONG = [
  'Issue key,Summary,Status,Priority,Labels,Assignee,Story Points,Cycle,Module,Parent',
  ...Array.from({ length: 450 }, (_, at) =>
    [
      ...[`QU-${at + 1}`, `Berth plan ${at + 1}`, ['To Do', 'Done', 'Waiting for tug'][at % 3]],
      ...[at % 2 ? 'High' : 'Low', at % 3 ? 'Tugs' : 'Quay', 'bram@portoffice.example', [1, 2, 3, 5][at % 4]],
      ...[at % 5 ? 'Autumn' : '', at % 4 ? 'Harbour' : '', at > 0 && at % 10 === 0 ? 'QU-1' : ''],
    ].join(','),
  ),
].join('\n')

// A deleted project keeps its states and the like with it.
const live = (column: string) => `${column} in (select p.id from projects p where p.deleted_at is null)`
const IN_LIVE = live('project_id')
const LIVE: Record<string, string> = {
  projects: 'true',
  estimates: live('project'),
  estimate_points: live('project'),
}

test('an undo leaves nothing of what came, and the same list can come again', async () => {
  const count = async () => {
    const tables = [
      'issues',
      'states',
      'labels',
      'cycles',
      'modules',
      'estimates',
      'estimate_points',
      'projects',
    ]
    const found = tables.map(async table =>
      Number(
        (await server
          .db(table)
          .whereNull('deleted_at')
          .whereRaw(LIVE[table] ?? IN_LIVE)
          .count('id as n')
          .first())!.n,
      ),
    )
    return Object.fromEntries((await Promise.all(found)).map((n, at) => [tables[at], n]))
  }
  const before = await count()
  const done = await calls.whole(LONG, { name: 'quay.csv' })
  expect(done).toMatchObject({ state: 'done', new_count: 450 })
  expect((await count()).issues).toBe(before.issues! + 450)
  await calls.act(done.id, 'undo')
  const undone = await calls.reaches(done.id, 'undone', 'stopped')
  expect([undone.state, undone.said]).toEqual(['undone', null])
  expect(await count()).toEqual(before)
  expect(await calls.whole(LONG, { name: 'quay.csv' })).toMatchObject({ state: 'done', new_count: 450 })
  const again = await calls.whole(LONG.replace('Berth plan 7,', 'Berth plan seven,'), { name: 'quay.csv' })
  expect(again).toMatchObject({ state: 'done', new_count: 0, matched_count: 450 })
  expect(again.outcome?.changed).toBe(1)
  expect(await server.db('issues').where({ name: 'Berth plan seven' }).whereNull('deleted_at')).toHaveLength(
    1,
  )
})

// Names that repeat once per value, parents by the number, an order of day and month that one value says, wiki text.
const JIRA = [
  'Issue key,Issue id,Summary,Project key,Status,Status Category,Priority,Labels,Labels,Assignee,Reporter,Created,Due date,Custom field (Story Points),Parent,Outward issue link (Blocks),Comment,Comment,Issue Type',
  'JR-1,10001,Mole,JR,Selected for Development,To Do,Blocker,one,two,Bram,Ines,24/Jun/26 5:39 PM,7/9/2026,4.0,,JR-2,24/Jun/26 5:40 PM;ines;First; with more,24/Jun/26 5:41 PM;bram;Second,Bug',
  'JR-2,10002,Lock,JR,Won’t Do,Done,Low,two,,Ines,Bram,25/Jun/26 9:00 AM,31/12/2026,8.0,10001,,,,Story',
].join('\n')

test('an export of Jira is known by its columns: names that repeat, numbers of parents, comments with their authors', async () => {
  const { id } = await calls.begin(JIRA, { name: 'jira.csv', source: 'jira' })
  const read = await calls.reaches(id, 'matching')
  expect(read).toMatchObject({ state: 'matching', source: 'jira', format: { dates: 'day' } })
  const { body: preview } = await team.admin.get<{ key: string; labels: string[] }[]>(
    `${calls.at}/${id}/preview/`,
  )
  expect(preview.map(({ key, labels }) => [key, labels])).toEqual([
    ['JR-1', ['one', 'two', 'Issue Type: Bug']],
    ['JR-2', ['two', 'Issue Type: Story']],
  ])
  await calls.act(id, 'check')
  expect(await calls.reaches(id, 'checked')).toMatchObject({ new_count: 2, empty_count: 0 })
  await calls.act(id, 'run')
  await calls.reaches(id, 'done')
  const [mole, lock] = await server
    .db('issues')
    .whereIn('external_id', ['JR-1', 'JR-2'])
    .orderBy('sequence_id')
  expect(mole).toMatchObject({
    target_date: '2026-09-07',
    priority: 'urgent',
    created_at: '2026-06-24T17:39:00.000Z',
  })
  expect(lock).toMatchObject({ parent_id: mole.id, target_date: '2026-12-31', state__group: 'cancelled' })
  const relations = await server.db('issue_relations').where('related_issue', mole.id)
  expect(relations).toMatchObject([{ issue: lock.id, relation_type: 'blocked_by' }])
  const said = await server
    .db('issue_comments')
    .where('issue', mole.id)
    .orderBy('created_at')
    .pluck('comment_stripped')
  expect(said).toEqual(['First; with more', 'Second'])
})

test('a member imports a file into a project of theirs, with the rights of each moment, and nothing that is an admin’s to make', async () => {
  const own = importCalls(team.member, team.workspace.slug)
  const file = 'Key,Title,State,Estimate\nME-1,Mole,Nowhere,5\nME-2,Lock,Nowhere,8\n'
  expect(await own.begin(file)).toMatchObject({ status: 403 })
  expect(
    await importCalls(team.guest, team.workspace.slug).begin(file, { project: team.project.id }),
  ).toMatchObject({ status: 403 })
  const { id } = await own.begin(file, { project: team.project.id })
  await own.reaches(id, 'matching')
  await own.act(id, 'check')
  const checked = await own.reaches(id, 'checked')
  expect(checked.outcome?.projects).toMatchObject([{ id: team.project.id, is_new: false, new: 2 }])
  const membership = { project: team.project.id, member: team.member.id }
  const states = await server.db('states').where('project_id', team.project.id).pluck('name')
  await server.db('project_members').where(membership).update({ is_active: false })
  await own.act(id, 'run')
  expect(await own.reaches(id, 'done', 'stopped')).toMatchObject({
    state: 'stopped',
    said: expect.stringContaining('may not'),
  })
  expect(await server.db('issues').whereIn('external_id', ['ME-1', 'ME-2'])).toEqual([])
  await server.db('project_members').where(membership).update({ is_active: true })
  expect(await own.whole(file, { project: team.project.id })).toMatchObject({ state: 'done', new_count: 2 })
  expect(await server.db('states').where('project_id', team.project.id).pluck('name')).toEqual(states)
  expect((await team.guest.get(`${own.at}/${id}/`)).status).toBe(404)
})

test('what is at work is listed with its figures to its owner and the admins, to nobody else, until its end', async () => {
  const { make, workspace, admin, member } = team
  const other = await make.person()
  await make.joinWorkspace(admin, workspace.slug, other, 15)
  const lines = Array.from({ length: 5_000 }, (_, at) => `AW-${at},At work ${at}`).join('\n')
  const own = importCalls(member, workspace.slug)
  const { id } = await own.begin(`Key,Title\n${lines}`, { project: team.project.id })
  const atWork = async (person: typeof admin) =>
    (
      await person.get<{ results: { id: string; job: string }[] }>(
        `${own.at}/?under_way=true&per_page=50&cursor=50:0:0`,
      )
    ).body.results
  const [seen] = await atWork(admin)
  expect(seen?.id).toBe(id)
  expect((await atWork(member)).map(one => one.id)).toEqual([id])
  expect(await atWork(other)).toEqual([])
  const job = `/api/workspaces/${workspace.slug}/jobs/${seen!.job}/`
  expect((await admin.get(job)).status).toBe(200)
  expect((await other.get(job)).status).toBe(404)
  await own.reaches(id, 'matching')
  expect(await atWork(admin)).toEqual([])
  await own.act(id, 'check')
  await own.reaches(id, 'checked')
})

test('B3 a member matches people by the addresses that the members list shows them, and learns of no invitation; a guest reads none', async () => {
  const { make } = team
  const lone = await make.team()
  const invited = 'pilot@portoffice.example'
  await lone.admin.post(`/api/workspaces/${lone.workspace.slug}/invitations/`, {
    emails: [{ email: invited, role: 15 }],
    is_mailed: false,
  })
  const elsewhere = await make.person()
  const file = [
    'Key,Title,Assignee',
    ...[lone.admin.email, lone.guest.email, invited, elsewhere.email].map(
      (email, at) => `AD-${at},Mole,${email}`,
    ),
  ].join('\n')
  const answersFor = async (who: typeof lone.admin) => {
    const own = importCalls(who, lone.workspace.slug)
    const { id } = await own.begin(file, { project: lone.project.id })
    const read = await own.reaches(id, 'matching')
    return {
      at: `${own.at}/${id}/`,
      people: new Map(
        read.matches.people.map(({ value, to, reason }) => [value, [to.to, to.id ?? null, reason]]),
      ),
    }
  }
  const { people, at } = await answersFor(lone.member)
  expect(people.get(lone.admin.email)).toEqual(['member', lone.admin.id, ''])
  expect(people.get(lone.guest.email)).toEqual(['member', lone.guest.id, ''])
  // Of an address that is invited no more is reported than of any other.
  expect(people.get(invited)).toEqual(['name', null, 'No account yet'])
  expect(people.get(elsewhere.email)).toEqual(people.get(invited))
  expect((await answersFor(lone.admin)).people.get(invited)).toEqual(['name', null, 'Invited already'])
  await server
    .db('workspace_members')
    .where({ workspace_id: lone.workspace.id, member_id: lone.member.id })
    .update({ role: 5 })
  expect((await lone.member.get(at)).status).toBe(403)
  expect((await lone.member.get(`${at}preview/`)).status).toBe(403)
})

test('two imports of one list at once make each issue once', async () => {
  const file = `Key,Title\n${Array.from({ length: 250 }, (_, at) => `TW-${at},Twice ${at}`).join('\n')}`
  const ids = []
  for (let n = 0; n < 2; n++) {
    const { id } = await calls.begin(file, { name: 'twice.csv', project: team.project.id })
    await calls.reaches(id, 'matching')
    await calls.act(id, 'check')
    await calls.reaches(id, 'checked')
    ids.push(id)
  }
  await Promise.all(ids.map(id => calls.act(id, 'run')))
  for (const id of ids)
    expect(await calls.reaches(id, 'done', 'stopped')).toMatchObject({ state: 'done', said: null })
  expect(await server.db('issues').where('external_id', 'like', 'TW-%').whereNull('deleted_at')).toHaveLength(
    250,
  )
})

test('a project that was made since the dry run is not made twice: the import goes back to its person, who tries anew', async () => {
  const ids = []
  for (const key of ['SA', 'SB']) {
    const { id } = await calls.begin(`Key,Title,Project\n${key}-1,Mole,Same name\n`, { name: 'same.csv' })
    await calls.reaches(id, 'matching')
    await calls.act(id, 'check')
    await calls.reaches(id, 'checked')
    ids.push(id)
  }
  const [first, second] = ids
  await calls.act(first!, 'run')
  await calls.reaches(first!, 'done')
  await calls.act(second!, 'run')
  expect(await calls.reaches(second!, 'matching')).toMatchObject({
    state: 'matching',
    said: 'A project with the name “Same name” was made since the dry run: do it again.',
  })
  await calls.act(second!, 'check')
  await calls.reaches(second!, 'checked')
  await calls.act(second!, 'run')
  const done = await calls.reaches(second!, 'done')
  expect(done).toMatchObject({
    state: 'done',
    said: null,
    outcome: { projects: [{ is_new: false, new: 1 }] },
  })
})

test('thirty days after its end the file of an import is forgotten, what it brought stays', async () => {
  const { id } = await calls.whole('Key,Title\nFO-1,Mole\n', {
    name: 'forgotten.csv',
    project: team.project.id,
  })
  const { file } = await server.db('imports').where({ id }).first('file')
  const store = openStore({ dataDir: server.dataDir })
  const age = async (days: number) => {
    await server
      .db('imports')
      .where({ id })
      .update({ ended_at: new Date(Date.now() - days * 86_400_000) })
    await purge(server.db, { dataDir: server.dataDir, hardDeleteAfterDays: 60 })
    const kept = await store.read(file)
    kept?.stream.destroy()
    return kept !== null
  }
  expect(await age(29)).toBe(true)
  expect(await age(31)).toBe(false)
  expect(await server.db('import_rows').where('import', id)).toEqual([])
  expect(await server.db('issues').where('external_id', 'FO-1').whereNull('deleted_at')).toHaveLength(1)
  expect(await calls.shown(id)).toMatchObject({ state: 'done' })
})

test('a key that is taken moves to a free number, and the old one still leads to its issue', async () => {
  const { identifier } = team.project
  const taken = await team.issue({ name: 'Here before' })
  const old = `${identifier}-${taken.sequence_id}`
  await calls.whole(`Key,Title\n${old},Brought\nOLD-77,Elsewhere\n`, {
    name: 'moved.csv',
    project: team.project.id,
  })
  const [brought] = await server.db('issues').where({ name: 'Brought', project_id: team.project.id })
  expect(brought.sequence_id).toBeGreaterThan(taken.sequence_id)
  const named = async (key: string) =>
    (await team.admin.get<{ name: string }>(`/api/workspaces/${team.workspace.slug}/issues/${key}/`)).body
      .name
  expect(await named(old)).toBe('Here before')
  expect(await named('OLD-77')).toBe('Elsewhere')
  expect(await named('old-77')).toBe('Elsewhere')
  // The search finds it first, whatever else speaks of it; the issue that has the key today before it.
  const found = async (q: string) => namesOf(await findAs(team.admin, team.workspace.slug, q))
  await team.issue({ name: 'OLD-77 is meant' })
  await takeIn(server, team.workspace.id)
  expect(await found('OLD-77')).toEqual(['Elsewhere', 'OLD-77 is meant'])
  expect(await found('old-77')).toEqual(['Elsewhere', 'OLD-77 is meant'])
  expect((await found(old)).slice(0, 2)).toEqual(['Here before', 'Brought'])
})

test('ten imports of one person wait at most, and one keeps so many choices', async () => {
  const { make } = team
  const lone = await make.team()
  const own = importCalls(lone.admin, lone.workspace.slug)
  const { id } = await own.begin('Key,Title\nTE-1,a\n')
  await own.reaches(id, 'matching')
  const states = (n: number) =>
    Object.fromEntries(
      Array.from({ length: 3_000 }, (_, at) => [
        `${n} ${at} ${'x'.repeat(60)}`,
        { name: 'Todo', group: 'unstarted' },
      ]),
    )
  const answers = []
  for (let n = 0; n < 12; n++) answers.push((await own.choose(id, { states: states(n) })).status)
  expect(answers.slice(0, 3)).toEqual([200, 200, 200])
  expect(answers.at(-1)).toBe(400)
  for (let n = 1; n < 10; n++) expect(await own.begin('Key,Title\nTE-1,a\n')).toMatchObject({ status: 200 })
  expect(await own.begin('Key,Title\nTE-1,a\n')).toMatchObject({ status: 400 })
  // The import of another workspace is found in none of one's own.
  expect((await lone.admin.get(`${calls.at}/${id}/`)).status).toBe(404)
  expect((await team.admin.post(`${calls.at}/${id}/run/`, {})).status).toBe(404)
})
