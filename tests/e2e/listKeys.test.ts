import { afterAll, beforeAll, expect, test } from 'vitest'
import { goWithin, leaveSeats, type Seat } from '../support/browser.ts'
import {
  day,
  drag,
  focusedText,
  type IssueScreens,
  issueScreens,
  mayDrag,
  walked,
} from '../support/issueScreens.ts'

let screens: IssueScreens
let freya: Seat
const press = async (...keys: string[]) => {
  for (const key of keys) await freya.page.keyboard.press(key)
}
const expectFocus = (text: string) => expect.poll(() => focusedText(freya)).toBe(text)
const peeked = () => new URL(freya.page.url()).searchParams.get('peekId')

beforeAll(async () => {
  screens = await issueScreens({ 'Gate code': {}, 'Waiting list': {}, Dredging: {}, 'Tide window': {} })
  freya = screens.freya
  await screens.fill(50)
})
afterAll(leaveSeats)

const state = (name: string) => async () => (await screens.stored(name)).state__group
const walk = (key: string, limit: number) => walked(freya, key, limit)

test.each(['list', 'kanban', 'spreadsheet'])(
  '%s: after a change the next one has the focus, wherever the changed one went',
  async layout => {
    await screens.change('Gate code', { state_id: await screens.stateOf('backlog') })
    await screens.lookAnew(freya, `layout=${layout}&group_by=state_id`)
    await press('j')
    await expectFocus('Gate code')
    await press('s')
    await freya.page.getByRole('option', { name: /Done/ }).waitFor()
    await freya.page.keyboard.type('done')
    await press('Enter')
    await expect.poll(state('Gate code')).toBe('completed')
    await expectFocus('Waiting list')
    await press('Control+z')
    await expect.poll(state('Gate code')).toBe('backlog')
    await expectFocus('Waiting list')
    await press('#')
    await expectFocus('Dredging')
    await press('Control+z')
    await freya.page.getByText(/^Undone: .*deleted/).waitFor()
  },
)

test('the focus stays in the list when an issue leaves it, and after one was open', async () => {
  await screens.look(freya, 'layout=list&group_by=&state_group=backlog')
  await press('j')
  await expectFocus('Gate code')
  await press('s')
  await freya.page.getByRole('option', { name: /Done/ }).waitFor()
  await freya.page.keyboard.type('done')
  await press('Enter')
  await expectFocus('Waiting list')
  await press('Space')
  await expect.poll(peeked).toBe(screens.idOf('Waiting list'))
  await freya.page.getByRole('button', { name: 'Next issue' }).click()
  await expect.poll(peeked).toBe(screens.idOf('Dredging'))
  await freya.page.getByRole('textbox', { name: 'Title', exact: true }).waitFor()
  await press('Escape')
  await expect.poll(peeked).toBeNull()
  await expectFocus('Dredging')
  // Keys are faster than frames: each meets what the one before it has opened.
  await Promise.all(['k', 'Space', 'j', 'j', 'k', 'Escape'].map(key => freya.page.keyboard.press(key)))
  await expectFocus('Dredging')
  expect(peeked()).toBeNull()
  await press('Enter')
  await freya.page.waitForURL(new RegExp(`/issues/${screens.idOf('Dredging')}`))
  await screens.change('Gate code', { state_id: await screens.stateOf('backlog') })
})

test('an issue with two labels is two lines, each with its own next and its own group', async () => {
  const labels: string[] = []
  for (const name of ['Reed', 'Quay', 'Tide']) labels.push(await screens.add('issue-labels', { name }))
  const [reed, quay, tide] = labels
  for (const name of ['Gate code', 'Waiting list']) await screens.change(name, { label_ids: [reed, quay] })
  await screens.change('Dredging', { label_ids: [tide] })
  await screens.look(freya, 'layout=list&group_by=labels__id')
  const lines = await walk('j', 5)
  expect(lines.map(line => line.split('/')[0])).toEqual([reed, reed, quay, quay, tide])
  await press('k', 'x', 'Shift+ArrowDown')
  await expect
    .poll(() =>
      freya.page.getByRole('toolbar', { name: 'Selected issues' }).getByRole('status').textContent(),
    )
    .toBe('2 selected')
  await press('Escape', 'k', 'k')
  await expectFocus('Gate code')
  await press('Alt+ArrowRight')
  await expect
    .poll(async () => ((await screens.stored('Gate code')).label_ids as string[]).toSorted())
    .toEqual([reed, tide].toSorted())
  await expectFocus('Gate code')
  expect(await walk('k', 1)).toEqual([`${tide}/${screens.idOf('Dredging')}`])
  for (const name of ['Gate code', 'Waiting list', 'Dredging']) await screens.change(name, { label_ids: [] })
})

