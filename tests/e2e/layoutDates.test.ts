import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { leaveSeats, type Seat } from '../support/browser.ts'
import { day, drag, focusedText, type IssueScreens, issueScreens } from '../support/issueScreens.ts'
import { sight } from '../support/sight.ts'

let screens: IssueScreens
let freya: Seat
let mei: Seat
beforeAll(async () => {
  screens = await issueScreens({
    'Charge by the metre': { start_date: day(0), target_date: day(3) },
    'Tide window': { start_date: '2027-03-08', target_date: '2027-03-10' },
    'Gate code': { target_date: '2027-03-16' },
    'Waiting list': {},
  })
  freya = screens.freya
  mei = screens.mei
})
afterAll(leaveSeats)

const bar = (who: Seat, name: string) => who.page.locator('[data-bar]', { hasText: name })
const middle = async (who: Seat, name: string) => {
  const box = await bar(who, name).boundingBox()
  if (!box) throw new Error(`no bar of ${name}`)
  return { x: box.x + box.width / 2, y: box.y + box.height / 2, right: box.x + box.width, left: box.x }
}
const DAY = 60

test('timeline: a bar is pulled, its end as well, and taken back; the other one sees it', async () => {
  await screens.look(freya, 'layout=gantt_chart&group_by=')
  await screens.look(mei, 'layout=gantt_chart&group_by=')
  await bar(freya, 'Charge by the metre').waitFor()
  // Where the whole title has no room it is cut, with what is left of it in sight.
  await screens.change('Charge by the metre', {
    name: 'Charge by the metre, rounded up to half a metre and no less',
  })
  const title = bar(freya, 'Charge by the metre').getByText(/no less$/)
  await expect
    .poll(() => title.evaluate(node => node.scrollWidth > node.clientWidth && node.clientWidth > 150))
    .toBe(true)
  // Where its beginning is scrolled out of sight, its words begin at what is left of it.
  const scroller = freya.page.locator('[data-scroller]')
  const start = await bar(freya, 'Charge by the metre').boundingBox()
  const names = await freya.page.locator('.timeline-name').first().boundingBox()
  const seenFrom = names!.x + names!.width
  await scroller.evaluate((node, by) => node.scrollBy(by, 0), start!.x - seenFrom + 90)
  await expect
    .poll(async () => {
      const hidden = seenFrom - (await title.boundingBox())!.x
      return hidden <= 0 && hidden > -40
    })
    .toBe(true)
  expect(await title.evaluate(node => node.clientWidth)).toBeGreaterThan(80)
  await scroller.evaluate((node, by) => node.scrollBy(-by, 0), start!.x - seenFrom + 90)
  await screens.change('Charge by the metre', { name: 'Charge by the metre' })
  await sight(freya)
  const before = await middle(mei, 'Charge by the metre')
  const from = await middle(freya, 'Charge by the metre')
  await drag(freya, from, { x: from.x + 2 * DAY, y: from.y })
  await screens.expectDates('Charge by the metre', [day(2), day(5)])
  await expect
    .poll(async () => Math.round((await middle(mei, 'Charge by the metre')).left - before.left))
    .toBe(2 * DAY)
  const end = await middle(freya, 'Charge by the metre')
  await drag(freya, { x: end.right - 1, y: end.y }, { x: end.right - 1 - DAY, y: end.y })
  await screens.expectDates('Charge by the metre', [day(2), day(4)])
  await freya.page.keyboard.press('Control+z')
  await screens.expectDates('Charge by the metre', [day(2), day(5)])
})

test('timeline: a bar that is held is not overwritten until it is let go', async () => {
  await screens.look(freya, 'layout=gantt_chart&group_by=')
  await screens.look(mei, 'layout=gantt_chart&group_by=')
  // Longer than before: so both are seen to have learned of it.
  await screens.change('Charge by the metre', { start_date: day(0), target_date: day(4) })
  const { page } = freya
  const days = async (who: Seat) => {
    const { left, right } = await middle(who, 'Charge by the metre')
    return Math.round((right - left) / DAY)
  }
  for (const who of [freya, mei]) await expect.poll(() => days(who)).toBe(5)
  const place = await middle(freya, 'Charge by the metre')
  await drag(freya, place, { x: place.x + DAY, y: place.y }, true)
  const held = await middle(freya, 'Charge by the metre')
  await screens.change('Charge by the metre', { start_date: day(4), target_date: day(6) })
  await expect
    .poll(async () => (await middle(mei, 'Charge by the metre')).left)
    .toBeGreaterThan(place.left + 3 * DAY)
  expect((await middle(freya, 'Charge by the metre')).left).toBe(held.left)
  await page.keyboard.press('Escape')
  await page.mouse.up()
  await expect
    .poll(async () => Math.round((await middle(freya, 'Charge by the metre')).left - place.left))
    .toBe(4 * DAY)
  await screens.expectDates('Charge by the metre', [day(4), day(6)])
})

