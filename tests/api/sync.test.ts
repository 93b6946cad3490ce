import { beforeAll, expect, test } from 'vitest'
import { Issue } from '../../api/contract/work/issues.ts'
import type { Person } from '../support/build.ts'
import { type IssueTeam, issueTeam, outcome } from '../support/issueTeam.ts'
import { until } from '../support/live.ts'
import { startServer, type TestServer } from '../support/server.ts'

let server: TestServer
let team: IssueTeam

beforeAll(async () => {
  server = await startServer()
  team = await issueTeam(server)
})

type Page = Record<string, unknown> & {
  results: (Issue & { description_html?: string })[]
  next_cursor: string | null
}
type Place = { path: string }
const sync = async (at: Place, query: Record<string, string> = {}, by: Person = team.admin) => {
  const reply = await by.get<Page>(`${at.path}/v2/issues/?${new URLSearchParams(query)}`)
  expect(reply.status).toBe(200)
  return reply.body
}
const deleted = async (at: Place, query: Record<string, string> = {}, by: Person = team.admin) =>
  (await by.get<string[]>(`${at.path}/deleted-issues/?${new URLSearchParams(query)}`)).body
/** A project of its own with some issues, and its completed state. */
const project = async (count: number) => {
  const made = await team.make.project(team.admin, team.workspace.slug)
  for (const [who, role] of [
    [team.member, 15],
    [team.guest, 5],
  ] as const)
    await team.make.joinProject(team.admin, made.path, who, role)
  const states = (await team.admin.get<{ id: string; group: string }[]>(`${made.path}/states/`)).body
  const issues: Awaited<ReturnType<typeof team.make.issue>>[] = []
  for (let n = 0; n < count; n++) issues.push(await team.make.issue(team.admin, made.path))
  return { ...made, issues, done: states.find(state => state.group === 'completed')!.id }
}

test('a first sync goes page by page by age, in its own envelope, so that an edit between two pages shifts nothing', async () => {
  const at = await project(5)
  const first = await sync(at, { cursor: '2:0:0' })
  expect(first).toMatchObject({
    cursor: '2:0:0',
    prev_cursor: '2:-1:0',
    next_cursor: '2:1:0',
    prev_page_results: false,
    next_page_results: true,
    page_count: 2,
    total_results: 5,
    total_pages: 3,
  })
  await team.admin.patch(`${at.path}/issues/${at.issues[0]!.id}/`, { name: 'Touched' })
  const rest = [await sync(at, { cursor: '2:1:0' }), await sync(at, { cursor: '2:2:0' })]
  expect([first, ...rest].flatMap(page => page.results.map(row => row.id))).toEqual(
    at.issues.map(({ id }) => id),
  )
  expect(rest[1]).toMatchObject({
    next_cursor: null,
    next_page_results: false,
    prev_page_results: true,
    page_count: 1,
  })
  expect(Object.keys(first.results[0]!).sort()).toEqual([...Issue.columns].sort())
  expect((await sync(at)).cursor).toBe('1000:0:0')
  expect((await sync(at, { cursor: '9999:0:0' })).cursor).toBe('1000:0:0')
})

test('a row changed while the pages of a sync are loaded comes with the next one, whichever page it was on', async () => {
  const at = await project(3)
  const rename = (n: number) =>
    team.admin.patch(`${at.path}/issues/${at.issues[n]!.id}/`, { name: team.unique('Renamed') })
  const first = await sync(at, { cursor: '1:0:0' })
  await rename(0)
  await rename(1)
  const rest = [await sync(at, { cursor: '1:1:0' }), await sync(at, { cursor: '1:2:0' })]
  const known = [first, ...rest].flatMap(page => page.results.map(row => row.updated_at)).sort()
  const next = await sync(at, { updated_at__gt: known.at(-1)! })
  const changed = at.issues.slice(0, 2).map(({ id }) => id)
  expect(next.results.map(row => row.id)).toEqual(expect.arrayContaining(changed))
})

test('a sync of several pages tells each row’s own time of change, except for rows changed since it began', async () => {
  const at = await project(4)
  const truth = async () => new Map((await sync(at)).results.map(row => [row.id, row.updated_at]))
  const before = await truth()
  await sync(at, { cursor: '1:0:0' })
  await team.admin.patch(`${at.path}/issues/${at.issues[2]!.id}/`, { name: team.unique('Renamed') })
  const pages = [await sync(at, { cursor: '1:1:0' }), await sync(at, { cursor: '1:2:0' })]
  const [untouched, renamed] = pages.map(page => page.results[0]!)
  expect(untouched!.updated_at).toBe(before.get(untouched!.id))
  expect(renamed!.id).toBe(at.issues[2]!.id)
  expect(renamed!.updated_at).toBe([...before.values()].sort().at(-1))
  expect((await sync(at, { updated_at__gt: renamed!.updated_at })).results.map(row => row.id)).toEqual([
    renamed!.id,
  ])
  // Another reader's sync is another beginning.
  await sync(at, { cursor: '1:0:0' }, team.member)
  const theirs = await sync(at, { cursor: '1:2:0' }, team.member)
  expect(theirs.results[0]!.updated_at).toBe((await truth()).get(renamed!.id))
})

