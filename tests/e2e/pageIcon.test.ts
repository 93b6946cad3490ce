import { expect, test } from 'vitest'
import { palette } from '../../api/contract/text/signs.ts'
import { goWithin, type Seat } from '../support/browser.ts'
import { caretAfter, openPage } from '../support/openPage.ts'
import { sight } from '../support/sight.ts'

const button = ({ page }: Seat) => page.getByRole('button', { name: 'Page icon' })
const popup = ({ page }: Seat) => page.getByRole('dialog', { name: 'Page icon' })
const search = (who: Seat) => popup(who).getByRole('searchbox')
const cell = (who: Seat, name: string) => popup(who).getByRole('gridcell', { name, exact: true }).first()

/** The sign that has the focus, by its name. */
const focused = ({ page }: Seat) =>
  expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? ''))

const isShut = (who: Seat) => popup(who).waitFor({ state: 'detached' })

test('a page gets an emoji by keys and an icon by the mouse; the other sees it everywhere at once', async () => {
  const world = await openPage()
  const { team } = world
  const [freya, mei] = [await world.sit(team.admin), await world.sit(team.member)]
  const { page } = freya
  const made = await world.page('<p>Ebb</p>', { name: 'Tides' })
  const naming = await world.page(
    `<p>See <mention-component id="m1" entity_name="page_mention" entity_identifier="${made.id}" label="Tides"></mention-component></p><p>Beside</p>`,
    { name: 'Naming' },
  )
  const stored = async () => (await world.server.db('pages').where('id', made.id).first()).logo_props
  await world.open(freya, made.id)
  await page.getByRole('button', { name: 'Add to favourites' }).click()
  await goWithin(mei.page, world.list)
  await mei.page.getByRole('link', { name: 'Tides', exact: true }).waitFor()

  // By keys alone: the search has the focus, the arrows lead on from it.
  await button(freya).focus()
  await page.keyboard.press('Enter')
  await cell(freya, 'grinning face').waitFor()
  await sight(freya)
  await page.keyboard.type('qqzz')
  await popup(freya).getByText('No results for “qqzz”.').waitFor()
  await sight(freya)
  await page.keyboard.press('Escape')
  expect(await search(freya).inputValue()).toBe('')
  await page.keyboard.type('rocket')
  await cell(freya, 'rocket').waitFor()
  await expect.poll(() => popup(freya).getByRole('gridcell').count()).toBeLessThan(20)
  await page.keyboard.press('Enter')
  await isShut(freya)
  await focused(freya).toBe('Page icon')
  await page.locator('header').getByText('🚀').waitFor()
  await mei.page.getByRole('list', { name: 'Pages' }).getByText('🚀').waitFor()
  await page.getByRole('navigation', { name: 'Workspace' }).getByText('🚀').waitFor()
  await expect.poll(stored).toEqual({ in_use: 'emoji', emoji: { value: '128640' } })

  // A person who is further on within the frame in which it opens is not pulled back to its first field.
  const inOneFrame = await page.evaluate(async () => {
    const frame = () => new Promise(requestAnimationFrame)
    await frame()
    document.querySelector<HTMLElement>('[aria-label="Page icon"]')?.click()
    for (let asked = 0; asked < 100 && document.activeElement?.getAttribute('type') !== 'search'; asked++)
      await 0
    const other = document.querySelector<HTMLElement>('[role=dialog] [role=tab]')
    other?.focus()
    await frame()
    await frame()
    return other !== null && document.activeElement === other
  })
  expect(inOneFrame).toBe(true)
  await page.keyboard.press('Escape')
  await isShut(freya)
  await focused(freya).toBe('Page icon')

  // The sign picked last is first; from the field down into the grid, along it, and back.
  await page.keyboard.press('Enter')
  await popup(freya).getByText('Recent').waitFor()
  await page.keyboard.press('ArrowDown')
  await focused(freya).toBe('rocket')
  expect(await cell(freya, 'rocket').getAttribute('aria-selected')).toBe('true')
  await page.keyboard.press('ArrowDown')
  await focused(freya).toBe('grinning face')
  await page.keyboard.press('ArrowRight')
  await focused(freya).toBe('grinning face with big eyes')
  await page.keyboard.press('End')
  await page.keyboard.press('Control+End')
  await focused(freya).toBe('flag: Wales')
  await sight(freya)
  await page.keyboard.press('Control+Home')
  await focused(freya).toBe('rocket')
  await page.keyboard.press('ArrowUp')
  await expect.poll(() => search(freya).evaluate(node => node === document.activeElement)).toBe(true)
  await page.keyboard.press('ArrowDown')
  await focused(freya).toBe('rocket')
  await page.keyboard.type('astron')
  expect(await search(freya).inputValue()).toBe('astron')
  await page.keyboard.press('ArrowDown')
  await focused(freya).toBe('astronaut')
  await page.keyboard.press('Space')
  await isShut(freya)
  await expect.poll(stored).toEqual({ in_use: 'emoji', emoji: { value: '129489-8205-128640' } })

  // An icon, in a colour, with the mouse; both as they name it.
  await button(freya).click()
  await popup(freya).getByRole('tab', { name: 'Icon' }).click()
  await popup(freya).getByRole('radio', { name: 'Teal' }).click()
  await search(freya).fill('sailboat')
  await cell(freya, 'sailboat').click()
  await isShut(freya)
  await expect.poll(stored).toEqual({ in_use: 'icon', icon: { name: 'sailing', color: palette.teal } })
  await world.open(mei, naming.id)
  const chip = mei.page.locator('.mention', { hasText: 'Tides' })
  await chip.locator('svg.lucide-sailboat').waitFor()
  const isTeal = (who: Seat, mark: string) =>
    expect
      .poll(() =>
        who.page.evaluate(selector => {
          const probe = Object.assign(document.createElement('i'), { style: 'color: var(--lb-teal)' })
          document.body.append(probe)
          const teal = getComputedStyle(probe).color
          probe.remove()
          const found = document.querySelector(selector)
          return found ? getComputedStyle(found).color === teal : null
        }, mark),
      )
      .toBe(true)
  await isTeal(mei, '.mention svg.lucide-sailboat')
  await isTeal(freya, 'header svg.lucide-sailboat')
  await caretAfter(mei, 'Beside')
  await mei.page.keyboard.type(' @Tid')
  await mei.page.getByRole('option', { name: 'Tides' }).locator('svg.lucide-sailboat').waitFor()
  await mei.page.keyboard.press('Escape')

  // In another colour at once, then none; and back by the keys of undo.
  await button(freya).click()
  await popup(freya).getByRole('radio', { name: 'Teal', checked: true }).waitFor()
  await sight(freya)
  await popup(freya).getByRole('radio', { name: 'Red' }).click()
  await expect.poll(stored).toEqual({ in_use: 'icon', icon: { name: 'sailing', color: palette.red } })
  await popup(freya).getByRole('button', { name: 'Remove' }).click()
  await isShut(freya)
  await expect.poll(stored).toEqual({})
  await chip.locator('svg.lucide-sailboat').waitFor({ state: 'detached' })
  await page.keyboard.press('Control+z')
  await expect.poll(stored).toEqual({ in_use: 'icon', icon: { name: 'sailing', color: palette.red } })
  await chip.locator('svg.lucide-sailboat').waitFor()
  world.quiet()
})

