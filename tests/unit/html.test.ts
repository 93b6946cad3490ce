import type { Node } from '@tiptap/pm/model'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { documentSchema, nodeOf, openState, safeUrl, stateOf, toText } from '#document'
import { fromHtml, toHtml } from '../../collab-server/document/html.ts'
import { runs } from '../support/soak.ts'

type Json = Record<string, unknown>

const words = fc
  .array(fc.constantFrom('tide', 'sill', 'a<b', '&amp;', '"q"', 'ö', '😀', "o'clock"), {
    minLength: 1,
    maxLength: 4,
  })
  .map(list => list.join(' '))
const mark = fc.constantFrom<Json[]>(
  [],
  [{ type: 'bold' }],
  [{ type: 'italic' }],
  [{ type: 'code' }],
  [{ type: 'link', attrs: { href: 'https://quay.example/x?a=1&b=2' } }],
  [{ type: 'customColor', attrs: { color: 'peach' } }],
)
const inline = fc.oneof(
  fc.tuple(words, mark).map(([text, marks]): Json => ({ type: 'text', text, marks })),
  fc.constant<Json>({
    type: 'mention',
    attrs: { entity_name: 'user_mention', entity_identifier: 'x', label: 'Mei' },
  }),
  fc.constant<Json>({ type: 'hardBreak' }),
)
// Browsers draw a break at the very end for an empty line: no text begins or ends with one here.
const line = fc
  .array(inline, { maxLength: 4 })
  .map(parts => parts.filter((part, at) => part.type !== 'hardBreak' || (at > 0 && at < parts.length - 1)))
const paragraph = line.map((content): Json => ({ type: 'paragraph', content }))
const { block } = fc.letrec<{ block: Json }>(tie => ({
  block: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    paragraph,
    fc
      .tuple(fc.integer({ min: 1, max: 6 }), line)
      .map(([level, content]): Json => ({ type: 'heading', attrs: { level }, content })),
    words.map((text): Json => ({ type: 'codeBlock', content: [{ type: 'text', text }] })),
    fc.constant<Json>({ type: 'horizontalRule' }),
    fc.constant<Json>({ type: 'image', attrs: { src: '/api/assets/1/', alt: 'A "pier"', width: 20 } }),
    fc
      .constantFrom('image', 'imageComponent')
      .map((type): Json => ({ type, attrs: { src: '/api/assets/1/', caption: 'The <old> "pier"' } })),
    fc.constant<Json>({
      type: 'fileComponent',
      attrs: { src: '1', name: 'a "tide" <table>.pdf', type: 'application/pdf', size: 1200 },
    }),
    fc.constant<Json>({ type: 'tableOfContents' }),
    fc.constant<Json>({ type: 'issue-embed-component', attrs: { entity_identifier: 'x' } }),
    fc
      .array(tie('block'), { minLength: 1, maxLength: 2 })
      .map((content): Json => ({ type: 'blockquote', content })),
    fc
      .array(tie('block'), { minLength: 1, maxLength: 2 })
      .map((content): Json => ({ type: 'calloutComponent', attrs: { 'data-emoji-unicode': '1' }, content })),
    fc.tuple(line, fc.array(tie('block'), { maxLength: 2 })).map(
      ([summary, below]): Json => ({
        type: 'details',
        content: [{ type: 'detailsSummary', content: summary }, ...below],
      }),
    ),
    fc
      .tuple(
        fc.constantFrom('bulletList', 'orderedList'),
        fc.array(paragraph, { minLength: 1, maxLength: 3 }),
      )
      .map(
        ([type, items]): Json => ({
          type,
          content: items.map(item => ({ type: 'listItem', content: [item] })),
        }),
      ),
    fc.array(fc.tuple(fc.boolean(), paragraph), { minLength: 1, maxLength: 3 }).map(
      (items): Json => ({
        type: 'taskList',
        content: items.map(([checked, item]) => ({ type: 'taskItem', attrs: { checked }, content: [item] })),
      }),
    ),
    fc.array(paragraph, { minLength: 1, maxLength: 3 }).map(
      (cells): Json => ({
        type: 'table',
        content: [{ type: 'tableRow', content: cells.map(cell => ({ type: 'tableCell', content: [cell] })) }],
      }),
    ),
  ),
}))
const documents: fc.Arbitrary<Node> = fc.array(block, { minLength: 1, maxLength: 4 }).map(content => {
  const made = documentSchema.nodeFromJSON({ type: 'doc', content })
  made.check()
  return made
})

