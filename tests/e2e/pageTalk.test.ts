import { expect, test } from 'vitest'
import { goWithin, type Seat } from '../support/browser.ts'
import { caretAfter, openPage, text } from '../support/openPage.ts'
import { selectWords } from '../support/selectWords.ts'
import { sight } from '../support/sight.ts'

const TEXT = '<p>At dawn</p><p>High water stands at six, slack water at noon.</p><p>Low</p>'

/** The words that are marked in the text: those of one thread are in two where somebody's caret is among them. */
const marks = (who: Seat, words: string[] | RegExp) =>
  expect
    .poll(async () => (await text(who).locator('.talked').allTextContents()).join(''))
    .toMatch(words instanceof RegExp ? words : new RegExp(`^${words.join('')}$`))
const panel = ({ page }: Seat) => page.getByRole('complementary', { name: 'Comments' })
const thread = (who: Seat, words: string) =>
  panel(who).getByRole('article', { name: new RegExp(`on “${words}”`) })

test('two people talk about words of a page while it is edited around them', async () => {
  const world = await openPage()
  const { team } = world
  const { freya, mei, made } = await world.together(TEXT)

  // By the bubble; by keys.
  await caretAfter(freya, 'At dawn')
  await selectWords(freya, 'slack water')
  await freya.page.getByRole('toolbar', { name: 'Format the selection' }).getByText('Comment').click()
  await panel(freya).getByRole('textbox', { name: 'Comment' }).waitFor()
  await freya.page.keyboard.type('Which noon?')
  await marks(freya, ['slack water'])
  await freya.page.keyboard.press('Control+Enter')
  await marks(mei, ['slack water'])
  await caretAfter(mei, 'Low')
  await selectWords(mei, 'At dawn')
  await mei.page.keyboard.press('Control+Alt+m')
  await panel(mei).getByRole('textbox', { name: 'Comment' }).waitFor()
  await mei.page.keyboard.type('So early')
  await panel(mei).getByRole('button', { name: 'Send' }).click()
  await freya.page.getByRole('button', { name: 'Comments, 2 open' }).waitFor()
  const quotes = () => panel(freya).locator('[data-words]').allTextContents()
  await expect.poll(quotes).toEqual(['Thread on At dawn', 'Thread on slack water'])

  // Words chosen in the text open their thread; a reply is live.
  await text(mei).locator('.talked', { hasText: 'slack' }).click()
  await expect.poll(() => thread(mei, 'slack water').getAttribute('aria-current')).toBe('true')
  await thread(mei, 'slack water').getByText('Reply…').click()
  await mei.page.keyboard.type('Of Tuesday')
  await mei.page.keyboard.press('Control+Enter')
  await thread(mei, 'slack water').getByText('Of Tuesday').waitFor()
  await thread(freya, 'slack water').getByRole('button', { name: '1 reply' }).click()
  await thread(freya, 'slack water').getByText('Of Tuesday').waitFor()
  await sight(freya)

  // Edits around the words and among them, here and there; a split paragraph is new to the others.
  await caretAfter(mei, 'Low')
  await selectWords(mei, 'High')
  await mei.page.keyboard.type('Very high')
  await selectWords(mei, 'slack')
  await mei.page.keyboard.press('ArrowRight')
  await mei.page.keyboard.type('er')
  await marks(freya, ['At dawn', 'slacker water'])
  await selectWords(mei, ', ')
  await mei.page.keyboard.press('Enter')
  await marks(mei, ['At dawn', 'slacker water'])
  await marks(freya, ['At dawn', 'slacker water'])

  // Resolved: not marked any more, among the resolved ones, and back by Undo.
  await thread(freya, 'slack water').getByRole('button', { name: 'Resolve' }).click()
  await marks(mei, ['At dawn'])
  await mei.page.getByRole('button', { name: 'Comments, 1 open' }).waitFor()
  await freya.page.getByRole('button', { name: 'Undo' }).click()
  await marks(mei, ['At dawn', 'slacker water'])

  // Deleted words leave their thread, until they are back.
  // To choose them opens their thread, which draws them anew: keys come after that.
  await text(mei).locator('.talked', { hasText: 'At dawn' }).click()
  await expect.poll(() => thread(mei, 'At dawn').getAttribute('aria-current')).toBe('true')
  await text(mei).locator('.talked-open', { hasText: 'At dawn' }).waitFor()
  await caretAfter(mei, 'At dawn')
  await mei.page.keyboard.press('Shift+Home')
  await mei.page.keyboard.type('Later')
  await thread(freya, 'At dawn').getByText('The quoted text is no longer on the page.').waitFor()
  await marks(freya, ['slacker water'])
  await mei.page.keyboard.press('Control+z')
  await marks(freya, /^At dawnslack(er)? water$/)
  await mei.page.keyboard.press('Control+y')
  await marks(freya, ['slacker water'])

  // The link leads back to the words, after a reload; unsent words are kept.
  await thread(freya, 'slack water').getByRole('button', { name: 'Actions for this comment' }).first().click()
  await freya.page.getByRole('menuitem', { name: 'Copy link' }).click()
  const link = await freya.page.evaluate(() => navigator.clipboard.readText())
  await goWithin(mei.page, world.list)
  await panel(mei).waitFor({ state: 'detached' })
  await goWithin(mei.page, link)
  await expect.poll(() => thread(mei, 'slack water').getAttribute('aria-current')).toBe('true')
  await marks(mei, ['slacker water'])
  await thread(mei, 'slack water').getByText('Reply…').click()
  await mei.page.keyboard.type('And so')
  await mei.page.reload()
  await thread(mei, 'slack water').getByText('And so').waitFor()

  // A page that is only read is talked about as well; on a phone in a sheet.
  await team.admin.post(`${team.path}/pages/${made.id}/lock/`)
  await freya.page.getByText('Locked', { exact: true }).waitFor()
  await selectWords(freya, 'Low')
  await freya.page.getByRole('button', { name: 'Comment', exact: true }).click()
  await panel(freya).getByRole('textbox', { name: 'Comment' }).waitFor()
  await freya.page.keyboard.type('Aye')
  await freya.page.keyboard.press('Control+Enter')
  await marks(mei, ['slacker water', 'Low'])
  await mei.page.setViewportSize({ width: 390, height: 800 })
  await mei.page.getByRole('dialog', { name: 'Comments' }).waitFor()
  await sight(mei)
  world.quiet()
})
