/** Plain words into a page, and a page as Markdown, as HTML and on paper. */
import { readFile } from 'node:fs/promises'
import { afterAll, expect, test } from 'vitest'
import { leaveSeats } from '../support/browser.ts'
import { cable } from '../support/cable.ts'
import { caretAfter, openPage, paste, selects, text } from '../support/openPage.ts'
import { sight } from '../support/sight.ts'

afterAll(leaveSeats)

const headings = [1, 2, 3, 4, 5, 6].map(level => `<h${level}>Level ${level}</h${level}>`).join('')

test('plain words stay plain, in code there is only code, and a sign can be taken back', async () => {
  const world = await openPage()
  const freya = await world.sit(world.team.admin)
  const made = await world.page('<p>Start</p><pre><code>let</code></pre>')
  await world.open(freya, made.id)
  await freya.page.waitForLoadState('networkidle')
  await caretAfter(freya, 'let')
  await paste(freya, { 'text/plain': '\n# not a heading' })
  await world.becomes(made.id, /<pre><code>let\n# not a heading<\/code><\/pre>/)
  await caretAfter(freya, 'Start')
  await paste(freya, { 'text/plain': ' 3 * 4 * 5 # so' })
  await world.becomes(made.id, /<p>Start 3 \* 4 \* 5 # so<\/p>/)
  await freya.page.keyboard.type(' a ->')
  await world.becomes(made.id, /# so a →<\/p>/)
  await freya.page.keyboard.press('Control+z')
  await world.becomes(made.id, /# so a -&gt;<\/p>/)
  // One who makes a list of a heading means its words; and code may be bold.
  await freya.page.keyboard.press('Enter')
  await freya.page.keyboard.type('## Head')
  await freya.page.keyboard.press('Control+Shift+8')
  await world.becomes(made.id, /<ul><li><p>Head<\/p><\/li><\/ul>/)
  await freya.page.keyboard.press('Shift+Home')
  await selects(freya, 'Head')
  await freya.page.keyboard.press('Control+b')
  await freya.page.keyboard.press('Control+e')
  await world.becomes(made.id, /<strong><code>Head<\/code><\/strong>|<code><strong>Head<\/strong><\/code>/)
  world.quiet()
})

test('a page is exported as Markdown, as HTML and on paper', async () => {
  const world = await openPage()
  const freya = await world.sit(world.team.admin)
  const { page } = freya
  const issue = await world.make.issue(world.team.admin, world.team.path, { name: 'Mind the <sill>' })
  const made = await world.page(
    `<p>Words &lt;here&gt;</p><issue-embed-component entity_identifier="${issue.id}" project_identifier="${world.team.project.id}"></issue-embed-component>${headings}<pre><code>tide()</code></pre>`,
    { name: 'Tide rule: "one"' },
  )
  const pull = await cable(freya)
  await world.open(freya, made.id)
  // Each level of heading looks like itself.
  const looks = await text(freya)
    .locator('h1, h2, h3, h4, h5, h6')
    .evaluateAll(all =>
      all.map(one => {
        const { fontSize, fontWeight, color } = getComputedStyle(one)
        return `${fontSize} ${fontWeight} ${color}`
      }),
    )
  expect(new Set(looks).size).toBe(6)
  const exported = async (kind: string) => {
    await page.getByRole('button', { name: 'Page options' }).click()
    await page.getByRole('menuitem', { name: 'Export…' }).click()
    await page.getByRole('radio', { name: kind }).click()
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download' }).click(),
    ])
    return { name: file.suggestedFilename(), content: await readFile(await file.path(), 'utf8') }
  }
  // A failed export leaves everything as it was chosen.
  await page.getByRole('button', { name: 'Page options' }).click()
  await page.getByRole('menuitem', { name: 'Export…' }).click()
  await page.getByRole('radio', { name: 'Markdown' }).click()
  await pull(true)
  await page.getByText('Offline', { exact: true }).waitFor()
  await page.getByRole('button', { name: 'Download' }).click()
  await page.getByText('The page was not exported. The server could not be reached.').waitFor()
  expect(await page.getByRole('radio', { name: 'Markdown' }).isChecked()).toBe(true)
  await pull(false)
  await page.getByText('Saved', { exact: true }).waitFor()
  await sight(freya)
  await page.keyboard.press('Escape')
  // Words typed a moment before are in the file.
  await caretAfter(freya, 'Words <here>')
  await page.keyboard.type(' at last')
  const markdown = await exported('Markdown')
  expect(markdown.name).toBe('Tide rule one.md')
  expect(markdown.content).toMatch(
    /\n# Tide rule: "one"\n\nWords \\<here> at last\n\n\[\w+-1 Mind the .*\]\(http/s,
  )
  const html = await exported('HTML')
  expect(html.name).toBe('Tide rule one.html')
  expect(html.content).toContain('<h1>Tide rule: &#34;one&#34;</h1>')
  expect(html.content).toMatch(
    /Words &lt;here&gt; at last.*<a href="http[^"]+">\w+-1 Mind the &lt;sill&gt;<\/a>/s,
  )

  await page.evaluate(() => {
    document.documentElement.dataset.theme = 'dark'
  })
  await page.emulateMedia({ media: 'print' })
  const ink = () => text(freya).evaluate(node => getComputedStyle(node).getPropertyValue('--ink'))
  expect(await ink()).toBe('#000')
  expect(await page.getByRole('button', { name: /Language/ }).isVisible()).toBe(false)
  expect(await page.getByRole('banner').count()).toBe(0)
  await text(freya).waitFor()
  expect(await page.getByRole('navigation').count()).toBe(0)
  await page.emulateMedia({ media: 'screen' })
  expect(await ink()).toContain('92.5%')
  await page.evaluate(() => {
    window.print = () => {
      document.body.dataset.printed = document.title
      dispatchEvent(new Event('afterprint'))
    }
  })
  await page.getByRole('button', { name: 'Page options' }).click()
  await page.getByRole('menuitem', { name: 'Export…' }).click()
  await page.getByRole('radio', { name: 'A3' }).click()
  await page.getByRole('button', { name: 'Print or save' }).click()
  await expect.poll(() => page.evaluate(() => document.body.dataset.printed)).toBe('tide-rule-one-a3')
  expect(await page.title()).toMatch(/^Tide rule/)
  world.quiet()
})
