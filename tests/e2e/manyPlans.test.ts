import { afterAll, beforeAll, expect, test } from 'vitest'
import { must } from '../../api/contract/errors.ts'
import { viewerOfUser } from '../../api/db/viewer.ts'
import { inWork } from '../../api/db/work.ts'
import { createModule } from '../../api/planning/modules/module.service.ts'
import { createView } from '../../api/planning/views/view.service.ts'
import { goWithin, leaveSeats, type Seat } from '../support/browser.ts'
import { day, drag, focusedText, type IssueScreens, issueScreens, mayDrag } from '../support/issueScreens.ts'
import { sharedServer } from '../support/server.ts'
import { sight } from '../support/sight.ts'

const MANY = 150
/** More than a screen shows, and far fewer than there are. */
const MOST_DRAWN = 75

let screens: IssueScreens
let freya: Seat

beforeAll(async () => {
  screens = await issueScreens({})
  freya = screens.freya
  const { db } = await sharedServer()
  const [workspaceId, projectId] = [screens.team.workspace.id, screens.projectId]
  const viewer = must(await viewerOfUser(db, screens.adminId), 'the maker of plans')
  const plan = {
    status: 'planned' as const,
    start_date: day(1),
    target_date: day(9),
    lead_id: null,
    member_ids: [],
  }
  await inWork(db, { viewer }, async work => {
    for (let n = 1; n <= MANY; n++) {
      await createModule(work, { workspaceId, projectId }, { ...plan, name: nameOf(n) })
      const fields = { name: nameOf(n), filters: {}, display_filters: {} }
      await createView(work, { workspace: workspaceId, project: projectId }, fields)
    }
  })
})
afterAll(leaveSeats)

const nameOf = (n: number) => `Berth ${n}`
const place = (rest: string) => `/${screens.slug}/projects/${screens.projectId}/${rest}`
const drawn = () => freya.page.locator('main [data-row]').count()
const press = async (...keys: string[]) => {
  for (const key of keys) await freya.page.keyboard.press(key)
}
const onName = (n: number) => expect.poll(() => focusedText(freya)).toBe(nameOf(n))
const middle = async (of: ReturnType<Seat['page']['locator']>) => {
  const box = await of.boundingBox()
  if (!box) throw new Error('not in sight')
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 }
}

test.each([
  'modules?layout=list',
  'modules?layout=board',
  'modules?layout=timeline',
  'views?order_by=name&order=asc',
])('%s: of many only those in sight are drawn, and keys lead through all of them', async address => {
  const { page } = freya
  await goWithin(page, place(address))
  const link = (n: number) => page.getByRole('link', { name: nameOf(n), exact: true })
  await link(1).waitFor()
  expect(await drawn()).toBeLessThan(MOST_DRAWN)
  await link(1).focus()
  // One after the other, faster than they are drawn.
  await press('End', 'ArrowUp')
  await onName(MANY - 1)
  await press('ArrowDown')
  await onName(MANY)
  expect(await drawn()).toBeLessThan(MOST_DRAWN)
  await sight(freya)
  // Scrolling the row with the focus away does not take the focus from it.
  await page.mouse.move(...(await over(link(MANY))))
  await page.mouse.wheel(0, -100_000)
  await link(1).waitFor()
  await onName(MANY)
  await press('ArrowUp')
  await onName(MANY - 1)
  await press('Home')
  await onName(1)
  await press('ArrowDown', 'ArrowDown')
  await onName(3)
  expect(freya.errors).toEqual([])
})
const over = async (of: ReturnType<Seat['page']['locator']>) => {
  const { x, y } = await middle(of)
  return [x, y] as const
}

test('timeline: keys lead from bar to bar', async () => {
  const { page } = freya
  await goWithin(page, place('modules?layout=timeline'))
  await page.getByRole('link', { name: /^Berth 1, / }).focus()
  const onBar = (n: number) =>
    expect
      .poll(() => page.evaluate(() => document.activeElement?.getAttribute('aria-label')))
      .toMatch(new RegExp(`^Berth ${n}, Planned`))
  await press('ArrowDown')
  await onBar(2)
  await press('End')
  await onBar(MANY)
})

test('board: a card from far below is put into another column, and its column closes up', async () => {
  const { page } = freya
  await goWithin(page, place('modules?layout=board'))
  const card = (n: number) => page.getByRole('article', { name: nameOf(n), exact: true })
  await card(1).waitFor()
  await mayDrag(freya)
  await page.getByRole('link', { name: nameOf(1), exact: true }).focus()
  await press('End')
  await onName(MANY)
  const column = page.getByRole('region', { name: /^In progress/ })
  await drag(freya, await middle(card(MANY)), await middle(column))
  await column.getByRole('article', { name: nameOf(MANY), exact: true }).waitFor()
  await page.getByRole('region', { name: `Planned, ${MANY - 1} modules` }).waitFor()
  await card(MANY - 1).waitFor()
  expect(freya.errors).toEqual([])
})
