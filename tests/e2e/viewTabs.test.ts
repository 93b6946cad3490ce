import { afterAll, beforeAll, expect, test } from 'vitest'
import { goWithin, leaveSeats, type Seat } from '../support/browser.ts'
import { drag, focusedText, type IssueScreens, issueScreens, mayDrag } from '../support/issueScreens.ts'
import { sight } from '../support/sight.ts'

let screens: IssueScreens
beforeAll(async () => {
  screens = await issueScreens({ 'Raise the sill': {}, 'Mend the gate': {} })
})
afterAll(leaveSeats)

test('the workspace’s views are tabs for everyone, those of one’s own are one’s own', async () => {
  const { freya, mei, slug } = screens
  const { page } = freya
  await goWithin(page, `/${slug}/workspace-views`)
  await goWithin(mei.page, `/${slug}/workspace-views/all-issues`)
  await page.getByText('No views yet').waitFor()
  for (const [name, alone] of [
    ['Everywhere', false],
    ['My corner', true],
  ] as const) {
    await page.keyboard.press('v')
    const form = page.getByRole('dialog', { name: 'New view' })
    await form.getByLabel('Name').fill(name)
    if (alone) await form.getByRole('radio', { name: 'Only you' }).click()
    await page.keyboard.press('Control+Enter')
    await page.getByRole('heading', { name }).waitFor()
  }
  const tabs = mei.page.getByRole('navigation', { name: 'Views' })
  await tabs.getByRole('link', { name: 'Everywhere' }).click()
  await mei.page.getByRole('heading', { name: 'Everywhere' }).waitFor()
  expect(await tabs.getByRole('link', { name: 'My corner' }).count()).toBe(0)
  // The open tab leads to its menu: of a view and of a built-in one.
  await tabs.getByRole('link', { name: 'Everywhere' }).click()
  const entry = mei.page.getByRole('menuitem', { name: 'Add to favourites' })
  await entry.waitFor()
  await sight(mei)
  await mei.page.keyboard.press('Escape')
  await entry.waitFor({ state: 'detached' })
  await goWithin(page, `/${slug}/workspace-views/all-issues`)
  await page
    .getByRole('navigation', { name: 'Views' })
    .getByRole('link', { name: 'All issues' })
    .press('Enter')
  await expect
    .poll(() => page.getByRole('menuitem').allTextContents())
    .toEqual(['Copy link', 'Open in new tab'])
  await page.keyboard.press('Escape')
  await mei.page.keyboard.press('1')
  await expect.poll(() => mei.page.locator('[data-issue]').count()).toBe(2)
  await mei.page.getByRole('status').getByText('Changed for you only').waitFor()
  await sight(mei)
  const at = `/api/workspaces/${slug}/views/`
  const { body } = await screens.team.admin.get<{ id: string }[]>(at)
  for (const { id } of body) expect((await screens.team.admin.delete(`${at}${id}/`)).status).toBe(204)
  expect([...freya.errors, ...mei.errors]).toEqual([])
})

test('the tabs of views are in an order of one’s own, by keys and menu, in every tab; far ones are in the list', async () => {
  const { freya, mei, slug } = screens
  const { page } = freya
  const names = Array.from({ length: 9 }, (_, n) => `View ${n + 1}`)
  for (const name of names)
    await screens.team.admin.post(`/api/workspaces/${slug}/views/`, { name, filters: {}, access: 1 })
  const other = await freya.context.newPage()
  for (const one of [page, other, mei.page]) await goWithin(one, `/${slug}/workspace-views/all-issues`)
  const tab = (of: Seat['page'], name: string) =>
    of.getByRole('navigation', { name: 'Views' }).getByRole('link', { name, exact: true })
  const shown = (of: Seat['page']) =>
    of
      .getByRole('navigation', { name: 'Views' })
      .getByRole('link', { name: /^View / })
      .allTextContents()
  await expect.poll(() => shown(page)).toEqual(names.slice(0, 8))
  await tab(page, 'All 9 views').waitFor()
  await tab(page, 'View 2').focus()
  await page.keyboard.press('Alt+ArrowLeft')
  const moved = ['View 2', 'View 1', ...names.slice(2, 8)]
  await expect.poll(() => shown(page)).toEqual(moved)
  await expect.poll(() => focusedText(freya)).toBe('View 2')
  await expect.poll(() => shown(other)).toEqual(moved)
  // Beyond the first there is nothing: the browser does not go back either.
  await page.keyboard.press('Alt+ArrowLeft')
  await page.keyboard.press('Alt+ArrowRight')
  await expect.poll(() => shown(other)).toEqual(names.slice(0, 8))
  await tab(page, 'View 8').click({ button: 'right' })
  await page.getByRole('menuitem', { name: 'Move right' }).click()
  await expect.poll(() => shown(other)).toEqual([...names.slice(0, 7), 'View 9'])
  await mayDrag(freya, 'nav[aria-label="Views"]')
  const [from, to] = [await tab(page, 'View 1').boundingBox(), await tab(page, 'View 3').boundingBox()]
  if (!from || !to) throw new Error('not in sight')
  const y = from.y + from.height / 2
  await drag(freya, { x: from.x + from.width / 2, y }, { x: to.x + to.width - 4, y })
  const swapped = ['View 2', 'View 3', 'View 1', ...names.slice(3, 7), 'View 9']
  await expect.poll(() => shown(other)).toEqual(swapped)
  await page.reload()
  await expect.poll(() => shown(page)).toEqual(swapped)
  // A view that is open shows its tab wherever it is; another person's order is theirs.
  await goWithin(page, `/${slug}/workspace-views`)
  await page.getByRole('main').getByRole('link', { name: 'View 8', exact: true }).click()
  await expect.poll(() => shown(page)).toEqual([...swapped, 'View 8'])
  expect(await shown(mei.page)).toEqual(names.slice(0, 8))
  await sight(freya)
  expect([...freya.errors, ...mei.errors]).toEqual([])
})
