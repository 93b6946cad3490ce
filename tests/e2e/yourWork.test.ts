import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { goWithin, leaveSeats, type Seat } from '../support/browser.ts'
import { day, type IssueScreens, issueScreens } from '../support/issueScreens.ts'
import { narrowTab } from '../support/narrowTab.ts'
import { sight } from '../support/sight.ts'

let screens: IssueScreens
let freya: Seat
let mei: Seat

beforeAll(async () => {
  screens = await issueScreens({
    'Raise the sill': { target_date: day(-1), priority: 'high' },
    'Mend the gate': { priority: 'low' },
    'Paint the buoy': {},
  })
  freya = screens.freya
  mei = screens.mei
  for (const name of ['Raise the sill', 'Mend the gate'])
    await screens.change(name, { assignee_ids: [screens.adminId] })
  // In a project that nobody else is in there is one more.
  const { team } = screens
  const { body } = await team.admin.post<{ id: string }>(`/api/workspaces/${screens.slug}/projects/`, {
    name: 'Salvage',
    identifier: 'SALV',
    network: 0,
  })
  await team.admin.post(`/api/workspaces/${screens.slug}/projects/${body.id}/issues/`, {
    name: 'Hidden wreck',
    assignee_ids: [screens.adminId],
  })
})
afterAll(leaveSeats)

const part = ({ page }: Seat, name: string) => page.getByRole('region', { name, exact: true })
const link = (who: Seat, name: string) => part(who, 'Numbers').getByRole('link', { name })
const work = async (who: Seat) => {
  await goWithin(who.page, `/${screens.slug}/profile/${screens.adminId}`)
  await part(who, 'Workload').waitFor()
}

test('somebody’s work is summed up for each reader as far as they see it, and follows what is done', async () => {
  const { page } = mei
  await work(freya)
  await work(mei)
  for (const name of ['4 created', '3 assigned', '1 due this week']) await link(freya, name).waitFor()
  for (const name of ['3 created', '2 assigned', '1 due this week']) await link(mei, name).waitFor()
  await part(mei, 'Workload').getByText('2 issues in 1 project').waitFor()
  expect(await page.getByText('Salvage').count()).toBe(0)
  await page.getByRole('complementary').getByText('Admin of').waitFor()
  await part(mei, 'Open, by due week').getByRole('link', { name: 'Overdue 1' }).waitFor()
  await sight(mei)

  await screens.change('Mend the gate', { state_id: await screens.stateOf('completed') })
  for (const who of [freya, mei])
    await part(who, 'Workload').getByRole('link', { name: 'Completed 1' }).waitFor()
  await link(mei, '1 assigned').waitFor()

  // A bar leads to the very list that it counts.
  await part(mei, 'Open, by priority').getByRole('link', { name: 'High 1' }).click()
  await screens.title(mei, 'Raise the sill').waitFor()
  expect(await page.locator('[data-issue]').count()).toBe(1)
  await page.getByRole('link', { name: 'Created 3' }).click()
  await screens.title(mei, 'Paint the buoy').waitFor()
  expect([...freya.errors, ...mei.errors]).toEqual([])
})

test('somebody’s activity is told by day: as a chart for the keys, as a table, line by line and as a file', async () => {
  const { page } = freya
  await work(freya)
  const chart = page.getByRole('slider', { name: 'Activity by day' })
  await chart.focus()
  const told = () => chart.getAttribute('aria-valuetext')
  await expect.poll(told).toMatch(/: changes [1-9]\d*, issues done [01]$/)
  await page.keyboard.press('ArrowLeft')
  await expect.poll(told).toMatch(/: changes 0, issues done 0$/)
  await page.getByRole('button', { name: 'Show as table' }).click()
  await page.getByRole('columnheader', { name: 'Issues done' }).waitFor()
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page
      .getByRole('button', { name: /as CSV$/ })
      .last()
      .click(),
  ])
  const text = await readFile(await file.path(), 'utf8')
  expect(text).toContain('Actor name,Issue ID,Project')
  expect(text).toContain('SALV-1')

  await page.getByRole('link', { name: 'Activity', exact: true }).click()
  await page.getByRole('heading', { name: /^Today/ }).waitFor()
  await page
    .getByRole('link', { name: /SALV-1 Hidden wreck/ })
    .first()
    .waitFor()
  await sight(freya)

  const long = `Tide tables ${'of the inner basin and the outer basin '.repeat(5)}`.trim()
  await screens.createBy('admin', long)
  const act = (who: Seat) =>
    who.page.getByRole('link', { name: long }).first().getByText('created the issue', { exact: false }).last()
  const isWhole = (who: Seat) => act(who).evaluate(node => node.scrollWidth <= node.clientWidth)
  await act(freya).waitFor()
  expect(await isWhole(freya)).toBe(true)

  const guest = await screens.guest()
  await work(guest)
  expect(await guest.page.getByRole('link', { name: 'Activity', exact: true }).count()).toBe(0)
  expect(await guest.page.getByText('E-mail').count()).toBe(0)

  const phone = await narrowTab(mei)
  await work(phone)
  await part(phone, 'Activity by day').waitFor()
  await sight(phone)
  await act(phone).waitFor()
  expect(await isWhole(phone)).toBe(true)
  await goWithin(phone.page, `/${screens.slug}/profile/00000000-0000-4000-8000-00000000dead`)
  await phone.page.getByText('Person not found').waitFor()
  expect([...freya.errors, ...guest.errors, ...phone.errors]).toEqual([])
})
