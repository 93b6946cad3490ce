import { afterAll, beforeAll, expect, test } from 'vitest'
import { goWithin, leaveSeats, type Seat } from '../support/browser.ts'
import { drag, type IssueScreens, issueScreens } from '../support/issueScreens.ts'
import { sight } from '../support/sight.ts'

let screens: IssueScreens
let freya: Seat
let mei: Seat

beforeAll(async () => {
  screens = await issueScreens({ 'Gate code': {}, 'Waiting list': {}, Dredging: {} })
  freya = screens.freya
  mei = screens.mei
  await screens.team.admin.patch(`${screens.team.path}/`, { name: 'Berth Booking' })
})
afterAll(leaveSeats)

const at = (section = '') =>
  `/${screens.slug}/projects/${screens.projectId}/settings${section && `/${section}`}`
const open = async ({ page }: Seat, section: string, title: string) => {
  await goWithin(page, at(section))
  await page.getByRole('heading', { name: title, level: 2, exact: true }).waitFor()
}
const row = ({ page }: Seat, kind: string, name: string) =>
  page.locator(`[data-${kind}]`).filter({ hasText: name })
const menuOf = async (seat: Seat, name: string, entry: string) => {
  const button = seat.page.getByRole('button', { name: `Actions for ${name}`, exact: true })
  await button.focus()
  await seat.page.keyboard.press('Enter')
  await seat.page.getByRole('menuitem', { name: entry }).click()
  // One that is still closing has the same entries as the next.
  await seat.page.getByRole('menu').waitFor({ state: 'detached' })
}
const places = async (from: ReturnType<Seat['page']['locator']>, to: typeof from, part: number) => {
  await from.scrollIntoViewIfNeeded()
  const [a, b] = [await from.boundingBox(), await to.boundingBox()]
  if (!a || !b) throw new Error('not in sight')
  return [
    { x: a.x + 12, y: a.y + a.height / 2 },
    { x: b.x + 60, y: b.y + b.height * part },
  ] as const
}

test('states are made, named, moved and deleted by keys alone, and the other sees each of it', async () => {
  await open(freya, 'states', 'States')
  await open(mei, 'states', 'States')
  const { page } = freya
  await page.getByRole('button', { name: 'Add a state to Started' }).focus()
  await page.keyboard.press('Enter')
  await page.keyboard.type('On site')
  await page.keyboard.press('Enter')
  await row(mei, 'state', 'On site').waitFor()
  await row(freya, 'state', 'On site').getByRole('button', { name: 'On site', exact: true }).focus()
  await page.keyboard.press('F2')
  await page.getByLabel('Name of On site').fill('On the quay')
  await page.keyboard.press('Enter')
  await row(mei, 'state', 'On the quay').waitFor()
  await row(freya, 'state', 'On the quay').getByRole('button', { name: 'On the quay', exact: true }).focus()
  await page.keyboard.press('Alt+ArrowUp')
  await expect
    .poll(() => row(mei, 'state', '').allTextContents())
    .toEqual(expect.arrayContaining([expect.stringContaining('On the quay')]))
  await expect
    .poll(async () => {
      const names = await row(mei, 'state', '').allTextContents()
      return (
        names.findIndex(one => one.includes('On the quay')) <
        names.findIndex(one => one.includes('In Progress'))
      )
    })
    .toBe(true)
  await menuOf(freya, 'On the quay', 'Set as default')
  await row(mei, 'state', 'On the quay').getByText('Default').waitFor()
  await menuOf(freya, 'Todo', 'Set as default')
  await row(mei, 'state', 'Todo').getByText('Default').waitFor()
  const { body } = await screens.team.admin.get<{ id: string; name: string }[]>(
    `${screens.team.path}/states/`,
  )
  const state_id = body.find(one => one.name === 'On the quay')?.id
  await screens.change('Dredging', { state_id })
  await row(freya, 'state', 'On the quay').getByText('1 issue').waitFor()
  await menuOf(freya, 'On the quay', 'Delete…')
  const question = page.getByRole('group', { name: 'Delete On the quay' })
  await question.getByText('1 issue is in On the quay.').waitFor()
  await sight(freya)
  await question.getByRole('button', { name: 'Delete On the quay' }).focus()
  await page.keyboard.press('Enter')
  await row(mei, 'state', 'On the quay').waitFor({ state: 'detached' })
  await row(mei, 'state', 'In Progress').getByText('1 issue').waitFor()
  await page.getByRole('button', { name: 'Undo' }).click()
  await row(mei, 'state', 'On the quay').getByText('1 issue').waitFor()
  // A member reads them: no control, and the people who can help.
  expect(await mei.page.getByRole('button', { name: /^Add a state/ }).count()).toBe(0)
  await mei.page.getByText('can change them.').waitFor()
})

