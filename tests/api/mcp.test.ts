import { readFileSync } from 'node:fs'
import { beforeAll, describe, expect, test } from 'vitest'
import { mcpClient } from '../support/mcp.ts'
import { sharedServer, startServer, type TestServer } from '../support/server.ts'
import { teamV1 } from '../support/v1.ts'

let server: TestServer
let team: Awaited<ReturnType<typeof teamV1>>
let token: string
let program: Awaited<ReturnType<typeof mcpClient>>
let project: string

beforeAll(async () => {
  server = await sharedServer()
  team = await teamV1(server)
  project = team.project.identifier
  token = (await team.make.token(team.admin, team.workspace.slug)).token
  program = await mcpClient(server.origin, token)
})

/** A request of the protocol as its bytes are sent. */
const post = (body: unknown, headers: Record<string, string> = {}) =>
  fetch(`${server.origin}/mcp`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      authorization: `Bearer ${token}`,
      ...headers,
    },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  })
const listing = { jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} }

describe('the way in', () => {
  test('is a token, in either header; a session is none', async () => {
    expect((await post(listing)).status).toBe(200)
    expect((await post(listing, { authorization: '', 'x-api-key': token })).status).toBe(200)
    const ways: Record<string, string>[] = [
      { authorization: '' },
      { authorization: 'Bearer tandem_wrong' },
      { authorization: '', cookie: team.admin.cookie() },
    ]
    for (const headers of ways) {
      const refused = await post(listing, headers)
      expect([refused.status, refused.headers.get('www-authenticate')]).toEqual([
        401,
        'Bearer realm="Tandem"',
      ])
    }
    expect((await fetch(`${server.origin}/mcp`)).status).toBe(405)
    expect((await fetch(`${server.origin}/mcp`, { method: 'DELETE' })).status).toBe(405)
  })

  test('no page of another site comes in, nor one by a name of its own for this machine', async () => {
    expect((await post(listing, { origin: 'https://evil.example' })).status).toBe(403)
    expect((await post(listing, { origin: server.origin })).status).toBe(200)
    const { request } = await import('node:http')
    const status = (host: string) =>
      new Promise<number | undefined>((resolve, reject) => {
        const headers = { host, authorization: `Bearer ${token}`, 'content-type': 'application/json' }
        const sent = request(`${server.origin}/mcp`, { method: 'POST', headers }, answer => {
          answer.resume()
          resolve(answer.statusCode)
        })
        sent.on('error', reject)
        sent.end(JSON.stringify(listing))
      })
    expect(await status('evil.example')).toBe(403)
    expect(await status('localhost:1')).not.toBe(403)
  })

  test('what is too long, too much at once or no JSON is refused', async () => {
    expect((await post(`"${'x'.repeat(3_000_000)}"`)).status).toBe(413)
    expect((await post('{')).status).toBe(400)
    expect((await post(Array(11).fill(listing))).status).toBe(400)
  })

  test('one request counts once against the rate, whatever it has to call', async () => {
    const strict = await startServer({ RATE_LIMIT_TOKEN: '20' })
    const small = await teamV1(strict)
    const made = await small.make.token(small.admin, small.workspace.slug)
    const one = await mcpClient(strict.origin, made.token)
    const before = (await small.program.get(`${small.P}/states/`)).status
    for (let nth = 0; nth < 5; nth++) await one.use('read_project', { project: small.project.identifier })
    expect(before).toBe(200)
    await expect(
      (async () => {
        for (let nth = 0; nth < 20; nth++) await one.use('list_projects')
      })(),
    ).rejects.toThrow(/429|rate|throttled/i)
  })

  test('nothing is streamed: an answer is JSON, and no line for changes is held open', async () => {
    for (const body of [
      listing,
      { jsonrpc: '2.0', id: 2, method: 'initialize', params: legacyHello },
      {
        jsonrpc: '2.0',
        id: 3,
        method: 'subscriptions/listen',
        params: { _meta: modernMeta, notifications: {} },
      },
    ]) {
      const modern = body.method.startsWith('subscriptions')
      const answer = await post(
        body,
        modern ? { 'mcp-protocol-version': '2026-07-28', 'mcp-method': body.method } : {},
      )
      expect(answer.headers.get('content-type')).toContain('application/json')
    }
  })
})

const legacyHello = {
  protocolVersion: '2025-06-18',
  capabilities: {},
  clientInfo: { name: 'old', version: '1' },
}
const modernMeta = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientCapabilities': {},
  'io.modelcontextprotocol/clientInfo': { name: 'new', version: '1' },
}

