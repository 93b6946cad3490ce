/** Screens arrive in parts: one that does not come, and one that breaks, leave the rest working. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { leaveSeats, type Seat, seat } from '../support/browser.ts'
import { build } from '../support/build.ts'
import { sharedServer } from '../support/server.ts'

afterAll(leaveSeats)

let page: Seat['page']
let address: string
beforeAll(async () => {
  const server = await sharedServer()
  const team = await build(server).team()
  const someone = await seat(server.origin)
  const key = team.admin.jar.get('session-id') ?? ''
  await someone.context.addCookies([{ name: 'session-id', value: key, url: server.origin }])
  page = someone.page
  address = `/${team.workspace.slug}`
})

test('a part that could not be fetched is told, and is there after a reload', async () => {
  await page.route('**/assets/KeyboardHelp*', route => route.abort())
  await page.goto(`${address}/drafts`)
  await page.getByRole('heading', { name: /Drafts/ }).waitFor()
  await page.keyboard.press('?')
  await page.getByText('This part could not be loaded.').waitFor()
  await page.unroute('**/assets/KeyboardHelp*')
  await page.getByRole('button', { name: 'Reload' }).click()
  await page.getByText('This part could not be loaded.').waitFor({ state: 'detached' })
  await page.getByRole('heading', { name: /Drafts/ }).waitFor()
  // Its field has the focus in the frame that shows it.
  await page.keyboard.press('?')
  await page.getByRole('dialog', { name: /Keyboard/ }).waitFor()
  await page.keyboard.type('sidebar')
  await expect.poll(() => page.getByRole('dialog').getByRole('listitem').allInnerTexts()).toHaveLength(1)
  expect(await page.getByRole('tooltip').count()).toBe(0)
})

test('of a tooltip that could not be fetched nothing is said', async () => {
  await page.route('**/assets/TooltipHost*', route => route.abort())
  const failed = page.waitForEvent('requestfailed', request => request.url().includes('TooltipHost'))
  await page.goto(`${address}/drafts`)
  await page.getByRole('button', { name: 'Search' }).first().hover()
  await failed
  await page.getByRole('button', { name: 'Search' }).first().click()
  await page.getByRole('dialog').waitFor()
  expect(await page.getByText('This part could not be loaded.').count()).toBe(0)
  await page.unroute('**/assets/TooltipHost*')
})

test('a screen that breaks says so, the sidebar stays, and elsewhere all is well', async () => {
  await page.route('**/assets/DraftsScreen*', async route => {
    const whole = await (await route.fetch()).text()
    const names = [...(/export\{([^}]*)\}/.exec(whole)?.[1] ?? '').matchAll(/(?:\w+ as )?(\w+)(?:,|$)/g)]
    const body = names
      .map(([, name], at) => `const f${at}=()=>{throw new Error('broken')};export{f${at} as ${name}};`)
      .join('')
    await route.fulfill({ contentType: 'text/javascript', body })
  })
  await page.goto(`${address}/drafts`)
  await page.getByRole('alert').getByText('Something went wrong').waitFor()
  await page.getByRole('link', { name: 'Projects' }).first().click()
  await page.getByRole('heading', { name: 'Projects', level: 1 }).waitFor()
  await expect.poll(() => page.getByText('Something went wrong').count()).toBe(0)
})
