import { afterAll, beforeAll, expect, test } from 'vitest'
import { axe } from '../support/axe.ts'
import { leaveSeats, type Seat } from '../support/browser.ts'
import { day, type IssueScreens, issueScreens } from '../support/issueScreens.ts'
import { sight } from '../support/sight.ts'

let screens: IssueScreens
let phone: Seat

beforeAll(async () => {
  screens = await issueScreens({})
  for (const [nth, name] of ['Fuel dock', 'Quay wall', 'Tide rules'].entries()) {
    await screens.add('modules', { name, status: 'completed' })
    await screens.add('cycles', { name, start_date: day(-20 - nth), end_date: day(-20 - nth) })
  }
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

test.each(['modules', 'cycles'])(
  'by touch several %s are chosen, and archived as one; so are archived ones, which come back as one',
  async what => {
    const { page } = phone
    await page.goto(place(what))
    await row('Fuel dock').waitFor()
    await select('Fuel dock')
    await select('Quay wall')
    const bar = page.getByRole('toolbar', { name: `Selected ${what}` })
    await bar.getByText('2 selected').waitFor()
    // Nothing that can be done with them is out of sight.
    expect(await bar.evaluate(node => node.scrollWidth - node.clientWidth)).toBe(0)
    await axe(phone)
    await sight(phone)
    await bar.getByRole('button', { name: 'Archive' }).tap()
    await expect.poll(() => page.locator('main [data-plan]').count()).toBe(1)

    await page.goto(place(`archives/${what}`))
    await row('Fuel dock').waitFor()
    await select('Fuel dock')
    await select('Quay wall')
    await bar.getByText('2 selected').waitFor()
    await axe(phone)
    await sight(phone)
    await bar.getByRole('button', { name: 'Restore' }).tap()
    await page.getByText(`No archived ${what}`).waitFor()
    expect(phone.errors).toEqual([])
  },
)

test('by keys cycles are chosen one after the other and up to one, let go, and deleted as one with a way back', async () => {
  const { page } = screens.freya
  for (const name of ['Lock gates', 'Mooring', 'North pier']) await screens.add('cycles', { name })
  await page.goto(place('cycles'))
  const link = (name: string) => page.getByRole('link', { name, exact: true })
  const bar = page.getByRole('toolbar', { name: 'Selected cycles' })
  await link('Lock gates').focus()
  await page.keyboard.press('x')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Shift+X')
  await bar.getByText('3 selected').waitFor()
  await page.keyboard.press('Escape')
  await bar.waitFor({ state: 'detached' })
  await link('Lock gates').focus()
  await page.keyboard.press('x')
  await page.getByRole('checkbox', { name: 'Select Mooring' }).check()
  await bar.getByText('2 selected').waitFor()
  await axe(screens.freya)
  const archive = bar.getByRole('button', { name: 'Archive' })
  expect(await archive.getAttribute('aria-disabled')).toBe('true')
  await archive.focus()
  await page.keyboard.press('Enter')
  await page.getByText('Only completed cycles can be archived').waitFor()
  await bar.getByRole('button', { name: 'Delete' }).click()
  await link('Mooring').waitFor({ state: 'detached' })
  await link('Lock gates').waitFor({ state: 'detached' })
  await link('North pier').waitFor()
  await page.getByRole('button', { name: 'Undo' }).click()
  await link('Mooring').waitFor()
  await link('Lock gates').waitFor()
  expect(screens.freya.errors).toEqual([])
})

test('modules of a folded status are not chosen with those on both sides of it', async () => {
  const { page } = screens.freya
  for (const [name, status] of [
    ['Crane', 'in-progress'],
    ['Dredger', 'planned'],
    ['Ferry', 'backlog'],
  ])
    await screens.add('modules', { name, status })
  await page.goto(place('modules'))
  const link = (name: string) => page.getByRole('link', { name, exact: true })
  const bar = page.getByRole('toolbar', { name: 'Selected modules' })
  await link('Dredger').waitFor()
  await page
    .getByRole('region', { name: 'Planned' })
    .getByRole('button', { name: /^Planned/ })
    .click()
  await link('Dredger').waitFor({ state: 'detached' })
  await link('Crane').focus()
  await page.keyboard.press('x')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Shift+X')
  await bar.getByText('2 selected').waitFor()
  await page
    .getByRole('region', { name: 'Planned' })
    .getByRole('button', { name: /^Planned/ })
    .click()
  await link('Dredger').waitFor()
  await bar.getByText('2 selected').waitFor()
  expect(screens.freya.errors).toEqual([])
})
