/** The people of an instance before those who run it. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { goWithin, leaveSeats, type Seat, seat } from '../support/browser.ts'
import { build, PASSWORD, type Person } from '../support/build.ts'
import { sameBrowser } from '../support/sameBrowser.ts'
import { startServer, type TestServer } from '../support/server.ts'
import { sight } from '../support/sight.ts'
import { visitor } from '../support/visitor.ts'

let server: TestServer
let make: ReturnType<typeof build>
let admin: Person
let freya: Seat
const email = 'mei@quay.example'
const come = sameBrowser()
const mei = () => visitor(server.origin)

beforeAll(async () => {
  server = await startServer()
  make = build(server)
  await make.setUp()
  admin = await make.instanceAdmin()
  await mei().form('/auth/sign-up/', { email, password: PASSWORD })
  await make.person('tomas')
  freya = await seat(server.origin)
  for (const name of ['session-id', 'admin-session-id'])
    await freya.context.addCookies([{ name, value: admin.jar.get(name) ?? '', url: server.origin }])
  await freya.page.goto('/god-mode/people')
})
afterAll(leaveSeats)

const row = (name: string) =>
  freya.page.getByRole('list', { name: 'People' }).getByRole('listitem').filter({ hasText: name })
const menuOf = async (name: string) => {
  await freya.page.getByRole('menu').waitFor({ state: 'detached' })
  await row(name).hover()
  await freya.page.getByRole('button', { name: `Actions for ${name}` }).click()
}

test('everybody is there, is found by name and address, and is told apart by state', async () => {
  const { page } = freya
  await page.getByRole('heading', { name: 'People', exact: true }).waitFor()
  await row('mei').getByText('Active', { exact: true }).waitFor()
  await row('tomas').getByText('Never signed in').waitFor()
  await sight(freya)
  await page.getByRole('searchbox', { name: 'Find people' }).fill('TOMAS@quay')
  await row('mei').waitFor({ state: 'detached' })
  await row('tomas').waitFor()
  await page.getByRole('searchbox', { name: 'Find people' }).fill('nobody at all')
  await page.getByText('Nobody called nobody at all').waitFor()
  await sight(freya)
  await page.getByRole('button', { name: 'Clear the search' }).click()
  await row('mei').waitFor()
  await page.getByRole('button', { name: 'State' }).click()
  await page.getByRole('menuitemcheckbox', { name: 'Never signed in' }).click()
  await row('mei').waitFor({ state: 'detached' })
  await row('tomas').waitFor()
  await page.getByRole('button', { name: 'Never signed in' }).click()
  await page.getByRole('menuitemcheckbox', { name: 'Everybody' }).click()
  await row('mei').waitFor()
})

test('an admin of the instance is not deactivated here, and is told what comes first', async () => {
  const { page } = freya
  const { display_name } = (await admin.get<{ display_name: string }>('/api/users/me/')).body
  await menuOf(display_name)
  const item = page.getByRole('menuitem', { name: /^Deactivate/ })
  await item.waitFor()
  expect(await item.getAttribute('aria-disabled')).toBe('true')
  await item.getByText('as an instance admin first').waitFor()
  await sight(freya)
  await page.keyboard.press('Escape')
})

test('somebody is handed a link by which they come in with a new password', async () => {
  const { page } = freya
  await menuOf('mei')
  await page.getByRole('menuitem', { name: 'Link to a new password…' }).click()
  const dialog = page.getByRole('dialog', { name: 'A new password for mei' })
  const url = new URL((await dialog.locator('[data-secret]').textContent()) ?? '')
  await sight(freya)
  await dialog.getByRole('button', { name: 'Close' }).click()
  await dialog.waitFor({ state: 'detached' })
  const other = await come(server.origin)
  await other.page.goto(`${url.pathname}${url.search}`)
  await other.page.getByLabel('New password', { exact: true }).fill('a longer harbour phrase 10')
  await other.page.getByLabel('Repeat the password', { exact: true }).fill('a longer harbour phrase 10')
  await other.page.keyboard.press('Enter')
  await other.page.waitForURL(address => address.searchParams.get('success') === 'True')
  const back = mei()
  await back.form('/auth/sign-in/', { email, password: 'a longer harbour phrase 10' })
  expect((await back.get('/api/users/me/')).status).toBe(200)
})

test('somebody is deactivated, which ends their open tab, and reactivated, on a phone, too', async () => {
  const { page } = freya
  const who = await make.person('ines')
  await make.workspace(who)
  const theirs = await come(server.origin)
  await theirs.context.addCookies([
    { name: 'session-id', value: who.jar.get('session-id') ?? '', url: server.origin },
  ])
  await theirs.page.goto('/')
  await theirs.page.getByRole('navigation', { name: 'Workspace' }).waitFor()
  await page.setViewportSize({ width: 390, height: 844 })
  await row('ines').waitFor()
  await menuOf('ines')
  await page.getByRole('menuitem', { name: 'Deactivate…' }).click()
  const question = page.getByRole('dialog', { name: 'Deactivate ines?' })
  await question.waitFor()
  await sight(freya)
  await question.getByRole('button', { name: 'Deactivate' }).click()
  await question.waitFor({ state: 'detached' })
  await row('ines').getByText('Deactivated').waitFor()
  await sight(freya)
  // Nobody has touched that tab: it finds out by itself.
  await theirs.page.getByLabel('E-mail', { exact: true }).waitFor()
  await menuOf('ines')
  await page.getByRole('menuitem', { name: 'Reactivate' }).click()
  await row('ines').getByText('Active', { exact: true }).waitFor()
  await expect
    .poll(() => server.db('accounts').where('id', who.id).first('is_active'))
    .toEqual({ is_active: true })
  expect(freya.errors).toEqual([])
})

test('what another does, or becomes of people elsewhere, is there at once', async () => {
  const { page } = freya
  await page.setViewportSize({ width: 1440, height: 900 })
  const other = await make.instanceAdmin()
  const olu = await make.person('olu')
  await row('olu').getByText('Never signed in').waitFor()
  await other.post(`/api/instances/users/${olu.id}/deactivate/`)
  await row('olu').getByText('Deactivated').waitFor()
  await other.post(`/api/instances/users/${olu.id}/reactivate/`)
  await row('olu').getByText('Never signed in').waitFor()
  await other.post('/api/instances/admins/', { email: olu.email })
  await row('olu').getByText('Admin', { exact: true }).waitFor()
  const ana = await make.person('ana')
  await row('ana').waitFor()
  await ana.patch('/api/users/me/', { first_name: 'Ana', last_name: 'Sousa' })
  await row('Ana Sousa').waitFor()
  await make.workspace(ana)
  await expect.poll(() => row('Ana Sousa').textContent()).toMatch(/1$/)
  // The list of admins is as true, and whoever is none any more is led out.
  await goWithin(page, '/god-mode/general')
  const admins = page.getByRole('region', { name: 'Admins' })
  await admins.getByText('olu', { exact: true }).waitFor()
  const { body } = await other.get<{ id: string; user: string }[]>('/api/instances/admins/')
  const idOf = (who: Person) => body.find(one => one.user === who.id)?.id
  await other.delete(`/api/instances/admins/${idOf(olu)}/`)
  await admins.getByText('olu', { exact: true }).waitFor({ state: 'detached' })
  await other.delete(`/api/instances/admins/${idOf(admin)}/`)
  await page.waitForURL(url => url.pathname === '/god-mode')
  expect(freya.errors).toEqual([])
})
