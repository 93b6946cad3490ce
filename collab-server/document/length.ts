/** How long a text may be: longer, no browser would lay it out in good time, and reading it would hold the server for seconds. */

import type { Node } from '@tiptap/pm/model'
import * as Y from 'yjs'
import { documentSchema } from './schema.ts'
import { MOST_ATTRIBUTES } from './shallow.ts'
import type { ReadUpdate } from './structs.ts'
import { DEEPEST, eachTag, followTags } from './tags.ts'

/** A thick book. */
const MOST_LETTERS = 4_000_000
const MOST_BLOCKS = 20_000
/** Blocks, and all that is in them: stretches of words, breaks, chips. */
const MOST_NODES = 50_000
const MOST_HTML = 12_000_000

const [letters, blocks] = [MOST_LETTERS, MOST_BLOCKS].map(one => one.toLocaleString('en'))
export const TOO_LONG = `The text is too long: ${letters} letters and ${blocks} blocks can stand in one. Move a part of it to another page.`

const TOO_DEEP = `The text is nested too deeply: at most ${DEEPEST} elements can be within each other.`
const TOO_MANY_ATTRIBUTES = `An element of the text has more than ${MOST_ATTRIBUTES} attributes.`

/** `nodes`: blocks, and all that is in them. */
export type Length = { letters: number; blocks: number; nodes: number }

export const lengthOf = (node: Node): Length => {
  let [blocks, nodes] = [0, 0]
  node.descendants(({ isBlock }) => {
    nodes++
    blocks += isBlock ? 1 : 0
    return isBlock
  })
  return { letters: node.content.size, blocks, nodes }
}

export const isTooLong = ({ letters, blocks, nodes }: Length): boolean =>
  letters > MOST_LETTERS || blocks > MOST_BLOCKS || nodes > MOST_NODES

const isInline = (name: string) =>
  Object.hasOwn(documentSchema.nodes, name) && documentSchema.nodes[name]!.isInline

const countItems = (structs: Iterable<object>, isGone: (item: Y.Item) => boolean): Length => {
  const counted: Length = { letters: 0, blocks: 0, nodes: 0 }
  for (const struct of structs) {
    if (!(struct instanceof Y.Item) || isGone(struct)) continue
    const { content } = struct
    if (content instanceof Y.ContentString) counted.letters += struct.length
    // Words are a node of their own where marks begin.
    if (content instanceof Y.ContentFormat && content.value !== null) counted.nodes++
    if (content instanceof Y.ContentType && content.type instanceof Y.XmlElement) {
      counted.nodes++
      if (!isInline(content.type.nodeName)) counted.blocks++
    }
  }
  return counted
}

/**
 * The length that an update adds, less its own deletions: an editor that shortened its text sends the deleted words as
 * well, while they may still be undone. The update alone does not tell how much it removes from the receiving document.
 */
export const broughtBy = ({ structs, ds }: ReadUpdate): Length =>
  countItems(structs, ({ id }) => Y.isDeleted(ds, id))

/** The length of an open text, counted in the same way: of a long one in milliseconds, where reading it takes a hundred. */
export const countedIn = ({ store }: Y.Doc): Length =>
  countItems([...store.clients.values()].flat(), ({ deleted }) => deleted)

/**
 * The reason in words why HTML is not read; null when it may be. One pass over its letters, before anything is parsed:
 * the cost of reading is bounded here, and grows with the length alone.
 */
export const refusalOfHtml = (html: string): string | null => {
  if (html.length > MOST_HTML) return TOO_LONG
  const take = followTags()
  let [nodes, attributes, isTooDeep] = [0, 0, false]
  eachTag(html, tag => {
    const taken = take(tag)
    nodes += taken.nodes
    attributes = Math.max(attributes, tag.attributes)
    isTooDeep ||= taken.isTooDeep
  })
  if (nodes > MOST_NODES) return TOO_LONG
  if (attributes > MOST_ATTRIBUTES) return TOO_MANY_ATTRIBUTES
  return isTooDeep ? TOO_DEEP : null
}

/** The same of a document of the editor, as JSON. How deep it may be is judged where it comes in. */
export const refusalOfJson = (json: unknown): string | null => {
  const ahead: unknown[] = [json]
  for (let nodes = 0; ahead.length > 0; nodes++) {
    if (nodes > MOST_NODES) return TOO_LONG
    const { marks, attrs, content } = Object(ahead.pop()) as Record<string, unknown>
    const beside = Math.max(lengthOfList(marks), Object.keys(Object(attrs)).length)
    if (beside > MOST_ATTRIBUTES) return TOO_MANY_ATTRIBUTES
    if (Array.isArray(content)) for (const child of content) ahead.push(child)
  }
  return null
}
const lengthOfList = (value: unknown) => (Array.isArray(value) ? value.length : 0)