describe('the tools', () => {
  test('both kinds of clients are served at one address, with the same tools', async () => {
    const old = await mcpClient(server.origin, token, 'legacy')
    const [now, before] = [await program.client.listTools(), await old.client.listTools()]
    expect(before.tools.map(one => one.name)).toEqual(now.tools.map(one => one.name))
    expect(await old.use('list_projects')).toEqual(await program.use('list_projects'))
    const answer = await old.ask('list_projects')
    expect(answer.structuredContent).toBeUndefined()
  })

  test('are at most twenty, weigh less than 6,000 tokens, and each has all four hints', async () => {
    const { tools } = await program.client.listTools()
    expect(tools.length).toBeLessThanOrEqual(20)
    const tokens = JSON.stringify(tools).length / 4
    expect(tokens).toBeGreaterThan(1_000)
    expect(tokens).toBeLessThan(6_000)
    for (const { name, annotations } of tools)
      expect([name, ...Object.values(annotations ?? {}).map(hint => typeof hint)].sort()).toEqual(
        [name, 'string', ...Array(4).fill('boolean')].sort(),
      )
  })

  test('an issue is made by names, read by its key, changed, moved and talked about', async () => {
    const { identifier } = team.project
    const made = await program.use<Record<string, string>>('create_issue', {
      project: identifier.toLowerCase(),
      title: 'Fender for berth 4',
      state: 'todo',
      priority: 'high',
      assignees: ['me'],
      due: '2026-12-24',
      text: '# Why\n\nThe old one is **torn**.',
    })
    expect(made).toMatchObject({
      title: 'Fender for berth 4',
      state: 'Todo',
      priority: 'high',
      due: '2026-12-24',
    })
    expect(made.url).toBe(`${server.origin}/${team.workspace.slug}/browse/${made.key}`)
    const key = made.key!
    const moved = await program.use('move_issues', { issues: [key], state: 'In Progress' })
    expect(moved.state).toBe('In Progress')
    await program.use('update_issues', { issues: [key], set: { title: 'Fender for berth 5', due: null } })
    const said = await program.use('comment', { issue: key, text: 'Ordered *two*.' })
    expect(said.text).toBe('Ordered two.')
    const read = await program.use('read_issue', { issue: key.toLowerCase() })
    expect(read).toMatchObject({
      title: 'Fender for berth 5',
      text: '# Why\n\nThe old one is **torn**.\n',
      comments_total: 1,
    })
    expect(read.due).toBeUndefined()
    const edited = await program.use('edit_text', {
      issue: key,
      text: '# Why\n\nThe old one is **lost**.\n',
      base_version: read.base_version,
    })
    expect(edited.base_version).not.toBe(read.base_version)
    expect((await program.use('read_issue', { issue: key })).text).toContain('**lost**')
  })

  test('a page is edited from its base: what another wrote since is kept', async () => {
    const made = await program.use('create_page', { project, name: 'Tide table', text: 'One.\n\nTwo.\n' })
    const before = await program.use('read_page', { page: 'tide table' })
    expect(before).toMatchObject({ id: made.id, text: 'One.\n\nTwo.\n', project })
    await team.admin.patch(`${team.path}/pages/${String(made.id)}/`, {
      description_markdown: 'One, said another.\n\nTwo.\n',
    })
    const { merged } = await program.use('edit_text', {
      page: 'Tide table',
      text: 'One.\n\nTwo, said a program.\n',
      base_version: before.base_version,
    })
    expect(merged).toBe(true)
    expect((await program.use('read_page', { page: String(made.id) })).text).toBe(
      'One, said another.\n\nTwo, said a program.\n',
    )
    expect(
      await program.refusal('edit_text', { page: 'Tide table', text: 'x', base_version: 'never' }),
    ).toContain('Read it again')
  })

  test('a cycle is planned: made, filled, and emptied', async () => {
    const keys: string[] = []
    for (const title of ['A', 'B'])
      keys.push(String((await program.use('create_issue', { project, title })).key))
    const cycle = await program.use('plan_cycle', {
      ...{ project, name: 'Cycle 9', start: '2031-01-06', end: '2031-01-19', add: keys },
    })
    expect(cycle).toMatchObject({ name: 'Cycle 9', start: '2031-01-06', total_issues: 2 })
    const fewer = await program.use('plan_cycle', { project, cycle: 'cycle 9', remove: [keys[0]] })
    expect(fewer.rows.map(row => row[0])).toEqual([keys[1]])
    const list = await program.use('list_issues', { project, filters: { cycle: 'Cycle 9' } })
    expect([list.total, list.rows[0]![0]]).toEqual([1, keys[1]])
  })

  test('a wrong name is told with those that there are, and one of several with their ids', async () => {
    expect(await program.refusal('create_issue', { project, title: 'x', state: 'Limbo' })).toMatch(
      /no state "Limbo".*Backlog.*Todo/,
    )
    expect(await program.refusal('read_issue', { issue: `${project}-99999` })).toContain('no issue')
    expect(await program.refusal('list_issues', { filters: { colour: 'red' } })).toMatch(
      /no filter "colour".*priority/,
    )
    expect(await program.refusal('list_issues', { filters: { priority: 'huge' } })).toMatch(
      /urgent.*not "huge"/,
    )
    expect(await program.refusal('create_issue', { project, title: 'x', titel: 'y' })).toContain('titel')
    const other = await team.make.project(team.admin, team.workspace.slug, { name: 'Twin' })
    await team.make.project(team.admin, team.workspace.slug, { name: 'twin' })
    expect(await program.refusal('read_project', { project: 'Twin' })).toMatch(
      new RegExp(`2 projects.*${other.id}`),
    )
    expect((await program.use('read_project', { project: other.id })).identifier).toBe(other.identifier)
  })
})

