import { afterAll, beforeAll, expect, test } from 'vitest'
import { askedBy } from '../support/askedBy.ts'
import { axe } from '../support/axe.ts'
import { leaveSeats, type Seat } from '../support/browser.ts'
import { day, type IssueScreens, issueScreens } from '../support/issueScreens.ts'
import { sight } from '../support/sight.ts'

let screens: IssueScreens
let freya: Seat
let mei: Seat

beforeAll(async () => {
  screens = await issueScreens({ 'Gate code': {}, 'Waiting list': {}, Dredging: {}, Mooring: {} })
  freya = screens.freya
  mei = screens.mei
})
afterAll(leaveSeats)

const place = (rest = '') => `/${screens.slug}/projects/${screens.projectId}/cycles${rest}`
const nameOfMember = async () =>
  (await screens.team.member.get<{ display_name: string }>('/api/users/me/')).body.display_name
const section = ({ page }: Seat, name: string) => page.getByRole('region', { name, exact: true })
const row = (who: Seat, of: string, name: string) =>
  section(who, of).getByRole('listitem').filter({ hasText: name })

test('a cycle takes free days: a clash is told while they are typed, and the next free start is offered', async () => {
  const { page } = freya
  await page.goto(place())
  await page.getByRole('heading', { name: 'Work in even steps' }).waitFor()
  await axe(freya)
  await page.keyboard.press('q')
  const form = page.getByRole('dialog', { name: 'New cycle' })
  await expect.poll(() => form.getByLabel('Name').inputValue()).toBe('Cycle 1')
  await form.getByLabel('Starts').fill('today')
  await form.getByRole('button', { name: /^1 week/ }).click()
  await form.getByLabel('Goal').fill('The gate opens by itself')
  await page.keyboard.press('Control+Enter')
  await row(freya, 'Active', 'Cycle 1').waitFor()
  await page.getByRole('navigation', { name: 'Workspace' }).getByText('Cycle 1').waitFor()
  await page.keyboard.press('q')
  await expect.poll(() => form.getByLabel('Name').inputValue()).toBe('Cycle 2')
  await form.getByLabel('Starts').fill('tomorrow')
  await form.getByLabel('Ends').fill('in 12d')
  await form.getByText(/belongs? to Cycle 1\.$/).waitFor()
  for (const field of ['Starts', 'Ends'])
    expect(await form.getByLabel(field).getAttribute('aria-invalid')).toBe('true')
  expect(await form.getByRole('button', { name: 'Create cycle' }).isDisabled()).toBe(true)
  await axe(freya)
  await form.getByRole('button', { name: /^Start on/ }).click()
  await form.getByText(/belongs? to/).waitFor({ state: 'detached' })
  await form.getByRole('button', { name: 'Create cycle' }).click()
  await row(freya, 'Upcoming', 'Cycle 2').waitFor()
  // Neither day: a draft, made with the keyboard alone.
  await page.keyboard.press('q')
  await form.getByLabel('Name').fill('Winter maintenance')
  await page.keyboard.press('Enter')
  await row(freya, 'Upcoming', 'Winter maintenance').getByText('draft', { exact: true }).first().waitFor()
  // A goal of several lines stays one.
  const { admin, path } = screens.team
  const draft = `${path}/cycles/${(await cycleNamed('Winter maintenance')).id}/`
  await admin.patch(draft, { description: 'Ropes\nBuoys' })
  await row(freya, 'Upcoming', 'Winter maintenance').getByText('Buoys').first().waitFor()
  await row(freya, 'Upcoming', 'Winter maintenance').getByRole('link').first().focus()
  await page.keyboard.press('.')
  await page.getByRole('menuitem', { name: 'Edit…' }).click()
  const edit = page.getByRole('dialog', { name: 'Edit cycle' })
  await edit.getByLabel('Goal').press('Control+End')
  await page.keyboard.type(' and lights')
  await page.keyboard.press('Control+Enter')
  await edit.waitFor({ state: 'detached' })
  await expect.poll(async () => (await admin.get(draft)).body.description).toBe('Ropes\nBuoys and lights')
})

