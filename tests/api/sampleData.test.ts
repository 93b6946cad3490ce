import { expect, test } from 'vitest'
import { PASSWORD } from '../support/build.ts'
import { startServer, type TestServer } from '../support/server.ts'
import { visitor } from '../support/visitor.ts'

const setUp = async (fields: Record<string, string>) => {
  const server = await startServer()
  const admin = visitor(server.origin)
  const { location } = await admin.form('/api/instances/admins/sign-up/', {
    email: 'ada@quay.example',
    password: PASSWORD,
    first_name: 'Ada',
    ...fields,
  })
  return { server, admin, location }
}
type Named = { id: string; name: string }

test('set up with sample data, the admin comes to a workspace full of work, and leads it', async () => {
  const { server, admin, location } = await setUp({ sample_data: 'True' })
  expect(new URL(location!, 'http://here').pathname).toBe('/lantern-quay')
  const path = '/api/workspaces/lantern-quay'
  const { body: projects } = await admin.get<(Named & { member_role: number })[]>(`${path}/projects/`)
  expect(projects.map(project => project.name)).toContain('Berth Booking')
  expect(projects.every(project => project.member_role === 20)).toBe(true)
  const first = projects.find(project => project.name === 'Berth Booking')!
  const issues = await admin.get<{ total_count: number }>(`${path}/projects/${first.id}/issues/?per_page=1`)
  expect(issues.body.total_count).toBeGreaterThan(100)
  const pages = await admin.get<Named[]>(`${path}/projects/${first.id}/pages/`)
  expect(pages.body.map(page => page.name)).toContain('Season opening plan')
  // The best parts are there to be seen.
  const base = `${path}/projects/${first.id}`
  const waiting = await admin.get<{ total_results: number }>(`${base}/inbox-issues/?status=-2`)
  expect(waiting.body.total_results).toBe(5)
  const views = await admin.get<Named[]>(`${base}/views/`)
  expect(views.body).toHaveLength(3)
  const kept = await admin.get<{ entity_type: string }[]>(`${path}/user-favorites/`)
  expect(new Set(kept.body.map(one => one.entity_type))).toEqual(new Set(['view', 'cycle', 'page']))
  const opened = pages.body.find(page => page.name.startsWith('Tide windows'))
  type Said = { quote: string | null; comment_html: string }
  const threads = await admin.get<{ results: Said[] }>(`${base}/pages/${opened?.id}/comments/`)
  expect(threads.body.results.filter(one => one.quote)).toHaveLength(2)
  const { body: me } = await admin.get<{ id: string }>('/api/users/me/')
  expect(threads.body.results.some(one => one.comment_html.includes(me.id))).toBe(true)
  const log = await admin.get<{ changes: unknown[] }>(`${path}/changes/?after=0`)
  expect(log.body.changes.length).toBeGreaterThan(100)

  // The others of the story are nobody's way in.
  const stranger = visitor(server.origin)
  for (const form of ['sign-in', 'sign-up']) {
    const fields = { email: 'mei@lanternquay.example', password: 'lantern quay at high tide' }
    await stranger.form(`/auth/${form}/`, fields)
    expect((await stranger.get('/api/users/me/')).status).toBe(401)
  }
})

/** Ten weeks of work with their history: a later issue has the higher number, and cycles burn down day by day. */
const beganLongAgo = async (server: TestServer) => {
  const ten = new Date(Date.now() - 70 * 86_400_000).toISOString()
  const now = new Date().toISOString()
  const issues = await server.db('issues').orderBy(['project_id', 'sequence_id']).select('*')
  expect(issues.some(({ created_at }) => created_at < ten)).toBe(true)
  const moves = await server.db('issue_activities').where('field', 'state').orderBy('created_at').select('*')
  const weeks = new Set(moves.map(({ created_at }) => Math.floor(Date.parse(created_at) / (7 * 86_400_000))))
  expect(weeks.size).toBeGreaterThanOrEqual(10)
  for (const [at, issue] of issues.entries()) {
    const before = issues[at - 1]
    // An issue of a later day has the higher number, and none is of tomorrow.
    if (before?.project_id === issue.project_id)
      expect(before.created_at.slice(0, 10) <= issue.created_at.slice(0, 10)).toBe(true)
    expect(issue.updated_at <= now).toBe(true)
    const own = moves.filter(move => move.issue === issue.id)
    expect(own.every(move => move.created_at >= issue.created_at && move.created_at <= now)).toBe(true)
    if (own.length > 0) expect(own.at(-1)?.new_identifier).toBe(issue.state_id)
    if (issue.completed_at) expect(own.at(-1)?.created_at.slice(0, 10)).toBe(issue.completed_at.slice(0, 10))
  }
  // Cycles burn down: their issues were completed on many days.
  const steps = await server.db('cycle_steps').where('completed_issues', '>', 0).select('at')
  expect(new Set(steps.map(({ at }) => at.slice(0, 10))).size).toBeGreaterThan(8)
}

test('the sample reads as if people had written it, over ten weeks', async () => {
  const { server } = await setUp({ sample_data: 'True' })
  const issues = await server.db('issues').select('*')
  const names = issues.map(issue => String(issue.name))
  expect(names.length).toBeGreaterThanOrEqual(150)
  expect(new Set(names).size).toBe(names.length)
  const first = issues.find(issue => String(issue.name).startsWith('Tide window ignores'))
  expect([first.label_ids.length, first.assignee_ids.length]).toEqual([2, 1])
  // Made by a grid, titles would begin alike, and end alike.
  for (const take of [(words: string[]) => words.slice(0, 3), (words: string[]) => words.slice(-3)]) {
    const alike = Map.groupBy(names, name => take(name.split(' ')).join(' '))
    expect([...alike.values()].filter(those => those.length > 3)).toEqual([])
  }
  const count = async (table: string) => Number((await server.db(table).count('* as n').first())?.n)
  expect(issues.filter(issue => issue.parent_id).length).toBeGreaterThan(5)
  expect(await count('issue_comments')).toBeGreaterThan(12)
  expect(await count('issue_links')).toBeGreaterThan(2)
  expect(await count('issue_relations')).toBeGreaterThan(3)
  const texts = await server
    .db('documents')
    .where('kind', 'issue')
    .whereNot('description_stripped', '')
    .pluck('description_html')
  expect(new Set(texts).size).toBe(texts.length)
  expect(texts.length).toBeGreaterThan(20)
  const now = new Date().toISOString().slice(0, 10)
  const cycles = await server.db('cycles').whereNotNull('start_date')
  const running = cycles.filter(({ start_date, end_date }) => start_date <= now && now <= end_date)
  expect(running.length).toBe(await count('projects'))
  const due = issues.flatMap(issue => issue.target_date ?? [])
  expect(due.some(day => day < now) && due.some(day => day > now)).toBe(true)
  await beganLongAgo(server)
})

test('set up without it the instance is empty, and it is no longer to be had', async () => {
  const { server, admin, location } = await setUp({ next_path: '/create-workspace' })
  expect(location).toMatch(/\/create-workspace$/)
  const again = { email: 'b@quay.example', password: PASSWORD, first_name: 'B', sample_data: 'True' }
  expect((await admin.form('/api/instances/admins/sign-up/', again)).location).toContain('error_code=5150')
  expect(await server.db('workspaces').count('* as n').first()).toEqual({ n: 0 })
})
