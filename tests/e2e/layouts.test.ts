import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { axe } from '../support/axe.ts'
import { closeBrowser, type Seat, seat } from '../support/browser.ts'
import { build, type Person } from '../support/build.ts'
import { startServer, type TestServer } from '../support/server.ts'

type Team = Awaited<ReturnType<ReturnType<typeof build>['team']>>
let server: TestServer
let team: Team
let freya: Seat
let mei: Seat
const ids: Record<string, string> = {}

const day = (offset: number) => {
  const date = new Date()
  date.setDate(date.getDate() + offset)
  return [date.getFullYear(), date.getMonth() + 1, date.getDate()]
    .map(part => String(part).padStart(2, '0'))
    .join('-')
}
const sit = async (who: Person, size?: { width: number; height: number }) => {
  const made = await seat(server.origin, size)
  const key = who.jar.get('session-id') ?? ''
  await made.context.addCookies([{ name: 'session-id', value: key, url: server.origin }])
  return made
}
const look = async (who: Seat, terms: string) => {
  await who.page.goto(
    `/${team.workspace.slug}/projects/${team.project.id}/issues?order_by=sort_order&${terms}`,
  )
  await who.page.locator('[data-issue], [data-number]').first().waitFor()
}
const stored = async (name: string) =>
  (await team.admin.get<Record<string, unknown>>(`${team.path}/issues/${ids[name]}/`)).body
const datesOf = async (name: string) => {
  const { start_date, target_date } = await stored(name)
  return [start_date, target_date]
}
const change = (name: string, fields: Record<string, unknown>) =>
  team.member.patch(`${team.path}/issues/${ids[name]}/`, fields)
const focusedText = ({ page }: Seat) => page.evaluate(() => document.activeElement?.textContent ?? '')
/** Presses on one place, moves to another and lets go unless told to hold. */
const drag = async (
  { page }: Seat,
  from: { x: number; y: number },
  to: { x: number; y: number },
  hold = false,
) => {
  await page.mouse.move(from.x, from.y)
  await page.mouse.down()
  await page.mouse.move(to.x, to.y, { steps: 8 })
  if (!hold) await page.mouse.up()
}

beforeAll(async () => {
  server = await startServer()
  const make = build(server)
  team = await make.team()
  const story: [string, Record<string, unknown>][] = [
    ['Charge by the metre', { start_date: day(0), target_date: day(3) }],
    ['Tide window', { start_date: '2027-03-08', target_date: '2027-03-10' }],
    ['Gate code', { target_date: '2027-03-16' }],
    ['Waiting list', {}],
    ['Dredging', { priority: 'high' }],
  ]
  for (const [name, fields] of story)
    ids[name] = (await make.issue(team.admin, team.path, { name, ...fields })).id
  freya = await sit(team.admin)
  mei = await sit(team.member)
})
afterAll(closeBrowser)

const row = (who: Seat, name: string) => who.page.getByRole('row').filter({ hasText: name })
const cell = (who: Seat, name: string, column: string) => row(who, name).locator(`[data-column="${column}"]`)

test('table: a header sorts, is made wider and moves; what was chosen stays', async () => {
  await look(freya, 'layout=spreadsheet&group_by=')
  const { page } = freya
  const priority = page.getByRole('columnheader', { name: 'Priority' })
  await axe(freya)
  await priority.getByRole('button').click()
  await page.getByRole('menuitem', { name: 'Urgent → None' }).click()
  await expect.poll(() => priority.getAttribute('aria-sort')).toBe('descending')
  await expect.poll(() => page.getByRole('rowheader').first().textContent()).toContain('Dredging')
  await priority.getByRole('button').click()
  await page.getByRole('menuitem', { name: 'Clear sorting' }).click()
  await expect.poll(() => priority.getAttribute('aria-sort')).toBeNull()
  const width = (await priority.boundingBox())?.width ?? 0
  await priority.getByRole('button').focus()
  await page.keyboard.press('Alt+Shift+ArrowRight')
  await page.keyboard.press('Alt+ArrowLeft')
  await expect.poll(async () => (await priority.boundingBox())?.width ?? 0).toBeGreaterThan(width)
  await page.reload()
  await expect
    .poll(() => page.getByRole('columnheader').allInnerTexts())
    .toEqual(expect.arrayContaining(['Issue', 'Priority']))
  expect((await page.getByRole('columnheader').allInnerTexts()).slice(0, 3)).toEqual([
    'Issue',
    'Priority',
    'State',
  ])
})

