/** Webhooks: who sets them up, how an address is judged, and what is sent where. */
import { createHmac } from 'node:crypto'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Webhook, WebhookDelivery } from '../../api/contract/workspace/webhooks.ts'
import { pruneLog } from '../../api/jobs/pruneLog.ts'
import { DENIED, type IssueTeam, issueTeam } from '../support/issueTeam.ts'
import { follower, until } from '../support/live.ts'
import { type Receiver, receiver } from '../support/receiver.ts'
import { startServer, type TestServer } from '../support/server.ts'

type Made = Webhook & { secret_key: string }
let server: TestServer
let team: IssueTeam
let box: Receiver
const W = () => `/api/workspaces/${team.workspace.slug}`
const all = { project: true, issue: true, issue_comment: true, cycle: true, module: true }
const extras = [
  ...[
    'attachment',
    'link',
    'page',
    'page_comment',
    'view',
    'state',
    'label',
    'member',
    'intake_issue',
    'import',
  ],
] as Webhook['events']
let count = 0
const create = async (fields: object = {}) => {
  const path = `/in/${++count}`
  const made = await team.made<Made>(`${W()}/webhooks/`, { url: box.url(path), ...fields })
  return { ...made, path, at: `${W()}/webhooks/${made.id}/` }
}
const deliveries = async (at: string, query = '') =>
  (await team.admin.get<{ results: WebhookDelivery[]; total_results: number }>(`${at}deliveries/${query}`))
    .body

beforeAll(async () => {
  box = await receiver()
  server = await startServer({ PRIVATE_HOSTS: box.host }, undefined, { webhooks: true })
  team = await issueTeam(server)
  await team.admin.patch(`${team.path}/`, { inbox_view: true })
  // The reader of a workspace begins where it finds it.
  await until(async () => (await server.db('readers').where({ name: 'webhooks' }).first('seq')) !== undefined)
})
beforeEach(async () => {
  box.manners = [200]
  await server.db('webhooks').update({ is_active: false })
})

