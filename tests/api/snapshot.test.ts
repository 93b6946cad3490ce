import { beforeAll, expect, test } from 'vitest'
import type { Bootstrap } from '../../api/contract/changes.ts'
import { entities } from '../../api/contract/index.ts'
import type { Row } from '../../api/contract/rules.ts'
import { viewerOfUser } from '../../api/db/viewer.ts'
import { visible } from '../../api/db/visible.ts'
import { build, type Person } from '../support/build.ts'
import { queriesOf } from '../support/queriesOf.ts'
import { startServer, type TestServer } from '../support/server.ts'

let server: TestServer
let make: ReturnType<typeof build>
let team: Awaited<ReturnType<ReturnType<typeof build>['team']>>
const path = () => `/api/workspaces/${team.workspace.slug}/bootstrap/`

// One of every kind that comes with it.
const fill = async (by: Person) => {
  const day = { start_date: '2026-11-21', end_date: '2026-11-28' }
  await by.post(`${team.path}/cycles/`, { name: 'Spring', ...day })
  const module = { name: 'Quay', start_date: '2026-11-21' }
  const { id } = (await by.post<{ id: string }>(`${team.path}/modules/`, module)).body
  await by.post(`${team.path}/modules/${id}/module-links/`, { url: 'https://tides.example' })
  await by.post(`${team.path}/issue-labels/`, { name: 'Reef' })
  await by.post(`${team.path}/estimates/`, {
    estimate: { type: 'points' },
    estimate_points: ['1', '2'].map((value, key) => ({ key, value })),
  })
  const [page, own] = [await make.page(by, team.path), await make.page(by, team.path, { access: 1 })]
  await by.post(`${team.path}/favorite-pages/${page.id}/`)
  await by.post(`${team.path}/pages/${page.id}/mute/`)
  await by.post(`${team.path}/pages/${own.id}/archive/`)
  await by.post(`${team.path}/issue-drafts/`, { name: 'Later', target_date: '2026-12-01' })
  await by.post(`${team.path}/views/`, { name: 'Overdue' })
  await by.post(`/api/workspaces/${team.workspace.slug}/analytic-view/`, { name: 'By person' })
  await by.patch(`${team.path}/`, { inbox_view: true })
  await by.post(`${team.path}/inbox-issues/`, { issue: { name: 'A leak' } })
  await by.post(`${team.path}/saved-replies/`, { name: 'Later', text: 'In spring' })
  await make.home(by, team.workspace.slug)
  await make.agent(by, team.workspace.slug, [team.project.id])
  await by.patch(`${team.path}/user-properties/`, { display_filters: { layout: 'kanban' } })
  await by.post(`/api/workspaces/${team.workspace.slug}/webhooks/`, { url: 'https://93.184.216.34/' })
  await by.post(`/api/workspaces/${team.workspace.slug}/invitations/`, {
    emails: [{ email: 'bram@portoffice.example' }],
  })
}

beforeAll(async () => {
  server = await startServer()
  make = build(server)
  team = await make.team()
  await fill(team.admin)
})

const kinds = Object.values(entities).filter(({ kept }) => kept === 'snapshot')
const byId = (rows: Row[]) => rows.toSorted((a, b) => (String(a.id) < String(b.id) ? -1 : 1))

test('a snapshot holds of every kind the rows that its reader sees, as they are read anywhere else', async () => {
  for (const who of [team.admin, team.member, team.guest]) {
    const viewer = (await viewerOfUser(server.db, who.id))!
    const { body } = await who.get<Bootstrap>(path())
    expect(Object.keys(body.rows).sort()).toEqual(kinds.map(({ name }) => name as string).sort())
    for (const of of kinds) {
      const rows = (await visible(server.db, of, viewer)) as Row[]
      expect(byId(body.rows[of.name]!), of.name).toEqual(byId(JSON.parse(JSON.stringify(rows))))
      if (who === team.admin) expect(rows.length, of.name).toBeGreaterThan(0)
    }
  }
})

test('it is read in one statement, however many kinds there are', async () => {
  // Beside it: the caller, the transaction around, their rights within it.
  expect(await queriesOf(server, () => team.admin.get(path()))).toBeLessThan(kinds.length / 2)
})

test('a reader who has it is told that nothing has changed, until something has, be it their rights', async () => {
  const { admin, member, guest } = team
  const markOf = async (who: Person) => (await who.get(path())).headers.get('etag') ?? ''
  // As a browser asks that has it; left alone, this client would say that it wants nothing kept.
  const again = (who: Person, mark: string) =>
    who.get(path(), { headers: { 'if-none-match': mark, 'cache-control': 'max-age=0' } })
  const seen = async (who: Person, mark: string) => (await again(who, mark)).status === 304
  const [mine, hers] = [await markOf(admin), await markOf(member)]
  expect(await again(admin, mine)).toMatchObject({ status: 304, body: '' })
  // It is one person's: whoever signs in to the same browser has others' rows in its store.
  expect(await seen(member, mine)).toBe(false)
  await admin.post(`${team.path}/issue-labels/`, { name: 'Shoal' })
  const { status, body } = await again(admin, mine)
  expect([status, (body as Bootstrap).rows.label!.map(({ name }) => name)]).toEqual([
    200,
    expect.arrayContaining(['Shoal']),
  ])
  expect(await seen(member, hers)).toBe(false)
  // A row of one's own is in no log but one's own.
  const [before, others] = [await markOf(admin), await markOf(member)]
  await admin.patch(`${team.path}/user-properties/`, { display_filters: { layout: 'list' } })
  expect([await seen(admin, before), await seen(member, others)]).toEqual([false, true])
  const asGuest = await markOf(guest)
  await admin.patch(`${team.path}/`, { guest_view_all_features: true })
  expect(await seen(guest, asGuest)).toBe(false)
  // A copy of the database that was put back counts on from where it was.
  const last = await markOf(admin)
  await server.db.raw('update change_counters set seq = seq')
  expect(await seen(admin, last)).toBe(false)
})
