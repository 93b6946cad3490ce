/** The parts of a run of words: words, signs between them, and inline nodes. */
import type { Mark, Node } from '@tiptap/pm/model'
import * as Y from 'yjs'
import type { Part } from './parts.ts'

/** A word is never split: two people's edits of one word make two words. */
export type Token = {
  /** Equal for tokens that read the same, whatever marks they wear. */
  key: string
  /** Its letters with their marks; one entry without text for an image or a mention. */
  letters: { text: string; marks: readonly Mark[] }[]
  node: Node | null
  /** The same in every state of one document; null for a text that is in none. */
  id: string | null
  /** Where it begins, in the units in which Yjs counts. */
  at: number
  length: number
}

// In scripts that part no words by spaces each sign is one. A longer word comes in pieces: a match of millions of letters
// exhausts the engine's stack.
const WORDS =
  /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]|[[\p{L}\p{N}\p{M}_’']--[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]]{1,200}|./gsv
const WORD = /^[\p{L}\p{N}\p{M}_’']/u

export const isWord = ({ key, node }: Token) => node === null && WORD.test(key)
const SPACE = /^\s$/u
export const isSpace = ({ key, node }: Token) => node === null && SPACE.test(key)

/** The identity of each unit of the block's Yjs text; null where its words are in none. */
const idsIn = ({ y, node }: Part): { clients: Float64Array; clocks: Float64Array } | null => {
  if (!y) return null
  const { size } = node.content
  const [clients, clocks] = [new Float64Array(size), new Float64Array(size)]
  let at = 0
  const put = (id: Y.ID, length: number) => {
    for (let n = 0; n < length && at < size; n++, at++) [clients[at], clocks[at]] = [id.client, id.clock + n]
    return at
  }
  for (const child of y.toArray()) {
    if (!(child instanceof Y.XmlText)) {
      if (child._item) put(child._item.id, 1)
      continue
    }
    for (let item = child._start; item; item = item.right)
      if (!item.deleted && item.content instanceof Y.ContentString) put(item.id, item.length)
  }
  return at === size ? { clients, clocks } : null
}

type Stretch = { text: string; runs: { text: string; marks: readonly Mark[] }[] }

const tokensOfStretch = ({ text, runs }: Stretch): Pick<Token, 'key' | 'letters'>[] => {
  const found: Pick<Token, 'key' | 'letters'>[] = []
  let [run, used] = [0, 0]
  for (const [word] of text.matchAll(WORDS)) {
    const letters: Token['letters'] = []
    for (let left = word.length; left > 0; ) {
      const { text: shown, marks } = runs[run]!
      const taken = Math.min(left, shown.length - used)
      letters.push({ text: shown.slice(used, used + taken), marks })
      left -= taken
      used += taken
      if (used === shown.length) [run, used] = [run + 1, 0]
    }
    found.push({ key: word, letters })
  }
  return found
}

/** The keys of a block's tokens, one by one: whoever needs a few pays for a few. */
export function* keysOf({ node }: Part): Generator<string> {
  let text = ''
  for (const child of node.children) {
    if (child.isText) {
      text += child.text!
      continue
    }
    for (const [word] of text.matchAll(WORDS)) yield word
    text = ''
    yield keyOfThing(child)
  }
  for (const [word] of text.matchAll(WORDS)) yield word
}

const keyOfThing = ({ type, attrs }: Node) => `\0${type.name}${JSON.stringify(attrs)}`

const known = new WeakMap<Part, Token[]>()
/** Blocks of which each stretch of letters is one token. */
const coarse = new WeakSet<Part>()

/** Has blocks that are not yet compared do so stretch by stretch, not word by word. */
export const coarsen = (parts: readonly Part[]): void => {
  for (const part of parts) coarse.add(part)
}

/** The tokens of a block of words. */
export const tokensOf = (part: Part): Token[] => {
  const found = known.get(part)
  if (found) return found
  const tokens: Token[] = []
  const ids = idsIn(part)
  let at = 0
  const idOf = (length: number): string | null => {
    if (!ids) return null
    // Of letters typed one after another the first says all.
    let id = `${length}`
    for (let n = 0; n < length; n++) {
      const [client, clock] = [ids.clients[at + n]!, ids.clocks[at + n]!]
      const goesOn = n > 0 && client === ids.clients[at + n - 1] && clock === ids.clocks[at + n - 1]! + 1
      if (!goesOn) id += ` ${client}:${clock}`
    }
    return id
  }
  const put = (token: Pick<Token, 'key' | 'letters'>, node: Node | null, length: number) => {
    tokens.push({ key: token.key, letters: token.letters, node, id: idOf(length), at, length })
    at += length
  }
  let stretch: Stretch = { text: '', runs: [] }
  const end = () => {
    const { text, runs } = stretch
    if (!coarse.has(part)) for (const token of tokensOfStretch(stretch)) put(token, null, token.key.length)
    else if (text) put({ key: text, letters: runs }, null, text.length)
    stretch = { text: '', runs: [] }
  }
  for (const child of part.node.children) {
    if (child.isText) {
      stretch.text += child.text!
      stretch.runs.push({ text: child.text!, marks: child.marks })
      continue
    }
    end()
    put({ key: keyOfThing(child), letters: [{ text: '', marks: child.marks }] }, child, child.nodeSize)
  }
  end()
  known.set(part, tokens)
  return tokens
}