test('nested rows, lanes and the timeline are walked as they are drawn', async () => {
  await screens.change('Tide window', { parent_id: screens.idOf('Waiting list') })
  await screens.look(freya, 'layout=list&group_by=&sub_issue=false')
  await screens.title(freya, 'Waiting list').focus()
  await press('ArrowRight')
  await screens.title(freya, 'Tide window').waitFor()
  await press('j')
  await expectFocus('Tide window')
  expect((await walk('j', 1))[0]).not.toContain(screens.idOf('Waiting list'))
  await press('k', 'k')
  await expectFocus('Waiting list')

  // A list says that it leaves some out, follows what comes and goes, and shows them at once.
  const { admin, path } = screens.team
  const whole = (await admin.get<{ total_count: number }>(`${path}/issues/?per_page=1`)).body.total_count
  const hides = (count: number, words: string) =>
    freya.page.getByRole('button', { name: `${whole - count} of ${whole}: ${words} hidden. Show` })
  await hides(1, '1 sub-issue is').waitFor()
  await screens.change('Gate code', { parent_id: screens.idOf('Waiting list') })
  await hides(2, '2 sub-issues are').click()
  await hides(2, '2 sub-issues are').waitFor({ state: 'detached' })
  await freya.page.getByText(String(whole), { exact: true }).first().waitFor()
  await screens.change('Gate code', { parent_id: null })

  await screens.change('Dredging', { target_date: '2027-03-24' })
  await screens.look(freya, 'layout=gantt_chart&group_by=')
  expect(new Set(await walk('j', 4)).size).toBe(4)
  await screens.change('Dredging', { target_date: null })

  await screens.change('Gate code', { priority: 'urgent' })
  await screens.look(freya, 'layout=kanban&group_by=state_id&sub_group_by=priority')
  await freya.page.getByRole('button', { name: /^Urgent/ }).click()
  await expect.poll(() => screens.title(freya, 'Gate code').count()).toBe(0)
  expect(new Set(await walk('j', 4)).size).toBe(4)
  await freya.page.getByRole('button', { name: /^Urgent/ }).click()
})

test('calendar: filters by date hold there too, and a selection is seen and given up by keys', async () => {
  await screens.change('Gate code', { target_date: day(0), start_date: null })
  await screens.change('Waiting list', { target_date: day(1), start_date: day(-1) })
  await screens.look(freya, `layout=calendar&weekends=true&target_date=${day(0)};before`)
  await screens.title(freya, 'Gate code').waitFor()
  expect(await screens.title(freya, 'Waiting list').count()).toBe(0)
  await screens.look(freya, 'layout=calendar&weekends=true')
  await screens.title(freya, 'Waiting list').waitFor()
  await screens.title(freya, 'Gate code').focus()
  await press('x')
  const block = freya.page.locator(`.calendar-block[data-issue="${screens.idOf('Gate code')}"]`)
  await expect.poll(() => block.getAttribute('data-selected')).toBe('true')
  await press('Escape')
  await expect.poll(() => block.getAttribute('data-selected')).toBeNull()
})

test('R asks what a row is related to, F2 what it is called', async () => {
  await screens.look(freya, 'layout=list&group_by=')
  await screens.title(freya, 'Dredging').focus()
  await press('r')
  await freya.page.getByRole('button', { name: /^Relation type/ }).waitFor()
  await press('Escape')
  await expectFocus('Dredging')
  await press('F2')
  await freya.page.getByRole('textbox', { name: 'Title' }).waitFor()
  await freya.page.keyboard.type('Dredging the basin')
  await press('Enter')
  await expect.poll(async () => (await screens.stored('Dredging')).name).toBe('Dredging the basin')
  await expectFocus('Dredging the basin')
  await screens.change('Dredging', { name: 'Dredging' })
})

test('table: cycle, modules and estimate are edited in their cells', async () => {
  const cycle = await screens.add('cycles', { name: 'Spring' })
  await screens.look(freya, 'layout=spreadsheet&group_by=')
  const cell = freya.page.locator(`[data-issue="${screens.idOf('Gate code')}"] [data-column="cycle"]`)
  await cell.click()
  await freya.page.getByRole('option', { name: 'Spring' }).click()
  await expect.poll(async () => (await screens.stored('Gate code')).cycle_id).toBe(cycle)
  await expect.poll(() => cell.textContent()).toBe('Spring')
  const below = screens.idOf('Waiting list')
  await freya.page.locator(`[data-issue="${below}"] [data-column="sub_issues_count"]`).click()
  await expect.poll(peeked).toBe(below)
})

