/** The screens of those who run the instance. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openSession } from '../../api/http/session.ts'
import { goWithin, leaveSeats, type Seat, seat } from '../support/browser.ts'
import { build, PASSWORD } from '../support/build.ts'
import { type Mailbox, mailbox } from '../support/mailbox.ts'
import { picture } from '../support/pictures.ts'
import { startServer } from '../support/server.ts'
import { sight } from '../support/sight.ts'
import { visitor } from '../support/visitor.ts'

const email = 'freya@quay.example'
let box: Mailbox
let server: Awaited<ReturnType<typeof startServer>>
let freya: Seat
let person: string
/** Finds one picture, whatever it is asked for. */
const library = createServer((request, response) => {
  const words = new URL(request.url ?? '', 'http://library').searchParams.get('query') ?? 'newest'
  const regular = `https://images.unsplash.com/${words}`
  const urls = { regular, small: `${regular}?w=400` }
  const results = [{ id: '1', alt_description: `A ${words} at dawn`, user: { name: 'Ines' }, urls }]
  response.end(JSON.stringify(words === 'newest' ? results : { total: 1, total_pages: 1, results }))
})
beforeAll(async () => {
  box = await mailbox()
  await new Promise<void>(resolve => library.listen(0, '127.0.0.1', resolve))
  const host = `127.0.0.1:${(library.address() as AddressInfo).port}`
  server = await startServer({
    EMAIL_FROM: 'Harbour desk <desk@quay.example>',
    EMAIL_USE_TLS: '0',
    UNSPLASH_HOST: `http://${host}`,
    PRIVATE_HOSTS: host,
  })
  await build(server).setUp()
  const who = visitor(server.origin)
  await who.form('/auth/sign-up/', { email, password: PASSWORD })
  const { body } = await who.get<{ id: string }>('/api/users/me/')
  person = body.id
  await server.db('instance_admins').insert({ id: build(server).id(), user_id: person })
  freya = await seat(server.origin)
})
afterAll(leaveSeats)
afterAll(() => void library.close())

const isAt = (path: string) => freya.page.waitForURL(url => url.pathname === path)
const heading = (name: string) => freya.page.getByRole('heading', { name, exact: true }).waitFor()
const CONFIGURATIONS = '/api/instances/configurations/'
/** As at another screen: this one learns nothing of it. */
const keepElsewhere = (values: Record<string, string>) =>
  freya.page.evaluate(
    async ([address, body]) => {
      const headers = { 'Content-Type': 'application/json' }
      await fetch(address, { method: 'PATCH', headers, body })
    },
    [CONFIGURATIONS, JSON.stringify(values)] as const,
  )

test('a person who is not signed in as instance admin is asked to; a wrong password is told at its field', async () => {
  await freya.page.goto('/god-mode/email')
  await isAt('/god-mode')
  await heading('Instance admin')
  await sight(freya)
  await freya.page.getByLabel('E-mail', { exact: true }).fill(email)
  await freya.page.getByLabel('Password', { exact: true }).fill('wrong')
  await freya.page.keyboard.press('Enter')
  await freya.page.getByRole('alert').getByText('The password is incorrect').waitFor()
  await freya.page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await freya.page.keyboard.press('Enter')
  // Where one was going.
  await isAt('/god-mode/email')
  await freya.page.getByRole('link', { name: 'General' }).click()
  await isAt('/god-mode/general')
  await heading('Admins')
  await sight(freya)
  // Its head keeps what is typed, as on the other screens; nothing is lost by going on.
  const name = freya.page.getByLabel('Name')
  const before = await name.inputValue()
  await name.fill('Harbour master')
  await freya.page.getByText('1 change not saved').waitFor()
  await freya.page.getByRole('link', { name: 'Images' }).click()
  await freya.page.getByRole('dialog').getByRole('button', { name: 'Keep editing' }).click()
  await freya.page.getByRole('button', { name: 'Discard' }).click()
  expect(await name.inputValue()).toBe(before)
  await name.fill('Harbour office')
  await freya.page.keyboard.press('Control+s')
  await expect
    .poll(() => server.db('instances').first('instance_name'))
    .toEqual({ instance_name: 'Harbour office' })
  const key = async () =>
    (await visitor(server.origin).get<{ config: { push_public_key: string | null } }>('/api/instances/')).body
      .config.push_public_key
  expect(await key()).toBe(null)
  await freya.page.getByRole('switch', { name: 'Notifications in browsers' }).click()
  await expect.poll(key).not.toBe(null)
})