describe('existing clients', () => {
  test('create, list, read, change, renew and delete as they know it; the secret is shown only by two of them', async () => {
    const url = 'https://93.184.216.34/hook'
    const made = await team.admin.post<Made>(`${W()}/webhooks/`, { url, issue: true })
    expect(made.status).toBe(201)
    expect(made.body).toMatchObject({ url, is_active: true, issue: true, project: false, module: false })
    expect(made.body.secret_key).toMatch(/^whsec_/)
    const { id, secret_key } = made.body
    const list = await team.admin.get<Webhook[]>(`${W()}/webhooks/`)
    expect(list.body[0]).toMatchObject({ id, url })
    const one = await team.admin.get(`${W()}/webhooks/${id}/`)
    const patched = await team.admin.patch<Webhook>(`${W()}/webhooks/${id}/`, { cycle: true, issue: false })
    expect(patched.body).toMatchObject({ cycle: true, issue: false })
    for (const told of [list, one, patched].map(({ body }) => JSON.stringify(body))) {
      expect(told).not.toContain(secret_key)
      expect(told).not.toContain('secret_key')
    }
    const renewed = await team.admin.post<Made>(`${W()}/webhooks/${id}/regenerate/`)
    expect(renewed.body.secret_key).not.toBe(secret_key)
    expect(renewed.body.secret_ends).toBe(renewed.body.secret_key.slice(-4))
    expect((await team.admin.post(`${W()}/webhooks/`, { url })).body).toEqual({
      error: 'URL already exists for the workspace',
    })
    expect((await team.admin.post(`${W()}/webhooks/`, { url })).status).toBe(410)
    expect((await team.admin.delete(`${W()}/webhooks/${id}/`)).status).toBe(204)
    expect((await team.admin.get(`${W()}/webhooks/${id}/`)).status).toBe(404)
    expect((await team.admin.post(`${W()}/webhooks/`, { url })).status).toBe(201)
    const log = await server.db('changes').where('entity', 'webhook').select('row', 'before')
    expect(JSON.stringify(log)).not.toContain(secret_key)
    expect(await server.db('webhooks').where('secret', 'like', '%whsec_%')).toEqual([])
  })

  test.each([
    ['nonsense', ['Enter a valid URL.']],
    ['ftp://tides.example/', ['Invalid schema. Only HTTP and HTTPS are allowed.']],
    ['http://localhost:8000/', ['Local URLs are not allowed.']],
    ['http://127.0.0.1/', ['Local URLs are not allowed.']],
    ['https://nobody.invalid/', 'Hostname could not be resolved.'],
    ['http://10.0.0.7/', 'URL resolves to a blocked IP address.'],
    ['http://169.254.169.254/latest/meta-data/', 'URL resolves to a blocked IP address.'],
    ['http://[::ffff:127.0.0.1]/', 'URL resolves to a blocked IP address.'],
    ['http://[64:ff9b::a00:1]/', 'URL resolves to a blocked IP address.'],
    ['http://[2002:a00:1::]/', 'URL resolves to a blocked IP address.'],
    ['http://[2001:0:a00:1::]/', 'URL resolves to a blocked IP address.'],
    ['http://100.64.0.1/', 'URL resolves to a blocked IP address.'],
    ['http://2130706433/', ['Local URLs are not allowed.']],
    ['https://user:word@93.184.216.34/', ['Enter a valid URL.']],
  ])('D1, D2, D8: %s is refused, by the first call and by a change', async (url, said) => {
    expect(await team.admin.post(`${W()}/webhooks/`, { url })).toMatchObject({
      status: 400,
      body: { url: said },
    })
    const { at } = await create()
    expect(await team.admin.patch(at, { url })).toMatchObject({ status: 400, body: { url: said } })
  })

  test('tries are listed as logs, and deliveries are kept for thirty days', async () => {
    const { id, at } = await create({ issue: true })
    const issue = await team.issue({ name: 'Sill' })
    await box.take()
    await until(async () => (await deliveries(at)).results[0]?.state === 'delivered')
    const logs = await team.admin.get<Record<string, unknown>[]>(`${W()}/webhook-logs/${id}/`)
    expect(logs.body, JSON.stringify(logs.body)).toHaveLength(1)
    expect(logs.body[0]).toMatchObject({
      webhook: id,
      event_type: 'issue',
      request_method: 'created',
      response_status: '200',
      response_body: 'ok',
      retry_count: 0,
      deleted_at: null,
    })
    expect(JSON.parse(String(logs.body[0]!.request_body))).toMatchObject({ data: { id: issue.id } })
    expect(JSON.stringify(logs.body)).not.toContain('Signature')
    const paged = await team.admin.get<{ total_results: number }>(
      `${W()}/webhook-logs/${id}/?per_page=1&cursor=1:0:0`,
    )
    expect(paged.body.total_results).toBe(1)
    await server.db('webhook_deliveries').update({ created_at: new Date(Date.now() - 31 * 86_400_000) })
    await pruneLog(server.db, { changeLogDays: 30 })
    expect((await deliveries(at)).total_results).toBe(0)
  })
})

test('admins alone', async () => {
  const { at } = await create()
  for (const who of [team.member, team.guest]) {
    expect(await who.get(`${W()}/webhooks/`)).toMatchObject({ status: DENIED[0], body: DENIED[1] })
    for (const rest of ['', 'deliveries/']) expect((await who.get(at + rest)).status).toBe(404)
    expect((await who.post(`${at}test/`)).status).toBe(404)
  }
})

