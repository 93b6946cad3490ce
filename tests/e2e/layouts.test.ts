import { readFile } from 'node:fs/promises'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { goWithin, leaveSeats, type Seat } from '../support/browser.ts'
import { focusedText, type IssueScreens, issueScreens } from '../support/issueScreens.ts'
import { sight } from '../support/sight.ts'

let screens: IssueScreens
let freya: Seat
let mei: Seat
beforeAll(async () => {
  screens = await issueScreens({
    'Gate code': {},
    'Waiting list': {},
    Dredging: { priority: 'high', target_date: '2027-03-24' },
  })
  freya = screens.freya
  mei = screens.mei
})
afterAll(leaveSeats)

const row = (who: Seat, name: string) => who.page.getByRole('row').filter({ hasText: name })
const cell = (who: Seat, name: string, column: string) => row(who, name).locator(`[data-column="${column}"]`)

test('table: a header sorts, is made wider and moves; choices stay', async () => {
  await screens.look(freya, 'layout=spreadsheet&group_by=')
  const { page } = freya
  const priority = page.getByRole('columnheader', { name: 'Priority' })
  await sight(freya)
  // Titles get all the room that a wider screen has more.
  const titles = async () => (await page.getByRole('rowheader').first().boundingBox())?.width ?? 0
  const narrower = await titles()
  await page.setViewportSize({ width: 2200, height: 900 })
  await expect.poll(titles).toBeGreaterThan(narrower + 200)
  await page.setViewportSize({ width: 1440, height: 900 })
  await priority.getByRole('button').click()
  await page.getByRole('menuitemcheckbox', { name: 'Urgent → None' }).click()
  await expect.poll(() => priority.getAttribute('aria-sort')).toBe('descending')
  await expect.poll(() => page.getByRole('rowheader').first().textContent()).toContain('Dredging')
  // With Shift a header is the second order, and with it once more the other way round.
  const order = () => new URL(page.url()).searchParams.get('order_by')
  const assignee = page.getByRole('columnheader', { name: 'Assignee' })
  for (const terms of ['-priority,assignees__first_name', '-priority,-assignees__first_name']) {
    await assignee.getByRole('button').click({ modifiers: ['Shift'] })
    await expect.poll(order).toBe(terms)
  }
  expect(await page.getByRole('menu').count()).toBe(0)
  await assignee.getByRole('button', { name: 'Assignee, sorted second' }).click()
  await page.getByRole('menuitem', { name: 'Clear sorting' }).click()
  await expect.poll(order).toBe('-priority')
  // It fades, and has an entry of the same name.
  await page.getByRole('menu').waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Display' }).click()
  await page.getByRole('menuitem', { name: 'Then by' }).click()
  await page.getByRole('menuitemcheckbox', { name: 'Due date' }).click()
  await expect.poll(order).toBe('-priority,target_date')
  await priority.getByRole('button').click()
  await page.getByRole('menuitem', { name: 'Clear sorting' }).click()
  await expect.poll(order).toBe('target_date')
  const due = page.getByRole('columnheader', { name: 'Due' })
  await due.getByRole('button').click()
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
  await screens.look(freya, 'layout=spreadsheet&group_by=')
  await screens.look(mei, 'layout=spreadsheet&group_by=')
  await cell(freya, 'Gate code', 'issue').focus()
  await freya.page.keyboard.press('ArrowRight')
  await freya.page.keyboard.press('Enter')
  await freya.page.getByRole('option', { name: /Urgent/ }).waitFor()
  await sight(freya)
  await freya.page.keyboard.type('urg')
  await freya.page.keyboard.press('Enter')
  await expect.poll(() => cell(mei, 'Gate code', 'priority').textContent()).toBe('Urgent')
  await expect.poll(() => focusedText(freya)).toBe('Urgent')
  await freya.page.keyboard.press('Control+ArrowUp')
  await expect.poll(() => focusedText(freya)).toBe('Priority')
})

test('table: while a picker is open its row stays where it is', async () => {
  await screens.look(freya, 'layout=spreadsheet&group_by=priority')
  await cell(freya, 'Waiting list', 'state').click()
  await freya.page.getByRole('option').first().waitFor()
  await screens.change('Waiting list', { priority: 'low' })
  await screens.look(mei, 'layout=spreadsheet&group_by=priority')
  await expect.poll(() => cell(mei, 'Waiting list', 'priority').textContent()).toBe('Low')
  await expect.poll(() => cell(freya, 'Waiting list', 'priority').textContent()).toBe('Low')
  const group = () =>
    row(freya, 'Waiting list')
      .getAttribute('data-line')
      .then(line => line?.split('/')[0])
  expect(await group()).toBe('none')
  await freya.page.keyboard.press('Escape')
  await expect.poll(group).toBe('low')
})

test('on a phone the calendar lists the day below, the others are in their width, and rows show their menu', async () => {
  const phone = await screens.phone()
  const { page } = phone
  await screens.look(phone, 'layout=calendar&weekends=true&on=2027-03-10')
  await page.getByRole('button', { name: /^Wednesday 24 March 2027/ }).click()
  await page.getByRole('list', { name: 'Issues' }).getByText('Dredging').waitFor()
  await sight(phone)
  for (const layout of ['spreadsheet', 'gantt_chart', 'calendar', 'list', 'kanban']) {
    await screens.look(phone, `layout=${layout}&group_by=`)
    await sight(phone)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
    if (layout === 'calendar') continue
    const dots = page.getByRole('button', { name: /^Actions for/ }).first()
    expect(await dots.evaluate(node => getComputedStyle(node).opacity)).toBe('1')
    await dots.click()
    await page.getByRole('menuitem', { name: 'Copy', exact: true }).waitFor()
    await page.keyboard.press('Escape')
  }
  await goWithin(page, `/${screens.slug}/workspace-views/all-issues`)
  await page.getByText('Dredging').first().waitFor()
  expect(await page.getByRole('grid').count()).toBe(0)
  expect(phone.errors).toEqual([])
})

