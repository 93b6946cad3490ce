/** Modules from their making to the archive and back, mostly by keys; another watches, and reloads nothing. */
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
  screens = await issueScreens({ 'Gate code': {}, 'Waiting list': {}, Dredging: {} })
  freya = screens.freya
  mei = screens.mei
})
afterAll(leaveSeats)

const place = (rest = '') => `/${screens.slug}/projects/${screens.projectId}/modules${rest}`
const nameOf = async (who: 'admin' | 'member') =>
  (await screens.team[who].get<{ display_name: string }>('/api/users/me/')).body.display_name
const moduleNamed = async (name: string) => {
  const { team } = screens
  const { body } = await team.admin.get<{ id: string; name: string }[]>(`${team.path}/modules/`)
  return body.find(one => one.name === name)!.id
}
/** Puts an issue into one module alone. */
const put = async (module: string, name: string) => {
  const { team, idOf } = screens
  const updates = [{ id: idOf(name), module_ids: [module] }]
  expect((await team.member.post(`${team.path}/bulk-operation-issues/`, { updates })).status).toBe(204)
}
const section = ({ page }: Seat, name: string) => page.getByRole('region', { name, exact: true })
const row = (who: Seat, of: string, name: string) =>
  section(who, of).getByRole('listitem').filter({ hasText: name })

test('a module is made by keys, with its lead, and is in the list with its status, which is picked there', async () => {
  const { page } = freya
  const keys = byKeys(freya)
  const who = await nameOf('member')
  await goWithin(mei.page, place('?layout=board'))
  await goWithin(page, `/${screens.slug}/projects/${screens.projectId}/issues?layout=list&group_by=`)
  await screens.title(freya, 'Gate code').waitFor()
  await page.keyboard.press('g')
  await page.keyboard.press('m')
  await page.getByRole('heading', { name: 'Group large work in modules' }).waitFor()
  await sight(freya)
  await keys.stays('going to the modules')
  await page.keyboard.press('m')
  const form = page.getByRole('dialog', { name: 'New module' })
  await form.getByLabel('Name').fill('Tide rules')
  await form.getByLabel('Description').fill('Windows and sill depth')
  await form.getByLabel('Starts').fill('today')
  await form.getByLabel('Due').fill('yesterday')
  await form.getByText('The due date is before the start date.').waitFor()
  await form.getByLabel('Due').fill('in 3w')
  await sight(freya)
  const choose = async (name: string) => {
    await tabTo(freya, 'button', new RegExp(`^${name}`), FAR)
    await page.keyboard.press('Enter')
    const choice = page.getByRole('combobox', { name })
    await choice.and(page.locator(':focus')).waitFor()
    await page.keyboard.type(who)
    await page.getByRole('option', { name: who }).waitFor()
    await page.keyboard.press('Enter')
    return choice
  }
  const lead = await choose('Lead')
  await lead.waitFor({ state: 'detached' })
  await form.getByRole('button', { name: who }).and(page.locator(':focus')).waitFor()
  const others = await choose('Members')
  await page.keyboard.press('Control+Enter')
  await others.waitFor({ state: 'detached' })
  await keys.stays('the members were chosen')
  await page.keyboard.press('Control+Enter')
  await form.waitFor({ state: 'detached' })
  await row(freya, 'Planned', 'Tide rules')
    .getByRole('button', { name: `Lead of Tide rules: ${who}` })
    .waitFor()
  await keys.stays('the form was sent')
  await mei.page.getByRole('article', { name: 'Tide rules' }).getByRole('img', { name: who }).waitFor()
  await page.getByRole('button', { name: 'Status of Tide rules: Planned' }).click()
  await page.getByRole('option', { name: 'In progress' }).click()
  await row(freya, 'In progress', 'Tide rules').waitFor()
  await mei.page
    .getByRole('region', { name: /^In progress, 1 modules/ })
    .getByRole('article', { name: 'Tide rules' })
    .waitFor()
  await sight(mei)
  await page.keyboard.press('Control+z')
  await row(freya, 'Planned', 'Tide rules').waitFor()
  await page.keyboard.press('Control+Shift+z')
  await row(freya, 'In progress', 'Tide rules').waitFor()

  // In an order of their own they are moved by keys, too; the details of one are beside them.
  await screens.add('modules', { name: 'Quay wall', status: 'in-progress' })
  await goWithin(page, place('?sort=manual'))
  const names = () =>
    page
      .getByRole('region', { name: 'In progress' })
      .getByRole('listitem')
      .getByRole('link')
      .allTextContents()
  await expect.poll(names).toEqual(['Quay wall', 'Tide rules'])
  await row(freya, 'In progress', 'Quay wall').getByRole('link').focus()
  await page.keyboard.press('Alt+ArrowDown')
  await expect.poll(names).toEqual(['Tide rules', 'Quay wall'])
  await row(freya, 'In progress', 'Quay wall').getByRole('button', { name: 'Actions for Quay wall' }).click()
  await page.getByRole('menuitem', { name: 'More details' }).click()
  const about = page.getByRole('complementary', { name: 'About Quay wall' })
  await about.getByRole('heading', { name: 'Progress' }).waitFor()
  await sight(freya)
  await about.getByRole('button', { name: 'Close' }).click()
  await about.waitFor({ state: 'detached' })
})

