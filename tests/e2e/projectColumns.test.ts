/**
 * The list of projects as it is laid out: where one looks for one, what orders it, and what of it is folded away. And what
 * cannot be done says why, and what comes first.
 */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { goWithin, leaveSeats, type Seat } from '../support/browser.ts'
import { type IssueScreens, issueScreens } from '../support/issueScreens.ts'
import { sight } from '../support/sight.ts'

let screens: IssueScreens
let freya: Seat

beforeAll(async () => {
  screens = await issueScreens({ 'Gate code': {} })
  freya = screens.freya
  const { admin, workspace } = screens.team
  const made = await admin.post<{ id: string }>(`/api/workspaces/${workspace.slug}/projects/`, {
    name: 'Dredging 2026',
    identifier: 'DREDG',
  })
  await admin.post(`/api/workspaces/${workspace.slug}/projects/${made.body.id}/archive/`)
})
afterAll(leaveSeats)

const part = ({ page }: Seat, name: string) => page.getByRole('region', { name })
const open = async (who: Seat, rest = '') => {
  await goWithin(who.page, `/${screens.slug}/projects${rest}`)
  await who.page.getByRole('main').getByRole('listitem').first().waitFor()
}

test('one looks for a project before one changes how all of them are shown', async () => {
  await open(freya)
  const { page } = freya
  const left = async (role: 'searchbox' | 'radiogroup' | 'button', name: string) =>
    (await page.getByRole(role, { name }).boundingBox())!.x
  const places = [
    await left('searchbox', 'Find projects'),
    await left('radiogroup', 'Layout'),
    await left('button', 'Filter'),
    await left('button', 'Display'),
  ]
  expect(places).toEqual(places.toSorted((a, b) => a - b))
})

test('the column that orders the list shows which way', async () => {
  await open(freya)
  const { page } = freya
  const head = (name: string) => page.getByRole('main').getByText(name, { exact: true })
  const arrow = (name: string) => head(name).locator('svg path').getAttribute('d')
  const shown = (name: string) => head(name).locator('svg').count()
  expect([await shown('Project'), await shown('Updated')]).toEqual([1, 0])
  const up = await arrow('Project')
  const order = async (name: string | RegExp) => {
    await page.getByRole('button', { name: 'Display' }).click()
    await page.getByRole('menuitemcheckbox', { name }).click()
    await page.getByRole('menu').waitFor({ state: 'detached' })
  }
  await order('Updated')
  await expect.poll(() => shown('Updated')).toBe(1)
  expect(await shown('Project')).toBe(0)
  expect(await arrow('Updated')).not.toBe(up)
  await sight(freya)
  await order('Reverse order')
  await expect.poll(() => arrow('Updated')).toBe(up)
  await order('Manual order')
  await expect.poll(() => shown('Updated')).toBe(0)
})

test('a part of the list is folded away, by keys too, and stays so', async () => {
  await open(freya)
  const { page } = freya
  const joined = part(freya, 'Joined')
  const fold = joined.getByRole('button', { name: /^Joined/ })
  await fold.focus()
  await page.keyboard.press('Enter')
  await joined.getByRole('listitem').first().waitFor({ state: 'detached' })
  expect(await fold.getAttribute('aria-expanded')).toBe('false')
  await sight(freya)
  await page.reload()
  await fold.waitFor()
  expect(await joined.getByRole('listitem').count()).toBe(0)
  await fold.click()
  await joined.getByRole('listitem').first().waitFor()
})

test('archived projects are below the others in the head, and lead back to them', async () => {
  await open(freya, '/archives')
  const { page } = freya
  await page.getByRole('heading', { level: 1, name: 'Archived' }).waitFor()
  await sight(freya)
  await page.locator('header').getByRole('link', { name: 'Projects', exact: true }).click()
  await part(freya, 'Joined').waitFor()
})

test('a free key has a tick; a taken one says whose it is and offers the next', async () => {
  await open(freya)
  const { page } = freya
  await page.keyboard.press('p')
  const form = page.getByRole('dialog', { name: 'New project' })
  const key = form.getByLabel('Key')
  const ticks = () => key.locator('xpath=..').locator('svg').count()
  await form.getByLabel('Name').fill('Salvage and Towing')
  await form.getByText('Free. First issue SALVA-1').waitFor()
  expect(await ticks()).toBe(1)
  await key.fill('DREDG')
  await form.getByRole('alert').getByText('Dredging 2026 has it.').waitFor()
  expect(await ticks()).toBe(0)
  await sight(freya)
  await form.getByRole('button', { name: 'Use DREDGI' }).click()
  await form.getByText('Free. First issue DREDGI-1').waitFor()
  expect(await ticks()).toBe(1)
  await sight(freya)
  await page.keyboard.press('Escape')
  await form.waitFor({ state: 'detached' })
})

test('the only admin of a project is told before they leave it, and may once there is another', async () => {
  const { page } = freya
  await goWithin(page, `/${screens.slug}/projects`)
  const menu = page.getByRole('main').getByRole('button', { name: /^Actions for/ })
  await menu.focus()
  await page.keyboard.press('Enter')
  await page.getByRole('menuitem', { name: 'Leave…' }).click()
  const dialog = page.getByRole('dialog', { name: /^Leave / })
  const leave = dialog.getByRole('button', { name: 'Leave the project' })
  await dialog.getByText('You are its only admin.').waitFor()
  expect(await leave.isDisabled()).toBe(true)
  await sight(freya)
  const { admin, member, path } = screens.team
  await admin.post(`${path}/members/`, { members: [{ member_id: member.id, role: 15 }] })
  const { body } = await admin.get<{ id: string; member: string }[]>(`${path}/members/`)
  const theirs = body.find(one => one.member === member.id)?.id
  await admin.patch(`${path}/members/${theirs}/`, { role: 20 })
  await expect.poll(() => leave.isDisabled()).toBe(false)
  await admin.patch(`${path}/members/${theirs}/`, { role: 15 })
  await dialog.getByRole('link', { name: 'Members' }).click()
  await page.waitForURL(/\/settings\/members$/)
  await dialog.waitFor({ state: 'detached' })
})

test('a label that is the only one says that there is none to be put into', async () => {
  await screens.add('issue-labels', { name: 'Tides', color: '#3b82d6' })
  const { page } = freya
  await goWithin(page, `/${screens.slug}/projects/${screens.projectId}/settings/labels`)
  await page.getByRole('button', { name: 'Actions for Tides' }).focus()
  await page.keyboard.press('Enter')
  await page.getByRole('menuitem', { name: 'Move into' }).getByText('There is no other').waitFor()
  expect(freya.errors).toEqual([])
})
