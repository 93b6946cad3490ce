/** Writes a merged text into the Yjs document that it was merged with: unchanged parts keep their identity. */
import type { Mark } from '@tiptap/pm/model'
import { updateYFragment } from '@tiptap/y-tiptap'
import * as Y from 'yjs'
import type { Fitted } from './fit.ts'
import type { Part } from './parts.ts'
import { inOrder } from './sequences.ts'
import { type Token, tokensOf } from './tokens.ts'
import { commonEnds, lettersFrom, type Word } from './words.ts'

type Letters = Token['letters']
type Change =
  | { at: number; remove: number }
  | { at: number; put: Letters }
  | { at: number; before: Letters; after: Letters }

const lengthOf = (letters: Letters) => letters.reduce((sum, { text }) => sum + text.length, 0)

/** Another word in place of one, or the same in other marks. */
const changesWithin = ({ at, key, letters }: Token, wanted: string, after: Letters): Change[] => {
  if (key === wanted) return [{ at, before: letters, after }]
  const [start, end] = commonEnds(key, wanted)
  const [remove, put] = [key.length - end - start, lettersFrom(after, start, wanted.length - end)]
  const dressed = (from: number, length: number, inWanted: number): Change => ({
    at: at + from,
    before: lettersFrom(letters, from, from + length),
    after: lettersFrom(after, inWanted, inWanted + length),
  })
  return [
    dressed(0, start, 0),
    ...(put.length > 0 ? [{ at: at + start, put }] : []),
    ...(remove > 0 ? [{ at: at + start, remove }] : []),
    dressed(key.length - end, end, wanted.length - end),
  ].filter(change => !('before' in change) || change.before.length > 0)
}

/** The edit that makes `words` of a block, in order; null where more than words comes or goes. */
const changesOf = (part: Part, words: Word[]): Change[] | null => {
  const tokens = tokensOf(part)
  const places = new Map(tokens.map((token, n) => [token, n]))
  const changes: Change[] = []
  let [next, at] = [0, 0]
  const isGone = (until: number): boolean => {
    const lost = tokens.slice(next, until)
    const remove = lost.reduce((sum, token) => sum + token.length, 0)
    if (remove > 0) changes.push({ at, remove })
    return lost.every(token => token.node === null)
  }
  for (const { placed, letters, from } of words) {
    const n = from?.lines === part ? places.get(from.token) : undefined
    if (n === undefined || n < next) {
      if (placed.token.node) return null
      changes.push({ at, put: letters })
      continue
    }
    if (!isGone(n)) return null
    const token = tokens[n]!
    if (letters !== token.letters) {
      if (token.node) return null
      changes.push(...changesWithin(token, placed.token.key, letters))
    }
    at = token.at + token.length
    next = n + 1
  }
  return isGone(tokens.length) ? changes : null
}

const attributesOf = (marks: readonly Mark[]) =>
  Object.fromEntries(marks.map(mark => [mark.type.name, mark.attrs]))

/** Each unit of Yjs has the marks of its letters. */
const marksByUnit = (letters: Letters) =>
  letters.flatMap(({ text, marks }) => Array.from({ length: text.length }, () => marks))

const dress = (text: Y.XmlText, at: number, before: Letters, after: Letters) => {
  const [was, wanted] = [marksByUnit(before), marksByUnit(after)]
  for (let from = 0; from < wanted.length; ) {
    let to = from + 1
    while (to < wanted.length && was[to] === was[from] && wanted[to] === wanted[from]) to++
    const taken = was[from]!.filter(mark => !mark.isInSet(wanted[from]!))
    const given = wanted[from]!.filter(mark => !mark.isInSet(was[from]!))
    const gone = Object.fromEntries(taken.map(mark => [mark.type.name, null]))
    if (taken.length + given.length > 0)
      text.format(at + from, to - from, { ...gone, ...attributesOf(given) })
    from = to
  }
}

type Stretch = { child: Y.XmlText | null; from: number; to: number }