test('the page of a module lists its issues; its panel is edited in place and follows for everybody', async () => {
  const { page } = freya
  const east = await screens.add('modules', { name: 'East quay', status: 'in-progress' })
  await row(freya, 'In progress', 'East quay').waitFor()
  await row(freya, 'In progress', 'Tide rules').getByRole('link').first().click()
  await page.getByRole('heading', { name: 'This module is empty' }).waitFor()
  await page.getByRole('button', { name: 'Add existing', exact: true }).click()
  await page.getByRole('option', { name: /Gate code/ }).click()
  await page.getByRole('option', { name: /Dredging/ }).click()
  await page.getByRole('button', { name: 'Add 2' }).click()
  await screens.title(freya, 'Gate code').waitFor()
  const about = page.getByRole('complementary', { name: 'About Tide rules' })
  const card = mei.page.getByRole('article', { name: 'Tide rules' })
  await Promise.all([about, card].map(part => part.getByText('0 of 2').waitFor()))
  await goWithin(mei.page, place())
  const told = row(mei, 'In progress', 'Tide rules')
  await told.getByText('0 of 2').waitFor()
  const chart = about.getByRole('slider', { name: /^Burndown of Tide rules/ })
  const left = (words: RegExp) => expect.poll(() => chart.getAttribute('aria-valuetext')).toMatch(words)
  const listed = (count: number) => expect.poll(() => page.locator('[data-issue]').count()).toBe(count)
  await left(/left 2 issues,/)
  await about.getByRole('button', { name: /Backlog/ }).waitFor()

  // Issues of which this browser never saw any come and go, and nobody asks for anything.
  const calls = [askedBy(freya), askedBy(mei)]
  await put(await moduleNamed('Tide rules'), 'Waiting list')
  await Promise.all([about, told].map(part => part.getByText('0 of 3').waitFor()))
  await left(/left 3 issues,/)
  await listed(3)
  await screens.change('Waiting list', { state_id: await screens.stateOf('completed') })
  await screens.change('Dredging', { state_id: await screens.stateOf('completed') })
  await Promise.all([about, told].map(part => part.getByText('2 of 3').waitFor()))
  await about.getByRole('button', { name: /Done.*2 issues/ }).waitFor()
  await put(east, 'Waiting list')
  await Promise.all([about, told].map(part => part.getByText('1 of 2').waitFor()))
  await row(mei, 'In progress', 'East quay').getByText('1 of 1').waitFor()
  await about.getByText('50% done').waitFor()
  await left(/left 1 issue,/)
  await listed(2)
  expect(calls).toEqual([[], []])

  const who = await nameOf('admin')
  await about.getByRole('button', { name: /^Lead:/ }).click()
  await page.getByRole('option', { name: new RegExp(who) }).click()
  await told.getByRole('button', { name: `Lead of Tide rules: ${who}` }).waitFor()
  await about.getByRole('button', { name: 'Add link' }).click()
  await about.getByLabel('Address').fill('survey.example/west')
  await about.getByLabel('Title').fill('Survey, west quay')
  await page.keyboard.press('Enter')
  await about.getByRole('link', { name: 'Survey, west quay' }).waitFor()
  await sight(freya)
  await page.getByRole('button', { name: 'Hide details' }).click()
  await about.waitFor({ state: 'detached' })
})

test('what is made for another project is told, for no list here shows it', async () => {
  const { page } = freya
  const projects = `/api/workspaces/${screens.slug}/projects/`
  const desk = { name: 'Harbour Desk', identifier: 'HARB', module_view: true, cycle_view: true }
  const { body } = await screens.team.admin.post<{ id: string }>(projects, desk)
  await goWithin(page, place())
  await row(freya, 'In progress', 'Tide rules').waitFor()
  await page.keyboard.press('m')
  const form = page.getByRole('dialog', { name: 'New module' })
  await form.getByRole('button', { name: screens.team.project.identifier }).click()
  await page.getByRole('option', { name: 'Harbour Desk' }).click()
  await form.getByLabel('Name').fill('Opening hours')
  await sight(freya)
  await page.keyboard.press('Control+Enter')
  await page.getByText('Opening hours created').waitFor()
  await page.getByRole('button', { name: 'Open', exact: true }).click()
  await page.waitForURL(new RegExp(`/projects/${body.id}/modules/`))
  await page.getByRole('heading', { name: 'This module is empty' }).waitFor()
  // The name that was proposed is the next one of the chosen project.
  await screens.add('cycles', { name: 'Sprint 7' })
  await goWithin(page, place())
  await row(freya, 'In progress', 'Tide rules').waitFor()
  const planned = page.getByRole('dialog', { name: 'New cycle' })
  await page.keyboard.press('q')
  await expect.poll(() => planned.getByLabel('Name').inputValue()).toBe('Sprint 8')
  await planned.getByRole('button', { name: screens.team.project.identifier }).click()
  await page.getByRole('option', { name: 'Harbour Desk' }).click()
  await expect.poll(() => planned.getByLabel('Name').inputValue()).toBe('Cycle 1')
  await page.keyboard.press('Escape')
  await planned.waitFor({ state: 'detached' })
  expect((await screens.team.admin.delete(`${projects}${body.id}/`)).status).toBe(204)
})