test('the keys lead from layout to layout; an empty calendar is still a calendar', async () => {
  const { page } = freya
  await screens.look(freya, 'layout=list&group_by=')
  const layout = () => new URL(page.url()).searchParams.get('layout')
  const asked: string[] = []
  page.on('request', request => /\/issues\/\?/.test(request.url()) && asked.push(request.url()))
  const change = async (key: string, id: string) => {
    await page.keyboard.press(key)
    await expect.poll(layout).toBe(id)
    await page.getByText('Dredging').first().waitFor()
  }
  await change('4', 'spreadsheet')
  await change('5', 'gantt_chart')
  await change('1', 'list')
  // The same list in another shape is not asked for again.
  expect(asked).toEqual([])
  await change('2', 'kanban')
  await page.keyboard.press('3')
  await expect.poll(layout).toBe('calendar')
  await screens.look(freya, 'layout=calendar&priority=low')
  await page.getByRole('heading', { level: 2 }).first().waitFor()
  expect(await page.getByText('No matching issues').count()).toBe(0)
})

test('table: cells are marked, copied and pasted as in a sheet; unreadable ones change nothing', async () => {
  const { page } = freya
  await screens.look(freya, 'layout=spreadsheet&group_by=')
  const names = await page.locator('[data-issue] [data-title]').allInnerTexts()
  await freya.context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const [first = '', second = '', third = ''] = names
  const priority = async () =>
    Promise.all([first, second, third].map(async name => (await screens.stored(name)).priority))
  for (const [name, value] of [
    [first, 'low'],
    [second, 'medium'],
    [third, 'none'],
  ] as const)
    await screens.change(name, { priority: value })
  await expect.poll(() => cell(freya, second, 'priority').textContent()).toBe('Medium')
  // What has not come here yet would come back by Undo.
  await expect.poll(() => cell(freya, third, 'priority').textContent()).not.toBe('High')
  await cell(freya, first, 'priority').focus()
  await page.keyboard.press('Shift+ArrowDown')
  await expect.poll(() => page.locator('.sheet-cell[aria-selected]').count()).toBe(2)
  await sight(freya)
  await page.keyboard.press('Control+c')
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe('Low\nMedium')
  // Escape gives up what is marked; the cursor stays.
  await page.keyboard.press('Escape')
  await page.keyboard.press('Control+v')
  await expect.poll(priority).toEqual(['low', 'low', 'medium'])
  await page.keyboard.press('Control+z')
  await expect.poll(priority).toEqual(['low', 'medium', 'none'])
  // One value for all that is marked.
  const paste = (text: string) =>
    page.evaluate(given => {
      const clipboardData = new DataTransfer()
      clipboardData.setData('text/plain', given)
      document.activeElement?.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true }))
    }, text)
  await cell(freya, first, 'priority').focus()
  await cell(freya, third, 'priority').click({ modifiers: ['Shift'] })
  await paste('Urgent')
  await expect.poll(priority).toEqual(['urgent', 'urgent', 'urgent'])
  await page.keyboard.press('Control+z')
  await expect.poll(priority).toEqual(['low', 'medium', 'none'])
  await cell(freya, first, 'priority').focus()
  await paste('High\nVery much')
  await page.getByText('There is no priority “Very much”.').waitFor()
  await cell(freya, first, 'start_date').focus()
  await paste('2026-11-20\t2026-11-02')
  await page.getByText('It would be due before it starts.').waitFor()
  expect(await priority()).toEqual(['low', 'medium', 'none'])
  const file = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Display' }).click()
  await page.getByRole('menuitem', { name: 'Download as CSV' }).click()
  const text = await readFile(await (await file).path(), 'utf8')
  expect(text.split('\r\n')[0]).toContain('ID,Title,')
  for (const name of names) expect(text).toContain(`,${name},`)
})

test('an issue changed twice in one breath stays as it was last, though the network keeps the first call back', async () => {
  const { page } = freya
  await screens.look(freya, 'layout=list&group_by=')
  const calls = `**/issues/${screens.idOf('Dredging')}/`
  const { promise: held, resolve: letGo } = Promise.withResolvers<void>()
  let sent = 0
  let answered = 0
  await page.route(calls, async route => {
    if (++sent === 1) await held
    await route.fulfill({ response: await route.fetch() })
    answered++
  })
  for (const priority of ['Urgent', 'Low']) {
    await screens.title(freya, 'Dredging').focus()
    await page.keyboard.press('p')
    await page.getByRole('option', { name: priority }).click()
  }
  // An unsent change would be lost with the tab: the browser asks first.
  const asks = () => page.evaluate(() => !dispatchEvent(new Event('beforeunload', { cancelable: true })))
  expect(await asks()).toBe(true)
  letGo()
  await expect.poll(() => answered).toBe(2)
  expect(await asks()).toBe(false)
  expect((await screens.stored('Dredging')).priority).toBe('low')
  await page.unroute(calls)
})

test('no script failed, and nothing left the host', () => {
  expect([...freya.errors, ...mei.errors]).toEqual([])
})

afterEach(async ({ task }) => {
  if (task.result?.state !== 'fail' || !process.env.SHOTS) return
  await freya.page.screenshot({ path: `${process.env.SHOTS}/fail-freya.png` })
  await mei.page.screenshot({ path: `${process.env.SHOTS}/fail-mei.png` })
})
