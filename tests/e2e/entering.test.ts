/** Signing in by the screens: by password, by code, with a new one, and the words of refusals. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { goWithin, leaveSeats, type Seat, seat } from '../support/browser.ts'
import { build, PASSWORD } from '../support/build.ts'
import { type Mailbox, mailbox } from '../support/mailbox.ts'
import { picture } from '../support/pictures.ts'
import { sameBrowser } from '../support/sameBrowser.ts'
import { sharedServer, startServer } from '../support/server.ts'
import { sight } from '../support/sight.ts'
import { visitor } from '../support/visitor.ts'

let box: Mailbox
let server: Awaited<ReturnType<typeof startServer>>
const known = 'freya@quay.example'
beforeAll(async () => {
  box = await mailbox()
  server = await startServer({ ...box.env, ENABLE_MAGIC_LINK_LOGIN: '1', ENABLE_SIGNUP: '1' }, undefined, {
    mails: true,
  })
  await build(server).setUp()
  const freya = visitor(server.origin)
  await freya.form('/auth/sign-up/', { email: known, password: PASSWORD })
  await freya.patch('/api/users/me/onboard/', { is_onboarded: true })
})
afterAll(leaveSeats)

const come = sameBrowser()
const sit = () => come(server.origin)
const typed = ({ page }: Seat, words: string) => page.keyboard.type(words)
const focused = ({ page }: Seat) =>
  page.evaluate(() => document.activeElement?.getAttribute('name') ?? document.activeElement?.textContent)
const isAt = (who: Seat, path: string) => who.page.waitForURL(url => url.pathname === path)
const alert = ({ page }: Seat, words: string) => page.getByRole('alert').getByText(words).waitFor()
const codeIn = (text: string) => /[a-z]{4}-[a-z]{4}-[a-z]{4}/.exec(text)?.[0] ?? ''
const begin = async (who: Seat, email = known) => {
  await who.page.goto('/')
  await expect.poll(() => focused(who)).toBe('email')
  await typed(who, `${email}\n`)
}
test('by keys alone: a wrong password is told at its field, the right one leads where one was going', async () => {
  const freya = await sit()
  await freya.page.goto('/?next_path=%2Fcreate-workspace')
  await expect.poll(() => focused(freya)).toBe('email')
  await sight(freya)
  await typed(freya, `${known}\n`)
  await expect.poll(() => focused(freya)).toBe('password')
  await sight(freya)
  await typed(freya, 'wrong\n')
  await alert(freya, 'This password is incorrect.')
  await expect.poll(() => focused(freya)).toBe('password')
  await sight(freya)
  await freya.page.getByLabel('Password', { exact: true }).fill('')
  await typed(freya, `${PASSWORD}\n`)
  await isAt(freya, '/create-workspace')
  expect(freya.errors).toEqual([])
})

test('a new address is told by mail what to type; pasted whole it is sent at once', async () => {
  const mei = await sit()
  const email = 'mei@quay.example'
  await mei.page.goto('/')
  await mei.page.getByLabel('E-mail', { exact: true }).fill(email)
  await mei.page.keyboard.press('Enter')
  await expect.poll(() => focused(mei)).toBe('code')
  await mei.page.getByRole('heading', { name: 'Sign up' }).waitFor()
  await sight(mei)
  // There is a code once its mail is on its way.
  const code = codeIn((await box.take(email)).text)
  await typed(mei, 'AAAA bbbb cccc\n')
  expect(await mei.page.getByLabel('Code').inputValue()).toBe('aaaa-bbbb-cccc')
  await alert(mei, 'This is not the code we sent.')
  await mei.page.getByLabel('Code').fill('')
  await mei.page.getByLabel('Code').evaluate((input, words) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text', words)
    input.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  }, ` ${code} `)
  await isAt(mei, '/onboarding')
  await mei.page.getByRole('heading', { name: 'What is your name?' }).waitFor()
  // Whoever came in without a password may choose one here, which has to be a good one.
  await mei.page.getByLabel('Password', { exact: true }).fill('harbour1')
  await mei.page.getByText('Easy to guess.').waitFor()
  expect(await mei.page.getByRole('button', { name: 'Continue' }).isDisabled()).toBe(true)
  await sight(mei)
  await mei.page.goto('/accounts/set-password')
  await mei.page.getByRole('heading', { name: 'Choose a password' }).waitFor()
  expect(await mei.page.getByLabel('E-mail', { exact: true }).inputValue()).toBe(email)
  await mei.page.getByLabel('Password', { exact: true }).fill('short')
  await mei.page.getByText('Too short: at least 8 characters.').waitFor()
  await mei.page.getByLabel('Password', { exact: true }).fill('harbour1')
  await mei.page.getByText('Easy to guess.').waitFor()
  await mei.page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await mei.page.getByText('Strong.').waitFor()
  await mei.page.getByLabel('Repeat the password').fill(`${PASSWORD}.`)
  await alert(mei, 'The passwords do not match.')
  await sight(mei)
  const send = mei.page.getByRole('button', { name: 'Set password' })
  expect(await send.isDisabled()).toBe(true)
  await mei.page.getByLabel('Repeat the password').fill(PASSWORD)
  await send.click()
  await isAt(mei, '/onboarding')
  await mei.page.getByRole('heading', { name: 'What is your name?' }).waitFor()
  expect(await mei.page.getByLabel('Password', { exact: true }).count()).toBe(0)
  expect(mei.errors).toEqual([])
})

test('whoever waits for a workspace sees when their address was confirmed, and no link that leads nowhere', async () => {
  const sana = await sit()
  const { page } = sana
  const email = 'sana.idris@quay.example'
  await page.goto('/')
  await page.getByLabel('E-mail', { exact: true }).fill(email)
  await page.keyboard.press('Enter')
  await page.getByLabel('Code').fill(codeIn((await box.take(email)).text))
  await page.keyboard.press('Enter')
  await isAt(sana, '/onboarding')
  await page.getByLabel('First name').fill('Sana')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'No workspace yet' }).waitFor()
  const day = await page.evaluate(async () => {
    const { email_verified_at: at } = await (await fetch('/api/users/me/')).json()
    return new Date(at).toLocaleDateString('en-GB', { day: 'numeric', month: 'long' })
  })
  await page.getByText(`Confirmed on ${day}. No invitation is waiting.`).waitFor()
  await page.getByText('The harbour office knows your name').waitFor()
  await page.getByText('Runs on your own server').waitFor()
  expect(await page.getByRole('link').count()).toBe(0)
  await sight(sana)
  expect(sana.errors).toEqual([])
})

test('first steps come before anything else, and lead on to where one was going', async () => {
  const make = build(server)
  const { admin, workspace } = await make.team()
  const sana = await make.newcomer()
  await make.joinWorkspace(admin, workspace.slug, sana, 15)
  const who = await sit()
  const value = sana.jar.get('session-id') ?? ''
  await who.context.addCookies([{ name: 'session-id', value, url: server.origin }])
  const work = `/${workspace.slug}/projects`
  await who.page.goto(`${work}?sort=name`)
  await isAt(who, '/onboarding')
  await who.page.getByLabel('First name').fill('Sana')
  await who.page
    .getByLabel('Picture')
    .setInputFiles({ name: 'sana.png', mimeType: 'image/png', buffer: picture(64, 64, () => 128) })
  await who.page.getByRole('dialog').getByRole('button', { name: 'Use picture' }).click()
  await who.page.getByRole('button', { name: 'Change the picture' }).waitFor()
  await sight(who)
  await who.page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await who.page.getByText('Strong.').waitFor()
  await who.page.keyboard.press('Enter')
  await isAt(who, work)
  const { body: me } = await sana.get<object>('/api/users/me/')
  expect(me).toMatchObject({
    first_name: 'Sana',
    avatar_url: expect.stringMatching(/static/),
    is_password_autoset: false,
  })
  expect(new URL(who.page.url()).search).toBe('?sort=name')
  await who.page.goto(`/?${new URLSearchParams({ next_path: `/${workspace.slug}/drafts` })}`)
  await isAt(who, `/${workspace.slug}/drafts`)
  await who.page.goto(`/?${new URLSearchParams({ next_path: '//elsewhere.example' })}`)
  await isAt(who, `/${workspace.slug}`)
  expect(who.errors).toEqual([])
})

test('invitations that wait are declined, left for a workspace of one’s own, or taken, by the person of their address', async () => {
  const make = build(server)
  const [quay, port] = [await make.team(), await make.team()]
  const olu = await make.person()
  await server.db('accounts').where('id', olu.id).update({ is_email_verified: true })
  for (const { admin, workspace } of [quay, port])
    await admin.post(`/api/workspaces/${workspace.slug}/invitations/`, {
      emails: [{ email: olu.email, role: 15 }],
    })
  const who = await sit()
  const value = olu.jar.get('session-id') ?? ''
  await who.context.addCookies([{ name: 'session-id', value, url: server.origin }])
  await who.page.goto('/')
  await isAt(who, '/invitations')
  await who.page.getByRole('button', { name: 'Create a workspace instead' }).click()
  await isAt(who, '/create-workspace')
  // Whoever came by another address than was meant is not kept here.
  await who.page.getByRole('button', { name: olu.email }).click()
  await who.page.getByRole('menuitem', { name: 'Sign out and use another address' }).waitFor()
  await who.page.goBack()
  await sight(who)
  await who.page.getByRole('button', { name: `Decline ${port.workspace.slug}` }).click()
  await who.page.getByRole('checkbox', { name: port.workspace.slug }).waitFor({ state: 'detached' })
  await who.page.getByRole('checkbox', { name: quay.workspace.slug }).waitFor()
  await who.page.getByRole('button', { name: 'Join' }).click()
  await isAt(who, `/${quay.workspace.slug}`)
  const { body } = await olu.get<{ slug: string }[]>('/api/users/me/workspaces/')
  expect(body.map(one => one.slug)).toEqual([quay.workspace.slug])
  expect(who.errors).toEqual([])
})

test('a forgotten password is set anew by the link of a mail', async () => {
  const freya = await sit()
  await freya.page.setViewportSize({ width: 390, height: 844 })
  await begin(freya)
  await freya.page.getByRole('link', { name: 'Forgotten?' }).click()
  expect(await freya.page.getByLabel('E-mail').inputValue()).toBe(known)
  await freya.page.getByRole('button', { name: 'Send the link' }).click()
  await freya.page.getByText(`A link is on its way to ${known}`).waitFor()
  await sight(freya)
  const [href = ''] = /http\S+reset-password\S+/.exec((await box.take(known)).text) ?? []
  const link = new URL(href)
  await freya.page.goto(link.pathname + link.search)
  const fresh = `${PASSWORD} and more`
  await freya.page.getByLabel('New password').fill(fresh)
  await freya.page.getByLabel('Repeat the password').fill(fresh)
  await sight(freya)
  await freya.page.keyboard.press('Enter')
  await freya.page.getByText('Your new password is set.').waitFor()
  await freya.page.goto(link.pathname + link.search)
  await freya.page.getByLabel('New password').fill(fresh)
  await freya.page.getByLabel('Repeat the password').fill(fresh)
  await freya.page.keyboard.press('Enter')
  await alert(freya, 'This link was already used')
  await sight(freya)
  await freya.page.getByRole('link', { name: 'Send a new link' }).click()
  await isAt(freya, '/accounts/forgot-password')
  await freya.page.setViewportSize({ width: 1440, height: 900 })
  expect(freya.errors).toEqual([])
})

test('a form posted elsewhere comes back with its words, its step and the typed values', async () => {
  const who = await sit()
  const back = (code: string) => who.page.goto(`/sign-in?error_code=${code}&email=mei%40quay.example`)
  await back('5090')
  await alert(who, 'This is not the code we sent.')
  await who.page.getByLabel('Code').waitFor()
  await back('5065')
  await who.page.getByLabel('Password', { exact: true }).waitFor()
  expect(await who.page.getByLabel('E-mail', { exact: true }).inputValue()).toBe('mei@quay.example')
  await back('5019')
  await alert(who, 'This account is closed.')
  await who.page.getByRole('button', { name: 'Dismiss' }).click()
  await expect.poll(() => who.page.getByRole('alert').count()).toBe(0)
  await back('5060')
  await who.page.getByRole('link', { name: 'Sign up instead' }).click()
  await isAt(who, '/sign-up')
  expect(await who.page.getByLabel('E-mail', { exact: true }).inputValue()).toBe('mei@quay.example')
  await back('5999')
  await who.page.getByRole('heading', { name: 'Sign in' }).waitFor()
  expect(await who.page.getByRole('alert').count()).toBe(0)
})

test('without mail nobody is offered what takes one', async () => {
  const quiet = await sharedServer()
  await build(quiet).setUp()
  const email = 'freya@pilotage.example'
  await visitor(quiet.origin).form('/auth/sign-up/', { email, password: PASSWORD })
  const who = await seat(quiet.origin)
  await begin(who, email)
  await who.page.getByText('This server sends no mail: ask an admin').waitFor()
  expect(await who.page.getByRole('link', { name: 'Forgotten?' }).count()).toBe(0)
  expect(await who.page.getByRole('button', { name: 'code' }).count()).toBe(0)
  await sight(who)
  await goWithin(who.page, '/accounts/forgot-password')
  await who.page.getByText('This server sends no mail.').waitFor()
  expect(await who.page.getByText(/We mail you|Send the link/).count()).toBe(0)
})
