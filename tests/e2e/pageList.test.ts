import { expect, test } from 'vitest'
import { goWithin, type Seat } from '../support/browser.ts'
import { mayDrag } from '../support/issueScreens.ts'
import { openPage } from '../support/openPage.ts'
import { sight } from '../support/sight.ts'

const names = ({ page }: Seat) =>
  page
    .getByRole('list', { name: 'Pages' })
    .getByRole('link')
    .evaluateAll(links => links.map(link => link.textContent))

const shows = (seat: Seat, wanted: string[], message = '') =>
  expect.poll(() => names(seat), { message }).toEqual(wanted)

const menu = async ({ page }: Seat, name: string, ...entries: string[]) => {
  await page.getByRole('link', { name, exact: true }).click({ button: 'right' })
  for (const entry of entries) await page.getByRole('menuitem', { name: entry, exact: true }).click()
}

test('the list of pages: sections, search, order, filters, favourites, and others’ changes', async () => {
  const world = await openPage()
  const { team, list } = world
  const [freya, mei] = [await world.sit(team.admin), await world.sit(team.member)]
  const { page } = freya
  const stranger = await world.make.person()
  await world.make.joinWorkspace(team.admin, team.workspace.slug, stranger, 15)
  await goWithin(page, list)
  await page.getByText('No pages yet').waitFor()
  await sight(freya)

  for (const name of ['Ebb', 'Flood', 'Slack']) await world.page('<p>x</p>', { name })
  await world.page('<p>x</p>', { name: 'By Mei' }, team.member)
  await world.page('<p>x</p>', { name: 'Mine alone', access: 1 })
  await shows(freya, ['By Mei', 'Slack', 'Flood', 'Ebb'], 'live, the last modified first')
  await page.getByRole('radio', { name: 'Public 4' }).waitFor()
  await sight(freya)
  await page.getByRole('radio', { name: 'Private 1' }).click()
  await shows(freya, ['Mine alone'])
  await page.getByRole('radio', { name: 'Archived', exact: true }).click()
  await page.getByText('No archived pages').waitFor()
  await goWithin(page, list)

  const choose = async (button: string, ...entries: string[]) => {
    await page.getByRole('button', { name: button, exact: true }).click()
    for (const name of entries)
      await page
        .getByRole('menuitem', { name, exact: true })
        .or(page.getByRole('menuitemcheckbox', { name, exact: true }))
        .click()
    await page.keyboard.press('Escape')
    if (entries.length > 1) await page.keyboard.press('Escape')
    await page.getByRole('menu').first().waitFor({ state: 'detached' })
  }
  // A page's author may be no member of the project any more.
  await page.getByRole('button', { name: 'Filter' }).click()
  await page.getByRole('menuitem', { name: 'Creator' }).click()
  await page.getByRole('menuitemcheckbox').nth(4).waitFor()
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  await page.getByRole('menu').first().waitFor({ state: 'detached' })
  await choose('Last edited', 'Title')
  await shows(freya, ['By Mei', 'Ebb', 'Flood', 'Slack'])
  expect(page.url()).toContain('order_by=name&order=asc')
  await choose('Title', 'Descending')
  await shows(freya, ['Slack', 'Flood', 'Ebb', 'By Mei'])
  await choose('Title', 'Ascending')

  await page.keyboard.press('/')
  await page.keyboard.type('floo')
  await shows(freya, ['Flood'])
  await page.keyboard.type('zz')
  await page.getByText('has “floozz” in its title').waitFor()
  await page.getByRole('searchbox').focus()
  await page.keyboard.press('Escape')
  await shows(freya, ['By Mei', 'Ebb', 'Flood', 'Slack'])
  await page.keyboard.press('Escape')
  await page.getByRole('searchbox').waitFor({ state: 'detached' })

  await page.getByRole('link', { name: 'Ebb', exact: true }).hover()
  await page.getByRole('button', { name: 'Add Ebb to favourites' }).click()
  await page.getByRole('button', { name: 'Remove Ebb from favourites' }).waitFor()
  await choose('Filter', 'Favourites')
  await shows(freya, ['Ebb'])
  await sight(freya)
  await page.getByRole('button', { name: 'Remove Favourites filter' }).click()
  await choose('Filter', 'Created', 'Yesterday')
  await page.getByText('No matching pages').waitFor()
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await shows(freya, ['By Mei', 'Ebb', 'Flood', 'Slack'])

  // Nobody else's favourites, and others' changes are seen at once.
  await goWithin(mei.page, list)
  await shows(mei, ['By Mei', 'Slack', 'Flood', 'Ebb'])
  expect(await mei.page.getByRole('button', { name: 'Remove Ebb from favourites' }).count()).toBe(0)
  await menu(freya, 'Flood', 'Make private')
  await page.getByText('The page is now private').waitFor()
  await shows(mei, ['By Mei', 'Slack', 'Ebb'])
  await page.getByRole('button', { name: 'Undo' }).click()
  await shows(mei, ['Flood', 'By Mei', 'Slack', 'Ebb'])
  await menu(freya, 'Slack', 'Archive')
  await shows(freya, ['By Mei', 'Ebb', 'Flood'])
  await page.getByRole('radio', { name: 'Archived 1' }).click()
  await menu(freya, 'Slack', 'Delete')
  await page.getByText('No archived pages').waitFor()
  await page.getByRole('button', { name: 'Undo' }).click()
  await shows(freya, ['Slack'])
  await menu(freya, 'Slack', 'Restore')
  await page.getByRole('radio', { name: 'Public 4' }).click()
  await shows(freya, ['By Mei', 'Ebb', 'Flood', 'Slack'])
  world.quiet()
})

