import { beforeAll, expect, test } from 'vitest'
import { build, type Person } from '../support/build.ts'
import { startServer, type TestServer } from '../support/server.ts'

type Row = { id: string; status: number; issue: Record<string, unknown> }
type Done = { ids: string[] }

const DENIED = [403, { error: "You don't have the required permissions." }]

let server: TestServer
let make: ReturnType<typeof build>
let team: Awaited<ReturnType<ReturnType<typeof build>['team']>>

beforeAll(async () => {
  server = await startServer()
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

test('many are decided and taken back, each to where it stood; what is decided already stays as it is', async () => {
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
  expect([await stateOf(placed), await stateOf(plain)]).toEqual(['unstarted', 'triage'])
  expect((await team.admin.get<Row>(one(placed))).body.status).toBe(-2)
})

test('a decision takes a reply about one alone; whoever brought it reads that beside the issue', async () => {
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

test('what waits is counted for whoever sees them, with the moment when the next one awakes', async () => {
  const waiting = async (who: Person) =>
    (
      await who.get<{
        projects: Record<string, { pending: number; snoozed: number }>
        next: string | null
      }>(`/api/workspaces/${team.workspace.slug}/intake-waiting/`)
    ).body
  const of = async (who: Person) => (await waiting(who)).projects[team.project.id]
  await bring(team.member)
  const before = (await of(team.admin))!
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
