/** The settings of a workspace, and how people come into it. */
import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { goWithin, leaveSeats, type Seat, seat } from '../support/browser.ts'
import { invite } from '../support/invite.ts'
import { type IssueScreens, issueScreens } from '../support/issueScreens.ts'
import { sight } from '../support/sight.ts'

const PASSWORD = 'a long harbour phrase 9'
let screens: IssueScreens
let freya: Seat
let settings: string

beforeAll(async () => {
  screens = await issueScreens({ 'Gate code': {} })
  freya = screens.freya
  settings = `/${screens.slug}/settings`
})
afterAll(leaveSeats)

const seen = (who: Seat) => sight(who)
const pathOf = ({ page }: Seat) => new URL(page.url()).pathname
const nav = ({ page }: Seat) => page.getByRole('navigation', { name: 'Settings' })
type Invitation = { id: string; email: string }
const invitationOf = async (email: string) => {
  const { body } = await screens.team.admin.get<Invitation[]>(`/api/workspaces/${screens.slug}/invitations/`)
  return body.find(one => one.email === email)
}

test('settings take the sidebar’s place, are found by a word, and lead back to where one was', async () => {
  const { page } = freya
  const issues = `/${screens.slug}/projects/${screens.projectId}/issues`
  await page.goto(issues)
  await screens.title(freya, 'Gate code').waitFor()
  await page.keyboard.press('Control+k')
  await page.keyboard.type('workspace sett')
  await page.getByRole('option', { name: /Workspace settings/ }).click()
  await nav(freya).getByRole('link', { name: 'General' }).waitFor()
  await page.getByRole('button', { name: 'Find a setting' }).click()
  await page.keyboard.type('seats')
  await expect.poll(() => nav(freya).getByRole('link').allInnerTexts()).toEqual(['Billing and plans'])
  await nav(freya).getByRole('link').click()
  await page.getByText('Every feature is included').waitFor()
  await sight(freya)
  await page.getByRole('heading', { name: 'Billing and plans' }).click()
  await page.keyboard.press('Escape')
  await expect.poll(() => pathOf(freya)).toBe(issues)
})

test('a name is kept by leaving the field and seen by others at once; a refusal is below it', async () => {
  const { page } = freya
  await goWithin(page, settings)
  const name = page.getByLabel('Name', { exact: true })
  await name.fill('Harbour of Lanterns')
  await page.keyboard.press('Enter')
  await page.getByRole('status').filter({ hasText: 'Saved' }).waitFor()
  await screens.mei.page.goto(`/${screens.slug}/projects`)
  await screens.mei.page.getByRole('button', { name: /Harbour of Lanterns/ }).waitFor()
  await page.getByRole('button', { name: /^Company size/ }).click()
  await page.getByRole('option', { name: '11-50' }).click()
  await page.getByRole('button', { name: 'Company size: 11-50' }).waitFor()
  await page.getByLabel('Logo').setInputFiles({
    name: 'logo.gif',
    mimeType: 'image/gif',
    buffer: Buffer.from('GIF89a'),
  })
  await page.getByText('A logo is a JPEG, PNG or WebP picture.').waitFor()
  await sight(freya)
})

test('many are invited by one paste; faults of an address are told before it is sent', async () => {
  const { page } = freya
  await goWithin(page, `${settings}/members`)
  const box = page.getByLabel('E-mail addresses')
  await box.click()
  await page.evaluate(mine => {
    const data = new DataTransfer()
    data.setData('text/plain', `Bram <bram@portoffice.example>, anouk@portoffice.example\n${mine};nonsense@`)
    document.activeElement?.dispatchEvent(
      new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }),
    )
  }, screens.team.admin.email)
  await page.getByText(/is already a member, so this address is left out/).waitFor()
  await sight(freya)
  await page.getByRole('button', { name: `Leave out ${screens.team.admin.email}` }).click()
  await page.getByText('“nonsense@” is not an address.').waitFor()
  await freya.context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.getByRole('button', { name: 'Create 2 links' }).click()
  // They are shown, and copied already.
  const links = page.getByRole('region', { name: 'Links to send' })
  await page.getByText('The list of links copied').waitFor()
  expect(await links.getByRole('listitem').allTextContents()).toEqual([
    expect.stringMatching(/^bram@portoffice.example.*\/workspace-invitations\/\?.*token=/),
    expect.stringMatching(/^anouk@portoffice.example.*\/workspace-invitations\/\?.*token=/),
  ])
  expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(/^bram@.+\nanouk@.+$/)
  await seen(freya)
  const invited = page.getByRole('region', { name: 'Invited' })
  await invited.getByText('bram@portoffice.example').waitFor()
  await invited.getByText('anouk@portoffice.example').hover()
  await page.getByRole('button', { name: 'Revoke the invitation of anouk@portoffice.example…' }).click()
  await page.getByText('The link for anouk@portoffice.example will no longer work.').waitFor()
  await sight(freya)
  await page.getByRole('button', { name: 'Revoke the invitation', exact: true }).click()
  await expect.poll(() => invited.getByRole('listitem').count()).toBe(1)
  await page
    .getByRole('button', { name: /^What .* may do/ })
    .first()
    .click()
  await page.getByText('Invite people and change their roles').waitFor()
  await seen(freya)
})

