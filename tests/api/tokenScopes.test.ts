/** H13: a limited token reads or writes what it was not given. */
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { WebSocket } from 'ws'
import { PROTOCOL } from '../../api/contract/changes.ts'
import type { Route } from '../../api/contract/define.ts'
import { allRoutes, type EntityName } from '../../api/contract/index.ts'
import { type Scope, scopeNouns, scopes } from '../../api/contract/people/scopes.ts'
import { nounOfRows, scopeNeeded } from '../../api/contract/scopes.ts'
import { facesV1, routesV1 } from '../../api/contract/v1/index.ts'
import { build } from '../support/build.ts'
import { until } from '../support/live.ts'
import { fill, pathParams } from '../support/pathParams.ts'
import { startServer, type TestServer } from '../support/server.ts'

let server: TestServer
let make: ReturnType<typeof build>
let team: Awaited<ReturnType<ReturnType<typeof build>['team']>>
let base: string

beforeAll(async () => {
  server = await startServer({}, undefined, { searching: true })
  make = build(server)
  team = await make.team()
  base = `/api/workspaces/${team.workspace.slug}`
  await team.admin.patch(`${team.path}/`, { inbox_view: true })
})

const token = async (fields: Record<string, unknown>) =>
  (await make.token(team.admin, team.workspace.slug, fields)).visitor
const takesToken = ({ in: place, token: takes }: Route) =>
  takes !== false && (takes === true || place === 'workspace' || place === 'project')

/** All scopes but those that include this one. */
const without = (needed: Scope): Scope[] => {
  const [noun, verb] = needed.split(':')
  const others = scopes.filter(scope => !scope.startsWith('all') && !scope.startsWith(`${noun}:`))
  return verb === 'write' ? [...others, `${noun}:read` as Scope] : others
}

const everything = async () => {
  const { rows } = await server.db.raw<{ rows: { seqs: string }[] }>(
    `select concat_ws(' ', (select sum(seq) from change_counters), (select count(*) from mutations),
       (select count(*) from jobs), (select count(*) from favorites), (select count(*) from api_tokens)) as seqs`,
  )
  return rows[0]!.seqs
}

describe('every call of the contract', () => {
  const calls = allRoutes.filter(([, route]) => takesToken(route) && scopeNeeded(route) !== null)

  test('without its scope is refused, names it and writes nothing; with it alone it goes on', async () => {
    const lacking = new Map<Scope, Awaited<ReturnType<typeof token>>>()
    const holding = new Map<Scope, Awaited<ReturnType<typeof token>>>()
    for (const needed of new Set(calls.map(([, route]) => scopeNeeded(route)!))) {
      const others = needed === 'all' ? (['all:read', ...without(needed)] as Scope[]) : without(needed)
      lacking.set(needed, await token({ scopes: others }))
      holding.set(needed, await token({ scopes: [needed] }))
    }
    const paramsOf = pathParams(server, make, team)
    const filled = []
    for (const [name, route] of calls) {
      if (route.in === 'open' || route.in === 'session') continue
      const writes = route.method !== 'GET'
      filled.push({
        name,
        route,
        params: writes ? await paramsOf(route) : { ws: team.workspace.slug, p: team.project.id },
      })
    }
    const before = await everything()
    for (const { name, route, params } of filled) {
      const needed = scopeNeeded(route)!
      const body = route.method === 'GET' ? undefined : { name: 'Weir', role: 15, archived_at: null }
      const reply = await lacking.get(needed)!.send(route.method, fill(route.path, params), body)
      expect([name, reply.status, reply.body], name).toEqual([
        name,
        403,
        { error: `This token may not do that: it lacks the scope ${needed}.`, scope: needed },
      ])
      expect(reply.headers.get('x-error-code')).toBe('permission.scope')
      expect(reply.headers.get('www-authenticate')).toBe(
        `Bearer error="insufficient_scope", scope="${needed}"`,
      )
    }
    expect(await everything()).toBe(before)
    for (const { name, route, params } of filled) {
      const body = route.method === 'GET' ? undefined : {}
      const reply = await holding.get(scopeNeeded(route)!)!.send(route.method, fill(route.path, params), body)
      expect(reply.headers.get('x-error-code'), name).not.toBe('permission.scope')
    }
  }, 120_000)

  test('has its scope by the noun and the method, in /api/v1 as well', async () => {
    const named = Object.fromEntries(allRoutes.map(([name, route]) => [name, scopeNeeded(route)]))
    expect(named).toMatchObject({
      'issues.update': 'issues:write',
      'comments.list': 'issues:read',
      'cycles.addIssues': 'cycles:write',
      'states.create': 'projects:write',
      'jobs.list': 'connections:read',
      'notifications.list': 'all:read',
      'workspaces.update': 'all',
      'workspaces.get': null,
      'search.find': null,
    })
    const nothing = await token({ scopes: ['members:read'] })
    for (const face of facesV1)
      for (const route of routesV1(face)) {
        const needed = scopeNeeded(face.of)
        if (needed === null || needed === 'members:read') continue
        const path = fill(route.path, { ws: team.workspace.slug, p: team.project.id })
        const { status, body } = await nothing.send(
          route.method,
          path,
          route.method === 'GET' ? undefined : {},
        )
        expect([route.method, path, status, (body as { scope?: string }).scope]).toEqual([
          route.method,
          path,
          403,
          needed,
        ])
      }
  })
})

