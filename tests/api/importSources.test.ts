import { afterAll, beforeAll, expect, test } from 'vitest'
import { pruneLog } from '../../api/jobs/pruneLog.ts'
import {
  type Answering,
  type Asked,
  githubService,
  gitlabService,
  importService,
  jiraService,
  linearService,
  type Service,
} from '../support/importServices.ts'
import { importCalls, importRunner } from '../support/imports.ts'
import { type IssueTeam, issueTeam } from '../support/issueTeam.ts'
import { until } from '../support/live.ts'
import { startServer, type TestServer } from '../support/server.ts'

let server: TestServer
let team: IssueTeam
let calls: ReturnType<typeof importCalls>
let runner: Awaited<ReturnType<typeof importRunner>>
const HOST = '127.0.0.1'
beforeAll(async () => {
  server = await startServer()
  team = await issueTeam(server)
  calls = importCalls(team.admin, team.workspace.slug)
  runner = await importRunner(server, [HOST])
})
afterAll(() => runner.stop())

const issuesOf = async (importId: string) => {
  const whole = await calls.shown(importId)
  const { id, value } = whole.outcome!.projects[0]!
  const project =
    id ?? (await server.db('import_rows').where({ import: importId, project: value }).first('target')).target
  const rows = await server.db('issues').where('project_id', project).whereNull('deleted_at')
  return new Map(rows.map(row => [row.external_id as string, row]))
}
const textOf = async (id: string): Promise<string> =>
  (await server.db('documents').where({ id }).first('description_html'))?.description_html ?? ''
const commentsOf = (issue: string) =>
  server.db('issue_comments').where({ issue }).whereNull('deleted_at').orderBy('created_at')
test('a repository of GitHub: three pages, no pull requests, a deleted author, limits waited for', async () => {
  const service = await importService(githubService)
  let refused = 0
  const moments: number[] = []
  service.instead = ({ query, path }: Asked): Answering | undefined => {
    if (!path.endsWith('/issues') || query.page !== '2') return
    moments.push(Date.now())
    return refused++ === 0
      ? { status: 403, headers: { 'retry-after': '2' }, body: { message: 'secondary rate limit' } }
      : undefined
  }
  const connection = { url: service.url, place: 'Port/Harbour', key: 'gh-key-1' }
  const done = await calls.wholeBy('github', connection)
  expect(done).toMatchObject({ state: 'done', name: 'Port/Harbour', rows: 207, new_count: 207, said: null })
  expect(moments[1]! - moments[0]!).toBeGreaterThanOrEqual(1_990)
  const issues = await issuesOf(done.id)
  expect(issues.has('port/harbour#10')).toBe(false)
  const [first, third, sixth, seventh, eighth, ninth] = [1, 3, 6, 7, 8, 9].map(
    nth => issues.get(`port/harbour#${nth}`)!,
  )
  expect(first).toMatchObject({
    sequence_id: 1,
    name: 'Berth 1',
    state__group: 'unstarted',
    created_at: '2024-01-02T00:00:00.000Z',
  })
  expect([sixth!.state__group, ninth!.state__group]).toEqual(['cancelled', 'completed'])
  const labels = await server.db('labels').where({ project_id: first!.project_id, name: 'Tugs' })
  expect(labels).toMatchObject([{ color: '#aa0000' }])
  expect(seventh!.parent_id).toBe(sixth!.id)
  const html = await textOf(first!.id)
  expect(html).toContain('/browse/HARBO-2"')
  expect(html).toContain('data-checked="true"')
  expect(html).not.toContain('template')
  const said = await commentsOf(first!.id)
  expect(said.map(one => one.comment_stripped)).toEqual(
    Array.from({ length: 130 }, (_, at) => `Word ${at + 1}`),
  )
  const names = await server
    .db('users')
    .whereIn('id', [third!.created_by, said[1].actor])
    .pluck('display_name')
  expect(names).toEqual(['ghost'])
  expect(
    await server.db('issue_relations').where({ issue: eighth!.id, related_issue: ninth!.id }),
  ).toMatchObject([{ relation_type: 'blocked_by' }])
})

