/** The sidebar's places, the signs that are left of them where it is shut, and a page's news in the inbox. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { notifier } from '../../api/jobs/notify.ts'
import { startReader } from '../../api/live/reader.ts'
import { createLog } from '../../api/log.ts'
import { goWithin, leaveSeats, type Seat } from '../support/browser.ts'
import { byKeys } from '../support/byKeys.ts'
import { type IssueScreens, issueScreens } from '../support/issueScreens.ts'
import { narrowTab } from '../support/narrowTab.ts'
import { sharedServer } from '../support/server.ts'
import { sight } from '../support/sight.ts'

let screens: IssueScreens
let freya: Seat
let reader: ReturnType<typeof startReader>
beforeAll(async () => {
  const { db } = await sharedServer()
  reader = startReader(notifier, { db, log: createLog('silent') })
  screens = await issueScreens({ 'Gate code': {} })
  freya = screens.freya
  await screens.team.admin.patch(`${screens.team.path}/`, { name: 'Berth Booking' })
})
afterAll(async () => {
  await reader.stop()
  await leaveSeats()
})

const sidebar = ({ page }: Seat) => page.getByRole('navigation', { name: 'Workspace' })
const rail = ({ page }: Seat) => page.getByRole('navigation', { name: 'Shortcuts' })
const pathOf = ({ page }: Seat) => new URL(page.url()).pathname

test('the places of a workspace are in their order, its projects first', async () => {
  const { page } = freya
  await goWithin(page, `/${screens.slug}`)
  const part = sidebar(freya)
    .locator('section')
    .filter({ has: page.getByRole('button', { name: 'Workspace' }) })
  await expect
    .poll(() => part.getByRole('link').allTextContents())
    .toEqual(['Projects', 'Views', 'Cycles', 'Analytics'])
})

test('shut, it leaves its signs: named beside them, by mouse and by keys, with a dot for what is unread', async () => {
  const { page } = freya
  const { on, press } = byKeys(freya)
  const project = `/${screens.slug}/projects/${screens.projectId}/issues`
  await goWithin(page, project)
  await screens.title(freya, 'Gate code').waitFor()
  await sidebar(freya).getByRole('button', { name: 'Hide the sidebar' }).focus()
  await press('Enter')
  await sidebar(freya).waitFor({ state: 'detached' })
  // Whoever shut it by keys can open it by the same key.
  await on('Show the sidebar')
  const names = () =>
    rail(freya)
      .getByRole('link')
      .evaluateAll(all => all.map(one => one.getAttribute('aria-label')))
  await expect
    .poll(names)
    .toEqual(['Home', 'Inbox', 'Your work', 'Projects', 'Views', 'Cycles', 'Analytics', 'Berth Booking'])
  expect(await rail(freya).locator('.active').getAttribute('aria-label')).toBe('Berth Booking')
  await sight(freya)
  await rail(freya).getByRole('link', { name: 'Analytics' }).hover()
  const tip = page.getByRole('tooltip', { name: 'Analytics' })
  await tip.waitFor()
  const [sign, told] = [await rail(freya).boundingBox(), await tip.boundingBox()]
  expect(told!.x).toBeGreaterThanOrEqual(sign!.x + sign!.width - 8)
  await screens.team.member.post(`${screens.team.path}/issues/${screens.idOf('Gate code')}/comments/`, {
    comment_html: '<p>Which code?</p>',
  })
  await rail(freya).getByRole('link', { name: 'Inbox, 1 unread' }).click()
  await expect.poll(() => pathOf(freya)).toBe(`/${screens.slug}/notifications`)
  await rail(freya).getByRole('link', { name: 'Berth Booking' }).click()
  await expect.poll(() => pathOf(freya)).toBe(project)
  // It is as it was after a reload, and the head of no screen has a second way back.
  await page.reload()
  await rail(freya).getByRole('link', { name: 'Home' }).waitFor()
  expect(await page.getByRole('button', { name: 'Show the sidebar' }).count()).toBe(1)
  await rail(freya).getByRole('button', { name: screens.slug }).click()
  await page.getByRole('menuitem', { name: 'Settings' }).click()
  await page.getByRole('button', { name: 'Show the sidebar' }).focus()
  await press('Enter')
  await page.getByRole('navigation', { name: 'Settings' }).waitFor()
  await on('Hide the sidebar')
  await goWithin(page, project)
  await sidebar(freya).waitFor()
  expect(await rail(freya).count()).toBe(0)
  expect(freya.errors).toEqual([])
})

test('where the sidebar lies over the work, no signs are shown', async () => {
  const phone = await narrowTab(screens.mei)
  await phone.page.goto('/readyz')
  await phone.page.evaluate(() => localStorage.setItem('sidebar', 'shut'))
  await phone.page.goto(`/${screens.slug}`)
  await phone.page.getByRole('heading', { level: 1 }).first().waitFor()
  expect(await rail(phone).isVisible()).toBe(false)
  await sight(phone)
})

test('a mention on a page shows its passage and is answered there', async () => {
  const { admin, member, path } = screens.team
  const id = screens.adminId
  const mention = `<p>Ask <mention-component id="${id}" target="users" entity_name="user_mention" entity_identifier="${id}"></mention-component> first</p>`
  const { body: page } = await member.post<{ id: string }>(`${path}/pages/`, {
    name: 'Tide tables',
    access: 0,
    description_html: `<p>Slack water at noon</p>${mention}<p>Low water at six</p>`,
  })
  const said = `${path}/pages/${page.id}/comments/`
  const about = { quote: 'Slack water', anchor_start: 'AAAA', anchor_end: 'AAAA' }
  await member.post(said, { ...about, comment_html: mention })
  await goWithin(freya.page, `/${screens.slug}/notifications`)
  const line = freya.page.locator('[data-row]').filter({ hasText: 'Tide tables' })
  await line.filter({ hasText: 'mentioned you' }).locator('[data-title]').click()
  const preview = freya.page.getByRole('region', { name: 'Tide tables' })
  const thread = preview.getByRole('article', { name: /on “Slack water”/ })
  await thread.getByText(/^Ask/).waitFor()
  const passage = preview.getByRole('region', { name: 'Passage' })
  await passage.getByText('first').waitFor()
  expect(await passage.getByText('Low water').count()).toBe(0)
  await sight(freya)
  await thread.getByText('Reply…').click()
  await freya.page.keyboard.type('Aye, asked')
  await freya.page.keyboard.press('Control+Enter')
  await thread.getByText('Aye, asked').waitFor()
  await passage.getByText('Comment…').click()
  await freya.page.keyboard.type('Of the pilot')
  await freya.page.keyboard.press('Control+Enter')
  type Said = { quote: string | null; comment_stripped: string }
  const quotes = async () => (await admin.get<{ results: Said[] }>(said)).body.results
  await expect.poll(quotes).toMatchObject([{}, { comment_stripped: 'Aye, asked' }, { quote: 'Ask  first' }])
})