test('pages are below others, by dragging and by the menu; never below themselves', async () => {
  const world = await openPage()
  const { list } = world
  const freya = await world.sit(world.team.admin)
  const { page } = freya
  const made: Record<string, string> = {}
  for (const name of ['A', 'B', 'C']) made[name] = (await world.page('<p>x</p>', { name })).id
  await goWithin(page, `${list}?order_by=name&order=asc`)
  await shows(freya, ['A', 'B', 'C'])
  const row = (name: string) => page.locator(`[data-row="${made[name]}"]`)
  const parents = async () =>
    page.evaluate(async path => {
      const all = (await (await fetch(`${path}/pages/`)).json()) as { name: string }[]
      return all.map(one => one.name)
    }, world.team.path)
  await mayDrag(freya)
  await row('C').dragTo(row('A'))
  await shows(freya, ['A', 'C', 'B'])
  await expect.poll(async () => (await parents()).sort()).toEqual(['A', 'B'])
  await page.getByRole('button', { name: 'Collapse A' }).click()
  await shows(freya, ['A', 'B'])
  await page.getByRole('link', { name: 'A', exact: true }).focus()
  await page.keyboard.press('ArrowRight')
  await shows(freya, ['A', 'C', 'B'])

  await menu(freya, 'A', 'Move to…')
  const options = page.getByRole('option')
  await options.first().waitFor()
  expect(await options.allTextContents()).toEqual(['Top level', 'B'])
  await page.keyboard.press('Escape')
  await menu(freya, 'C', 'Move to…')
  await page.getByRole('option', { name: 'B' }).click()
  await shows(freya, ['A', 'B', 'C'])
  // Beside the rows is the top.
  await row('C').dragTo(page.getByRole('list', { name: 'Pages' }).locator('..'), {
    targetPosition: { x: 300, y: 500 },
  })
  await expect.poll(async () => (await parents()).sort()).toEqual(['A', 'B', 'C'])
  await row('C').dragTo(row('B'))
  await expect.poll(async () => (await parents()).sort()).toEqual(['A', 'B'])
  await page.getByRole('link', { name: 'C', exact: true }).click()
  await page
    .getByRole('banner')
    .or(page.locator('header'))
    .getByRole('link', { name: 'B', exact: true })
    .waitFor()
  world.quiet()
})

