import { beforeAll, expect, test } from 'vitest'
import { build, type Person } from '../support/build.ts'
import { sharedServer, type TestServer } from '../support/server.ts'
import { visitor } from '../support/visitor.ts'

type Row = { id: string; status: number; issue: Record<string, unknown> }
type Done = { ids: string[] }
type Settings = { id: string; anchor: string | null; is_form_enabled: boolean }

const DENIED = [403, { error: "You don't have the required permissions." }]

let server: TestServer
let make: ReturnType<typeof build>
let team: Awaited<ReturnType<ReturnType<typeof build>['team']>>

beforeAll(async () => {
  server = await sharedServer()
  make = build(server)
  team = await make.team()
  await team.admin.patch(`${team.path}/`, { inbox_view: true })
})

const one = (row: { id: string }) => `${team.path}/inbox-issues/${row.id}/`
const told = ({ status, body }: { status: number; body: unknown }) => [status, body]
const bring = async (by: Person, issue: object = {}) => {
  const reply = await by.post<Row>(`${team.path}/inbox-issues/`, { issue: { name: 'A leak', ...issue } })
  expect(reply.status, JSON.stringify(reply.body)).toBe(200)
  return reply.body
}
const decide = async (row: Row, body: object) =>
  expect((await team.admin.patch<Row>(one(row), body)).status).toBe(200)
type State = { id: string; name: string }
const states = async () => (await team.admin.get<State[]>(`${team.path}/states/`)).body
const at = (what: string) => `${team.path}/inbox-issues/${what}/`

test('many are decided and undone, each back to its place; decided ones stay as they are', async () => {
  const todo = (await states()).find(state => state.name === 'Todo')!
  const [placed, plain, taken] = [
    await bring(team.guest, { state_id: todo.id }),
    await bring(team.guest),
    await bring(team.guest),
  ]
  await decide(taken, { status: 1 })
  const ids = [placed.id, plain.id, taken.id]
  const reply = await team.admin.post<Done>(at('decide'), { ids, status: -1 })
  expect(reply.status, JSON.stringify(reply.body)).toBe(200)
  expect(reply.body.ids.sort()).toEqual([placed.id, plain.id].sort())
  const stateOf = async (row: Row) => (await team.admin.get<Row>(one(row))).body.issue.state__group as string
  expect([await stateOf(placed), await stateOf(plain)]).toEqual(['cancelled', 'cancelled'])
  expect(told(await team.member.post(at('reopen'), { ids }))).toEqual(DENIED)
  const back = await team.admin.post<Done>(at('reopen'), { ids: [placed.id, plain.id] })
  expect(back.body.ids.sort()).toEqual([placed.id, plain.id].sort())
  expect([await stateOf(placed), await stateOf(plain)]).toEqual(['unstarted', 'backlog'])
  expect((await team.admin.get<Row>(one(placed))).body.status).toBe(-2)
})

test('a decision takes a reply about one request alone; its sender reads that beside the issue', async () => {
  const [row, other] = [await bring(team.guest), await bring(team.guest)]
  expect(
    told(await team.admin.post(at('decide'), { ids: [row.id, other.id], status: -1, reply: 'No' })),
  ).toEqual([400, { reply: ['A reply is sent to one alone.'] }])
  await team.admin.post(at('decide'), { ids: [row.id], status: -1, reply: 'Not <now>\n\nIn spring' })
  const comments = await team.guest.get<{ comment_html: string; actor: string }[]>(
    `${team.path}/issues/${row.id}/comments/`,
  )
  expect(comments.body).toMatchObject([
    { comment_html: '<p>Not &lt;now&gt;</p><p>In spring</p>', actor: team.admin.id },
  ])
})

test('one is accepted with all its fields as one act, and taken back with them; a refused field leaves it waiting', async () => {
  const row = await bring(team.guest)
  const started = (await states()).find(state => state.name === 'In Progress')!
  const { body: label } = await team.admin.post<{ id: string }>(`${team.path}/issue-labels/`, {
    name: 'Dock',
  })
  const { body: cycle } = await team.admin.post<{ id: string }>(`${team.path}/cycles/`, { name: 'Tide' })
  const { body: module } = await team.admin.post<{ id: string }>(`${team.path}/modules/`, { name: 'Quay' })
  const fields = {
    name: 'The leak at berth nine',
    state_id: started.id,
    priority: 'high',
    label_ids: [label.id],
    assignee_ids: [team.member.id],
    start_date: '2026-11-02',
    target_date: '2026-11-20',
    cycle_id: cycle.id,
    module_ids: [module.id],
  }
  const accept = (body: object) => team.admin.post<Done>(at('decide'), { ids: [row.id], status: 1, ...body })
  const stands = async () => (await team.admin.get<Row>(one(row))).body
  expect(told(await accept({ status: -1, issue: fields }))).toEqual([
    400,
    { issue: ['Only what is accepted is changed with it.'] },
  ])
  expect(told(await accept({ ids: [row.id, make.id()], issue: fields }))).toEqual([
    400,
    { issue: ['Fields are set of one alone.'] },
  ])
  expect((await accept({ issue: { ...fields, label_ids: [make.id()] } })).status).toBe(400)
  expect(await stands()).toMatchObject({ status: -2, issue: { name: 'A leak' } })

  expect((await accept({ issue: fields })).body.ids).toEqual([row.id])
  expect(await stands()).toMatchObject({ status: 1, issue: { ...fields, state__group: 'started' } })
  // A second decision changes nothing.
  expect((await accept({ issue: { name: 'Another leak' } })).body.ids).toEqual([row.id])
  expect((await stands()).issue.name).toBe('The leak at berth nine')

  const { state_id: _, ...before } = { ...fields, name: 'A leak', priority: 'none', label_ids: [] }
  const back = await team.admin.post<Done>(at('reopen'), { ids: [row.id], issue: before })
  expect(back.body.ids).toEqual([row.id])
  expect(await stands()).toMatchObject({ status: -2, issue: { ...before, state__group: 'backlog' } })
})

