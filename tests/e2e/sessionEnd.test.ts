/** A session that has ended says so, and leads back to where its person was. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { leaveSeats, type Seat, seat } from '../support/browser.ts'
import { build, PASSWORD, type Person } from '../support/build.ts'
import { sharedServer, type TestServer } from '../support/server.ts'
import { sight } from '../support/sight.ts'
import { visitor } from '../support/visitor.ts'

let server: TestServer
let make: ReturnType<typeof build>
let who: Person
let issues: string
let join: (person: Person) => Promise<void>
beforeAll(async () => {
  server = await sharedServer()
  make = build(server)
  const team = await make.team()
  who = await signedUp('session.end')
  join = async person => {
    await make.joinWorkspace(team.admin, team.workspace.slug, person, 15)
    await make.joinProject(team.admin, team.path, person, 15)
  }
  await join(who)
  issues = `/${team.workspace.slug}/projects/${team.project.id}/issues?layout=list`
})
afterAll(leaveSeats)

/** Somebody with a password, whose first steps are behind them. */
const signedUp = async (name: string): Promise<Person> => {
  const email = `${name}@quay.example`
  const made = visitor(server.origin)
  await made.form('/auth/sign-up/', { email, password: PASSWORD })
  await made.patch('/api/users/me/onboard/', { is_onboarded: true })
  const { id } = (await made.get<{ id: string }>('/api/users/me/')).body
  return Object.assign(made, { id, email })
}

/** At another browser, in a session of its own. */
const sitAnew = async (): Promise<Seat> => {
  const made = visitor(server.origin)
  await made.form('/auth/sign-in/', { email: who.email, password: PASSWORD })
  const at = await seat(server.origin)
  const value = made.jar.get('session-id') ?? ''
  await at.context.addCookies([{ name: 'session-id', value, url: server.origin }])
  return at
}

const said = ({ page }: Seat) => page.getByText('Your session has ended. Sign in to continue.')
const asked = ({ page }: Seat) => page.getByRole('heading', { name: 'Sign in' })
const list = ({ page }: Seat) => page.getByRole('list', { name: 'Sessions' }).getByRole('listitem')
const isBackAt = ({ page }: Seat, address: string) =>
  page.waitForURL(url => url.pathname + url.search + url.hash === address)

const signIn = async ({ page }: Seat) => {
  await page.getByLabel('E-mail', { exact: true }).fill(who.email)
  await page.keyboard.press('Enter')
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.keyboard.press('Enter')
}

test('whoever is signed out from another browser is told at once, and comes back to where they were', async () => {
  await who.form('/auth/sign-out/', {})
  const [here, elsewhere] = [await sitAnew(), await sitAnew()]
  const { page } = elsewhere
  const there = `${issues}#later`
  const works = () => page.getByRole('button', { name: 'New issue' }).first().waitFor()
  await page.goto(there)
  await works()
  await here.page.goto('/profile/security')
  await expect.poll(() => list(here).count()).toBe(2)
  await list(here).last().hover()
  await list(here)
    .last()
    .getByRole('button', { name: /^Sign out / })
    .click()
  await said(elsewhere).waitFor()
  await expect.poll(() => list(here).count()).toBe(1)
  await sight(elsewhere)
  // Typed wrong, there is something newer to say.
  await page.getByLabel('E-mail', { exact: true }).fill(who.email)
  await page.keyboard.press('Enter')
  await page.getByLabel('Password', { exact: true }).fill('not this')
  await page.keyboard.press('Enter')
  await page.getByRole('alert').getByText('This password is incorrect.').waitFor()
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.keyboard.press('Enter')
  await isBackAt(elsewhere, there)
  await works()
  expect(await said(elsewhere).count()).toBe(0)
  await here.page.reload()
  await expect.poll(() => list(here).count()).toBe(2)
  await here.page.getByRole('button', { name: 'Sign out everywhere else' }).click()
  await said(elsewhere).waitFor()
  await expect.poll(() => list(here).count()).toBe(1)
  expect([...here.errors, ...elsewhere.errors]).toEqual([])
})

