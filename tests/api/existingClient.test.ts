import { HocuspocusProvider, HocuspocusProviderWebsocket } from 'hocuspocus-provider-2'
import { expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { build } from '../support/build.ts'
import { until } from '../support/live.ts'
import { startServer } from '../support/server.ts'

test('an existing client’s habits', async () => {
  const origin = 'https://plan.example'
  const server = await startServer({ CORS_ALLOWED_ORIGINS: origin })
  const make = build(server)
  const { admin, path, workspace } = await make.team()
  const cross = { headers: { origin } }

  // It sends an id to throw away, posts without the last slash, from an origin that the settings list.
  const thrown = make.id()
  const made = await admin.post<{ id: string }>(
    `${path}/issues`,
    { id: thrown, name: 'From elsewhere', sourceIssueId: null },
    cross,
  )
  expect(made.status).toBe(201)
  expect(made.body.id).not.toBe(thrown)
  expect(made.headers.get('access-control-allow-origin')).toBe(origin)
  expect(made.headers.get('access-control-allow-credentials')).toBe('true')
  const refused = await admin.post(
    `${path}/issues`,
    { name: 'x' },
    { headers: { origin: 'https://else.example' } },
  )
  expect(refused.status).toBe(403)
  const preflight = await admin.send('OPTIONS', `${path}/issues/`, undefined, {
    headers: {
      origin,
      'access-control-request-method': 'PATCH',
      'access-control-request-headers': 'content-type',
    },
  })
  expect([preflight.status, preflight.headers.get('access-control-allow-headers')]).toEqual([
    204,
    'content-type',
  ])

  // JSON on DELETE, and on paths with and without the slash, never a redirect.
  expect((await admin.delete(`${path}/issues/${made.body.id}`, { reason: 'none' })).status).toBe(204)
  expect((await admin.get(`/api/workspaces/${workspace.slug}/project-identifiers?name=ABC`)).status).toBe(200)

  // A 2.x provider edits a page by its bare id, with the JSON of its user as token.
  const page = await make.page(admin, path)
  const websocketProvider = new HocuspocusProviderWebsocket({
    url: `${server.origin.replace('http', 'ws')}/live/collaboration?workspaceSlug=${workspace.slug}&documentType=project_page`,
    WebSocketPolyfill: class extends WebSocket {
      constructor(url: string) {
        super(url, { headers: { cookie: admin.cookie() } })
      }
    },
  })
  let synced = false
  const provider = new HocuspocusProvider({
    name: page.id,
    websocketProvider,
    token: JSON.stringify({ id: admin.id, name: 'Freya', color: '#123456' }),
    onSynced: () => {
      synced = true
    },
  })
  await until(() => synced)
  const { XmlElement, XmlText } = await import('yjs')
  const paragraph = new XmlElement('paragraph')
  paragraph.insert(0, [new XmlText('Typed by an older client')])
  provider.document.getXmlFragment('default').push([paragraph])
  await until(async () =>
    (
      (await admin.get<{ description_html: string }>(`${path}/pages/${page.id}/`)).body.description_html ?? ''
    ).includes('Typed by an older client'),
  )
  provider.destroy()
  websocketProvider.destroy()
})

test('values as existing clients send them: an empty text for none, numbers and booleans as text', async () => {
  const server = await startServer()
  const make = build(server)
  const { admin, member, path, workspace } = await make.team()
  const created = await admin.post<Record<string, unknown>>(`${path}/issues/`, {
    name: 'From elsewhere',
    state_id: '',
    parent_id: '',
    estimate_point: '',
    start_date: '',
    target_date: '2026-04-01',
    sort_order: '12.5',
    is_draft: 'False',
  })
  expect(created.status).toBe(201)
  expect(created.body).toMatchObject({ parent_id: null, start_date: null, sort_order: 12.5, sequence_id: 1 })
  const issue = `${path}/issues/${created.body.id}/`
  expect((await admin.patch(issue, { target_date: '', state_id: '' })).status).toBe(204)
  expect((await admin.get(issue)).body).toMatchObject({
    target_date: null,
    state_id: created.body.state_id,
  })

  const members = `/api/workspaces/${workspace.slug}/members/`
  const { body: rows } = await admin.get<{ id: string; member: { id: string } }[]>(members)
  const row = rows.find(one => one.member.id === member.id)!
  expect((await admin.patch(`${members}${row.id}/`, { role: '5' })).body.role).toBe(5)
  expect(
    (await admin.patch(`${path.replace(/\/$/, '')}/`, { network: '2', cycle_view: 'True' })).body,
  ).toMatchObject({
    network: 2,
    cycle_view: true,
  })
  expect((await admin.patch(`${path}/`, { cycle_view: 0 })).body.cycle_view).toBe(false)

  // A text stays one, and a value of neither kind is refused in the words of its field.
  expect((await admin.patch(issue, { name: 7 })).body).toEqual({ name: ['Not a valid string.'] })
  expect((await admin.patch(issue, { name: '' })).body).toEqual({ name: ['This field may not be blank.'] })
  expect((await admin.patch(issue, { sort_order: '1e3' })).body).toEqual({
    sort_order: ['A valid number is required.'],
  })
  expect((await admin.patch(`${members}${row.id}/`, { role: '7' })).body).toEqual({
    role: ['"7" is not a valid choice.'],
  })
  expect((await admin.patch(`${path}/`, { cycle_view: 'maybe' })).body).toEqual({
    cycle_view: ['Must be a valid boolean.'],
  })
  const label = await admin.patch(issue, { label_ids: [''] })
  expect([label.status, label.body]).toEqual([400, { label_ids: ['Must be a valid UUID.'] }])
})

test('the first calls of an existing client', async () => {
  const server = await startServer()
  const make = build(server)
  const { admin, guest, path, workspace } = await make.team()
  const W = `/api/workspaces/${workspace.slug}`
  const other = await make.project(admin, workspace.slug)
  const made = async (to: string, body: object) => (await admin.post<{ id: string }>(to, body)).body.id
  const estimate = await admin.post<{ points: { id: string }[] }>(`${path}/estimates/`, {
    estimate: { type: 'points' },
    estimate_points: ['1', '5'].map((value, key) => ({ key, value })),
  })
  const dates = { start_date: '2030-01-01', end_date: '2030-01-14' }
  const cycle = await made(`${path}/cycles/`, { name: 'Spring', ...dates })
  const hidden = await made(`${other.path}/cycles/`, { name: 'Elsewhere' })
  const module = await made(`${path}/modules/`, { name: 'Quay' })
  const { body: states } = await admin.get<{ id: string; group: string }[]>(`${path}/states/`)
  let parent: string | null = null
  for (const [at, group] of ['started', 'completed'].entries()) {
    const issue: { id: string } = await make.issue(admin, path, {
      state_id: states.find(state => state.group === group)!.id,
      estimate_point: estimate.body.points[at]!.id,
      parent_id: parent,
    })
    parent = issue.id
    await admin.post(`${path}/modules/${module}/issues/`, { issues: [issue.id] })
    await admin.post(`${path}/cycles/${cycle}/cycle-issues/`, { issues: [issue.id] })
  }

  // Cycles and modules of all joined projects, with their figures.
  type Row = { id: string }
  const totals = {
    total_issues: 2,
    sub_issues: 1,
    total_estimate_points: 6,
    completed_estimate_points: 5,
    started_estimate_points: 1,
  }
  for (const who of [admin, guest]) {
    const cycles = (await who.get<Row[]>(`${W}/cycles/`)).body
    expect(cycles.map(row => row.id)).toEqual(who === admin ? [hidden, cycle] : [cycle])
    expect(cycles.at(-1)).toMatchObject(totals)
    expect((await who.get<Row[]>(`${W}/modules/`)).body).toMatchObject([{ id: module, ...totals }])
  }

  // Whether a cycle may have these dates.
  const check = async (body: object) => {
    const reply = await admin.post(`${path}/cycles/date-check/`, body)
    return [reply.status, reply.body.status ?? reply.body.error]
  }
  expect(await check({ start_date: '2030-01-14T00:00:00Z', end_date: '2030-01-20' })).toEqual([200, false])
  expect(await check({ ...dates, cycle_id: cycle })).toEqual([200, true])
  expect(await check({ start_date: '2030-01-15', end_date: '2030-01-20', cycle_id: '' })).toEqual([200, true])
  expect(await check({ start_date: '2030-01-15', end_date: '' })).toEqual([
    400,
    'Start date and end date both are required',
  ])

  // The instance about itself.
  const { body: about } = await admin.get<{ instance: Record<string, unknown> }>('/api/instances/')
  expect(about.instance).toMatchObject({
    instance_id: null,
    whitelist_emails: null,
    latest_version: about.instance.current_version,
    domain: '',
    namespace: null,
    last_checked_at: null,
    deleted_at: null,
  })

  // That its person has been through the first steps.
  for (const [call, name] of [
    ['onboard', 'is_onboarded'],
    ['tour-completed', 'is_tour_completed'],
  ] as const)
    for (const value of [true, false]) {
      const reply = await admin.patch(`/api/users/me/${call}/`, value ? { [name]: 'true' } : {})
      expect([reply.status, reply.body]).toEqual([200, { message: 'Updated successfully' }])
      expect((await admin.get('/api/users/me/profile/')).body[name]).toBe(value)
    }
})
