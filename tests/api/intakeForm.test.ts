import { beforeAll, describe, expect, test } from 'vitest'
import { MAX_WAITING } from '../../api/contract/work/intake.ts'
import { build } from '../support/build.ts'
import { follower, until } from '../support/live.ts'
import { startServer, type TestServer } from '../support/server.ts'
import { visitor } from '../support/visitor.ts'

type Settings = { id: string; anchor: string | null; is_in_app_enabled: boolean; is_form_enabled: boolean }
type Intake = Record<string, unknown> & { id: string; name: string }
type Row = Record<string, unknown> & { id: string; issue: Record<string, unknown> }

const DENIED = [403, { error: "You don't have the required permissions." }]
const NOT_FOUND = [404, { error: 'The required object does not exist.' }]

let server: TestServer
let team: Awaited<ReturnType<ReturnType<typeof build>['team']>>

beforeAll(async () => {
  server = await startServer()
  team = await build(server).team()
  await team.admin.patch(`${team.path}/`, { inbox_view: true })
})

const told = ({ status, body }: { status: number; body: unknown }) => [status, body]
const settings = () => `${team.path}/intake-settings/`
const form = (anchor: string) => `/api/public/anchor/${anchor}/intake/`
const FILLED = { name: 'The bell is cracked', email: 'Keeper@Lights.example', username: 'Ida' }
const opened = async () => {
  const reply = await team.admin.patch<Settings>(settings(), { is_form_enabled: true })
  expect(reply.status).toBe(200)
  return reply.body.anchor ?? ''
}
const somebody = () => visitor(server.origin)

describe('the settings of an intake', () => {
  test('begin open for members and closed for others; the form gets its address when it is first opened', async () => {
    expect((await team.member.get<Settings>(settings())).body).toMatchObject({
      anchor: null,
      is_in_app_enabled: true,
      is_form_enabled: false,
    })
    const anchor = await opened()
    expect(anchor).toMatch(/^[0-9a-f]{32}$/)
    await team.admin.patch(settings(), { is_form_enabled: false })
    expect(told(await somebody().post(form(anchor), FILLED))).toEqual([
      400,
      { error: 'This form takes no requests' },
    ])
    await team.admin.patch(`${team.path}/`, { description: 'Of the harbour master alone' })
    const closed = await somebody().get(form(anchor))
    expect(closed.body).toMatchObject({ is_form_enabled: false, project_detail: { description: '' } })
    expect(JSON.stringify(closed.body)).not.toContain('harbour master')
    expect(await opened()).toBe(anchor)
    const renewed = await team.admin.post<Settings>(`${team.path}/publish-intake-regenerate/`)
    expect(renewed.body.anchor).not.toBe(anchor)
    expect(told(await somebody().get(form(anchor)))).toEqual(NOT_FOUND)
    expect(told(await somebody().post(form(anchor), FILLED))).toEqual(NOT_FOUND)
  })

  test('are an admin’s to set, and no guest’s to read', async () => {
    expect(told(await team.guest.get(settings()))).toEqual(DENIED)
    expect(told(await team.member.patch(settings(), { is_form_enabled: true }))).toEqual(DENIED)
    expect(told(await team.member.post(`${team.path}/publish-intake-regenerate/`))).toEqual(DENIED)
  })

  test('close the way from within', async () => {
    await team.admin.patch(settings(), { is_in_app_enabled: false })
    expect(told(await team.member.post(`${team.path}/inbox-issues/`, { issue: { name: 'A' } }))).toEqual([
      400,
      { error: 'This project takes no requests here' },
    ])
    await team.admin.patch(settings(), { is_in_app_enabled: true })
  })
})

test('a project’s intake is shown with its waiting requests; others are added, renamed and deleted, the default one stays', async () => {
  const at = `${team.path}/inboxes/`
  await team.member.post(`${team.path}/inbox-issues/`, { issue: { name: 'Waits' } })
  const main = (await team.member.get<Intake>(at)).body
  expect(main).toMatchObject({
    is_default: true,
    project_detail: { id: team.project.id },
    pending_issue_count: expect.any(Number),
  })
  expect(main.pending_issue_count).toBeGreaterThan(0)
  const made = await team.admin.post<Intake>(at, { name: 'Harbour' })
  expect(told(made)).toMatchObject([201, { name: 'Harbour', is_default: false }])
  expect(told(await team.admin.post(at, { name: 'Harbour' }))).toMatchObject([
    400,
    { name: expect.anything() },
  ])
  const one = `${team.path}/intakes/${made.body.id}/`
  expect((await team.admin.patch<Intake>(one, { name: 'Quay' })).body.name).toBe('Quay')
  for (const field of ['view_props', 'logo_props']) {
    const most = { k: 'a'.repeat(1992) }
    expect(told(await team.admin.patch(one, { [field]: most }))).toMatchObject([200, { [field]: most }])
    const beyond = { name: 'Pier', [field]: { k: 'a'.repeat(1993) } }
    const said = [400, { [field]: ['Ensure this field has no more than 2000 characters.'] }]
    expect(told(await team.admin.patch(one, beyond))).toEqual(said)
    expect(told(await team.admin.post(at, beyond))).toEqual(said)
  }
  expect(told(await team.member.delete(one))).toEqual(DENIED)
  expect((await team.admin.delete(one)).status).toBe(204)
  expect(told(await team.admin.delete(`${at}${main.id}/`))).toEqual([
    400,
    { error: 'You cannot delete the default intake' },
  ])
})

