/** A workspace of thousands: its people, and how many more are invited from a list. */
import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { leaveSeats, type Seat, seat } from '../support/browser.ts'
import { build, type Person } from '../support/build.ts'
import { sharedServer, type TestServer } from '../support/server.ts'
import { sight } from '../support/sight.ts'

const MANY = 5_000
let server: TestServer
let who: Person
let slug: string
let here: Seat

/** By one statement: through the door it would take minutes. */
const fill = (workspaceId: string) =>
  server.db.raw(
    `with made as (
       insert into users (id, created_at, updated_at, first_name, last_name, display_name)
       select gen_random_uuid(), now(), now(), 'Deckhand', lpad(n::text, 4, '0'), 'hand' || n
         from generate_series(1, :many::int) n returning id, display_name
     ), reached as (
       insert into user_contacts (id, created_at, updated_at, email)
       select id, now(), now(), display_name || '@' || :ws || '.example' from made
     )
     insert into workspace_members (id, created_at, updated_at, workspace_id, member_id, role)
     select gen_random_uuid(), now(), now(), :ws, id, case when display_name like '%7' then 5 else 15 end from made`,
    { many: MANY, ws: workspaceId },
  )

beforeAll(async () => {
  server = await sharedServer()
  const make = build(server)
  const team = await make.team()
  await make.project(team.admin, team.workspace.slug)
  who = team.admin
  slug = team.workspace.slug
  await fill(team.workspace.id)
  here = await seat(server.origin)
  await here.context.addCookies([
    { name: 'session-id', value: who.jar.get('session-id')!, url: server.origin },
  ])
  await here.page.goto(`/${slug}/settings/members`)
  await people().getByText('Deckhand 0001', { exact: true }).waitFor()
}, 120_000)
afterAll(leaveSeats)

const people = () => here.page.getByRole('region', { name: 'People' })
const rows = () => people().getByRole('listitem')
const drawn = () => rows().count()

test('of five thousand only those in sight are drawn; they are searched, narrowed and put in order', async () => {
  const { page } = here
  expect(await drawn()).toBeLessThan(100)
  await sight(here)
  await rows().first().hover()
  await page.mouse.wheel(0, 90_000)
  await expect.poll(() => people().getByText('Deckhand 0001', { exact: true }).count()).toBe(0)
  await rows()
    .nth(30)
    .getByText(/^Deckhand \d{4}$/)
    .waitFor()
  expect(await drawn()).toBeLessThan(100)
  const find = page.getByRole('searchbox', { name: 'Find people' })
  await find.fill('hand 4999')
  await expect.poll(drawn).toBe(1)
  await find.fill('')
  const heads = page.getByRole('button', { name: 'Role', exact: true })
  await heads.last().click()
  await rows().first().getByText('You').waitFor()
  await rows().first().getByText('All 2', { exact: true }).waitFor()
  await heads.first().click()
  await page.getByRole('menuitemcheckbox', { name: 'Guests' }).click()
  await people().getByText('Deckhand 0007', { exact: true }).waitFor()
  await expect.poll(() => people().getByText('Deckhand 0001', { exact: true }).count()).toBe(0)
  const kept = page.waitForEvent('download')
  await page.getByRole('button', { name: 'The list of people' }).click()
  await page.getByRole('menuitem', { name: 'Download as CSV' }).click()
  const lines = (await readFile(await (await kept).path(), 'utf8')).trimEnd().split('\r\n')
  expect(lines[0]).toBe('\uFEFFName,Display name,E-mail,Role,Projects,Last active')
  expect(lines.length - 1).toBeGreaterThanOrEqual(MANY / 10)
  expect(lines[1]).toMatch(/^Deckhand 0007,hand7,hand7@/)
})

test('a list invites many in portions, and faults of a line are told and left out', async () => {
  const { page } = here
  await page.getByRole('button', { name: 'From a list…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Invite from a list' })
  const good = Array.from({ length: 230 }, (_, n) => `pilot${n}@far.example,${n % 2 ? 'Guest' : 'Member'}`)
  await page.getByLabel('File with addresses').setInputFiles({
    name: 'pilots.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(
      ['E-mail,Role', ...good, 'nobody,Member', 'pilot9@far.example,', 'x@far.example,Captain'].join('\r\n'),
    ),
  })
  await dialog.getByText('230 to invite, 3 left out').waitFor()
  await dialog.getByRole('button', { name: 'Invite 230' }).waitFor()
  await sight(here)
  await dialog.getByRole('region', { name: 'What will be sent' }).focus()
  await page.keyboard.press('End')
  await dialog.getByText('“Captain” is not a role. Use Admin, Member or Guest.').waitFor()
  await dialog.getByText('This address is already in line 11.').waitFor()
  // The second portion does not get through: sent ones stay sent, and the rest is sent again.
  let turns = 0
  await page.route('**/invitations/', route =>
    route.request().method() === 'POST' && ++turns === 2 ? route.abort() : route.fallback(),
  )
  await dialog.getByRole('button', { name: 'Invite 230' }).click()
  await dialog.getByRole('alert').waitFor()
  await dialog.getByText('100 invited. 130 to invite, 3 left out').waitFor()
  await dialog.getByRole('button', { name: 'Invite 130' }).click()
  await dialog.waitFor({ state: 'detached' })
  await page.unroute('**/invitations/')
  const { body } = await who.get<{ email: string; role: number }[]>(`/api/workspaces/${slug}/invitations/`)
  expect(body.length).toBe(230)
  expect(body.find(one => one.email === 'pilot1@far.example')?.role).toBe(5)
  await page.setViewportSize({ width: 390, height: 844 })
  await page.getByRole('button', { name: 'Invite people' }).click()
  await page.getByRole('button', { name: 'From a list…' }).click()
  await page.getByRole('textbox', { name: 'List' }).fill('bram@far.example')
  await dialog.getByText('1 to invite, 0 left out').waitFor()
  await sight(here)
})
