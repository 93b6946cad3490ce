import { get } from 'node:http'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { axe } from '../support/axe.ts'
import { goWithin, leaveSeats, type Seat, seat } from '../support/browser.ts'
import { PASSWORD } from '../support/build.ts'
import { mayDrag } from '../support/issueScreens.ts'
import { startServer, type TestServer } from '../support/server.ts'
import { sight } from '../support/sight.ts'

let server: TestServer
let freya: Seat
let mei: Seat

beforeAll(async () => {
  server = await startServer()
  freya = await seat(server.origin)
  mei = await seat(server.origin, { zone: 'Pacific/Kiritimati' })
})
afterAll(leaveSeats)

const board = (who: Seat, column: string) => who.page.getByRole('region', { name: new RegExp(`^${column},`) })

test('the client’s files travel as the build compressed them, to browsers that take that', async () => {
  const bytesOf = (path: string, encoding: string) =>
    new Promise<{ headers: Record<string, unknown>; bytes: Buffer }>((resolve, reject) => {
      get(server.origin + path, { headers: { 'accept-encoding': encoding } }, answer => {
        const parts: Buffer[] = []
        answer.on('data', part => parts.push(part))
        answer.on('end', () => resolve({ headers: answer.headers, bytes: Buffer.concat(parts) }))
      }).on('error', reject)
    })
  const { bytes: html } = await bytesOf('/', 'identity')
  const script = /\/assets\/index-[^"]+\.js/.exec(html.toString())![0]
  const [plain, br, gzip] = await Promise.all(
    ['identity', 'zstd, gzip, deflate, br', 'gzip'].map(encoding => bytesOf(script, encoding)),
  )
  expect(plain!.headers['content-encoding']).toBeUndefined()
  expect([br!.headers['content-encoding'], br!.headers.vary]).toEqual(['br', 'Accept-Encoding'])
  expect(brotliDecompressSync(br!.bytes).equals(plain!.bytes)).toBe(true)
  expect(gunzipSync(gzip!.bytes).equals(plain!.bytes)).toBe(true)
  // An answer made for one caller leaves without its length: that is not known before the last byte.
  for (const { headers, bytes } of [br!, gzip!]) expect(headers['content-length']).toBe(String(bytes.length))
})

test('a new instance leads everyone to set-up, and the one who sets up is signed in', async () => {
  const { page } = freya
  await page.goto('/anything/at/all')
  await page.getByRole('heading', { name: 'Set up Tandem' }).waitFor()
  // No other instance of the tests shows this screen.
  await axe(freya)
  await page.getByLabel('Your name').fill('Freya Holm')
  // What is refused is reported at its field, and how good a password is while it is typed.
  const password = page.getByLabel('Password', { exact: true })
  await page.getByLabel('E-mail').fill('freya@quay')
  await password.fill('secret')
  await page.getByText('Too short: at least 8 characters.').waitFor()
  await password.fill('password1')
  await page.getByText('Easy to guess. Several words are best.').waitFor()
  await page.keyboard.press('Enter')
  await page.getByRole('alert').getByText('Enter a valid e-mail address.').waitFor()
  await page.getByLabel('E-mail').fill('freya@quay.example')
  await page.keyboard.press('Enter')
  await page.getByRole('alert').getByText('This password is too easy to guess.').waitFor()
  await expect.poll(() => password.evaluate(node => node === document.activeElement)).toBe(true)
  await password.fill(PASSWORD)
  await page.getByText('Strong.').waitFor()
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Name your workspace' }).waitFor()
})

test('workspace, project, ten issues', async () => {
  const { page } = freya
  await page.getByLabel('Name').fill('Lantern Quay')
  await page.getByRole('button', { name: /Create workspace/ }).click()
  await page.getByRole('heading', { name: 'No projects yet' }).waitFor()
  await page.keyboard.press('p')
  await page.getByLabel('Name').fill('Berth Booking')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'No issues yet' }).waitFor()
  await sight(freya)
  await page.keyboard.press('c')
  await page.getByLabel('Title').fill('Refund the deposit')
  await page.keyboard.press('Control+Enter')
  await page.getByText('BERTH-1', { exact: true }).waitFor()
  await page.keyboard.press('2')
  await board(freya, 'Todo').getByRole('button', { name: 'New issue in Todo' }).click()
  for (let n = 2; n <= 10; n++) {
    await page.keyboard.type(`Issue number ${n}`)
    await page.keyboard.press('Enter')
  }
  await page.keyboard.press('Escape')
  await expect.poll(() => board(freya, 'Todo').locator('[data-issue]').count()).toBe(9)
  await page.getByText('BERTH-10', { exact: true }).waitFor()
  await sight(freya)
})

