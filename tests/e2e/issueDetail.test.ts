import { afterAll, beforeAll, expect, test } from 'vitest'
import { goWithin, leaveSeats, type Seat } from '../support/browser.ts'
import { drag, mayDrag } from '../support/issueScreens.ts'
import { type OpenIssue, openIssue, part } from '../support/openIssue.ts'
import { sight } from '../support/sight.ts'

let team: OpenIssue['team']
let freya: OpenIssue['freya']
let mei: OpenIssue['mei']
let address: OpenIssue['address']
let issue: OpenIssue['issue']
let open: OpenIssue['open']
let key: OpenIssue['key']
let read: OpenIssue['read']
let quiet: OpenIssue['quiet']

beforeAll(async () => {
  ;({ team, freya, mei, address, issue, open, key, read, quiet } = await openIssue())
})
afterAll(leaveSeats)

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
  await sight(mei)

  await line(freya, 'Dredge').focus()
  await freya.page.keyboard.press('Alt+ArrowUp')
  await expect
    .poll(() => part(mei, 'Sub-issues').getByRole('listitem').first().textContent())
    .toContain('Dredge')
  await part(freya, 'Sub-issues').getByRole('listitem').filter({ hasText: 'Dredge' }).hover()
  await part(freya, 'Sub-issues')
    .getByRole('listitem')
    .filter({ hasText: 'Dredge' })
    .getByRole('button', { name: /^Actions for/ })
    .click()
  await freya.page.getByRole('menuitem', { name: 'Detach from parent' }).click()
  await expect.poll(() => line(mei, 'Dredge').count()).toBe(0)
  await freya.page.keyboard.press('Control+z')
  await line(mei, 'Dredge').waitFor()
  await line(freya, 'Dredge').focus()
  await freya.page.keyboard.press('#')
  await expect.poll(() => line(mei, 'Dredge').count()).toBe(0)
  await part(freya, 'Sub-issues').getByText('1/1').waitFor()
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
  await sight(freya)
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

test('a sub-issue is dragged to its place, and into another tree', async () => {
  const parent = await issue('Basin')
  const children = [await issue('North'), await issue('East'), await issue('South')]
  for (const { id } of children)
    await team.admin.patch(`${team.path}/issues/${id}/`, { parent_id: parent.id })
  const below = await issue('Slip')
  await team.admin.patch(`${team.path}/issues/${below.id}/`, { parent_id: children[2]?.id })
  await open(parent.id, freya, mei)
  const at = async (name: string) => {
    const box = await part(freya, 'Sub-issues').getByRole('link', { name }).boundingBox()
    return { x: (box?.x ?? 0) + 40, y: (box?.y ?? 0) + (box?.height ?? 0) - 3 }
  }
  const names = async () =>
    (await part(mei, 'Sub-issues').getByRole('link').allInnerTexts()).map(text => text.split(' ')[0])
  await part(freya, 'Sub-issues').getByRole('link', { name: 'South' }).waitFor()
  await mayDrag(freya)
  await drag(freya, await at('North'), await at('South'))
  await expect.poll(names).toEqual(['East', 'South', 'North'])
  await part(freya, 'Sub-issues')
    .getByRole('button', { name: /^Sub-issues of/ })
    .click()
  await part(freya, 'Sub-issues').getByRole('link', { name: 'Slip' }).waitFor()
  await drag(freya, await at('East'), await at('Slip'))
  await expect.poll(async () => (await read(children[1]?.id ?? '')).parent_id).toBe(children[2]?.id)
  await freya.page.keyboard.press('Control+z')
  await expect.poll(names).toEqual(['East', 'South', 'North'])
  quiet()
})

test('blocking issues are told at both ends, until they are done', async () => {
  const [first, second] = [await issue('Pile'), await issue('Deck')]
  await open(second.id, freya)
  await open(first.id, mei)
  // A focus that was lost on the way never comes into a field: the next key is a key, not a letter of the title.
  await freya.page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur())
  await freya.page.keyboard.press('Shift')
  await expect
    .poll(() => freya.page.evaluate(() => document.activeElement?.tagName), { timeout: 20_000 })
    .not.toBe('BODY')
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
  await sight(freya)
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
  await freya.page.getByText('Enter a valid web address.').waitFor()
  await freya.page.getByLabel('Address').fill('tides.example/today')
  await freya.page.getByLabel('Title', { exact: true }).last().fill('Tide tables')
  await freya.page.keyboard.press('Enter')
  const link = part(mei, 'Links').getByRole('link', { name: 'Tide tables' })
  await expect.poll(() => link.getAttribute('href')).toBe('https://tides.example/today')
  await part(freya, 'Links').getByRole('button', { name: 'Actions for Tide tables' }).click()
  await freya.page.getByRole('menuitem', { name: 'Remove' }).click()
  await expect.poll(() => part(mei, 'Links').count()).toBe(0)
  quiet()
})

