import domino from '@mixmark-io/domino'
import { expect, test } from 'vitest'
import { shallow, toMarkdown } from '#document'
import { fromHtml, toHtml } from '../../collab-server/document/html.ts'
import { readForeign, setStylesAside } from '../../web/editor/paste/foreignHtml.ts'
import { looksLikeMarkdown } from '../../web/editor/paste/looksLikeMarkdown.ts'
import { htmlOfMarkdown } from '../../web/editor/paste/markdown.ts'

const cleaned = (html: string) => {
  const { body } = domino.createDocument('')
  body.innerHTML = setStylesAside(shallow(html))
  readForeign(body)
  return toHtml(fromHtml(body.innerHTML))
}
const back = (markdown: string) => cleaned(htmlOfMarkdown(markdown))

const common = [
  ['paragraphs', '<p>One</p><p>Two</p>', 'One\n\nTwo\n'],
  ['headings', '<h1>High</h1><h6>Low</h6>', '# High\n\n###### Low\n'],
  [
    'marks',
    '<p>a <strong>b</strong> <em>c</em> <s>d</s> <u>e</u> <code>f`g</code> <strong><em>h</em></strong></p>',
    'a **b** *c* ~~d~~ <u>e</u> ``f`g`` ***h***\n',
  ],
  [
    'a link',
    '<p><a target="_blank" rel="noopener noreferrer nofollow" href="https://quay.example/a_(b)">to *it*</a></p>',
    '[to \\*it\\*](<https://quay.example/a_(b)>)\n',
  ],
  ['a break', '<p>one<br>two</p>', 'one\\\ntwo\n'],
  [
    'lists in lists',
    '<ul><li><p>a</p><ul><li><p>b</p></li></ul></li><li><p>c</p></li></ul>',
    '- a\n  - b\n- c\n',
  ],
  ['numbers that begin later', '<ol start="3"><li><p>c</p></li><li><p>d</p></li></ol>', '3. c\n4. d\n'],
  ['a quote', '<blockquote><p>a</p><p>b</p></blockquote>', '> a\n>\n> b\n'],
  [
    'code with fences in it',
    '<pre><code class="language-sql">```\nselect 1</code></pre>',
    '````sql\n```\nselect 1\n````\n',
  ],
  ['a rule', '<p>a</p><hr><p>b</p>', 'a\n\n---\n\nb\n'],
  [
    'an image',
    '<img src="https://quay.example/pier.png" alt="A [pier]">',
    '![A \\[pier\\]](https://quay.example/pier.png)\n',
  ],
  ['signs that are none', '<p># no * head_line_ [x] &lt;b&gt; 1*2</p><p>1. no list</p><p>- none</p>', null],
] as const

test.each(common)('%s: to Markdown and back', (_, html, markdown) => {
  const node = fromHtml(html)
  const written = toMarkdown(node, { imageAddress: src => src })
  if (markdown !== null) expect(written).toBe(markdown)
  expect(back(written)).toBe(toHtml(node))
})

const tasks =
  '<ul data-type="taskList"><li data-checked="true" data-type="taskItem"><p>done</p></li>' +
  '<li data-checked="false" data-type="taskItem"><p>to do</p></li></ul>'

test('things to do keep their ticks', () => {
  const written = toMarkdown(fromHtml(tasks))
  expect(written).toBe('- [x] done\n- [ ] to do\n')
  expect(fromHtml(back(written)).toJSON()).toEqual(fromHtml(tasks).toJSON())
})

test('a table keeps its cells, head and sides; of a merged cell the first place has the text', () => {
  const html =
    '<table><tr><th>Harbour</th><th style="text-align: right">Sill</th></tr><tr><td>Inner | Basin</td><td>1.40</td></tr>' +
    '<tr><td colspan="2"><p>one</p><p>two</p></td></tr></table>'
  const written = toMarkdown(fromHtml(html))
  expect(written).toContain('| Harbour | Sill |')
  expect(written).toContain('| Inner \\| Basin | 1.40 |')
  expect(written).toContain('| one<br>two |  |')
  const again = fromHtml(back(written))
  expect(again.firstChild?.type.name).toBe('table')
  expect(again.firstChild?.child(1).firstChild?.textContent).toBe('Inner | Basin')
})

