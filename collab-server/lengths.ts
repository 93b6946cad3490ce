/** How long the open texts are: what would make one longer than anyone reads is refused before it is taken in. */
import type { Document } from '@hocuspocus/server'
import type { Node } from '@tiptap/pm/model'
import { broughtBy, isTooLong, type Length, lengthOf, nodeOf, type Structs } from '#document'

/** As it was when it was read last, and all that was put in since. */
const lengths = new WeakMap<Document, Length>()

/** It has been read, to be stored. */
export const measure = (document: Document, node: Node) => lengths.set(document, lengthOf(node))

/** Is there room in it for this? Then it counts. Who only takes out is always heard. */
export const hasRoom = (document: Document, structs: Structs): boolean => {
  const brought = broughtBy(structs)
  if (brought.letters + brought.blocks === 0) return true
  const before = lengths.get(document) ?? lengthOf(nodeOf(document))
  const after = { letters: before.letters + brought.letters, blocks: before.blocks + brought.blocks }
  if (isTooLong(after)) return false
  lengths.set(document, after)
  return true
}
