import type { Locator } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { goWithin, leaveSeats, type Seat, seat } from '../support/browser.ts'
import { build, PASSWORD, type Person } from '../support/build.ts'
import { fill, many } from '../support/fill.ts'
import { picture } from '../support/pictures.ts'
import { sharedServer, type TestServer } from '../support/server.ts'
import { sight } from '../support/sight.ts'
import { visitor } from '../support/visitor.ts'

let server: TestServer
let who: Person
let slug: string
let path: string
let project: { id: string; workspace: string }
let make: ReturnType<typeof build>
let here: Seat
let elsewhere: Seat

const sit = async (person: Person) => {
  const made = await seat(server.origin)
  await made.context.addCookies([
    { name: 'session-id', value: person.jar.get('session-id')!, url: server.origin },
  ])
  return made
}
beforeAll(async () => {
  server = await sharedServer()
  make = build(server)
  const team = await make.team()
  who = team.member
  slug = team.workspace.slug
  path = team.path
  project = team.project
  here = await sit(who)
  elsewhere = await sit(who)
})
afterAll(leaveSeats)

const open = async (at: Seat, path: string) => {
  await goWithin(at.page, path)
  await at.page.getByRole('heading', { level: 2 }).first().waitFor()
}

test('names, role and time zone keep themselves, and show in the person’s other browser', async () => {
  await elsewhere.page.goto(`/${slug}/projects`)
  await open(here, '/profile')
  await sight(here)
  const { page } = here
  const [first, last] = ['First name', 'Last name'].map(name => page.getByLabel(name)) as [Locator, Locator]
  const boxes = async () => [(await first.boundingBox())!, (await last.boundingBox())!] as const
  const [left, right] = await boxes()
  expect(right).toMatchObject({ y: left.y, width: left.width })
  await page.setViewportSize({ width: 390, height: 844 })
  await expect.poll(async () => (await boxes()).map(({ x }) => x)).toEqual([16, 16])
  await sight(here)
  await page.setViewportSize({ width: 1440, height: 900 })
  await last.fill('Quay')
  await first.fill('Mira')
  await page.getByLabel('Display name').fill('mira of the quay')
  await page.keyboard.press('Enter')
  await page.getByRole('status').filter({ hasText: 'Saved' }).first().waitFor()
  await elsewhere.page.getByText('mira of the quay').first().waitFor()
  await page.getByLabel('Display name').fill('  ')
  await page.keyboard.press('Enter')
  expect(await page.getByLabel('Display name').inputValue()).toBe('mira of the quay')
  await page.getByRole('button', { name: /^Time zone/ }).click()
  await page.keyboard.type('Copenh')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Time zone: Copenhagen' }).waitFor()
  await page.getByRole('button', { name: /^Role/ }).click()
  await page.getByRole('option', { name: 'Support / Operations' }).click()
  await page.getByRole('button', { name: /^First day of the week: As in my region/ }).click()
  await page.getByRole('option', { name: 'Saturday' }).click()
  await page.getByRole('button', { name: 'First day of the week: Saturday' }).waitFor()
  await page.getByRole('button', { name: /^First day of the week/ }).click()
  await page.getByRole('option', { name: /^As in my region/ }).click()
  await page.getByRole('button', { name: /^First day of the week: As in my region/ }).waitFor()
  await page.getByRole('button', { name: /^Clock: 24 hours/ }).click()
  await page.getByRole('option', { name: /^12 hours/ }).click()
  await page.getByText(/^\d{1,2}:\d\d [ap]m now/).waitFor()
  await expect
    .poll(async () => (await who.get<{ user_timezone: string; first_name: string }>('/api/users/me/')).body)
    .toMatchObject({ user_timezone: 'Europe/Copenhagen', first_name: 'Mira', last_name: 'Quay' })
  await expect
    .poll(async () => (await who.get<{ role: string }>('/api/users/me/profile/')).body.role)
    .toBe('Support / Operations')
})

test('a late answer takes back nothing that was saved after it', async () => {
  await open(here, '/profile')
  const { page } = here
  const isOurs = (url: URL) => url.pathname === '/api/users/me/'
  let held = 0
  await page.route(isOurs, async route => {
    if (route.request().method() !== 'PATCH') return route.fallback()
    const response = await route.fetch()
    if (held++ === 0) await new Promise(resolve => setTimeout(resolve, 600))
    await route.fulfill({ response })
  })
  await page.getByLabel('Last name').fill('Mole')
  await page.getByLabel('Display name').fill('mira of the mole')
  await page.keyboard.press('Enter')
  await expect.poll(() => held).toBe(2)
  await page.waitForTimeout(700)
  await page.getByLabel('Display name').fill(' ')
  await page.keyboard.press('Enter')
  expect(await page.getByLabel('Display name').inputValue()).toBe('mira of the mole')
  await page.unroute(isOurs)
})