test('a team of Linear: its refusal is no 429, lists go on by the issue, what is in its bin stays there', async () => {
  const service = await importService(linearService)
  let refused = 0
  service.instead = ({ body }) =>
    body.variables?.after === '50' && refused++ === 0
      ? {
          status: 400,
          headers: {
            'x-ratelimit-requests-remaining': '0',
            'x-ratelimit-requests-reset': String(Date.now() + 1_200),
          },
          body: { errors: [{ message: 'Rate limit exceeded', extensions: { code: 'RATELIMITED' } }] },
        }
      : undefined
  const connection = { url: service.url, place: 'eng', key: 'lin_key_1' }
  const done = await calls.wholeBy('linear', connection)
  expect(done).toMatchObject({ state: 'done', rows: 120, new_count: 119 })
  expect((await calls.faults(done.id)).map(({ line, said }) => [line, said])).toContainEqual([
    6,
    'It is in the bin there',
  ])
  const issues = await issuesOf(done.id)
  const [first, second, third, fourth, fifth] = [1, 2, 3, 4, 5].map(nth => issues.get(`ENG-${nth}`)!)
  expect(issues.size).toBe(119)
  expect(first).toMatchObject({
    sequence_id: 1,
    priority: 'urgent',
    state__group: 'unstarted',
    target_date: '2024-05-01',
  })
  expect([second!.state__group, third!.state__group]).toEqual(['started', 'cancelled'])
  expect(fourth!.parent_id).toBe(second!.id)
  expect(fifth!.archived_at).toBe('2024-01-10')
  expect(
    await server.db('issue_relations').where({ issue: second!.id, related_issue: first!.id }),
  ).toHaveLength(1)
  const said = await commentsOf(first!.id)
  expect(said).toHaveLength(7)
  expect(said[1].comment_stripped).toContain('in reply to Ines Cavaco')
  const cycles = await server.db('cycles').where('project_id', first!.project_id).orderBy('name')
  expect(cycles.map(one => one.name)).toEqual(['Cycle 1', 'Cycle 2'])
  // Two cycles that meet on a day both keep their days.
  expect(cycles.every(one => one.start_date && one.end_date)).toBe(true)
})

const JIRAS: [string, object][] = [
  ['Cloud', { user: 'ines@port.example', key: 'jira-key-1' }],
  ['a server', { key: 'pat-key-1' }],
]
test.each(JIRAS)(
  'a project of Jira, by %s: texts in its own form, comments that were cut, its own fields',
  async (_, access) => {
    const service = await importService(jiraService)
    const own = await team.make.team()
    const theirs = importCalls(own.admin, own.workspace.slug)
    const connection = { url: `${service.url}/`, place: 'PO', ...access }
    const done = await theirs.wholeBy('jira', connection)
    expect(done).toMatchObject({ state: 'done', rows: 120, new_count: 120 })
    const target = (await server.db('import_rows').where('import', done.id).first('target')).target
    const rows = await server
      .db('issues')
      .where('project_id', target)
      .whereNull('deleted_at')
      .orderBy('sequence_id')
    const [first, second, third, fourth, fifth] = rows
    expect(first).toMatchObject({
      external_id: 'PO-1',
      sequence_id: 1,
      priority: 'urgent',
      state__group: 'started',
    })
    expect([second.state__group, fifth.state__group, third.state__group]).toEqual([
      'completed',
      'cancelled',
      'unstarted',
    ])
    expect([third.parent_id, fourth.parent_id]).toEqual([second.id, second.id])
    expect(first.created_at).toBe('2026-01-06T20:06:39.000Z')
    const html = await textOf(first.id)
    expect(html).toContain('<strong>now</strong>')
    expect(html).toContain('/browse/PO-2"')
    expect(html).toMatch(/callout-component[^>]*>.*Low water/)
    expect(await commentsOf(first.id)).toHaveLength(60)
    const [cycle] = await server.db('cycles').where('project_id', target)
    expect(cycle).toMatchObject({ name: 'Spring, 1' })
    const point = await server.db('estimate_points').where('id', fourth.estimate_point).first()
    expect(point?.value ?? null).toBe(null)
    expect(await server.db('issue_links').where('issue', first.id).pluck('url')).toContain(
      `${service.url}/secure/attachment/9/chart.png`,
    )
  },
)

