import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { fromHtml, toHtml } from '../../collab-server/document/html.ts'
import { documentSchema, namedIn } from '../../collab-server/document/index.ts'
import { fromMarkdown, looksLikeMarkdown, toMarkdown } from '../../collab-server/document/markdown/index.ts'
import { partsOf } from '../../collab-server/document/markdown/parsing.ts'
import { runs } from '../support/soak.ts'

const [PROJECT, THING, FILE] = ['1', '2', '3'].map(digit => `${digit.repeat(8)}-0000-4000-8000-000000000000`)
const place = { origin: 'https://quay.example', slug: 'pier', project: PROJECT! }
const names = { ...place, images: true, issue: (id: string) => (id === THING ? 'BER-1 Tide' : null) }
const markdownOf = (html: string, images = true) => toMarkdown(fromHtml(html).toJSON(), { ...names, images })
const htmlOf = (markdown: string) => toHtml(fromMarkdown(markdown))

// Each in the form in which it is written here: a text that is read and written again is the same.
const COMMON = [
  '# One\n\n## Two\n\n###### Six',
  'A **bold** and *leaning* and ~~gone~~ word with `code`.',
  'A [link](https://quay.example/x?a=1).',
  '- one\n- two\n  - below',
  '1. one\n2. two',
  '- [x] done\n- [ ] not done',
  '> said\n> and more',
  '```ts\nconst a = 1\n```',
  '---',
  '<details>\n<summary>A **bold** line</summary>\n\nbelow\n\n- one\n\n<details>\n<summary>Within</summary>\n\n</details>\n\n</details>',
]

