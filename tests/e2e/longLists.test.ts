import { afterAll, beforeAll, expect, test } from 'vitest'
import { goWithin, leaveSeats, type Seat } from '../support/browser.ts'
import { day, type IssueScreens, issueScreens } from '../support/issueScreens.ts'

let screens: IssueScreens
let freya: Seat
const press = async (...keys: string[]) => {
  for (const key of keys) await freya.page.keyboard.press(key)
}
const field = () => freya.page.getByRole('textbox', { name: 'New issue title' })

beforeAll(async () => {
  screens = await issueScreens({ 'Gate code': {} })
  freya = screens.freya
  await screens.fill(50)
})
afterAll(leaveSeats)

test.each(['list', 'spreadsheet', 'kanban'])(
  '%s: words typed after + are a title, however long the group',
  async layout => {
    await screens.look(freya, `layout=${layout}&group_by=state_id`)
    await freya.page.getByRole('button', { name: 'New issue in Backlog' }).first().click()
    await field().waitFor()
    await freya.page.keyboard.type(`Paint ${layout}`)
    await expect.poll(() => field().inputValue()).toBe(`Paint ${layout}`)
    await expect.poll(async () => (await field().boundingBox())?.y ?? 9_999).toBeLessThan(880)
    await press('Enter', 'Escape')
    await expect.poll(() => screens.count(`name=Paint%20${layout}`)).toBe(1)
  },
)

test('the strip of a group stays at the top while its rows pass', async () => {
  for (const layout of ['list', 'spreadsheet']) {
    await screens.look(freya, `layout=${layout}&group_by=state_id`)
    await freya.page.locator('[data-scroller]').evaluate(node => node.scrollTo(0, 500))
    const strip = freya.page.getByRole('heading', { name: /Backlog/ })
    await expect.poll(async () => (await strip.boundingBox())?.y ?? -1).toBeGreaterThan(40)
    // Nor do they move when an issue is begun there.
    await freya.page.getByRole('button', { name: 'New issue in Backlog' }).first().click()
    await freya.page.keyboard.type('Oil')
    await expect.poll(() => field().inputValue()).toBe('Oil')
    expect(await freya.page.locator('[data-scroller]').evaluate(node => node.scrollTop)).toBe(500)
    await press('Escape')
  }
})

test('nothing of a kind is offered to be seen otherwise, not to be begun', async () => {
  const { page } = freya
  await goWithin(
    page,
    `/${screens.slug}/projects/${screens.projectId}/issues?layout=list&group_by=&type=active`,
  )
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await page.locator('[data-issue]').first().waitFor()
  await screens.look(freya, 'layout=kanban&group_by=state_id')
  await page.getByRole('button', { name: 'Display' }).click()
  await page.getByRole('menuitem', { name: 'Show', exact: true }).waitFor()
  // The columns of the states are whatever they hold.
  expect(await page.getByRole('menuitemcheckbox', { name: 'Empty groups' }).count()).toBe(0)
  await press('Escape')
})

test('a list is where it was when one comes back to it', async () => {
  const { page } = freya
  const scroller = page.locator('[data-scroller]').first()
  const top = () => scroller.evaluate(node => node.scrollTop)
  await screens.look(freya, 'layout=list&group_by=')
  await scroller.evaluate(node => node.scrollTo(0, 600))
  await expect.poll(top).toBe(600)
  await page.locator('[data-issue] [data-title]').nth(30).focus()
  expect(await top()).toBeGreaterThan(300)
  // Left in the frame of the scroll itself.
  const before = await scroller.evaluate(node => {
    node.scrollBy(0, 20)
    document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true }))
    return node.scrollTop
  })
  await page.waitForURL(/\/issues\/[0-9a-f-]{36}/)
  await page.goBack()
  await page.locator('[data-issue]').first().waitFor()
  await expect.poll(top).toBe(before)
})

test('who has how much of a cycle counts all of its issues, not those of the first pages', async () => {
  const { team } = screens
  await screens.fill(100)
  const { body } = await team.admin.get<{ results: { id: string }[] }>(`${team.path}/issues/?per_page=1000`)
  const spring = await screens.add('cycles', { name: 'Spring', start_date: day(-1), end_date: day(5) })
  const issues = body.results.map(({ id }) => id)
  await team.admin.post(`${team.path}/cycles/${spring}/cycle-issues/`, { issues })
  await goWithin(freya.page, `/${screens.slug}/projects/${screens.projectId}/cycles/${spring}?layout=list`)
  await freya.page
    .getByRole('complementary', { name: 'About Spring' })
    .getByRole('button', { name: `Backlog ${await screens.count('state_group=backlog')} issues` })
    .waitFor()
})
