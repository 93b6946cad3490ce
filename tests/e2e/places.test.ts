import { afterAll, beforeAll, expect, test } from 'vitest'
import { goWithin, leaveSeats, type Seat } from '../support/browser.ts'
import { build } from '../support/build.ts'
import { type IssueScreens, issueScreens } from '../support/issueScreens.ts'
import { sharedServer } from '../support/server.ts'
import { sight } from '../support/sight.ts'

let screens: IssueScreens
let freya: Seat
let project: string

beforeAll(async () => {
  screens = await issueScreens({ 'Gate code': {} })
  freya = screens.freya
  project = `/${screens.slug}/projects/${screens.projectId}`
})
afterAll(leaveSeats)

const pathOf = ({ page }: Seat) => new URL(page.url()).pathname
const titleOf = ({ page }: Seat) => page.title()

test('each screen gives the tab its name', async () => {
  const { body } = await screens.team.admin.get<{ name: string }>(`${screens.team.path}/`)
  for (const [path, title] of [
    ['/create-workspace', 'Create workspace'],
    [`/${screens.slug}`, 'Home'],
    [`/${screens.slug}/projects`, 'Projects'],
    [`/${screens.slug}/drafts`, 'Drafts'],
    [`/${screens.slug}/settings/members`, 'Members'],
    [`/${screens.slug}/workspace-views/assigned`, 'Assigned to me'],
    [`${project}/issues`, `Issues · ${body.name}`],
    [`${project}/pages`, `Pages · ${body.name}`],
    [`${project}/archives/issues`, `Archive · ${body.name}`],
    [`${project}/issues/${screens.idOf('Gate code')}`, `Gate code · ${body.name}`],
  ] as const) {
    await goWithin(freya.page, path)
    await expect.poll(() => titleOf(freya)).toBe(`${title} · Tandem`)
  }
})

test('keys lead to the places that the menu and the sidebar name', async () => {
  const { page } = freya
  await goWithin(page, `${project}/issues`)
  await screens.title(freya, 'Gate code').waitFor()
  for (const [key, path] of [
    ['h', `/${screens.slug}`],
    ['d', `/${screens.slug}/drafts`],
    ['w', `/${screens.slug}/workspace-views/all-issues`],
    ['y', `/${screens.slug}/profile/${screens.adminId}/assigned`],
    ['p', `/${screens.slug}/projects`],
    ['o', `${project}/pages`],
    ['i', `${project}/issues`],
  ] as const) {
    await page.keyboard.press('g')
    await page.keyboard.press(key)
    await expect.poll(() => pathOf(freya)).toBe(path)
  }
  await page.keyboard.press('?')
  const help = page.getByRole('dialog', { name: 'Keyboard' })
  for (const name of ['Home', 'All issues', 'Assigned to you', 'Drafts', 'Projects', 'Issues', 'Pages'])
    await help.getByRole('listitem').filter({ hasText: name }).first().waitFor()
  await page.keyboard.press('Escape')
})

test('addresses that a screen had before lead to it, and bring what is behind them', async () => {
  const { page } = freya
  const issue = screens.idOf('Gate code')
  for (const [before, now] of [
    [project, `${project}/issues`],
    [`${project}/archives`, `${project}/issues`],
    [`${project}/archives/issues/${issue}`, `${project}/issues/${issue}`],
    [`${project}/draft-issues`, `/${screens.slug}/drafts`],
    // Instance admins have a session of their own.
    ['/god-mode/general', '/god-mode'],
  ] as const) {
    await goWithin(page, before)
    await expect.poll(() => pathOf(freya)).toBe(now)
  }
  await page.context().clearCookies()
  await page.goto('/sign-in?error_code=5065&email=freya%40quay.example')
  await page.getByText('This password is incorrect.').waitFor()
  expect(await page.getByRole('textbox', { name: 'E-mail' }).inputValue()).toBe('freya@quay.example')
  await page.goto(`${project}/issues?layout=list`)
  await expect
    .poll(() => new URL(page.url()).searchParams.get('next_path'))
    .toBe(`${project}/issues?layout=list`)
})