describe('a form', () => {
  test('once filled in it waits as an issue; people who may know addresses are told the sender', async () => {
    const anchor = await opened()
    const shown = await somebody().get<Record<string, unknown>>(form(anchor))
    expect(shown.body).toMatchObject({
      project_detail: { id: team.project.id },
      workspace_detail: { slug: team.workspace.slug },
      is_form_enabled: true,
    })
    const sent = await somebody().post<{ id: string }>(form(anchor), {
      ...FILLED,
      description: 'Since <Monday>\nIt rings & rattles',
    })
    expect(sent.status, JSON.stringify(sent.body)).toBe(201)
    const at = `${team.path}/inbox-issues/${sent.body.id}/`
    const row = (await team.member.get<Row>(at)).body
    expect(row).toMatchObject({
      status: -2,
      source: 'FORM',
      created_by: null,
      source_email: 'keeper@lights.example',
      source_name: 'Ida',
      issue: { name: FILLED.name, state__group: 'backlog', created_by: null, priority: 'none' },
    })
    expect(row.issue.description_html).toBe('<p>Since &lt;Monday&gt;</p><p>It rings &amp; rattles</p>')
    expect((await team.guest.get(at)).status).toBe(404)
    await team.admin.patch(`${team.path}/`, { guest_view_all_features: true })
    expect((await team.guest.get<Row>(at)).body).toMatchObject({ source_email: null, source_name: null })
    await team.admin.patch(`${team.path}/`, { guest_view_all_features: false })
  })

  test('leaves of its text the words, and of a program that fills in all fields nothing', async () => {
    const anchor = await opened()
    const html = '<p>Look <img src="/x.png"> <a href="https://reef.example">here</a></p><script>1</script>'
    const sent = await somebody().post<{ id: string }>(form(anchor), { ...FILLED, description_html: html })
    const { body } = await team.admin.get<Row>(`${team.path}/inbox-issues/${sent.body.id}/`)
    expect(body.issue.description_html).toBe('<p>Look</p><p>here</p>')
    const before = await server.db('issues').count('* as total').first()
    const caught = await somebody().post(form(anchor), { ...FILLED, website: 'https://spam.example' })
    expect(caught.status).toBe(201)
    expect(await server.db('issues').count('* as total').first()).toEqual(before)
  })

  test('is refused where a field is missing, wrong or too long, and once too many wait', async () => {
    const anchor = await opened()
    const refused = async (fields: object) => told(await somebody().post(form(anchor), fields))
    expect(await refused({})).toMatchObject([
      400,
      {
        name: ['This field is required.'],
        email: ['This field is required.'],
        username: ['This field is required.'],
      },
    ])
    expect(await refused({ ...FILLED, email: 'nobody' })).toEqual([
      400,
      { email: ['Enter a valid email address.'] },
    ])
    expect((await refused({ ...FILLED, description: 'a'.repeat(20_001) }))[0]).toBe(400)
    expect((await refused({ ...FILLED, name: 'a'.repeat(256) }))[0]).toBe(400)
    const row = await server.db('intake_issues').where('source', 'FORM').first()
    const issue = await server.db('issues').where('id', row.id).first()
    const made = Array.from({ length: MAX_WAITING }, (_, n) => ({ id: crypto.randomUUID(), n }))
    const generated = (
      await server.db.raw<{ rows: { name: string }[] }>(
        `select column_name as name from information_schema.columns where table_name = 'issues' and is_generated = 'ALWAYS'`,
      )
    ).rows.map(({ name }) => name)
    const plain = Object.fromEntries(Object.entries(issue).filter(([name]) => !generated.includes(name)))
    await server.db.batchInsert(
      'issues',
      made.map(({ id, n }) => ({ ...plain, id, sequence_id: 100_000 + n })),
      200,
    )
    await server.db.batchInsert(
      'intake_issues',
      made.map(({ id }) => ({ ...row, id, issue: id })),
      200,
    )
    expect(await refused(FILLED)).toEqual([
      400,
      { error: 'Too many requests are already waiting here. Try again later.' },
    ])
    await server
      .db('intake_issues')
      .whereIn(
        'id',
        made.map(({ id }) => id),
      )
      .delete()
  })

  test('is taken a few times from one address', async () => {
    const limited = await startServer({ RATE_LIMIT_ANONYMOUS: '300' })
    const replies = []
    for (let n = 0; n < 11; n++)
      replies.push((await visitor(limited.origin).post(form('0'.repeat(32)), FILLED)).status)
    expect(replies).toEqual([...Array(10).fill(404), 429])
  })
})