test('tokens of before keep all that they could do', async () => {
  const { admin, workspace } = team
  const [whole, reading] = [
    await make.token(admin, workspace.slug),
    await make.token(admin, workspace.slug, { is_read_only: true }),
  ]
  const list = (await admin.get<Record<string, unknown>[]>(`${base}/api-tokens/`)).body
  const of = (id: string) => list.find(row => row.id === id)
  expect(of(whole.id)).toMatchObject({
    scopes: ['all'],
    projects: null,
    is_read_only: false,
    last_used_from: null,
  })
  expect(of(reading.id)).toMatchObject({ scopes: ['all:read'], is_read_only: true })
  expect((await whole.visitor.get(`${base}/users/notifications/?per_page=10&cursor=10:0:0`)).status).toBe(200)
  expect((await reading.visitor.get(`${base}/favorites/`)).status).toBe(404)
  expect((await reading.visitor.get(`${base}/user-favorites/`)).status).toBe(200)
  const used = (await admin.get<Record<string, unknown>[]>(`${base}/api-tokens/`)).body.find(
    row => row.id === whole.id,
  )
  expect(used?.last_used_from).toMatch(/127\.0\.0\.1|::1/)
})

test('what it may do is judged when it is made', async () => {
  const { admin } = team
  const made = async (fields: object) => {
    const { status, body } = await admin.post(`${base}/api-tokens/`, fields)
    return [status, body]
  }
  expect(await made({ scopes: [] })).toMatchObject([400, { scopes: expect.anything() }])
  expect(await made({ scopes: ['boats:write'] })).toMatchObject([400, { scopes: expect.anything() }])
  const elsewhere = await make.team()
  expect(await made({ projects: [elsewhere.project.id] })).toMatchObject([
    400,
    { projects: expect.anything() },
  ])
  expect(await made({ scopes: ['issues:read', 'issues:read'] })).toMatchObject([
    201,
    { scopes: ['issues:read'], is_read_only: true },
  ])
})