test('with texts only when asked for', async () => {
  const at = await project(0)
  await team.make.issue(team.admin, at.path, { description_html: '<p>Low</p>' })
  await team.make.issue(team.admin, at.path)
  const texts = (await sync(at, { description: 'true' })).results.map(row => row.description_html)
  expect(texts).toEqual(['<p>Low</p>', '<p></p>'])
  expect((await sync(at)).results[0]).not.toHaveProperty('description_html')
})

test('a text that a sync handed out is the base of its reader’s answer: others’ words stay', async () => {
  const at = await project(0)
  const { id } = await team.make.issue(team.admin, at.path, { description_html: '<p>Low</p>' })
  await sync(at, { description: 'true' }, team.member)
  const write = (by: Person, html: string) => by.patch(`${at.path}/issues/${id}/`, { description_html: html })
  await write(team.admin, '<p>Low</p><p>High</p>')
  await write(team.member, '<p>Low water</p>')
  const [row] = (await sync(at, { description: 'true' })).results
  expect(row?.description_html).toBe('<p>Low water</p><p>High</p>')
})

test('a later sync: rows changed strictly after, in that order, and none twice', async () => {
  const at = await project(3)
  const watermark = (rows: Issue[]) =>
    rows
      .map(row => row.updated_at)
      .sort()
      .at(-1)!
  let last = watermark((await sync(at)).results)
  const changed = async () => {
    const { results } = await sync(at, { updated_at__gt: last })
    last = results.length > 0 ? watermark(results) : last
    return results.map(row => row.id)
  }
  expect(await changed()).toEqual([])
  const [a, b, c] = at.issues.map(({ id }) => id) as [string, string, string]
  const one = (id: string, rest = '') => `${at.path}/issues/${id}/${rest}`
  const acts: [string[], () => Promise<unknown>][] = [
    [[b], () => team.admin.patch(one(b), { name: 'Other' })],
    [[a], () => team.admin.post(one(a, 'comments/'), { comment_html: '<p>Aye</p>' })],
    [[c], () => team.admin.post(one(c, 'issue-links/'), { url: 'tides.example' })],
    [[c], () => team.admin.post(one(c, 'reactions/'), { reaction: '128077' })],
    [[a], () => team.admin.patch(one(a), { description_html: '<p>Low</p>' })],
    [[a, b], () => team.admin.patch(one(b), { parent_id: a })],
    [[a, b], () => team.admin.patch(one(b), { parent_id: null })],
    [[a, c], () => team.admin.post(one(a, 'issue-relation/'), { relation_type: 'duplicate', issues: [c] })],
    [[], () => team.admin.patch(one(b), { name: 'Other' })],
  ]
  for (const [moved, act] of acts) {
    await act()
    expect((await changed()).sort()).toEqual(moved.sort())
  }
})

test('a call that is slower than another loses nothing: its changes come to a client that asked in between', async () => {
  const at = await project(3)
  const [slow, quick, gone] = at.issues as [Issue, Issue, Issue]
  const acts: [string, () => Promise<{ status: number }>][] = [
    [slow.id, () => team.admin.patch(`${at.path}/issues/${slow.id}/`, { priority: 'high' })],
    [gone.id, () => team.admin.delete(`${at.path}/issues/${gone.id}/`)],
  ]
  for (const [id, act] of acts) {
    // Begun, and held up at a row that it needs.
    const holder = await server.db.transaction()
    await holder('issues').where({ id }).forUpdate().select('id')
    const acting = act()
    await until(() =>
      server
        .db('pg_stat_activity')
        .whereRaw(`datname = current_database() and wait_event_type = 'Lock'`)
        .first('pid'),
    )
    await team.admin.patch(`${at.path}/issues/${quick.id}/`, { name: team.unique('Quick') })
    const known = (await sync(at)).results.map(row => row.updated_at).sort()
    await holder.commit()
    expect((await acting).status).toBe(204)
    const later = { updated_at__gt: known.at(-1)! }
    const told = [...(await sync(at, later)).results.map(row => row.id), ...(await deleted(at, later))]
    expect(told).toEqual([id])
  }
})

