/** Somebody goes on typing while what they had typed is being kept. */
import { afterAll, expect, test } from 'vitest'
import { leaveSeats, seat } from '../support/browser.ts'
import { build } from '../support/build.ts'
import { issueScreens } from '../support/issueScreens.ts'
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
  const { promise: mayAnswer, resolve: answer } = Promise.withResolvers<void>()
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

test('rows typed one after another are made in that order, however slow the first of them is', async () => {
  const screens = await issueScreens({})
  const { page } = screens.freya
  await page.goto(`/${screens.slug}/projects/${screens.projectId}/settings/labels`)
  await page.locator('header').getByRole('button', { name: 'New label' }).click()
  const arrived: string[] = []
  const { promise: mayArrive, resolve: letThrough } = Promise.withResolvers<void>()
  await page.route('**/issue-labels/', async route => {
    const { name } = route.request().postDataJSON()
    if (name === 'Winter') await mayArrive
    arrived.push(name)
    await route.continue()
  })
  for (const name of ['Winter', 'Summer']) {
    await page.keyboard.type(name)
    await page.keyboard.press('Enter')
    await page.locator('[data-label]').filter({ hasText: name }).waitFor()
  }
  expect(arrived).toEqual([])
  letThrough()
  const stored = async () =>
    (await screens.team.admin.get<{ name: string }[]>(`${screens.team.path}/issue-labels/`)).body
  await expect.poll(async () => (await stored()).map(label => label.name)).toEqual(['Winter', 'Summer'])
  expect(arrived).toEqual(['Winter', 'Summer'])
})
