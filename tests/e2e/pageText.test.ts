import { expect, test } from 'vitest'
import { goWithin } from '../support/browser.ts'
import { caretAfter, openPage, selects, text } from '../support/openPage.ts'
import { sight } from '../support/sight.ts'
import { toastCoversNoField } from '../support/toast.ts'

const filler = (from: number) =>
  Array.from({ length: 14 }, (_, at) => `<p>Line ${from + at} of water</p>`).join('')
const long = `<h1>Tides</h1>${filler(0)}<h2>Ebb</h2>${filler(20)}<h2>Ebb</h2>${filler(40)}<h4>Deep</h4>${filler(60)}`

test('the outline follows the text, marks what is read and gives links that lead there', async () => {
  const world = await openPage()
  const freya = await world.sit(world.team.admin)
  const { page } = freya
  const made = await world.page(long)
  await world.open(freya, made.id)
  const outline = page.getByRole('navigation', { name: 'On this page' })
  const elsewhere = async () => {
    await goWithin(page, world.list)
    await text(freya).waitFor({ state: 'detached' })
  }
  const active = () => outline.locator('[aria-current]').textContent()
  expect(await outline.getByRole('link').allTextContents()).toEqual(['Tides', 'Ebb', 'Ebb', 'Deep'])
  await expect.poll(active).toBe('Tides')
  await outline.getByRole('link', { name: 'Deep' }).click()
  await expect.poll(active).toBe('Deep')
  await expect
    .poll(() =>
      page.getByRole('heading', { name: 'Deep' }).evaluate(node => node.getBoundingClientRect().top),
    )
    .toBeLessThan(300)
  await outline.getByRole('link').nth(2).hover()
  await outline.getByRole('button', { name: 'Copy link to Ebb' }).nth(1).click()
  const link = await page.evaluate(() => navigator.clipboard.readText())
  expect(link).toMatch(/#ebb-2$/)
  await caretAfter(freya, 'Deep')
  await page.keyboard.type(' water')
  await outline.getByRole('link', { name: 'Deep water' }).waitFor()
  await sight(freya)

  await page.goto('about:blank')
  await page.goto(link)
  const second = page.getByRole('heading', { name: 'Ebb' }).nth(1)
  await expect.poll(() => second.evaluate(node => node.getBoundingClientRect().top)).toBeLessThan(200)
  await elsewhere()
  await goWithin(page, `${world.address(made.id)}#gone`)
  await page.getByText('no longer on this page').waitFor()

  // A block keeps its address through whatever is written around and in it.
  await elsewhere()
  await world.open(freya, made.id)
  await page.getByText('Line 45 of water').scrollIntoViewIfNeeded()
  await page.getByText('Line 45 of water').hover()
  await page.getByRole('button', { name: 'Block', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Copy link to block' }).click()
  await page.getByRole('menu').waitFor({ state: 'detached' })
  const block = await page.evaluate(() => navigator.clipboard.readText())
  await caretAfter(freya, 'Line 45 of water')
  await page.keyboard.type(' and mud')
  await caretAfter(freya, 'Line 44 of water')
  await page.keyboard.press('Enter')
  await page.keyboard.type('Between')
  await world.becomes(made.id, /<p>Between<\/p><p>Line 45 of water and mud/)
  await elsewhere()
  await goWithin(page, new URL(block).pathname + new URL(block).hash)
  await expect
    .poll(() => page.getByText('Line 45').evaluate(node => node.getBoundingClientRect().top))
    .toBeLessThan(250)
  world.quiet()
})

test('words are found, counted and replaced, one or all, and one step takes it back', async () => {
  const world = await openPage()
  const freya = await world.sit(world.team.admin)
  const { page } = freya
  const made = await world.page('<p>Tide and <strong>tide</strong></p><ul><li><p>low TIDE</p></li></ul>')
  await world.open(freya, made.id)
  await text(freya).click()
  await page.keyboard.press('Control+f')
  const find = page.getByRole('textbox', { name: 'Find' })
  await find.fill('tide')
  await page.getByText('of 3').waitFor()
  await page.keyboard.press('Enter')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Enter')
  const here = page.locator('.found-here')
  const first = await here.textContent()
  await page.keyboard.press('Shift+Enter')
  await expect.poll(() => here.textContent()).not.toBe(first)
  await sight(freya)
  await page.getByRole('button', { name: 'Match case' }).click()
  await page.getByText('1 of 1').waitFor()
  await page.getByRole('textbox', { name: 'Replace with' }).fill('flood')
  await page.keyboard.press('Enter')
  await world.becomes(made.id, /Tide and <strong>flood<\/strong>.*low TIDE/)
  await page.getByText('Nothing found').waitFor()
  await page.getByRole('button', { name: 'Match case' }).click()
  await page.getByText('of 2').waitFor()
  await page.getByRole('button', { name: 'Replace all', exact: true }).click()
  await world.becomes(made.id, /flood and <strong>flood<\/strong>.*low flood/)
  await page.keyboard.press('Escape')
  await find.waitFor({ state: 'detached' })
  await text(freya).click()
  await page.keyboard.press('Control+z')
  await world.becomes(made.id, /Tide and <strong>.*low TIDE/)
  world.quiet()
})

test('toolbar and bubble by keyboard: kinds of block, marks, colours, alignment', async () => {
  const world = await openPage()
  const freya = await world.sit(world.team.admin)
  const { page } = freya
  const made = await world.page('<p>Low water</p><h2>High water</h2>')
  await world.open(freya, made.id)
  const bubble = page.getByRole('toolbar', { name: 'Format the selection' })
  const focused = () => page.evaluate(() => document.activeElement?.getAttribute('aria-label'))
  await caretAfter(freya, 'Low water')
  await page.keyboard.press('Alt+F10')
  expect(await focused()).toBe('Block type: Text')
  await page.keyboard.press('ArrowRight')
  expect(await focused()).toBe('Bold')
  await page.keyboard.press('End')
  expect(await focused()).toBe('Mention')
  await page.keyboard.press('Escape')
  await expect.poll(() => text(freya).evaluate(node => node === document.activeElement)).toBe(true)

  await page.keyboard.press('Shift+Home')
  await bubble.waitFor()
  await sight(freya)
  await page.keyboard.press('Escape')
  await bubble.waitFor({ state: 'detached' })
  await page.keyboard.press('Shift+ArrowRight')
  await bubble.waitFor()
  await page.keyboard.press('Shift+Home')
  await selects(freya, 'Low water')
  await page.keyboard.press('Alt+F10')
  expect(await focused()).toBe('Block type: Text')
  await bubble.getByRole('button', { name: 'Bold' }).click()
  await world.becomes(made.id, /<p><strong>Low water<\/strong><\/p>/)
  await bubble.getByRole('button', { name: 'Colour' }).click()
  await page.getByRole('menuitemcheckbox', { name: 'Purple', exact: true }).click()
  await world.becomes(made.id, /data-text-color="purple"/)
  await bubble.getByRole('button', { name: 'Alignment' }).click()
  await page.getByRole('menuitemcheckbox', { name: 'Align centre' }).click()
  await world.becomes(made.id, /text-align: ?center/)

  await page.keyboard.press('Control+a')
  await page.keyboard.press('Control+a')
  await bubble.getByRole('button', { name: 'Block type: Multiple' }).click()
  await page.getByRole('menuitemcheckbox', { name: 'Bulleted list' }).click()
  await world.becomes(made.id, /^<ul><li>.*Low water.*<\/li><li>.*High water.*<\/li><\/ul>$/)
  await page.keyboard.press('ArrowRight')
  await bubble.waitFor({ state: 'detached' })

  // Code wears other marks as well.
  await caretAfter(freya, 'High water')
  await page.keyboard.press('Shift+Home')
  await selects(freya, 'High water')
  await page.keyboard.press('Control+e')
  await page.keyboard.press('Control+b')
  await world.becomes(made.id, /<strong><code>High water<\/code><\/strong>/)
  world.quiet()
})

test('a page says how long it is and looks as its reader likes, in this browser', async () => {
  const world = await openPage()
  const freya = await world.sit(world.team.admin)
  const { page } = freya
  const made = await world.page(`<p>${'word '.repeat(400)}</p>`)
  await world.open(freya, made.id)
  await page.getByRole('button', { name: 'Saved' }).click()
  const about = page.getByRole('dialog', { name: 'About this page' })
  await about.getByText('2 min').waitFor()
  await about.getByText('400', { exact: true }).waitFor()
  await sight(freya)
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Page options' }).click()
  await page.getByRole('menuitemcheckbox', { name: 'Full width' }).click()
  await page.getByRole('menuitem', { name: 'Text', exact: true }).click()
  await page.getByRole('menuitemcheckbox', { name: 'Serif', exact: true }).click()
  await page.reload()
  await text(freya).waitFor()
  expect(await text(freya).evaluate(node => getComputedStyle(node).fontFamily)).toContain('serif')
  expect((await text(freya).boundingBox())?.width).toBeGreaterThan(900)
  world.quiet()
})

test('a toast covers neither the title of a page nor the line that is being written', async () => {
  const world = await openPage()
  const freya = await world.sit(world.team.admin)
  const { page } = freya
  const made = await world.page(long)
  await world.open(freya, made.id)
  await page.getByRole('button', { name: 'Copy link', exact: true }).click()
  const toast = page.locator('[data-toast]')
  await toast.hover()
  await caretAfter(freya, 'Line 73 of water')
  for (const width of [390, 768, 1440]) {
    await page.setViewportSize({ width, height: 844 })
    for (const key of ['ArrowUp', 'End', 'Enter', 'x', 'Enter', 'Enter']) {
      await page.keyboard.press(key)
      await page.locator('[aria-label="Page text"]').evaluate(node => {
        // The line is at the foot of the window, where toasts are.
        const line = getSelection()?.focusNode
        const at = (line instanceof Element ? line : line?.parentElement)?.getBoundingClientRect()
        node.closest('.overflow-y-auto')?.scrollBy(0, (at?.bottom ?? 0) - innerHeight + 20)
      })
      await toastCoversNoField(freya)
    }
  }
})
