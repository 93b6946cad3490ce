import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { editState, emptyNode, nodeOf, openState, stateOf, toText } from '#document'
import { fromHtml, toHtml } from '../../collab-server/document/html.ts'
import { mergeDocuments } from '../../collab-server/document/merge/index.ts'

const merged = (base: string, present: string, incoming: string) =>
  toHtml(mergeDocuments(fromHtml(base), fromHtml(present), fromHtml(incoming)))

describe('documents', () => {
  test.each([
    [
      '<p>The boat comes</p>',
      '<p>The big boat comes</p>',
      '<p>The boat comes late</p>',
      '<p>The big boat comes late</p>',
    ],
    ['<p>a</p><p>b</p>', '<p>a!</p><p>b</p>', '<p>a</p><p>b?</p>', '<p>a!</p><p>b?</p>'],
    ['<p>a</p>', '<p>a</p><p>mine</p>', '<p>a</p><p>theirs</p>', '<p>a</p><p>mine</p><p>theirs</p>'],
    // Of what one took out the words stay that the other has put in.
    ['<p>a</p><p>b</p>', '<p>a</p><p>b changed</p>', '<p>a</p>', '<p>a</p><p>changed</p>'],
    ['<p>word</p>', '<p>word</p>', '<p><strong>word</strong></p>', '<p><strong>word</strong></p>'],
    ['<p>The boat comes</p>', '<p>The ship comes</p>', '<p>The tub comes</p>', '<p>The ship tub comes</p>'],
    // Two edits of one word make two words.
    ['<p>a tale</p>', '<p>a late</p>', '<p>a tales</p>', '<p>a late tales</p>'],
    // A block put in above one that was changed.
    [
      '<p>The original sentence</p>',
      '<p>Quite another original sentence</p>',
      '<p>Above</p><p>The original sentence</p>',
      '<p>Above</p><p>Quite another original sentence</p>',
    ],
    [
      '<p>One two</p><p>three four</p>',
      '<p>One two here</p><p>three four</p>',
      '<p>One two three four there</p>',
      '<p>One two here three four there</p>',
    ],
    [
      '<p>One two three four</p>',
      '<p>One two</p><p>three four here</p>',
      '<p>One two three there four</p>',
      '<p>One two</p><p>three there four here</p>',
    ],
    ['<p>a b</p><p>c d</p>', '<p>a b</p><p>c e d</p>', '<p>c d</p><p>a b</p>', '<p>c e d</p><p>a b</p>'],
    ['<p>a b</p>', '<p>a x b</p>', '<h2>a b</h2>', '<h2>a x b</h2>'],
    ['<p>a b</p>', '<p>a x b</p>', '<ul><li><p>a b</p></li></ul>', '<ul><li><p>a x b</p></li></ul>'],
    [
      '<blockquote><p>a b</p></blockquote>',
      '<blockquote><p>a b</p><p>more</p></blockquote>',
      '<p>a b c</p>',
      '<p>a b c</p><blockquote><p>more</p></blockquote>',
    ],
    ['<p>x 😀</p>', '<p>x 😁</p>', '<p>x 😂</p>', '<p>x 😁😂</p>'],
    ['<p>one</p>', '<p>two</p>', '<p>two</p>', '<p>two</p>'],
    // It is by chance which of two equal words stayed, unless another came in the place of one.
    ['<p>a a b</p>', '<p>a c b</p>', '<p>d a b</p>', '<p>d c b</p>'],
    ['<p>a b b</p>', '<p>a c b</p>', '<p>a b d</p>', '<p>a c d</p>'],
    // One block of which one side left a word, and took that word the other.
    ['<p>a b c d e</p><p>f</p>', '<p>a b c d g</p><p>f</p>', '<p>e</p><p>f</p>', '<p>g</p><p>f</p>'],
    // Split by one side, wrapped by the other.
    [
      '<p>a b c d</p>',
      '<p>a</p><p>b c d</p>',
      '<blockquote><p>a c d</p></blockquote>',
      '<blockquote><p>a</p><p>c d</p></blockquote>',
    ],
  ])('%s became %s here and %s there', (base, present, incoming, expected) => {
    expect(merged(base, present, incoming)).toBe(expected)
  })

  test('a word that one side put in, and the other’s beside or over it, are both there afterwards', () => {
    const word = (letters: string) =>
      fc.array(fc.constantFrom(...letters), { minLength: 3, maxLength: 6 }).map(list => list.join(''))
    const replaced = (list: string[], at: number, by: string) => list.map((old, n) => (n === at ? by : old))
    const html = (list: string[]) => `<p>${list.join(' ')}</p>`
    fc.assert(
      // Letters of their own, and letters that the text has as well: neither may be mistaken for old text.
      fc.property(
        fc.array(word('aeiou'), { minLength: 1, maxLength: 4 }),
        fc.nat(3),
        fc.nat(3),
        word('bcdae'),
        word('xyzae'),
        (base, i, j, mine, theirs) => {
          const here = replaced(base, i % base.length, mine)
          const there = replaced(base, j % base.length, theirs)
          const text = merged(html(base), html(here), html(there))
          const own = (from: string, letters: string) => [...from].filter(letter => letters.includes(letter))
          expect(own(text.slice(3, -4), 'bcd')).toEqual(own(mine, 'bcd'))
          expect(own(text.slice(3, -4), 'xyz')).toEqual(own(theirs, 'xyz'))
          if (i % base.length !== j % base.length)
            expect(text).toBe(html(replaced(here, j % base.length, theirs)))
        },
      ),
    )
  })

  test('a state edited into a text holds exactly that text', () => {
    const words = fc.array(fc.constantFrom('tide', 'berth', 'sill', '<b>bold</b>', 'a&amp;b'), {
      maxLength: 5,
    })
    const html = fc
      .array(words, { minLength: 1, maxLength: 5 })
      .map(list => list.map(part => `<p>${part.join(' ')}</p>`).join(''))
    fc.assert(
      fc.property(html, html, (from, to) => {
        const state = stateOf(fromHtml(from))
        expect(toHtml(nodeOf(openState(editState(state, fromHtml(to)))))).toBe(toHtml(fromHtml(to)))
      }),
    )
  })

  test('an empty text is one empty paragraph', () => {
    expect([toHtml(emptyNode()), toText(emptyNode())]).toEqual(['<p></p>', ''])
  })
})

describe('HTML from outside', () => {
  test.each([
    '<script>alert(1)</script>',
    '<img src=x onerror=alert(1)>',
    '<a href=" javascript:alert(1)">x</a>',
    '<a href="java&#10;script:alert(1)">x</a>',
    '<a href="data:text/html,x">x</a>',
    '<a href="//evil.example">x</a>',
    '<iframe src="https://evil.example"></iframe>',
    '<svg onload=alert(1)><circle/></svg>',
    '<p style="background:url(javascript:1)" onclick="x()">x</p>',
    '<style>*{display:none}</style>',
    `${'<div>'.repeat(500)}deep${'</div>'.repeat(500)}`,
  ])('%s does no harm', html => {
    expect(toHtml(fromHtml(html))).not.toMatch(
      /<script|on\w+=|javascript:|data:|<iframe|<svg|<style|href="\/\//i,
    )
  })

  test('a second reading changes nothing', () => {
    const once = toHtml(
      fromHtml(
        '<h2>A</h2><ul><li>x</li></ul><pre><code class="language-ts">let a</code></pre><table><tr><th>h</th></tr></table>',
      ),
    )
    expect(toHtml(fromHtml(once))).toBe(once)
  })
})