test('a start after it has ended says so; a first visit, and a start after signing out, say nothing', async () => {
  const stranger = await seat(server.origin)
  await stranger.page.goto(issues)
  await asked(stranger).waitFor()
  expect(await said(stranger).count()).toBe(0)
  await signIn(stranger)
  await isBackAt(stranger, issues)
  await stranger.page.getByRole('button', { name: 'New issue' }).first().waitFor()
  await stranger.page.goto('about:blank')
  await server.db('sessions').where('user_id', who.id).delete()
  await stranger.page.goto('/')
  await said(stranger).waitFor()
  await stranger.page.goto(issues)
  await said(stranger).waitFor()
  await signIn(stranger)
  await isBackAt(stranger, issues)
  const other = await stranger.context.newPage()
  await other.goto(issues)
  await other.getByRole('button', { name: 'New issue' }).first().waitFor()
  await stranger.page.getByRole('button', { name: 'session.end' }).click()
  await stranger.page.getByRole('menuitem', { name: 'Sign out' }).click()
  await asked(stranger).waitFor()
  expect(await said(stranger).count()).toBe(0)
  // The other page of the same browser has not signed out by itself.
  await other.getByText('Your session has ended. Sign in to continue.').waitFor()
  await stranger.page.goto(issues)
  await asked(stranger).waitFor()
  expect(await said(stranger).count()).toBe(0)
  await stranger.context.close()
})

test('an account is deactivated by its address alone, nothing is left of it here, and no word is needed', async () => {
  const own = await make.person()
  await join(own)
  const { context, page } = await seat(server.origin)
  const value = own.jar.get('session-id') ?? ''
  await context.addCookies([{ name: 'session-id', value, url: server.origin }])
  await page.goto('/profile')
  await page.getByRole('button', { name: 'Deactivate…' }).click()
  const end = page.getByRole('button', { name: 'Deactivate', exact: true })
  expect(await end.isEnabled()).toBe(false)
  await page.getByLabel(/to deactivate it/).fill(own.email)
  await end.click()
  await page.getByRole('heading', { name: 'Sign in' }).waitFor()
  await page.reload()
  await page.getByRole('heading', { name: 'Sign in' }).waitFor()
  expect(await page.getByText('Your session has ended').count()).toBe(0)
  expect((await own.get('/api/users/me/')).status).toBe(401)
})

test('whose account is closed by those who run the instance is told the same, and why at signing in', async () => {
  const admin = await make.instanceAdmin()
  const at = await sitAnew()
  await at.page.goto(issues)
  await at.page.getByRole('button', { name: 'New issue' }).first().waitFor()
  expect((await admin.post(`/api/instances/users/${who.id}/deactivate/`)).status).toBe(204)
  await said(at).waitFor()
  await signIn(at)
  await at.page
    .getByRole('alert')
    .getByText('This account is closed. Ask an admin of the instance.')
    .waitFor()
  expect(at.errors).toEqual([])
})

test('a session of those who run the instance ends with the same words, and leads back to the same screen', async () => {
  const admin = await signedUp('runs.it')
  await server.db('instance_admins').insert({ id: make.id(), user_id: admin.id })
  const at = await seat(server.origin)
  const { page } = at
  const enter = async () => {
    await page.getByLabel('E-mail', { exact: true }).fill(admin.email)
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
    await page.keyboard.press('Enter')
    await page.waitForURL('**/god-mode/email')
    await page.getByRole('heading', { name: 'E-mail' }).waitFor()
  }
  await page.goto('/god-mode/email')
  await page.getByRole('heading', { name: 'Instance admin' }).waitFor()
  expect(await said(at).count()).toBe(0)
  await enter()
  await page.getByRole('textbox', { name: 'User name' }).fill('tandem')
  await server.db('sessions').where({ user_id: admin.id, kind: 'admin' }).delete()
  await page.keyboard.press('Control+s')
  await said(at).waitFor()
  await sight(at)
  await enter()
  expect(at.errors).toEqual([])
})
