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

type Case = { does: string; from: string; at: string; keys: string[]; to: string; says?: string }
const cases: Case[] = [
  {
    does: 'Alt and Down moves a block, and the caret goes with it',
    from: three,
    at: 'One',
    keys: ['Alt+ArrowDown', 'Alt+ArrowDown', '!'],
    to: '<p>Two</p><p>Three</p><p>One!</p>',
  },
  {
    does: 'Alt and Up at the top leaves all as it is',
    from: three,
    at: 'One',
    keys: ['Alt+ArrowUp'],
    to: three,
    says: 'It is the first already',
  },
  {
    does: 'Mod+D doubles a block',
    from: three,
    at: 'Two',
    keys: ['Control+d'],
    to: '<p>One</p><p>Two</p><p>Two</p><p>Three</p>',
  },
  {
    does: 'Escape selects, arrows extend, Backspace deletes',
    from: three,
    at: 'One',
    keys: ['Escape', 'ArrowDown', 'Backspace'],
    to: '<p>Three</p>',
  },
  {
    does: 'arrows give back what they took',
    from: three,
    at: 'Two',
    keys: ['Escape', 'ArrowDown', 'ArrowUp', 'Delete'],
    to: '<p>One</p><p>Three</p>',
  },
  {
    does: 'several blocks move as one',
    from: three,
    at: 'Two',
    keys: ['Escape', 'ArrowDown', 'Alt+ArrowUp'],
    to: '<p>Two</p><p>Three</p><p>One</p>',
    says: '2 blocks moved, 1 of 3',
  },
  {
    does: 'no letter overwrites blocks: it is written behind them',
    from: three,
    at: 'One',
    keys: ['Escape', 'ArrowDown', '!', '!'],
    to: '<p>One</p><p>Two!!</p><p>Three</p>',
  },
  {
    does: 'Escape twice, and Enter, lead back into the text',
    from: three,
    at: 'Two',
    keys: ['Escape', 'Escape', '!', 'Escape', 'Enter', '?'],
    to: '<p>One</p><p>Two!?</p><p>Three</p>',
  },
  {
    does: 'all blocks deleted leave a line',
    from: '<p>One</p>',
    at: 'One',
    keys: ['Escape', 'Delete', 'N'],
    to: '<p>N</p>',
  },
  {
    does: 'an item moves within its list',
    from: list,
    at: 'Flood',
    keys: ['Alt+ArrowUp'],
    to: '<ol><li><p>Flood</p></li><li><p>Ebb</p></li></ol>',
  },
  {
    does: 'an item leaves its list and goes on counting',
    from: `${list}<p>After</p>`,
    at: 'Flood',
    keys: ['Alt+ArrowDown'],
    to: '<ol><li><p>Ebb</p></li></ol><p>After</p><ol start="2"><li><p>Flood</p></li></ol>',
  },
  {
    does: 'an item that passes a paragraph joins the list behind it',
    from: '<ul><li><p>Ebb</p></li></ul><p>Slack</p><ul><li><p>Flood</p></li></ul>',
    at: 'Flood',
    keys: ['Alt+ArrowUp'],
    to: '<ul><li><p>Ebb</p></li><li><p>Flood</p></li></ul><p>Slack</p>',
  },
  {
    does: 'at the end of a list the whole list is taken, then what follows',
    from: `${list}<p>After</p><p>Last</p>`,
    at: 'Flood',
    keys: ['Escape', 'ArrowDown', 'ArrowDown', 'Delete'],
    to: '<p>Last</p>',
  },
  ...[0, 1, 2, 3, 4, 5, 6].map(level => ({
    does: `Mod+Alt+${level} turns a block`,
    from: level ? '<p>Tide</p>' : '<h2>Tide</h2>',
    at: 'Tide',
    keys: [`Control+Alt+${level}`],
    to: level ? `<h${level}>Tide</h${level}>` : '<p>Tide</p>',
  })),
  {
    does: 'an item of a list becomes a heading',
    from: list,
    at: 'Ebb',
    keys: ['Escape', 'Control+Alt+2'],
    to: '<h2>Ebb</h2><ol><li><p>Flood</p></li></ol>',
  },
  {
    does: 'Mod+A takes the block first, then all',
    from: three,
    at: 'Two',
    keys: ['Control+a', 'B'],
    to: '<p>One</p><p>B</p><p>Three</p>',
  },
  {
    does: 'Mod+A twice takes all',
    from: three,
    at: 'Two',
    keys: ['Control+a', 'Control+a', 'B'],
    to: '<p>B</p>',
  },
]

test('whole blocks by keyboard alone', async () => {
  const world = await openPage()
  const freya = await world.sit(world.team.admin)
  for (const { does, from, at, keys, to, says } of cases) {
    const made = await world.page(from)
    await world.open(freya, made.id)
    await caretAfter(freya, at)
    for (const key of keys) await freya.page.keyboard.press(key)
    await expect.poll(() => world.html(made.id), { message: does }).toBe(to)
    if (says) await freya.page.getByRole('status').getByText(says).waitFor({ state: 'attached' })
  }
  world.quiet()
})

test('blocks that are selected stay so while somebody else writes above them', async () => {
  const world = await openPage()
  const [freya, mei] = [await world.sit(world.team.admin), await world.sit(world.team.member)]
  const made = await world.page(three)
  await world.open(freya, made.id)
  await world.open(mei, made.id)
  await caretAfter(freya, 'Two')
  await freya.page.keyboard.press('Escape')
  await caretAfter(mei, 'One')
  await mei.page.keyboard.type(' more')
  await mei.page.keyboard.press('Enter')
  await freya.page.getByText('One more').waitFor()
  await freya.page.keyboard.press('Delete')
  await world.becomes(made.id, '<p>One more</p><p></p><p>Three</p>')
  world.quiet()
})

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