test('viewers of the list see requests and decisions live', async () => {
  const anchor = await opened()
  const { slug } = team.workspace
  const [admin, guest] = [
    follower(server.origin, team.admin, slug),
    follower(server.origin, team.guest, slug),
  ]
  await Promise.all([admin.start(), guest.start()])
  const sent = await somebody().post<{ id: string }>(form(anchor), FILLED)
  const key = `intake_issue/${sent.body.id}`
  await until(() => admin.rows.has(key))
  await team.admin.patch(`${team.path}/inbox-issues/${sent.body.id}/`, { status: 1 })
  await until(() => admin.rows.get(key)?.status === 1)
  expect(guest.rows.has(key)).toBe(false)
  expect([...admin.rows.keys()].some(name => name.startsWith('intake/'))).toBe(true)
  expect([...guest.rows.keys()].some(name => name.startsWith('intake/'))).toBe(false)
  admin.stop()
  guest.stop()
})

test('a deleted request goes with its issue and comes back with it; an accepted issue stays', async () => {
  const at = `${team.path}/inbox-issues/`
  const row = (await team.guest.post<Row>(at, { issue: { name: 'A leak' } })).body
  const one = `${at}${row.id}/`
  const listed = async () =>
    (await team.admin.get<{ results: Row[] }>(`${team.path}/issues/`)).body.results.map(({ id }) => id)
  expect(told(await team.member.delete(one))).toEqual(DENIED)
  expect((await team.guest.delete(one)).status).toBe(204)
  expect((await team.admin.get(one)).status).toBe(404)
  expect((await team.admin.get(`${team.path}/issues/${row.id}/`)).status).toBe(404)
  expect((await team.guest.post(`${team.path}/issues/${row.id}/restore/`)).status).toBe(204)
  expect((await team.guest.get<Row>(one)).body).toMatchObject({ status: -2, issue: { id: row.id } })
  expect(await listed()).not.toContain(row.id)
  await team.admin.patch(one, { status: 1 })
  expect((await team.admin.delete(one)).status).toBe(204)
  expect(await listed()).toContain(row.id)
  expect((await team.admin.get(one)).status).toBe(404)
})

test('ten people send the form at once while two admins decide about all of it: each request is decided once, and the other sees by whom', async () => {
  const anchor = await opened()
  const { slug } = team.workspace
  const make = build(server)
  const other = await make.person()
  await make.joinWorkspace(team.admin, slug, other, 20)
  await make.joinProject(team.admin, team.path, other, 20)
  const admins = [
    { who: team.admin, status: 1, seen: follower(server.origin, team.admin, slug) },
    { who: other, status: -1, seen: follower(server.origin, other, slug) },
  ]
  await Promise.all(admins.map(({ seen }) => seen.start()))
  const decided = new Map<string, string[]>()
  const triage = async (id: string) => {
    await Promise.all(
      admins.map(async ({ who, status, seen }) => {
        await until(() => seen.rows.has(`intake_issue/${id}`))
        const at = `${team.path}/inbox-issues/decide/`
        const { body } = await who.post<{ ids: string[] }>(at, { ids: [id], status })
        for (const one of body.ids) decided.set(one, [...(decided.get(one) ?? []), who.id])
      }),
    )
  }
  const sent = await Promise.all(
    Array.from({ length: 10 }, async (_, n) => {
      const { body } = await somebody().post<{ id: string }>(form(anchor), {
        ...FILLED,
        name: `Request ${n}`,
      })
      await triage(body.id)
      return body.id
    }),
  )
  expect([...decided.values()].map(by => by.length)).toEqual(Array(10).fill(1))
  for (const id of sent) {
    const [by] = decided.get(id)!
    const { status } = admins.find(({ who }) => who.id === by)!
    for (const { seen } of admins) {
      await until(() => seen.rows.get(`intake_issue/${id}`)?.status === status)
      expect(seen.rows.get(`intake_issue/${id}`)).toMatchObject({ updated_by: by })
    }
    const history = await team.admin.get<{ field?: string }[]>(`${team.path}/issues/${id}/history/`)
    expect(history.body.filter(entry => entry.field === 'inbox')).toHaveLength(1)
  }
  for (const { seen } of admins) seen.stop()
})
