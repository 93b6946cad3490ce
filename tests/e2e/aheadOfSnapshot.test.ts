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