describe('a document of the schema', () => {
  test('is the same after HTML and back', () => {
    fc.assert(
      fc.property(documents, node => {
        const html = toHtml(node)
        expect(toHtml(fromHtml(html))).toBe(html)
        expect(fromHtml(html).toJSON()).toEqual(node.toJSON())
      }),
    )
  })

  test('is the same after Yjs and back', () => {
    fc.assert(
      fc.property(documents, node => {
        expect(toHtml(nodeOf(openState(stateOf(node))))).toBe(toHtml(node))
      }),
    )
  })
})

test('E1: HTML of any kind comes out without script, handler or foreign address', () => {
  const pieces = fc.constantFrom(
    '<p>',
    '</p>',
    '<b>',
    '<a href="',
    'javascript:alert(1)',
    '" onclick="x()"',
    '>',
    '</a>',
    '<img src="',
    'data:text/html,x',
    '" onerror=alert(1)>',
    '<svg/onload=x()>',
    '<script>',
    '</script>',
    '<!--',
    '-->',
    '<style>',
    '</style>',
    '<math><mi>',
    '<table><tr><td>',
    '<template>',
    '&#106;avascript:',
    '\u0000',
    '\n',
    '<iframe srcdoc="',
    '<div data-block-type="callout-component">',
    '<details open ontoggle="x()">',
    '<summary>',
    'text',
    '<![CDATA[',
    '<a xlink:href="',
    "'",
  )
  fc.assert(
    fc.property(fc.array(pieces, { maxLength: 25 }), parts => {
      const html = toHtml(fromHtml(parts.join('')))
      // Attributes and tags only: as text between them anything may be.
      const tags = [...html.matchAll(/<[^>]*>/g)].map(([tag]) =>
        tag.replace(/="[^"]*"/g, value => value.toLowerCase()),
      )
      for (const tag of tags) {
        expect(tag).not.toMatch(/^<\/?(script|style|iframe|svg|math|template|object|embed|form|input)/i)
        expect(tag.replace(/="[^"]*"/g, '')).not.toMatch(/\son\w+/i)
        expect(tag).not.toMatch(/(href|src)="\s*(javascript|data|vbscript):/)
      }
    }),
    runs(500),
  )
})

test.each([
  [
    '<details open><summary>One</summary>two<p>three</p></details>',
    '<details><summary>One</summary><p>two</p><p>three</p></details>',
  ],
  ['<details><p>one</p></details>', '<details><summary></summary><p>one</p></details>'],
  [
    '<details><p>one</p><summary>Two</summary></details>',
    '<details><summary>Two</summary><p>one</p></details>',
  ],
  ['<summary>One</summary>', '<p>One</p>'],
])('a toggle from elsewhere, %s, has its line and its content', (given, read) => {
  expect(toHtml(fromHtml(given))).toBe(read)
})

const PIER = '<image-component src="1" alt="Pier"></image-component>'
test.each([
  [PIER, PIER],
  ['<img src="/a.png" alt="A">', '<img src="/a.png" alt="A">'],
  [
    `<figure>${PIER}<figcaption>The <b>old</b>\n pier</figcaption></figure>`,
    `<figure>${PIER}<figcaption>The old pier</figcaption></figure>`,
  ],
  [`<figure>${PIER}</figure>`, PIER],
  [`<figure>${PIER}<figcaption> </figcaption></figure>`, PIER],
  [
    '<figure><a href="/x"><img src="/a.png"></a><figcaption>A</figcaption></figure>',
    '<figure><img src="/a.png"><figcaption>A</figcaption></figure>',
  ],
  [
    '<figure><table><tr><td>1</td></tr></table><figcaption>A</figcaption></figure>',
    '<table style="min-width: 25px"><colgroup><col style="min-width: 25px"></colgroup><tbody><tr><td colspan="1" rowspan="1"><p>1</p></td></tr></tbody></table><p>A</p>',
  ],
  [`<figure>${PIER}<p>More</p></figure>`, `${PIER}<p>More</p>`],
])('an image is as it was, and a figure only where it has a caption: %s', (given, read) => {
  expect(toHtml(fromHtml(given))).toBe(read)
})

test('the words below an image are words of the text', () => {
  expect(toText(fromHtml(`<p>a</p><figure>${PIER}<figcaption>Old pier</figcaption></figure><p>b</p>`))).toBe(
    'a\nOld pier\nb',
  )
})

test.each([
  ['https://quay.example', true],
  ['mailto:a@b.example', true],
  ['/w/projects', true],
  ['#part', true],
  ['//evil.example', false],
  ['/\\evil.example', false],
  [' java\tscript:alert(1)', false],
  ['\u0001javascript:alert(1)', false],
  ['data:text/html,x', false],
  ['vbscript:x', false],
  ['file:///etc/passwd', false],
  ['', false],
])('E3: the address %j is followed: %s', (value, good) => {
  expect(safeUrl(value) !== null).toBe(good)
})
