import { afterAll, beforeAll, expect, test } from 'vitest'
import { goWithin, leaveSeats, type Seat } from '../support/browser.ts'
import { day, drag, type IssueScreens, issueScreens, mayDrag } from '../support/issueScreens.ts'
import { sight } from '../support/sight.ts'

let screens: IssueScreens
let freya: Seat

beforeAll(async () => {
  screens = await issueScreens({})
  freya = screens.freya
  await screens.add('modules', {
    name: 'Tide rules',
    status: 'planned',
    start_date: day(2),
    target_date: day(12),
  })
})
afterAll(leaveSeats)

const place = (rest: string) => `/${screens.slug}/projects/${screens.projectId}/modules${rest}`
const storedAll = async () =>
  (await screens.team.admin.get<Record<string, unknown>[]>(`${screens.team.path}/modules/`)).body
const stored = async () => (await storedAll())[0]
const middle = async (of: ReturnType<Seat['page']['locator']>) => {
  const box = await of.boundingBox()
  if (!box) throw new Error('not in sight')
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 }
}

test('a card is put by the pointer into the column of another status, and everyone sees it there', async () => {
  const { page } = freya
  await goWithin(page, place('?layout=board'))
  await goWithin(screens.mei.page, place('?layout=board'))
  const card = page.getByRole('article', { name: 'Tide rules' })
  await card.waitFor()
  await mayDrag(freya)
  const column = page.getByRole('region', { name: /^In progress/ })
  await drag(freya, await middle(card), await middle(column))
  await column.getByRole('article', { name: 'Tide rules' }).waitFor()
  await screens.mei.page
    .getByRole('region', { name: /^In progress/ })
    .getByRole('article', { name: 'Tide rules' })
    .waitFor()
  await expect.poll(async () => (await stored())?.status).toBe('in-progress')
  await page.keyboard.press('Control+z')
  await page
    .getByRole('region', { name: /^Planned/ })
    .getByRole('article', { name: 'Tide rules' })
    .waitFor()
})

test('a bar is pulled by the pointer as a whole and at its end, and opens nothing by it', async () => {
  const { page } = freya
  await goWithin(page, place('?layout=timeline'))
  const bar = page.getByRole('link', { name: /^Tide rules, / })
  await bar.waitFor()
  const box = await bar.boundingBox()
  if (!box) throw new Error('not in sight')
  const width = box.width / 11
  const from = { x: box.x + box.width / 2, y: box.y + box.height / 2 }
  await drag(freya, from, { x: from.x + 2 * width, y: from.y })
  const dates = async () => {
    const module = await stored()
    return [module?.start_date, module?.target_date]
  }
  await expect.poll(dates).toEqual([day(4), day(14)])
  await bar.hover()
  const moved = await bar.boundingBox()
  if (!moved) throw new Error('not in sight')
  const end = { x: moved.x + moved.width - 3, y: from.y }
  await drag(freya, end, { x: end.x + 3 * width, y: end.y })
  await expect.poll(dates).toEqual([day(4), day(17)])
  // What is written on it begins where it comes into sight.
  const canvas = page.getByRole('region', { name: 'Timeline of modules' })
  const words = bar.getByText('Tide rules')
  const gap = async () => (await words.boundingBox())!.x - (await bar.boundingBox())!.x
  const before = await gap()
  const canvasBox = await canvas.boundingBox()
  const side = await canvas.evaluate(node =>
    Number.parseFloat(getComputedStyle(node).getPropertyValue('--side')),
  )
  const start = (await bar.boundingBox())!.x
  await canvas.evaluate((node, by) => node.scrollBy(by, 0), start - canvasBox!.x - side + 20)
  await expect.poll(async () => Math.round((await gap()) - before)).toBe(20)
  expect(new URL(page.url()).pathname).toBe(place(''))
  expect(freya.errors).toEqual([])
})

test('many are chosen by keys and pointer, changed and archived as one, and taken back as one', async () => {
  const { page } = freya
  for (const name of ['Fuel dock', 'Gate codes', 'Quay wall']) await screens.add('modules', { name })
  await goWithin(page, place(''))
  const planned = page.getByRole('region', { name: 'Planned', exact: true })
  const link = (name: string) => page.getByRole('link', { name, exact: true })
  await link('Fuel dock').focus()
  await page.keyboard.press('x')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Shift+X')
  const bar = page.getByRole('toolbar', { name: 'Selected modules' })
  await bar.getByText('2 selected').waitFor()
  await sight(freya)
  await page.keyboard.press('Escape')
  await bar.waitFor({ state: 'detached' })
  for (const name of ['Fuel dock', 'Quay wall']) {
    await link(name).hover()
    await page.getByRole('checkbox', { name: `Select ${name}` }).click()
  }
  const archive = bar.getByRole('button', { name: 'Archive' })
  expect(await archive.getAttribute('aria-disabled')).toBe('true')
  await archive.focus()
  await page.keyboard.press('Enter')
  await page.getByText('Only completed or cancelled modules can be archived').waitFor()
  await bar.getByText('2 selected').waitFor()
  await bar.getByRole('button', { name: 'Status' }).click()
  await page.getByRole('option', { name: 'Completed' }).click()
  const completed = page.getByRole('region', { name: 'Completed', exact: true })
  await expect.poll(() => completed.getByRole('listitem').count()).toBe(2)
  await archive.click()
  await completed.waitFor({ state: 'detached' })
  await page.getByText('2 modules archived').waitFor()
  await page.keyboard.press('Control+z')
  await expect.poll(() => completed.getByRole('listitem').count()).toBe(2)
  await page.keyboard.press('Control+z')
  await completed.waitFor({ state: 'detached' })
  await planned.getByRole('link', { name: 'Quay wall' }).waitFor()
  // What a tab that is left has not sent yet is gone with it.
  const statuses = async () => (await storedAll()).map(({ status }) => status)
  await expect.poll(statuses).toEqual(['planned', 'planned', 'planned', 'planned'])
})