test('a delivery is signed in both forms, and says its version', async () => {
  const { secret_key, path } = await create({ issue: true })
  const issue = await team.issue({ name: 'Sluice', priority: 'high', assignee_ids: [team.member.id] })
  const [first] = await box.take(2)
  const { headers, bytes, body } = first!
  expect(first!.path).toBe(path)
  expect(headers['content-type']).toBe('application/json')
  expect(headers['x-plane-event']).toBe('issue')
  expect(headers['x-plane-delivery']).toBe(headers['webhook-id'])
  expect(headers['x-plane-signature']).toBe(createHmac('sha256', secret_key).update(bytes).digest('hex'))
  const key = Buffer.from(secret_key.replace('whsec_', ''), 'base64')
  const signed = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${bytes.toString()}`
  expect(headers['webhook-signature']).toBe(`v1,${createHmac('sha256', key).update(signed).digest('base64')}`)
  expect(Math.abs(Number(headers['webhook-timestamp']) * 1000 - Date.now())).toBeLessThan(10_000)
  expect(body).toMatchObject({
    version: '1',
    event: 'issue',
    action: 'created',
    workspace_id: team.workspace.id,
    data: {
      id: issue.id,
      name: 'Sluice',
      priority: 'high',
      assignees: [{ id: team.member.id }],
      state: { group: 'backlog' },
      labels: [],
    },
    activity: { field: null, actor: { id: team.admin.id, email: team.admin.email } },
  })
})

test('one delivery for each field that changes, under the names of the history', async () => {
  const issue = await team.issue({ name: 'Sill' })
  await create({ issue: true })
  await team.admin.patch(team.at(issue.id), { name: 'Gate', priority: 'urgent' })
  await team.admin.delete(team.at(issue.id))
  // And no more of it.
  await team.issue({ name: 'Lock' })
  await until(() => box.arrived.some(({ body }) => body.data.name === 'Lock'))
  // Another row overtakes one whose changes wait for each other.
  await until(async () => (await server.db('webhook_deliveries').where('state', 'waiting')).length === 0)
  const told = box.arrived
    .splice(0)
    .filter(({ body }) => body.data.id === issue.id)
    .map(({ body }) => {
      const { field, old_value, new_value } = body.activity as Record<string, unknown>
      return [body.action, field, old_value, new_value]
    })
  expect(told).toEqual([
    ['updated', 'name', 'Sill', 'Gate'],
    ['updated', 'priority', 'none', 'urgent'],
    ['deleted', null, null, null],
  ])
})

test('every noun is told: made, changed and gone', async () => {
  await create({ ...all, events: extras })
  const issue = await team.issue()
  const at = team.at(issue.id)
  const { id: comment } = await team.made(`${at}comments/`, { comment_html: '<p>Aye</p>' })
  await team.admin.patch(`${at}comments/${comment}/`, { comment_html: '<p>Nay</p>' })
  await team.admin.delete(`${at}comments/${comment}/`)
  await team.made(`${at}issue-links/`, { url: 'https://tides.example' })
  for (const [plural, more] of [
    ['cycles', {}],
    ['modules', {}],
    ['states', { color: '#ffffff', group: 'started' }],
    ['issue-labels', {}],
    ['views', { access: 1 }],
    ['pages', {}],
  ] as const) {
    const { id } = await team.made(`${team.path}/${plural}/`, { name: team.unique('Quay'), ...more })
    await team.admin.patch(`${team.path}/${plural}/${id}/`, { name: team.unique('Pier') })
    if (plural !== 'pages') await team.admin.delete(`${team.path}/${plural}/${id}/`)
    else await team.admin.patch(`${team.path}/pages/${id}/`, { description_html: '<p>High water</p>' })
    if (plural === 'pages')
      await team.made(`${team.path}/pages/${id}/comments/`, { comment_html: '<p>Aye</p>' }).catch(() => {})
  }
  await team.made(`${team.path}/inbox-issues/`, { issue: { name: 'A leak' } })
  await team.admin.patch(`${team.path}/`, { description: 'Where boats lie' })
  const someone = await team.make.person()
  await team.make.joinWorkspace(team.admin, team.workspace.slug, someone, 15)
  await team.make.joinProject(team.admin, team.path, someone, 15)
  const told = () => new Set(box.arrived.map(({ body }) => `${body.event}.${body.action}`))
  await until(
    () => told().has('member.created') && box.arrived.filter(one => one.body.event === 'member').length > 1,
  )
  const wanted = [
    ...['issue_comment.created', 'issue_comment.updated', 'issue_comment.deleted', 'link.created'],
    ...['cycle', 'module', 'state', 'label', 'view'].flatMap(noun =>
      ['created', 'updated', 'deleted'].map(action => `${noun}.${action}`),
    ),
    ...['page.created', 'page.updated', 'intake_issue.created', 'project.updated', 'member.created'],
  ]
  expect(wanted.filter(one => !told().has(one))).toEqual([])
  const described = box.arrived.find(
    ({ body }) => body.event === 'issue_comment' && body.action === 'updated',
  )!
  expect(described.body.activity).toMatchObject({ field: 'description', new_value: '<p>Nay</p>' })
  const pages = box.arrived.filter(({ body }) => body.event === 'page' && body.action === 'updated')
  expect(pages.map(({ body }) => (body.activity as { field: string }).field)).toEqual(['name', 'description'])
  expect(pages[1]!.body.activity).toMatchObject({ old_value: null, new_value: null })
  box.arrived.length = 0
})

test('only what it asks for: by noun, by project and by the filters of a list', async () => {
  const other = await team.make.project(team.admin, team.workspace.slug)
  const ofProject = await create({ ...all, project_ids: [other.id] })
  const urgent = await create({ issue: true, filters: 'priority=urgent,high' })
  const cycles = await create({ cycle: true })
  await team.issue({ name: 'Calm' })
  const high = await team.issue({ name: 'Storm', priority: 'high' })
  await team.cycle()
  const there = await team.make.issue(team.admin, other.path, { name: 'Elsewhere' })
  await until(() => [ofProject, urgent, cycles].every(({ path }) => box.at(path).length > 0))
  expect(box.at(ofProject.path).map(({ body }) => body.data.id)).toEqual([there.id])
  expect(box.at(urgent.path).map(({ body }) => body.data.id)).toEqual([high.id])
  expect(box.at(cycles.path).map(({ body }) => body.event)).toEqual(['cycle'])
  box.arrived.length = 0
  const filters = [`created_by=x&subscriber=${team.admin.id}`, 'created_at=nonsense']
  for (const one of filters)
    expect((await team.admin.patch(urgent.at, { filters: one })).status, one).toBe(400)
  expect((await team.admin.patch(urgent.at, { project_ids: [team.make.id()] })).status).toBe(400)
})

describe('what its owner may not see is not sent', () => {
  test('secret projects of others, private pages, drafts; and what one admin may see is not shown to another', async () => {
    const boss = await team.make.person()
    await team.make.joinWorkspace(team.admin, team.workspace.slug, boss, 20)
    const secret = await team.make.project(boss, team.workspace.slug, { network: 0 })
    const { path, at } = await create({ ...all, events: extras })
    await team.make.issue(boss, secret.path, { name: 'Hidden' })
    await team.made(`${team.path}/pages/`, { name: 'Mine alone', access: 1 })
    await team.made(`${W()}/draft-issues/`, { name: 'Draft' })
    await team.made(`${team.path}/views/`, { name: 'My view', access: 0 })
    const seen = await team.issue({ name: 'Seen' })
    await until(() => box.at(path).some(({ body }) => body.data.id === seen.id))
    expect(box.at(path).map(({ body }) => body.event)).toEqual(['issue'])
    box.arrived.length = 0
    // Whoever points it elsewhere is the one whose rights count.
    expect((await boss.patch<Webhook>(at, { url: box.url('/boss') })).body.owner).toBe(boss.id)
    await team.make.issue(boss, secret.path, { name: 'Hidden too' })
    await until(() => box.at('/boss').length > 0)
    expect(box.at('/boss')[0]!.body.data.name).toBe('Hidden too')
    const ofSecret = (rows: WebhookDelivery[]) => rows.filter(({ project }) => project === secret.id)
    await until(async () => {
      const { body } = await boss.get<{ results: WebhookDelivery[] }>(`${at}deliveries/`)
      return ofSecret(body.results).length > 0
    })
    const { results } = (await boss.get<{ results: WebhookDelivery[] }>(`${at}deliveries/`)).body
    const one = `${at}deliveries/${ofSecret(results)[0]!.id}/`
    expect((await boss.get(one)).status).toBe(200)
    expect((await team.admin.get(one)).status).toBe(404)
    expect((await team.admin.post(`${one}resend/`)).status).toBe(404)
    const shown = await team.admin.get<{ results: WebhookDelivery[] }>(`${at}deliveries/`)
    expect(ofSecret(shown.body.results)).toEqual([])
    expect(
      JSON.stringify((await team.admin.get(`${W()}/webhook-logs/${at.split('/').at(-2)}/`)).body),
    ).not.toContain('Hidden too')
    // An admin no more: nothing is sent for them, and the others are informed.
    const membership = await server
      .db('workspace_members')
      .where({ member_id: boss.id, workspace_id: team.workspace.id })
      .first('id')
    await team.admin.patch(`${W()}/members/${membership.id}/`, { role: 15 })
    box.arrived.length = 0
    await team.issue()
    await until(async () => (await team.admin.get<Webhook>(at)).body.off_reason === 'owner')
    expect(box.arrived).toEqual([])
    expect(await server.db('mails').where({ kind: 'webhook_off' }).pluck('recipient')).toEqual([
      team.admin.email,
    ])
  })

  test('the other end of a relation that its owner does not see has no name', async () => {
    const { path } = await create({ issue: true })
    const hidden = await team.make.project(team.member, team.workspace.slug, { network: 0 })
    const far = await team.make.issue(team.member, hidden.path, { name: 'Far' })
    const near = await team.issue()
    await team.made(
      `${team.at(near.id)}issue-relation/`,
      { relation_type: 'blocking', issues: [far.id] },
      team.member,
    )
    await until(() => box.at(path).length > 1)
    const told = box.at(path).at(-1)!
    expect(told.body.activity).toMatchObject({ field: 'blocking', old_identifier: null, new_value: '…' })
    box.arrived.length = 0
  })
})

test('a test event and a delivery sent again by hand, live for every admin', async () => {
  const { id, at } = await create({ issue: true })
  const screen = follower(server.origin, team.admin, team.workspace.slug)
  await screen.start()
  const sent = await team.admin.post<WebhookDelivery>(`${at}test/`)
  expect(sent).toMatchObject({ status: 201, body: { event: 'test', action: 'sent', is_test: true } })
  const [first] = await box.take()
  await until(async () => (await deliveries(at, '?only=tests')).results[0]?.state === 'delivered')
  await until(() => screen.seen.some(change => change.id === id && change.row?.recent_count === 1))
  expect((await team.admin.post(`${at}deliveries/${sent.body.id}/resend/`)).status).toBe(200)
  const [again] = await box.take()
  expect(again!.headers['webhook-id']).toBe(first!.headers['webhook-id'])
  const whole = await team.admin.get<{ tries: unknown[]; body: string; headers: object }>(
    `${at}deliveries/${sent.body.id}/`,
  )
  await until(
    async () =>
      (await team.admin.get<{ tries: unknown[] }>(`${at}deliveries/${sent.body.id}/`)).body.tries.length ===
      2,
  )
  expect(JSON.parse(whole.body.body)).toMatchObject({ event: 'test' })
  expect(JSON.stringify(whole.body.headers)).not.toContain('ignature')
  expect((await deliveries(at, '?only=failed')).total_results).toBe(0)
  await team.admin.patch(at, { is_active: false })
  expect((await team.admin.post(`${at}test/`)).body).toEqual({ error: 'This webhook is switched off' })
  await team.issue()
  await team.admin.patch(at, { is_active: true })
  const later = await team.issue({ name: 'Later' })
  const [only, ...more] = await box.take()
  expect([only!.body.data.id, more.length]).toEqual([later.id, 0])
})