test('the mail server is set, kept by a key, and tried; values of the environment are locked and say so', async () => {
  await freya.page.getByRole('link', { name: 'E-mail' }).click()
  await heading('E-mail')
  await freya.page.getByText('Set on the server by EMAIL_FROM').waitFor()
  expect(await freya.page.getByLabel('Sender').getAttribute('readonly')).not.toBe(null)
  await freya.page.getByLabel('Server', { exact: true }).fill(box.env.EMAIL_HOST)
  await freya.page.getByLabel('Port').fill('70000')
  await freya.page.getByLabel('Password', { exact: true }).fill('hush')
  await freya.page.getByText('3 changes not saved').waitFor()
  await freya.page.keyboard.press('Control+s')
  await freya.page.getByRole('alert').getByText('Enter a valid value.').waitFor()
  await sight(freya)
  await freya.page.getByLabel('Port').fill(box.env.EMAIL_PORT)
  await freya.page.keyboard.press('Control+s')
  await expect.poll(() => freya.page.getByText('not saved').count()).toBe(0)
  expect(await freya.page.getByLabel('Password', { exact: true }).inputValue()).toBe('••••••••')
  await freya.page.getByRole('button', { name: 'Send a test mail' }).click()
  await freya.page.getByText('Accepted the mail: 250').waitFor()
  expect((await box.take(email)).from).toBe('desk@quay.example')
  await sight(freya)
})

test('ways to sign in are switched, the last one is held, and a provider is set up', async () => {
  await freya.page.getByRole('link', { name: 'Authentication' }).click()
  await heading('Authentication')
  const way = (name: string) => freya.page.getByRole('switch', { name })
  expect(await way('Password').isDisabled()).toBe(true)
  await way('Password').hover()
  await freya.page.getByText('One way to sign in has to stay on').waitFor()
  await way('Code by e-mail').click()
  await freya.page.getByText('2 of 5 on').waitFor()
  expect(await way('Password').isDisabled()).toBe(false)
  await freya.page.getByRole('button', { name: 'Set up GitHub' }).click()
  await isAt('/god-mode/authentication/github')
  await freya.page.getByLabel('Client ID').fill('Iv1.8a61')
  await freya.page.getByLabel('Client secret').fill('hush')
  // Nothing that was filled in is lost by a link or by closing what it stands in.
  const question = freya.page.getByRole('dialog', { name: 'Leave without saving?' })
  await freya.page.getByRole('link', { name: 'E-mail' }).click()
  await sight(freya)
  await question.getByRole('button', { name: 'Keep editing' }).click()
  await freya.page.getByRole('button', { name: 'Set up GitHub' }).click()
  await freya.page.keyboard.press('Escape')
  await question.waitFor({ state: 'detached' })
  expect(await freya.page.getByLabel('Client ID').inputValue()).toBe('Iv1.8a61')
  // Nor by the browser's own way back, however often it is pressed.
  await freya.page.evaluate(() => {
    history.back()
    history.back()
  })
  await question.getByRole('button', { name: 'Keep editing' }).click()
  await isAt('/god-mode/authentication/github')
  expect(await freya.page.getByLabel('Client ID').inputValue()).toBe('Iv1.8a61')
  await freya.page.evaluate(() => history.back())
  await question.getByRole('button', { name: 'Leave' }).click()
  await isAt('/god-mode/authentication')
  await freya.page.goForward()
  await freya.page.getByLabel('Client ID').fill('Iv1.8a61')
  await freya.page.getByRole('link', { name: 'E-mail' }).click()
  await question.getByRole('button', { name: 'Leave' }).click()
  await heading('E-mail')
  await freya.page.getByRole('link', { name: 'Authentication' }).click()
  await freya.page.getByRole('button', { name: 'Set up GitHub' }).click()
  await freya.page.getByLabel('Client ID').fill('Iv1.8a61')
  await freya.page.getByLabel('Client secret').fill('hush')
  await sight(freya)
  await freya.page.getByRole('button', { name: 'Save' }).click()
  await freya.page.getByText('set up, not on yet').waitFor()
  await way('GitHub').click()
  await freya.page.getByText('3 of 5 on').waitFor()
  const other = await seat(server.origin)
  await other.page.goto('/')
  await other.page.getByRole('link', { name: 'Continue with GitHub' }).waitFor()
  await sight(other)
})

test('what others have kept since comes into the fields, and what is kept here stays', async () => {
  const { page } = freya
  const model = page.getByLabel('Model')
  await keepElsewhere({ GPT_ENGINE: 'neap-1' })
  await page.getByRole('link', { name: 'Artificial intelligence' }).click()
  await expect.poll(() => model.inputValue()).toBe('neap-1')
  expect(await page.getByText('not saved').count()).toBe(0)
  await model.fill('spring-2 ')
  await page.getByText('1 change not saved').waitFor()
  await page.keyboard.press('Control+s')
  await expect.poll(() => page.getByText('not saved').count()).toBe(0)
  expect(await model.inputValue()).toBe('spring-2')
})

