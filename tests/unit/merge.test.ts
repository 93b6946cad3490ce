import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { editState, emptyNode, mergeDocuments, nodeOf, openState, stateOf, toText } from '#document'
import { fromHtml, toHtml } from '../../collab-server/document/html.ts'
import { mergeThree } from '../../collab-server/document/merge.ts'

const same = (a: string, b: string) => a === b
const keepBoth = (_: string[], mine: string[], theirs: string[]) => [...mine, ...theirs]
const letters = fc.array(fc.constantFrom('a', 'b', 'c', 'd'), { maxLength: 12 })

describe('three-way merge of sequences', () => {
  test('a side that changed nothing leaves the other as it is', () => {
    fc.assert(
      fc.property(letters, letters, (base, next) => {
        expect(mergeThree(base, base, next, same, keepBoth)).toEqual(next)
        expect(mergeThree(base, next, base, same, keepBoth)).toEqual(next)
      }),
    )
  })

  test('what either side added is there afterwards', () => {
    const fresh = (mark: string) =>
      fc.array(
        fc.nat(100).map(n => `${mark}${n}`),
        { maxLength: 4 },
      )
    fc.assert(
      fc.property(letters, fc.nat(12), fc.nat(12), fresh('x'), fresh('y'), (base, i, j, xs, ys) => {
        const put = (at: number, extra: string[]) => [...base.slice(0, at), ...extra, ...base.slice(at)]
        const merged = mergeThree(
          base,
          put(i % (base.length + 1), xs),
          put(j % (base.length + 1), ys),
          same,
          keepBoth,
        )
        for (const added of [...xs, ...ys]) expect(merged).toContain(added)
        expect(merged.length).toBe(base.length + xs.length + ys.length)
      }),
    )
  })
})

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
    ['<p>a</p><p>b</p>', '<p>a</p><p>b changed</p>', '<p>a</p>', '<p>a</p><p>b changed</p>'],
    ['<p>word</p>', '<p>word</p>', '<p><strong>word</strong></p>', '<p><strong>word</strong></p>'],
    ['<p>The boat comes</p>', '<p>The ship comes</p>', '<p>The tub comes</p>', '<p>The shiptub comes</p>'],
    ['<p>tale</p>', '<p>late</p>', '<p>tales</p>', '<p>lates</p>'],
    ['<p>x 😀</p>', '<p>x 😁</p>', '<p>x 😂</p>', '<p>x 😁😂</p>'],
    ['<p>one</p>', '<p>two</p>', '<p>two</p>', '<p>two</p>'],
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
