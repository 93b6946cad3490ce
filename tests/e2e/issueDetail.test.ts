import { afterAll, beforeAll, expect, test } from 'vitest'
import { axe } from '../support/axe.ts'
import { closeBrowser, type Seat, seat } from '../support/browser.ts'
import { build, type Person } from '../support/build.ts'
import { startServer, type TestServer } from '../support/server.ts'

let server: TestServer
let make: ReturnType<typeof build>
let team: Awaited<ReturnType<typeof make.team>>
let freya: Seat
let mei: Seat
let nth = 0

const sit = async (who: Person) => {
  const made = await seat(server.origin)
  await made.context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const key = who.jar.get('session-id') ?? ''
  await made.context.addCookies([{ name: 'session-id', value: key, url: server.origin }])
  return made
}

beforeAll(async () => {
  server = await startServer()
  make = build(server)
  team = await make.team()
  freya = await sit(team.admin)
  mei = await sit(team.member)
})
afterAll(closeBrowser)

const issue = (name: string, fields: Record<string, unknown> = {}) =>
  make.issue(team.admin, team.path, { name: `${name} ${++nth}`, ...fields })
const address = (id: string) => `/${team.workspace.slug}/projects/${team.project.id}/issues/${id}`
const open = (id: string, ...seats: Seat[]) =>
  Promise.all(
    seats.map(async ({ page }) => {
      await page.goto(address(id))
      await part({ page }, 'Activity').getByText('created the issue').waitFor()
    }),
  )
const begin = async ({ page }: Seat) => {
  await page.getByRole('button', { name: 'Comment…' }).click()
  await page.locator('[aria-label="Comment"]:focus').waitFor()
}
const part = ({ page }: Pick<Seat, 'page'>, name: string) => page.getByRole('region', { name, exact: true })
const key = (row: { sequence_id: number }) => `${team.project.identifier}-${row.sequence_id}`
const read = async (id: string) => (await team.admin.get(`${team.path}/issues/${id}/`)).body
const quiet = () => expect([...freya.errors, ...mei.errors]).toEqual([])

test('sub-issues are added in place by keys, and the other one sees them and how far they are', async () => {
  const parent = await issue('Quay')
  await open(parent.id, freya, mei)
  await freya.page.getByRole('button', { name: 'Sub-issue', exact: true }).click()
  for (const name of ['Survey', 'Dredge']) {
    await freya.page.keyboard.type(name)
    await freya.page.keyboard.press('Enter')
  }
  await freya.page.keyboard.press('Escape')
  const line = (who: Seat, name: string) => part(who, 'Sub-issues').getByRole('link', { name })
  for (const who of [freya, mei]) for (const name of ['Survey', 'Dredge']) await line(who, name).waitFor()
  // The line that has the focus takes the key, not the issue around it.
  await line(freya, 'Survey').focus()
  await freya.page.keyboard.press('s')
  await freya.page.getByRole('dialog', { name: 'State' }).waitFor()
  await freya.page.keyboard.type('done')
  await freya.page.keyboard.press('Enter')
  await part(mei, 'Sub-issues').getByText('1/2').waitFor()
  await axe(mei)

  await line(freya, 'Dredge').focus()
  await freya.page.keyboard.press('Alt+ArrowUp')
  await expect
    .poll(() => part(mei, 'Sub-issues').getByRole('listitem').first().textContent())
    .toContain('Dredge')
  await part(freya, 'Sub-issues').getByRole('listitem').filter({ hasText: 'Dredge' }).hover()
  await part(freya, 'Sub-issues')
    .getByRole('listitem')
    .filter({ hasText: 'Dredge' })
    .getByRole('button', { name: /^More for/ })
    .click()
  await freya.page.getByRole('menuitem', { name: 'Make it stand alone' }).click()
  await expect.poll(() => line(mei, 'Dredge').count()).toBe(0)
  await freya.page.keyboard.press('Control+z')
  await line(mei, 'Dredge').waitFor()
  quiet()
})