test('what narrows the list is above it; a row has its menu under the pointer, and its days where it is', async () => {
  const { page } = freya
  await goWithin(page, place(''))
  await page.getByRole('link', { name: 'Gate codes', exact: true }).waitFor()
  await page.keyboard.press('f')
  await page.getByRole('menuitem', { name: 'Starts' }).hover()
  await page.getByRole('menuitemcheckbox', { name: 'Custom range…' }).click()
  const days = page.getByRole('dialog', { name: 'Starts on other days' })
  await days.getByLabel('From').fill('today')
  await days.getByRole('button', { name: 'Show these days' }).click()
  await page.getByRole('link', { name: 'Gate codes', exact: true }).waitFor({ state: 'detached' })
  await sight(freya)
  await page
    .getByRole('group', { name: 'Starts is' })
    .getByRole('button', { name: 'Remove Starts filter' })
    .click()
  await page.getByRole('link', { name: 'Gate codes', exact: true }).click({ button: 'right' })
  await page.getByRole('menuitem', { name: 'More details' }).click()
  const about = page.getByRole('complementary', { name: 'About Gate codes' })
  await about.waitFor()
  await page.keyboard.press('Escape')
  await about.waitFor({ state: 'detached' })
  await page.getByRole('link', { name: 'Gate codes', exact: true }).hover()
  await page.getByRole('button', { name: 'Dates of Gate codes: none' }).click()
  const dates = page.getByRole('dialog', { name: 'Dates of Gate codes' })
  await dates.getByRole('button', { name: /^Due date/ }).click()
  await page
    .getByRole('dialog', { name: 'Due date' })
    .getByRole('button', { name: /^Today/ })
    .click()
  await expect
    .poll(async () => (await storedAll()).find(one => one.name === 'Gate codes')?.target_date)
    .toBe(day(0))
  // On a board the same is asked of a card.
  await goWithin(page, place('?layout=board'))
  await page.getByRole('article', { name: 'Gate codes' }).click({ button: 'right' })
  await page.getByRole('menuitem', { name: 'More details' }).click()
  await about.waitFor()
  await sight(freya)
  // In an order of its own, names of the timeline are put elsewhere as rows of the list are.
  await goWithin(page, place('?layout=timeline&sort=manual'))
  const names = () =>
    page
      .getByRole('region', { name: 'Timeline of modules' })
      .getByRole('link', { name: /^(Fuel dock|Quay wall|Gate codes)$/ })
      .allTextContents()
  await expect.poll(names).toEqual(['Quay wall', 'Gate codes', 'Fuel dock'])
  await page.getByRole('link', { name: 'Quay wall', exact: true }).focus()
  await page.keyboard.press('Alt+ArrowDown')
  await expect.poll(names).toEqual(['Gate codes', 'Quay wall', 'Fuel dock'])
})

test('a completed module says how long before or after its due day that was', async () => {
  const days = { start_date: day(-9), target_date: day(3) }
  const storm = await screens.add('modules', { name: 'Storm closing', status: 'completed', ...days })
  await goWithin(freya.page, place(''))
  const storms = freya.page
    .getByRole('region', { name: 'Completed', exact: true })
    .getByRole('listitem')
    .filter({ hasText: 'Storm closing' })
  await storms.getByText('3 days early').waitFor()
  await screens.team.member.patch(`${screens.team.path}/modules/${storm}/`, { target_date: day(-1) })
  await storms.getByText('1 day late').waitFor()
  expect((await screens.team.admin.delete(`${screens.team.path}/modules/${storm}/`)).status).toBe(204)
})

test('the columns of a row fill it at every width: none is empty behind the last', async () => {
  const who = freya
  await screens.add('modules', { name: 'Row of boats', status: 'completed' })
  await goWithin(who.page, place('?layout=list'))
  for (const width of [1440, 1100, 900, 768]) {
    await who.page.setViewportSize({ width, height: 900 })
    const row = who.page.locator('[data-row]').filter({ hasText: 'Row of boats' })
    await row.waitFor()
    const behind = () =>
      row.evaluate(one => {
        const cells = [...one.children].filter(child => getComputedStyle(child).position !== 'absolute')
        const ends = cells.map(child => child.getBoundingClientRect().right)
        return Math.round(one.getBoundingClientRect().right - Math.max(...ends))
      })
    await expect.poll(behind, { message: `at ${width}` }).toBeLessThanOrEqual(16)
  }
})
