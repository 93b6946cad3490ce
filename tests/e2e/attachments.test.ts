import { afterAll, beforeAll, expect, test } from 'vitest'
import { goWithin, leaveSeats, type Seat, seat } from '../support/browser.ts'
import { build, type Person } from '../support/build.ts'
import { attach, attachmentsAt, PNG } from '../support/files.ts'
import { startServer, type TestServer } from '../support/server.ts'

let server: TestServer
let make: ReturnType<typeof build>
let team: Awaited<ReturnType<typeof make.team>>

let freya: Seat
let mei: Seat

beforeAll(async () => {
  server = await startServer({ FILE_SIZE_LIMIT: '3000000' })
  make = build(server)
  team = await make.team()
  freya = await sit(team.admin)
  mei = await sit(team.member)
})
afterAll(leaveSeats)

const text = (name: string, size = 20) => ({ name, mimeType: 'text/plain', buffer: Buffer.alloc(size, 'a') })
const list = ({ page }: Seat) => page.getByRole('region', { name: 'Attachments' })
const file = (who: Seat, name: string) => list(who).getByRole('link', { name, exact: true })
const chooser = ({ page }: Seat) => page.getByLabel('Files to attach')

const sit = async (person: Person) => {
  const one = await seat(server.origin)
  await one.context.addCookies([
    { name: 'session-id', value: person.jar.get('session-id') ?? '', url: server.origin },
  ])
  return one
}

/** An issue of its own, open for these people. */
const open = async (...seats: Seat[]) => {
  const issue = await make.issue(team.admin, team.path)
  for (const { page } of seats) {
    const before = await page.evaluateHandle(() => document.querySelector('[aria-label="Activity"]'))
    await goWithin(page, `/${team.workspace.slug}/projects/${team.project.id}/issues/${issue.id}`)
    await page.waitForFunction(left => !left?.isConnected, before)
    await page.getByRole('button', { name: 'Attach', exact: true }).waitFor()
  }
  return { issue, at: attachmentsAt(team.path, issue.id) }
}

test('many files at once appear for both, and are downloaded by their name', async () => {
  await open(freya, mei)
  await chooser(freya).setInputFiles([
    text('tides.txt'),
    { name: 'berths.png', mimeType: 'image/png', buffer: PNG },
    { name: 'charts.unheard-of', mimeType: '', buffer: Buffer.from('x') },
    text('radio.txt'),
  ])
  for (const who of [freya, mei])
    for (const name of ['tides.txt', 'berths.png', 'charts.unheard-of', 'radio.txt'])
      await file(who, name).waitFor()
  const download = mei.page.waitForEvent('download')
  await file(mei, 'tides.txt').click()
  expect((await download).suggestedFilename()).toBe('tides.txt')
  expect(mei.page.url()).toContain('/issues/')

  await list(freya).getByRole('button', { name: 'Delete radio.txt' }).click()
  await freya.page.keyboard.press('Escape')
  await list(freya).getByRole('button', { name: 'Delete radio.txt' }).click()
  await list(freya).getByRole('button', { name: 'Delete', exact: true }).click()
  await expect.poll(() => file(mei, 'radio.txt').count()).toBe(0)
  expect(await list(mei).getByRole('button', { name: 'Delete tides.txt' }).count()).toBe(0)
  expect([...freya.errors, ...mei.errors]).toEqual([])
})

test('an upload shows how far it is, can be cancelled, and leaves nothing', async () => {
  const { at } = await open(freya)
  // The answer does not come: the upload stays under way.
  await freya.page.route('**/files/upload', () => {})
  await chooser(freya).setInputFiles([text('season.txt', 2_000_000)])
  await list(freya).getByRole('progressbar', { name: 'Uploading season.txt' }).waitFor()
  await list(freya).getByRole('button', { name: 'Cancel season.txt' }).click()
  await freya.page.getByRole('button', { name: 'Attach', exact: true }).waitFor()
  await expect
    .poll(() => server.db('file_assets').whereNull('deleted_at').where('is_uploaded', false).select('id'))
    .toEqual([])
  expect((await team.admin.get(at)).body).toEqual([])
  await freya.page.unroute('**/files/upload')
})

test('a failed upload says why, and is tried again', async () => {
  await open(freya)
  await freya.page.route('**/files/upload', route => route.abort())
  await chooser(freya).setInputFiles([text('log.txt'), text('huge.bin', 3_000_001), text('empty.txt', 0)])
  await list(freya).getByText('was not attached. The server cannot be reached.').waitFor()
  await list(freya).getByText('was not attached. It is larger than 3 MB.').waitFor()
  await list(freya).getByText('was not attached. It is empty.').waitFor()
  expect(await list(freya).getByRole('button', { name: 'Retry' }).count()).toBe(1)
  await freya.page.unroute('**/files/upload')
  await list(freya).getByRole('button', { name: 'Retry' }).click()
  await file(freya, 'log.txt').waitFor()
  for (const name of ['huge.bin', 'empty.txt'])
    await list(freya)
      .getByRole('button', { name: `Dismiss ${name}` })
      .click()
  await expect.poll(() => list(freya).getByRole('listitem').count()).toBe(1)
})

test('files are dropped anywhere on the issue, and pasted', async () => {
  await open(freya)
  const give = (kind: 'drop' | 'paste', name: string) =>
    freya.page.evaluate(
      ([kind, name]) => {
        const given = new DataTransfer()
        given.items.add(new File(['High water'], name, { type: 'text/plain' }))
        const target = document.querySelector('[aria-label="Title"]') ?? document.body
        const on = (type: string) =>
          target.dispatchEvent(new DragEvent(type, { bubbles: true, cancelable: true, dataTransfer: given }))
        if (kind === 'paste')
          return document.body.dispatchEvent(
            new ClipboardEvent('paste', { bubbles: true, cancelable: true, clipboardData: given }),
          )
        return ['dragenter', 'dragover', 'drop'].map(on)
      },
      [kind, name] as const,
    )
  await give('drop', 'dropped.txt')
  await file(freya, 'dropped.txt').waitFor()
  await give('paste', 'pasted.txt')
  await file(freya, 'pasted.txt').waitFor()
})

test('older files are listed on opening, with their senders', async () => {
  const { issue, at } = await open()
  await attach(team.member, at, { name: 'before.txt' })
  await goWithin(freya.page, `/${team.workspace.slug}/projects/${team.project.id}/issues?peekId=${issue.id}`)
  await file(freya, 'before.txt').waitFor()
  await list(freya).getByRole('button', { name: 'Delete before.txt' }).click()
  await freya.page.keyboard.press('Escape')
  await file(freya, 'before.txt').waitFor()
})