test('a person without the right to change the page has no button; other clients’ logos are shown, or quietly not', async () => {
  const world = await openPage()
  const { team } = world
  await team.admin.patch(`${team.path}/`, { guest_view_all_features: true })
  const guest = await world.sit(team.guest)
  // Emoji that an earlier test has fetched would not be on their way.
  const freya = await world.sit(team.admin, { anew: true })
  const made = await world.page('<p>Ebb</p>', {
    name: 'Tides',
    logo_props: { in_use: 'emoji', emoji: { value: '9888-65039', url: 'https://cdn.example/x.png' } },
  })
  await world.page('<p>x</p>', { name: 'Home', logo_props: { in_use: 'icon', icon: { name: 'school' } } })
  await world.page('<p>x</p>', {
    name: 'Odd',
    logo_props: { in_use: 'icon', icon: { name: 'Nonesuch', color: 'url(//evil.example)' } },
  })
  await world.open(guest, made.id, 'Read only')
  await guest.page.locator('header').getByText('⚠️').waitFor()
  expect(await button(guest).count()).toBe(0)

  await goWithin(guest.page, world.list)
  const row = (name: string) => guest.page.getByRole('listitem').filter({ hasText: name })
  await row('Home').locator('svg.lucide-graduation-cap').waitFor()
  await row('Odd').locator('svg').first().waitFor()
  await sight(guest)

  // Words typed while the emoji are still on their way are searched for once they are there.
  const { promise: held, resolve: letGo } = Promise.withResolvers<void>()
  await freya.page.route('**/assets/emojis*', async route => {
    await held
    await route.continue()
  })
  await world.open(freya, made.id)
  await button(freya).click()
  await popup(freya).getByRole('status', { name: 'Loading' }).waitFor()
  await sight(freya)
  await freya.page.keyboard.type('lantern')
  letGo()
  await cell(freya, 'red paper lantern').waitFor()
  await freya.page.keyboard.press('Escape')
  await freya.page.keyboard.press('Escape')
  await isShut(freya)
  await team.admin.post(`${team.path}/pages/${made.id}/lock/`, {})
  await button(freya).waitFor({ state: 'detached' })
  world.quiet()
})