test('an issue that is made in a cycle is in it, and one that is there already is put in', async () => {
  const { page } = freya
  await page.goto(place())
  await row(freya, 'Active', 'Cycle 1').getByRole('link', { name: 'Cycle 1' }).click()
  await page.getByRole('heading', { name: 'Nothing is planned yet' }).waitFor()
  await axe(freya)
  await page.getByRole('button', { name: 'Add existing', exact: true }).click()
  await page.getByRole('option', { name: /Gate code/ }).click()
  await page.getByRole('option', { name: /Dredging/ }).click()
  await page.getByRole('button', { name: 'Add 2' }).click()
  await screens.title(freya, 'Gate code').waitFor()
  await screens.title(freya, 'Dredging').waitFor()
  await page.keyboard.press('c')
  await page.getByLabel('Title').fill('Buoy light')
  await page.keyboard.press('Control+Enter')
  await page.locator('[data-issue]').filter({ hasText: 'Buoy light' }).waitFor()
  const about = page.getByRole('complementary', { name: 'About Cycle 1' })
  await about.getByText('0 of 3').waitFor()
  await about.getByRole('radio', { name: 'Assignees' }).click()
  await about.getByText('Nobody is assigned yet.').waitFor()
  await about.getByRole('radio', { name: 'States' }).click()
  await about.getByRole('button', { name: /Backlog/ }).click()
  await expect
    .poll(() => new URL(page.url()).searchParams.get('state'))
    .toBe(await screens.stateOf('backlog'))
  await about.getByRole('button', { name: /Backlog/, pressed: true }).click()
  await expect.poll(() => new URL(page.url()).searchParams.get('state')).toBe(null)
  await axe(freya)
})

test('lists, counts, bars and the chart follow what somebody else does, and ask for nothing', async () => {
  await freya.page.goto(place())
  await row(freya, 'Active', 'Cycle 1').waitFor()
  const chart = freya.page.getByRole('slider', { name: /^Burndown of Cycle 1/ })
  await chart.waitFor()
  await freya.page.goto(`/${screens.slug}/projects/${screens.projectId}/issues`)
  await screens.title(freya, 'Mooring').waitFor()
  await freya.page
    .getByRole('link', { name: /^Cycles/ })
    .nth(1)
    .click()
  await expect.poll(() => chart.getAttribute('aria-valuetext')).toMatch(/left 3 issues/)
  // Read behind the rest of the screen.
  await freya.page.getByRole('radio', { name: /^Urgent and high \d/ }).waitFor()
  const calls = askedBy(freya)
  await screens.putInCycle('Mooring', (await cycleNamed('Cycle 1')).id)
  await expect.poll(() => chart.getAttribute('aria-valuetext')).toMatch(/left 4 issues.*scope 4 issues/)
  await screens.change('Gate code', { state_id: await screens.stateOf('completed') })
  await expect.poll(() => chart.getAttribute('aria-valuetext')).toMatch(/left 3 issues/)
  const active = section(freya, 'Active')
  await active.getByText('25 % done').waitFor()
  const who = await nameOfMember()
  await screens.change('Dredging', { assignee_ids: [screens.team.member.id] })
  await active.getByRole('link', { name: new RegExp(`${who}.*0 of 1 issue done`) }).waitFor()
  await screens.putInCycle('Mooring', (await cycleNamed('Cycle 2')).id)
  await expect.poll(() => chart.getAttribute('aria-valuetext')).toMatch(/left 2 issues/)
  await row(freya, 'Upcoming', 'Cycle 2').getByText('1', { exact: true }).first().waitFor()
  expect(calls.filter(call => call.startsWith('GET'))).toEqual([])
  await axe(freya)
})

const cycleNamed = async (name: string) => {
  const { body } = await screens.team.admin.get<{ id: string; name: string }[]>(
    `${screens.team.path}/cycles/`,
  )
  return body.find(one => one.name === name)!
}

test('the chart is walked by keys, read as a table, and leads to exactly the issues of a day', async () => {
  const { page } = freya
  const chart = page.getByRole('slider', { name: /^Burndown of Cycle 1/ })
  const active = section(freya, 'Active')
  await active.getByRole('radio', { name: 'Burnup' }).click()
  await page.getByRole('slider', { name: /^Burnup of Cycle 1/ }).waitFor()
  await active.getByRole('radio', { name: 'Burndown' }).click()
  await active.getByRole('button', { name: 'Show as a table' }).click()
  await active.getByRole('table').getByRole('rowheader', { name: 'Today' }).waitFor()
  await sight(freya)
  await active.getByRole('button', { name: 'Show as a chart' }).click()
  await chart.focus()
  const now = await chart.getAttribute('aria-valuenow')
  await page.keyboard.press('ArrowRight')
  await expect.poll(() => chart.getAttribute('aria-valuenow')).toBe(String(Number(now) + 1))
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('Enter')
  await screens.title(freya, 'Dredging').waitFor()
  await page.locator('[data-issue]').filter({ hasText: 'Buoy light' }).waitFor()
  await expect.poll(() => page.locator('[data-issue]').count()).toBe(2)

  // What presses opens beside the list of all that does.
  const { admin, path } = screens.team
  const buoy = (await admin.get<{ results: { id: string }[] }>(`${path}/issues/?name=Buoy`)).body.results[0]!
  await admin.patch(`${path}/issues/${buoy.id}/`, { priority: 'urgent' })
  await screens.change('Dredging', { priority: 'high' })
  await page.goBack()
  await active.getByRole('radio', { name: 'Urgent and high 2' }).click()
  const { identifier } = (await admin.get<{ identifier: string }>(`${path}/`)).body
  const pressing = active.getByRole('link', { name: new RegExp(`${identifier}-\\d+`) })
  await expect
    .poll(async () => (await pressing.allTextContents()).map(text => text.replace(/^\S+-\d+/, '')))
    .toEqual(['Buoy light', 'Dredging'])
  await pressing.first().click()
  await page.getByRole('textbox', { name: 'Title' }).waitFor()
  await expect.poll(() => page.locator('[data-issue]').count()).toBe(2)
  await page.goBack()
  await active.getByRole('radio', { name: 'Assignees' }).click()
})

