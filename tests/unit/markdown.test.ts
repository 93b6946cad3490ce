import { describe, expect, test } from 'vitest'
import { fromHtml, toHtml } from '../../collab-server/document/html.ts'
import { fromMarkdown, looksLikeMarkdown, toMarkdown } from '../../collab-server/document/markdown.ts'

const links = {
  image: (id: string) => (id === 'secret' ? null : `https://quay.example/assets/${id}`),
  issue: (id: string) => (id === 'known' ? { text: 'BER-1 Tide', href: 'https://quay.example/1' } : null),
}
const markdownOf = (html: string) => toMarkdown(fromHtml(html).toJSON(), links)
const htmlOf = (markdown: string) => {
  const doc = fromMarkdown(markdown)
  return doc && toHtml(doc)
}

// Each in the form in which it is written here: what is read and written again is the same.
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
]

describe('Markdown', () => {
  test.each(COMMON)('%j is read and written again as it was', markdown => {
    const doc = fromMarkdown(markdown)
    expect(doc).not.toBeNull()
    expect(toMarkdown(doc?.toJSON() ?? {}, links).trim()).toBe(markdown)
  })

  test('a table is read and written', () => {
    const html = htmlOf('| Harbour | Sill |\n| --- | --- |\n| Inner | 1.40 |')
    expect(html).toMatch(/<table.*<th.*Harbour.*<td.*1\.40/)
    expect(markdownOf(html ?? '')).toMatch(/\| Harbour +\| Sill +\|\n\| -+ \| -+ \|\n\| Inner +\| 1\.40 +\|/)
  })

  test('what it has no words for comes as what is nearest', () => {
    expect(
      markdownOf(
        '<div data-block-type="callout-component"><p>Mind the <u>sill</u></p></div>' +
          '<p><span data-text-color="peach">High</span> <mention-component label="Mei" entity_name="user_mention"></mention-component></p>' +
          '<image-component src="a1" alt="Pier"></image-component>' +
          '<image-component src="secret"></image-component>' +
          '<issue-embed-component entity_identifier="known"></issue-embed-component>' +
          '<issue-embed-component entity_identifier="other"></issue-embed-component>',
      ),
    ).toBe(
      '> Mind the sill\n\nHigh @Mei\n\n![Pier](https://quay.example/assets/a1)\n\n[BER-1 Tide](https://quay.example/1)\n',
    )
  })

  test('images of other hosts become links, schemes that run nothing at all', () => {
    const html = htmlOf('![Pier](https://elsewhere.example/p.png)\n\nA ![b](https://x.example/b.png) c')
    expect(html).not.toMatch(/<img|image-component/)
    expect(html).toContain('href="https://elsewhere.example/p.png"')
    expect(htmlOf('[x](javascript:alert(1)) [y](data:text/html,z)') ?? '').not.toMatch(
      /href="(?:javascript|data)/,
    )
  })

  test.each([
    ['Plain words.\n\nAnd more, 3 * 4 * 5 # no.', false],
    ['a_b_c and snake_case', false],
    ['# A heading', true],
    ['- a\n- b', true],
    ['see [this](https://quay.example)', true],
    ['| a | b |\n|---|---|\n| 1 | 2 |', true],
  ])('%j is meant so: %s', (text, meant) => {
    expect(looksLikeMarkdown(text)).toBe(meant)
  })

  test.each(['> ', '[', '*', '- ', '![](', '<b>'])('%j many times over does no harm', sign => {
    for (const times of [1_000, 2_000, 20_000]) expect(() => fromMarkdown(sign.repeat(times))).not.toThrow()
    expect(fromMarkdown(`${sign}x `.repeat(200_000))).toBeNull()
  })
})

test('E1: the description of an image ends where it ends', () => {
  const image = { type: 'image', attrs: { src: 'https://quay.example/i', alt: 'x](javascript:alert(1)) [y' } }
  const written = toMarkdown({ type: 'doc', content: [image] }, { image: id => id, issue: () => null })
  expect(written).toBe('![x\\](javascript:alert(1)) \\[y](https://quay.example/i)\n')
})

test('a paragraph of more signs than anyone writes is not read, however its lines are cut', () => {
  expect(fromMarkdown(`${'*a '.repeat(3000)}\n`.repeat(5))).toBeNull()
  expect(fromMarkdown('a **b** and `c`\n\n'.repeat(500))).not.toBeNull()
})