test('table: by keys from cell to cell; the other one sees it, and the focus comes back', async () => {
  await look(freya, 'layout=spreadsheet&group_by=')
  await look(mei, 'layout=spreadsheet&group_by=')
  await cell(freya, 'Gate code', 'issue').focus()
  await freya.page.keyboard.press('ArrowRight')
  await freya.page.keyboard.press('Enter')
  await freya.page.getByRole('option', { name: /Urgent/ }).waitFor()
  await axe(freya)
  await freya.page.keyboard.type('urg')
  await freya.page.keyboard.press('Enter')
  await expect.poll(() => cell(mei, 'Gate code', 'priority').textContent()).toBe('Urgent')
  await expect.poll(() => focusedText(freya)).toBe('Urgent')
  await freya.page.keyboard.press('Control+ArrowUp')
  await expect.poll(() => focusedText(freya)).toBe('Priority')
})

test('table: while a picker is open its row stays where it is', async () => {
  await look(freya, 'layout=spreadsheet&group_by=priority')
  await cell(freya, 'Waiting list', 'state').click()
  await freya.page.getByRole('option').first().waitFor()
  await change('Waiting list', { priority: 'low' })
  await look(mei, 'layout=spreadsheet&group_by=priority')
  await expect.poll(() => cell(mei, 'Waiting list', 'priority').textContent()).toBe('Low')
  await expect.poll(() => cell(freya, 'Waiting list', 'priority').textContent()).toBe('Low')
  const places = () => freya.page.getByRole('rowheader').allInnerTexts()
  const held = await places()
  await freya.page.keyboard.press('Escape')
  await expect.poll(places).not.toEqual(held)
})

const bar = (who: Seat, name: string) => who.page.locator('[data-bar]', { hasText: name })
const middle = async (who: Seat, name: string) => {
  const box = await bar(who, name).boundingBox()
  if (!box) throw new Error(`no bar of ${name}`)
  return { x: box.x + box.width / 2, y: box.y + box.height / 2, right: box.x + box.width, left: box.x }
}
const DAY = 60

test('timeline: a bar is pulled, its end as well, and taken back; the other one sees it', async () => {
  await look(freya, 'layout=gantt_chart&group_by=')
  await look(mei, 'layout=gantt_chart&group_by=')
  await bar(freya, 'Charge by the metre').waitFor()
  await axe(freya)
  const before = await middle(mei, 'Charge by the metre')
  const from = await middle(freya, 'Charge by the metre')
  await drag(freya, from, { x: from.x + 2 * DAY, y: from.y })
  await expect.poll(() => datesOf('Charge by the metre')).toEqual([day(2), day(5)])
  await expect
    .poll(async () => Math.round((await middle(mei, 'Charge by the metre')).left - before.left))
    .toBe(2 * DAY)
  const end = await middle(freya, 'Charge by the metre')
  await drag(freya, { x: end.right - 1, y: end.y }, { x: end.right - 1 - DAY, y: end.y })
  await expect.poll(() => datesOf('Charge by the metre')).toEqual([day(2), day(4)])
  await freya.page.keyboard.press('Control+z')
  await expect.poll(async () => (await datesOf('Charge by the metre'))[1]).not.toBe(day(4))
})

test('timeline: a bar that is held is not overwritten until it is let go', async () => {
  await change('Charge by the metre', { start_date: day(0), target_date: day(3) })
  const { page } = freya
  const place = await expect
    .poll(async () => page.locator('[data-bar]').first().getAttribute('aria-label'))
    .toContain('Charge by the metre')
    .then(() => middle(freya, 'Charge by the metre'))
  await drag(freya, place, { x: place.x + DAY, y: place.y }, true)
  const held = await middle(freya, 'Charge by the metre')
  await change('Charge by the metre', { start_date: day(4), target_date: day(6) })
  await expect
    .poll(async () => (await middle(mei, 'Charge by the metre')).left)
    .toBeGreaterThan(place.left + 3 * DAY)
  expect((await middle(freya, 'Charge by the metre')).left).toBe(held.left)
  await page.keyboard.press('Escape')
  await page.mouse.up()
  await expect
    .poll(async () => Math.round((await middle(freya, 'Charge by the metre')).left - place.left))
    .toBe(4 * DAY)
  expect(await datesOf('Charge by the metre')).toEqual([day(4), day(6)])
})