test('labels are put one in another by dragging, merged and deleted', async () => {
  for (const name of ['Booking', 'Berth', 'Tides'])
    await screens.add('issue-labels', { name, color: '#3b82d6' })
  await open(freya, 'labels', 'Labels')
  await open(mei, 'labels', 'Labels')
  const { page } = freya
  await page.getByRole('button', { name: 'New label' }).click()
  for (const name of ['Winter', 'Summer']) {
    await page.keyboard.type(name)
    await page.keyboard.press('Enter')
  }
  await page.keyboard.press('Escape')
  await row(mei, 'label', 'Summer').waitFor()
  const label = (name: string) => row(freya, 'label', name)
  await label('Berth').locator('xpath=self::*[@draggable="true"]').waitFor()
  const [from, to] = await places(label('Berth'), label('Booking'), 0.5)
  await drag(freya, from, to, true)
  await page.getByText('Put Berth inside Booking').waitFor()
  await page.mouse.up()
  await row(mei, 'label', 'Booking')
    .getByRole('button', { name: /inside Booking/ })
    .waitFor()
  await sight(freya)
  await screens.change('Dredging', {
    label_ids: [
      (
        await screens.team.admin.get<{ id: string; name: string }[]>(`${screens.team.path}/issue-labels/`)
      ).body.find(one => one.name === 'Tides')?.id,
    ],
  })
  await label('Tides').getByText('1 issue').waitFor()
  await menuOf(freya, 'Tides', 'Merge into another…')
  const question = page.getByRole('group', { name: 'Merge Tides' })
  await question.waitFor()
  await sight(freya)
  await question.getByRole('button', { name: 'Merge Tides' }).click()
  await row(mei, 'label', 'Tides').waitFor({ state: 'detached' })
  await expect.poll(async () => (await screens.stored('Dredging')).label_ids).toHaveLength(1)
  // In another order than their own they are found sooner, and nothing of it is moved.
  const names = () => page.locator('[data-label]').evaluateAll(all => all.map(one => one.textContent ?? ''))
  await page.getByRole('button', { name: 'Manual order' }).click()
  await page.getByRole('menuitemcheckbox', { name: 'Name' }).click()
  await expect.poll(async () => (await names()).at(-1)).toMatch(/^Winter/)
  await page.getByRole('button', { name: 'Name', exact: true }).click()
  await page.getByRole('menuitemcheckbox', { name: 'Manual order' }).click()
  await expect.poll(async () => (await names()).at(-1)).not.toMatch(/^Winter/)
})