test('timeline: by keys alone dates are given, moved and said', async () => {
  await screens.look(freya, 'layout=gantt_chart&group_by=')
  const { page } = freya
  await screens.title(freya, 'Waiting list').focus()
  await page.keyboard.press('Alt+ArrowRight')
  await screens.expectDates('Waiting list', [day(0), day(1)])
  const title = screens.title(freya, 'Waiting list')
  await title.focus()
  await page.keyboard.press('Alt+Shift+ArrowRight')
  await screens.expectDates('Waiting list', [day(0), day(2)])
  await page.locator('[aria-live="polite"]', { hasText: '–' }).first().waitFor()
  await screens.change('Waiting list', { start_date: null, target_date: null })
})

test('timeline: a line leads from the blocking to the blocked bar, as soon as somebody relates them', async () => {
  await screens.look(freya, 'layout=gantt_chart&group_by=')
  const lines = freya.page.locator('[data-links] > g')
  await screens.change('Waiting list', { start_date: day(8), target_date: day(9) })
  expect(await lines.count()).toBe(0)
  await screens.blockedBy('Waiting list', 'Charge by the metre')
  await expect.poll(() => lines.count()).toBe(1)
  // It is there as well for somebody who comes later.
  await freya.page.reload()
  await expect.poll(() => lines.count()).toBe(1)
  await screens.change('Waiting list', { start_date: null, target_date: null })
  await expect.poll(() => lines.count()).toBe(0)
})

test('timeline: a relation is drawn from bar to bar, refused in words, and undone', async () => {
  const { page } = freya
  await screens.change('Waiting list', { start_date: day(6), target_date: day(7) })
  await screens.look(freya, 'layout=gantt_chart&group_by=')
  const lines = page.locator('[data-links] > g')
  await bar(freya, 'Charge by the metre').waitFor()
  await expect.poll(() => lines.count()).toBe(1)
  await page.locator('[data-linking]').waitFor({ state: 'detached' })
  const pull = async (name: string, to: string, hold: boolean) => {
    const from = await middle(freya, name)
    await drag(freya, { x: from.right + 13, y: from.y }, await middle(freya, to), hold)
  }
  // It waits for the other already: the other way round neither could begin.
  await pull('Waiting list', 'Charge by the metre', true)
  await page.getByText(/already blocks/).waitFor()
  await page.keyboard.press('Escape')
  await page.locator('[data-linking]').waitFor({ state: 'detached' })
  await page.mouse.up()
  await screens.free('Waiting list', 'Charge by the metre')
  await expect.poll(() => lines.count()).toBe(0)
  await pull('Waiting list', 'Charge by the metre', false)
  await expect.poll(() => lines.count()).toBe(1)
  const waitsFor = async () =>
    (await screens.relationsOf('Charge by the metre')).blocked_by?.map(row => row.name)
  await expect.poll(waitsFor).toEqual(['Waiting list'])
  await page.keyboard.press('Control+z')
  await expect.poll(() => lines.count()).toBe(0)
  await expect.poll(waitsFor).toEqual([])
  await screens.change('Waiting list', { start_date: null, target_date: null })
})

const month = 'layout=calendar&weekends=true&on=2027-03-10'
const block = (who: Seat, name: string) => who.page.locator('.calendar-block', { hasText: name }).first()
const cellOf = async ({ page }: Seat, name: string) => {
  const number = Math.round(Date.parse(`${name}T00:00:00Z`) / 86_400_000)
  const box = await page.locator(`[data-day="${number}"]`).boundingBox()
  if (!box) throw new Error(`${name} is not shown`)
  return { x: box.x + box.width / 2, y: box.y + box.height - 12 }
}
const blockAt = async (who: Seat, name: string, part: 'middle' | 'start' | 'end' = 'middle') => {
  const box = await block(who, name).boundingBox()
  if (!box) throw new Error(`no block of ${name}`)
  const x = { middle: box.x + box.width / 2, start: box.x + 2, end: box.x + box.width - 2 }[part]
  return { x, y: box.y + box.height / 2 }
}

