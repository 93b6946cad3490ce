import { afterAll, beforeAll, expect, test } from 'vitest'
import { goWithin, leaveSeats, type Seat } from '../support/browser.ts'
import { drag, focusedText, type IssueScreens, issueScreens, mayDrag } from '../support/issueScreens.ts'
import { sight } from '../support/sight.ts'

let screens: IssueScreens
let freya: Seat

beforeAll(async () => {
  screens = await issueScreens({ 'Gate code': {}, 'Waiting list': {}, Dredging: {} })
  freya = screens.freya
})
afterAll(leaveSeats)

const sidebar = ({ page }: Seat) => page.getByRole('navigation', { name: 'Workspace' })
const joined = ({ page }: Seat) => page.getByRole('region', { name: 'Joined' }).getByRole('listitem')
const open = async (who: Seat) => {
  await goWithin(who.page, `/${screens.slug}/projects`)
  await joined(who).first().waitFor()
}

test('the list of projects says how far each is, and follows the work', async () => {
  await open(freya)
  const line = joined(freya).first()
  const figure = (words: string) => line.getByText(words, { exact: true }).filter({ visible: true })
  await figure('0 of 3').waitFor()
  await screens.change('Dredging', { state_id: await screens.stateOf('completed') })
  await figure('1 of 3').waitFor()
  await line
    .getByRole('img', { name: /^1 completed · 0 started/ })
    .filter({ visible: true })
    .hover()
  await freya.page
    .getByRole('tooltip')
    .getByText(/1 completed/)
    .or(freya.page.getByText(/^1 completed/))
    .first()
    .waitFor()
  await sight(freya)
})

test('a star keeps a project at hand, by the pointer and by keys', async () => {
  await open(freya)
  const { page } = freya
  const line = joined(freya).first()
  await line.hover()
  await line.getByRole('button', { name: /^Add .* to favourites$/ }).click()
  await sidebar(freya).getByRole('heading', { name: 'Favourites' }).waitFor()
  await line.getByRole('button', { name: /^Remove .* from favourites$/ }).waitFor()
  await sight(freya)
  await line.getByRole('button', { name: /^Actions for/ }).focus()
  await page.keyboard.press('Enter')
  await page.getByRole('menuitem', { name: 'Remove from favourites' }).waitFor()
  // A menu takes keys from the moment that it has the focus.
  await expect
    .poll(async () => {
      await page.keyboard.press('Home')
      return page.evaluate(() => document.activeElement?.textContent)
    })
    .toBe('Remove from favourites')
  await page.keyboard.press('Enter')
  await sidebar(freya).getByRole('heading', { name: 'Favourites' }).waitFor({ state: 'detached' })
  await expect
    .poll(
      async () =>
        (await screens.team.admin.get<unknown[]>(`/api/workspaces/${screens.slug}/user-favorites/`)).body
          .length,
    )
    .toBe(0)
})

test('projects are shown as a list or as cards, and the address says which', async () => {
  await open(freya)
  const { page } = freya
  const list = `/${screens.slug}/projects`
  await page.getByRole('radio', { name: 'Grid' }).click()
  await expect.poll(() => new URL(page.url()).searchParams.get('layout')).toBe('grid')
  await joined(freya).first().getByText('of 3').filter({ visible: true }).waitFor()
  await sight(freya)
  for (const width of [768, 390]) {
    await page.setViewportSize({ width, height: 1024 })
    await sight(freya)
    await goWithin(page, list)
    await joined(freya).first().getByText(/of 3$/).filter({ visible: true }).waitFor()
    const title = page.getByRole('heading', { name: 'Projects', exact: true }).first()
    expect(await title.evaluate(node => node.scrollWidth - node.clientWidth)).toBe(0)
    await sight(freya)
    await goWithin(page, `${list}?layout=grid`)
    await joined(freya).first().getByText('of 3').filter({ visible: true }).waitFor()
  }
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.getByRole('radio', { name: 'Grid' }).focus()
  await page.keyboard.press('ArrowLeft')
  await expect.poll(() => new URL(page.url()).searchParams.get('layout')).toBe(null)
})

test('one project after another is made without leaving the form', async () => {
  await open(freya)
  const { page } = freya
  await page.keyboard.press('p')
  const form = page.getByRole('dialog', { name: 'New project' })
  await form.getByLabel('Name').fill('Salvage and Towing')
  await form.getByText('Free. First issue SALVA-1').waitFor()
  await form.getByRole('checkbox', { name: 'Create another' }).click()
  await sight(freya)
  await page.keyboard.press('Control+Enter')
  await expect.poll(() => form.getByLabel('Name').inputValue()).toBe('')
  await page.keyboard.type('Chart Print')
  await form.getByRole('checkbox', { name: 'Create another' }).click()
  await page.keyboard.press('Control+Enter')
  await page.waitForURL(/\/issues$/)
  await sidebar(freya).getByRole('link', { name: 'Salvage and Towing' }).waitFor()
  await sidebar(freya).getByRole('link', { name: 'Chart Print' }).waitFor()
  await page.setViewportSize({ width: 390, height: 844 })
  await open(freya)
  await page.getByRole('button', { name: 'New project' }).click()
  await form.getByLabel('Name').waitFor()
  await sight(freya)
  await page.keyboard.press('Escape')
  await form.waitFor({ state: 'detached' })
  await page.setViewportSize({ width: 1440, height: 900 })
})

