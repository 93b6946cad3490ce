/** Whole blocks by keyboard. */
import type { Editor } from '@tiptap/core'
import { expect, test } from 'vitest'
import { caretAfter, openPage, text } from '../support/openPage.ts'

const nested =
  '<ul><li><p>Tide</p><ul><li><p>Ebb</p></li><li><p>Flood</p></li></ul></li><li><p>Moon</p></li></ul>'
const three = '<p>One</p><p>Two</p><p>Three</p>'
const list = '<ol><li><p>Ebb</p></li><li><p>Flood</p></li></ol>'

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
    says: 'It is already first',
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
  {
    does: 'an item within an item is taken alone',
    from: nested,
    at: 'Ebb',
    keys: ['Escape', 'Delete'],
    to: '<ul><li><p>Tide</p><ul><li><p>Flood</p></li></ul></li><li><p>Moon</p></li></ul>',
  },
  {
    does: 'an item within an item moves within it',
    from: nested,
    at: 'Ebb',
    keys: ['Alt+ArrowDown'],
    to: '<ul><li><p>Tide</p><ul><li><p>Flood</p></li><li><p>Ebb</p></li></ul></li><li><p>Moon</p></li></ul>',
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
  const made = await world.page('<p>Start</p>')
  await world.open(freya, made.id)
  for (const { does, from, at, keys, to, says } of cases) {
    await text(freya).evaluate((node, html) => {
      ;(node as unknown as { editor: Editor }).editor.commands.setContent(html)
    }, from)
    await caretAfter(freya, at)
    for (const key of keys) await freya.page.keyboard.press(key)
    await expect.poll(() => world.html(made.id), { message: does }).toBe(to)
    if (says) await freya.page.getByRole('status').getByText(says).waitFor({ state: 'attached' })
  }
  world.quiet()
})

test('blocks that are selected stay so while somebody else writes above them', async () => {
  const world = await openPage()
  const { freya, mei, made } = await world.together(three)
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
