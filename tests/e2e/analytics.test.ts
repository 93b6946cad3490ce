import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { goWithin, leaveSeats, type Seat } from '../support/browser.ts'
import { cable } from '../support/cable.ts'
import { day, type IssueScreens, issueScreens } from '../support/issueScreens.ts'
import { sight } from '../support/sight.ts'

let screens: IssueScreens
let freya: Seat
let mei: Seat

beforeAll(async () => {
  screens = await issueScreens({
    'Raise the sill': { target_date: day(-1), priority: 'high' },
    'Mend the gate': { priority: 'low' },
    'Paint the buoy': { priority: 'low' },
    'Old rope': {},
  })
  freya = screens.freya
  mei = screens.mei
  for (const name of ['Raise the sill', 'Mend the gate'])
    await screens.change(name, { assignee_ids: [screens.adminId] })
  for (const group of ['started', 'completed'])
    await screens.change('Old rope', { state_id: await screens.stateOf(group) })
  // In a project that nobody else is in there is one more.
  const { team } = screens
  const projects = `/api/workspaces/${screens.slug}/projects/`
  const { body } = await team.admin.post<{ id: string }>(projects, {
    name: 'Salvage',
    identifier: 'SALV',
    network: 0,
  })
  await team.admin.post(`${projects}${body.id}/issues/`, { name: 'Hidden wreck' })
})
afterAll(leaveSeats)

const part = ({ page }: Seat, name: string) => page.getByRole('region', { name, exact: true })
const look = async ({ page }: Seat, terms = '') => goWithin(page, `/${screens.slug}/analytics?${terms}`)
/** The names of the issues that a list holds, in no order. */
const listed = ({ page }: Seat) =>
  page
    .locator('[data-issue] [data-title]')
    .evaluateAll(all => all.map(title => title.textContent?.trim()).sort())
const told = ({ page }: Seat, name: string | RegExp) =>
  page.getByRole('slider', { name }).getAttribute('aria-valuetext')

/** Figures follow at once, and again after half a minute where something else has changed just before. */
const BY_ITSELF = { timeout: 45_000 }
const finish = async () => screens.change('Paint the buoy', { state_id: await screens.stateOf('completed') })

test('open and completed issues are counted for each reader as far as they see them, live, and each figure leads to its issues', async () => {
  const { page } = mei
  await look(freya)
  await look(mei)
  await part(freya, 'Open now').getByRole('link', { name: '4 open' }).waitFor()
  await part(mei, 'Open now').getByRole('link', { name: '3 open' }).waitFor()
  expect(await page.getByText('Salvage').count()).toBe(0)
  await part(mei, 'Late, by project').getByText('the oldest by 1 day').waitFor()
  await page.getByRole('slider', { name: /^Created and done/ }).waitFor()
  await sight(mei)

  // A bar leads to its issues, and the way back to the figures.
  const nobody = part(mei, 'Open, by person').getByRole('link', { name: 'Unassigned 1' })
  await nobody.click()
  await expect.poll(() => listed(mei)).toEqual(['Paint the buoy'])
  await page.goBack()
  await nobody.waitFor()

  await finish()
  await part(mei, 'Open now').getByRole('link', { name: '2 open' }).waitFor(BY_ITSELF)
  await part(freya, 'Open now').getByRole('link', { name: '3 open' }).waitFor(BY_ITSELF)
  await page.getByRole('button', { name: /^(Refreshed|Changed since)/ }).click()

  // The same by keys: the last month or week, done.
  const chart = page.getByRole('slider', { name: /^Created and done/ })
  await chart.focus()
  await page.keyboard.press('Home')
  await page.keyboard.press('End')
  await expect.poll(() => told(mei, /^Created and done/)).toMatch(/created 4, done 2, grew by 2$/)
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect.poll(() => listed(mei)).toEqual(['Old rope', 'Paint the buoy'])
  await page.goBack()
  await part(mei, 'Created and done').getByRole('button', { name: 'Show as table' }).click()
  await part(mei, 'Created and done').getByRole('columnheader', { name: 'Grew by' }).waitFor()
  await sight(mei)

  // Filters and days are in the address, and go from there.
  await look(mei, 'priority=high&range=last_4_weeks')
  await part(mei, 'Open now').getByRole('link', { name: '1 open' }).waitFor()
  await page.getByRole('button', { name: 'Days: Last 4 weeks' }).click()
  await page.getByRole('menuitemcheckbox', { name: 'This month' }).click()
  await page.waitForURL(/range=this_month/)
  await look(mei, 'name=nothing+is+called+so')
  await page.getByText('No issues match these filters.').waitFor()
  await page.keyboard.press('Escape')
  await part(mei, 'Open now').getByRole('link', { name: '2 open' }).waitFor()

  const guest = await screens.guest()
  await look(guest)
  await guest.page.getByText('Analytics: not open to you').waitFor()
  expect(await guest.page.getByRole('link', { name: 'Analytics' }).count()).toBe(0)
  expect([...freya.errors, ...mei.errors, ...guest.errors]).toEqual([])
})