test('an agent is delegated work, tells of it, asks, reads the answer and ends, by its own tool', async () => {
  const pilot = await team.make.agent(team.admin, team.workspace.slug, [team.project.id])
  const agent = await mcpClient(server.origin, pilot.secret)
  const { tools } = await agent.client.listTools()
  expect(tools.map(one => one.name)).toContain('work_on')
  expect(JSON.stringify(tools).length / 4).toBeLessThan(6_000)
  expect((await program.client.listTools()).tools.map(one => one.name)).not.toContain('work_on')
  const { key } = await program.use('create_issue', { project, title: 'Delegated', delegate: 'Pilot' })
  expect((await agent.use('list_issues', { filters: { delegate: 'me' } })).rows.map(row => row[0])).toEqual([
    key,
  ])
  await agent.use('work_on', { issue: key, act: 'begin', text: 'Read it' })
  await agent.use('update_issues', { issues: [key], set: { priority: 'urgent' } })
  const asked = await agent.use('work_on', {
    issue: key,
    act: 'ask',
    text: 'One sum?',
    choices: ['Yes', 'No'],
  })
  expect(asked).toMatchObject({ state: 'waiting', question: 'One sum?' })
  const issue = (
    await team.admin.get<{ id: string }>(`/api/workspaces/${team.workspace.slug}/issues/${String(key)}/`)
  ).body
  const at = `${team.path}/issues/${issue.id}/agent-sessions/${String(asked.session)}`
  await team.admin.post(`${at}/answer/`, { text: 'Yes' })
  expect(await agent.use('work_on', { issue: key, act: 'read' })).toMatchObject({
    ...{ state: 'working', steps: ['Read it', { answer: 'Yes' }] },
  })
  expect(await agent.use('work_on', { issue: key, act: 'finish', text: 'Done.' })).toMatchObject({
    state: 'finished',
  })
  expect(await agent.refusal('work_on', { issue: key, act: 'step', text: 'More' })).toContain(
    'no session open',
  )
  await team.admin.post(`${at}/undo/`)
  expect((await program.use('read_issue', { issue: key })).priority).toBeUndefined()
})

