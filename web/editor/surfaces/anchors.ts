/** Words of a text by the marks that their letters have in the shared document: edits around them do not move these. */
import type { Node } from '@tiptap/pm/model'
import type { EditorState } from '@tiptap/pm/state'
import { ySyncPluginKey } from '@tiptap/y-tiptap'
import * as Y from 'yjs'
import { QUOTE_LENGTH } from '#contract/text/pageComments.ts'

export type Span = { from: number; to: number }
export type Anchor = { start: string; end: string }
export type Quoted = Anchor & { quote: string }

/** Where it sticks: at the letter behind, so that the words begin there, or at the one before, which ends them. */
const BEHIND = 0
const BEFORE = -1

/** The shared text behind an editor. */
export const fragmentOf = (state: EditorState) =>
  (ySyncPluginKey.getState(state) as { type?: Y.XmlFragment } | undefined)?.type ?? null

const sizeOf = (part: unknown) => (part instanceof Y.XmlText ? part.length : 1)

const textAt = (state: EditorState, at: number, stick: number): { text: Y.XmlText; index: number } | null => {
  const $at = state.doc.resolve(at)
  let element: unknown = fragmentOf(state)
  for (let depth = 0; depth < $at.depth; depth++)
    element = element instanceof Y.XmlFragment ? element.get($at.index(depth)) : null
  if (!(element instanceof Y.XmlFragment)) return null
  let found: { text: Y.XmlText; index: number } | null = null
  let passed = 0
  for (const part of element.toArray()) {
    const index = $at.parentOffset - passed
    if (index < 0) break
    const isIn = part instanceof Y.XmlText && index <= part.length
    // Between two runs of text it is the end of one or the beginning of the other.
    if (isIn && (!found || stick === BEHIND)) found = { text: part, index }
    passed += sizeOf(part)
  }
  return found
}

const writtenIn = (text: Y.XmlText, index: number, stick: number): string =>
  btoa(
    String.fromCharCode(
      ...Y.encodeRelativePosition(Y.createRelativePositionFromTypeIndex(text, index, stick)),
    ),
  )

const written = (state: EditorState, at: number, stick: number): string | null => {
  const place = textAt(state, at, stick)
  return place && writtenIn(place.text, place.index, stick)
}

const wordsOf = (text: Y.XmlText): string =>
  text
    .toDelta()
    .map(({ insert }: { insert: unknown }) => (typeof insert === 'string' ? insert : ''))
    .join('')

/** All words of a block of a shared text, without an editor; null where it has none. */
export const quotedIn = (block: Y.XmlElement): Quoted | null => {
  const texts = block.toArray().filter(part => part instanceof Y.XmlText)
  const quote = texts.map(wordsOf).join('').trim().slice(0, QUOTE_LENGTH).trim()
  const spoken = texts.filter(text => wordsOf(text).trim() !== '')
  const [first, last] = [spoken[0], spoken.at(-1)]
  if (!first || !last) return null
  return { quote, start: writtenIn(first, 0, BEHIND), end: writtenIn(last, last.length, BEFORE) }
}

/** The letters of a selection from the first to the last; null where it has none. */
export const wordsIn = (doc: Node, { from, to }: Span): Span | null => {
  let span: Span | null = null
  doc.nodesBetween(from, to, (node, at) => {
    if (!node.isText) return
    const [start, end] = [Math.max(from, at), Math.min(to, at + node.nodeSize)]
    const words = (node.text ?? '').slice(start - at, end - at)
    if (words.trim() === '') return
    const first = start + words.length - words.trimStart().length
    span = { from: span?.from ?? first, to: end - (words.length - words.trimEnd().length) }
  })
  return span
}

export const anchorOf = (state: EditorState, { from, to }: Span): Anchor | null => {
  const [start, end] = [written(state, from, BEHIND), written(state, to, BEFORE)]
  return start && end ? { start, end } : null
}

/** The words, with the context needed to find them again. */
export const quoteOf = (state: EditorState, span: Span): Quoted | null => {
  const anchor = anchorOf(state, span)
  const quote = state.doc.textBetween(span.from, span.to, ' ', '').trim().slice(0, QUOTE_LENGTH).trim()
  return anchor && quote ? { ...anchor, quote } : null
}

const read = (position: string, doc: Y.Doc | null) => {
  try {
    const relative = Y.decodeRelativePosition(Uint8Array.from(atob(position), sign => sign.charCodeAt(0)))
    return doc && Y.createAbsolutePositionFromRelativePosition(relative, doc)
  } catch {
    // An API client's anchor is only known to be base64.
    return null
  }
}

const indexIn = (item: Y.Item): number => {
  let index = 0
  for (let at = item.left; at; at = at.left) if (!at.deleted) index += at.length
  return index
}

/** Children of an element from there up to the text itself; null where some of it was deleted. */
const pathTo = (text: Y.XmlText, root: Y.XmlFragment): number[] | null => {
  const path: number[] = []
  for (let item = text._item; ; item = item.parent._item) {
    if (!item || item.deleted || !(item.parent instanceof Y.AbstractType)) return null
    path.unshift(indexIn(item))
    if (item.parent === root) return path
  }
}

const offsetOf = (position: string, root: Y.XmlFragment, doc: Node): number | null => {
  const found = read(position, root.doc)
  const path = found && found.type instanceof Y.XmlText ? pathTo(found.type, root) : null
  if (!found || !path) return null
  let [node, at] = [doc, 0]
  for (const index of path.slice(0, -1)) {
    if (index >= node.childCount) return null
    for (let before = 0; before < index; before++) at += node.child(before).nodeSize
    node = node.child(index)
    at += 1
  }
  let inside = found.index
  for (let part = found.type._item?.left; part; part = part.left)
    if (!part.deleted) inside += sizeOf(part.content instanceof Y.ContentType ? part.content.type : null)
  return inside <= node.content.size ? at + inside : null
}

/** The place of the words in `doc`, the present state of the shared text; null when they are gone. */
export const spanOf = ({ start, end }: Anchor, root: Y.XmlFragment | null, doc: Node): Span | null => {
  if (!root) return null
  const [from, to] = [offsetOf(start, root, doc), offsetOf(end, root, doc)]
  return from !== null && to !== null && from < to ? { from, to } : null
}

/** Shorter ones are in a text by chance. */
const TELLING = 12

/** To the shared text moved words are other letters. They are found by their letters, if they are there once. */
export const quotesIn = (doc: Node) => {
  let all = ''
  const parts: { offset: number; at: number }[] = []
  doc.descendants((node, at) => {
    if (node.isTextblock && all !== '') all += ' '
    if (!node.isText) return
    parts.push({ offset: all.length, at })
    all += node.text ?? ''
  })
  const placeAt = (offset: number) => {
    const part = parts.findLast(one => one.offset <= offset)
    return part ? part.at + offset - part.offset : 0
  }
  return (quote: string): Span | null => {
    const first = quote.length < TELLING ? -1 : all.indexOf(quote)
    if (first < 0 || all.indexOf(quote, first + 1) >= 0) return null
    return { from: placeAt(first), to: placeAt(first + quote.length - 1) + 1 }
  }
}