test('the properties chosen for rows are shown, and the first assignee offered is oneself', async () => {
  await screens.look(freya, 'layout=list&group_by=')
  const row = freya.page.locator(`[data-issue="${screens.idOf('Gate code')}"]`)
  await expect.poll(() => row.textContent()).toContain('Spring')
  await screens.title(freya, 'Gate code').focus()
  await press('a')
  await expect.poll(() => freya.page.getByRole('option').first().textContent()).toContain('(you)')
  await press('Escape')
})

test('in a cycle that is over, and under another name, nothing is begun and nothing dropped', async () => {
  const over = await screens.add('cycles', { name: 'Winter', start_date: day(-20), end_date: day(1) })
  await screens.putInCycle('Dredging', over)
  await screens.endCycle(over)
  const { page } = freya
  await screens.lookAnew(freya, 'layout=kanban&group_by=cycle_id')
  await page.getByRole('heading', { name: /Winter/ }).waitFor()
  expect(await page.getByRole('button', { name: 'New issue in Winter' }).count()).toBe(0)
  expect(await page.getByRole('button', { name: 'New issue in Spring' }).count()).toBe(1)
  const card = await page.locator(`[data-issue="${screens.idOf('Gate code')}"]`).boundingBox()
  const column = await page.getByRole('region', { name: /^Winter/ }).boundingBox()
  if (!card || !column) throw new Error('not drawn')
  await mayDrag(freya)
  await drag(freya, { x: card.x + 60, y: card.y + 30 }, { x: column.x + 80, y: column.y + 70 }, true)
  await page.getByText('This cycle has ended.').waitFor()
  // Nor does anything move under the hand.
  const spring = page.getByRole('region', { name: /^Spring/ })
  await screens.change('Waiting list', { name: 'Waiting longer' })
  await screens.putInCycle('Waiting list', (await screens.stored('Gate code')).cycle_id)
  await page.getByText('Waiting longer').first().waitFor()
  expect(await spring.getByText('Waiting longer').count()).toBe(0)
  await page.mouse.up()
  await spring.getByText('Waiting longer').waitFor()
  await screens.change('Waiting list', { name: 'Waiting list' })
  expect((await screens.stored('Gate code')).cycle_id).not.toBe(over)

  await screens.look(freya, 'layout=kanban&group_by=created_by')
  expect(await page.getByRole('button', { name: /^New issue in/ }).count()).toBe(0)
  await screens.look(freya, 'layout=kanban&group_by=state__group&show_empty_groups=true')
  await page.getByRole('button', { name: 'New issue in Started' }).first().click()
  await freya.page.keyboard.type('Caulk the hull')
  await press('Enter', 'Escape')
  await expect.poll(() => screens.count('name=Caulk&state_group=started')).toBe(1)
})

test('a person without the right to change an issue is offered no such control', async () => {
  const guest = await screens.guest()
  const { page } = guest
  await screens.look(guest, 'layout=list&group_by=')
  await screens.title(guest, 'Dredging').focus()
  await page.keyboard.press('s')
  await page.keyboard.press('p')
  await page.waitForTimeout(200)
  expect(await page.getByRole('option').count()).toBe(0)
  await goWithin(page, `/${screens.slug}/workspace-views/all-issues?layout=spreadsheet&order_by=created_at`)
  await screens.title(guest, 'Dredging').waitFor()
  expect(await page.locator('[data-field]').count()).toBe(0)
  await goWithin(page, `/${screens.slug}/workspace-views/all-issues?layout=calendar&weekends=true`)
  await screens.title(guest, 'Gate code').waitFor()
  expect(await page.locator('.calendar-block.cursor-grab').count()).toBe(0)
})

test('a title has the room that its row leaves empty, and only there', async () => {
  const name = 'Grease every winch along the outer mole before the first storm of the winter comes'
  await screens.createBy('admin', name)
  await screens.look(freya, 'layout=list&group_by=&name=Grease')
  const shown = freya.page.locator('[data-title]').filter({ hasText: name })
  await shown.waitFor()
  expect(await shown.evaluate(title => title.scrollWidth - title.clientWidth)).toBe(0)
})
