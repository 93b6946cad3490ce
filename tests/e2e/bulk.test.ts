import { afterAll, beforeAll, expect, test } from 'vitest'
import { leaveSeats, type Seat } from '../support/browser.ts'
import { focusedText, type IssueScreens, issueScreens, mayDrag } from '../support/issueScreens.ts'
import { sight } from '../support/sight.ts'

let screens: IssueScreens
let freya: Seat
let mei: Seat
beforeAll(async () => {
  screens = await issueScreens({
    'Gate code': {},
    'Waiting list': {},
    Dredging: { priority: 'high' },
    'Tide window': {},
    'Radio call sign': {},
  })
  freya = screens.freya
  mei = screens.mei
})
afterAll(leaveSeats)

const bar = ({ page }: Seat) => page.getByRole('toolbar', { name: 'Selected issues' })
const row = ({ page }: Seat, name: string) => page.locator('[data-issue]').filter({ hasText: name }).first()
/** Where a row is rounded: above and below. */
const rounded = (who: Seat, name: string) =>
  row(who, name).evaluate(node => {
    const { borderTopLeftRadius: above, borderBottomRightRadius: below } = getComputedStyle(node)
    return [above !== '0px', below !== '0px']
  })
const priority = (name: string) => async () => (await screens.stored(name)).priority
const box = (who: Seat, name: string) => row(who, name).getByRole('checkbox')
const undo = (who: Seat) => who.page.keyboard.press('Control+z')

test('by mouse: a range is selected, changed at once for both, and taken back by the toast', async () => {
  await screens.look(freya, 'layout=list&group_by=')
  await screens.look(mei, 'layout=list&group_by=')
  await row(freya, 'Gate code').hover()
  await box(freya, 'Gate code').click()
  await box(freya, 'Dredging').click({ modifiers: ['Shift'] })
  await expect.poll(() => bar(freya).getByRole('status').textContent()).toBe('3 selected')
  // Together they look like one.
  expect(await rounded(freya, 'Gate code')).toEqual([true, false])
  expect(await rounded(freya, 'Waiting list')).toEqual([false, false])
  expect(await rounded(freya, 'Dredging')).toEqual([false, true])
  expect(await rounded(freya, 'Tide window')).toEqual([true, true])
  await sight(freya)
  await bar(freya).getByRole('button', { name: 'Priority' }).click()
  await freya.page.getByRole('option', { name: /Urgent/ }).click()
  for (const name of ['Gate code', 'Waiting list', 'Dredging'])
    await expect.poll(() => row(mei, name).getByLabel('Urgent', { exact: true }).count()).toBe(1)
  // Where there is no room beside the bar, a toast is above it.
  await freya.page.setViewportSize({ width: 768, height: 900 })
  const [toast, foot] = await Promise.all([
    freya.page.locator('[data-toast]').boundingBox(),
    bar(freya).boundingBox(),
  ])
  expect(toast!.y + toast!.height).toBeLessThanOrEqual(foot!.y)
  await freya.page.setViewportSize({ width: 1440, height: 900 })
  await freya.page.getByRole('button', { name: /^Undo/ }).click()
  await expect.poll(priority('Gate code')).toBe('none')
  await expect.poll(priority('Dredging')).toBe('high')
  await freya.page.keyboard.press('Escape')
  await expect.poll(() => bar(freya).count()).toBe(0)
})

test('by keys alone: select, extend, change, take back and do it again', async () => {
  await screens.lookAnew(freya, 'layout=list&group_by=')
  const { keyboard } = freya.page
  await keyboard.press('j')
  await expect.poll(() => focusedText(freya)).toBe('Gate code')
  await keyboard.press('x')
  await keyboard.press('Shift+ArrowDown')
  await expect.poll(() => bar(freya).getByRole('status').textContent()).toBe('2 selected')
  await keyboard.press('p')
  await freya.page.getByRole('option', { name: /Low/ }).waitFor()
  await sight(freya)
  await keyboard.type('low')
  await keyboard.press('Enter')
  await expect.poll(priority('Waiting list')).toBe('low')
  // Pressed before the server has answered, each takes up what the one before leaves.
  await undo(freya)
  await keyboard.press('Control+Shift+Z')
  await freya.page.getByText(/^Redone: /).waitFor()
  expect(await priority('Waiting list')()).toBe('low')
  await undo(freya)
  await expect.poll(priority('Waiting list')).toBe('none')
  await keyboard.press('Control+Shift+Z')
  await expect.poll(priority('Gate code')).toBe('low')
  await keyboard.press('Escape')
  await keyboard.press('Control+a')
  await expect.poll(() => bar(freya).getByRole('status').textContent()).toBe('5 selected')
  await keyboard.press('2')
  await freya.page.getByRole('heading', { name: /Backlog/ }).waitFor()
  await expect.poll(() => bar(freya).getByRole('status').textContent()).toBe('5 selected')
})