test('an issue that exists becomes a sub-issue, its own children unfold, and its head names the parent', async () => {
  const [grand, parent, child] = [await issue('Harbour'), await issue('Lock'), await issue('Gate')]
  await team.admin.patch(`${team.path}/issues/${child.id}/`, { parent_id: parent.id })
  const other = await issue('Sill')
  await team.admin.patch(`${team.path}/issues/${other.id}/`, { parent_id: grand.id })
  await open(grand.id, freya)
  await part(freya, 'Sub-issues').getByRole('button', { name: 'Add sub-issue' }).click()
  await freya.page.getByRole('menuitem', { name: 'Add existing' }).click()
  await freya.page.keyboard.type(key(parent))
  await freya.page.getByRole('option', { name: String(parent.name) }).waitFor()
  await axe(freya)
  await freya.page.keyboard.press('Enter')
  await freya.page.keyboard.press('Control+Enter')
  await part(freya, 'Sub-issues')
    .getByRole('link', { name: String(parent.name) })
    .waitFor()
  await part(freya, 'Sub-issues')
    .getByRole('button', { name: `Sub-issues of ${key(parent)}` })
    .click()
  await part(freya, 'Sub-issues')
    .getByRole('link', { name: String(child.name) })
    .click()
  await freya.page.waitForURL(new RegExp(child.id))
  await freya.page.getByRole('link', { name: new RegExp(`${parent.name}$`) }).waitFor()
  quiet()
})

test('what blocks is told at both ends, until it is done', async () => {
  const [first, second] = [await issue('Pile'), await issue('Deck')]
  await open(second.id, freya)
  await open(first.id, mei)
  await freya.page.keyboard.press('r')
  await freya.page.getByRole('combobox', { name: 'Blocked by' }).waitFor()
  await freya.page.keyboard.type(String(first.name))
  await freya.page.getByRole('option', { name: String(first.name) }).waitFor()
  await freya.page.keyboard.press('Enter')
  await freya.page.keyboard.press('Control+Enter')
  await part(freya, 'Relations').getByText('Blocked by').waitFor()
  await freya.page.getByText('Blocked', { exact: true }).waitFor()
  await part(mei, 'Relations').getByText('Blocks').waitFor()
  await part(mei, 'Activity').getByText('marked it as blocking').waitFor()
  await axe(freya)
  const states = (await team.admin.get<{ id: string; group: string }[]>(`${team.path}/states/`)).body
  const done = states.find(state => state.group === 'completed')?.id
  await team.member.patch(`${team.path}/issues/${first.id}/`, { state_id: done })
  await expect.poll(() => freya.page.getByText('Blocked', { exact: true }).count()).toBe(0)
  await part(mei, 'Relations').getByRole('listitem').hover()
  await part(mei, 'Relations')
    .getByRole('button', { name: /^Remove: Blocks/ })
    .click()
  await expect.poll(() => part(freya, 'Relations').count()).toBe(0)
  await mei.page.keyboard.press('Control+z')
  await part(freya, 'Relations').getByText('Blocked by').waitFor()
  quiet()
})

test('links are kept, changed and removed, and only those of the web', async () => {
  const made = await issue('Chart')
  await open(made.id, freya, mei)
  await freya.page.getByRole('button', { name: 'Link', exact: true }).click()
  await freya.page.keyboard.type('javascript:alert(1)')
  await freya.page.keyboard.press('Enter')
  await freya.page.getByText('This is no address of the web.').waitFor()
  await freya.page.getByLabel('Address').fill('tides.example/today')
  await freya.page.getByLabel('Title', { exact: true }).last().fill('Tide tables')
  await freya.page.keyboard.press('Enter')
  const link = part(mei, 'Links').getByRole('link', { name: 'Tide tables' })
  await expect.poll(() => link.getAttribute('href')).toBe('https://tides.example/today')
  await part(freya, 'Links').getByRole('button', { name: 'More for Tide tables' }).click()
  await freya.page.getByRole('menuitem', { name: 'Remove' }).click()
  await expect.poll(() => part(mei, 'Links').count()).toBe(0)
  quiet()
})