test('calendar: a block is put on another day, its ends are pulled, and it is not due before it starts', async () => {
  await screens.look(freya, month)
  await screens.look(mei, month)
  await block(freya, 'Gate code').waitFor()
  await sight(freya)
  await drag(freya, await blockAt(freya, 'Gate code'), await cellOf(freya, '2027-03-18'))
  await screens.expectDates('Gate code', [null, '2027-03-18'])
  const target = await cellOf(mei, '2027-03-18')
  await expect.poll(async () => Math.abs((await blockAt(mei, 'Gate code')).x - target.x) < 8).toBe(true)
  await drag(freya, await blockAt(freya, 'Tide window', 'end'), await cellOf(freya, '2027-03-12'))
  await screens.expectDates('Tide window', ['2027-03-08', '2027-03-12'])
  await drag(freya, await blockAt(freya, 'Tide window', 'start'), await cellOf(freya, '2027-03-09'))
  await screens.expectDates('Tide window', ['2027-03-09', '2027-03-12'])
  await drag(freya, await blockAt(freya, 'Tide window'), await cellOf(freya, '2027-03-02'))
  await freya.page.getByText('It cannot be due before that.').waitFor()
  await screens.expectDates('Tide window', ['2027-03-09', '2027-03-12'])
})

test('calendar: an issue without due date is pulled from the tray; undo puts it back', async () => {
  await screens.look(freya, month)
  await screens.look(mei, month)
  const { page } = freya
  await page.getByRole('button', { name: /No due date/ }).click()
  const tray = page.getByRole('region', { name: 'No due date' })
  const waiting = tray.locator('[data-issue]', { hasText: 'Waiting list' })
  await waiting.waitFor()
  await sight(freya)
  const box = await waiting.boundingBox()
  if (!box) throw new Error('nothing waits')
  await drag(freya, { x: box.x + 80, y: box.y + 16 }, await cellOf(freya, '2027-03-24'))
  await screens.expectDates('Waiting list', [null, '2027-03-24'])
  await block(mei, 'Waiting list').waitFor()
  await expect.poll(() => waiting.count()).toBe(0)
  await page.keyboard.press('Control+z')
  await screens.expectDates('Waiting list', [null, null])
  await waiting.waitFor()
  await tray.getByRole('button', { name: 'Close' }).click()
})

test('calendar: all of today is drawn, the done ones last; of other days some are only counted', async () => {
  const { page } = freya
  const state_id = await screens.stateOf('completed')
  await screens.change('Waiting list', { target_date: day(0), state_id })
  const names = Array.from({ length: 9 }, (_, at) => `Bollard ${at + 1}`)
  for (const name of names)
    await screens.team.admin.post(`${screens.team.path}/issues/`, { name, target_date: day(0) })
  await screens.look(freya, 'layout=calendar&weekends=true')
  const today = page.locator(`[data-day]:has([aria-current="date"])`)
  const heights = () =>
    page
      .locator('.calendar-block', { hasText: /Bollard|Waiting list/ })
      .evaluateAll(nodes =>
        nodes
          .sort((a, b) => a.getBoundingClientRect().top - b.getBoundingClientRect().top)
          .map(node => /Bollard|Waiting/.exec(node.textContent ?? '')?.[0]),
      )
  await expect.poll(heights).toEqual([...names.map(() => 'Bollard'), 'Waiting'])
  expect(await today.getByText(/more$/).count()).toBe(0)
  await sight(freya)
})

test('calendar: by keys alone: from day to day, a new issue, and an issue to the next week', async () => {
  await screens.change('Gate code', { target_date: '2027-03-18' })
  await screens.look(freya, month)
  await screens.look(mei, month)
  const { page } = freya
  await page.getByRole('button', { name: /^Wednesday 10 March 2027/ }).focus()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowDown')
  await expect.poll(() => focusedText(freya)).toBe('18')
  await page.keyboard.press('Enter')
  await page.getByRole('dialog', { name: 'Thursday 18 March' }).getByText('Gate code').waitFor()
  await sight(freya)
  await page.getByRole('button', { name: 'New issue' }).last().press('Enter')
  await page.keyboard.type('Paint the bollards')
  await page.keyboard.press('Enter')
  await block(mei, 'Paint the bollards').waitFor()
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await block(freya, 'Gate code').locator('[data-title]').focus()
  await page.keyboard.press('Alt+ArrowDown')
  await page.keyboard.press('Alt+ArrowLeft')
  await screens.expectDates('Gate code', [null, '2027-03-24'])
  await expect.poll(() => focusedText(freya)).toContain('Gate code')
  await page.keyboard.press('PageDown')
  await page.getByRole('heading', { name: 'April 2027' }).waitFor()
})

test('no script failed, and nothing left the host', () => {
  expect([...freya.errors, ...mei.errors]).toEqual([])
})

afterEach(async ({ task }) => {
  if (task.result?.state !== 'fail' || !process.env.SHOTS) return
  await freya.page.screenshot({ path: `${process.env.SHOTS}/fail-freya.png` })
  await mei.page.screenshot({ path: `${process.env.SHOTS}/fail-mei.png` })
})