test('timeline: by keys alone dates are given, moved and said', async () => {
  const { page } = freya
  await page.locator(`[data-issue="${ids['Waiting list']}"] [data-title]`).focus()
  await page.keyboard.press('Alt+ArrowRight')
  await expect.poll(() => datesOf('Waiting list')).toEqual([day(0), day(1)])
  const title = page.locator(`[data-issue="${ids['Waiting list']}"] [data-title]`)
  await title.focus()
  await page.keyboard.press('Alt+Shift+ArrowRight')
  await expect.poll(() => datesOf('Waiting list')).toEqual([day(0), day(2)])
  await page.locator('[aria-live="polite"]', { hasText: '–' }).first().waitFor()
  await change('Waiting list', { start_date: null, target_date: null })
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
  await look(freya, month)
  await look(mei, month)
  await block(freya, 'Gate code').waitFor()
  await axe(freya)
  await drag(freya, await blockAt(freya, 'Gate code'), await cellOf(freya, '2027-03-18'))
  await expect.poll(() => datesOf('Gate code')).toEqual([null, '2027-03-18'])
  const target = await cellOf(mei, '2027-03-18')
  await expect.poll(async () => Math.abs((await blockAt(mei, 'Gate code')).x - target.x) < 8).toBe(true)
  await drag(freya, await blockAt(freya, 'Tide window', 'end'), await cellOf(freya, '2027-03-12'))
  await expect.poll(() => datesOf('Tide window')).toEqual(['2027-03-08', '2027-03-12'])
  await drag(freya, await blockAt(freya, 'Tide window', 'start'), await cellOf(freya, '2027-03-09'))
  await expect.poll(() => datesOf('Tide window')).toEqual(['2027-03-09', '2027-03-12'])
  await drag(freya, await blockAt(freya, 'Tide window'), await cellOf(freya, '2027-03-02'))
  await freya.page.getByText('It cannot be due before that.').waitFor()
  expect(await datesOf('Tide window')).toEqual(['2027-03-09', '2027-03-12'])
})

test('calendar: what has no due date is pulled from the tray; undo puts it back', async () => {
  const { page } = freya
  await page.getByRole('button', { name: /Without a due date/ }).click()
  const tray = page.getByRole('region', { name: 'Without a due date' })
  const waiting = tray.locator('[data-issue]', { hasText: 'Waiting list' })
  await waiting.waitFor()
  await axe(freya)
  const box = await waiting.boundingBox()
  if (!box) throw new Error('nothing waits')
  await drag(freya, { x: box.x + 80, y: box.y + 16 }, await cellOf(freya, '2027-03-24'))
  await expect.poll(() => datesOf('Waiting list')).toEqual([null, '2027-03-24'])
  await block(mei, 'Waiting list').waitFor()
  await expect.poll(() => waiting.count()).toBe(0)
  await page.keyboard.press('Control+z')
  await expect.poll(() => datesOf('Waiting list')).toEqual([null, null])
  await waiting.waitFor()
  await tray.getByRole('button', { name: 'Close' }).click()
})

test('calendar: by keys alone: from day to day, a new issue, and an issue to the next week', async () => {
  const { page } = freya
  await page.getByRole('button', { name: /^Wednesday 10 March 2027/ }).focus()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowDown')
  await expect.poll(() => focusedText(freya)).toBe('18')
  await page.keyboard.press('Enter')
  await page.getByRole('dialog', { name: 'Thursday 18 March' }).getByText('Gate code').waitFor()
  await axe(freya)
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
  await expect.poll(() => datesOf('Gate code')).toEqual([null, '2027-03-24'])
  await expect.poll(() => focusedText(freya)).toContain('Gate code')
  await page.keyboard.press('PageDown')
  await page.getByRole('heading', { name: 'April 2027' }).waitFor()
})

test('on a phone the calendar lists the day below, and the others stand in their width', async () => {
  const phone = await sit(team.member, { width: 390, height: 844 })
  const { page } = phone
  await look(phone, month)
  await page.getByRole('button', { name: /^Wednesday 24 March 2027/ }).click()
  await page.getByRole('list', { name: 'Issues' }).getByText('Gate code').waitFor()
  await axe(phone)
  for (const layout of ['spreadsheet', 'gantt_chart', 'calendar']) {
    await look(phone, `layout=${layout}&group_by=`)
    await axe(phone)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
  }
  expect(phone.errors).toEqual([])
})

test('the keys lead from layout to layout; an empty calendar is still a calendar', async () => {
  const { page } = freya
  await look(freya, 'layout=list&group_by=')
  const layout = () => new URL(page.url()).searchParams.get('layout')
  for (const [key, id] of [
    ['4', 'spreadsheet'],
    ['5', 'gantt_chart'],
    ['2', 'kanban'],
    ['3', 'calendar'],
  ] as const) {
    await page.keyboard.press(key)
    await expect.poll(layout).toBe(id)
  }
  await look(freya, 'layout=calendar&priority=low')
  await page.getByRole('heading', { level: 2 }).first().waitFor()
  expect(await page.getByText('Nothing matches these filters').count()).toBe(0)
})

test('no script failed, and nothing left the host', () => {
  expect([...freya.errors, ...mei.errors]).toEqual([])
})

afterEach(async ({ task }) => {
  if (task.result?.state !== 'fail' || !process.env.SHOTS) return
  await freya.page.screenshot({ path: `${process.env.SHOTS}/fail-freya.png` })
  await mei.page.screenshot({ path: `${process.env.SHOTS}/fail-mei.png` })
})
