/** How long a text may be: longer, no browser would lay it out in good time, and reading it would hold the server for seconds. */
import type { Node } from '@tiptap/pm/model'
import * as Y from 'yjs'

/** A thick book. */
const MOST_LETTERS = 4_000_000
const MOST_BLOCKS = 20_000
/** Reading HTML takes the most time of all. */
const MOST_HTML = 12_000_000
const MOST_TAGS = 200_000

const [letters, blocks] = [MOST_LETTERS, MOST_BLOCKS].map(one => one.toLocaleString('en'))
export const TOO_LONG = `The text is too long: ${letters} letters and ${blocks} blocks can stand in one. Move a part of it to another page.`

export type Length = { letters: number; blocks: number }

export const lengthOf = (node: Node): Length => {
  let blocks = 0
  node.descendants(({ isBlock }) => {
    blocks += isBlock ? 1 : 0
    return isBlock
  })
  return { letters: node.content.size, blocks }
}

export const isTooLong = ({ letters, blocks }: Length): boolean =>
  letters > MOST_LETTERS || blocks > MOST_BLOCKS

/**
 * What an update puts in and does not take out again: who shortens their text sends what they have deleted as well, while
 * they may still undo it. What it takes out of the document it comes to is not told by it alone.
 */
export const broughtBy = (update: Uint8Array): Length => {
  const { structs, ds } = Y.decodeUpdate(update)
  const brought = { letters: 0, blocks: 0 }
  for (const struct of structs) {
    if (!(struct instanceof Y.Item) || Y.isDeleted(ds, struct.id)) continue
    if (struct.content instanceof Y.ContentString) brought.letters += struct.length
    if (struct.content instanceof Y.ContentType && struct.content.type instanceof Y.XmlElement)
      brought.blocks += 1
  }
  return brought
}

/** HTML that would make one: told before it is read. */
export const isTooLongHtml = (html: string): boolean => {
  if (html.length > MOST_HTML) return true
  let tags = 0
  for (let at = html.indexOf('<'); at >= 0 && tags <= MOST_TAGS; at = html.indexOf('<', at + 1)) tags++
  return tags > MOST_TAGS
}
