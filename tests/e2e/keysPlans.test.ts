/** Cycles and modules by keys alone, from their making to the archive and back; another watches, and reloads nothing. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { leaveSeats, type Seat } from '../support/browser.ts'
import { byKeys } from '../support/byKeys.ts'
import { tabTo } from '../support/heard.ts'
import { day, type IssueScreens, issueScreens } from '../support/issueScreens.ts'

/** As often as Tab is pressed at most: once round the screen. */
const FAR = 120

let screens: IssueScreens
let freya: Seat
let keys: ReturnType<typeof byKeys>
let mei: Seat
let who: string

beforeAll(async () => {
  screens = await issueScreens({ 'Raise the sill': {}, 'Mend the gate': {}, 'Paint the buoy': {} })
  freya = screens.freya
  keys = byKeys(freya)
  mei = screens.mei
  who = (await screens.team.member.get<{ display_name: string }>('/api/users/me/')).body.display_name
})
afterAll(leaveSeats)

const place = (rest: string) => `/${screens.slug}/projects/${screens.projectId}/${rest}`
const row = ({ page }: Seat, part: string, name: string) =>
  page.getByRole('region', { name: part, exact: true }).getByRole('listitem').filter({ hasText: name })
const press = async (...keys: string[]) => {
  for (const key of keys) await freya.page.keyboard.press(key)
}
const planNamed = async (kind: 'cycles' | 'modules', name: string) => {
  const { body } = await screens.team.admin.get<{ id: string; name: string }[]>(
    `${screens.team.path}/${kind}/`,
  )
  return body.find(one => one.name === name)!.id
}

test('a cycle is made and filled by keys', async () => {
  const { page } = freya
  await mei.page.goto(place('cycles'))
  await mei.page.getByRole('heading', { name: 'Work in even steps' }).waitFor()
  await page.goto(place('issues?layout=list&group_by='))
  await screens.title(freya, 'Raise the sill').waitFor()
  await press('g', 'c')
  await page.getByRole('heading', { name: 'Work in even steps' }).waitFor()
  await keys.stays('going to the cycles')
  await press('q')
  const form = page.getByRole('dialog', { name: 'New cycle' })
  await form.getByLabel('Name').waitFor()
  await page.keyboard.press('Control+a')
  await page.keyboard.type('Spring')
  await tabTo(freya, 'textbox', /^Starts/, FAR)
  await page.keyboard.type('today')
  await tabTo(freya, 'textbox', /^Ends/, FAR)
  await page.keyboard.type('in 9d')
  await press('Control+Enter')
  await form.waitFor({ state: 'detached' })
  await row(mei, 'Active', 'Spring').waitFor()
  await row(freya, 'Active', 'Spring').waitFor()
  await keys.stays('the form was sent')

  await keys.command('plan a cycle')
  const side = (of: Seat, name: string) => of.page.getByRole('region', { name, exact: true })
  const waiting = side(freya, 'Backlog').getByRole('button', { name: 'Raise the sill' })
  await waiting.waitFor()
  await keys.stays('the planner has opened')
  await tabTo(freya, 'button', /(Raise the sill|Mend the gate|Paint the buoy)$/, FAR)
  await press('Shift+J')
  await side(freya, 'Backlog').getByText('2 selected').waitFor()
  await press('Alt+ArrowRight')
  await expect.poll(() => side(freya, 'Spring').locator('[data-issue]').count()).toBe(2)
  await row(mei, 'Active', 'Spring').getByText('2', { exact: true }).first().waitFor()
  await keys.stays('two were moved')
  await press('Alt+ArrowRight')
  await expect.poll(() => side(freya, 'Spring').locator('[data-issue]').count()).toBe(3)
  await row(mei, 'Active', 'Spring').getByText('3', { exact: true }).first().waitFor()
  await keys.stays('the last one was moved')
  await press('Control+z')
  await side(freya, 'Backlog').locator('[data-issue]').first().waitFor()
  await keys.stays('the last one came back')
  await press('Escape')
  await row(freya, 'Active', 'Spring').waitFor()
  await keys.stays('the planner was left')
})

test('a module is made by keys, with its lead', async () => {
  const { page } = freya
  await mei.page.goto(place('modules'))
  await mei.page.getByRole('heading', { name: 'Group large work in modules' }).waitFor()
  await page.goto(place('issues?layout=list&group_by='))
  await screens.title(freya, 'Raise the sill').waitFor()
  await press('g', 'm')
  await page.getByRole('heading', { name: 'Group large work in modules' }).waitFor()
  await keys.stays('going to the modules')
  await press('m')
  const form = page.getByRole('dialog', { name: 'New module' })
  await form.getByLabel('Name').waitFor()
  await page.keyboard.type('Quay')
  await tabTo(freya, 'button', /^Lead/, FAR)
  await press('Enter')
  const choice = page.getByRole('combobox', { name: 'Lead' })
  await choice.and(page.locator(':focus')).waitFor()
  await page.keyboard.type(who)
  await page.getByRole('option', { name: who }).waitFor()
  await press('Enter')
  await choice.waitFor({ state: 'detached' })
  await form.getByRole('button', { name: who }).and(page.locator(':focus')).waitFor()
  await tabTo(freya, 'button', /^Members$/, FAR)
  await press('Enter')
  const others = page.getByRole('combobox', { name: 'Members' })
  await others.and(page.locator(':focus')).waitFor()
  await page.keyboard.type(who)
  await page.getByRole('option', { name: who }).waitFor()
  await press('Enter')
  await press('Control+Enter')
  await others.waitFor({ state: 'detached' })
  await keys.stays('the members were chosen')
  await press('Control+Enter')
  await form.waitFor({ state: 'detached' })
  await row(freya, 'Planned', 'Quay').waitFor()
  await row(mei, 'Planned', 'Quay')
    .getByRole('button', { name: `Lead of Quay: ${who}` })
    .waitFor()
  await keys.stays('the form was sent')
})