test('a project of GitLab: pages without totals, notes of its system and hidden ones stay there', async () => {
  const service = await importService(gitlabService)
  const pages: number[] = []
  service.instead = ({ query, path }) => {
    if (!path.endsWith('/issues') || query.page !== '3') return
    return pages.push(Date.now()) === 1
      ? {
          status: 429,
          headers: {
            'ratelimit-remaining': '0',
            'ratelimit-reset': String(Math.ceil(Date.now() / 1000) + 2),
          },
          body: { message: 'Too many requests' },
        }
      : undefined
  }
  const connection = { url: service.url, place: 'port/harbour', key: 'glpat-1' }
  const done = await calls.wholeBy('gitlab', connection)
  expect(done).toMatchObject({ state: 'done', rows: 210, new_count: 210 })
  expect(pages[1]! - pages[0]!).toBeGreaterThanOrEqual(1_900)
  const issues = await issuesOf(done.id)
  const [first, second, third] = [1, 2, 3].map(nth => issues.get(`port/harbour#${nth}`)!)
  expect([first!.state__group, third!.state__group]).toEqual(['unstarted', 'completed'])
  expect((await commentsOf(first!.id)).map(one => one.comment_stripped)).toEqual(['First'])
  expect((await calls.faults(done.id)).map(({ said }) => said)).toContain('Internal notes stay there')
  expect(
    await server.db('issue_relations').where({ issue: first!.id, related_issue: second!.id }),
  ).toHaveLength(1)
  const [cycle] = await server.db('cycles').where('project_id', first!.project_id)
  expect(cycle.name).toBe('Iteration 2024-03-04')
})

test('a workspace of Plane: this program’s own public API is read as it', async () => {
  const made = await team.make.team()
  const { visitor: _, ...token } = await team.make.token(made.admin, made.workspace.slug)
  const origin = await team.make.issue(made.admin, made.path, { name: 'Old buoy', priority: 'high' })
  await made.admin.post(`${made.path}/issues/${origin.id}/comments/`, { comment_html: '<p>Seen</p>' })
  await made.admin.post(`${made.path}/issues/${origin.id}/issue-links/`, { url: 'https://charts.example/7' })
  const child = await team.make.issue(made.admin, made.path, { name: 'Its light', parent_id: origin.id })
  const cycle = await made.admin.post<{ id: string }>(`${made.path}/cycles/`, { name: 'Autumn' })
  await made.admin.post(`${made.path}/cycles/${cycle.body.id}/cycle-issues/`, { issues: [child.id] })
  const connection = { url: server.origin, place: made.workspace.slug, key: token.token }
  const done = await calls.wholeBy('plane', connection)
  expect(done.said).toBeNull()
  expect(done).toMatchObject({ state: 'done', new_count: 2 })
  const issues = [...(await issuesOf(done.id)).values()]
  const old = issues.find(one => one.name === 'Old buoy')
  expect(old).toMatchObject({ priority: 'high', sub_issues_count: 1, link_count: 1 })
  expect(issues.find(one => one.name === 'Its light')).toMatchObject({
    parent_id: old.id,
    cycle_id: expect.any(String),
  })
  expect((await commentsOf(old.id)).map(one => one.comment_stripped)).toEqual(['Seen'])
})

const BAD: [string, Service | ((asked: Asked) => Answering), RegExp][] = [
  ['a wrong key', () => ({ status: 401, body: { message: 'Bad credentials' } }), /refused the key.*\(401\)/],
  ['a right that lacks', () => ({ status: 403, body: {} }), /lacks a right.*\(403\)/],
  ['a place that is not there', () => ({ status: 404, body: {} }), /no such place.*\(404\)/],
  [
    'a sign-in page with 200',
    () => ({ text: '<!doctype html><title>Sign in</title>' }),
    /a web page instead of data/,
  ],
  ['what is no JSON', () => ({ text: 'soon', headers: { 'content-type': 'text/plain' } }), /no JSON/],
  ['another form', () => ({ body: [{ number: 'one' }] }), /a form that we do not know, at 0\.number/],
  [
    'another address',
    () => ({ status: 302, headers: { location: 'http://127.0.0.1:1/steal' } }),
    /another address \(302\)/,
  ],
  [
    'the same page again',
    () => ({ body: [], headers: { link: '<http://127.0.0.1/x?page=2>; rel="next"' } }),
    /the same page twice/,
  ],
  ['nothing at all', () => ({ body: [] }), /gave no issues/],
]
test.each(BAD)('%s ends the reading with its cause, and the key is in no answer', async (_, bad, said) => {
  const service = await importService(bad)
  const key = 'secret-key-of-somebody'
  const { body } = await calls.connect('github', { url: service.url, place: 'port/harbour', key })
  const read = await calls.reaches(body.import.id, 'matching')
  expect(read.state).toBe('failed')
  expect(read.said).toMatch(said)
  const answers = [
    body,
    read,
    await team.admin.get(`${calls.at}/`),
    await team.admin.get(`/api/workspaces/${team.workspace.slug}/jobs/`),
    await server.db('changes').where('scope_id', team.workspace.id),
    await server.db('jobs').select('input', 'checkpoint', 'phases', 'said', 'result', 'faults'),
    await server.db('imports'),
  ]
  expect(JSON.stringify(answers)).not.toContain(key)
})