test('a new page begins with an icon; on a phone and in the dark the choice fits the screen', async () => {
  const world = await openPage()
  const freya = await world.sit(world.team.admin, { width: 390, height: 844, theme: 'dark' })
  const { page } = freya
  await goWithin(page, world.list)
  await page.getByText('No pages yet').waitFor()
  await page.keyboard.press('d')
  await page.getByLabel('Title', { exact: true }).fill('Moorings')
  await button(freya).click()
  await cell(freya, 'grinning face').waitFor()
  await sight(freya)
  await page.keyboard.type('anchor')
  await cell(freya, 'anchor').click()
  await isShut(freya)
  await button(freya).getByText('⚓').waitFor()
  await page.locator('header').getByText('⚓').waitFor()
  await button(freya).click()
  await popup(freya).getByRole('tab', { name: 'Icon' }).click()
  await cell(freya, 'anchor').waitFor({ state: 'attached' })
  await sight(freya)
  const box = await popup(freya).boundingBox()
  expect(box && box.x >= 0 && box.x + box.width <= 390).toBe(true)
  await page.keyboard.press('Escape')
  await isShut(freya)
  world.quiet()
})

test('a page that has no word yet but an icon is kept when it is left', async () => {
  const world = await openPage()
  const freya = await world.sit(world.team.admin)
  const { page } = freya
  const refused: string[] = []
  page.on('request', request => {
    if (request.url().endsWith('/discard/')) refused.push(request.url())
  })
  await world.page('<p>x</p>', { name: 'Tides' })
  await goWithin(page, world.list)
  await page.getByRole('link', { name: 'Tides' }).waitFor()
  await page.getByRole('button', { name: 'New page' }).click()
  await button(freya).click()
  await search(freya).fill('compass')
  await cell(freya, 'compass').click()
  await button(freya).getByText('🧭').waitFor()
  await page.getByRole('navigation', { name: 'Workspace' }).getByRole('link', { name: 'Pages' }).click()
  await page.getByRole('listitem').filter({ hasText: 'Untitled' }).getByText('🧭').waitFor()
  expect(refused).toEqual([])
  world.quiet()
})

test('an emoji is typed by its name; a project begins with one, and takes another', async () => {
  const world = await openPage()
  const freya = await world.sit(world.team.admin)
  const { page } = freya
  const made = await world.page('<p>Ebb</p>')
  await world.open(freya, made.id)
  await caretAfter(freya, 'Ebb')
  await page.keyboard.type(' :rocke')
  await page.getByRole('option', { name: 'rocket' }).waitFor()
  await page.keyboard.press('Enter')
  await world.becomes(made.id, '<p>Ebb 🚀</p>')

  // Right after typing a key is none of the client's: here it begins anew.
  await page.goto(world.list)
  await page.getByRole('list', { name: 'Pages' }).waitFor()
  await page.keyboard.press('p')
  await page.getByRole('textbox', { name: 'Name' }).fill('Dry dock')
  const sign = page.getByRole('button', { name: 'Project icon' })
  await expect.poll(() => sign.textContent()).toMatch(/\p{Emoji_Presentation}/u)
  await sign.click()
  await page.getByRole('searchbox', { name: 'Search emoji' }).fill('ship')
  await page.getByRole('gridcell', { name: 'ship', exact: true }).click()
  await sight(freya)
  await page.getByRole('button', { name: 'Create project' }).click()
  await page.getByRole('heading', { name: 'No issues yet' }).waitFor()
  const project = await world.server.db('projects').where('name', 'Dry dock').first()
  expect(project.logo_props).toEqual({ in_use: 'emoji', emoji: { value: '128674' } })
  await page.getByRole('navigation', { name: 'Workspace' }).getByText('🚢').waitFor()
  world.quiet()
})