test('until the issues of a cycle are there nobody is told that nobody has any', async () => {
  const { page } = freya
  const held = Promise.withResolvers<void>()
  await page.route(/cycle-issues/, async route => {
    await held.promise
    await route.continue()
  })
  await page.goto(place())
  const active = section(freya, 'Active')
  await page.getByRole('slider', { name: /^Burndown of Cycle 1/ }).waitFor()
  await active.getByRole('status', { name: 'Loading' }).waitFor()
  expect(await active.getByText('Nobody is assigned yet.').count()).toBe(0)
  held.resolve()
  await active.getByRole('list', { name: 'By person' }).waitFor()
})

test('a cycle that is over is only read; its open issues go to another, and it is archived and brought back', async () => {
  const { page } = mei
  const over = await cycleNamed('Cycle 1')
  await screens.team.admin.patch(`${screens.team.path}/cycles/${over.id}/`, {
    start_date: day(-12),
    end_date: day(-1),
  })
  await page.goto(place(`?peekCycle=${over.id}`))
  const about = page.getByRole('complementary', { name: 'About Cycle 1' })
  await about.getByRole('heading', { name: 'Progress' }).waitFor()
  await axe(mei)
  await page.keyboard.press('Escape')
  await about.waitFor({ state: 'detached' })
  expect(page.url()).not.toContain('peekCycle')
  await page.goto(place(`/${over.id}`))
  await page.getByText('This cycle has ended. 2 issues are not done.').waitFor()
  expect(await page.getByRole('button', { name: 'New issue' }).count()).toBe(1)
  await axe(mei)
  await page.getByRole('button', { name: 'Move open issues…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Move 2 open issues' })
  await dialog.getByText('Cycle 2', { exact: true }).waitFor()
  await sight(mei)
  // Of many cycles one is found by its name; or they go to none.
  for (const n of [1, 2, 3, 4, 5, 6]) await screens.add('cycles', { name: `Berth ${n}` })
  await dialog.getByRole('searchbox', { name: 'Find a cycle' }).fill('berth 4')
  await expect
    .poll(() => dialog.getByRole('radio').evaluateAll(all => all.map(one => one.parentElement?.textContent)))
    .toEqual(['Berth 4Draft', 'BacklogIn no cycle'])
  await dialog.getByText('In no cycle').click()
  await dialog.getByRole('button', { name: 'Move to the backlog' }).waitFor()
  await axe(mei)
  await dialog.getByRole('searchbox', { name: 'Find a cycle' }).fill('')
  await dialog.getByText('Cycle 2', { exact: true }).click()
  // Unticked issues stay; then all of them go after all.
  await dialog.getByRole('checkbox', { name: /Dredging/ }).click()
  const fewer = page.getByRole('dialog', { name: 'Move 1 open issue' })
  await fewer.waitFor()
  await axe(mei)
  await fewer.getByRole('button', { name: 'All', exact: true }).click()
  await dialog.getByRole('button', { name: 'Move to Cycle 2' }).click()
  await screens.title(mei, 'Dredging').waitFor({ state: 'detached' })
  await screens.title(mei, 'Gate code').waitFor()
  const entry = async (who: Seat, name: string) => {
    await who.page.getByRole('complementary').getByRole('button', { name: 'Actions for Cycle 1' }).click()
    await who.page.getByRole('menuitem', { name }).click()
  }
  await entry(mei, 'Archive')
  await page.getByText('This cycle is archived.').waitFor()
  await page.goto(`/${screens.slug}/projects/${screens.projectId}/archives/cycles`)
  await page.getByRole('link', { name: 'Cycle 1' }).waitFor()
  await axe(mei)
  await page.getByRole('link', { name: 'Cycle 1' }).click()
  await about.getByRole('heading', { name: 'Progress' }).waitFor()
  await page.keyboard.press('Escape')
  await about.waitFor({ state: 'detached' })
  await page.getByRole('link', { name: 'Cycle 1' }).focus()
  await page.keyboard.press('x')
  const chosen = page.getByRole('toolbar', { name: 'Selected cycles' })
  await axe(mei)
  await chosen.getByRole('button', { name: 'Restore' }).click()
  await page.getByRole('heading', { name: 'No archived cycles' }).waitFor()
  const phone = await screens.phone()
  await phone.page.goto(place())
  await row(phone, 'Completed', 'Cycle 1').waitFor()
  await axe(phone)
  await phone.context.close()
})