test('fields that someone changed meanwhile are left as they are, and named', async () => {
  await screens.look(freya, 'layout=list&group_by=')
  await screens.change('Gate code', { priority: 'none' })
  await screens.change('Waiting list', { priority: 'none' })
  await box(freya, 'Gate code').check({ force: true })
  await box(freya, 'Waiting list').check({ force: true })
  await freya.page.keyboard.press('p')
  await freya.page.getByRole('option', { name: /Medium/ }).click()
  await expect.poll(priority('Waiting list')).toBe('medium')
  await screens.change('Waiting list', { priority: 'urgent' })
  await row(freya, 'Waiting list').getByLabel('Urgent', { exact: true }).waitFor({ state: 'attached' })
  await undo(freya)
  await freya.page.getByText('Undone, except for 1 of 2').waitFor()
  await expect.poll(priority('Gate code')).toBe('none')
  expect(await priority('Waiting list')()).toBe('urgent')
})

test('many are deleted after their count was seen, and brought back', async () => {
  await screens.look(freya, 'layout=list&group_by=')
  await screens.look(mei, 'layout=list&group_by=')
  await box(freya, 'Tide window').check({ force: true })
  await box(freya, 'Radio call sign').check({ force: true })
  await freya.page.keyboard.press('#')
  await freya.page.getByRole('dialog', { name: 'Delete 2 issues?' }).waitFor()
  await sight(freya)
  await freya.page.keyboard.press('Enter')
  await expect.poll(() => row(mei, 'Tide window').count()).toBe(0)
  await expect.poll(() => row(freya, 'Radio call sign').count()).toBe(0)
  await undo(freya)
  await row(mei, 'Tide window').waitFor()
  await row(freya, 'Radio call sign').waitFor()
})

test('a refused change goes back as a whole, with one reason, and leaves nothing to undo', async () => {
  await screens.look(freya, 'layout=spreadsheet&group_by=')
  const { page } = freya
  const before = [await priority('Dredging')(), await priority('Tide window')()]
  await page.route('**/bulk-operation-issues/', route =>
    route.fulfill({ status: 400, json: { error: 'The tide is out.' } }),
  )
  await row(freya, 'Dredging').locator('[data-title]').focus()
  await page.keyboard.press('x')
  await page.keyboard.press('Shift+ArrowDown')
  await sight(freya)
  await page.keyboard.press('p')
  await page.getByRole('option', { name: /Low/ }).click()
  await page
    .getByRole('alert')
    .or(page.locator('[data-toast="failure"]'))
    .getByText('The tide is out.')
    .waitFor()
  expect([await priority('Dredging')(), await priority('Tide window')()]).toEqual(before)
  await expect.poll(() => row(freya, 'Tide window').getByText('Low').count()).toBe(0)
  await page.unroute('**/bulk-operation-issues/')
  await page.getByRole('button', { name: 'Close' }).click()
  await undo(freya)
  expect([await priority('Dredging')(), await priority('Tide window')()]).toEqual(before)
})

test('on the timeline as well: a selection gets its due date at once', async () => {
  await screens.look(freya, 'layout=gantt_chart&group_by=')
  const { page } = freya
  await screens.title(freya, 'Gate code').focus()
  await page.keyboard.press('x')
  await page.keyboard.press('Shift+ArrowDown')
  await expect.poll(() => bar(freya).getByRole('status').textContent()).toBe('2 selected')
  await sight(freya)
  await page.keyboard.press('d')
  await page.getByRole('textbox', { name: 'Due date' }).fill('2027-04-01')
  await page.keyboard.press('Enter')
  await screens.expectDates('Waiting list', [null, '2027-04-01'])
  await undo(freya)
  await screens.expectDates('Gate code', [null, null])
})

