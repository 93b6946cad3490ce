/** Markdown and other hosts' HTML into a page, a page as Markdown, HTML and on paper. */
import { readFile } from 'node:fs/promises'
import { afterAll, expect, test } from 'vitest'
import { axe } from '../support/axe.ts'
import { leaveSeats } from '../support/browser.ts'
import { caretAfter, copyMarkdown, openPage, paste, text } from '../support/openPage.ts'

afterAll(leaveSeats)

const MARKDOWN = [
  '# The rule',
  'A **bold** and *leaning* word, `code` and a [link](https://quay.example/).',
  '- one\n- two',
  '1. first\n2. second',
  '- [x] done\n- [ ] open',
  '> said',
  '```ts\nconst need = 1\n```',
  '| Harbour | Sill |\n| --- | --- |\n| Inner | 1.40 |',
  '---',
  'The end.',
].join('\n\n')

const headings = [1, 2, 3, 4, 5, 6].map(level => `<h${level}>Level ${level}</h${level}>`).join('')

test('pasted Markdown becomes what it says; the page gives it back', async () => {
  const world = await openPage()
  const { freya, mei, made } = await world.together('<p>Start</p>', { name: 'Tide rule' })
  const { page } = freya
  await caretAfter(freya, 'Start')
  await page.keyboard.press('Enter')
  // Its parser comes after the editor.
  await page.waitForLoadState('networkidle')
  await paste(freya, { 'text/plain': MARKDOWN })
  for (const wanted of [
    /<h1[^>]*>The rule<\/h1>/,
    /<strong>bold<\/strong> and <em>leaning<\/em> word, <code>code<\/code> and a <a[^>]*href="https:\/\/quay.example\/"/,
    /<ul[^>]*><li[^>]*><p>one<\/p>/,
    /<ol[^>]*><li[^>]*><p>first<\/p>/,
    /data-checked="true"/,
    /<blockquote><p>said<\/p><\/blockquote>/,
    /<pre><code class="language-ts">const need = 1<\/code><\/pre>/,
    /<th[^>]*><p>Harbour<\/p><\/th>/,
    /<hr>/,
  ])
    await world.becomes(made.id, wanted)
  await mei.page.getByRole('heading', { name: 'The rule' }).waitFor()
  await axe(mei)

  const copied = await copyMarkdown(freya)
  expect(copied).toMatch(/^# Tide rule\n\nStart\n\n# The rule\n\nA \*\*bold\*\* and \*leaning\* word/)
  for (const part of [
    '- one\n- two',
    '- [x] done\n- [ ] open',
    '> said',
    '```ts\nconst need = 1\n```',
    '| Inner',
  ])
    expect(copied).toContain(part)
  world.quiet()
})

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
  world.quiet()
})

test('other programs’ clipboard comes without its dress, and nothing of it runs', async () => {
  const world = await openPage()
  const freya = await world.sit(world.team.admin)
  const made = await world.page('<p>Start</p>')
  await world.open(freya, made.id)
  await caretAfter(freya, 'Start')
  await freya.page.keyboard.press('Enter')
  await paste(freya, {
    'text/plain': 'Report',
    'text/html': `<html xmlns:o="urn:x"><head><style>p{color:red}</style><script>window.ran=1</script></head><body>
      <!--StartFragment--><h2 style="mso-style:1"><span style="font:11pt Arial">Report</span></h2>
      <p class="MsoNormal" onclick="window.ran=1"><b style="font-weight:normal"><span>plain</span></b> <b>bold</b>
      <a href="javascript:window.ran=1">bad</a> <a href="https://quay.example/">good</a></p>
      <img src=x onerror="window.ran=1"><svg onload="window.ran=1"><script>window.ran=1</script></svg>
      <iframe srcdoc="<script>parent.ran=1</script>"></iframe><table><tr><td>cell<td>next</table>
      <p>unclosed <i>leaning<!--EndFragment--></body></html>`,
  })
  await world.becomes(made.id, /<h2[^>]*>Report<\/h2>/)
  const html = await world.html(made.id)
  expect(html).toMatch(
    /<strong>bold<\/strong>.*bad.*href="https:\/\/quay.example\/".*cell.*next.*<em>leaning<\/em>/s,
  )
  expect(html).not.toMatch(/script|onclick|onerror|onload|iframe|svg|mso|font|javascript/i)
  expect(await freya.page.evaluate(() => 'ran' in window)).toBe(false)

  // Thousands of elements within each other, and ten million letters: the tab lives, and so does the text.
  await paste(freya, {
    'text/html': `${'<div><blockquote>'.repeat(3_000)}deep${'</blockquote></div>'.repeat(3_000)}`,
  })
  await paste(freya, { 'text/plain': `${'word '.repeat(99)}\n`.repeat(20_000).slice(0, 10_000_000) })
  await freya.page.keyboard.press('Control+Home')
  await freya.page.keyboard.type('Alive ')
  await expect.poll(() => text(freya).evaluate(node => node.textContent?.slice(0, 12))).toContain('Alive')
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
    await axe(freya)
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download' }).click(),
    ])
    return { name: file.suggestedFilename(), content: await readFile(await file.path(), 'utf8') }
  }
  // A failed export leaves everything as it was chosen.
  const failing = () =>
    page.evaluate(() => {
      const make = URL.createObjectURL.bind(URL)
      URL.createObjectURL = () => {
        URL.createObjectURL = make
        throw new Error('No room.')
      }
    })
  await failing()
  await page.getByRole('button', { name: 'Page options' }).click()
  await page.getByRole('menuitem', { name: 'Export…' }).click()
  await page.getByRole('radio', { name: 'Markdown' }).click()
  await page.getByRole('button', { name: 'Download' }).click()
  await page.getByText('The page was not exported. No room.').waitFor()
  expect(await page.getByRole('radio', { name: 'Markdown' }).isChecked()).toBe(true)
  await page.keyboard.press('Escape')
  const markdown = await exported('Markdown')
  expect(markdown.name).toBe('tide-rule-one.md')
  expect(markdown.content).toMatch(
    /^# Tide rule: "one"\n\nWords &lt;here&gt;\n\n\[\w+-1 Mind the .*\]\(http/s,
  )
  const html = await exported('HTML')
  expect(html.name).toBe('tide-rule-one.html')
  expect(html.content).toContain('<h1>Tide rule: &quot;one&quot;</h1>')
  expect(html.content).toMatch(/Words &lt;here&gt;.*<a href="http[^"]+">\w+-1 Mind the &lt;sill&gt;<\/a>/s)

  await page.evaluate(() => {
    document.documentElement.dataset.theme = 'dark'
  })
  await page.emulateMedia({ media: 'print' })
  const ink = () => text(freya).evaluate(node => getComputedStyle(node).getPropertyValue('--ink'))
  expect(await ink()).toContain('22.5%')
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