const REFUSED: [string, string, object][] = [
  ['no place', 'github', { key: 'k' }],
  ['no address', 'jira', { place: 'PO', key: 'k' }],
  ['a key within the address', 'jira', { url: 'https://me:secret@jira.example', place: 'PO', key: 'k' }],
  ['a tool that is a file', 'trello', { key: 'k' }],
]
test.each(REFUSED)('a connection with %s is refused at once', async (_, source, connection) => {
  expect((await calls.connect(source, connection)).status).toBe(400)
})

test('D6 an address of a private network is not called, and its import says so', async () => {
  const { body } = await calls.connect('gitlab', { url: 'https://10.0.0.1', place: 'a/b', key: 'k' })
  expect((await calls.reaches(body.import.id, 'matching')).said).toMatch(/not called at this address/)
})

test('a runner that ends in the middle of a reading leaves it to the next one, which reads each issue once', async () => {
  const service = await importService(githubService)
  let release = () => {}
  const held = new Promise<undefined>(resolve => {
    release = () => resolve(undefined)
  })
  service.instead = ({ path, query }) => (path.endsWith('/issues') && query.page === '2' ? held : undefined)
  const own = await team.make.team()
  const theirs = importCalls(own.admin, own.workspace.slug)
  const { body } = await theirs.connect('github', {
    url: service.url,
    place: 'port/harbour',
    key: 'gh-key-1',
  })
  const staged = async () =>
    Number((await server.db('import_rows').where('import', body.import.id).count('nth as n').first())!.n)
  await until(async () => (await staged()) === 90, 30_000)
  // What others import goes on meanwhile.
  expect(await calls.whole('Key,Title\nZ-1,Rope', { name: 'meanwhile.csv' })).toMatchObject({ state: 'done' })
  const lag = performance.now()
  await runner.stop()
  // The step did not wait for the answer that never came.
  expect(performance.now() - lag).toBeLessThan(5_000)
  service.instead = () => undefined
  runner = await importRunner(server, [HOST])
  const read = await theirs.reaches(body.import.id, 'matching')
  release()
  expect(read).toMatchObject({ state: 'matching', rows: 207 })
  const rows: { cells: { key: string } }[] = await server
    .db('import_rows')
    .where('import', body.import.id)
    .select('cells')
  const keys = rows.map(({ cells }) => cells.key)
  expect(new Set(keys).size).toBe(207)
})

test('a service that is down for a moment is asked again', async () => {
  const service = await importService(gitlabService)
  let downs = 0
  service.instead = ({ query }) =>
    query.page === '2' && downs++ === 0 ? { status: 502, text: 'bad gateway' } : undefined
  const own = await team.make.team()
  const theirs = importCalls(own.admin, own.workspace.slug)
  const { body } = await theirs.connect('gitlab', { url: service.url, place: 'port/harbour', key: 'glpat-1' })
  expect(await theirs.reaches(body.import.id, 'matching')).toMatchObject({ state: 'matching', rows: 210 })
})

test('the key of a source is forgotten after its days', async () => {
  const sealed = () => server.db('imports').whereNotNull('connection').count('id as n').first()
  expect(Number((await sealed())!.n)).toBeGreaterThan(0)
  await server
    .db('imports')
    .whereNotNull('connection')
    .update({ connection_until: new Date(0) })
  await pruneLog(server.db, { changeLogDays: 7 })
  expect(Number((await sealed())!.n)).toBe(0)
})

