import { type Seat, seat } from '../support/browser.ts'
import { selectWords } from '../support/selectWords.ts'
import { type Given, themesAtWidths, wantedOf } from './everyLook.ts'

type Row = { id: string; name: string }

const TEXT = `<h2>When a boat is late</h2><p>A berth is held for forty minutes after the booked hour. After that the quay may give it to the next in line, and the skipper is told by message.</p>
<p>The fee is kept when the berth was held through slack water, since nobody else could have come in.</p><h2>When the quay is full</h2><p>Boats that drift outside are called in by the length of their keel, the longest first.</p>`
const textOf = ({ page }: Pick<Seat, 'page'>) => page.getByRole('textbox', { name: 'Page text' })
/** A page whose words are talked about, in every theme and on a phone. */
export const pageTalk = async (given: Given) => {
  const { origin, shoot, signIn } = given
  const [who, mei] = [await seat(origin), await seat(origin)]
  await signIn(who, 'freya@lanternquay.example')
  await signIn(mei, 'mei@lanternquay.example')
  const at = '/api/workspaces/lantern-quay/projects'
  const projects = (await (await who.page.request.get(`${origin}${at}/`)).json()) as Row[]
  const project = projects.find(one => one.name === 'Berth Booking')
  const data = { name: 'Late boats', description_html: TEXT }
  const made = await who.page.request.post(`${origin}${at}/${project?.id}/pages/`, {
    data,
    headers: { origin },
  })
  const address = `${origin}/lantern-quay/projects/${project?.id}/pages/${((await made.json()) as Row).id}`
  for (const { page } of [who, mei]) {
    await page.goto(address)
    await page.getByText('Saved', { exact: true }).waitFor()
  }
  const comment = async ({ page }: Seat, words: string, says: string) => {
    await textOf({ page }).click({ position: { x: 4, y: 4 } })
    await selectWords({ page }, words)
    await page.keyboard.press('Control+Alt+m')
    await page.getByRole('textbox', { name: 'Comment' }).waitFor()
    await page.keyboard.type(says)
    await page.keyboard.press('Control+Enter')
    await page.getByText(says).waitFor()
  }
  const panel = who.page.getByRole('complementary', { name: 'Comments' })
  await who.page.getByRole('button', { name: /^Comments, / }).click()
  await panel.getByText('No comments yet').waitFor()
  await shoot(who, 'page-talk-none', '')
  await comment(
    mei,
    'forty minutes',
    'The harbour office says thirty. Do we follow the office, or the old book?',
  )
  await comment(mei, 'the longest first', 'By keel or by draught? The chart in the office has both.')
  await comment(who, 'slack water', 'Is that the hour before as well?')
  const thread = (words: string) => panel.getByRole('article', { name: new RegExp(words) })
  await thread('forty minutes').locator('[data-words]').click()
  await thread('forty minutes').getByText('Reply…').click()
  await who.page.keyboard.type('The old book, until spring.')
  await who.page.keyboard.press('Control+Enter')
  await thread('slack water').getByRole('button', { name: 'Resolve' }).click()
  await thread('forty minutes').locator('[data-words]').click()
  for (const { width, theme, suffix } of wantedOf(given, themesAtWidths)) {
    await who.page.setViewportSize({ width, height: width === 390 ? 844 : 900 })
    await who.page.evaluate(name => {
      document.documentElement.dataset.theme = name
    }, theme)
    await shoot(who, 'page-talk', suffix)
  }
  await who.page.setViewportSize({ width: 1440, height: 900 })
  await who.page.evaluate(() => {
    document.documentElement.dataset.theme = 'light'
  })
  await who.page.getByRole('radio', { name: /Resolved/ }).click()
  await shoot(who, 'page-talk-resolved', '')
  await textOf(who).click({ position: { x: 4, y: 4 } })
  await selectWords(who, 'next in line')
  await shoot(who, 'page-talk-bubble', '')
  await who.page.keyboard.press('Control+Alt+m')
  await who.page.getByRole('textbox', { name: 'Comment' }).waitFor()
  await who.page.keyboard.type('Who keeps the line?')
  await shoot(who, 'page-talk-new', '')
  for (const one of [who, mei]) await one.context.close()
}
