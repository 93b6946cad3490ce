import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { leaveSeats } from '../support/browser.ts'
import { type IssueScreens, issueScreens } from '../support/issueScreens.ts'

let screens: IssueScreens

beforeAll(async () => {
  screens = await issueScreens({ 'Gate code': {} })
  await screens.add('modules', { name: 'Tide rules' })
})
afterAll(leaveSeats)

const place = (rest: string) => `/${screens.slug}/projects/${screens.projectId}/${rest}`

test('a screen comes while the rows of the workspace are on their way, not behind them', async () => {
  const { page, context } = await screens.sit({ width: 1440 })
  onTestFinished(() => context.close())
  const { promise: held, resolve: answer } = Promise.withResolvers<void>()
  await page.route('**/bootstrap/', async route => {
    await held
    await route.continue()
  })
  const screen = page.waitForRequest(/\/ModulesScreen-[^/]*\.js$/)
  await page.goto(place('modules'))
  await screen
  answer()
  await page.getByRole('link', { name: 'Tide rules' }).waitFor()
})

test('whoever was in the workspace before has its rows asked for while the client is on its way, at any screen', async () => {
  const { page, context, errors } = await screens.sit({ width: 1440 })
  onTestFinished(() => context.close())
  await page.goto(place('issues?layout=list'))
  await page.locator('[data-issue]').first().waitFor()
  const asked = page.waitForRequest('**/bootstrap/')
  // The client comes only when they were.
  await page.route(/\/assets\/index-[^/]*\.js$/, async route => {
    await asked
    await route.continue()
  })
  let times = 0
  page.on('request', request => {
    if (request.url().endsWith('/bootstrap/')) times++
  })
  await page.goto(place('modules'))
  await page.getByRole('link', { name: 'Tide rules' }).waitFor()
  expect(times).toBe(1)
  expect(errors).toEqual([])
})

test('a screen whose rows are there in time is drawn once, with them, and its keys are its own', async () => {
  const { page, context, errors } = await screens.sit({ width: 1440 })
  onTestFinished(() => context.close())
  await page.goto(place('modules'))
  await page.getByRole('link', { name: 'Tide rules' }).waitFor()
  await page.addInitScript(() => {
    const look = new MutationObserver(() => {
      if (document.querySelector('#root .skeleton')) performance.mark('bones')
    })
    look.observe(document, { childList: true, subtree: true })
  })
  const { promise: held, resolve: answer } = Promise.withResolvers<void>()
  await page.route('**/users/me/workspaces/', async route => {
    await held
    await route.continue()
  })
  const screen = page.waitForResponse(/\/ModulesScreen-[^/]*\.js$/)
  // Its line to the server is opened once the snapshot has been read.
  const line = page.waitForEvent('websocket')
  await page.reload({ waitUntil: 'commit' })
  await Promise.all([line, (await screen).finished()])
  await page.evaluate(() => new Promise(resolve => requestIdleCallback(resolve)))
  answer()
  await page.getByRole('link', { name: 'Tide rules' }).waitFor()
  expect(await page.evaluate(() => performance.getEntriesByName('bones').length)).toBe(0)
  // The keys of the screen go before those of the frame, which was drawn in the same moment.
  await page.keyboard.press('/')
  await page.getByRole('searchbox', { name: 'Find modules' }).waitFor()
  expect(errors).toEqual([])
})

test('a page that the server has outgrown says so and asks for nothing more, until it is loaded anew', async () => {
  const { page, context } = await screens.sit({ width: 1440 })
  onTestFinished(() => context.close())
  await page.routeWebSocket(/\/live$/, socket => {
    socket.onMessage(() => socket.send(JSON.stringify({ type: 'reset', why: 'protocol' })))
  })
  let times = 0
  page.on('request', request => {
    if (request.url().endsWith('/bootstrap/')) times++
  })
  await page.goto(place('modules'))
  await page.getByText('Tandem has been updated.').waitFor()
  await page.getByRole('link', { name: 'Tide rules' }).waitFor()
  expect(times).toBe(1)
  await page.getByRole('button', { name: 'Reload' }).click()
  await expect.poll(() => times).toBe(2)
})
