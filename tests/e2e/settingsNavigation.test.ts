/** The navigation beside all settings: of a person and their workspaces, and of the instance. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { goWithin, leaveSeats, type Seat, seat } from '../support/browser.ts'
import { build, type Person } from '../support/build.ts'
import { sharedServer, type TestServer } from '../support/server.ts'
import { sight } from '../support/sight.ts'

let server: TestServer
let who: Person
let freya: Seat
let [quay, reef] = ['', '']

beforeAll(async () => {
  server = await sharedServer()
  const make = build(server)
  await make.setUp()
  who = await make.instanceAdmin()
  quay = (await make.workspace(who)).slug
  reef = (await make.workspace(who)).slug
  for (const slug of [quay, reef]) await make.project(who, slug)
  freya = await seat(server.origin)
  for (const name of ['session-id', 'admin-session-id'])
    await freya.context.addCookies([{ name, value: who.jar.get(name) ?? '', url: server.origin }])
})
afterAll(leaveSeats)

const isAt = (path: string) => freya.page.waitForURL(url => url.pathname === path)

test('the name above the settings of a workspace leads to those of another; one’s own stay where they are', async () => {
  const { page } = freya
  await page.goto(`/${quay}/settings/members`)
  const choose = async (from: string, to: string) => {
    await page.getByRole('menu').waitFor({ state: 'detached' })
    await page.getByRole('button', { name: `${from}: workspaces` }).click()
    await page.getByRole('menuitemcheckbox', { name: to }).waitFor()
    await page.getByRole('menuitemcheckbox', { name: to }).click()
    await page.getByRole('button', { name: `${to}: workspaces` }).waitFor()
  }
  await choose(quay, reef)
  await isAt(`/${reef}/settings/members`)
  await page.getByRole('navigation', { name: 'Settings' }).getByRole('link', { name: 'Profile' }).click()
  await isAt('/profile')
  await choose(reef, quay)
  await isAt('/profile')
  await page.getByRole('navigation', { name: 'Settings' }).getByRole('link', { name: 'General' }).click()
  await isAt(`/${quay}/settings`)
  await page.getByRole('menu').waitFor({ state: 'detached' })
  await page.getByRole('button', { name: `${quay}: workspaces` }).click()
  const invitations = page.getByRole('menuitem', { name: 'Invitations' })
  await invitations.waitFor()
  await sight(freya)
  await invitations.click()
  await isAt('/invitations')
})

test('a part of the sidebar that is folded in one workspace is open in another', async () => {
  const { page } = freya
  const part = () =>
    page.getByRole('navigation', { name: 'Workspace' }).getByRole('button', { name: 'Projects', exact: true })
  const isOpen = (open: boolean) => expect.poll(() => part().getAttribute('aria-expanded')).toBe(String(open))
  await goWithin(page, `/${quay}`)
  await isOpen(true)
  await part().click()
  await isOpen(false)
  await goWithin(page, `/${reef}`)
  await page.getByRole('navigation', { name: 'Workspace' }).getByText(reef).waitFor()
  await isOpen(true)
  await goWithin(page, `/${quay}`)
  await page.getByRole('navigation', { name: 'Workspace' }).getByText(quay).waitFor()
  await isOpen(false)
  await page.reload()
  await isOpen(false)
  await part().click()
  await isOpen(true)
})

test('the instance’s navigation counts its workspaces, finds a setting, and has its person and help in its foot', async () => {
  const { page } = freya
  await goWithin(page, '/god-mode/general')
  const all = await server.db('workspaces').whereNull('deleted_at').select('id')
  const nav = page.getByRole('navigation', { name: 'Instance admin' })
  await nav.getByRole('link', { name: `Workspaces ${all.length}` }).waitFor()
  await sight(freya)
  await nav.getByRole('button', { name: 'Find a setting' }).click()
  await nav.getByRole('searchbox', { name: 'Find a setting' }).fill('smtp')
  await nav.getByRole('link', { name: 'People' }).waitFor({ state: 'detached' })
  await nav.getByRole('link', { name: 'E-mail' }).click()
  await isAt('/god-mode/email')
  await nav.getByRole('button', { name: 'Help' }).click()
  await page.getByRole('menuitem', { name: 'What’s new' }).click()
  await page.getByRole('dialog', { name: 'What’s new' }).getByRole('listitem').first().waitFor()
  await sight(freya)
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click()
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await page.keyboard.press('?')
  await page.getByRole('dialog', { name: 'Keyboard' }).getByText('Show or hide the sidebar').waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await nav.getByRole('button', { name: 'Hide the sidebar' }).click()
  await nav.waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Show the sidebar' }).click()
  await nav.getByRole('button', { name: who.email.split('@')[0] ?? '' }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await isAt('/god-mode')
  expect(freya.errors).toEqual([])
})