const card = (nth: number, more: object = {}) => ({
  ...{
    id: `65a0000000000000000000${String(nth).padStart(2, '0')}`,
    idShort: nth,
    name: `Card ${nth}`,
    desc: '',
  },
  ...{ closed: false, idList: 'l1', idMembers: ['m1'], idLabels: ['b1', 'b2'], due: null, pos: 3.5e10 },
  ...{
    dateLastActivity: '2024-02-01T10:00:00.000Z',
    shortLink: `sl${nth}`,
    shortUrl: `https://trello.com/c/sl${nth}`,
  },
  ...{ badges: { comments: 0 }, attachments: [], customFieldItems: [], isTemplate: false },
  ...more,
})
const BOARD = {
  ...{
    id: '65a00000000000000000aaaa',
    name: 'Harbour board',
    desc: '',
    closed: false,
    url: 'https://trello.com/b/x',
  },
  labelNames: { red: '' },
  lists: [
    { id: 'l1', name: 'To do', closed: false, pos: 1 },
    { id: 'l2', name: 'To do', closed: true, pos: 2 },
  ],
  cards: [
    card(1, {
      desc: 'See https://trello.com/c/sl2 and "quotes" \\ {braces]',
      badges: { comments: 3 },
      due: '2024-03-01T12:00:00.000Z',
      attachments: [
        { id: 'a1', name: 'chart.png', url: 'https://trello.com/1/chart.png', bytes: 5, isUpload: true },
        { id: 'a2', name: 'Site', url: 'https://port.example/', bytes: null, isUpload: false },
      ],
      customFieldItems: [{ id: 'v1', idCustomField: 'f1', idValue: 'o1', value: null }],
    }),
    card(2, { closed: true }),
    card(3, { idList: 'l2', idMembers: ['gone'] }),
  ],
  labels: [
    { id: 'b1', name: '', color: 'red_dark' },
    { id: 'b2', name: 'Tugs', color: null },
  ],
  members: [{ id: 'm1', fullName: 'Ines Cavaco', username: 'ines' }],
  checklists: [
    {
      ...{ id: 'k1', idCard: '65a000000000000000000001', name: 'Before', pos: 1 },
      checkItems: [
        { name: 'second', state: 'incomplete', pos: 2 },
        { name: 'first', state: 'complete', pos: 1 },
      ],
    },
  ],
  customFields: [
    { id: 'f1', name: 'Vessel', type: 'list', options: [{ id: 'o1', value: { text: 'Goose' } }] },
  ],
  actions: [
    {
      ...{ id: 'x2', type: 'commentCard', date: '2024-02-03T10:00:00.000Z' },
      data: { text: 'Second \u0000word', card: { id: card(1).id } },
      memberCreator: { id: 'gone', fullName: 'Bram Left', username: 'bram' },
    },
    {
      ...{ id: 'x1', type: 'commentCard', date: '2024-02-02T10:00:00.000Z' },
      data: { text: 'First word', card: { id: card(1).id } },
      memberCreator: { id: 'm1', fullName: 'Ines Cavaco', username: 'ines' },
    },
    { id: 'x0', type: 'updateCard', date: '2024-02-02T10:00:00.000Z', data: {}, memberCreator: null },
  ],
}

test('a board of Trello: lists of one name, a label without one, checklists, comments that the file has not', async () => {
  const given = { source: 'trello', name: 'board.json' }
  const done = await calls.whole(JSON.stringify(BOARD), given)
  expect(done.said).toBeNull()
  expect(done).toMatchObject({ state: 'done', new_count: 3, format: { kind: 'json' } })
  const issues = [...(await issuesOf(done.id)).values()].sort((a, b) => a.sequence_id - b.sequence_id)
  const [first, second, third] = issues
  expect(issues.map(one => [one.sequence_id, one.name])).toEqual([1, 2, 3].map(nth => [nth, `Card ${nth}`]))
  expect([first.archived_at, second.archived_at, third.archived_at]).toEqual([
    null,
    '2024-02-01',
    '2024-02-01',
  ])
  expect(first.created_at).toBe(new Date(0x65a00000 * 1000).toISOString())
  const html = await textOf(first.id)
  expect(html).toMatch(/first.*second/)
  expect(html).toContain(`/browse/`)
  const states = await server.db('states').where('project_id', first.project_id).pluck('name')
  expect(states).toEqual(expect.arrayContaining(['To do', 'To do 2']))
  const labels = await server.db('labels').where('project_id', first.project_id).pluck('name')
  expect(labels.sort()).toEqual(['Tugs', 'Vessel: Goose', 'red_dark'])
  expect((await commentsOf(first.id)).map(one => one.comment_stripped)).toEqual(['First word', 'Second word'])
  expect((await calls.faults(done.id)).map(({ said }) => said)).toContain('The file has not all comments')
  expect(await calls.whole(JSON.stringify(BOARD), given)).toMatchObject({ new_count: 0, matched_count: 3 })
})

