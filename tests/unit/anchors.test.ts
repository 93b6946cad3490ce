import { EditorState } from '@tiptap/pm/state'
import { initProseMirrorDoc, prosemirrorToYXmlFragment, ySyncPlugin } from '@tiptap/y-tiptap'
import { describe, expect, test } from 'vitest'
import * as Y from 'yjs'
import { fromHtml } from '../../collab-server/document/html.ts'
import { documentSchema, FRAGMENT } from '../../collab-server/document/index.ts'
import { quoteOf, quotesIn, type Span, spanOf, wordsIn } from '../../web/editor/surfaces/anchors.ts'

const MENTION =
  '<mention-component id="x" entity_name="user_mention" entity_identifier="y"></mention-component>'
const TEXT = `<p>High water</p><ul><li><p>at six <strong>or so</strong></p></li></ul><p>${MENTION} says <em>so</em>${MENTION}</p><p></p><table><tbody><tr><td colspan="1" rowspan="1"><p>Sill</p></td></tr></tbody></table><h2>Low water</h2>`

const shared = (html: string) => {
  const doc = new Y.Doc()
  const fragment = doc.getXmlFragment(FRAGMENT)
  prosemirrorToYXmlFragment(fromHtml(html), fragment)
  const read = () => initProseMirrorDoc(fragment, documentSchema).doc
  const state = () => EditorState.create({ doc: read(), plugins: [ySyncPlugin(fragment)] })
  return { fragment, read, state }
}

const spanOfWords = (state: EditorState, words: string): Span => {
  const found: Span[] = []
  state.doc.descendants((node, at) => {
    const first = node.isTextblock ? node.textBetween(0, node.content.size, '', '\ufffc').indexOf(words) : -1
    if (first >= 0) found.push({ from: at + 1 + first, to: at + 1 + first + words.length })
  })
  return found[0] ?? { from: 0, to: 0 }
}

const textAt = (fragment: Y.XmlFragment, path: number[]): Y.XmlText => {
  let at: unknown = fragment
  for (const index of path) at = (at as Y.XmlFragment).get(index)
  return at as Y.XmlText
}

/** The words after an edit of the shared text; null when they are gone. */
const after = (words: string, edit: (fragment: Y.XmlFragment) => void): string | null => {
  const { fragment, read, state } = shared(TEXT)
  const quoted = quoteOf(state(), spanOfWords(state(), words))
  if (!quoted) throw new Error(`no anchor for ${words}`)
  edit(fragment)
  const now = read()
  const span = spanOf(quoted, fragment, now)
  return span && now.textBetween(span.from, span.to, ' ', '@')
}

describe('an anchor', () => {
  test('of any words leads to these words, at the beginning of a text too', () => {
    const { fragment, state } = shared(TEXT)
    const now = state()
    let tried = 0
    for (let from = 0; from < now.doc.content.size; from++)
      for (let to = from + 1; to <= now.doc.content.size; to++) {
        const words = wordsIn(now.doc, { from, to })
        const quoted = words && quoteOf(now, words)
        if (!words || !quoted) continue
        tried++
        expect(spanOf(quoted, fragment, now.doc), quoted.quote).toEqual(words)
      }
    expect(tried).toBeGreaterThan(500)
  })

  test.each<[string, string, (fragment: Y.XmlFragment) => void, string | null]>([
    ['words typed before them', 'water', f => textAt(f, [0, 0]).insert(0, 'Very '), 'water'],
    ['right before them', 'water', f => textAt(f, [0, 0]).insert(5, 'more '), 'water'],
    ['right behind them', 'High', f => textAt(f, [0, 0]).insert(4, 'est'), 'High'],
    ['among them', 'High water', f => textAt(f, [0, 0]).insert(4, 'er'), 'Higher water'],
    ['a block before theirs', 'or so', f => f.insert(0, [new Y.XmlElement('paragraph')]), 'or so'],
    ['a block away before theirs', 'or so', f => f.delete(0, 1), 'or so'],
    ['their beginning deleted', 'High water', f => textAt(f, [0, 0]).delete(0, 5), 'water'],
    ['they are deleted', 'water', f => textAt(f, [0, 0]).delete(5, 5), null],
    ['their block is deleted', 'or so', f => f.delete(1, 1), null],
    [
      'others typed where they were deleted',
      'water',
      f => {
        textAt(f, [0, 0]).delete(5, 5)
        textAt(f, [0, 0]).insert(5, 'tide')
      },
      null,
    ],
  ])('after %s', (_, words, edit, expected) => {
    expect(after(words, edit)).toBe(expected)
  })

  test('that is no anchor at all is one whose words are gone', () => {
    const { fragment, read } = shared(TEXT)
    for (const start of ['', 'AQID', '!', 'AAAA'])
      expect(spanOf({ start, end: 'BAUG' }, fragment, read())).toBeNull()
  })
})

test('moved words are found by their letters, if these are telling and are there once', () => {
  const { read } = shared(`${TEXT}<p>They said so, and at six or so</p><p>They said so</p>`)
  const now = read()
  const found = quotesIn(now)
  const words = (quote: string) => {
    const span = found(quote)
    return span && now.textBetween(span.from, span.to, ' ', '')
  }
  expect(words('so, and at six')).toBe('so, and at six')
  expect(words('Sill Low water')).toBe('Sill Low water')
  expect(words('They said so')).toBeNull()
  expect(words('Sill')).toBeNull()
})
