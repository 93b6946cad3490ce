import { expect, test } from 'vitest'
import type { Seat } from '../support/browser.ts'
import { caretAfter, copyMarkdown, openPage, slash, text } from '../support/openPage.ts'
import { sight } from '../support/sight.ts'

const sign = ({ page }: Seat, words: string) => page.getByRole('button', { name: `Toggle: ${words}` })
const isOpen = (who: Seat, words: string) => sign(who, words).getAttribute('aria-expanded')

test('a toggle is written by keys, is open for each by themselves, and shows what is looked for in it', async () => {
  const world = await openPage()
  const { freya, mei, made } = await world.together('<p>One</p><p>Last</p>')
  const { page } = freya
  await caretAfter(freya, 'One')
  await page.keyboard.press('Enter')
  await slash(freya, 'toggle')
  await page.keyboard.type('Sills')
  // In its line a slash is a slash.
  await page.keyboard.type(' /now')
  expect(await page.getByRole('listbox', { name: 'Insert' }).count()).toBe(0)
  for (let letter = 0; letter < 5; letter++) await page.keyboard.press('Backspace')
  await page.keyboard.press('Enter')
  await page.keyboard.type('Inner')
  await page.keyboard.press('Enter')
  await slash(freya, 'h2')
  await page.keyboard.type('Depths')
  await page.keyboard.press('Enter')
  await page.keyboard.type('Deep')
  // A blank last line leaves it.
  await page.keyboard.press('Enter')
  await page.keyboard.press('Enter')
  await page.keyboard.type('Behind')
  const toggle = '<details><summary>Sills</summary><p>Inner</p><h2>Depths</h2><p>Deep</p></details>'
  await world.becomes(made.id, `<p>One</p>${toggle}<p>Behind</p><p>Last</p>`)

  // Mei's is closed, whatever is written in it; the outline opens it, and so does a search.
  await sign(mei, 'Sills').waitFor()
  await text(mei).getByText('Behind').waitFor()
  expect(await isOpen(mei, 'Sills')).toBe('false')
  expect(await mei.page.getByText('Deep', { exact: true }).isVisible()).toBe(false)
  await caretAfter(freya, 'Deep')
  await page.keyboard.type('er')
  await text(mei).getByText('Deeper').waitFor({ state: 'attached' })
  expect(await isOpen(mei, 'Sills')).toBe('false')
  await mei.page.getByRole('link', { name: 'Depths', exact: true }).click()
  await text(mei).getByText('Deeper').waitFor()
  await sign(mei, 'Sills').click()
  expect(await isOpen(mei, 'Sills')).toBe('false')
  await mei.page.keyboard.press('Control+f')
  await mei.page.getByRole('textbox', { name: 'Find' }).fill('Deeper')
  await text(mei).getByText('Deeper').waitFor()
  await mei.page.reload()
  await text(mei).getByText('Deeper').waitFor()

  // The arrows pass over what a closed one hides, and a line behind it goes on in its own.
  await sign(freya, 'Sills').click()
  await caretAfter(freya, 'Sills')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Home')
  await page.keyboard.type('Be')
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('End')
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Backspace')
  await world.becomes(made.id, /<summary>SillsBeBehind<\/summary><p>Inner<\/p>/)
  expect(await isOpen(freya, 'SillsBeBehind')).toBe('false')
  await page.keyboard.press('Home')
  await page.keyboard.press('Backspace')
  await world.becomes(
    made.id,
    '<p>One</p><p>SillsBeBehind</p><p>Inner</p><h2>Depths</h2><p>Deeper</p><p>Last</p>',
  )
  await page.keyboard.press('Control+z')
  await world.becomes(made.id, /<details><summary>Sills(BeBehind)?<\/summary><p>Inner<\/p>/)

  // A table of contents follows the headings, and opens what hides one.
  await caretAfter(freya, 'Last')
  await page.keyboard.press('Enter')
  await slash(freya, 'toc')
  await world.becomes(made.id, /<p>Last<\/p><div data-block-type="table-of-contents"><\/div>/)
  const contents = ({ page: of }: Seat) => of.getByRole('navigation', { name: 'Table of contents' })
  await contents(mei).getByRole('link', { name: 'Depths' }).waitFor()
  await sign(mei, 'Sills').click()
  await contents(mei).getByRole('link', { name: 'Depths' }).click()
  await text(mei).getByRole('heading', { name: 'Depths' }).waitFor()
  await caretAfter(mei, 'Depths')
  await mei.page.keyboard.type(' of all')
  await contents(freya).getByRole('link', { name: 'Depths of all' }).waitFor()
  expect(await copyMarkdown(freya)).toContain('- [Depths of all](#depths-of-all)')
  await sight(mei)
  world.quiet()
})
