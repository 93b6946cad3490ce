/** The length of the open texts: an update that would make one too long is refused before it is taken in. */
import type { Document } from '@hocuspocus/server'
import { countedIn, isTooLong, type Length, lengthOf, nodeOf } from '#document'

/** As it was when it was read or counted last, and all that was put in since. */
const lengths = new WeakMap<Document, Length>()

/** Called when it is read, to be stored: the answer takes its length, to which comes what was put in meanwhile. */
export const measure = (document: Document) => {
  const before = lengths.get(document)
  return (length: Length) => {
    const now = lengths.get(document)
    const since = before && now ? plus(now, before, -1) : NO_LENGTH
    lengths.set(document, plus(length, since))
  }
}

export const NO_LENGTH: Length = { letters: 0, blocks: 0, nodes: 0 }
export const plus = (one: Length, other: Length, times = 1): Length => ({
  letters: one.letters + times * other.letters,
  blocks: one.blocks + times * other.blocks,
  nodes: one.nodes + times * other.nodes,
})

/** Says whether the text has room for so much more, and counts it. Deletions alone are always taken. */
export const hasRoom = (document: Document, brought: Length): boolean => {
  if (brought.letters + brought.nodes === 0) return true
  let after = plus(lengths.get(document) ?? countedIn(document), brought)
  // Words deleted since it was counted make room as well.
  if (isTooLong(after)) after = plus(lengthOf(nodeOf(document)), brought)
  if (isTooLong(after)) return false
  lengths.set(document, after)
  return true
}
