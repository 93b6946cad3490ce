import { afterAll, beforeAll, expect, test } from 'vitest'
import { goWithin, leaveSeats, type Seat } from '../support/browser.ts'
import { type IssueScreens, issueScreens } from '../support/issueScreens.ts'
import { sight } from '../support/sight.ts'

let screens: IssueScreens
let freya: Seat

beforeAll(async () => {
  screens = await issueScreens({})
  freya = screens.freya
  await screens.team.admin.post(`/api/workspaces/${screens.slug}/projects/`, {
    name: 'Tide tables',
    identifier: 'TIDE',
  })
})
afterAll(leaveSeats)

const form = () => freya.page.getByRole('dialog', { name: 'New project' })
const focused = () => freya.page.evaluate(() => document.activeElement?.getAttribute('name'))
/** Opens the form, unless the test before has left it open. */
const begin = async () => {
  if ((await form().count()) > 0) return
  await goWithin(freya.page, `/${screens.slug}/projects`)
  await freya.page.getByRole('region', { name: 'Joined' }).waitFor()
  await freya.page.keyboard.press('p')
  await form().getByLabel('Name').waitFor()
}

test('a refusal of a field is at the field, with the focus in it, until it is changed', async () => {
  await begin()
  await form().getByLabel('Name').fill('Tide tables')
  await form().getByLabel('Key').fill('TABLE')
  await form().getByLabel('Description').fill('High and low water')
  await freya.page.keyboard.press('Control+Enter')
  const alert = form().getByRole('alert')
  await alert.getByText('The project name is already taken').waitFor()
  await expect.poll(focused).toBe('name')
  expect(await form().getByLabel('Name').getAttribute('aria-invalid')).toBe('true')
  await sight(freya)
  await freya.page.keyboard.type('Gauges')
  await expect.poll(() => alert.count()).toBe(0)
  expect(await form().getByLabel('Description').inputValue()).toBe('High and low water')
})

test('the form tells the contract’s bounds of a text beforehand', async () => {
  await begin()
  const name = form().getByLabel('Name')
  expect([await name.getAttribute('maxlength'), await name.getAttribute('required')]).toEqual(['255', ''])
  expect(await form().getByLabel('Key').getAttribute('maxlength')).toBe('12')
  expect(await form().getByLabel('Description').getAttribute('required')).toBe(null)
  const calls: string[] = []
  freya.page.on('request', request => {
    if (request.method() === 'POST') calls.push(request.url())
  })
  for (const nothing of ['', '   ']) {
    await name.fill(nothing)
    await form().getByLabel('Key').fill('GAUGE')
    await form().getByLabel('Description').press('Control+Enter')
    await expect.poll(focused).toBe('name')
  }
  expect(calls.filter(one => one.endsWith('/projects/'))).toEqual([])
})

test('without the server nothing is lost, and it is said of the form as a whole', async () => {
  await begin()
  await freya.page.route(`**/api/workspaces/${screens.slug}/projects/`, route => route.abort())
  await form().getByLabel('Name').fill('Salvage and Towing')
  await freya.page.keyboard.press('Control+Enter')
  await form().getByRole('alert').getByText('The server cannot be reached.').waitFor()
  await sight(freya)
  await freya.page.unrouteAll({ behavior: 'wait' })
  await form().getByRole('button', { name: 'Create project' }).click()
  await freya.page.waitForURL(/\/issues$/)
  await freya.page.getByRole('link', { name: 'Salvage and Towing' }).first().waitFor()
})

test('the browser asks before it closes a tab in which something was filled in', async () => {
  const { page } = freya
  const asks = async () => {
    const asked = page.waitForEvent('dialog')
    void page.reload().catch(() => {})
    const dialog = await asked
    const kind = dialog.type()
    await dialog.dismiss()
    return kind
  }
  await begin()
  await form().getByLabel('Name').fill('Ferry times')
  expect(await asks()).toBe('beforeunload')
  expect(await form().getByLabel('Name').inputValue()).toBe('Ferry times')
  await form().getByLabel('Name').fill('')
  await page.reload()
  await page.getByRole('region', { name: 'Joined' }).waitFor()
})

test('signing in says in words why it was not done, and that the server is away', async () => {
  const { page } = freya
  await page.context().clearCookies()
  await page.goto('/')
  await page.getByLabel('E-mail').fill(screens.team.admin.email)
  await page.keyboard.press('Enter')
  const password = page.getByLabel('Password', { exact: true })
  await password.fill('not the one')
  await page.keyboard.press('Enter')
  await page.getByRole('alert').getByText('This password is incorrect.').waitFor()
  await page.route('**/auth/**', route => route.abort())
  await page.keyboard.press('Enter')
  await page.getByRole('alert').getByText('The server cannot be reached.').waitFor()
  await page.unrouteAll({ behavior: 'wait' })
})
