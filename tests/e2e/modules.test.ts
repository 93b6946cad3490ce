import { afterAll, beforeAll, expect, test } from 'vitest'
import { axe } from '../support/axe.ts'
import { leaveSeats, type Seat } from '../support/browser.ts'
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
const nameOfMember = async () =>
  (await screens.team.member.get<{ display_name: string }>('/api/users/me/')).body.display_name
const section = ({ page }: Seat, name: string) => page.getByRole('region', { name, exact: true })
const row = (who: Seat, of: string, name: string) =>
  section(who, of).getByRole('listitem').filter({ hasText: name })

test('a module is made by keys and stands in the list with its status, which is picked there', async () => {
  const { page } = freya
  await page.goto(place())
  await page.getByRole('heading', { name: 'Group large work in modules' }).waitFor()
  await axe(freya)
  await page.keyboard.press('m')
  const form = page.getByRole('dialog', { name: 'New module' })
  await form.getByLabel('Name').fill('Tide rules')
  await form.getByLabel('Description').fill('Windows and sill depth')
  await form.getByLabel('Starts').fill('today')
  await form.getByLabel('Due').fill('yesterday')
  await form.getByText('The due date is before the start date.').waitFor()
  await form.getByLabel('Due').fill('in 3w')
  await axe(freya)
  await page.keyboard.press('Control+Enter')
  await row(freya, 'Planned', 'Tide rules').waitFor()
  await mei.page.goto(place('?layout=board'))
  await mei.page.getByRole('article', { name: 'Tide rules' }).waitFor()
  await page.getByRole('button', { name: 'Status of Tide rules: Planned' }).click()
  await page.getByRole('option', { name: 'In progress' }).click()
  await row(freya, 'In progress', 'Tide rules').waitFor()
  await mei.page
    .getByRole('region', { name: /^In progress, 1 modules/ })
    .getByRole('article', { name: 'Tide rules' })
    .waitFor()
  await axe(mei)
  await page.keyboard.press('Control+z')
  await row(freya, 'Planned', 'Tide rules').waitFor()
  await page.keyboard.press('Control+Shift+z')
  await row(freya, 'In progress', 'Tide rules').waitFor()
  await axe(freya)

  // In an order of their own they are moved by keys, too; the details of one stand beside them.
  const quay = await screens.add('modules', { name: 'Quay wall', status: 'in-progress' })
  await page.goto(place('?sort=manual'))
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
  await axe(freya)
  await about.getByRole('button', { name: 'Close' }).click()
  await about.waitFor({ state: 'detached' })
  await screens.team.admin.delete(`${screens.team.path}/modules/${quay}/`)

  // For another project: what is made there is told, for no list here shows it.
  const projects = `/api/workspaces/${screens.slug}/projects/`
  const desk = { name: 'Harbour Desk', identifier: 'HARB', module_view: true, cycle_view: true }
  const { body } = await screens.team.admin.post<{ id: string }>(projects, desk)
  await page.keyboard.press('m')
  await form.getByRole('button', { name: screens.team.project.identifier }).click()
  await page.getByRole('option', { name: 'Harbour Desk' }).click()
  await form.getByLabel('Name').fill('Opening hours')
  await axe(freya)
  await page.keyboard.press('Control+Enter')
  await page.getByText('Opening hours created').waitFor()
  await page.getByRole('button', { name: 'Open', exact: true }).click()
  await page.waitForURL(new RegExp(`/projects/${body.id}/modules/`))
  await page.getByRole('heading', { name: 'This module is empty' }).waitFor()
  // The name that was proposed is the next one of the chosen project.
  await screens.add('cycles', { name: 'Sprint 7' })
  await page.goto(place())
  await row(freya, 'In progress', 'Tide rules').waitFor()
  const planned = page.getByRole('dialog', { name: 'New cycle' })
  await page.keyboard.press('q')
  await expect.poll(() => planned.getByLabel('Name').inputValue()).toBe('Sprint 8')
  await planned.getByRole('button', { name: screens.team.project.identifier }).click()
  await page.getByRole('option', { name: 'Harbour Desk' }).click()
  await expect.poll(() => planned.getByLabel('Name').inputValue()).toBe('Cycle 1')
  await page.keyboard.press('Escape')
  await planned.waitFor({ state: 'detached' })
})

test('a completed module says how long before or after its due day that was', async () => {
  const days = { start_date: day(-9), target_date: day(3) }
  const storm = await screens.add('modules', { name: 'Storm closing', status: 'completed', ...days })
  await freya.page.goto(place())
  await row(freya, 'Completed', 'Storm closing').getByText('3 days early').waitFor()
  await screens.team.member.patch(`${screens.team.path}/modules/${storm}/`, { target_date: day(-1) })
  await row(freya, 'Completed', 'Storm closing').getByText('1 day late').waitFor()
  expect((await screens.team.admin.delete(`${screens.team.path}/modules/${storm}/`)).status).toBe(204)
})