test('anything is counted by anything: by menus and keys, as bars, lines and a table, kept under a name and as a file', async () => {
  const { page } = mei
  await finish()
  await look(mei, 'analytics_tab=custom')
  // Within the menu of this button: the one before may still be fading out, with the same entries.
  const choose = async (button: string, entry: string) => {
    await page.getByRole('button', { name: button }).click()
    await page.getByRole('menu', { name: button }).getByRole('menuitemcheckbox', { name: entry }).click()
  }
  await choose('by: Priority', 'Assignee')
  await choose('split by: Nothing', 'State group')
  await page.waitForURL(/x_axis=assignees__id.*segment=state__group/)
  const name = 'Issues by assignee and state group'
  const bars = page.getByRole('slider', { name, exact: true })
  await bars.waitFor()
  await page.getByText('4 issues', { exact: true }).waitFor()
  await sight(mei)
  await bars.focus()
  await page.keyboard.press('End')
  await expect.poll(() => told(mei, name)).toMatch(/^Unassigned, Completed: issues 2/)
  await page.keyboard.press('Enter')
  await expect.poll(() => listed(mei)).toEqual(['Old rope', 'Paint the buoy'])
  await page.goBack()
  await page.getByRole('table', { name }).getByRole('rowheader', { name: 'All' }).waitFor()

  // No mail is sent here, so it is a file, and nothing else is offered.
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'CSV' }).click(),
  ])
  expect(await readFile(await file.path(), 'utf8')).toContain('Assignee Name')

  // A chart kept by one is found by the other, and both see it change.
  await page.getByRole('button', { name: 'Save chart' }).click()
  await page.getByRole('dialog').getByLabel('Name').fill('Who has what')
  await page.keyboard.press('Enter')
  await page.waitForURL(/saved=/)
  await look(freya, 'analytics_tab=custom')
  await freya.page.getByRole('button', { name: 'Saved charts' }).click()
  await freya.page.getByRole('menuitemcheckbox', { name: 'Who has what' }).click()
  await freya.page.getByRole('slider', { name, exact: true }).waitFor()
  await page.getByRole('button', { name: 'by: Assignee' }).click()
  await page.getByRole('menuitemcheckbox', { name: 'Created', exact: true }).click()
  await page.getByRole('button', { name: 'Save changes' }).click()
  const other = 'Issues by created and state group'
  await freya.page.getByRole('slider', { name: other, exact: true }).waitFor()
  await page.waitForURL(/saved=[^&]*$/)
  await page.getByRole('radio', { name: 'Area' }).click()
  await page.waitForURL(/chart=area/)
  await page.getByRole('slider', { name: other, exact: true }).waitFor()
  await sight(mei)
  await freya.page.getByRole('button', { name: 'Who has what' }).click()
  await freya.page.getByRole('menuitem', { name: 'Delete Who has what' }).click()
  await page.getByRole('button', { name: 'Who has what' }).waitFor({ state: 'detached' })
  expect([...freya.errors, ...mei.errors]).toEqual([])
})

test('how work flows is drawn dot by dot and week by week, on a phone as well', async () => {
  const { page } = mei
  await finish()
  await look(mei, 'analytics_tab=flow')
  const dots = page.getByRole('slider', { name: /^Cycle time of 1 issue done since/ })
  await dots.waitFor()
  await page.getByRole('slider', { name: 'Cumulative flow, issues by state' }).waitFor()
  await page.getByRole('slider', { name: /^Throughput/ }).waitFor()
  await sight(mei)
  await expect.poll(() => told(mei, /^Throughput/)).toBe('This week, so far: done 2')
  await page.getByRole('slider', { name: 'Cumulative flow, issues by state' }).focus()
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Enter')
  await expect.poll(() => listed(mei)).toEqual(['Old rope', 'Paint the buoy'])
  await page.goBack()
  await dots.focus()
  await expect.poll(() => told(mei, /^Cycle time/)).toMatch(/, Old rope$/)
  await page.keyboard.press('Enter')
  await page.waitForURL(url => url.pathname.endsWith(`/issues/${screens.idOf('Old rope')}`))

  const phone = await screens.sit({ width: 390, height: 844, touch: true })
  for (const section of ['flow', 'custom', 'scope']) {
    await look(phone, `analytics_tab=${section}`)
    await phone.page.getByRole('slider').first().waitFor()
    await sight(phone)
  }
  // A first tap says, a second opens; a project’s own figures are in the menu of its list.
  await screens.look(phone, 'layout=list')
  await phone.page.getByRole('button', { name: 'Display' }).tap()
  await phone.page.getByRole('menuitem', { name: 'Analytics' }).tap()
  const panel = phone.page.getByRole('dialog', { name: /^Analytics for/ })
  await panel.getByRole('radio', { name: 'Custom' }).tap()
  const bars = panel.getByRole('slider', { name: 'Issues by priority' })
  const high = { position: { x: 124, y: 18 } }
  await bars.tap(high)
  await panel.getByText('Tap again to open').waitFor()
  await expect.poll(() => told(phone, 'Issues by priority')).toBe('High: issues 1')
  await sight(phone)
  await bars.tap(high)
  await panel.waitFor({ state: 'detached' })
  await expect.poll(() => listed(phone)).toEqual(['Raise the sill'])
  expect([...mei.errors, ...phone.errors]).toEqual([])
})

