import { afterAll, beforeAll, expect, test } from 'vitest'
import { goWithin, leaveSeats, type Seat } from '../support/browser.ts'
import { type IssueScreens, issueScreens } from '../support/issueScreens.ts'
import { narrowTab } from '../support/narrowTab.ts'
import { sight } from '../support/sight.ts'

let screens: IssueScreens
let freya: Seat
let mei: Seat

beforeAll(async () => {
  screens = await issueScreens({})
  freya = screens.freya
  mei = screens.mei
})
afterAll(leaveSeats)

const open = async ({ page }: Seat) => {
  await goWithin(page, `/${screens.slug}/projects/${screens.projectId}/settings/automations`)
  await page.getByRole('switch', { name: 'Create cycles ahead' }).waitFor()
}
const ahead = ({ page }: Seat) => page.getByRole('list', { name: 'Next cycles' }).getByRole('listitem')
/** Opens a choice and takes what is typed, by keys alone. */
const choose = async ({ page }: Seat, name: string, words: string) => {
  await page.getByRole('button', { name }).focus()
  await page.keyboard.press('Enter')
  await page.getByRole('combobox', { name: name.split(':')[0]! }).waitFor()
  await page.keyboard.type(words)
  await page.getByRole('option', { name: words, exact: true }).waitFor()
  await page.keyboard.press('Enter')
}

test('a rule is set by keys, tells the cycles to come, and open lists of others show them at once', async () => {
  await goWithin(mei.page, `/${screens.slug}/projects/${screens.projectId}/cycles`)
  await mei.page.getByText('Work in fixed periods').waitFor()
  await open(freya)
  await freya.page.getByText(/^The first would be Cycle 1, /).waitFor()
  await sight(freya)
  await freya.page.getByRole('switch', { name: 'Create cycles ahead' }).press('Space')
  await freya.page.getByRole('button', { name: 'Each takes: 2 weeks' }).waitFor()
  await mei.page.getByRole('link', { name: 'Cycle 2', exact: true }).waitFor()
  await choose(freya, 'Ready ahead: 2 cycles', '4 cycles')
  await mei.page.getByRole('link', { name: 'Cycle 4', exact: true }).waitFor()
  await choose(freya, 'Each takes: 2 weeks', '1 week')
  await freya.page.getByRole('button', { name: 'Each takes: 1 week' }).waitFor()
  await choose(freya, 'They begin on: Monday', 'Wednesday')
  await freya.page.getByRole('button', { name: 'They begin on: Wednesday' }).waitFor()
  await choose(freya, 'When one ends, open issues: Move to the next cycle', 'Remove from the cycle')
  await freya.page
    .getByRole('button', { name: 'When one ends, open issues: Remove from the cycle' })
    .waitFor()
  const stored = async () =>
    (await screens.team.admin.get<{ start_date: string }[]>(`${screens.team.path}/cycles/`)).body
  await expect
    .poll(async () => (await stored()).map(({ start_date }) => new Date(start_date).getUTCDay()))
    .toSatisfy((days: number[]) => days.length >= 4 && days.every(day => day === 3))
  await expect.poll(() => ahead(freya).count()).toBe((await stored()).length)
  await sight(freya)
})

test('a second person at the settings follows; the mouse turns it off, and untouched cycles go', async () => {
  await screens.team.admin.patch(`${screens.team.path}/`, {
    cycles_ahead: 2,
    cycle_weeks: 2,
    cycle_weekday: 1,
  })
  await open(freya)
  const phone = await narrowTab(mei)
  await screens.team.admin.patch(
    `${screens.team.path}/members/${(await members()).find(one => one.member === screens.team.member.id)?.id}/`,
    { role: 20 },
  )
  await open(phone)
  await expect.poll(() => ahead(phone).count()).toBeGreaterThanOrEqual(2)
  await sight(phone)
  await freya.page.getByRole('button', { name: 'Each takes: 2 weeks' }).click()
  await freya.page.getByRole('option', { name: '3 weeks', exact: true }).click()
  await phone.page.getByRole('button', { name: 'Each takes: 3 weeks' }).waitFor()
  await freya.page.getByRole('switch', { name: 'Create cycles ahead' }).click()
  await phone.page.getByRole('button', { name: 'Each takes: 3 weeks' }).waitFor({ state: 'detached' })
  await mei.page.getByText('Work in fixed periods').waitFor()
  expect([...freya.errors, ...mei.errors]).toEqual([])
})

const members = async () =>
  (await screens.team.admin.get<{ id: string; member: string }[]>(`${screens.team.path}/members/`)).body