test('what a cycle has left at its end goes on by keys, and the cycle to the archive and back', async () => {
  const { page } = freya
  const spring = await planNamed('cycles', 'Spring')
  const next = await screens.add('cycles', { name: 'Summer', start_date: day(20), end_date: day(30) })
  await screens.team.admin.patch(`${screens.team.path}/cycles/${spring}/`, {
    start_date: day(-9),
    end_date: day(-1),
  })
  await mei.page.goto(place(`cycles/${next}`))
  await mei.page.getByRole('heading', { name: 'Nothing is planned yet' }).waitFor()
  await press('g', 'c')
  await row(freya, 'Completed', 'Spring').waitFor()
  await keys.stays('going to the cycles')
  await tabTo(freya, 'link', /^Spring$/, FAR)
  await press('Enter')
  const moving = page.getByRole('button', { name: 'Move open issues…' })
  await moving.waitFor()
  await keys.stays('the cycle has opened')
  await tabTo(freya, 'button', /^Move open issues/, FAR)
  await press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Move 2 open issues' })
  await dialog.getByRole('radio', { name: /Summer/, checked: true }).waitFor()
  await tabTo(freya, 'button', /^Move to Summer$/, FAR)
  await press('Enter')
  await dialog.waitFor({ state: 'detached' })
  await expect.poll(() => mei.page.locator('[data-issue]').count()).toBe(2)
  await moving.waitFor({ state: 'detached' })
  await keys.stays('the issues have moved on')

  await mei.page.goto(place('archives/cycles'))
  await mei.page.getByRole('heading', { name: 'No archived cycles' }).waitFor()
  await press('g', 'c')
  await row(freya, 'Completed', 'Spring').waitFor()
  await tabTo(freya, 'link', /^Spring$/, FAR)
  await press('.')
  await page.getByRole('menuitem', { name: 'Archive' }).waitFor()
  await page.keyboard.type('arch')
  await press('Enter')
  await row(freya, 'Completed', 'Spring').waitFor({ state: 'detached' })
  await mei.page.getByRole('link', { name: 'Spring' }).waitFor()
  await keys.stays('the cycle went to the archive')
  await keys.command('archived cycles')
  await page.getByRole('link', { name: 'Spring' }).waitFor()
  await keys.stays('the archive has opened')
  await tabTo(freya, 'link', /^Spring$/, FAR)
  await press('.')
  await page.getByRole('menuitem', { name: 'Restore' }).waitFor()
  await page.keyboard.type('rest')
  await press('Enter')
  await mei.page.getByRole('heading', { name: 'No archived cycles' }).waitFor()
  await page.getByRole('heading', { name: 'No archived cycles' }).waitFor()
  await keys.stays('the cycle came back')
  expect([...freya.errors, ...mei.errors]).toEqual([])
})

test('a module is completed by keys, goes to the archive and comes back', async () => {
  const { page } = freya
  await mei.page.goto(place('archives/modules'))
  await mei.page.getByRole('heading', { name: 'No archived modules' }).waitFor()
  await press('g', 'm')
  await row(freya, 'Planned', 'Quay').waitFor()
  await tabTo(freya, 'button', /^Status of Quay/, FAR)
  await press('Enter')
  await page.getByRole('combobox', { name: 'Status' }).and(page.locator(':focus')).waitFor()
  await page.keyboard.type('completed')
  await press('Enter')
  await row(freya, 'Completed', 'Quay').waitFor()
  await keys.stays('the module was completed')
  await tabTo(freya, 'link', /^Quay$/, FAR)
  await press('.')
  await page.getByRole('menuitem', { name: 'Archive' }).waitFor()
  await page.keyboard.type('arch')
  await press('Enter')
  await row(freya, 'Completed', 'Quay').waitFor({ state: 'detached' })
  await mei.page.getByRole('link', { name: 'Quay' }).waitFor()
  await keys.stays('the module went to the archive')
  await keys.command('archived modules')
  await page.getByRole('link', { name: 'Quay' }).waitFor()
  await keys.stays('the archive has opened')
  await tabTo(freya, 'link', /^Quay$/, FAR)
  await press('.')
  await page.getByRole('menuitem', { name: 'Restore' }).waitFor()
  await page.keyboard.type('rest')
  await press('Enter')
  for (const { page } of [mei, freya])
    await page.getByRole('heading', { name: 'No archived modules' }).waitFor()
  await keys.stays('the module came back')
  expect([...freya.errors, ...mei.errors]).toEqual([])
})