test('a project’s own figures are over its list, and a figure opened there narrows that list', async () => {
  const { page } = freya
  await finish()
  await screens.look(freya, 'layout=list')
  await page.getByRole('button', { name: 'Analytics', exact: true }).click()
  const panel = page.getByRole('dialog', { name: /^Analytics for/ })
  await panel.getByRole('link', { name: '2 open' }).waitFor()
  await sight(freya)
  await panel.getByRole('button', { name: 'Full screen' }).click()
  await panel.getByRole('button', { name: 'Leave full screen' }).waitFor()
  await sight(freya)
  await panel.getByRole('region', { name: 'Open now' }).getByRole('link', { name: '2 open' }).click()
  await panel.waitFor({ state: 'detached' })
  await expect.poll(() => listed(freya)).toEqual(['Mend the gate', 'Raise the sill'])
  await page.getByRole('button', { name: 'Analytics', exact: true }).click()
  await panel.getByRole('radio', { name: 'Custom' }).click()
  await panel.getByRole('slider', { name: 'Issues by priority' }).waitFor()

  // A chart that is kept here is with those of the workspace, and is of this project there too.
  await panel.getByRole('button', { name: 'Save chart' }).click()
  await page.getByRole('dialog', { name: 'Save chart' }).getByLabel('Name').fill('What presses')
  await page.keyboard.press('Enter')
  await page.getByText('What presses is saved with the workspace’s charts.').waitFor()
  await page.getByRole('button', { name: 'Open', exact: true }).click()
  await panel.waitFor({ state: 'detached' })
  await page.getByRole('slider', { name: 'Issues by priority' }).waitFor()
  await page.getByText('4 issues', { exact: true }).waitFor()
  await page.getByRole('button', { name: 'What presses' }).click()
  await page.getByRole('menuitem', { name: 'Delete What presses' }).click()
  await page.getByRole('button', { name: 'What presses' }).waitFor({ state: 'detached' })
  expect(freya.errors).toEqual([])
})

test('figures that cannot be had are said to be so and asked again, and a chart goes to its reader by mail', async () => {
  const { page } = mei
  const pull = await cable(mei)
  await page.goto(`/${screens.slug}/analytics?analytics_tab=custom`)
  const bars = (field: string) => page.getByRole('slider', { name: `Issues by ${field}`, exact: true })
  await bars('priority').waitFor()
  const by = async (now: string, next: string) => {
    await page.getByRole('button', { name: `by: ${now}`, exact: true }).click()
    await page.getByRole('menuitemcheckbox', { name: next, exact: true }).click()
  }
  // The parts of a menu have come by then.
  await by('Priority', 'State')
  await bars('state').waitFor()
  await pull(true)
  await page.getByText(/^Offline\./).waitFor()
  await bars('state').waitFor()
  await by('State', 'Assignee')
  const alert = page.getByRole('alert').filter({ hasText: 'Figures come from the server' })
  await alert.waitFor()
  await sight(mei)
  await pull(false)
  await bars('assignee').waitFor()

  const calls = '**/analytics/chart/?*'
  await page.route(calls, route => route.fulfill({ status: 500, json: { error: 'The server is tired.' } }))
  await by('Assignee', 'State group')
  const failed = page.getByRole('alert').filter({ hasText: 'The figures could not be read.' })
  await failed.waitFor()
  await page.unroute(calls)
  await failed.getByRole('button', { name: 'Try again' }).click()
  await bars('state group').waitFor()

  // Offered by mail only where the server sends any.
  const csv = page.getByRole('button', { name: 'CSV' })
  expect(await csv.getAttribute('aria-haspopup')).toBe(null)
  await page.route('**/api/instances/', async route => {
    const answer = await route.fetch()
    const known = (await answer.json()) as { config: object }
    const config = { ...known.config, is_smtp_configured: true }
    await route.fulfill({ response: answer, json: { ...known, config } })
  })
  await page.reload()
  await csv.click()
  await page.getByRole('menuitem', { name: 'Send by mail' }).click()
  await page.getByText(/^Once the export is ready it will be emailed to you at .+@/).waitFor()
  expect(mei.errors).toEqual([])
})