test('a comment is sent by keys, seen at once by the other, reworded, reacted to, deleted and brought back', async () => {
  const made = await issue('Bell')
  await open(made.id, freya, mei)
  const say = async (words: string) => {
    await freya.page.keyboard.type(words)
    await freya.page.keyboard.press('Control+Enter')
  }
  await begin(freya)
  await say('High water at noon')
  const card = (who: Seat) => part(who, 'Activity').getByRole('article')
  await card(mei).getByText('High water at noon').waitFor()
  expect(await freya.page.getByRole('textbox', { name: 'Comment' }).textContent()).toBe('')
  await axe(mei)

  await card(mei).hover()
  await card(mei).getByRole('button', { name: 'React' }).click()
  await mei.page.getByRole('button', { name: 'React with 👍' }).click()
  await card(freya).getByRole('button', { name: /^👍 1/ }).click()
  await card(mei).getByRole('button', { name: /^👍 2/ }).waitFor()

  const more = (who: Seat) => card(who).getByRole('button', { name: 'More for this comment' })
  await more(mei).click()
  await mei.page.getByRole('menuitem', { name: 'Copy link' }).waitFor()
  expect(await mei.page.getByRole('menuitem', { name: 'Edit' }).count()).toBe(0)
  await mei.page.keyboard.press('Escape')
  await more(freya).click()
  await freya.page.getByRole('menuitem', { name: 'Edit' }).click()
  await freya.page.locator('[aria-label="Edit comment"]:focus').waitFor()
  await say(' and at midnight')
  await card(mei).getByText('High water at noon and at midnight').waitFor()
  await card(mei).getByText('edited').waitFor()

  await more(freya).click()
  await freya.page.getByRole('menuitem', { name: 'Delete' }).click()
  await expect.poll(() => card(mei).count()).toBe(0)
  await freya.page.getByRole('button', { name: /Undo/ }).click()
  await card(mei).getByText('at midnight').waitFor()
  quiet()
})

test('a comment that was begun is still there after a reload, and one that was refused comes back', async () => {
  const made = await issue('Fog')
  await open(made.id, mei)
  await begin(mei)
  await mei.page.keyboard.type('Half a thought')
  await open(made.id, mei)
  const field = mei.page.getByRole('textbox', { name: 'Comment' })
  await expect.poll(() => field.textContent()).toBe('Half a thought')
  await mei.page.route('**/comments/', route => route.fulfill({ status: 400, json: { error: 'No.' } }))
  await field.press('Control+Enter')
  await mei.page.getByText('The comment was not sent. No.').waitFor()
  await expect.poll(() => field.textContent()).toBe('Half a thought')
  await mei.page.unroute('**/comments/')
  await field.press('Control+Enter')
  await part(mei, 'Activity').getByRole('article').getByText('Half a thought').waitFor()
})

test('a comment holds nothing that runs, and its link leads to it', async () => {
  const made = await issue('Mole')
  const evil = '<p>Hello <img src=x onerror="window.evil=1"><script>window.evil=1</script></p>'
  await team.admin.post(`${team.path}/issues/${made.id}/comments/`, { comment_html: evil })
  await open(made.id, freya)
  const card = part(freya, 'Activity').getByRole('article')
  await card.getByText('Hello').waitFor()
  await card.hover()
  await card.getByRole('button', { name: 'More for this comment' }).click()
  await freya.page.getByRole('menuitem', { name: 'Copy link' }).click()
  await freya.page.getByText('Link copied').waitFor()
  const copied = await freya.page.evaluate(() => navigator.clipboard.readText())
  expect(copied).toMatch(/#comment-[0-9a-f-]{36}$/)
  await freya.page.goto(copied)
  await expect.poll(() => card.evaluate(node => getComputedStyle(node).backgroundColor)).not.toMatch(/, 0\)$/)
  expect(await freya.page.evaluate(() => (window as { evil?: number }).evil)).toBeUndefined()
  quiet()
})

test('changes within a minute are one line, and the line can be narrowed', async () => {
  const made = await issue('Buoy')
  await open(made.id, freya, mei)
  await freya.page.keyboard.press('p')
  await freya.page.getByRole('dialog', { name: 'Priority' }).waitFor()
  await freya.page.keyboard.type('urg')
  await freya.page.keyboard.press('Enter')
  await part(mei, 'Activity').getByText('set priority to').waitFor()
  await team.admin.patch(`${team.path}/issues/${made.id}/`, { priority: 'low' })
  await part(mei, 'Activity').getByText('Low').waitFor()
  expect(await part(mei, 'Activity').getByRole('listitem').count()).toBe(1)
  await part(mei, 'Activity').getByRole('button', { name: 'Shown: All' }).click()
  await mei.page.getByRole('menuitemcheckbox', { name: 'Comments' }).click()
  await part(mei, 'Activity').getByText('Nobody has said anything yet.').waitFor()
})

