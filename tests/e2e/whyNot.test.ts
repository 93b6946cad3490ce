/** What cannot be done says why, and what comes first. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { axe } from '../support/axe.ts'
import { leaveSeats, type Seat } from '../support/browser.ts'
import { type IssueScreens, issueScreens } from '../support/issueScreens.ts'
import { sight } from '../support/sight.ts'

let screens: IssueScreens
let freya: Seat

beforeAll(async () => {
  screens = await issueScreens({})
  freya = screens.freya
})
afterAll(leaveSeats)

test('the only admin of a project is told before they leave it, and may once there is another', async () => {
  const { page } = freya
  await page.goto(`/${screens.slug}/projects`)
  const menu = page.getByRole('main').getByRole('button', { name: /^Actions for/ })
  await menu.focus()
  await page.keyboard.press('Enter')
  await page.getByRole('menuitem', { name: 'Leave…' }).click()
  const dialog = page.getByRole('dialog', { name: /^Leave / })
  const leave = dialog.getByRole('button', { name: 'Leave the project' })
  await dialog.getByText('You are its only admin.').waitFor()
  expect(await leave.isDisabled()).toBe(true)
  await axe(freya)
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
  await page.goto(`/${screens.slug}/projects/${screens.projectId}/settings/labels`)
  await page.getByRole('button', { name: 'Actions for Tides' }).focus()
  await page.keyboard.press('Enter')
  await page.getByRole('menuitem', { name: 'Move into' }).getByText('There is no other').waitFor()
  expect(freya.errors).toEqual([])
})
