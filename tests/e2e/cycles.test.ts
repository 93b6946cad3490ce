/** Cycles from their making to the archive and back, mostly by keys; another watches, and reloads nothing. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { askedBy } from '../support/askedBy.ts'
import { goWithin, leaveSeats, type Seat } from '../support/browser.ts'
import { byKeys } from '../support/byKeys.ts'
import { FAR, tabTo } from '../support/heard.ts'
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

test('a cycle takes free days: a clash is told while they are typed, also with what others plan meanwhile, and the next free start is offered', async () => {
  const { page } = freya
  const keys = byKeys(freya)
  const empty = ({ page }: Seat) => page.getByRole('heading', { name: 'Work in fixed periods' }).waitFor()
  await goWithin(mei.page, place())
  await goWithin(page, `/${screens.slug}/projects/${screens.projectId}/issues?layout=list&group_by=`)
  await Promise.all([empty(mei), screens.title(freya, 'Gate code').waitFor()])
  await page.keyboard.press('g')
  await page.keyboard.press('c')
  await empty(freya)
  await sight(freya)
  await keys.stays('going to the cycles')
  await page.keyboard.press('q')
  const form = page.getByRole('dialog', { name: 'New cycle' })
  await expect.poll(() => form.getByLabel('Name').inputValue()).toBe('Cycle 1')
  // A name that is typed takes the place of the proposed one.
  await page.keyboard.type('Cycle 1')
  expect(await form.getByLabel('Name').inputValue()).toBe('Cycle 1')
  await tabTo(freya, 'textbox', /^Starts/, FAR)
  await page.keyboard.type('today')
  await form.getByRole('button', { name: /^1 week/ }).click()
  await form.getByLabel('Goal').fill('The gate opens by itself')
  await page.keyboard.press('Control+Enter')
  await Promise.all([freya, mei].map(who => row(who, 'Active', 'Cycle 1').waitFor()))
  await page.getByRole('navigation', { name: 'Workspace' }).getByText('Cycle 1').waitFor()
  await keys.stays('the form was sent')
  await page.keyboard.press('q')
  await expect.poll(() => form.getByLabel('Name').inputValue()).toBe('Cycle 2')
  await tabTo(freya, 'textbox', /^Starts/, FAR)
  await page.keyboard.type('tomorrow')
  await tabTo(freya, 'textbox', /^Ends/, FAR)
  await page.keyboard.type('in 12d')
  await form.getByText(/belongs? to Cycle 1\.$/).waitFor()
  for (const field of ['Starts', 'Ends'])
    expect(await form.getByLabel(field).getAttribute('aria-invalid')).toBe('true')
  const create = form.getByRole('button', { name: 'Create cycle' })
  expect(await create.isDisabled()).toBe(true)
  await sight(freya)
  await form.getByRole('button', { name: /^Start on/ }).click()
  await form.getByText(/belongs? to/).waitFor({ state: 'detached' })
  await expect.poll(() => create.isEnabled()).toBe(true)
  const { admin, path } = screens.team
  const ebb = await screens.add('cycles', { name: 'Ebb', start_date: day(10), end_date: day(11) })
  await form.getByText(/ to Ebb\.$/).waitFor()
  expect(await create.isDisabled()).toBe(true)
  expect((await admin.delete(`${path}/cycles/${ebb}/`)).status).toBe(204)
  await form.getByText(/ to Ebb\.$/).waitFor({ state: 'detached' })
  await create.click()
  await row(freya, 'Upcoming', 'Cycle 2').waitFor()
  // Neither day: a draft, made with the keyboard alone.
  await page.keyboard.press('q')
  await form.getByLabel('Name').fill('Winter maintenance')
  await page.keyboard.press('Enter')
  await row(freya, 'Upcoming', 'Winter maintenance').getByText('draft', { exact: true }).first().waitFor()
  // A goal of several lines stays one.
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
  await row(freya, 'Active', 'Cycle 1').getByRole('link', { name: 'Cycle 1' }).click()
  await page.getByRole('heading', { name: 'Nothing is planned yet' }).waitFor()
  await sight(freya)
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
})

test('lists, counts, bars, the chart and the sidebar follow what somebody else does, and ask for nothing', async () => {
  await goWithin(freya.page, place())
  await row(freya, 'Active', 'Cycle 1').waitFor()
  const chart = freya.page.getByRole('slider', { name: /^Burndown of Cycle 1/ })
  await chart.waitFor()
  await goWithin(freya.page, `/${screens.slug}/projects/${screens.projectId}/issues`)
  await screens.title(freya, 'Mooring').waitFor()
  await freya.page
    .getByRole('link', { name: /^Cycles/ })
    .nth(1)
    .click()
  await expect.poll(() => chart.getAttribute('aria-valuetext')).toMatch(/left 3 issues/)
  // Read behind the rest of the screen.
  await freya.page.getByRole('radio', { name: /^Urgent and high \d/ }).waitFor()
  const calls = askedBy(freya)
  const { id } = await cycleNamed('Cycle 1')
  await screens.putInCycle('Mooring', id)
  await expect.poll(() => chart.getAttribute('aria-valuetext')).toMatch(/left 4 issues.*scope 4 issues/)
  await screens.change('Gate code', { state_id: await screens.stateOf('completed') })
  await expect.poll(() => chart.getAttribute('aria-valuetext')).toMatch(/left 3 issues/)
  const active = section(freya, 'Active')
  await active.getByText('25% done').waitFor()
  const who = await nameOfMember()
  await screens.change('Dredging', { assignee_ids: [screens.team.member.id] })
  await active.getByRole('link', { name: new RegExp(`${who}.*0 of 1 issue done`) }).waitFor()
  await screens.putInCycle('Mooring', (await cycleNamed('Cycle 2')).id)
  await expect.poll(() => chart.getAttribute('aria-valuetext')).toMatch(/left 2 issues/)
  await row(freya, 'Upcoming', 'Cycle 2').getByText('1', { exact: true }).first().waitFor()
  for (const name of ['Summer', 'Cycle 1']) {
    await screens.team.admin.patch(`${screens.team.path}/cycles/${id}/`, { name })
    await freya.page.getByRole('navigation', { name: 'Workspace' }).getByText(name).waitFor()
  }
  expect(calls.filter(call => call.startsWith('GET'))).toEqual([])
})

const cycleNamed = async (name: string) => {
  const { body } = await screens.team.admin.get<{ id: string; name: string }[]>(
    `${screens.team.path}/cycles/`,
  )
  return body.find(one => one.name === name)!
}

test('the chart goes up or down or is a table, and what presses opens beside the list of all that does', async () => {
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
  await chart.waitFor()
  const { admin, path } = screens.team
  const buoy = (await admin.get<{ results: { id: string }[] }>(`${path}/issues/?name=Buoy`)).body.results[0]!
  await admin.patch(`${path}/issues/${buoy.id}/`, { priority: 'urgent' })
  await screens.change('Dredging', { priority: 'high' })
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

test('a cycle that is over is only read; its open issues go on by keys, and it is archived and brought back', async () => {
  const { page } = mei
  const keys = byKeys(mei)
  const press = async (...all: string[]) => {
    for (const key of all) await page.keyboard.press(key)
  }
  const over = await cycleNamed('Cycle 1')
  await screens.team.admin.patch(`${screens.team.path}/cycles/${over.id}/`, {
    start_date: day(-12),
    end_date: day(-1),
  })
  await goWithin(freya.page, place(`/${(await cycleNamed('Cycle 2')).id}`))
  await screens.title(freya, 'Mooring').waitFor()
  await goWithin(page, place(`?peekCycle=${over.id}`))
  const about = page.getByRole('complementary', { name: 'About Cycle 1' })
  await about.getByRole('heading', { name: 'Progress' }).waitFor()
  await sight(mei)
  await press('Escape')
  await about.waitFor({ state: 'detached' })
  expect(page.url()).not.toContain('peekCycle')
  await tabTo(mei, 'link', /^Cycle 1$/, FAR)
  await press('Enter')
  await page.getByText('This cycle has ended. 2 issues are not done.').waitFor()
  expect(await page.getByRole('button', { name: 'New issue' }).count()).toBe(1)
  await sight(mei)
  await keys.stays('the cycle has opened')
  await tabTo(mei, 'button', /^Move open issues/, FAR)
  await press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Move 2 open issues' })
  await dialog.getByRole('radio', { name: /Cycle 2/, checked: true }).waitFor()
  await sight(mei)
  // Of many cycles one is found by its name; or they go to none.
  for (const n of [1, 2, 3, 4, 5, 6]) await screens.add('cycles', { name: `Berth ${n}` })
  await dialog.getByRole('searchbox', { name: 'Find a cycle' }).fill('berth 4')
  await expect
    .poll(() => dialog.getByRole('radio').evaluateAll(all => all.map(one => one.parentElement?.textContent)))
    .toEqual(['Berth 4Draft', 'BacklogIn no cycle'])
  await dialog.getByText('In no cycle').click()
  await dialog.getByRole('button', { name: 'Move to the backlog' }).waitFor()
  await sight(mei)
  await dialog.getByRole('searchbox', { name: 'Find a cycle' }).fill('')
  await dialog.getByText('Cycle 2', { exact: true }).click()
  // Unticked issues stay; then all of them go after all.
  await dialog.getByRole('checkbox', { name: /Dredging/ }).click()
  const fewer = page.getByRole('dialog', { name: 'Move 1 open issue' })
  await fewer.waitFor()
  await sight(mei)
  await fewer.getByRole('button', { name: 'All', exact: true }).click()
  await dialog.waitFor()
  await tabTo(mei, 'button', /^Move to Cycle 2$/, FAR)
  await press('Enter')
  await dialog.waitFor({ state: 'detached' })
  await screens.title(mei, 'Dredging').waitFor({ state: 'detached' })
  await screens.title(mei, 'Gate code').waitFor()
  await expect.poll(() => freya.page.locator('[data-issue]').count()).toBe(3)
  await keys.stays('the issues have moved on')

  await page.getByRole('complementary').getByRole('button', { name: 'Actions for Cycle 1' }).click()
  await page.getByRole('menuitem', { name: 'Archive' }).click()
  await page.getByText('This cycle is archived.').waitFor()
  const archive = `/${screens.slug}/projects/${screens.projectId}/archives/cycles`
  await goWithin(page, archive)
  const archived = page.getByRole('link', { name: 'Cycle 1' })
  await archived.click()
  await about.getByRole('heading', { name: 'Progress' }).waitFor()
  await press('Escape')
  await about.waitFor({ state: 'detached' })
  await archived.focus()
  await press('x')
  const chosen = page.getByRole('toolbar', { name: 'Selected cycles' })
  await sight(mei)
  await chosen.getByRole('button', { name: 'Restore' }).click()
  const none = ({ page }: Seat) => page.getByRole('heading', { name: 'No archived cycles' }).waitFor()
  await none(mei)

  // The same by keys alone.
  await goWithin(freya.page, archive)
  await none(freya)
  await press('g', 'c')
  await row(mei, 'Completed', 'Cycle 1').getByRole('link').first().focus()
  await press('.')
  await page.getByRole('menuitem', { name: 'Archive' }).waitFor()
  await page.keyboard.type('arch')
  await press('Enter')
  await row(mei, 'Completed', 'Cycle 1').waitFor({ state: 'detached' })
  await freya.page.getByRole('link', { name: 'Cycle 1' }).waitFor()
  await keys.stays('the cycle went to the archive')
  await keys.command('archived cycles')
  await archived.waitFor()
  await keys.stays('the archive has opened')
  await tabTo(mei, 'link', /^Cycle 1$/, FAR)
  await press('.')
  await page.getByRole('menuitem', { name: 'Restore' }).waitFor()
  await page.keyboard.type('rest')
  await press('Enter')
  await Promise.all([none(freya), none(mei)])
  await keys.stays('the cycle came back')
  expect([...freya.errors, ...mei.errors]).toEqual([])
})