test('cycle, modules, estimate and parent are picked by keys', async () => {
  const at = team.path
  const project = await team.admin.patch(`${at}/`, { cycle_view: true, module_view: true })
  expect(project.status).toBe(200)
  const cycle = (await team.admin.post(`${at}/cycles/`, { name: 'Spring tides' })).body
  const module = (await team.admin.post(`${at}/modules/`, { name: 'Pilotage' })).body
  const estimate = (
    await team.admin.post<{ id: string; points: { id: string }[] }>(`${at}/estimates/`, {
      estimate: { name: 'Size', type: 'points' },
      estimate_points: [
        { key: 1, value: '1' },
        { key: 2, value: '5' },
      ],
    })
  ).body
  await team.admin.patch(`${at}/`, { estimate: estimate.id })
  const [made, parent] = [await issue('Light'), await issue('Tower')]
  await open(made.id, freya, mei)
  const pick = async (keys: string, words: string) => {
    await freya.page.keyboard.press(keys)
    await freya.page.getByRole('combobox').waitFor()
    await freya.page.keyboard.type(words)
    await freya.page.getByRole('option', { name: words }).waitFor()
    await freya.page.keyboard.press('Enter')
    await freya.page.keyboard.press('Escape')
    await expect.poll(() => freya.page.getByRole('combobox').count()).toBe(0)
  }
  await pick('Shift+C', 'Spring tides')
  await pick('Shift+M', 'Pilotage')
  await pick('e', '5')
  await pick('Shift+P', String(parent.name))
  await expect
    .poll(async () => {
      const row = await read(made.id)
      return [row.cycle_id, row.module_ids, row.estimate_point, row.parent_id]
    })
    .toEqual([cycle.id, [module.id], estimate.points[1]?.id, parent.id])
  for (const words of ['Spring tides', 'Pilotage', '5 points'])
    await mei.page.getByRole('definition').filter({ hasText: words }).waitFor()
  await part(mei, 'Activity').getByText('Spring tides').waitFor()
  quiet()
})

test('an issue is copied, archived, deleted, and each can be taken back', async () => {
  const states = (await team.admin.get<{ id: string; group: string }[]>(`${team.path}/states/`)).body
  const done = states.find(state => state.group === 'completed')?.id
  const made = await issue('Ferry', { state_id: done, description_html: '<p>Twice a day</p>' })
  await open(made.id, freya, mei)
  const choose = async (name: string) => {
    await freya.page.keyboard.press('.')
    await freya.page.getByRole('menuitem', { name }).click()
  }
  await choose('Archive')
  await mei.page.getByText(/^Archived on/).waitFor()
  expect(await mei.page.getByRole('button', { name: 'Comment…' }).count()).toBe(0)
  await freya.page.keyboard.press('Control+z')
  await expect.poll(() => mei.page.getByText(/^Archived on/).count()).toBe(0)

  await choose('Make a copy')
  await freya.page.getByRole('textbox', { name: 'Description' }).getByText('Twice a day').waitFor()
  await expect
    .poll(() => freya.page.getByLabel('Title', { exact: true }).inputValue())
    .toBe(`${made.name} (copy)`)

  await open(made.id, freya)
  await freya.page.keyboard.press('#')
  await freya.page.waitForURL(/issues$/)
  await mei.page.getByText('No such issue').waitFor()
  await freya.page.keyboard.press('Control+z')
  await expect.poll(async () => (await read(made.id)).id).toBe(made.id)
  await mei.page.reload()
  await part(mei, 'Activity').waitFor()
  quiet()
})

test('who follows is told by the bell, also in another window', async () => {
  const made = await issue('Tug')
  await open(made.id, mei)
  const other = await mei.context.newPage()
  await other.goto(address(made.id))
  await mei.page.getByRole('button', { name: 'Subscribe', exact: true }).click()
  await other.getByRole('button', { name: 'Unsubscribe' }).click()
  await mei.page.getByRole('button', { name: 'Subscribe', exact: true }).waitFor()
  await other.close()
})

test('a guest reads, talks and changes nothing', async () => {
  await team.admin.patch(`${team.path}/`, { guest_view_all_features: true })
  const made = await issue('Pier')
  const guest = await sit(team.guest)
  await open(made.id, guest)
  for (const name of ['Sub-issue', 'Relation', 'Link'])
    expect(await guest.page.getByRole('button', { name, exact: true }).count()).toBe(0)
  expect(await guest.page.getByRole('button', { name: /^State:/ }).count()).toBe(0)
  await begin(guest)
  await guest.page.keyboard.type('May I?')
  await guest.page.keyboard.press('Control+Enter')
  await part(guest, 'Activity').getByRole('article').getByText('May I?').waitFor()
  await axe(guest)
  expect(guest.errors).toEqual([])
})