test('a page is made by a key or a press, and opens at once with its title to be written', async () => {
  const world = await openPage()
  const freya = await world.sit(world.team.admin)
  const { page } = freya
  await goWithin(page, world.list)
  await page.getByText('No pages yet').waitFor()
  await goWithin(page, `${world.list}?type=private`)
  await page.getByText('No private pages').waitFor()
  await page.keyboard.press('d')
  await page.waitForURL(/\/pages\/[\w-]{36}/)
  const title = page.getByLabel('Title', { exact: true })
  await expect.poll(() => title.evaluate(node => node === document.activeElement)).toBe(true)
  await sight(freya)
  await page.keyboard.type('Moorings')
  await page.keyboard.press('Enter')
  await page.getByText('Saved', { exact: true }).first().waitFor()
  await goWithin(page, `${world.list}?type=private`)
  await shows(freya, ['Moorings'])
  await page.route('**/pages/', route => route.fulfill({ status: 500, json: { error: 'No.' } }))
  await page.getByRole('button', { name: 'New page' }).click()
  const toast = page.locator('[data-toast]')
  await toast.getByText('Page not created', { exact: true }).waitFor()
  await toast.getByText('Please try again in a moment.').waitFor()
  await page.unroute('**/pages/')
  await page.getByRole('button', { name: 'New page' }).click()
  await page.getByLabel('Title', { exact: true }).waitFor()
  await expect
    .poll(() => page.getByLabel('Title', { exact: true }).evaluate(node => node === document.activeElement))
    .toBe(true)
  await page.keyboard.type('Second')
  await page.keyboard.press('Enter')
  await page.keyboard.type('First words')
  await page.getByText('First words').waitFor()
  await goWithin(page, `${world.list}?type=private`)
  await shows(freya, ['Second', 'Moorings'])
  world.quiet()
})

test('a guest finds nothing to press that would be refused, and a thousand pages stay quick', async () => {
  const world = await openPage()
  const { team, server } = world
  const guest = await world.sit(team.guest)
  await team.admin.patch(`${team.path}/`, { guest_view_all_features: true })
  const made = await world.page('<p>Read me</p>')
  await goWithin(guest.page, world.list)
  await shows(guest, ['Tides'])
  expect(await guest.page.getByRole('button', { name: 'New page' }).count()).toBe(0)
  await menu(guest, 'Tides')
  await guest.page.getByRole('menu').waitFor()
  expect(await guest.page.getByRole('menuitem').allTextContents()).toEqual([
    'Open in new tab',
    'Add to favourites',
    'Copy link',
    'Mute',
  ])
  await guest.page.keyboard.press('Escape')
  await world.open(guest, made.id, 'Read only')
  await guest.page.getByText('Read me').waitFor()
  await sight(guest)

  const { project_ids: _, ...row } = await server.db('pages').where('id', made.id).first()
  const props = { view_props: JSON.stringify(row.view_props), logo_props: JSON.stringify(row.logo_props) }
  const many = Array.from({ length: 1000 }, (_, at) => ({
    ...row,
    ...props,
    id: world.make.id(),
    name: `Page ${at}`,
  }))
  await server.db.batchInsert('pages', many, 200)
  // These came past the log, as no call does: a browser that has the snapshot is sent it anew once the log has moved.
  await team.admin.patch(`${team.path}/`, { description: 'A thousand pages' })
  await guest.page.goto(`${world.list}?order_by=name`)
  await guest.page.getByRole('radio', { name: 'Public 1001' }).waitFor()
  await expect.poll(async () => (await names(guest)).length).toBeGreaterThan(10)
  expect((await names(guest)).length).toBeLessThan(80)

  await team.admin.patch(`${team.path}/`, { page_view: false })
  await guest.page.getByText('Pages are off for this project').waitFor()
  world.quiet()
})