test('the page of a module lists its issues; its panel is edited in place and follows for everybody', async () => {
  const { page } = freya
  await row(freya, 'In progress', 'Tide rules').getByRole('link').first().click()
  await page.getByRole('heading', { name: 'This module is empty' }).waitFor()
  await page.getByRole('button', { name: 'Add existing', exact: true }).click()
  await page.getByRole('option', { name: /Gate code/ }).click()
  await page.getByRole('option', { name: /Dredging/ }).click()
  await page.getByRole('button', { name: 'Add 2' }).click()
  await screens.title(freya, 'Gate code').waitFor()
  const about = page.getByRole('complementary', { name: 'About Tide rules' })
  await about.getByText('0 of 2').waitFor()
  const card = mei.page.getByRole('article', { name: 'Tide rules' })
  await card.getByText('0 of 2').waitFor()
  await screens.change('Dredging', { state_id: await screens.stateOf('completed') })
  await about.getByText('1 of 2').waitFor()
  await card.getByText('1 of 2').waitFor()
  await about.getByText('50 % done').waitFor()
  const who = await nameOfMember()
  await about.getByRole('button', { name: /^Lead:/ }).click()
  await page.getByRole('option', { name: new RegExp(who) }).click()
  await card.getByRole('img', { name: who }).waitFor()
  await about.getByRole('button', { name: 'Add link' }).click()
  await about.getByLabel('Address').fill('survey.example/west')
  await about.getByLabel('Title').fill('Survey, west quay')
  await page.keyboard.press('Enter')
  await about.getByRole('link', { name: 'Survey, west quay' }).waitFor()
  const chart = about.getByRole('slider', { name: /^Burndown of Tide rules/ })
  await expect.poll(() => chart.getAttribute('aria-valuetext')).toMatch(/left 1 issue,/)
  await axe(freya)
  await page.getByRole('button', { name: 'Hide details' }).click()
  await about.waitFor({ state: 'detached' })
})

test('a bar of the timeline is pulled by keys, and a guest may only look', async () => {
  const { page } = freya
  await page.goto(place('?layout=timeline'))
  const bar = page
    .getByRole('region', { name: 'Timeline of modules' })
    .getByRole('link', { name: /^Tide rules, / })
  await bar.focus()
  await page.keyboard.press('Alt+ArrowRight')
  await expect
    .poll(async () => {
      const { body } = await screens.team.admin.get<{ start_date: string }[]>(`${screens.team.path}/modules/`)
      return body[0]?.start_date
    })
    .toBe(day(1))
  await axe(freya)
  const guest = await screens.guest()
  await guest.page.goto(place())
  await row(guest, 'In progress', 'Tide rules').waitFor()
  expect(await guest.page.getByRole('button', { name: 'New module' }).count()).toBe(0)
  expect(await guest.page.getByRole('button', { name: /^Status of/ }).count()).toBe(0)
  await guest.context.close()
  const phone = await screens.phone()
  await phone.page.goto(place())
  await row(phone, 'In progress', 'Tide rules').waitFor()
  await axe(phone)
  await phone.page.getByRole('link', { name: 'Tide rules' }).click()
  await screens.title(phone, 'Gate code').waitFor()
  await phone.page.getByRole('button', { name: 'Show details' }).click()
  await phone.page.getByRole('complementary', { name: 'About Tide rules' }).waitFor()
  await sight(phone)
  await phone.context.close()
})

test('a module that goes to the archive while its list is open keeps its issues there, and they go on following', async () => {
  const { team } = screens
  const who = await screens.sit({ width: 1440 })
  const module = await screens.add('modules', { name: 'West quay', status: 'completed' })
  const names = ['Gate code', 'Waiting list']
  await team.admin.post(`${team.path}/modules/${module}/issues/`, {
    issues: names.map(name => screens.idOf(name)),
  })
  const listed = () =>
    who.page
      .locator('[data-issue] [data-title]')
      .evaluateAll(all => all.map(title => title.textContent?.trim()).sort())
  await who.page.goto(place(`/${module}?layout=list`))
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

test('the columns of a row fill it at every width: none stands empty behind the last', async () => {
  const who = await screens.sit({ width: 1440 })
  await screens.add('modules', { name: 'Row of boats', status: 'completed' })
  await who.page.goto(place('?layout=list'))
  for (const width of [1440, 1100, 900, 768]) {
    await who.page.setViewportSize({ width, height: 900 })
    const row = who.page.locator('[data-plan]').filter({ hasText: 'Row of boats' })
    await row.waitFor()
    const behind = () =>
      row.evaluate(one => {
        const cells = [...one.children].filter(child => getComputedStyle(child).position !== 'absolute')
        const ends = cells.map(child => child.getBoundingClientRect().right)
        return Math.round(one.getBoundingClientRect().right - Math.max(...ends))
      })
    await expect.poll(behind, { message: `at ${width}` }).toBeLessThanOrEqual(16)
  }
})
