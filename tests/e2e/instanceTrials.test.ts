/** What those who run the instance try before they keep it: a mail server, and the keys of a service. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { KEPT_SECRET } from '../../api/contract/workspace/configuration.ts'
import { goWithin, leaveSeats, type Seat, seat } from '../support/browser.ts'
import { build, PASSWORD } from '../support/build.ts'
import { type Mailbox, mailbox } from '../support/mailbox.ts'
import { oauth, tell } from '../support/oauth.ts'
import { startServer, type TestServer } from '../support/server.ts'
import { sight } from '../support/sight.ts'
import { visitor } from '../support/visitor.ts'

let box: Mailbox
let server: TestServer
let freya: Seat
let email: string
let github: Awaited<ReturnType<typeof oauth>>

beforeAll(async () => {
  box = await mailbox({ password: 'right' })
  github = await oauth({ authorize: '/login/oauth/authorize', token: '/login/oauth/access_token' })
  github.provider.service.addRoute('GET', '/api/v3/user', (_, response) =>
    tell(response, { id: 7, login: 'freya-holm', name: 'Freya', email: null }),
  )
  github.provider.service.addRoute('GET', '/api/v3/user/emails', (_, response) =>
    tell(response, [{ email: 'someone@quay.example', primary: true, verified: true }]),
  )
  server = await startServer({ EMAIL_USE_TLS: '0', PRIVATE_HOSTS: '127.0.0.1' })
  const make = build(server)
  await make.setUp()
  await server.db('instances').update({ origin_at_setup: server.origin })
  const admin = await make.instanceAdmin()
  email = admin.email
  freya = await seat(server.origin)
  await freya.context.addCookies([
    { name: 'admin-session-id', value: admin.jar.get('admin-session-id') ?? '', url: server.origin },
  ])
})
afterAll(leaveSeats)
afterAll(() => github.provider.stop())

const kept = (key: string) =>
  server
    .db('instance_configurations')
    .where({ key })
    .first('value')
    .then(row => row.value)

test('a mail server is tried as it is in the form, step by step, and nothing of it is kept', async () => {
  const { page } = freya
  await page.goto('/god-mode/email')
  const field = (name: string) => page.getByLabel(name, { exact: true })
  await field('Server').fill(box.env.EMAIL_HOST)
  await field('Port').fill('70000')
  await field('User name').fill('tandem')
  await field('Password').fill('wrong')
  const send = page.getByRole('button', { name: 'Send a test mail' })
  await send.click()
  // What cannot be right is reported at its own field.
  await page.getByRole('alert').getByText('Enter a valid value.').waitFor()
  await page.getByText('Nothing was sent: a value above was not accepted.').waitFor()
  await sight(freya)
  await field('Port').fill(box.env.EMAIL_PORT)
  await send.click()
  const steps = page.getByRole('status').getByRole('listitem')
  await steps.filter({ hasText: 'Not signed in as tandem. Check user name and password.' }).waitFor()
  expect(await steps.count()).toBe(2)
  await sight(freya)
  await field('Password').fill('right')
  await send.click()
  await steps.filter({ hasText: 'Sent at ' }).waitFor()
  const lines = await steps.allTextContents()
  expect(lines[0]).toMatch(new RegExp(`^Reached 127.0.0.1 on port ${box.env.EMAIL_PORT}\\d+ ms$`))
  expect(lines[1]).toMatch(/^Signed in as tandem\d+ ms$/)
  expect(lines[2]).toMatch(/^Accepted the mail: 250 .*\d+ ms$/)
  expect((await box.take(email)).subject).toBeTruthy()
  await sight(freya)
  expect(await kept('EMAIL_HOST')).toBe(null)
  await page.getByText('4 changes not saved').waitFor()
  await page.setViewportSize({ width: 390, height: 844 })
  await sight(freya)
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.keyboard.press('Control+s')
  await expect.poll(() => kept('EMAIL_HOST')).toBe(box.env.EMAIL_HOST)
  // With another server the kept password is asked for again, at its field, to try that and to keep it.
  await expect.poll(() => field('Password').inputValue()).toBe(KEPT_SECRET)
  const again = page.getByRole('alert').getByText('Enter it again: what is kept is not sent to another host.')
  await field('Server').fill('localhost')
  await send.click()
  await again.waitFor()
  await sight(freya)
  await field('Password').fill('right')
  await send.click()
  await steps.filter({ hasText: 'Sent at ' }).waitFor()
  await page.getByRole('button', { name: 'Discard' }).click()
  await field('Server').fill('localhost')
  await page.keyboard.press('Control+s')
  await again.waitFor()
  expect(await field('Password').evaluate(input => input === document.activeElement)).toBe(true)
  await page.keyboard.type('right')
  await page.keyboard.press('Control+s')
  await expect.poll(() => kept('EMAIL_HOST')).toBe('localhost')
})

test('the keys of a service are tried with one’s own account there, and kept by the head of the screen', async () => {
  const { page } = freya
  await goWithin(page, '/god-mode/authentication/github')
  await page.getByLabel('Host').fill(github.host)
  const tried = page.getByRole('button', { name: 'Test with my account' })
  await tried.click()
  await page.getByText('Enter the keys of this service first.').waitFor()
  await page.getByLabel('Client ID').fill('Iv1.8a61')
  await page.getByLabel('Client secret').fill('hush')
  await sight(freya)
  await tried.click()
  await page.getByText(/^GitHub answered as freya-holm, \d+ ms$/).waitFor()
  // The window that it took has closed by itself.
  await expect.poll(() => freya.context.pages().length).toBe(1)
  await sight(freya)
  expect(await kept('GITHUB_CLIENT_ID')).toBe(null)
  await page.getByText('3 changes not saved').waitFor()
  github.provider.service.once('beforeResponse', (answer: { statusCode: number; body: object }) => {
    answer.statusCode = 401
    answer.body = { error: 'invalid_client' }
  })
  await tried.click()
  await page.getByText('GitHub did not take these keys').waitFor()
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('set up, not on yet').waitFor()
  await expect.poll(() => page.getByText('not saved').count()).toBe(0)
  expect(await kept('GITHUB_CLIENT_ID')).toBe('Iv1.8a61')
  // What is left behind unsaved is not kept behind the keys of another.
  await page.getByLabel('Client ID').fill('Iv1.other')
  await page.getByRole('button', { name: 'Set up GitLab' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Leave' }).click()
  await page.getByLabel('Application ID').waitFor()
  await expect.poll(() => page.getByText('not saved').count()).toBe(0)
  for (const left of freya.errors.splice(0)) expect(left).toContain(github.host)
})

test('somebody who signed in long ago gives their password before GitHub becomes another way in', async () => {
  const { page } = freya
  const configured = { IS_GITHUB_ENABLED: '1', GITHUB_HOST: github.host, GITHUB_CLIENT_SECRET: 'hush' }
  await page.request.patch('/api/instances/configurations/', { data: configured })
  const owner = visitor(server.origin)
  await owner.form('/auth/sign-up/', { email: 'owner@quay.example', password: PASSWORD })
  await freya.context.addCookies([
    { name: 'session-id', value: owner.jar.get('session-id') ?? '', url: server.origin },
  ])
  await server.db('profiles').update({ is_onboarded: true })
  await server.db('sessions').update({ created_at: new Date(Date.now() - 3_600_000) })
  await page.goto('/profile/security')
  await page.getByRole('button', { name: 'Connect' }).click()
  const dialog = page.getByRole('dialog', { name: 'Confirm that it is you' })
  await sight(freya)
  await dialog.getByLabel('Password', { exact: true }).fill('not what it is')
  await page.keyboard.press('Enter')
  await dialog.getByText('This is not your current password.').waitFor()
  await dialog.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Disconnect' }).waitFor()
})
