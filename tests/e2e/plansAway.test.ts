/** Cycles, modules and views while the server is away, or its answer is lost. */
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { leaveSeats, type Seat } from '../support/browser.ts'
import { day, type IssueScreens, issueScreens } from '../support/issueScreens.ts'

let screens: IssueScreens
let spring: string
const anew = () => screens.sit({ anew: true }, screens.team.admin)
const place = (rest: string) => `/${screens.slug}/projects/${screens.projectId}/${rest}`
const all = async <Row>(what: string) =>
  (await screens.team.admin.get<Row[]>(`${screens.team.path}/${what}/`)).body

beforeAll(async () => {
  screens = await issueScreens({ 'Raise the sill': {}, 'Mend the gate': {}, 'Paint the buoy': {} })
  spring = await screens.add('cycles', { name: 'Spring', start_date: day(-1), end_date: day(5) })
  await screens.change('Raise the sill', { assignee_ids: [screens.adminId] })
  await screens.putInCycle('Raise the sill', spring)
})
afterAll(leaveSeats)

/** The server takes what is sent there once, and its answer is lost on the way. */
const loseAnswer = async (page: Page, what: string) => {
  const route = new RegExp(`${screens.team.path}/${what}/$`)
  let isLost = false
  await page.route(route, async call => {
    if (call.request().method() !== 'POST' || isLost) return call.continue()
    isLost = true
    await call.fetch()
    await call.abort()
  })
}

test.each([
  ['cycles', 'New cycle', 'Create cycle'],
  ['modules', 'New module', 'Create module'],
  ['views', 'New view', 'Create view'],
])('of %s whose answer was lost one is made, however often its form is sent', async (what, open, send) => {
  const { page } = await anew()
  await loseAnswer(page, what)
  await page.goto(place(what))
  await page.getByRole('button', { name: open }).first().click()
  const form = page.getByRole('dialog')
  await form.getByLabel('Name', { exact: true }).fill('Harbour light')
  await form.getByRole('button', { name: send }).click()
  await form.getByText('The server cannot be reached.').waitFor()
  await form.getByRole('button', { name: send }).click()
  await form.waitFor({ state: 'detached' })
  const made = (await all<{ name: string }>(what)).filter(({ name }) => name === 'Harbour light')
  expect(made).toHaveLength(1)
})

test('a form that is changed after its answer was lost is sent as another', async () => {
  const { page } = await anew()
  await loseAnswer(page, 'cycles')
  await page.goto(place('cycles'))
  await page.getByRole('button', { name: 'New cycle' }).first().click()
  const form = page.getByRole('dialog')
  await form.getByLabel('Name', { exact: true }).fill('Tides')
  await form.getByRole('button', { name: 'Create cycle' }).click()
  await form.getByText('The server cannot be reached.').waitFor()
  await form.getByLabel('Name', { exact: true }).fill('Tides and moorings')
  await form.getByRole('button', { name: 'Create cycle' }).click()
  await form.waitFor({ state: 'detached' })
  const names = (await all<{ name: string }>('cycles')).map(({ name }) => name)
  expect(names).toContain('Tides and moorings')
})