test('somebody is invited in another role, and the invitation revoked, by keys alone', async () => {
  const { page } = freya
  await goWithin(page, `${settings}/members`)
  const invite = page.getByRole('region', { name: 'Invite people' })
  const to = async (role: 'button' | 'textbox', name: string, within: Page | Locator = invite) => {
    const control = within.getByRole(role, { name, exact: true })
    await control.waitFor()
    const isThere = () => control.evaluate(node => node === document.activeElement)
    for (let presses = 0; presses < 60 && !(await isThere()); presses++) await page.keyboard.press('Tab')
    expect(await isThere(), name).toBe(true)
  }
  const email = 'ines@portoffice.example'
  await to('textbox', 'E-mail addresses')
  await page.keyboard.type(`${email} `)
  await to('button', 'Member')
  await page.keyboard.press('Enter')
  await page.keyboard.type('guest')
  await page.keyboard.press('Enter')
  await to('button', 'Create 1 link')
  await page.keyboard.press('Enter')
  await expect.poll(() => invitationOf(email)).toMatchObject({ role: 5 })
  await to('button', `Revoke the invitation of ${email}…`, page)
  await page.keyboard.press('Enter')
  await page.keyboard.press('Escape')
  await page.getByRole('group', { name: 'Revoke the invitation' }).waitFor({ state: 'detached' })
  expect(await invitationOf(email)).toMatchObject({ role: 5 })
  // The focus is back where the question was asked.
  await page.keyboard.press('Enter')
  await to('button', 'Revoke the invitation', page)
  await page.keyboard.press('Enter')
  await expect.poll(() => invitationOf(email)).toBeUndefined()
})

test('on a phone a stranger comes from the link into the project, with one press, a password and a name', async () => {
  // Longer than a phone is wide, beside what is with it.
  const email = 'sana.arrivals-and-departures@portoffice.example'
  const link = await invite(screens.team.admin, screens.slug, {
    email,
    project_ids: [screens.projectId],
  })
  const sana = await seat(screens.origin, { width: 390, height: 844 })
  await sana.page.goto(link)
  await sana.page.getByRole('heading', { name: /^Join / }).waitFor()
  // Some of those whom she would join are shown by their faces.
  await sana.page.getByRole('img', { name: screens.team.admin.email.split('@')[0] }).waitFor()
  await sana.page.getByText('1 of 2').waitFor()
  await seen(sana)
  await sana.page.getByRole('button', { name: 'Accept' }).click()
  await sana.page.getByText('2 of 2').waitFor()
  await sana.page.getByRole('heading', { name: /^Join / }).waitFor()
  await seen(sana)
  // Left on the way, she is asked again.
  await sana.page.getByRole('button', { name: 'Back' }).click()
  await sana.page.getByText('1 of 2').waitFor()
  await sana.page.reload()
  await sana.page.getByRole('button', { name: 'Accept' }).click()
  await sana.page.getByLabel('First name').fill('Sana')
  await sana.page.getByLabel('Password', { exact: true }).fill('password1')
  await sana.page.keyboard.press('Enter')
  await sana.page.getByRole('alert').getByText('This password is too easy to guess.').waitFor()
  await sana.page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await sana.page.getByRole('button', { name: /^Open / }).click()
  await expect.poll(() => pathOf(sana)).toBe(`/${screens.slug}/projects/${screens.projectId}/issues`)
  await sana.page.getByText('Gate code').waitFor()
  const welcome = sana.page.getByRole('region', { name: 'Welcome' })
  await welcome.getByText('Take an issue that nobody has').waitFor()
  await seen(sana)
  await welcome.getByRole('button', { name: 'Find anything, do anything' }).click()
  await sana.page.getByRole('dialog').waitFor()
  await sana.page.keyboard.press('Escape')
  await welcome.getByText('Find anything, do anything, done').waitFor()
  await welcome.getByRole('button', { name: 'Close the welcome' }).click()
  await expect.poll(() => welcome.count()).toBe(0)
  await goWithin(sana.page, link.replace(/slug=[^&]+/, 'slug=elsewhere'))
  await sana.page.getByText('This invitation is no longer open').waitFor()
  await sana.context.close()
})