test('search, filters and order are in the address; one joins, begins like another, and leaves', async () => {
  const other = await screens.team.admin.post<{ id: string }>(`/api/workspaces/${screens.slug}/projects/`, {
    name: 'Ferry times',
    identifier: 'FERRY',
  })
  const secret = await screens.team.admin.post<{ id: string }>(`/api/workspaces/${screens.slug}/projects/`, {
    name: 'Harbour dues',
    identifier: 'DUES',
    network: 0,
  })
  const { mei } = screens
  await open(mei)
  const { page } = mei
  const line = (name: string) => page.getByRole('main').getByRole('listitem').filter({ hasText: name })
  await line('Ferry times').getByRole('button', { name: 'Join' }).click()
  await sidebar(mei).getByRole('link', { name: 'Ferry times' }).waitFor()
  // People outside of a private one know nothing of it.
  expect(await line('Harbour dues').count()).toBe(0)
  await screens.team.admin.post(`/api/workspaces/${screens.slug}/projects/${secret.body.id}/members/`, {
    members: [{ member_id: screens.team.member.id, role: 15 }],
  })
  await line('Harbour dues').waitFor()
  await page.getByRole('button', { name: 'Filter' }).click()
  await page.getByRole('menuitem', { name: 'Access' }).click()
  await page.getByRole('menuitemcheckbox', { name: 'Private' }).click()
  await line('Ferry times').waitFor({ state: 'detached' })
  await expect.poll(() => new URL(page.url()).searchParams.get('access')).toBe('private')
  // By keys alone: F opens the filters; what is chosen is reported above the list, with its way out.
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  await page.getByRole('menu').first().waitFor({ state: 'detached' })
  await page.keyboard.press('f')
  await page.getByRole('menuitem', { name: 'Created' }).click()
  await page.getByRole('menuitemcheckbox', { name: 'Yesterday' }).click()
  await page.getByText('No projects match these filters.').waitFor()
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Remove Created filter' }).click()
  await line('Harbour dues').waitFor()
  await page.getByText(/^1 of \d projects$/).waitFor()
  await sight(mei)
  await page.keyboard.press('/')
  await page.keyboard.type('dues')
  await expect.poll(() => new URL(page.url()).searchParams.get('q')).toBe('dues')
  await goWithin(page, `/${screens.slug}/projects?q=nowhere`)
  await page.getByText('No projects match “nowhere”.').waitFor()
  await sight(mei)
  await page.getByRole('button', { name: 'Clear all' }).click()
  await line('Ferry times')
    .getByRole('button', { name: /^Actions for/ })
    .click()
  await page.getByRole('menuitem', { name: 'Leave…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Leave Ferry times?' })
  await sight(mei)
  await dialog.getByRole('button', { name: 'Leave the project' }).click()
  await line('Ferry times').getByRole('button', { name: 'Join' }).waitFor()
  await page.keyboard.press('p')
  const form = page.getByRole('dialog', { name: 'New project' })
  await form.getByLabel('Name').fill('Chandlery')
  await form.getByLabel('Key').fill('FERRY')
  await form.getByText('Ferry times has it.').waitFor()
  await form.getByRole('button', { name: 'Use FERRYI' }).click()
  await form.getByLabel('Start with').click()
  await page.getByRole('option', { name: 'Like Harbour dues' }).click()
  await form.getByText(/^5 states, 0 labels/).waitFor()
  await sight(mei)
  await form.getByRole('button', { name: 'Create project' }).click()
  await page.waitForURL(/\/issues$/)
  await sidebar(mei).getByRole('link', { name: 'Chandlery' }).waitFor()
  expect(other.status).toBe(201)
})

