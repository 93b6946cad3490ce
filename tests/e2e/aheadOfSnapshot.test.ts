import { afterAll, beforeAll, expect, test } from 'vitest'
import { leaveSeats, type Seat } from '../support/browser.ts'
import { type IssueScreens, issueScreens } from '../support/issueScreens.ts'

let screens: IssueScreens
/** She comes for the first time in the first test, and stays. */
let mei: Seat

beforeAll(async () => {
  screens = await issueScreens({ 'Gate code': {} })
  mei = screens.mei
  await screens.add('modules', { name: 'Tide rules' })
})
afterAll(leaveSeats)

const place = (rest: string) => `/${screens.slug}/projects/${screens.projectId}/${rest}`
const rules = ({ page }: Seat) => page.getByRole('link', { name: 'Tide rules' })

test('a screen comes while the rows of the workspace are on their way, not behind them', async () => {
  const { page } = mei
  const { promise: held, resolve: answer } = Promise.withResolvers<void>()
  await page.route('**/bootstrap/', async route => {
    await held
    await route.continue()
  })
  const screen = page.waitForRequest(/\/ModulesScreen-[^/]*\.js$/)
  await page.goto(place('modules'))
  await screen
  answer()
  await rules(mei).waitFor()
})

test('whoever was in the workspace before has its rows asked for while the client is on its way, at any screen', async () => {
  const { page, errors } = mei
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
  // She has not been there yet.
  await page.goto(place('pages'))
  await page.getByRole('heading', { name: 'No pages yet' }).waitFor()
  expect(times).toBe(1)
  expect(errors).toEqual([])
})

test('a screen whose rows are there in time is drawn once, with them, and its keys are its own', async () => {
  const { page, errors } = mei
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
  await page.goto(place('modules'), { waitUntil: 'commit' })
  await Promise.all([line, (await screen).finished()])
  await page.evaluate(() => new Promise(resolve => requestIdleCallback(resolve)))
  answer()
  await rules(mei).waitFor()
  expect(await page.evaluate(() => performance.getEntriesByName('bones').length)).toBe(0)
  // The keys of the screen go before those of the frame, which was drawn in the same moment.
  await page.keyboard.press('/')
  await page.getByRole('searchbox', { name: 'Find modules' }).waitFor()
  expect(errors).toEqual([])
})

test('a page that the server has outgrown says so and asks for nothing more, until it is loaded anew', async () => {
  const { page } = screens.freya
  await page.routeWebSocket(/\/live$/, socket => {
    socket.onMessage(() => socket.send(JSON.stringify({ type: 'reset', why: 'protocol' })))
  })
  let times = 0
  page.on('request', request => {
    if (request.url().endsWith('/bootstrap/')) times++
  })
  await page.goto(place('modules'))
  await page.getByText('Tandem has been updated.').waitFor()
  await rules(screens.freya).waitFor()
  expect(times).toBe(1)
  await page.getByRole('button', { name: 'Reload' }).click()
  await expect.poll(() => times).toBe(2)
})