test('a screen beyond one’s role is not offered, and says so at its address', async () => {
  const guest = await screens.guest()
  const { page } = guest
  await page.goto(`${project}/archives/issues`)
  await page.getByRole('heading', { name: 'Archive: not open to you' }).waitFor()
  await sight(guest)
  await page.getByRole('link', { name: 'Go to issues' }).click()
  await screens.title(guest, 'Gate code').waitFor()
  await page.keyboard.press('Control+k')
  const menu = page.getByRole('dialog', { name: 'Command menu' })
  await page.keyboard.type('pages')
  await menu.getByText(/: Pages$/).waitFor()
  expect(await menu.getByText(/: Archive/).count()).toBe(0)
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  await page
    .getByRole('navigation', { name: 'Workspace' })
    .getByRole('button', { name: /^Actions for/ })
    .focus()
  await page.keyboard.press('Enter')
  await page.getByRole('menuitem', { name: 'Copy link' }).waitFor()
  expect(await page.getByRole('menuitem', { name: 'Archived issues' }).count()).toBe(0)
})

test('a feature that is off in a project is not offered there, and says so at its address', async () => {
  const { mei } = screens
  const { page } = mei
  const pages = page.getByRole('navigation', { name: 'Workspace' }).getByRole('link', { name: 'Pages' })
  await page.goto(`${project}/pages`)
  await pages.waitFor()
  await screens.team.admin.patch(`${screens.team.path}/`, { page_view: false })
  await page.getByRole('heading', { name: 'Pages are off for this project' }).waitFor()
  await pages.waitFor({ state: 'detached' })
  await screens.team.admin.patch(`${screens.team.path}/`, { page_view: true })
  await page.getByRole('heading', { name: 'Pages', exact: true }).waitFor()
  await pages.waitFor()
})

test('the project’s crumb leads to the same kind of place in another, by mouse, by keys and on a phone', async () => {
  const { admin } = screens.team
  const other = await build(await sharedServer()).project(admin, screens.slug, {
    name: 'Dredging',
    cycle_view: false,
  })
  const there = `/${screens.slug}/projects/${other.id}`
  const desk = await screens.sit({}, admin)
  const { page } = desk
  const others = (who: Seat) => who.page.getByRole('main').getByRole('button', { name: 'Other projects' })
  const choose = (who: Seat) => who.page.getByRole('menuitemcheckbox', { name: 'Dredging' })
  await page.goto(`${project}/pages`)
  await others(desk).click()
  await choose(desk).click()
  await expect.poll(() => pathOf(desk)).toBe(`${there}/pages`)
  // From one of them to all of them; where a feature is off, to the issues.
  await goWithin(page, `${project}/issues/${screens.idOf('Gate code')}`)
  await others(desk).focus()
  await page.keyboard.press('Enter')
  await choose(desk).waitFor()
  await sight(desk)
  await page.keyboard.type('Dr')
  await page.keyboard.press('Enter')
  await expect.poll(() => pathOf(desk)).toBe(`${there}/issues`)
  await goWithin(page, `${project}/cycles`)
  await others(desk).click()
  await choose(desk).click()
  await expect.poll(() => pathOf(desk)).toBe(`${there}/issues`)
  const phone = await screens.sit({ width: 390, height: 844, touch: true }, admin)
  await phone.page.goto(`${project}/settings/states`)
  await others(phone).tap()
  await sight(phone)
  await choose(phone).tap()
  await expect.poll(() => pathOf(phone)).toBe(`${there}/settings/states`)
  await goWithin(phone.page, `${there}/issues`)
  await others(phone).waitFor()
  await sight(phone)
  expect([...desk.errors, ...phone.errors]).toEqual([])
})
