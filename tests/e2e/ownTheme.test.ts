/** A theme of one's own colours: tried, refused when it cannot be read, used in every browser, and clean on every screen. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { goWithin, leaveSeats, type Seat, seat } from '../support/browser.ts'
import { build, type Person } from '../support/build.ts'
import { readable } from '../support/contrast.ts'
import { sharedServer, type TestServer } from '../support/server.ts'
import { sight } from '../support/sight.ts'

let server: TestServer
let who: Person
let slug: string
let projectId: string
let here: Seat
let elsewhere: Seat

const sit = async () => {
  const made = await seat(server.origin)
  await made.context.addCookies([
    { name: 'session-id', value: who.jar.get('session-id')!, url: server.origin },
  ])
  return made
}
beforeAll(async () => {
  server = await sharedServer()
  const make = build(server)
  const team = await make.team()
  who = team.member
  slug = team.workspace.slug
  projectId = team.project.id
  await make.issue(team.admin, team.path, { name: 'Gate code', priority: 'urgent' })
  here = await sit()
  elsewhere = await sit()
})
afterAll(leaveSeats)

const ground = ({ page }: Seat) => page.evaluate(() => getComputedStyle(document.body).backgroundColor)
const themeOf = async () =>
  (await who.get<{ theme: Record<string, unknown> }>('/api/users/me/profile/')).body.theme
const open = async () => {
  await goWithin(here.page, '/profile/appearance')
  await here.page.getByRole('region', { name: 'Custom theme' }).waitFor()
}

test('a colour that cannot be read is raised and said so; the theme comes into use here and elsewhere when it is asked for', async () => {
  const { page } = here
  await elsewhere.page.goto(`/${slug}/projects`)
  await open()
  const verdict = (words: string) =>
    page.getByRole('list', { name: 'Contrast' }).getByRole('listitem').filter({ hasText: words })
  await verdict('Text on background').getByText('Readable').waitFor()
  const use = page.getByRole('button', { name: 'Use this theme' })
  expect(await use.count()).toBe(0)
  const before = await ground(here)
  await page.getByLabel('Background', { exact: true }).fill('fdf6e3')
  await page.getByText('Not in use yet').waitFor()
  await verdict('Text on background').getByText('Yours has 1.').waitFor()
  await sight(here)
  // The page keeps its theme meanwhile, and what is tried can be dropped.
  expect(await ground(here)).toBe(before)
  await page.getByRole('button', { name: 'Discard' }).click()
  await use.waitFor({ state: 'detached' })
  await page.getByLabel('Background', { exact: true }).fill('fdf6e3')
  await page.getByLabel('Text', { exact: true }).fill('#0B3A45')
  await page.getByLabel('Primary', { exact: true }).fill('#9')
  await page.getByText('Six digits from 0 to f, such as #0d101b.').waitFor()
  await page.getByLabel('Primary', { exact: true }).fill('#a8005c')
  await page.getByLabel('Sidebar', { exact: true }).fill('#073642')
  await page.getByLabel('Sidebar text', { exact: true }).fill('#eee8d5')
  await expect.poll(() => page.getByRole('alert').count()).toBe(0)
  await verdict('Text on background').getByText('Readable').waitFor()
  await sight(here)
  await use.click()
  await expect.poll(() => ground(here)).toBe('rgb(253, 246, 227)')
  await expect.poll(() => ground(elsewhere)).toBe('rgb(253, 246, 227)')
  expect(await themeOf()).toEqual({
    theme: 'custom',
    background: '#fdf6e3',
    text: '#0b3a45',
    primary: '#a8005c',
    sidebarBackground: '#073642',
    sidebarText: '#eee8d5',
    palette: '#fdf6e3,#0b3a45,#a8005c,#073642,#eee8d5',
    darkPalette: false,
  })
})

test('the next start is painted in it from the first moment, and every screen is clean', async () => {
  const { page } = here
  await page.goto(`/${slug}/projects/${projectId}/issues`)
  expect(await page.evaluate(() => document.documentElement.dataset.theme)).toBe('light')
  expect(await ground(here)).toBe('rgb(253, 246, 227)')
  await page.getByText('Gate code').first().waitFor()
  const sidebar = page.locator('[data-own=sidebar]').first()
  expect(await sidebar.evaluate(one => getComputedStyle(one).backgroundColor)).toBe('rgb(7, 54, 66)')
  expect(await sidebar.evaluate(one => getComputedStyle(one).color)).not.toBe('rgb(11, 58, 69)')
  await sight(here)
  await readable(here, ['light'])
  await page.setViewportSize({ width: 390, height: 844 })
  await open()
  await sight(here)
  await readable(here, ['light'])
  await page.setViewportSize({ width: 1440, height: 900 })
})

test('another theme takes it off, the colours stay known, and paper stays light', async () => {
  const { page } = here
  await open()
  await page.getByRole('button', { name: 'Paste a code…' }).click()
  await page.getByLabel('Theme code').fill('{"background": "#101418"}')
  await page.getByRole('button', { name: 'Use its colours' }).click()
  await page.getByText('“text” is missing, or not a colour such as #0d101b.').waitFor()
  await page.getByLabel('Theme code').fill(
    JSON.stringify({
      background: '#101418',
      text: '#d8dee9',
      primary: '#88c0d0',
      sidebarBackground: '#2e3440',
      sidebarText: '#eceff4',
    }),
  )
  await page.getByRole('button', { name: 'Use its colours' }).click()
  await page.getByRole('button', { name: 'Use this theme' }).click()
  await expect.poll(() => ground(here)).toBe('rgb(16, 20, 24)')
  await readable(here, ['dark'])
  // Colours with a meaning keep their hue: red stays red.
  const red = await page.evaluate(() =>
    getComputedStyle(document.documentElement).getPropertyValue('--danger'),
  )
  expect(Number.parseInt(red.slice(1, 3), 16)).toBeGreaterThan(Number.parseInt(red.slice(3, 5), 16) + 60)
  await page.emulateMedia({ media: 'print' })
  await expect
    .poll(() => page.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue('--ink')))
    .toBe('#000')
  await page.emulateMedia({ media: 'screen' })
  await page.getByRole('radio', { name: 'Light', exact: true }).click()
  await expect.poll(() => ground(here)).not.toBe('rgb(16, 20, 24)')
  await expect.poll(() => themeOf()).toMatchObject({ theme: 'light', background: '#101418' })
  await page.getByRole('radio', { name: 'Custom', exact: true }).click()
  await expect.poll(() => ground(here)).toBe('rgb(16, 20, 24)')
  await expect.poll(() => ground(elsewhere)).toBe('rgb(16, 20, 24)')
})
