import { expect, test } from 'vitest'
import { goWithin, type Seat } from '../support/browser.ts'
import { openPage, text } from '../support/openPage.ts'
import { sight } from '../support/sight.ts'

const inTexts = ({ page }: Pick<Seat, 'page'>) => page.getByRole('region', { name: 'In page text' })
const found = (seat: Seat) => inTexts(seat).getByRole('link').allTextContents()
const finds = (seat: Seat, wanted: string[]) => expect.poll(() => found(seat)).toEqual(wanted)
const focused = ({ page }: Seat) => page.evaluate(() => document.activeElement?.textContent)

test('words are found inside pages: by mouse and by keys, marked, and as soon as others write them', async () => {
  const world = await openPage()
  const { team, list } = world
  const [freya, mei] = [await world.sit(team.admin), await world.sit(team.member)]
  const { page } = freya
  const filler = '<p>The wind of the day.</p>'.repeat(80)
  await world.page('<p>Nothing here.</p>', { name: 'Moorings' })
  const harbour = await world.page(`${filler}<p>All <em>moorings</em> are cleared at noon.</p>${filler}`, {
    name: 'Harbour',
  })
  const log = await world.page('<p>Quiet.</p>', { name: 'Log' })
  await world.page('<p>My moorings.</p>', { name: 'Diary', access: 1 })
  await goWithin(page, list)
  await page.getByRole('radio', { name: 'Public 3' }).waitFor()

  await page.keyboard.press('/')
  await page.keyboard.type('mooring')
  // Names at once; texts below, those of other sections too.
  await finds(freya, ['Diary', 'Harbour'])
  expect(await page.getByRole('list', { name: 'Pages' }).getByRole('link').allTextContents()).toEqual([
    'Moorings',
  ])
  await inTexts(freya).getByText('2 found').waitFor()
  expect(await inTexts(freya).locator('mark').allTextContents()).toEqual(['moorings', 'moorings'])
  await inTexts(freya).getByText('Private', { exact: true }).waitFor()
  await sight(freya)

  // Mei's words while Freya looks.
  await world.open(mei, log.id)
  await text(mei).click()
  await mei.page.keyboard.press('End')
  await mei.page.keyboard.type(' New moorings today.')
  await finds(freya, ['Log', 'Diary', 'Harbour'])

  await page.keyboard.press('ArrowDown')
  expect(await focused(freya)).toBe('Moorings')
  for (const name of ['Log', 'Diary', 'Harbour']) {
    await page.keyboard.press('ArrowDown')
    await expect.poll(() => focused(freya)).toBe(name)
  }
  await page.keyboard.press('Enter')
  await page.getByRole('search', { name: 'Find in page' }).getByText('1 of 1').waitFor()
  expect(page.url()).toContain(harbour.id)
  const place = page.locator('.found-here')
  await expect.poll(() => place.textContent()).toBe('moorings')
  await expect.poll(() => place.evaluate(node => node.getBoundingClientRect().top < innerHeight)).toBe(true)

  // Back, the search is in the address; Enter in the field opens the first.
  await page.goBack()
  await finds(freya, ['Log', 'Diary', 'Harbour'])
  await page.getByRole('searchbox').fill('quiet')
  await finds(freya, ['Log'])
  await page.getByRole('searchbox').press('Enter')
  await text(freya).getByText('Quiet. New moorings today.').waitFor()
  await goWithin(page, `${list}?search=moorings`)
  await inTexts(freya).getByRole('link', { name: 'Harbour' }).click()
  await page.getByRole('search', { name: 'Find in page' }).waitFor()
  world.quiet()
})

test('a search says what it looks through: nothing found, loading, and titles alone when offline', async () => {
  const world = await openPage()
  const freya = await world.sit(world.team.admin)
  const { page } = freya
  for (let n = 0; n < 21; n++) await world.page('<p>kelp &lt;b&gt;</p>', { name: `Tern ${n}` })
  await goWithin(page, world.list)
  await page.getByRole('radio', { name: 'Public 21' }).waitFor()
  await page.keyboard.press('/')
  await page.keyboard.type('kelp')
  await inTexts(freya).getByText('The first 20').waitFor()
  await inTexts(freya).getByText('kelp <b>').first().waitFor()
  await inTexts(freya).getByRole('button', { name: 'Show more' }).click()
  await inTexts(freya).getByText('21 found').waitFor()
  expect(await page.getByRole('button', { name: 'Show more' }).count()).toBe(0)

  await page.getByRole('searchbox').fill('zebra')
  await page.getByText('No public page has “zebra” in its title, and no page in its text.').waitFor()
  await sight(freya)
  await page.getByRole('searchbox').fill('Tern 2')
  await inTexts(freya).getByText('Nothing found').waitFor()
  await page.route('**/search-pages/**', route => route.abort())
  await page.getByRole('searchbox').fill('Tern 1')
  await inTexts(freya).getByText('only titles are searched').waitFor()
  expect(await page.getByRole('list', { name: 'Pages' }).getByRole('link').count()).toBe(11)
  await page.getByRole('searchbox').fill('zebra')
  await page.getByText('The server cannot be reached: only titles are searched.').waitFor()
  const { promise: held, resolve: answer } = Promise.withResolvers<void>()
  await page.unroute('**/search-pages/**')
  await page.route('**/search-pages/**', async route => {
    await held
    await route.continue()
  })
  await page.getByRole('searchbox').fill('kelp')
  await inTexts(freya).getByText('Searching…').waitFor()
  await sight(freya)
  answer()
  await inTexts(freya).getByText('21 found').waitFor()
})

test('a new page that is left without a word leaves no trace; with one it stays', async () => {
  const world = await openPage()
  const [freya, mei] = [await world.sit(world.team.admin), await world.sit(world.team.member)]
  const { page } = freya
  const count = (n: number) => page.getByRole('radio', { name: `Public ${n}` }).waitFor()
  const leave = () => page.getByRole('link', { name: 'Pages', exact: true }).first().click()
  const make = async () => {
    await page.getByRole('button', { name: 'New page' }).first().click()
    await page.getByText('Saved', { exact: true }).waitFor()
    return page.url().split('/').at(-1) ?? ''
  }
  const isThere = async (id: string) => (await world.team.admin.get(`${world.team.path}/pages/${id}/`)).status
  await world.page('<p>x</p>')
  await goWithin(page, world.list)
  await count(1)

  const left = await make()
  await leave()
  await count(1)
  await expect.poll(() => isThere(left)).toBe(404)

  const texted = await make()
  await text(freya).click()
  await page.keyboard.type('x')
  await page.keyboard.press('Backspace')
  await leave()
  await count(2)
  const titled = await make()
  await page.keyboard.type('T')
  await page.keyboard.press('Backspace')
  await leave()
  await count(3)
  const shared = await make()
  await world.open(mei, shared)
  await page.getByRole('group', { name: 'Here now' }).waitFor()
  await leave()
  await count(4)

  // Loaded anew it is as blank as before; and closing the tab is leaving, which the next look at the list makes up for.
  const reloaded = await make()
  await page.reload()
  await page.getByText('Saved', { exact: true }).waitFor()
  const other = await freya.context.newPage()
  await other.goto(world.list)
  await other.getByRole('radio', { name: 'Public 5' }).waitFor()
  expect(await isThere(reloaded)).toBe(200)
  await page.close()
  await other.reload()
  await other.getByRole('radio', { name: 'Public 4' }).waitFor()
  await expect.poll(() => isThere(reloaded)).toBe(404)
  for (const id of [texted, titled, shared]) expect(await isThere(id)).toBe(200)
  world.quiet()
})
