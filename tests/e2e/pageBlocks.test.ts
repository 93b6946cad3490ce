import { expect, test } from 'vitest'
import type { Seat } from '../support/browser.ts'
import { caretAfter, openPage } from '../support/openPage.ts'

const three = '<p>One</p><p>Two</p><p>Three</p>'
const list = '<ol><li><p>Ebb</p></li><li><p>Flood</p></li></ol>'
const grip = ({ page }: Pick<Seat, 'page'>) => page.getByRole('button', { name: 'Block', exact: true })

type DragOptions = { below?: boolean; key?: string }

/** Drags the block of some words to the upper or lower edge of another. */
const drag = async (
  { page }: Seat,
  from: string,
  to: string,
  { below = true, key = '' }: DragOptions = {},
) => {
  await page.getByText(from, { exact: true }).first().hover()
  const handle = await grip({ page }).boundingBox()
  const target = await page.getByText(to, { exact: true }).first().boundingBox()
  if (!handle || !target) throw new Error('nothing to drag')
  await page.mouse.move(handle.x + 6, handle.y + 6)
  await page.mouse.down()
  if (key) await page.keyboard.down(key)
  await page.mouse.move(handle.x + 30, handle.y + 20, { steps: 3 })
  await page.mouse.move(target.x + 20, target.y + (below ? target.height - 4 : 4), { steps: 5 })
  await page.locator('.drop-line').waitFor()
  await page.mouse.up()
  if (key) await page.keyboard.up(key)
  await page.locator('.drop-line').waitFor({ state: 'detached' })
}

test('the handle drags, copies, adds below and opens the menu of a block', async () => {
  const world = await openPage()
  const freya = await world.sit(world.team.admin)
  const { page } = freya
  const made = await world.page(three)
  await world.open(freya, made.id)
  await drag(freya, 'One', 'Three')
  await world.becomes(made.id, '<p>Two</p><p>Three</p><p>One</p>')
  await drag(freya, 'One', 'Two', { below: false, key: 'Control' })
  await world.becomes(made.id, '<p>One</p><p>Two</p><p>Three</p><p>One</p>')

  await page.getByText('Two', { exact: true }).hover()
  await page.getByRole('button', { name: 'Insert below' }).click()
  await page.keyboard.type('New')
  await world.becomes(made.id, '<p>One</p><p>Two</p><p>New</p><p>Three</p><p>One</p>')

  const choose = async (words: string, ...names: string[]) => {
    await page.getByText(words, { exact: true }).first().hover()
    await grip(freya).click()
    for (const name of names)
      await page
        .getByRole('menuitem', { name })
        .or(page.getByRole('menuitemcheckbox', { name }))
        .first()
        .click()
    await page.getByRole('menu').first().waitFor({ state: 'detached' })
  }
  await choose('New', 'Turn into', 'Heading 2')
  await world.becomes(made.id, /<h2>New<\/h2>/)
  await choose('New', 'Copy link to heading')
  const link = await page.evaluate(() => navigator.clipboard.readText())
  expect(link).toMatch(/#new$/)
  await choose('Three', 'Colour', 'Green background')
  await world.becomes(made.id, /<span data-background-color="green">Three<\/span>/)
  await choose('Two', 'Delete')
  await choose('Three', 'Move up')
  await world.becomes(made.id, /^<p>One<\/p><p><span[^>]*>Three<\/span><\/p><h2>New<\/h2><p>One<\/p>$/)

  await caretAfter(freya, 'Three')
  await page.keyboard.press('Escape')
  await page.keyboard.press('.')
  await page.getByRole('menuitem', { name: 'Duplicate' }).click()
  await world.becomes(made.id, /Three.*Three/)
  world.quiet()
})

test('items are dragged out of their list and blocks into it; several go together; Escape lets go', async () => {
  const world = await openPage()
  const freya = await world.sit(world.team.admin)
  const { page } = freya
  const made = await world.page(`<p>Before</p>${list}<p>After</p>`)
  await world.open(freya, made.id)
  await drag(freya, 'Flood', 'After')
  const out = '<ol start="2"><li><p>Flood</p></li></ol>'
  await world.becomes(made.id, `<p>Before</p><ol><li><p>Ebb</p></li></ol><p>After</p>${out}`)
  await drag(freya, 'Before', 'Ebb')
  await world.becomes(made.id, `<ol><li><p>Ebb</p></li><li><p>Before</p></li></ol><p>After</p>${out}`)

  await caretAfter(freya, 'After')
  await page.keyboard.press('Escape')
  await page.keyboard.press('ArrowDown')
  await drag(freya, 'After', 'Ebb', { below: false })
  await world.becomes(
    made.id,
    '<ol><li><p>After</p></li><li><p>Flood</p></li><li><p>Ebb</p></li><li><p>Before</p></li></ol>',
  )

  await page.getByText('Ebb', { exact: true }).hover()
  const handle = await grip(freya).boundingBox()
  await page.mouse.move((handle?.x ?? 0) + 6, (handle?.y ?? 0) + 6)
  await page.mouse.down()
  await page.mouse.move((handle?.x ?? 0) + 30, (handle?.y ?? 0) - 60, { steps: 4 })
  await page.locator('.drop-line').waitFor()
  await page.keyboard.press('Escape')
  await page.locator('.drop-line').waitFor({ state: 'detached' })
  await page.mouse.up()
  await caretAfter(freya, 'Before')
  await page.keyboard.type('!')
  await world.becomes(made.id, /After.*Flood.*Ebb.*Before!/)
  world.quiet()
})

test('a text scrolls at its edge while a block is dragged', async () => {
  const world = await openPage()
  const freya = await world.sit(world.team.admin)
  const { page } = freya
  const made = await world.page(Array.from({ length: 60 }, (_, at) => `<p>Line ${at}</p>`).join(''))
  await world.open(freya, made.id)
  await page.getByText('Line 3', { exact: true }).hover()
  const handle = await grip(freya).boundingBox()
  await page.mouse.move((handle?.x ?? 0) + 6, (handle?.y ?? 0) + 6)
  await page.mouse.down()
  await page.mouse.move(600, 890, { steps: 5 })
  const last = page.getByText('Line 59', { exact: true })
  await expect.poll(async () => (await last.boundingBox())?.y).toBeLessThan(700)
  const box = await last.boundingBox()
  await page.mouse.move(600, (box?.y ?? 0) + 20, { steps: 3 })
  await page.mouse.up()
  await world.becomes(made.id, /Line 59<\/p><p>Line 3<\/p>$/)
  world.quiet()
})
