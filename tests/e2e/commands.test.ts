import { afterAll, beforeAll, expect, test } from 'vitest'
import { goWithin, leaveSeats, type Seat } from '../support/browser.ts'
import { focusedText, type IssueScreens, issueScreens } from '../support/issueScreens.ts'
import { sight } from '../support/sight.ts'

let screens: IssueScreens
let freya: Seat

beforeAll(async () => {
  screens = await issueScreens({ 'Gate code': {}, 'Waiting list': {}, Dredging: {} })
  freya = screens.freya
})
afterAll(leaveSeats)

const menu = () => freya.page.getByRole('dialog', { name: 'Command menu' })
const chosen = () => menu().locator('[role="option"][aria-selected="true"]')
const press = async (...keys: string[]) => {
  for (const key of keys) await freya.page.keyboard.press(key)
}
/** Types into the menu and waits for the entry that Enter would run. */
const expectFirst = async (typed: string, first: string) => {
  await press('Control+a')
  await freya.page.keyboard.type(typed)
  await expect.poll(() => chosen().textContent()).toContain(first)
  expect(await menu().locator('[role="option"]').first().textContent()).toContain(first)
}

test('the menu is about the focused row, and finds each verb by people’s words for it', async () => {
  await screens.look(freya, 'layout=list&group_by=state_id')
  await screens.title(freya, 'Waiting list').focus()
  await press('Control+k')
  await menu().getByText('Waiting list').waitFor()
  await sight(freya)
  for (const [typed, first] of [
    ['assign', 'Assign to…'],
    ['due', 'Set due date…'],
    ['deadline', 'Set due date…'],
    ['done', 'Move to Done'],
    ['theme', 'Theme: as the system'],
    ['dark mode', 'Theme: dark'],
    ['sort', 'Order by'],
    ['board', 'Show as board'],
  ] as const)
    await expectFirst(typed, first)
  await expectFirst('due', 'Set due date…')
  await press('Enter')
  await freya.page.getByRole('dialog', { name: 'Due date' }).waitFor()
  await press('Escape')
  await expect.poll(() => focusedText(freya)).toBe('Waiting list')
  await press('Control+k')
  // Keys walk round, and to both ends; the name of a group comes into sight with its first one.
  const places = () =>
    menu()
      .getByRole('option')
      .evaluateAll(all => {
        const at = all.findIndex(one => one.ariaSelected === 'true')
        return at === all.length - 1 ? 'last' : at
      })
  await expect.poll(places).toBe(0)
  await press('ArrowUp')
  await expect.poll(places).toBe('last')
  await press('ArrowDown')
  await expect.poll(places).toBe(0)
  await press('End')
  await expect.poll(places).toBe('last')
  await press('Home')
  await expect.poll(places).toBe(0)
  const name = menu().getByRole('group').first().locator('[aria-hidden]').first()
  const field = await menu().getByRole('combobox').boundingBox()
  await expect
    .poll(async () => (await name.boundingBox())!.y)
    .toBeGreaterThanOrEqual(field!.y + field!.height)
  const active = await menu().getByRole('combobox').getAttribute('aria-activedescendant')
  expect(await menu().getByRole('option').first().getAttribute('id')).toBe(active)
  await expectFirst('set priority to urg', 'Set priority to Urgent')
  await press('Enter')
  await expect.poll(async () => (await screens.stored('Waiting list')).priority).toBe('urgent')
})

test('a selection is meant as a whole; taken out of the menu nothing is', async () => {
  await screens.title(freya, 'Gate code').focus()
  await press('x', 'j', 'x', 'Control+k')
  await menu().getByText('2 issues').waitFor()
  await expectFirst('priority to low', 'Set priority to Low')
  await press('Enter')
  for (const name of ['Gate code', 'Waiting list'])
    await expect.poll(async () => (await screens.stored(name)).priority).toBe('low')
  await press('Control+k')
  // The command run last is offered first.
  await expect.poll(() => chosen().textContent()).toContain('Set priority to Low')
  await press('Backspace')
  await expect.poll(() => menu().getByText('2 issues').count()).toBe(0)
  await expect.poll(() => menu().getByText('Change state…').count()).toBe(0)
  await press('Escape', 'Escape')
})

test('filters, orders, layouts and themes are commands of the list', async () => {
  const param = (name: string) => new URL(freya.page.url()).searchParams.get(name)
  await press('Control+k')
  await expectFirst('filter by priority', 'Filter by priority…')
  await press('Enter')
  await freya.page.getByRole('option', { name: 'Low' }).click()
  await press('Escape')
  await expect.poll(() => param('priority')).toBe('low')
  await press('Control+k')
  await expectFirst('order by due', 'Order by due date')
  await press('Enter')
  await expect.poll(() => param('order_by')).toContain('target_date')
  await press('Control+k')
  await expectFirst('show as table', 'Show as table')
  await press('Enter')
  await expect.poll(() => param('layout')).toBe('spreadsheet')
  await press('Control+k')
  await expectFirst('theme dark', 'Theme: dark')
  await press('Enter')
  await expect.poll(() => freya.page.locator('html').getAttribute('data-theme')).toBe('dark')
})

test('a page and a workspace are made from anywhere, by a command or a key', async () => {
  const { page } = freya
  const home = async () => {
    await goWithin(page, `/${screens.slug}`)
    // What may be made is known with the projects.
    await page.locator('[data-project]').first().waitFor()
  }
  const at = (path: RegExp) => expect.poll(() => new URL(page.url()).pathname).toMatch(path)
  await press('Control+k')
  await expectFirst('new page', 'New page')
  await press('Enter')
  await at(/\/pages\/[0-9a-f-]{36}$/)
  await home()
  await press('d')
  await at(/\/pages\/[0-9a-f-]{36}$/)
  await home()
  await press('Control+k')
  await expectFirst('create workspace', 'New workspace')
  await press('Enter')
  await at(/^\/create-workspace$/)
})

test('a started state after the first one has the same sign in a list, in the search and on the menu’s subject', async () => {
  const { page } = freya
  const state = { name: 'In review', group: 'started', color: '#8B5CF6' }
  const { body } = await screens.team.admin.post<{ id: string }>(`${screens.team.path}/states/`, state)
  await screens.change('Dredging', { state_id: body.id })
  await screens.look(freya, 'layout=list&group_by=')
  const signIn = (within: ReturnType<typeof menu>) =>
    within
      .getByRole('img', { name: 'In review' })
      .locator('path')
      .evaluate(node => [node.getAttribute('d'), node.getAttribute('fill')])
  const listed = await signIn(page.locator(`[data-issue="${screens.idOf('Dredging')}"]`))
  await screens.title(freya, 'Dredging').focus()
  await press('Control+k')
  expect(await signIn(menu())).toEqual(listed)
  await page.keyboard.type('dredg')
  expect(await signIn(menu().locator('[role="option"]', { hasText: 'Dredging' }))).toEqual(listed)
})