describe('Markdown', () => {
  test.each(COMMON)('%j is read and written again as it was', markdown => {
    expect(toMarkdown(fromMarkdown(markdown).toJSON(), names).trim()).toBe(markdown)
  })

  test('a text of every kind is read as what it says', () => {
    const html = htmlOf(COMMON.join('\n\n'))
    for (const wanted of [
      /<h1[^>]*>One<\/h1>/,
      /A <strong>bold<\/strong> and <em>leaning<\/em> and <s>gone<\/s> word with <code>code<\/code>/,
      /<a[^>]*href="https:\/\/quay.example\/x\?a=1"/,
      /<ul[^>]*><li[^>]*><p>one<\/p>/,
      /<ol[^>]*><li[^>]*><p>one<\/p>/,
      /data-checked="true"/,
      /<blockquote><p>said/,
      /<pre><code class="language-ts">const a = 1<\/code><\/pre>/,
      /<hr>/,
    ])
      expect(html).toMatch(wanted)
  })

  test('a table is read and written', () => {
    const html = htmlOf('| Harbour | Sill |\n| --- | --- |\n| Inner | 1.40 |')
    expect(html).toMatch(/<table.*<th.*Harbour.*<td.*1\.40/)
    expect(markdownOf(html)).toMatch(/\| Harbour +\| Sill +\|\n\| -+ \| -+ \|\n\| Inner +\| 1\.40 +\|/)
  })

  test('a table of contents is given out as a list of links', () => {
    const html =
      '<div data-block-type="table-of-contents"></div><h2>Sills</h2><details><summary>x</summary><h4>Deep &amp; low</h4></details><h3>Sills</h3><h2> </h2><h1>End</h1>'
    expect(markdownOf(html)).toMatch(
      /^- \[Sills\]\(#sills\)\n {2}- \[Deep & low\]\(#deep-low\)\n {2}- \[Sills\]\(#sills-2\)\n- \[End\]\(#end\)\n/,
    )
    expect(markdownOf('<div data-block-type="table-of-contents"></div><p>a</p>')).toBe('a\n')
  })

  test('content without a form comes as the nearest', () => {
    expect(
      markdownOf(
        '<div data-block-type="callout-component"><p>Mind the <u>sill</u></p></div>' +
          '<p><span data-text-color="peach">High</span> <mention-component label="Mei"></mention-component></p>',
      ),
    ).toBe('> Mind the sill\n\nHigh @Mei\n')
    expect(markdownOf('<p>So <code>a`b</code></p>')).toBe('So ``a`b``\n')
  })

  const NAMED = [
    `<p>For <mention-component label="Mei" target="users" entity_name="user_mention" entity_identifier="${THING}"></mention-component> now</p>`,
    `<p><mention-component label="BER-1" target="issues" entity_name="issue" entity_identifier="${THING}" redirect_uri="/pier/projects/${PROJECT}/issues/${THING}"></mention-component></p>`,
    `<ul><li><p><mention-component label="Berth [rules]" target="pages" entity_name="page_mention" entity_identifier="${THING}" redirect_uri="/pier/projects/${PROJECT}/pages/${THING}"></mention-component></p></li></ul>`,
    `<issue-embed-component entity_identifier="${THING}" project_identifier="${PROJECT}" workspace_identifier="pier" entity_name="issue"></issue-embed-component>`,
    `<issue-embed-component entity_identifier="${FILE}" project_identifier="${PROJECT}" workspace_identifier="pier" entity_name="issue"></issue-embed-component>`,
    `<image-component src="${FILE}" alt="Pier ] (2)"></image-component>`,
    `<image-component src="${FILE}"></image-component>`,
    `<figure><image-component src="${FILE}" alt="Pier"></image-component><figcaption>The "old" pier \\ (2)</figcaption></figure>`,
    `<file-component src="${FILE}" name="tide [1].pdf" type="application/pdf" size="1200">tide [1].pdf</file-component>`,
    `<figure><image-component src="${FILE}"></image-component><figcaption>Here</figcaption></figure>`,
    `<ul><li><image-component src="${FILE}" alt="Pier"></image-component><p>below</p></li></ul>`,
  ]
  test.each(NAMED)('%s is named by its address, and known by it', html => {
    const written = markdownOf(html)
    expect(written).toContain('](https://quay.example/')
    const read = fromMarkdown(written).toJSON()
    const back = documentSchema.nodeFromJSON({ ...read, content: namedIn(read.content, place) })
    expect(() => back.check()).not.toThrow()
    expect(toHtml(back)).toBe(toHtml(fromHtml(html)))
  })

  test('an embedded issue that says no more than it must leads to the issue', () => {
    expect(
      markdownOf(
        `<issue-embed-component entity_identifier="${THING}" project_identifier="${PROJECT}"></issue-embed-component>`,
      ),
    ).toBe(`[BER-1 Tide](https://quay.example/pier/projects/${PROJECT}/issues/${THING})\n`)
  })

  test('links of other words, of other workspaces and of other hosts stay links', () => {
    for (const [words, address] of [
      ['the berth', `https://quay.example/pier/projects/${PROJECT}/issues/${THING}`],
      ['@Mei', `https://quay.example/other/profile/${THING}`],
      ['@Mei', `https://elsewhere.example/pier/profile/${THING}`],
      ['BER-1 Tide', `//elsewhere.example/pier/projects/${PROJECT}/issues/${THING}`],
    ]) {
      const read = fromMarkdown(`[${words}](${address})`).toJSON()
      expect(namedIn(read.content, place)).toEqual(read.content)
    }
    expect(markdownOf(`<image-component src="${FILE}"></image-component><p>a</p>`, false)).toBe('a\n')
  })

  test('images of other hosts become links, schemes that run nothing at all', () => {
    const html = htmlOf('![Pier](https://elsewhere.example/p.png)\n\nA ![b](https://x.example/b.png) c')
    expect(html).not.toMatch(/<img|image-component/)
    expect(html).toContain('href="https://elsewhere.example/p.png"')
    expect(htmlOf('[x](javascript:alert(1)) [y](data:text/html,z)')).not.toMatch(/href="(?:javascript|data)/)
  })

  test.each([
    ['Plain words.\n\nAnd more, 3 * 4 * 5 # no.', false],
    ['a_b_c and snake_case', false],
    ['# A heading', true],
    ['- a\n- b', true],
    ['see [this](https://quay.example)', true],
    ['| a | b |\n|---|---|\n| 1 | 2 |', true],
    ['<details>\n<summary>a</summary>\n\nb\n</details>', true],
  ])('%j is meant so: %s', (text, meant) => {
    expect(looksLikeMarkdown(text)).toBe(meant)
  })
})

test('E1: the description of an image ends where it ends', () => {
  const image = { type: 'image', attrs: { src: 'https://quay.example/i', alt: 'x](javascript:alert(1)) [y' } }
  const written = toMarkdown({ type: 'doc', content: [image] }, names)
  expect(written).toBe('![x\\](javascript:alert(1)) \\[y](https://quay.example/i)\n')
})

test('a long text is read in parts, and equals one read whole', () => {
  const parts = [
    '## Part\n\nA **bold** word\nand a line.',
    '- one\n\n- two\n\n  more of two',
    '1. one\n\n2. two',
    '> said\n\n> again',
    '```md\n# code\n\nwords\n\n- not a list\n```',
    '~~~~\n```\n\nwords\n\n~~~\n\nwords\n~~~~',
    '| a | b |\n| --- | --- |\n| 1 | 2 |',
    'Words at the end.',
  ]
  const content = (markdown: string) => fromMarkdown(markdown).toJSON().content as object[]
  const once = content(parts.join('\n\n'))
  const often = Array.from({ length: 60 }, () => parts.join('\n\n')).join('\n\n')
  expect(partsOf(often).length).toBeGreaterThan(3)
  expect(content(often)).toEqual(Array.from({ length: 60 }, () => once).flat())
  // Names of links are known in all parts.
  const named = `[far] and [no]\n\n${often}\n\n[far]: https://quay.example/`
  expect(htmlOf(named)).toMatch(/^<p><a [^>]*href="https:\/\/quay.example\/">far<\/a> and \[no\]<\/p>/)
})

// Words that would begin a block, or a mark, if they were so in Markdown.
const words = fc
  .array(
    fc.constantFrom(
      '#',
      '-',
      '+',
      '1.',
      '2)',
      '>',
      '=',
      '---',
      '|',
      '`',
      '```',
      '*',
      '_',
      '~~',
      '[a]',
      '(b)',
      '!',
      '\\',
      '<b>',
      '&amp;',
      'tide',
      'ebb',
    ),
    { minLength: 1, maxLength: 5 },
  )
  .chain(parts => fc.constantFrom('', ' ').map(gap => parts.join(gap)))
const lines = fc.array(words, { minLength: 1, maxLength: 3 })
const asText = (text: string) => ({ type: 'text', text })
const paragraph = lines.map(all => ({
  type: 'paragraph',
  content: all.flatMap((line, at) => (at > 0 ? [{ type: 'hardBreak' }, asText(line)] : [asText(line)])),
}))
const heading = fc.tuple(fc.integer({ min: 1, max: 6 }), words).map(([level, line]) => ({
  type: 'heading',
  attrs: { level },
  content: [asText(line)],
}))
const code = lines.map(all => ({ type: 'codeBlock', content: [asText(all.join('\n'))] }))
const item = fc
  .tuple(
    fc.oneof(paragraph, heading, code, fc.constant({ type: 'paragraph' })),
    fc.array(fc.oneof(paragraph, code), { maxLength: 1 }),
  )
  .map(([first, rest]) => ({ type: 'listItem', content: 'content' in first ? [first, ...rest] : [first] }))
const list = fc
  .tuple(fc.constantFrom('bulletList', 'orderedList'), fc.array(item, { minLength: 1, maxLength: 3 }))
  .map(([type, content]) => ({ type, content }))
const task = fc.tuple(fc.boolean(), words).map(([checked, line]) => ({
  type: 'taskItem',
  attrs: { checked },
  content: [{ type: 'paragraph', content: [asText(line)] }],
}))
const tasks = fc.array(task, { minLength: 1, maxLength: 3 }).map(content => ({ type: 'taskList', content }))
const cell = (type: string) =>
  words.map(line => ({ type, content: [{ type: 'paragraph', content: [asText(line)] }] }))
const row = (type: string) => fc.tuple(cell(type), cell(type)).map(content => ({ type: 'tableRow', content }))
const table = fc.tuple(row('tableHeader'), row('tableCell')).map(content => ({ type: 'table', content }))
const kinds = fc.uniqueArray(fc.constantFrom('bold', 'italic', 'strike', 'code'), { maxLength: 3 })
const marked = fc
  .tuple(words, fc.array(fc.tuple(words, kinds), { minLength: 1, maxLength: 4 }))
  .map(([before, parts]) => ({
    type: 'paragraph',
    content: [
      asText(`${before} so `),
      ...parts.map(([line, marks]) => ({
        type: 'text',
        text: `x${line}y`,
        marks: marks.map(type => ({ type })),
      })),
      asText(' on'),
    ],
  }))
const quote = fc
  .array(paragraph, { minLength: 1, maxLength: 2 })
  .map(content => ({ type: 'blockquote', content }))
const toggle = fc
  .tuple(
    words,
    fc.array(
      fc.oneof(
        paragraph,
        lines.map(all => ({
          type: 'codeBlock',
          content: [asText(['<details>', ...all, '</details>'].join('\n'))],
        })),
      ),
      { maxLength: 2 },
    ),
  )
  .map(([line, below]) => ({
    type: 'details',
    content: [{ type: 'detailsSummary', content: [asText(line)] }, ...below],
  }))

test('two signs that look like an underline stay signs, and code stays code', () => {
  const html = '<p>C++ and D++, <code>++i++</code></p><pre><code>++i++</code></pre>'
  const written = toMarkdown(fromHtml(html).toJSON(), names)
  expect(htmlOf(written)).toBe(html)
})

test('words are read as they were written, whatever they are', () => {
  const blocks = fc.array(fc.oneof(paragraph, marked, heading, list, tasks, quote, toggle, code, table), {
    minLength: 1,
    maxLength: 4,
  })
  fc.assert(
    fc.property(blocks, content => {
      const doc = documentSchema.nodeFromJSON({ type: 'doc', content })
      const written = toMarkdown(doc.toJSON(), names)
      expect({ written, html: htmlOf(written) }).toEqual({ written, html: toHtml(doc) })
    }),
    runs(500),
  )
})
