/** Before a rule is turned on, its screen says how many issues it would touch now: as many as it then does. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { automate } from '../../api/jobs/automate.ts'
import { leaveSeats, type Seat } from '../support/browser.ts'
import { type IssueScreens, issueScreens } from '../support/issueScreens.ts'
import { sharedServer } from '../support/server.ts'
import { sight } from '../support/sight.ts'

let screens: IssueScreens
let freya: Seat

const DAY = 86_400_000
beforeAll(async () => {
  screens = await issueScreens({ Mole: {}, Bell: {}, Buoy: {}, Quay: {}, Sill: {} })
  freya = screens.freya
  const { db } = await sharedServer()
  const done = await screens.stateOf('completed')
  for (const name of ['Mole', 'Bell']) await screens.change(name, { state_id: done })
  // Days since somebody touched it.
  const idle = { Mole: 70, Bell: 40, Buoy: 70, Quay: 70, Sill: 1 }
  for (const [name, days] of Object.entries(idle))
    await db('issues')
      .where('id', screens.idOf(name))
      .update({ updated_at: new Date(Date.now() - days * DAY) })
})
afterAll(leaveSeats)

const open = async ({ page }: Seat) => {
  await page.goto(`/${screens.slug}/projects/${screens.projectId}/settings/automations`)
  await page.getByRole('switch', { name: 'Archive closed issues' }).waitFor()
}
const says = ({ page }: Seat, section: string, words: string) =>
  page.getByRole('region', { name: section, exact: true }).getByText(words, { exact: true }).waitFor()
/** Takes a number of months, by keys alone. */
const after = async ({ page }: Seat, name: string, months: string) => {
  await page.getByRole('button', { name: new RegExp(`^${name}:`) }).press('Enter')
  await page.getByRole('combobox', { name }).waitFor()
  await page.keyboard.type(months)
  await page.getByRole('option', { name: months, exact: true }).waitFor()
  await page.keyboard.press('Enter')
  await page.getByRole('combobox', { name }).waitFor({ state: 'detached' })
}

test('the line under a rule counts what it would do, before it is on, and anew with its months', async () => {
  const { page } = freya
  await open(freya)
  await says(freya, 'Archive', '2 issues would be archived now.')
  await says(freya, 'Close', '2 issues would be closed now.')
  await sight(freya)
  await page.getByRole('switch', { name: 'Archive closed issues' }).press('Space')
  await after(freya, 'Archive after', '2 months')
  await says(freya, 'Archive', '1 issue would be archived now.')
  await page.getByRole('switch', { name: 'Close idle issues' }).press('Space')
  await after(freya, 'Close after', '3 months')
  await says(freya, 'Close', 'No issues would be closed now.')
  // Another opens the same rule, and is given the same.
  const again = await screens.sit({ width: 390, height: 844 }, screens.team.admin)
  await open(again)
  await says(again, 'Archive', '1 issue would be archived now.')
  await says(again, 'Close', 'No issues would be closed now.')
  await sight(again)
  await again.page.getByRole('button', { name: 'Close after: 3 months' }).waitFor()
  await after(freya, 'Close after', '1 month')
  await says(freya, 'Close', '2 issues would be closed now.')
  // The months come from elsewhere: the line follows.
  await says(again, 'Close', '2 issues would be closed now.')
  const { db } = await sharedServer()
  await automate(db)
  expect((await screens.stored('Mole')).archived_at).not.toBeNull()
  expect((await screens.stored('Bell')).archived_at).toBeNull()
  for (const name of ['Buoy', 'Quay'])
    expect((await screens.stored(name)).state_id).toBe(await screens.stateOf('cancelled'))
  await open(freya)
  await says(freya, 'Archive', 'No issues would be archived now.')
  await says(freya, 'Close', 'No issues would be closed now.')
  expect([...freya.errors, ...again.errors]).toEqual([])
})

test('a count that does not come leaves the line empty, and the rule as it was', async () => {
  const { page } = freya
  await page.route('**/automations/**', route => route.abort())
  await open(freya)
  const section = page.getByRole('region', { name: 'Close', exact: true })
  await after(freya, 'Close after', '6 months')
  await section.getByRole('button', { name: 'Close after: 6 months' }).waitFor()
  expect(await section.getByText(/would be closed/).count()).toBe(0)
  await page.unroute('**/automations/**')
  await after(freya, 'Close after', '1 month')
  await says(freya, 'Close', 'No issues would be closed now.')
})