test('a cover is one of ours or a picture, and a picture is taken off again', async () => {
  await open(here, '/profile')
  const { page } = here
  const told = async (name: string) => (await who.get<Record<string, unknown>>('/api/users/me/')).body[name]
  await page.getByRole('button', { name: 'Change cover' }).press('Enter')
  await page.getByRole('button', { name: 'teal rings' }).press('Enter')
  await expect.poll(() => told('cover_image_url')).toBe('/api/project-covers/rings-teal/')
  await sight(here)
  await page.getByText('JPEG, PNG or WebP, up to 30 MB').waitFor()
  const remove = page.getByRole('button', { name: 'Remove', exact: true })
  expect(await remove.count()).toBe(0)
  await page.getByLabel('Picture', { exact: true }).setInputFiles({
    name: 'quay.png',
    mimeType: 'image/png',
    buffer: picture(64, 64, () => 0),
  })
  await page.getByRole('dialog').getByRole('button', { name: 'Use picture' }).click()
  await expect.poll(() => told('avatar_url')).toMatch(/^\/api\/assets/)
  await remove.click()
  await expect.poll(() => told('avatar_url')).toBeNull()
  await remove.waitFor({ state: 'detached' })
})

test('help tells the version, its news, and the keys', async () => {
  const { page } = elsewhere
  await page.getByRole('button', { name: 'Help' }).click()
  await page
    .getByRole('menu')
    .getByText(/^Tandem \d/)
    .waitFor()
  await page.getByRole('menuitem', { name: 'What’s new' }).click()
  await page.getByRole('dialog', { name: 'What’s new' }).getByRole('listitem').first().waitFor()
  await sight(elsewhere)
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Help' }).click()
  await page.getByRole('menuitem', { name: 'Keyboard shortcuts' }).click()
  await page.getByRole('dialog', { name: 'Keyboard' }).waitFor()
  await page.keyboard.press('Escape')
})

test('a theme that is chosen here is the theme there', async () => {
  await open(here, '/profile/appearance')
  await sight(here)
  await here.page.getByRole('radio', { name: 'Dark contrast' }).check()
  const themeAt = (at: Seat) => at.page.evaluate(() => document.documentElement.dataset.theme)
  await expect.poll(() => themeAt(elsewhere)).toBe('dark-contrast')
  expect(await themeAt(here)).toBe('dark-contrast')
  await sight(here)
  await here.page.getByRole('radio', { name: 'Light', exact: true }).check()
  await expect.poll(() => themeAt(elsewhere)).toBe('light')
})

test('workspaces are changed by keys, the latest first, and one lands in the last', async () => {
  const { page } = here
  const second = await make.workspace(who)
  const lastOf = async () =>
    (await who.get<{ workspace: { last_workspace_slug: string } }>('/api/users/me/settings/')).body.workspace
      .last_workspace_slug
  expect(await lastOf()).toBe(second.slug)
  await page.goto(`/${slug}/projects`)
  await expect.poll(lastOf).toBe(slug)
  const switcher = page.getByRole('navigation', { name: 'Workspace' }).getByRole('button').first()
  await switcher.click()
  const entries = page.getByRole('menu').getByRole('menuitemcheckbox')
  await expect.poll(() => entries.count()).toBe(2)
  expect((await entries.allInnerTexts()).map(text => text.includes(slug))).toEqual([true, false])
  await sight(here)
  await page.keyboard.press('Escape')
  await page.getByRole('menu').waitFor({ state: 'detached' })
  await page.keyboard.press('g')
  await page.keyboard.press('2')
  await page.waitForURL(`**/${second.slug}**`)
  await expect.poll(lastOf).toBe(second.slug)
  await page.keyboard.press('g')
  await page.keyboard.press('2')
  await page.waitForURL(`**/${slug}**`)
  await expect.poll(lastOf).toBe(slug)
})