test('the sidebar keeps the projects in a person’s own order, and is as wide as its edge is pulled', async () => {
  const { page } = freya
  const { admin, workspace } = screens.team
  for (const name of ['Breakwater', 'Fairway'])
    await admin.post(`/api/workspaces/${workspace.slug}/projects/`, { name, identifier: name.slice(0, 5) })
  await open(freya)
  const names = () => sidebar(freya).locator('[data-project] > a > .cut').allTextContents()
  const line = (name: string) => sidebar(freya).locator('[data-project] > a').filter({ hasText: name })
  await expect.poll(async () => (await names()).slice(0, 2)).toEqual(['Fairway', 'Breakwater'])
  await line('Fairway').focus()
  await page.keyboard.press('Alt+ArrowDown')
  await expect.poll(async () => (await names()).slice(0, 2)).toEqual(['Breakwater', 'Fairway'])
  await expect.poll(() => focusedText(freya)).toContain('Fairway')
  await mayDrag(freya, 'nav')
  const [from, to] = [(await line('Fairway').boundingBox())!, (await line('Breakwater').boundingBox())!]
  await drag(freya, { x: from.x + 60, y: from.y + 14 }, { x: to.x + 60, y: to.y + 4 })
  await expect.poll(async () => (await names()).slice(0, 2)).toEqual(['Fairway', 'Breakwater'])
  await line('Fairway').press('Alt+ArrowDown')
  await sidebar(freya).getByRole('button', { name: 'Projects' }).click()
  await expect.poll(() => sidebar(freya).locator('[data-project]').count()).toBe(0)
  await sidebar(freya).getByRole('button', { name: 'Projects' }).click()
  // The workspace's links are folded likewise, and stay so; drafts are offered to whoever has some.
  expect(await sidebar(freya).getByRole('link', { name: 'Drafts' }).count()).toBe(0)
  const analytics = sidebar(freya).getByRole('link', { name: 'Analytics' })
  await sidebar(freya).getByRole('button', { name: 'Workspace', exact: true }).click()
  await analytics.waitFor({ state: 'detached' })
  await page.reload()
  await joined(freya).first().waitFor()
  expect(await analytics.count()).toBe(0)
  await sidebar(freya).getByRole('button', { name: 'Workspace', exact: true }).click()
  await analytics.waitFor()
  // Its sections are in one's own order or not at all, in this workspace.
  const arrange = async (entry: RegExp) => {
    await sidebar(freya).getByRole('button').first().click()
    await page.getByRole('menuitem', { name: 'Sidebar' }).press('ArrowRight')
    await page
      .getByRole('menuitem', { name: entry })
      .or(page.getByRole('menuitemcheckbox', { name: entry }))
      .press('Enter')
    for (const _ of [1, 2]) await page.keyboard.press('Escape')
    await expect.poll(() => page.getByRole('menu').count()).toBe(0)
  }
  const headings = () => sidebar(freya).getByRole('heading').allTextContents()
  await expect.poll(headings).toEqual(['Workspace', 'Projects'])
  await arrange(/^Move Projects up$/)
  await arrange(/^Move Projects up$/)
  await expect.poll(headings).toEqual(['Projects', 'Workspace'])
  await arrange(/^Workspace$/)
  await expect.poll(headings).toEqual(['Projects'])
  await page.reload()
  await joined(freya).first().waitFor()
  expect(await headings()).toEqual(['Projects'])
  await arrange(/^Workspace$/)
  await expect.poll(headings).toEqual(['Projects', 'Workspace'])
  const edge = page.getByRole('separator', { name: 'Sidebar width' })
  const width = async () => (await sidebar(freya).boundingBox())?.width
  expect(await width()).toBe(248)
  const at = (await edge.boundingBox())!
  await drag(freya, { x: at.x + 4, y: at.y + 300 }, { x: at.x + 56, y: at.y + 300 })
  await expect.poll(width).toBe(300)
  await edge.focus()
  await page.keyboard.press('ArrowRight')
  await expect.poll(width).toBe(316)
  await sight(freya)
  // Order and width come back with the page.
  await expect
    .poll(async () => {
      await page.reload()
      await joined(freya).first().waitFor()
      return [await width(), ...(await names()).slice(0, 2)]
    })
    .toEqual([316, 'Breakwater', 'Fairway'])
  await edge.dblclick()
  await expect.poll(width).toBe(248)
  // Shut it is one movement away: it comes with the mouse at the edge, stays for its menus, and goes with the mouse.
  await page.keyboard.press('Control+b')
  await sidebar(freya).waitFor({ state: 'detached' })
  await expect
    .poll(async () => {
      await page.mouse.move(40, 400)
      await page.mouse.move(1, 400)
      return sidebar(freya).count()
    })
    .toBe(1)
  await sight(freya)
  await sidebar(freya).getByRole('button', { name: 'Help' }).click()
  const news = page.getByRole('menuitem', { name: 'What’s new' })
  await news.waitFor()
  await page.mouse.move(900, 400)
  await news.waitFor()
  expect(await sidebar(freya).count()).toBe(1)
  await page.keyboard.press('Escape')
  await page.mouse.move(910, 400)
  await sidebar(freya).waitFor({ state: 'detached' })
  await page.keyboard.press('Control+b')
  await sidebar(freya).waitFor()
})