test('a deleted label is brought back by one press, on the issues that bore it', async () => {
  const ballast = await screens.add('issue-labels', { name: 'Ballast', color: '#3b82d6' })
  const { id } = await screens.stored('Dredging')
  await screens.team.admin.patch(`${screens.team.path}/issues/${id}/`, { label_ids: [ballast] })
  await open(freya, 'labels', 'Labels')
  await open(mei, 'labels', 'Labels')
  await row(freya, 'label', 'Ballast').getByText('1 issue').waitFor()
  await menuOf(freya, 'Ballast', 'Delete…')
  const question = freya.page.getByRole('group', { name: 'Delete Ballast' })
  await question.getByRole('button', { name: 'Delete Ballast' }).click()
  await row(mei, 'label', 'Ballast').waitFor({ state: 'detached' })
  await expect.poll(async () => (await screens.stored('Dredging')).label_ids).toEqual([])
  await freya.page.getByText('Ballast deleted').waitFor()
  await freya.page.getByRole('button', { name: 'Undo' }).click()
  await row(mei, 'label', 'Ballast').waitFor()
  await expect.poll(async () => (await screens.stored('Dredging')).label_ids).toEqual([ballast])
})

test('a scale is begun, a value goes only with another in its place, and another scale maps them all', async () => {
  await open(freya, 'estimates', 'Estimates')
  const { page } = freya
  await page.getByRole('switch', { name: 'Estimates' }).press('Space')
  await row(freya, 'point', '13').waitFor()
  const points = async () =>
    (await screens.team.admin.get<{ id: string; value: string }[]>(`${screens.team.path}/project-estimates/`))
      .body
  const eight = (await points()).find(point => point.value === '8')?.id
  await screens.change('Dredging', { estimate_point: eight })
  const line = page.locator(`[data-point="${eight}"]`)
  await line.getByText('1 issue').waitFor()
  await menuOf(freya, '8', 'Delete…')
  const question = page.getByRole('group', { name: 'Delete 8 points' })
  await question.getByRole('radio', { name: '5' }).click()
  await sight(freya)
  await question.getByRole('button', { name: 'Delete 8 points' }).click()
  await line.waitFor({ state: 'detached' })
  const five = (await points()).find(point => point.value === '5')?.id
  await expect.poll(async () => (await screens.stored('Dredging')).estimate_point).toBe(five)
  await page.getByText('Value 8 deleted').waitFor()
  await page.getByRole('button', { name: 'Undo' }).click()
  await line.getByText('1 issue').waitFor()
  await expect.poll(async () => (await screens.stored('Dredging')).estimate_point).toBe(eight)
  await page.getByRole('radio', { name: 'Squares' }).press('Space')
  const change = page.getByRole('region', { name: 'Change to Squares' })
  await change.getByRole('button', { name: 'Use Squares' }).waitFor()
  await sight(freya)
  await change.getByRole('button', { name: 'Use Squares' }).click()
  await row(freya, 'point', '36').waitFor()
  const now = (await points()).map(point => point.id)
  await expect
    .poll(async () => now.includes(String((await screens.stored('Dredging')).estimate_point)))
    .toBe(true)
  await page.getByRole('button', { name: 'Use again' }).waitFor()
  // Nothing brings a scale back, so it is asked: the number says what would be lost.
  await page.getByRole('switch', { name: 'Estimates' }).press('Space')
  await page.getByRole('button', { name: 'Delete Squares…' }).click()
  const asked = page.getByRole('group', { name: 'Delete Squares' })
  await asked.getByText('1 issue with one of its values will have none.').waitFor()
  await sight(freya)
  await page.keyboard.press('Escape')
  await asked.waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Delete Squares…' }).click()
  await asked.getByRole('button', { name: 'Delete Squares' }).click()
  await expect.poll(async () => (await screens.stored('Dredging')).estimate_point).toBe(null)
})