test('a bar of the timeline is pulled by keys, and a guest may only look', async () => {
  const { page } = freya
  await goWithin(page, place('?layout=timeline'))
  const bar = page
    .getByRole('region', { name: 'Timeline of modules' })
    .getByRole('link', { name: /^Tide rules, / })
  await bar.focus()
  await page.keyboard.press('Alt+ArrowRight')
  await expect
    .poll(async () => {
      const id = await moduleNamed('Tide rules')
      return (await screens.team.admin.get(`${screens.team.path}/modules/${id}/`)).body.start_date
    })
    .toBe(day(1))
  await sight(freya)
  const guest = await screens.guest()
  await goWithin(guest.page, place())
  await row(guest, 'In progress', 'Tide rules').waitFor()
  expect(await guest.page.getByRole('button', { name: 'New module' }).count()).toBe(0)
  expect(await guest.page.getByRole('button', { name: /^Status of/ }).count()).toBe(0)
  expect(guest.errors).toEqual([])
})

test('a module is completed by keys, goes to the archive and comes back', async () => {
  const { page } = freya
  const keys = byKeys(freya)
  const { press } = keys
  const archived = ({ page }: Seat) => page.getByRole('link', { name: 'East quay', exact: true }).waitFor()
  const none = ({ page }: Seat) => page.getByRole('heading', { name: 'No archived modules' }).waitFor()
  await goWithin(mei.page, `/${screens.slug}/projects/${screens.projectId}/archives/modules`)
  await none(mei)
  await press('g')
  await press('m')
  await row(freya, 'In progress', 'East quay').waitFor()
  await tabTo(freya, 'button', /^Status of East quay/, FAR)
  await press('Enter')
  await page.getByRole('combobox', { name: 'Status' }).and(page.locator(':focus')).waitFor()
  await page.keyboard.type('completed')
  await press('Enter')
  await row(freya, 'Completed', 'East quay').waitFor()
  await keys.stays('the module was completed')
  await tabTo(freya, 'link', /^East quay$/, FAR)
  await press('.')
  await page.getByRole('menuitem', { name: 'Archive' }).waitFor()
  await page.keyboard.type('arch')
  await press('Enter')
  await row(freya, 'Completed', 'East quay').waitFor({ state: 'detached' })
  await archived(mei)
  await keys.stays('the module went to the archive')
  await keys.command('archived modules')
  await archived(freya)
  await keys.stays('the archive has opened')
  await page.getByRole('link', { name: 'East quay', exact: true }).focus()
  await press('.')
  await page.getByRole('menuitem', { name: 'Restore' }).waitFor()
  await page.keyboard.type('rest')
  await press('Enter')
  await Promise.all([none(mei), none(freya)])
  await keys.stays('the module came back')
  expect([...freya.errors, ...mei.errors]).toEqual([])
})

test('a module that goes to the archive while its list is open keeps its issues there, and they go on following', async () => {
  const { team } = screens
  const who = mei
  const module = await screens.add('modules', { name: 'West quay', status: 'completed' })
  const names = ['Gate code', 'Waiting list']
  await team.admin.post(`${team.path}/modules/${module}/issues/`, {
    issues: names.map(name => screens.idOf(name)),
  })
  const listed = () =>
    who.page
      .locator('[data-issue] [data-title]')
      .evaluateAll(all => all.map(title => title.textContent?.trim()).sort())
  await goWithin(who.page, place(`/${module}?layout=list`))
  await expect.poll(listed).toEqual(names)
  await team.admin.post(`${team.path}/modules/${module}/archive/`)
  await who.page.getByText('This module is archived.', { exact: false }).waitFor()
  await screens.change('Gate code', { name: 'Gate key' })
  await expect.poll(listed).toEqual(['Gate key', 'Waiting list'])
  await screens.change('Gate code', { priority: 'urgent' })
  await who.page
    .locator('[data-issue]')
    .getByRole('button', { name: /Urgent/ })
    .or(who.page.locator('[data-issue]').getByRole('img', { name: /Urgent/ }))
    .first()
    .waitFor()
  expect(await listed()).toEqual(['Gate key', 'Waiting list'])
  await team.admin.delete(`${team.path}/modules/${module}/archive/`)
  await who.page.getByText('This module is archived.', { exact: false }).waitFor({ state: 'detached' })
  await screens.change('Waiting list', { name: 'Queue' })
  await expect.poll(listed).toEqual(['Gate key', 'Queue'])
  expect(who.errors).toEqual([])
})