test('a library of pictures that is opened there is offered for covers', async () => {
  const { page } = freya
  await page.route('https://images.unsplash.com/**', route =>
    route.fulfill({ contentType: 'image/png', body: picture(16, 16, () => 0) }),
  )
  // The screen's own reading is answered after the key was kept, with what was there before.
  const late = Promise.withResolvers<void>()
  const isRead = Promise.withResolvers<void>()
  await page.route(
    `**${CONFIGURATIONS}`,
    async route => {
      const response = await route.fetch()
      isRead.resolve()
      await late.promise
      await route.fulfill({ response })
    },
    { times: 1 },
  )
  await page.getByRole('link', { name: 'Images' }).click()
  await isRead.promise
  await page.getByLabel('Unsplash access key').fill('hush')
  await page.getByText('1 change not saved').waitFor()
  await page.keyboard.press('Control+s')
  await expect.poll(() => page.getByText('not saved').count()).toBe(0)
  const answer = page.waitForResponse(response => response.url().endsWith(CONFIGURATIONS))
  late.resolve()
  await (await answer).finished()
  await page.evaluate(() => new Promise(resolve => requestAnimationFrame(() => setTimeout(resolve))))
  expect(await page.getByText('not saved').count()).toBe(0)
  const key = await openSession(server.db, person, 'product', 1, { userAgent: 'test', address: '127.0.0.1' })
  await freya.context.addCookies([{ name: 'session-id', value: key, url: server.origin }])
  const herself = visitor(server.origin)
  herself.jar.set('session-id', key)
  await herself.patch('/api/users/me/onboard/', { is_onboarded: true })
  await page.goto('/profile')
  await page.getByRole('button', { name: 'Change cover' }).press('Enter')
  await page.getByRole('radio', { name: 'Library' }).click()
  await page.getByRole('button', { name: /, by Ines$/ }).waitFor()
  await sight(freya)
  await page.getByRole('searchbox', { name: 'Find pictures' }).fill('quay')
  await page.getByRole('button', { name: 'A quay at dawn, by Ines' }).press('Enter')
  const isShown = () =>
    page.locator('main img').evaluateAll(all => all.some(one => (one as HTMLImageElement).naturalWidth > 0))
  await expect.poll(isShown).toBe(true)
  await expect
    .poll(() => server.db('users').where('id', person).first('cover_image_url'))
    .toEqual({ cover_image_url: 'https://images.unsplash.com/quay' })
  // Nothing but these left for another host.
  expect(freya.errors.splice(0)).toEqual([
    'left the host: https://images.unsplash.com/newest?w=400',
    'left the host: https://images.unsplash.com/quay?w=400',
    'left the host: https://images.unsplash.com/quay',
  ])
  // With the library closed again nobody's browser asks it, and a cover of it is one of ours.
  await keepElsewhere({ UNSPLASH_ACCESS_KEY: '' })
  await page.goto('/profile')
  await page.getByRole('button', { name: 'Change cover' }).waitFor()
  await page.locator('main svg.tile').first().waitFor()
  expect(await page.locator('main img').count()).toBe(0)
  expect(freya.errors).toEqual([])
})

test('workspaces are made and found, on a phone, too', async () => {
  await freya.page.setViewportSize({ width: 390, height: 844 })
  await goWithin(freya.page, '/god-mode/workspace')
  await freya.page.getByText('There are no workspaces yet.').waitFor()
  await freya.page.getByRole('link', { name: 'New workspace' }).click()
  await freya.page.getByLabel('Name').fill('Lantern Quay')
  await sight(freya)
  await freya.page.keyboard.press('Enter')
  await freya.page.getByText('/lantern-quay').waitFor()
  await sight(freya)
  await freya.page.getByRole('switch', { name: 'Everyone can create workspaces' }).click()
  await expect
    .poll(async () => {
      const { body } = await visitor(server.origin).get<{ config: Record<string, boolean> }>(
        '/api/instances/',
      )
      return body.config.is_workspace_creation_disabled
    })
    .toBe(true)
  await goWithin(freya.page, '/god-mode/authentication/github')
  await freya.page.getByLabel('Client ID').waitFor()
  await sight(freya)
  await freya.page.getByRole('button', { name: 'Menu' }).click()
  await freya.page.getByRole('button', { name: 'freya' }).click()
  await freya.page.getByRole('menuitem', { name: 'Sign out' }).click()
  await isAt('/god-mode')
  expect(freya.errors).toEqual([])
})