test('the settings that README gives for three clients are those that open it', async () => {
  const readme = readFileSync(new URL('../../README.md', import.meta.url), 'utf8')
  type Settings = Record<string, { tandem: { url: string; headers: Record<string, string> } }>
  const given = [...readme.matchAll(/```json\n([\s\S]*?)```/g)].map(
    ([, text]) => JSON.parse(text!) as Settings,
  )
  expect(given.map(settings => Object.keys(settings)[0])).toEqual(['mcpServers', 'mcpServers', 'servers'])
  for (const settings of given) {
    const { url, headers } = Object.values(settings)[0]!.tandem
    const opened = await fetch(url.replace('https://tandem.example', server.origin), {
      method: 'POST',
      headers: {
        ...{ 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
        Authorization: headers.Authorization!.replace(/\$\{.*\}/, token),
      },
      body: JSON.stringify(listing),
    })
    expect(opened.status).toBe(200)
  }
})

describe('a list', () => {
  let busy: { identifier: string; path: string }
  beforeAll(async () => {
    const { admin, make, workspace } = team
    busy = await make.project(admin, workspace.slug, { name: 'Busy quay' })
    for (let nth = 0; nth < 130; nth++)
      await make.issue(admin, busy.path, {
        name: `Mend the ${nth}th bollard of the quay`,
        assignee_ids: [admin.id],
      })
  })

  test('a hundred issues take less than 8 KB, with the true total, and the rest comes with the cursor', async () => {
    const first = await program.use('list_issues', {
      project: 'Busy quay',
      limit: 100,
      order_by: 'created_at',
    })
    expect(first.total).toBe(130)
    expect(first.rows.length).toBeGreaterThan(80)
    expect(JSON.stringify(first).length).toBeLessThan(8_192)
    const seen = first.rows.map(row => row[0]!)
    let cursor = first.next_cursor
    while (cursor) {
      const next = await program.use('list_issues', {
        ...{ project: 'Busy quay', limit: 100, order_by: 'created_at', cursor, fields: ['key'] },
      })
      seen.push(...next.rows.map(row => row[0]!))
      cursor = next.next_cursor
    }
    expect(seen).toEqual(Array.from({ length: 130 }, (_, nth) => `${busy.identifier}-${nth + 1}`))
  })

  test('more than twenty rows are only written by a call that says so', async () => {
    const issues = Array.from({ length: 25 }, (_, nth) => `${busy.identifier}-${nth + 1}`)
    const set = { priority: 'urgent' }
    const told = await program.use('update_issues', { issues, set })
    expect(told).toMatchObject({ dry_run: true, written: 0, would_change: 25 })
    const urgent = () => program.use('list_issues', { project: 'Busy quay', filters: { priority: 'urgent' } })
    expect((await urgent()).total).toBe(0)
    expect(await program.use('update_issues', { issues, set, dry_run: false })).toMatchObject({ written: 25 })
    expect((await urgent()).total).toBe(25)
    expect(
      await program.use('move_issues', { issues: issues.slice(0, 2), state: 'Done', dry_run: true }),
    ).toMatchObject({ written: 0, would_change: 2 })
  })
})

describe('rights', () => {
  test('a guest’s token finds nothing that is hidden from them, by any tool', async () => {
    const { admin, guest, make, path } = team
    const secret = await make.issue(admin, path, { name: 'Zephyr refit' })
    await make.page(admin, path, { name: 'Zephyr plan', access: 1 })
    const key = `${project}-${secret.sequence_id}`
    const membership = () => server.db('workspace_members').where('member_id', guest.id)
    await membership().update({ role: 20 })
    const made = await make.token(guest, team.workspace.slug)
    await membership().update({ role: 5 })
    const theirs = await mcpClient(server.origin, made.token)
    expect((await program.use('list_issues', { project, filters: { name: 'zephyr' } })).total).toBe(1)
    expect((await theirs.use('list_issues', { project, filters: { name: 'zephyr' } })).total).toBe(0)
    expect((await theirs.use('find', { query: 'zephyr' })).total).toBe(0)
    for (const [tool, given] of [
      ['read_issue', { issue: key }],
      ['read_issue', { issue: secret.id }],
      ['update_issues', { issues: [key], set: { title: 'Mine' } }],
      ['move_issues', { issues: [key], state: 'Done' }],
      ['comment', { issue: key, text: 'Hello' }],
      ['edit_text', { issue: key, text: 'Hello' }],
      ['read_page', { page: 'Zephyr plan' }],
      ['edit_text', { page: 'Zephyr plan', text: 'Hello' }],
    ] as const)
      expect([tool, await theirs.refusal(tool, given)]).toEqual([tool, expect.stringMatching(/^There is no/)])
    expect(JSON.stringify(await theirs.use('list_people'))).not.toContain(admin.email)
  })

  test('a token that reads only reads', async () => {
    const made = await team.make.token(team.admin, team.workspace.slug, { is_read_only: true })
    const reader = await mcpClient(server.origin, made.token)
    const { key } = await program.use('create_issue', { project, title: 'Still' })
    expect((await reader.use('read_issue', { issue: key })).title).toBe('Still')
    for (const [tool, given] of [
      ['create_issue', { project, title: 'No' }],
      ['update_issues', { issues: [key], set: { title: 'No' } }],
      ['move_issues', { issues: [key], state: 'Done' }],
      ['comment', { issue: key, text: 'No' }],
      ['edit_text', { issue: key, text: 'No' }],
      ['create_page', { project, name: 'No' }],
      ['plan_cycle', { project, name: 'No' }],
    ] as const)
      expect([tool, await reader.refusal(tool, given)]).toEqual([tool, expect.stringContaining(':write')])
    expect((await program.use('read_issue', { issue: key })).title).toBe('Still')
  })

  test('a request that is sent again under its id writes once', async () => {
    const body = {
      ...{ jsonrpc: '2.0', id: 1, method: 'tools/call' },
      params: { name: 'create_issue', arguments: { project, title: 'Once only' } },
    }
    const headers = { 'x-mutation-id': team.unknown }
    const answers = [await post(body, headers), await post(body, headers)]
    const [first, again] = await Promise.all(answers.map(answer => answer.text()))
    expect(again).toBe(first)
    expect((await program.use('list_issues', { project, filters: { name: 'Once only' } })).total).toBe(1)
  })
})