test('a person who may delete only some is told which stay; a group is selected by its box', async () => {
  await screens.look(mei, 'layout=list&group_by=state_id')
  const { page } = mei
  await page.getByRole('checkbox', { name: 'Select all of Backlog' }).check({ force: true })
  await expect.poll(() => bar(mei).getByRole('status').textContent()).toBe('5 selected')
  expect(await bar(mei).getByRole('button', { name: 'Delete' }).count()).toBe(0)
  const own = await screens.createBy('member', 'Mooring rings')
  await row(mei, 'Mooring rings').waitFor()
  await page.getByRole('checkbox', { name: 'Select all of Backlog' }).check({ force: true })
  await page.keyboard.press('#')
  const question = page.getByRole('dialog', { name: 'Delete 1 issue?' })
  await question.getByText('5 that you may not delete stay.').waitFor()
  await question.getByRole('button', { name: 'Delete 1 issue' }).click()
  await page.getByText('deleted; 5 left out because you may not delete them').waitFor()
  await expect.poll(() => page.locator(`[data-issue="${own}"]`).count()).toBe(0)
})

test('the menu of a row: by right click and by its key, for one and for the selection', async () => {
  await screens.look(freya, 'layout=list&group_by=')
  const { page } = freya
  await row(freya, 'Dredging').click({ button: 'right' })
  await page.getByRole('menuitem', { name: 'Move to' }).waitFor()
  await sight(freya)
  await page.keyboard.press('Escape')
  await expect.poll(() => focusedText(freya)).toBe('Dredging')
  await page.keyboard.press('x')
  await page.keyboard.press('Shift+ArrowDown')
  await page.keyboard.press('.')
  await page.getByRole('menuitem', { name: 'Move to' }).click()
  await page.getByRole('menuitemcheckbox', { name: /Done/ }).click()
  await expect.poll(async () => (await screens.stored('Tide window')).state__group).toBe('completed')
  await page.keyboard.press('.')
  await page.getByRole('menuitem', { name: 'Archive' }).click()
  await expect.poll(() => row(freya, 'Dredging').count()).toBe(0)
  await undo(freya)
  await row(freya, 'Dredging').waitFor()
  await expect.poll(async () => (await screens.stored('Dredging')).archived_at).toBe(null)
})

test('a selected card takes the others along', async () => {
  await screens.look(freya, 'layout=kanban&group_by=priority')
  const { page } = freya
  const cards = (name: string) => page.getByRole('list', { name, exact: true }).locator('[data-issue]')
  await box(freya, 'Tide window').check({ force: true })
  await box(freya, 'Radio call sign').check({ force: true })
  await mayDrag(freya)
  await row(freya, 'Tide window').dragTo(page.getByRole('region', { name: /^Urgent/ }))
  await expect
    .poll(() =>
      cards('Urgent')
        .filter({ hasText: /Tide|Radio/ })
        .count(),
    )
    .toBe(2)
  await expect.poll(priority('Radio call sign')).toBe('urgent')
  await undo(freya)
  await expect.poll(priority('Radio call sign')).toBe('none')
})

test('a thousand issues are selected and changed in one call, and go back in one', async () => {
  const { page } = freya
  for (const who of [freya, mei]) await who.page.goto('about:blank')
  await screens.fill(1_000)
  await screens.lookAnew(freya, 'layout=list&group_by=')
  const calls: string[] = []
  page.on('request', request => {
    if (/bulk-operation|\/issues\/[^/]+\/$/.test(request.url()) && request.method() !== 'GET')
      calls.push(request.url().split('/').at(-2) ?? '')
  })
  await page.keyboard.press('Control+a')
  await bar(freya)
    .getByRole('button', { name: /^Select all 1,0/ })
    .click()
  await expect.poll(() => bar(freya).getByRole('status').textContent()).toMatch(/^1,0\d\d selected/)
  await page.keyboard.press('p')
  await page.getByRole('option', { name: /Medium/ }).click()
  await expect.poll(() => row(freya, 'Gate code').getByLabel('Medium', { exact: true }).count()).toBe(1)
  await expect.poll(() => screens.count('priority=medium')).toBeGreaterThan(1_000)
  expect(calls.length).toBeLessThanOrEqual(2)
  await undo(freya)
  await expect.poll(() => screens.count('priority=medium')).toBeLessThan(5)
})
