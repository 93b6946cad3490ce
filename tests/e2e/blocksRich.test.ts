import { expect, test } from 'vitest'
import type { Seat } from '../support/browser.ts'
import type { Person } from '../support/build.ts'
import { caretAfter, isBack, openPage, slash } from '../support/openPage.ts'
import { sight } from '../support/sight.ts'

const colourOf = ({ page }: Seat, words: string) =>
  page
    .locator('pre [class^=syn]', { hasText: words })
    .first()
    .evaluate(one => one.className)

test('code takes a language, is coloured for both, copied, and left by keys', async () => {
  const world = await openPage()
  const { freya, mei, made } = await world.together('<p>One</p>')
  const { page } = freya
  await caretAfter(freya, 'One')
  await page.keyboard.press('Enter')
  await slash(freya, 'code')
  await page.keyboard.type('const sill = 1.4 // m')
  await page.keyboard.press('Alt+Enter')
  await page.getByRole('combobox', { name: 'Language' }).fill('ts')
  await page.keyboard.press('Enter')
  await expect.poll(() => colourOf(freya, 'const')).toBe('syn-key')
  await expect.poll(() => colourOf(mei, '1.4')).toBe('syn-num')
  await isBack(freya)
  await page.keyboard.press('End')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Tab')
  await page.keyboard.type('x < "y&z"')
  await expect.poll(() => colourOf(mei, 'y&z')).toBe('syn-str')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.type('After')
  await world.becomes(
    made.id,
    '<p>One</p><pre><code class="language-typescript">const sill = 1.4 // m\n  x &lt; "y&amp;z"</code></pre><p>After</p>',
  )
  await page.getByRole('button', { name: 'Copy code' }).click()
  await expect
    .poll(() => page.evaluate(() => navigator.clipboard.readText()))
    .toBe('const sill = 1.4 // m\n  x < "y&z"')
  world.quiet()
})

const html = (rows: string) =>
  new RegExp(`<table[^>]*>(<colgroup>.*</colgroup>)?<tbody>${rows}</tbody></table>`)
const cells = (...words: string[]) =>
  `<tr>${words.map(word => `<td colspan="1" rowspan="1"><p>${word}</p></td>`).join('')}</tr>`