test('mentions of an issue are told at the issue, and at a page, while one looks', async () => {
  const named = await issue('Lock')
  const chip = (kind: string, id: string) =>
    `<p><mention-component entity_name="${kind}" entity_identifier="${id}" label="it"></mention-component></p>`
  await open(named.id, freya)
  const { page } = freya
  const body = { name: 'Tide windows', description_html: chip('issue', named.id) }
  const sheet = (await team.member.post<{ id: string }>(`${team.path}/pages/`, body)).body
  const section = page.getByRole('region', { name: 'Mentioned in' })
  const link = section.getByRole('link', { name: 'Tide windows' })
  await link.waitFor()
  await sight(freya)
  const tells = await issue('Keeper', { description_html: chip('page_mention', sheet.id) })
  await link.click()
  await page.getByRole('textbox', { name: 'Page text' }).waitFor()
  await section.getByRole('link', { name: 'Keeper' }).waitFor()
  await team.member.patch(`${team.path}/issues/${tells.id}/`, { description_html: '<p>Nothing more</p>' })
  await section.waitFor({ state: 'detached' })
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
  const pick = async (keys: string, words: string, { many = false, atOnce = false } = {}) => {
    await freya.page.keyboard.press(keys)
    await freya.page.locator('[role=combobox]:focus').waitFor()
    await freya.page.keyboard.type(words)
    if (!atOnce) {
      await expect.poll(() => freya.page.getByRole('combobox').inputValue()).toBe(words)
      await freya.page.getByRole('option', { name: words }).waitFor()
      await freya.page.keyboard.press('Enter')
    }
    if (many) await freya.page.keyboard.press('Escape')
    await expect.poll(() => freya.page.getByRole('combobox').count()).toBe(0)
  }
  await pick('Shift+C', 'Spring tides')
  await pick('Shift+M', 'Pilotage', { many: true })
  await pick('e', '5', { atOnce: true })
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

  // A group says how many points its issues have, and keeps saying it as they change.
  await goWithin(mei.page, `${address('').replace(/\/$/, '')}?layout=list&group_by=priority&sub_issue=true`)
  await mei.page.getByText('5 pt', { exact: true }).waitFor()
  await team.admin.patch(`${at}/issues/${made.id}/`, { estimate_point: estimate.points[0]?.id })
  await mei.page.getByText('1 pt', { exact: true }).waitFor()
  await team.admin.patch(`${at}/issues/${parent.id}/`, { estimate_point: estimate.points[1]?.id })
  await mei.page.getByText('6 pt', { exact: true }).waitFor()
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
    // While it closes it still takes the keys.
    await freya.page.getByRole('menu').waitFor({ state: 'detached' })
  }
  await choose('Archive')
  await mei.page.getByText(/^Archived on/).waitFor()
  expect(await mei.page.getByRole('button', { name: 'Comment…' }).count()).toBe(0)
  await freya.page.keyboard.press('Control+z')
  await expect.poll(() => mei.page.getByText(/^Archived on/).count()).toBe(0)

  await choose('Duplicate')
  await freya.page.getByRole('textbox', { name: 'Description' }).getByText('Twice a day').waitFor()
  await expect
    .poll(() => freya.page.getByLabel('Title', { exact: true }).inputValue())
    .toBe(`${made.name} (copy)`)

  await open(made.id, freya)
  await freya.page.keyboard.press('#')
  await freya.page.waitForURL(/issues$/)
  await mei.page.getByText('Issue not found').waitFor()
  await freya.page.keyboard.press('Control+z')
  await expect.poll(async () => (await read(made.id)).id).toBe(made.id)
  await mei.page.reload()
  await part(mei, 'Activity').waitFor()
  quiet()
})

test('the bell tells whether one follows, also in another window', async () => {
  const made = await issue('Tug')
  await open(made.id, mei)
  const other = await mei.context.newPage()
  await other.goto(address(made.id))
  await mei.page.getByRole('button', { name: 'Subscribe', exact: true }).click()
  await other.getByRole('button', { name: 'Unsubscribe' }).click()
  await mei.page.getByRole('button', { name: 'Subscribe', exact: true }).waitFor()
  await other.close()
})