test('what Markdown has no word for becomes text, image or link', () => {
  const node = fromHtml(
    '<p><mention-component label="Mei Tanabe" entity_name="user_mention" entity_identifier="x"></mention-component> saw</p>' +
      '<div data-block-type="callout-component" data-emoji-unicode="9888"><p>Mind the sill</p></div>' +
      '<issue-embed-component entity_identifier="y"></issue-embed-component>' +
      '<image-component src="abc" alt="Pier"></image-component>',
  )
  const entity = (one: typeof node) =>
    one.type.name === 'mention' ? null : { name: 'BER-2 Sill', href: '/w/issues/y' }
  const withImages = toMarkdown(node, { entity, imageAddress: src => `/files/${src}` })
  expect(withImages).toBe(
    '@Mei Tanabe saw\n\n> ⚠ Mind the sill\n\n[BER-2 Sill](/w/issues/y)\n\n![Pier](/files/abc)\n',
  )
  expect(toMarkdown(node, { entity })).not.toContain('Pier')
})

test.each([
  [
    'Word',
    "<p style='mso-list:l0 level1 lfo1'><span style='mso-list:Ignore'>·<span>   </span></span>One</p><p style='mso-list:l0 level2 lfo1'><span style='mso-list:Ignore'>o<span>  </span></span>Two</p><p style='mso-list:l0 level1 lfo1'><span style='mso-list:Ignore'>·</span>Three</p>",
    '<ul><li><p>One</p><ul><li><p>Two</p></li></ul></li><li><p>Three</p></li></ul>',
  ],
  [
    'Word, numbered',
    "<p style='mso-list:l1 level1 lfo2'><span style='mso-list:Ignore'>1.<span> </span></span>One</p><p style='mso-list:l1 level1 lfo2'><span style='mso-list:Ignore'>2.</span>Two</p>",
    '<ol><li><p>One</p></li><li><p>Two</p></li></ol>',
  ],
  [
    'Docs',
    '<b id="docs-internal-guid-1" style="font-weight:normal"><p><span style="font-weight:700">a</span><span style="font-weight:400"> b</span></p></b>',
    '<p><strong>a</strong> b</p>',
  ],
  [
    'a mail',
    '<p align="right">a</p><h2 style="margin:0;text-align: center">b</h2>',
    '<p style="text-align: right">a</p><h2 style="text-align: center">b</h2>',
  ],
  ['a tracker', '<ul><li><input type="checkbox" checked> a</li></ul>', null],
])('HTML of %s', (_, html, expected) => {
  if (expected) expect(cleaned(html)).toBe(expected)
  else expect(fromHtml(cleaned(html)).firstChild?.type.name).toBe('taskList')
})

test.each([
  ['open tags', '<blockquote><div>'.repeat(50_000)],
  ['ends of nothing', '<div></x>'.repeat(50_000)],
  ['ends in comments', '<div><!--</div>-->'.repeat(50_000)],
  ['ends in other languages', '<div><style></div></style>'.repeat(50_000)],
  ['ends in values', '<div title="<"></x y="</div>">'.repeat(50_000)],
  ['tags that never end', `${'<a'.repeat(500_000)}>`],
  ['comments that never end', `${'<!-'.repeat(300_000)}-->`],
  ['raw text that ends nowhere', `text${'<style'.repeat(200_000)}`],
])('E1: no depth holds or ends a reader: %s', (_, deep) => {
  const started = performance.now()
  fromHtml(`text${deep}`)
  cleaned(`text${deep}`)
  expect(performance.now() - started).toBeLessThan(4_000)
})

test('E1: what lies too deep is kept as text', () => {
  expect(toHtml(fromHtml(`${'<blockquote>'.repeat(500)}text`))).toContain('text')
  expect(shallow('<p>a<b>b</b><br></p><!-- x -->1 < 2</z>')).toBe('<p>a<b>b</b><br></p>1 < 2')
})

test.each([
  ['# Tide', true],
  ['- a\n- b', true],
  ['see [it](https://quay.example)', true],
  ['| a | b |\n|---|---|\n| 1 | 2 |', true],
  ['High water at six - or seven. 2*3*4 = #24', false],
  ['https://quay.example/a_b_c', false],
])('%j was meant as Markdown: %s', (text, meant) => {
  expect(looksLikeMarkdown(text)).toBe(meant)
})
