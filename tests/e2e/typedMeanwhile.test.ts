/** Somebody goes on typing while what they had typed is being kept. */
import { afterAll, expect, test } from 'vitest'
import { leaveSeats, seat } from '../support/browser.ts'
import { build } from '../support/build.ts'
import { startServer } from '../support/server.ts'

afterAll(leaveSeats)

test('what is typed while a form is kept stays, with the focus, and is kept next', async () => {
  const server = await startServer()
  const make = build(server)
  await make.setUp()
  const admin = await make.instanceAdmin()
  const freya = await seat(server.origin)
  for (const name of ['session-id', 'admin-session-id'])
    await freya.context.addCookies([{ name, value: admin.jar.get(name) ?? '', url: server.origin }])
  const { page } = freya
  await page.goto('/god-mode/email')
  const host = page.getByLabel('Server', { exact: true })
  await host.fill('mail.quay.example')
  let answer = () => {}
  const mayAnswer = new Promise<void>(resolve => {
    answer = resolve
  })
  await page.route('**/api/instances/configurations/', async route => {
    if (route.request().method() !== 'PATCH') return route.continue()
    await mayAnswer
    await route.continue()
  })
  const asked = page.waitForRequest(request => request.method() === 'PATCH')
  await page.keyboard.press('Control+s')
  await asked
  const user = page.getByLabel('User name', { exact: true })
  await user.fill('quay')
  answer()
  await page.getByText('1 change not saved').waitFor()
  await expect.poll(() => user.evaluate(field => field === document.activeElement)).toBe(true)
  expect(await user.inputValue()).toBe('quay')
  expect(await host.inputValue()).toBe('mail.quay.example')
  await page.keyboard.press('Control+s')
  await page.getByText('1 change not saved').waitFor({ state: 'hidden' })
  await page.reload()
  await expect.poll(() => user.inputValue()).toBe('quay')
  expect(await host.inputValue()).toBe('mail.quay.example')
})