test('why nobody changes their own role is told to keys and to a finger', async () => {
  const own = ({ page }: Seat) =>
    page
      .getByRole('region', { name: 'People' })
      .getByRole('listitem')
      .filter({ hasText: 'You' })
      .getByRole('button', { name: 'Admin' })
  const why = ({ page }: Seat) => page.getByRole('tooltip', { name: 'Another admin has to change your role' })
  await goWithin(freya.page, `${settings}/members`)
  await own(freya).focus()
  await freya.page.keyboard.press('Shift+Tab')
  await freya.page.keyboard.press('Tab')
  await why(freya).waitFor()
  const phone = await screens.sit({ width: 390, height: 844, touch: true }, screens.team.admin)
  await phone.page.goto(`${settings}/members`)
  // To the browser it is a button that does nothing.
  await own(phone).tap({ force: true })
  await why(phone).waitFor()
  await sight(phone)
  await phone.page.getByRole('searchbox', { name: 'Find people' }).tap()
  await why(phone).waitFor({ state: 'detached' })
  await phone.context.close()
})

test('the removal of a person is confirmed by name, and they are gone from the list', async () => {
  const { page } = freya
  await goWithin(page, `${settings}/members`)
  await page.getByRole('searchbox', { name: 'Find people' }).fill('sana')
  const row = page.getByRole('region', { name: 'People', exact: true }).getByRole('listitem')
  await expect.poll(() => row.count()).toBe(1)
  await row.hover()
  await row.getByRole('button', { name: /^Actions for/ }).click()
  await page.getByRole('menuitem', { name: 'Remove…' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
  await page.getByText('Nobody called sana').waitFor()
  await page.getByRole('button', { name: 'Invite sana…' }).click()
  await expect.poll(() => page.getByLabel('E-mail addresses').inputValue()).toBe('sana')
})

test('a token is shown once and can be turned off; a member is told that settings are not theirs', async () => {
  const { page } = freya
  await goWithin(page, `${settings}/api-tokens`)
  await page.getByRole('button', { name: 'New token' }).first().click()
  await page.getByLabel('Name').fill('Gate controller')
  await page.getByRole('button', { name: 'Read everything' }).click()
  await page.keyboard.press('Control+Enter')
  const secret = (await page.locator('[data-secret]').textContent()) ?? ''
  expect(secret).toMatch(/^tandem_/)
  await sight(freya)
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click()
  await page.getByText('Reads everything').waitFor()
  expect(await page.content()).not.toContain(secret)
  await sight(freya)
  await goWithin(screens.mei.page, `${settings}/members`)
  await screens.mei.page.getByText('Members: not open to you').waitFor()
})

test('a workspace is deleted by typing its name, and its people are elsewhere at once', async () => {
  const { page } = freya
  await goWithin(page, settings)
  await page.getByRole('button', { name: 'Delete…' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('1 project', { exact: true }).waitFor()
  const button = dialog.getByRole('button', { name: 'Delete the workspace' })
  expect(await button.isDisabled()).toBe(true)
  await dialog.getByRole('textbox').fill('Harbour of Lanterns')
  await sight(freya)
  await button.click()
  await page.getByRole('heading', { name: 'Name your workspace' }).waitFor()
  await screens.mei.page.getByText('You no longer have access to Harbour of Lanterns').waitFor()
})