test('mail is chosen kind by kind, by keys alone', async () => {
  await open(here, '/profile/notifications')
  await sight(here)
  const comments = here.page.getByRole('switch', { name: 'Comments' })
  await comments.focus()
  await here.page.keyboard.press('Space')
  await expect
    .poll(
      async () =>
        (await who.get<{ comment: boolean }>('/api/users/me/notification-preferences/')).body.comment,
    )
    .toBe(false)
  await expect.poll(() => comments.isChecked()).toBe(false)
  // Quiet hours, kept as they are set; a refusal is at its field.
  const kept = async () =>
    (await who.get<Record<string, unknown>>('/api/users/me/notification-preferences/')).body
  const { page } = here
  // Without a mail server nothing is said to arrive by mail.
  await page.getByText('E-mail is off on this server').waitFor()
  expect(await page.getByText(/E-mails .*(wait|arrive)/).count()).toBe(0)
  await page.getByRole('switch', { name: 'Keep quiet hours' }).click()
  const from = page.getByLabel('From', { exact: true })
  await from.fill('21:30')
  await from.press('Enter')
  await page.getByRole('button', { name: 'Saturday' }).click()
  await expect.poll(kept).toMatchObject({ quiet: true, quiet_from: 1290, quiet_days: [0, 1, 2, 3, 4, 5] })
  await page.getByRole('button', { name: 'Saturday', pressed: false }).click()
  await page.getByRole('button', { name: 'Saturday', pressed: true }).waitFor()
  await expect.poll(kept).toMatchObject({ quiet_days: [0, 1, 2, 3, 4, 5, 6] })
  await page.getByLabel('To', { exact: true }).fill('21:30')
  await page.getByLabel('To', { exact: true }).press('Enter')
  await page.getByText('Choose another time: nothing would ever be sent.').waitFor()
  await sight(here)
})

test('one’s own activity is told by day, page by page, and each line leads to its issue', async () => {
  const { page } = here
  const sill = await make.issue(who, path, { name: 'Sill of the lock' })
  const note = await who.post<{ id: string }>(`${path}/issues/${sill.id}/comments/`, {
    comment_html: '<p>Dry <b>oak</b></p>',
  })
  expect(note.status).toBe(201)
  await server.db('issue_activities').where('issue', sill.id).whereNull('field').update({
    created_at: '2025-11-03T09:30:00Z',
    epoch: 1,
  })
  await open(here, '/profile/activity')
  const lines = page.locator('main ol li')
  await page.getByRole('region', { name: 'Today' }).getByText('Commented “Dry oak”').waitFor()
  await page.getByRole('region', { name: 'Monday 3 November 2025' }).getByText('Created the issue').waitFor()
  await sight(here)
  await page.setViewportSize({ width: 390, height: 844 })
  await sight(here)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
  await page.setViewportSize({ width: 1440, height: 900 })
  // Sixty more are more than a page holds.
  await fill(server, who, project, many(60))
  await open(here, '/profile')
  let isRefused = true
  await page.route('**/users/me/activities/**', route => (isRefused ? route.abort() : route.continue()))
  await page.getByRole('link', { name: 'Activity' }).click()
  await page.getByText('Your activity could not be read.').waitFor()
  isRefused = false
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect.poll(() => lines.count()).toBe(50)
  await page.getByRole('button', { name: 'Show earlier' }).click()
  await expect.poll(() => lines.count()).toBe(62)
  await page
    .getByRole('link', { name: /Sill of the lock/ })
    .first()
    .click()
  await page.waitForURL(`**/issues/${sill.id}#comment-${note.body.id}`)
  await page.getByText('Dry oak').waitFor()
  await open(elsewhere, '/profile')
})

test('the first password is set, sessions are told apart, and the others end', async () => {
  const { page } = here
  await open(here, '/profile/security')
  await sight(here)
  const changed = page.getByRole('region', { name: 'Password' }).getByText(/^changed \d/)
  expect(await changed.count()).toBe(0)
  await page.getByLabel('New password').fill(PASSWORD)
  const set = page.getByRole('button', { name: 'Set password' })
  await expect.poll(() => set.isEnabled()).toBe(true)
  await page.keyboard.press('Enter')
  await page.getByLabel('Current password').waitFor()
  await changed.waitFor()
  await page.getByLabel('Current password').fill('not what it is')
  await page.getByLabel('New password').fill(`${PASSWORD} and more`)
  await page.getByRole('button', { name: 'Change password' }).click()
  await page
    .getByRole('alert')
    .filter({ hasText: /password/ })
    .waitFor()
  await visitor(server.origin).form('/auth/sign-in/', { email: who.email, password: PASSWORD })
  await page.reload()
  const sessions = page.getByRole('list', { name: 'Sessions' }).getByRole('listitem')
  await expect.poll(() => sessions.count()).toBe(2)
  await sessions.first().getByText('This one').waitFor()
  await page.getByLabel('Current password').fill(PASSWORD)
  await page.getByLabel('New password').fill(`${PASSWORD} and more`)
  await page.getByRole('button', { name: 'Change password' }).click()
  await page.getByText('Other sessions have ended.').waitFor()
  await expect.poll(() => sessions.count()).toBe(1)
})
