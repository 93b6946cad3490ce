/** Every block, the same way: put in by a slash, written, pasted as HTML and as Markdown, given out again, still there. */
import { afterAll, expect, test } from 'vitest'
import { leaveSeats } from '../support/browser.ts'
import { caretAfter, copyMarkdown, openPage, paste, slash, text } from '../support/openPage.ts'
import { sight } from '../support/sight.ts'

afterAll(leaveSeats)

type Block = {
  /** The words typed after the slash. */
  words: string
  /** Its HTML with some words, as stored; and as it may be pasted. */
  stored: (words: string) => RegExp
  html: (words: string) => string
  /** Missing where Markdown has no words for it. */
  markdown?: (words: string) => string
  /** The Markdown that the page gives out. */
  given: (words: string) => string
}

const heading = (level: number): Block => ({
  words: `h${level}`,
  stored: words => new RegExp(`<h${level}[^>]*>${words}</h${level}>`),
  html: words => `<h${level}>${words}</h${level}>`,
  markdown: words => `${'#'.repeat(level)} ${words}`,
  given: words => `${'#'.repeat(level)} ${words}`,
})

const blocks: Record<string, Block> = {
  'heading 1': heading(1),
  'heading 2': heading(2),
  'heading 3': heading(3),
  'heading 4': heading(4),
  'heading 5': heading(5),
  'heading 6': heading(6),
  'to-do': {
    words: 'to-do',
    stored: words =>
      new RegExp(`<ul[^>]*taskList[^>]*><li[^>]*>((?!</ul>).)*<p>${words}</p>((?!</ul>).)*</ul>`),
    html: words =>
      `<ul data-type="taskList"><li data-type="taskItem" data-checked="false"><p>${words}</p></li></ul>`,
    markdown: words => `- [ ] ${words}`,
    given: words => `- [ ] ${words}`,
  },
  bullets: {
    words: 'bulleted',
    stored: words => new RegExp(`<ul><li><p>${words}</p></li></ul>`),
    html: words => `<ul><li>${words}</li></ul>`,
    markdown: words => `- ${words}`,
    given: words => `- ${words}`,
  },
  numbers: {
    words: 'numbered',
    stored: words => new RegExp(`<ol[^>]*><li><p>${words}</p></li></ol>`),
    html: words => `<ol><li>${words}</li></ol>`,
    markdown: words => `1. ${words}`,
    given: words => `1. ${words}`,
  },
  quote: {
    words: 'quote',
    stored: words => new RegExp(`<blockquote><p>${words}</p></blockquote>`),
    html: words => `<blockquote><p>${words}</p></blockquote>`,
    markdown: words => `> ${words}`,
    given: words => `> ${words}`,
  },
  code: {
    words: 'code',
    stored: words => new RegExp(`<pre><code[^>]*>${words}</code></pre>`),
    html: words => `<pre><code>${words}</code></pre>`,
    markdown: words => `\`\`\`\n${words}\n\`\`\``,
    given: words => `\`\`\`\n${words}\n\`\`\``,
  },
  table: {
    words: 'table',
    // In its first cell.
    stored: words =>
      new RegExp(`<table[^>]*>(?:<colgroup>.*?</colgroup>)?<tbody><tr><t[dh][^>]*><p>${words}</p>`),
    html: words => `<table><tr><td>${words}</td><td>next</td></tr></table>`,
    markdown: words => `| ${words} | next |\n| --- | --- |\n| a | b |`,
    given: words => `| ${words}`,
  },
  callout: {
    words: 'callout',
    stored: words => new RegExp(`<div[^>]*callout-component[^>]*><p>${words}</p></div>`),
    html: words => `<div data-block-type="callout-component"><p>${words}</p></div>`,
    given: words => `> ${words}`,
  },
  toggle: {
    words: 'toggle',
    stored: words => new RegExp(`<details><summary>${words}</summary></details>`),
    html: words => `<details open><summary>${words}</summary></details>`,
    markdown: words => `<details>\n<summary>${words}</summary>\n\n</details>`,
    given: words => `<summary>${words}</summary>`,
  },
}

test('each is put in by a slash, written, pasted both ways, given out, and there for whoever comes later', async () => {
  const world = await openPage()
  const [freya, mei] = [await world.sit(world.team.admin), await world.sit(world.team.member)]
  const { page } = freya
  const ways = ['typed', 'pasted', 'marked']
  const places = Object.keys(blocks).flatMap(name => ways.map(way => `Before ${name} ${way}`))
  const made = await world.page(places.map(words => `<p>${words}</p>`).join(''))
  await world.open(freya, made.id)
  await page.waitForLoadState('networkidle')
  const below = async (place: string) => {
    await caretAfter(freya, `Before ${place}`)
    await page.keyboard.press('Enter')
  }
  const wanted: { words: string; stored: RegExp; given: string }[] = []
  for (const [name, { words, stored, html, markdown, given }] of Object.entries(blocks)) {
    const want = (way: string) => wanted.push({ words: way, stored: stored(way), given: given(way) })
    await below(`${name} typed`)
    await slash(freya, words)
    await page.keyboard.type(`Typed ${name}`)
    await world.becomes(made.id, stored(`Typed ${name}`))
    await page.keyboard.type(' on')
    want(`Typed ${name} on`)
    await below(`${name} pasted`)
    await paste(freya, { 'text/html': html(`Pasted ${name}`), 'text/plain': `Pasted ${name}` })
    want(`Pasted ${name}`)
    if (!markdown) continue
    await below(`${name} marked`)
    await paste(freya, { 'text/plain': markdown(`Marked ${name}`) })
    want(`Marked ${name}`)
  }
  const missing = async () => {
    const now = await world.html(made.id)
    return wanted.filter(({ stored }) => !stored.test(now)).map(({ words }) => words)
  }
  await expect.poll(missing).toEqual([])
  const copied = await copyMarkdown(freya)
  expect(copied).toMatch(/^# Tides\n\nBefore heading 1 typed\n\n# Typed heading 1 on\n/)
  for (const { given } of wanted) expect(copied).toContain(given)
  await world.open(mei, made.id)
  for (const { words } of wanted) await text(mei).getByText(words, { exact: true }).first().waitFor()
  await sight(mei)
  world.quiet()
})

test('colours by their names: of the next words, and of those alone', async () => {
  const world = await openPage()
  const freya = await world.sit(world.team.admin)
  const { page } = freya
  const made = await world.page('<p>First</p>')
  await world.open(freya, made.id)
  await caretAfter(freya, 'First')
  await page.keyboard.type(' ')
  await slash(freya, 'peach')
  await page.keyboard.type('high ')
  await slash(freya, 'green', 1)
  await page.keyboard.type('tide ')
  await slash(freya, 'default')
  await slash(freya, 'default', 1)
  await page.keyboard.type('now')
  await world.becomes(
    made.id,
    '<p>First <span data-text-color="peach">high </span><span data-text-color="peach" data-background-color="green">tide </span>now</p>',
  )
  // The choice used last is first, under a heading of its own.
  await page.keyboard.press('Enter')
  await slash(freya, 'quote')
  await page.keyboard.type('Said')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Enter')
  await page.keyboard.type('/')
  const menu = page.getByRole('listbox', { name: 'Insert' })
  expect(await menu.textContent()).toMatch(/^RecentQuote.*InsertText/)
  await sight(freya)
  world.quiet()
})