test('a table grows, shrinks, is merged, split and coloured by its menus', async () => {
  const world = await openPage()
  const [freya, mei] = [await world.sit(world.team.admin), await world.sit(world.team.member)]
  const { page } = freya
  // In the workspace alone: a mention would reach nobody.
  const stranger = await world.make.person()
  await world.make.joinWorkspace(world.team.admin, world.team.workspace.slug, stranger, 15)
  const made = await world.page(
    `<table><tbody>${cells('Ant', 'Bee')}${cells('Cod', 'Dab')}</tbody></table><p>End</p>`,
  )
  await world.open(freya, made.id)
  await world.open(mei, made.id)
  const pick = async (...names: string[]) => {
    for (const name of names)
      await page
        .getByRole('menuitem', { name, exact: true })
        .or(page.getByRole('menuitemcheckbox', { name, exact: true }))
        .first()
        .click()
    await page.getByRole('menu').first().waitFor({ state: 'detached' })
    await isBack(freya)
  }
  await caretAfter(freya, 'Dab')
  await page.keyboard.press('Tab')
  await page.keyboard.type('Eel')
  await world.becomes(made.id, html(cells('Ant', 'Bee') + cells('Cod', 'Dab') + cells('Eel', '')))
  // A slash offers blocks: in a cell it is a slash.
  await page.keyboard.type('/tab')
  await world.becomes(made.id, /Eel\/tab/)
  expect(await page.getByRole('listbox', { name: 'Insert' }).count()).toBe(0)
  for (let letter = 0; letter < 4; letter++) await page.keyboard.press('Backspace')
  await world.becomes(made.id, /Eel</)
  await page.getByText('Eel', { exact: true }).hover()
  await page.getByRole('button', { name: 'Row 3' }).click()
  await sight(freya)
  await pick('Delete row')
  await world.becomes(made.id, html(cells('Ant', 'Bee') + cells('Cod', 'Dab')))
  await page.getByText('Bee', { exact: true }).hover()
  await page.getByRole('button', { name: 'Column 2' }).click()
  await pick('Add column after')
  await world.becomes(made.id, html(cells('Ant', 'Bee', '') + cells('Cod', 'Dab', '')))
  // The caret is where it was: further typing replaces nothing. However soon a key is pressed, the menu has it.
  await caretAfter(freya, 'Dab')
  for (let time = 0; time < 4; time++) {
    await page.getByText('Bee', { exact: true }).hover()
    await page.getByRole('button', { name: 'Row 1' }).click()
    await page.getByRole('menu').waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('menu').waitFor({ state: 'detached' })
    await isBack(freya)
  }
  await page.keyboard.type('s')
  await world.becomes(made.id, html(cells('Ant', 'Bee', '') + cells('Cod', 'Dabs', '')))
  await page.keyboard.press('Backspace')
  await world.becomes(made.id, html(cells('Ant', 'Bee', '') + cells('Cod', 'Dab', '')))
  await page.getByText('Bee', { exact: true }).hover()
  await page.getByRole('button', { name: 'Column 2' }).click()
  await pick('Colour', 'Green')
  await world.becomes(made.id, /(<td[^>]*data-background="green"[^>]*><p>(Bee|Dab).*){2}/)
  await caretAfter(freya, 'Ant')
  await page.keyboard.press('Alt+Enter')
  await pick('Row', 'Header row')
  await world.becomes(made.id, /<th[^>]*><p>Ant<\/p><\/th><th/)
  // By mouse: over the cells, and the menu of the one that the pointer is on.
  await page.getByText('Cod', { exact: true }).hover()
  await page.mouse.down()
  await page.getByText('Dab', { exact: true }).hover()
  await page.mouse.up()
  await page.getByText('Cod', { exact: true }).hover()
  await page.getByRole('button', { name: 'Cell', exact: true }).click()
  await pick('Merge cells')
  await world.becomes(made.id, /<td colspan="2" rowspan="1"[^>]*><p>Cod<\/p><p>Dab<\/p><\/td>/)
  await page.keyboard.press('Alt+Enter')
  await pick('Split cell')
  await world.becomes(made.id, /<td colspan="1" rowspan="1"[^>]*><p>Cod<\/p><p>Dab<\/p><\/td><td/)
  await caretAfter(freya, 'Ant')
  await page.keyboard.press('Alt+Enter')
  await page.getByRole('menuitem', { name: 'Column', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Wider' }).click()
  await world.becomes(made.id, /<th[^>]*colwidth="\d{3}"[^>]*><p>Ant/)
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  await mei.page.locator('th', { hasText: 'Ant' }).waitFor()
  await mei.page.locator('td[data-background="green"], th[data-background="green"]').first().waitFor()
  await caretAfter(freya, 'End')
  await page.keyboard.type(' @')
  const people = page.getByRole('listbox', { name: 'Insert' }).getByRole('option')
  await people.first().waitFor()
  const nameOf = async (who: Person) =>
    (await who.get<{ display_name: string }>('/api/users/me/')).body.display_name
  const { admin, member, guest } = world.team
  const members = [`${await nameOf(admin)} (you)`, await nameOf(member), await nameOf(guest)]
  expect((await people.allInnerTexts()).map(name => name.trim()).sort()).toEqual(members.sort())
  expect(members).not.toContain(await nameOf(stranger))
  world.quiet()
})

test('a callout takes a sign and a ground, and is left by the arrows; the next one begins alike', async () => {
  const world = await openPage()
  const { freya, mei, made } = await world.together('<p>One</p>')
  const { page } = freya
  await caretAfter(freya, 'One')
  await page.keyboard.press('Enter')
  await slash(freya, 'callout')
  await page.keyboard.type('Never round outward')
  await page.keyboard.press('Alt+Enter')
  await page.keyboard.type('light bulb')
  await page.getByRole('gridcell', { name: 'lightbulb', exact: true }).waitFor()
  await page.getByRole('tab', { name: 'Emoji' }).click()
  await page.getByRole('gridcell', { name: 'light bulb' }).click()
  await page.getByRole('gridcell', { name: 'light bulb', selected: true }).waitFor()
  await page.getByRole('button', { name: 'Green', exact: true }).click()
  await sight(freya)
  await page.getByRole('searchbox').fill('')
  await page.keyboard.press('Escape')
  await isBack(freya)
  await page.keyboard.press('End')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.type('After')
  await world.becomes(
    made.id,
    /<div data-logo-in-use="emoji" data-emoji-unicode="128161" data-background="green" data-block-type="callout-component"><p>Never round outward<\/p><\/div><p>After<\/p>$/,
  )
  await mei.page.locator('.callout[data-background="green"]').getByText('💡').waitFor()
  await page.keyboard.press('Enter')
  await slash(freya, 'callout')
  await world.becomes(
    made.id,
    /"128161" data-background="green" data-block-type="callout-component"><p><\/p><\/div>$/,
  )
  await page.keyboard.press('Backspace')
  await page.keyboard.type('Again')
  await world.becomes(made.id, /<p>After<\/p><p>Again<\/p>$/)
  world.quiet()
})