test('lists as JSON: the command line of GitHub, an export of Plane, and any list of flat objects', async () => {
  const gh = [
    {
      ...{ number: 4, title: 'Mole light', body: 'Dark', state: 'CLOSED', stateReason: 'NOT_PLANNED' },
      ...{ author: { login: 'ines-q' }, assignees: [], labels: [{ name: 'Tugs' }], milestone: null },
      ...{ createdAt: '2024-01-02T03:04:05Z', closedAt: null, url: 'https://github.com/port/mole/issues/4' },
      comments: [{ id: 'IC_1', author: { login: 'bram-q' }, body: 'Yes', createdAt: '2024-01-03T03:04:05Z' }],
    },
  ]
  const first = await calls.whole(JSON.stringify(gh), { source: 'github', name: 'issues.json' })
  expect(first).toMatchObject({ state: 'done', new_count: 1 })
  expect((await issuesOf(first.id)).get('port/mole#4')).toMatchObject({
    sequence_id: 4,
    state__group: 'cancelled',
  })

  const plane = ['MO-1', 'MO-2'].map((identifier, at) => ({
    ...{
      project_name: 'Mole',
      project_identifier: 'MO',
      identifier,
      sequence_id: at + 1,
      name: `Stone ${at}`,
    },
    ...{
      state_name: 'Todo',
      priority: 'high',
      parent: at ? 'MO-1' : '',
      assignees: ['Ines Cavaco'],
      labels: [],
    },
    ...{
      created_by_name: 'Ines Cavaco',
      cycles: ['Autumn'],
      modules: [],
      created_at: '2024-01-02T03:04:05Z',
    },
    relations: at ? [{ type: 'blocked_by', issue: 'MO-1', direction: 'incoming' }] : [],
    comments: [{ comment: "'-1 of us", created_by: 'Bram', created_at: '2024-01-03 03:04:05' }],
  }))
  const second = await calls.whole(JSON.stringify(plane), { source: 'plane', name: 'export.json' })
  expect(second).toMatchObject({ state: 'done', new_count: 2 })
  const stones = await issuesOf(second.id)
  const [one, two] = [stones.get('MO-1')!, stones.get('MO-2')!]
  expect(two.parent_id).toBe(one.id)
  expect(await server.db('issue_relations').where({ issue: one.id, related_issue: two.id })).toHaveLength(1)
  expect((await commentsOf(one.id))[0]).toMatchObject({
    comment_stripped: '-1 of us',
    created_at: '2024-01-03T03:04:05.000Z',
  })

  const flat = [{ id: 'A-1', title: 'Rope', due_date: '2024-05-06', tags: ['Tugs', 'Quay'] }]
  const third = await calls.whole(JSON.stringify(flat), { name: 'flat.json' })
  expect(third).toMatchObject({ state: 'done', new_count: 1 })
  expect((await issuesOf(third.id)).get('A-1')).toMatchObject({ name: 'Rope', target_date: '2024-05-06' })
})

const CUT: [string, string, RegExp][] = [
  ['cut off', '{"lists":[{"id":"a"', /ends before its end/],
  ['broken', '[{"number":1,,}]', /no JSON/],
  ['a list of words', '["a"]', /no issue/],
  ['an empty list', '[]', /no issues/],
  ['nested too deep', '['.repeat(2_000), /nested too deep/],
  ['an object of something else', '{"a":{"b":1}}', /no issues/],
]
test.each(CUT)('JSON that is %s is refused in words', async (_, file, said) => {
  const { id } = await calls.begin(file, { source: 'trello', name: 'x.json' })
  expect((await calls.reaches(id, 'failed')).said).toMatch(said)
})
