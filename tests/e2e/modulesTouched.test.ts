import { afterAll, beforeAll, expect, test } from 'vitest'
import { axe } from '../support/axe.ts'
import { leaveSeats, type Seat } from '../support/browser.ts'
import { type IssueScreens, issueScreens } from '../support/issueScreens.ts'
import { sight } from '../support/sight.ts'

let screens: IssueScreens
let phone: Seat

beforeAll(async () => {
  screens = await issueScreens({})
  for (const name of ['Fuel dock', 'Quay wall', 'Tide rules'])
    await screens.add('modules', { name, status: 'completed' })
  phone = await screens.sit({ width: 390, height: 844, touch: true }, screens.team.admin)
})
afterAll(leaveSeats)

const place = (rest: string) => `/${screens.slug}/projects/${screens.projectId}/${rest}`
const row = (name: string) => phone.page.getByRole('listitem').filter({ hasText: name })
const select = async (name: string) => {
  await row(name)
    .getByRole('button', { name: `Actions for ${name}` })
    .tap()
  await phone.page.getByRole('menuitem', { name: 'Select', exact: true }).tap()
}

test('by touch several modules are chosen, and archived as one; so are archived ones, which come back as one', async () => {
  const { page } = phone
  await page.goto(place('modules'))
  await row('Fuel dock').waitFor()
  await select('Fuel dock')
  await select('Quay wall')
  const bar = page.getByRole('toolbar', { name: 'Selected modules' })
  await bar.getByText('2 selected').waitFor()
  await axe(phone)
  await sight(phone)
  await bar.getByRole('button', { name: 'Archive' }).tap()
  await expect.poll(() => page.locator('main [data-plan]').count()).toBe(1)

  await page.goto(place('archives/modules'))
  await row('Fuel dock').waitFor()
  await select('Fuel dock')
  await select('Quay wall')
  await bar.getByText('2 selected').waitFor()
  await axe(phone)
  await sight(phone)
  await bar.getByRole('button', { name: 'Restore' }).tap()
  await page.getByText('No archived modules').waitFor()
  expect(phone.errors).toEqual([])
})