test('name, features and roles reach the other at once; a removed person is told so', async () => {
  await open(freya, '', 'General')
  await mei.page.goto(`/${screens.slug}/projects/${screens.projectId}/pages`)
  const link = (name: string) =>
    mei.page.getByRole('navigation', { name: 'Workspace' }).getByRole('link', { name, exact: true })
  await link('Pages').waitFor()
  const name = freya.page.getByLabel('Name')
  await name.fill('Quay Booking')
  await name.press('Enter')
  await link('Quay Booking').waitFor()
  await open(freya, 'features', 'Features')
  await freya.page.getByRole('switch', { name: 'Pages' }).press('Space')
  await link('Pages').waitFor({ state: 'detached' })
  await mei.page.getByText('Pages are off for this project').waitFor()
  expect(await mei.page.getByRole('link', { name: 'Manage features' }).count()).toBe(0)
  await freya.page.getByRole('switch', { name: 'Pages' }).press('Space')
  await link('Pages').waitFor()
  await mei.page.getByText('Pages are off for this project').waitFor({ state: 'detached' })
  await goWithin(mei.page, at('features'))
  await mei.page.getByText('Features: not open to you').waitFor()
  const { display_name: who } = (await screens.team.admin.get<{ display_name: string }>('/api/users/me/'))
    .body
  await mei.page.getByText(`${who} can change that.`).waitFor()
  await open(freya, 'members', 'Members')
  const theirs = freya.page
    .getByRole('list', { name: 'People' })
    .getByRole('listitem')
    .filter({ has: freya.page.getByRole('button', { name: 'Member', exact: true }) })
  await theirs.getByRole('button', { name: 'Member', exact: true }).click()
  await freya.page.getByRole('option', { name: 'Admin' }).click()
  await mei.page.getByRole('switch', { name: 'Cycles' }).waitFor()
  await sight(freya)
  const { body } = await screens.team.admin.get<{ id: string; member: string }[]>(
    `${screens.team.path}/members/`,
  )
  const own = body.find(one => one.member === screens.team.member.id)?.id
  await screens.team.admin.patch(`${screens.team.path}/`, { network: 0 })
  await screens.team.admin.delete(`${screens.team.path}/members/${own}/`)
  await mei.page.getByText('You no longer have access to').waitFor()
  await sight(mei)
  await screens.team.admin.post(`${screens.team.path}/members/`, {
    members: [{ member_id: screens.team.member.id, role: 15 }],
  })
  await mei.page.getByText('Features: not open to you').waitFor()
})

test('an archived project leaves everyone’s way, is undone or restored, and goes only by its name', async () => {
  const { body: made } = await screens.team.admin.post<{ id: string }>(
    `/api/workspaces/${screens.slug}/projects/`,
    {
      name: 'Regatta',
      identifier: 'REG',
    },
  )
  await screens.team.admin.post(`/api/workspaces/${screens.slug}/projects/${made.id}/members/`, {
    members: [{ member_id: screens.team.member.id, role: 15 }],
  })
  await goWithin(mei.page, `/${screens.slug}/projects/${made.id}/issues`)
  const link = ({ page }: Seat) => page.getByRole('link', { name: 'Regatta' }).first()
  await link(mei).waitFor()
  await goWithin(freya.page, `/${screens.slug}/projects/${made.id}/settings`)
  await freya.page.getByRole('button', { name: 'Archive', exact: true }).click()
  await mei.page.getByText('Regatta is archived').waitFor()
  await freya.page.getByText('Regatta was archived').waitFor()
  await freya.page.getByRole('button', { name: 'Undo' }).click()
  await mei.page.getByText('Regatta is archived').waitFor({ state: 'detached' })
  await screens.team.admin.post(`/api/workspaces/${screens.slug}/projects/${made.id}/archive/`)
  await freya.page.getByRole('link', { name: /^Archived/ }).click()
  const archived = freya.page.getByRole('region', { name: 'Archived' })
  await archived.getByText('Regatta').waitFor()
  await sight(freya)
  await archived.getByRole('button', { name: 'Delete Regatta' }).click()
  const dialog = freya.page.getByRole('dialog', { name: 'Delete Regatta?' })
  const remove = dialog.getByRole('button', { name: 'Delete the project' })
  expect(await remove.isDisabled()).toBe(true)
  await dialog.getByLabel('Type Regatta to delete it').fill('Regatta')
  await sight(freya)
  await remove.click()
  await mei.page.getByText('You no longer have access to').waitFor()
})
