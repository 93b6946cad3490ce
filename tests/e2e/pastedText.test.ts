import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import type { Seat } from '../support/browser.ts'
import { caretAfter, openPage, text } from '../support/openPage.ts'

/** What another program has put on the clipboard, pasted at the caret. */
const paste = (who: Seat, given: { plain?: string; html?: string }) =>
  text(who).evaluate((node, { plain = '', html = '' }) => {
    const clipboardData = new DataTransfer()
    if (plain) clipboardData.setData('text/plain', plain)
    if (html) clipboardData.setData('text/html', html)
    node.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  }, given)

const opened = async (html = '<p>One</p>') => {
  const world = await openPage()
  const freya = await world.sit(world.team.admin)
  const made = await world.page(html)
  await world.open(freya, made.id)
  return { world, freya, made }
}

/** The caret on an empty last line. */
const below = async (who: Seat, words = 'One') => {
  await caretAfter(who, words)
  await who.page.keyboard.press('Enter')
}

test('Markdown, the HTML of Word and of Docs, and addresses become text of ours, for both', async () => {
  const { world, freya, made } = await opened()
  const mei = await world.sit(world.team.member)
  await world.open(mei, made.id)
  await below(freya)
  await paste(freya, {
    plain:
      '## Plan\n\n- [x] dredge\n- [ ] light\n\n| a | b |\n|---|---|\n| 1 | **2** |\n\n```sql\nselect 1\n```\n\n> so',
  })
  await text(mei).getByRole('heading', { name: 'Plan' }).waitFor()
  await world.becomes(
    made.id,
    /<h2>Plan<\/h2><ul data-type="taskList"><li data-checked="true".*dredge.*<th.*<td.*<strong>2<\/strong>.*<code class="language-sql">select 1<\/code><\/pre><blockquote><p>so<\/p><\/blockquote>/,
  )
  await caretAfter(freya, 'One')
  await freya.page.keyboard.press('Enter')
  await paste(freya, {
    html:
      "<html xmlns:o='urn:x'><head><style>p{color:red}</style></head><body><p style='mso-list:l0 level1 lfo1'>" +
      "<span style='mso-list:Ignore'>·</span>Buoy<o:p></o:p></p>" +
      '<b id="docs-internal-guid-1" style="font-weight:normal"><p><span style="font-weight:700;color:red">Bold</span> tail</p></b></body></html>',
    plain: 'Buoy Bold tail',
  })
  await world.becomes(made.id, /<ul><li><p>Buoy<\/p><\/li><\/ul><p><strong>Bold<\/strong> tail<\/p>/)
  await text(mei).getByText('Buoy').waitFor()
  world.quiet()
})

test('an address is a link by itself, and over a selection it links that', async () => {
  const { world, freya, made } = await opened('<p>Berths</p>')
  await caretAfter(freya, 'Berths')
  await freya.page.keyboard.press('Shift+Home')
  await paste(freya, { plain: 'https://quay.example/berths' })
  await world.becomes(made.id, /<p><a [^>]*href="https:\/\/quay.example\/berths">Berths<\/a><\/p>/)
  await below(freya, 'Berths')
  await freya.page.keyboard.type('https://quay.example/sill and')
  await world.becomes(
    made.id,
    /<a [^>]*href="https:\/\/quay.example\/sill">https:\/\/quay.example\/sill<\/a> and/,
  )
  world.quiet()
})

test('E1, E3: hostile and huge pastes do no harm', async () => {
  const { world, freya, made } = await opened()
  await below(freya)
  const hostile =
    '<p>kept<script>document.title="x"</script><img src=x onerror="document.title=1"><svg onload="document.title=2"><a xlink:href="javascript:1">s</a></svg>' +
    '<a href=" java\tscript:document.title=3">bad</a><iframe srcdoc="<script>top.document.title=4</script>"></iframe><p style="background:url(//evil.example/x)">end'
  await paste(freya, { html: hostile })
  await text(freya).getByText('end').waitFor()
  await paste(freya, { html: `${'<blockquote><div>'.repeat(20_000)}deep` })
  await text(freya).getByText('deep').waitFor()
  await paste(freya, { html: `<p>${'<b>tide</b> '.repeat(900_000)}</p>` })
  await freya.page.getByText(/too long for one text/).waitFor()
  await paste(freya, { plain: 'a '.repeat(5_000_000) })
  await freya.page.getByText(/too long for one text/).waitFor()
  await expect.poll(() => world.html(made.id)).toContain('deep')
  const html = await world.html(made.id)
  expect(html).toContain('kept')
  expect(html).not.toMatch(/script|onerror|onload|evil|svg|iframe|srcdoc|tide/)
  expect(await freya.page.title()).not.toMatch(/^[x\d]$/)
  world.quiet()
})

test('signs are drawn as they are typed, and undo takes back one alone', async () => {
  const { world, freya, made } = await opened('<p>One</p>')
  await below(freya)
  await freya.page.keyboard.type('a -> b... (c) 2x3 != 1/2 x^2 --')
  await text(freya).getByText('a → b… © 2×3 ≠ ½ x² —').waitFor()
  await freya.page.keyboard.press('Control+z')
  await text(freya).getByText('a → b… © 2×3 ≠ ½ x² --').waitFor()
  await freya.page.keyboard.press('Enter')
  await freya.page.keyboard.type('`a -> b` ')
  await world.becomes(made.id, /<code>a -&gt; b<\/code>/)
  world.quiet()
})

test('a page is copied as Markdown, kept as files, and printed without what is around it', async () => {
  const { world, freya } = await opened(
    '<h2>Sill</h2><p>Deep <strong>enough</strong></p><ul data-type="taskList"><li data-type="taskItem" data-checked="true"><p>done</p></li></ul>',
  )
  const { page } = freya
  const choose = async (...names: string[]) => {
    await page.getByRole('button', { name: 'Page options' }).click()
    for (const name of names) await page.getByRole('menuitem', { name, exact: true }).click()
  }
  await choose('Copy as Markdown')
  await page.getByText('Markdown copied').waitFor()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toContain(
    '## Sill\n\nDeep **enough**\n\n- [x] done\n',
  )
  for (const [name, ending, words] of [
    ['Markdown', 'md', '## Sill'],
    ['HTML', 'html', '<h2>Sill</h2><p>Deep <strong>enough</strong></p>'],
  ] as const) {
    const [kept] = await Promise.all([page.waitForEvent('download'), choose('Export', name)])
    expect(kept.suggestedFilename()).toMatch(new RegExp(`^[a-z0-9-]+\\.${ending}$`))
    expect(await readFile(await kept.path(), 'utf8')).toContain(words)
  }
  await page.keyboard.press('Escape')
  await page.emulateMedia({ media: 'print' })
  await expect.poll(() => page.getByRole('navigation').count()).toBe(0)
  expect(await page.getByRole('banner').count()).toBe(0)
  expect(await page.getByRole('toolbar').count()).toBe(0)
  expect(await text(freya).getByText('enough').isVisible()).toBe(true)
  world.quiet()
})