test('a client that keeps a copy by asking for newer rows holds the truth, whatever goes on meanwhile', async () => {
  const at = await project(12)
  const ids = at.issues.map(({ id }) => id)
  const one = (n: number) => `${at.path}/issues/${ids[n % ids.length]}/`
  let left = 0
  const writer = async (seed: number) => {
    for (let n = seed; n < seed + 8; n++) {
      const some = ids.filter((_, at) => (at + n) % 3 !== 0)
      if (n % 4 === 0)
        await team.admin.post(`${at.path}/bulk-operation-issues/`, {
          issue_ids: some,
          properties: { priority: n % 8 ? 'high' : 'low' },
        })
      else if (n % 4 === 1) await team.admin.patch(one(n), { description_html: `<p>Text ${seed} ${n}</p>` })
      else await team.admin.patch(one(n * 5), { name: `Name ${seed} ${n}` })
    }
  }
  const writers = [0, 17, 34, 51, 68].map(seed => {
    left += 1
    return writer(seed).finally(() => {
      left -= 1
    })
  })
  const copy = new Map<string, number>()
  let known = ''
  const ask = async () => {
    const { results } = await sync(at, known ? { updated_at__gt: known } : {})
    for (const row of results) {
      copy.set(row.id, row.revision)
      if (row.updated_at > known) known = row.updated_at
    }
  }
  while (left > 0) await ask()
  await Promise.all(writers)
  await ask()
  const truth = (await sync(at)).results.map(row => [row.id, row.revision])
  expect([...copy].sort()).toEqual(truth.sort())
})

test('of many changes at once each is newer than the one before it, in the log as in the rows', async () => {
  const at = await project(2)
  const [one, two] = at.issues as [Issue, Issue]
  const changes = Array.from({ length: 12 }, (_, n) =>
    team.admin.patch(`${at.path}/issues/${(n % 3 === 0 ? one : two).id}/`, { name: `Change ${n}` }),
  )
  await Promise.all(changes)
  const log = await server
    .db('changes')
    .where({ entity: 'issue' })
    .whereIn('row_id', [one.id, two.id])
    .orderBy('seq')
    .select(server.db.raw(`row_id, row->>'updated_at' as at`))
  expect(log).toHaveLength(14)
  const times = log.map(change => change.at)
  expect(times).toEqual([...new Set(times)].sort())
  const stored = (await sync(at)).results.map(row => row.updated_at)
  expect(stored).toEqual([one, two].map(({ id }) => log.findLast(change => change.row_id === id)?.at))
})

test('issues that left the lists are named: deleted one by one or many, archived, hidden by the intake; never a draft', async () => {
  const at = await project(6)
  const ids = at.issues.map(({ id }) => id)
  const start = new Date(Math.max(...at.issues.map(issue => Date.parse(issue.created_at)))).toISOString()
  expect(await deleted(at)).toEqual([])
  const below = await team.make.issue(team.admin, at.path, { parent_id: ids[0] })
  await team.made(`${at.path}/issue-drafts/`, { name: 'Later' })
  await team.admin.delete(`${at.path}/issues/${ids[0]}/`)
  await team.admin.delete(`${at.path}/bulk-delete-issues/`, { issue_ids: [ids[1], ids[2]] })
  await team.admin.patch(`${at.path}/issues/${ids[3]}/`, { state_id: at.done })
  await team.admin.post(`${at.path}/issues/${ids[3]}/archive/`)
  await server.db('issues').where('id', ids[4]!).update({ intake_status: 0, updated_at: new Date() })
  const gone = [...ids.slice(0, 5), below.id].sort()
  expect((await deleted(at)).sort()).toEqual(gone)
  expect((await deleted(at, { updated_at__gt: start })).sort()).toEqual(gone)
  expect((await sync(at)).results.map(row => row.id)).toEqual([ids[5]])
  const now = new Date().toISOString()
  expect(await deleted(at, { updated_at__gt: now })).toEqual([])
  await team.admin.delete(`${at.path}/issues/${ids[3]}/archive/`)
  expect(await deleted(at)).not.toContain(ids[3])
  expect((await sync(at, { updated_at__gt: now })).results.map(row => row.id)).toEqual([ids[3]])
})

test('a guest is given their own issues, and told of their own', async () => {
  const at = await project(3)
  const [own, foreign] = [at.issues[0]!, at.issues[1]!]
  await server.db('issues').where('id', own.id).update({ created_by: team.guest.id })
  expect((await sync(at, {}, team.guest)).results.map(row => row.id)).toEqual([own.id])
  expect((await sync(at, {}, team.guest)).total_results).toBe(1)
  for (const { id } of [own, foreign]) await team.admin.delete(`${at.path}/issues/${id}/`)
  expect(await deleted(at, {}, team.guest)).toEqual([own.id])
  expect((await deleted(at, {}, team.member)).sort()).toEqual([own.id, foreign.id].sort())
})

test.each([
  ['v2/issues/?cursor=x', { detail: 'Invalid cursor parameter.' }],
  ['v2/issues/?cursor=5:1', { detail: 'Invalid cursor parameter.' }],
  ['v2/issues/?cursor=5:-1:0', { detail: 'Error in parsing' }],
  ['v2/issues/?cursor=0:0:0', { detail: 'Invalid per_page parameter.' }],
  ['v2/issues/?updated_at__gt=yesterday', { updated_at__gt: ['Datetime has wrong format.'] }],
  ['deleted-issues/?updated_at__gt=yesterday', { updated_at__gt: ['Datetime has wrong format.'] }],
])('%s is refused', async (query, body) => {
  expect(outcome(await team.admin.get(`${team.path}/${query}`))).toEqual([400, body])
})