test('waiting requests are counted for everyone who sees them, with the moment when the next one awakes', async () => {
  const waiting = async (who: Person) =>
    (
      await who.get<{
        projects: Record<string, { pending: number; snoozed: number; since: string | null }>
        next: string | null
      }>(`/api/workspaces/${team.workspace.slug}/intake-waiting/`)
    ).body
  const of = async (who: Person) => (await waiting(who)).projects[team.project.id]
  await bring(team.member)
  const before = (await of(team.admin))!
  expect(before.since).toMatch(/^\d{4}-.*Z$/)
  const [row] = [await bring(team.guest), await bring(team.guest)]
  expect((await of(team.admin))!.pending).toBe(before.pending + 2)
  const soon = new Date(Date.now() + 60_000).toISOString()
  await decide(row, { status: 0, snoozed_till: soon })
  expect(await waiting(team.admin)).toMatchObject({ next: soon })
  expect(await of(team.admin)).toMatchObject({ snoozed: before.snoozed + 1 })
  expect((await of(team.guest))!.pending).toBeLessThan(before.pending + 2)
  expect((await waiting(team.guest)).next).toBe(soon)
  expect(
    (await (await make.person()).get(`/api/workspaces/${team.workspace.slug}/intake-waiting/`)).status,
  ).toBe(404)
})

test('replies are kept for those who decide, fifty at most, also when two keep the last one at once', async () => {
  const replies = `${team.path}/saved-replies/`
  const own = { name: 'In spring', text: 'Thank you.\n\nWe mend it in spring.' }
  const { status, body: kept } = await team.admin.post<{ id: string }>(replies, own)
  expect(status).toBe(201)
  expect((await team.admin.get(replies)).body).toMatchObject([own])
  expect(told(await team.member.post(replies, own))).toEqual(DENIED)
  expect(told(await team.member.get(replies))).toEqual(DENIED)
  expect((await team.member.patch(`${replies}${kept.id}/`, { text: 'No' })).status).toBe(404)
  expect((await team.admin.post(replies, { ...own, name: ' ' })).status).toBe(400)
  expect((await team.admin.post(replies, { ...own, text: 'a'.repeat(5001) })).status).toBe(400)
  const many = await Promise.all(
    Array.from({ length: 52 }, (_, nth) => team.admin.post(replies, { name: `Reply ${nth}`, text: 'Aye' })),
  )
  expect(many.filter(reply => reply.status === 201)).toHaveLength(49)
  expect(many.filter(reply => reply.status === 400)).toHaveLength(3)
  await team.admin.delete(`${replies}${kept.id}/`)
  expect((await team.admin.post(replies, own)).status).toBe(201)
})

test('settings are as usual where a project has never used an intake, under the id that it gets; set by two at once it is one', async () => {
  const { path } = await make.project(team.admin, team.workspace.slug)
  const at = `${path}/intake-settings/`
  const { status, body } = await team.admin.get<Settings>(at)
  expect([status, body]).toMatchObject([
    200,
    { anchor: null, is_in_app_enabled: true, is_form_enabled: false },
  ])
  const set = await Promise.all(
    [true, true].map(is_form_enabled => team.admin.patch<Settings>(at, { is_form_enabled })),
  )
  const [first] = set
  expect(set.map(told)).toEqual([told(first!), told(first!)])
  expect(first).toMatchObject({ status: 200, body: { id: body.id, is_form_enabled: true } })
  expect((await team.admin.get<Settings>(`${path}/inboxes/`)).body.id).toBe(body.id)
  // What it is for is off still: the address leads to a closed form.
  const form = `/api/public/anchor/${first!.body.anchor}/intake/`
  expect((await visitor(server.origin).get<Settings>(form)).body.is_form_enabled).toBe(false)
  await team.admin.patch(`${path}/`, { inbox_view: true })
  expect((await team.admin.get<Settings>(at)).body).toEqual(first!.body)
})

test('the first intake of a project begins though one that somebody made has its name', async () => {
  const { path, identifier } = await make.project(team.admin, team.workspace.slug)
  const name = `${identifier} Intake`
  expect((await team.admin.post(`${path}/intakes/`, { name })).status).toBeLessThan(300)
  expect((await team.admin.patch(`${path}/`, { inbox_view: true })).status).toBe(200)
  const { body } = await team.admin.get(`${path}/intakes/`)
  expect(body).toMatchObject({ name: `${name} 2`, is_default: true })
})
