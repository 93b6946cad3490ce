/** One moves issues between cycles and modules; another's list, page, chart and sidebar follow, and ask for nothing. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { askedBy } from '../support/askedBy.ts'
import { axe } from '../support/axe.ts'
import { leaveSeats, type Seat } from '../support/browser.ts'
import { day, type IssueScreens, issueScreens } from '../support/issueScreens.ts'

/** So many that one request for each would show. */
const MOVED = Array.from({ length: 12 }, (_, n) => `Berth ${n + 1}`)

let screens: IssueScreens
let freya: Seat
let other: Seat
let west: string
let east: string
let cycle: string

beforeAll(async () => {
  screens = await issueScreens(Object.fromEntries(['Gate code', ...MOVED].map(name => [name, {}])))
  freya = screens.freya
  const dates = { start_date: day(-2), target_date: day(9), status: 'in-progress' }
  west = await screens.add('modules', { name: 'West quay', ...dates })
  east = await screens.add('modules', { name: 'East quay', ...dates })
  cycle = await screens.add('cycles', { name: 'Spring', start_date: day(-2), end_date: day(9) })
  await put([west], ['Gate code'])
  other = { ...freya, page: await freya.context.newPage() }
})
afterAll(leaveSeats)

const place = (rest: string) => `/${screens.slug}/projects/${screens.projectId}/${rest}`
/** One call for each, as by hand. */
const put = async (module_ids: readonly string[], names: readonly string[], also: object = {}) => {
  const { team, idOf } = screens
  for (const name of names) {
    const updates = [{ id: idOf(name), module_ids, ...also }]
    expect((await team.member.post(`${team.path}/bulk-operation-issues/`, { updates })).status).toBe(204)
  }
}
const saidBy = (of: ReturnType<Seat['page']['getByRole']>) => of.getAttribute('aria-valuetext')
const sidebar = ({ page }: Seat) => page.getByRole('navigation', { name: 'Workspace' })

test('a module’s page, its charts and the list of modules follow issues that this browser never saw', async () => {
  await freya.page.goto(place('modules'))
  const row = (name: string) => freya.page.getByRole('listitem').filter({ hasText: name })
  await row('West quay').getByText('0 of 1').waitFor()
  await other.page.goto(place(`modules/${west}`))
  await screens.title(other, 'Gate code').waitFor()
  const about = other.page.getByRole('complementary', { name: 'About West quay' })
  const chart = about.getByRole('slider', { name: /^Burndown of West quay/ })
  await expect.poll(() => saidBy(chart)).toMatch(/left 1 issue,/)
  await about.getByRole('button', { name: /Backlog/ }).waitFor()
  const calls = [askedBy(freya), askedBy(other)]

  await put([west], MOVED)
  await row('West quay').getByText('0 of 13').waitFor()
  await about.getByText('0 of 13').waitFor()
  await expect.poll(() => saidBy(chart)).toMatch(/left 13 issues/)
  await expect.poll(() => other.page.locator('[data-issue]').count()).toBe(13)
  const completed = { state_id: await screens.stateOf('completed') }
  await put([east], MOVED.slice(0, 6), completed)
  await put([west], MOVED.slice(6), completed)
  await row('West quay').getByText('6 of 7').waitFor()
  await row('East quay').getByText('6 of 6').waitFor()
  await about.getByText('6 of 7').waitFor()
  await expect.poll(() => saidBy(chart)).toMatch(/left 1 issue,/)
  await about.getByRole('button', { name: /Done.*6 issues/ }).waitFor()
  await expect.poll(() => other.page.locator('[data-issue]').count()).toBe(7)
  expect(calls).toEqual([[], []])
  await axe(other)
  expect(freya.errors).toEqual([])
})

test('the list of cycles and the sidebar follow issues and days, and ask for nothing', async () => {
  const { page } = freya
  await page.goto(place('cycles'))
  await sidebar(freya).getByText('Spring').waitFor()
  const active = page.getByRole('region', { name: 'Active', exact: true })
  const chart = active.getByRole('slider', { name: /^Burndown of Spring/ })
  await expect.poll(() => saidBy(chart)).toMatch(/left 0 issues/)
  await active
    .getByText('Nobody is assigned yet.')
    .or(active.getByText('Nothing is planned here yet.'))
    .waitFor()
  const calls = askedBy(freya)
  for (const name of MOVED) await screens.putInCycle(name, cycle)
  await expect.poll(() => saidBy(chart)).toMatch(/scope 12 issues/)
  for (const name of MOVED.slice(0, 5)) await screens.putInCycle(name, null)
  await expect.poll(() => saidBy(chart)).toMatch(/scope 7 issues/)
  for (const name of MOVED.slice(0, 5))
    expect((await screens.change(name, { assignee_ids: [screens.adminId] })).status).toBe(204)
  const next = { name: 'Summer' }
  await screens.team.admin.patch(`${screens.team.path}/cycles/${cycle}/`, next)
  await sidebar(freya).getByText('Summer').waitFor()
  expect(calls).toEqual([])
  await axe(freya)
})

test('the days of a cycle that is being planned are judged by what somebody else plans meanwhile', async () => {
  const { page } = freya
  const { admin, path } = screens.team
  await page.goto(place('cycles'))
  await page.getByRole('region', { name: 'Active', exact: true }).waitFor()
  await page.keyboard.press('q')
  const form = page.getByRole('dialog', { name: 'New cycle' })
  await form.getByLabel('Name').fill('Flood')
  await form.getByLabel('Starts').fill('in 30d')
  await form.getByLabel('Ends').fill('in 40d')
  const create = form.getByRole('button', { name: 'Create cycle' })
  await expect.poll(() => create.isEnabled()).toBe(true)
  const ebb = await screens.add('cycles', { name: 'Ebb', start_date: day(35), end_date: day(36) })
  await form.getByText(/ to Ebb\.$/).waitFor()
  expect(await create.isDisabled()).toBe(true)
  expect((await admin.delete(`${path}/cycles/${ebb}/`)).status).toBe(204)
  await form.getByText(/ to Ebb\.$/).waitFor({ state: 'detached' })
  await create.click()
  await form.waitFor({ state: 'detached' })
  await page.getByRole('region', { name: 'Upcoming' }).getByRole('link', { name: 'Flood' }).waitFor()
  expect(freya.errors).toEqual([])
})