const stretchesOf = (element: Y.XmlElement): Stretch[] => {
  let to = 0
  return element.toArray().map(child => {
    const from = to
    const isText = child instanceof Y.XmlText
    to += isText ? child.length : 1
    return { child: isText ? child : null, from, to }
  })
}

const applyChange = (text: Y.XmlText, at: number, change: Change) => {
  if ('remove' in change) text.delete(at, change.remove)
  else if ('put' in change)
    for (const part of [...change.put].reverse()) text.insert(at, part.text, attributesOf(part.marks))
  else dress(text, at, change.before, change.after)
}

/**
 * Applies changes that are in their order, the last first: an edit moves only the places behind it, so that each finds its
 * text by one way back. False where one has no text that holds all of it.
 */
const applyChanges = (element: Y.XmlElement, changes: readonly Change[]): boolean => {
  const stretches = stretchesOf(element)
  let n = stretches.length - 1
  return [...changes].reverse().every(change => {
    const length = 'remove' in change ? change.remove : 'put' in change ? 0 : lengthOf(change.before)
    while (n >= 0 && stretches[n]!.from > change.at) n--
    let found: Stretch | null = null
    for (let at = n; at >= 0 && stretches[at]!.to >= change.at + length; at--)
      if (stretches[at]!.child) found = stretches[at]!
    if (!found?.child) return false
    applyChange(found.child, change.at - found.from, change)
    return true
  })
}

const rewrite = (doc: Y.Doc, element: Y.XmlElement, { node }: Fitted) =>
  updateYFragment(doc, element, node, { mapping: new Map(), isOMark: new Map() })

const setAttributes = (element: Y.XmlElement, { node, from }: Fitted) => {
  for (const [name, value] of Object.entries(node.attrs)) {
    if (JSON.stringify(value) === JSON.stringify(from?.node.attrs[name])) continue
    if (value === null || value === undefined) element.removeAttribute(name)
    else element.setAttribute(name, value)
  }
}

const editBlock = (transaction: Y.Transaction, element: Y.XmlElement, block: Fitted) => {
  if (block.within.length > 0) {
    setAttributes(element, block)
    return editBlocks(transaction, element, block.within)
  }
  if (block.node === block.from?.node) return
  const changes = block.from && block.words && changesOf(block.from, block.words)
  // Last first: an edit moves only the places behind it.
  if (!changes || !applyChanges(element, changes)) return rewrite(transaction.doc, element, block)
  setAttributes(element, block)
}

const editBlocks = (transaction: Y.Transaction, parent: Y.XmlElement | Y.XmlFragment, blocks: Fitted[]) => {
  const present = parent.toArray()
  const index = new Map(present.map((child, n) => [child, n]))
  const kept = new Map(
    inOrder(
      blocks.flatMap(({ node, from }, n): [number, number][] => {
        const at = from?.y instanceof Y.XmlElement ? index.get(from.y) : undefined
        return at !== undefined && from?.node.type.name === node.type.name ? [[n, at]] : []
      }),
    ),
  )
  const stays = new Set(kept.values())
  // Without numbers: Yjs would count from the first block to each place.
  for (const [n, child] of present.entries()) if (!stays.has(n)) child._item?.delete(transaction)
  let last: Y.XmlElement | null = null
  for (const [n, block] of blocks.entries()) {
    const at = kept.get(n)
    if (at !== undefined) {
      last = present[at] as Y.XmlElement
      editBlock(transaction, last, block)
      continue
    }
    const element: Y.XmlElement = new Y.XmlElement(block.node.type.name)
    parent.insertAfter(last, [element])
    last = element
    rewrite(transaction.doc, element, block)
  }
}

/** Makes `doc` hold the merged text. */
export const writeMerged = (doc: Y.Doc, fragment: Y.XmlFragment, top: Fitted): void =>
  doc.transact(transaction => editBlocks(transaction, fragment, top.within))