test('a second person signs up, is invited, joins the project', async () => {
  const { page } = mei
  await page.goto('/sign-up')
  await page.getByLabel('E-mail').fill('mei@quay.example')
  await page.keyboard.press('Enter')
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByLabel('Repeat the password').fill(PASSWORD)
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'What is your name?' }).waitFor()
  await freya.page.getByRole('button', { name: /Lantern Quay/ }).click()
  await freya.page.getByRole('menuitem', { name: 'Settings' }).click()
  await freya.page.getByRole('link', { name: 'Members' }).click()
  await freya.page.getByLabel('E-mail addresses').fill('mei@quay.example')
  await freya.page.keyboard.press('Control+Enter')
  await freya.page.getByText(/^Link made/).waitFor()
  await sight(freya)
  const link = await freya.page.evaluate(async () => {
    const at = '/api/workspaces/lantern-quay/invitations/'
    const [{ id }] = await (await fetch(at)).json()
    return (await (await fetch(`${at}${id}/link/`)).json()).link
  })
  await page.goto(link)
  await page.getByRole('button', { name: 'Accept' }).click()
  await page.getByLabel('First name').fill('Mei')
  await page.getByRole('button', { name: /^Open Lantern Quay/ }).click()
  await freya.page.getByRole('link', { name: 'Back from the Settings' }).click()
  // She comes to her home, where nothing is hers yet.
  await page.getByRole('heading', { name: 'You have not joined a project yet' }).waitFor()
  await page.getByRole('button', { name: 'Browse projects' }).click()
  await page.getByRole('button', { name: 'Join', exact: true }).click()
  await page.getByRole('link', { name: 'Berth Booking' }).first().click()
  await page.getByText('Refund the deposit').waitFor()
  // Her day is that of where she signed up.
  const me = await page.evaluate(async () => (await fetch('/api/users/me/')).json())
  expect(me.user_timezone).toBe('Pacific/Kiritimati')
  await page.keyboard.press('2')
  await expect.poll(() => board(mei, 'Todo').locator('[data-issue]').count()).toBe(9)
})

test('each sees the other’s changes within a second: drag, quick add, picker', async () => {
  await freya.page.getByRole('link', { name: 'Berth Booking' }).first().click()
  await freya.page.getByText('Refund the deposit').waitFor()
  const card = board(freya, 'Todo').locator('[data-issue]', { hasText: 'Issue number 2' })
  await mayDrag(freya)
  await card.dragTo(board(freya, 'In Progress'))
  await expect.poll(() => board(mei, 'In Progress').getByText('Issue number 2').count()).toBe(1)
  await expect
    .poll(() => board(mei, 'Todo').getByRole('heading', { name: /Todo/ }).textContent())
    .toContain('8')
  await board(mei, 'Done').getByRole('button', { name: 'New issue in Done' }).click()
  await mei.page.keyboard.type('From Mei')
  await mei.page.keyboard.press('Enter')
  await expect.poll(() => board(freya, 'Done').getByText('From Mei').count()).toBe(1)
  await mei.page.keyboard.press('Escape')
  // By keyboard alone: focus the card, P for priority, 1 for the first choice.
  await board(freya, 'Done').locator('[data-title]').first().focus()
  await freya.page.keyboard.press('p')
  await freya.page.getByRole('option', { name: /Urgent/ }).waitFor()
  await freya.page.keyboard.press('1')
  await expect.poll(() => board(mei, 'Done').getByRole('img', { name: 'Urgent' }).count()).toBe(1)
})

test('a card moves by keyboard', async () => {
  const issue = board(freya, 'Done').locator('[data-issue]', { hasText: 'From Mei' })
  await issue.locator('[data-title]').focus()
  await freya.page.keyboard.press('Alt+ArrowLeft')
  await expect.poll(() => board(mei, 'In Progress').getByText('From Mei').count()).toBe(1)
})

test('two write one description, with carets that bear their names', async () => {
  for (const who of [freya, mei]) {
    await board(who, 'In Progress').getByText('Issue number 2').click()
    await who.page.getByRole('textbox', { name: 'Description' }).waitFor()
  }
  const text = (who: Seat) => who.page.getByRole('textbox', { name: 'Description' })
  await text(freya).click()
  await freya.page.keyboard.type('Between two and three ')
  await expect.poll(() => text(mei).textContent()).toContain('Between two and three')
  await text(mei).click()
  await mei.page.keyboard.press('End')
  await mei.page.keyboard.type('the window was computed twice')
  await expect.poll(() => text(freya).textContent()).toContain('computed twice')
  await expect.poll(() => freya.page.locator('.caret-flag').allInnerTexts()).toContain('Mei')
  await freya.page.getByText('Saved', { exact: true }).waitFor()
  await sight(freya)
})

test('a page: its title is saved after a pause, its text is shared', async () => {
  const { page } = freya
  await goWithin(page, page.url().replace(/issues.*$/, 'pages'))
  await page.getByRole('heading', { name: 'No pages yet' }).waitFor()
  await page.keyboard.press('d')
  await page.getByRole('textbox', { name: 'Title' }).fill('Tide windows')
  await page.keyboard.press('Enter')
  await expect
    .poll(() =>
      page.getByRole('textbox', { name: 'Page text' }).evaluate(node => node === document.activeElement),
    )
    .toBe(true)
  await page.keyboard.type('# The rule')
  await page.getByText('Saved', { exact: true }).waitFor()
  await sight(freya)
  await goWithin(mei.page, page.url().replace(/\/[^/]+$/, ''))
  await mei.page.getByText('Tide windows').click()
  await expect
    .poll(() => mei.page.getByRole('textbox', { name: 'Page text' }).textContent())
    .toContain('The rule')
})

test('no script failed, and nothing left the host', () => {
  expect([...freya.errors, ...mei.errors]).toEqual([])
})

afterEach(async ({ task }) => {
  if (task.result?.state !== 'fail' || !process.env.SHOTS) return
  await freya.page.screenshot({ path: `${process.env.SHOTS}/fail-freya.png` })
  await mei.page.screenshot({ path: `${process.env.SHOTS}/fail-mei.png` })
})
