import { afterAll, beforeAll, expect, test } from 'vitest'
import { leaveSeats, type Seat } from '../support/browser.ts'
import { day, drag, type IssueScreens, issueScreens, mayDrag } from '../support/issueScreens.ts'

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
const stored = async () => {
  const { body } = await screens.team.admin.get<Record<string, unknown>[]>(`${screens.team.path}/modules/`)
  return body[0]
}
const middle = async (of: ReturnType<Seat['page']['locator']>) => {
  const box = await of.boundingBox()
  if (!box) throw new Error('not in sight')
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 }
}

test('a card is put by the pointer into the column of another status, and everyone sees it there', async () => {
  const { page } = freya
  await page.goto(place('?layout=board'))
  await screens.mei.page.goto(place('?layout=board'))
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
  await page.goto(place('?layout=timeline'))
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
  expect(new URL(page.url()).pathname).toBe(place(''))
  expect(freya.errors).toEqual([])
})