describe('a token that is limited to a project', () => {
  test('neither finds nor changes anything of another, and is a guest in the workspace', async () => {
    const { admin, workspace, project, path } = team
    const other = await make.project(admin, workspace.slug)
    const there = `${base}/projects/${other.id}`
    const issue = await make.issue(admin, there, { name: 'Lantern beyond' })
    const mine = await make.issue(admin, path, { name: 'Lantern here' })
    const program = await token({ projects: [project.id] })
    expect((await program.patch(`${path}/issues/${mine.id}/`, { name: 'Lantern lit' })).status).toBe(204)
    expect((await program.get(`${there}/issues/${issue.id}/`)).status).toBe(404)
    expect((await program.patch(`${there}/issues/${issue.id}/`, { name: 'Taken' })).status).toBe(404)
    expect((await program.delete(`${there}/`)).status).toBe(404)
    const projects = await program.get<{ id: string }[]>(`${base}/projects/`)
    expect(projects.body.map(({ id }) => id)).toEqual([project.id])
    expect((await program.post(`${base}/projects/`, { name: 'New', identifier: 'NEWP' })).status).toBe(403)
    for (const beyond of ['users/notifications/?per_page=5&cursor=5:0:0', 'user-favorites/', 'jobs/'])
      expect((await program.get(`${base}/${beyond}`)).body, beyond).toEqual({
        error: 'This token is limited to some projects, and this call reaches beyond them.',
      })
    const all = await program.get<{ results: { id: string }[] }>(`${base}/issues/`)
    expect(JSON.stringify(all.body)).not.toContain(issue.id)
    await until(async () => {
      const { body } = await admin.get<{ results: unknown[] }>(`${base}/find/?q=lantern`)
      return body.results.length >= 2
    })
    const found = await program.get<{ results: { id: string }[] }>(`${base}/find/?q=lantern`)
    expect(found.body.results.map(({ id }) => id)).toEqual([mine.id])
    for (const read of ['bootstrap/', 'changes/?limit=1000', 'search/?search=Lantern'])
      expect(JSON.stringify((await program.get(`${base}/${read}`)).body), read).not.toContain(issue.id)
  })
})

describe('what tells of many nouns tells a limited token of its own alone', () => {
  const mayTell = (names: Iterable<string>, ...nouns: string[]) => {
    for (const name of names) expect(['any', ...nouns], name).toContain(nounOfRows(name as EntityName))
  }

  test('snapshot, feed, live line and search', async () => {
    const { admin, path } = team
    const { visitor: program, token: key } = await make.token(admin, team.workspace.slug, {
      scopes: ['pages:read'],
    })
    const { body: start } = await program.get<{ rows: Record<string, unknown[]>; at: object }>(
      `${base}/bootstrap/`,
    )
    const full = Object.entries(start.rows).filter(([, rows]) => rows.length > 0)
    mayTell(
      full.map(([name]) => name),
      'pages',
    )
    const whole = (await admin.get<{ rows: Record<string, unknown[]> }>(`${base}/bootstrap/`)).body
    expect(whole.rows.state!.length).toBeGreaterThan(0)

    const heard: string[] = []
    const socket = new WebSocket(`${server.origin.replace('http', 'ws')}/live`, {
      headers: { 'x-api-key': key },
    })
    onTestFinished(() => socket.terminate())
    await new Promise(resolve => socket.once('open', resolve))
    socket.on('message', data => {
      const message = JSON.parse(String(data))
      for (const change of message.changes ?? []) heard.push(change.entity)
    })
    socket.send(
      JSON.stringify({ type: 'hello', protocol: PROTOCOL, workspace: team.workspace.slug, after: start.at }),
    )
    await make.issue(admin, path, { name: 'Sextant on deck' })
    const page = await make.page(admin, path)
    await admin.patch(`${path}/pages/${page.id}/`, { name: 'Sextant manual' })
    await until(() => heard.includes('page'))
    mayTell(heard, 'pages')

    const { body: feed } = await program.get<{ changes: { entity: string }[] }>(`${base}/changes/?limit=1000`)
    expect(feed.changes.some(({ entity }) => entity === 'page')).toBe(true)
    mayTell(
      feed.changes.map(({ entity }) => entity),
      'pages',
    )

    await until(async () => {
      const { body } = await admin.get<{ results: unknown[] }>(`${base}/find/?q=sextant`)
      return body.results.length === 2
    })
    const { body: found } = await program.get<{ results: { kind: string }[]; total_count: number }>(
      `${base}/find/?q=sextant`,
    )
    expect([found.results.map(({ kind }) => kind), found.total_count]).toEqual([['page'], 1])
    const { body: names } = await program.get<{ results: Record<string, unknown[]> }>(
      `${base}/search/?search=Sextant`,
    )
    expect([names.results.page!.length, names.results.issue!.length]).toEqual([1, 0])
    const none = await token({ scopes: ['connections:read'] })
    expect((await none.get<{ results: unknown[] }>(`${base}/find/?q=sextant`)).body.results).toEqual([])
  })
})

test('each noun can be given alone', () => {
  expect(new Set(allRoutes.map(([, route]) => scopeNeeded(route)?.split(':')[0]))).toEqual(
    new Set([...scopeNouns, 'all', undefined]),
  )
})
