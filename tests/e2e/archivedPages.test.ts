import { afterAll, beforeAll, expect, test } from 'vitest'
import { goWithin, leaveSeats, type Seat } from '../support/browser.ts'
import { type IssueScreens, issueScreens } from '../support/issueScreens.ts'
import { sight } from '../support/sight.ts'

let screens: IssueScreens
let freya: Seat

const page = async (name: string, parent?: string) => {
  const { team } = screens
  const body = { name, ...(parent ? { parent } : {}) }
  return (await team.admin.post<{ id: string }>(`${team.path}/pages/`, body)).body.id
}
const archive = (id: string) => screens.team.admin.post(`${screens.team.path}/pages/${id}/archive/`)

beforeAll(async () => {
  screens = await issueScreens({})
  freya = screens.freya
  const handbook = await page('Handbook')
  await page('Ropes', handbook)
  await archive(handbook)
  await archive(await page('Old minutes'))
})
afterAll(leaveSeats)

const place = (rest: string) => `/${screens.slug}/projects/${screens.projectId}/${rest}`
const names = () => freya.page.locator('main [data-row] a').allTextContents()

test('archived pages are in the archive beside the rest: several are brought back as one, and taken back; one is deleted', async () => {
  const { page } = freya
  await goWithin(page, place('archives/issues'))
  await page.getByRole('link', { name: 'Archive automatically' }).click()
  await page.getByRole('heading', { name: 'Automations' }).first().waitFor()
  await page.goBack()
  await page.getByRole('navigation', { name: 'Archive' }).getByRole('link', { name: 'Pages' }).click()
  await expect.poll(async () => (await names()).sort()).toEqual(['Handbook', 'Old minutes', 'Ropes'])
  const me = (await screens.team.admin.get<{ display_name: string }>('/api/users/me/')).body.display_name
  await page.getByRole('listitem').filter({ hasText: 'Handbook' }).getByText(`by ${me}`).waitFor()
  await sight(freya)
  await page.getByRole('link', { name: 'Handbook' }).focus()
  await page.keyboard.press('x')
  await page.getByRole('link', { name: 'Ropes' }).focus()
  await page.keyboard.press('x')
  await page.getByRole('toolbar', { name: 'Selected pages' }).getByRole('button', { name: 'Restore' }).click()
  await expect.poll(names).toEqual(['Old minutes'])
  await page.keyboard.press('Control+z')
  await expect.poll(async () => (await names()).sort()).toEqual(['Handbook', 'Old minutes', 'Ropes'])
  await page.getByRole('button', { name: 'Delete Old minutes' }).click()
  await expect.poll(async () => (await names()).sort()).toEqual(['Handbook', 'Ropes'])
  await page.getByRole('link', { name: 'Handbook' }).click()
  await page.waitForURL(/\/pages\/[0-9a-f-]{36}/)
  expect(freya.errors).toEqual([])
})
