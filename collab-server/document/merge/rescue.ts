/** Taking a stored state into an open text that holds more: words that nobody has stored yet outlive the blocks they stand in. */
import * as Y from 'yjs'
import { deletionOf, type Range } from '../slices.ts'
import { nodeOf, openState } from '../state.ts'
import { mergeInto, turnInto } from './index.ts'

/** What stands in the text and is in no stored state. */
const unstoredIn = (doc: Y.Doc, stored: Map<number, number>): Range[] => {
  const found: Range[] = []
  for (const [client, structs] of doc.store.clients) {
    const from = stored.get(client) ?? 0
    for (let n = structs.length - 1; n >= 0; n--) {
      const struct = structs[n]!
      if (struct.id.clock + struct.length <= from) break
      if (struct.deleted || !(struct instanceof Y.Item)) continue
      const clock = Math.max(from, struct.id.clock)
      found.push({ client, clock, length: struct.id.clock + struct.length - clock })
    }
  }
  return found
}

const lengthOf = (ranges: Range[]) => ranges.reduce((sum, { length }) => sum + length, 0)

const storedIn = (state: Uint8Array) => Y.decodeStateVector(Y.encodeStateVectorFromUpdate(state))

/** How much stands in an open text that a stored state, told by its state vector, does not hold. */
export const unstoredLength = (doc: Y.Doc, stored: Uint8Array): number =>
  lengthOf(unstoredIn(doc, Y.decodeStateVector(stored)))

/**
 * An open text that was in the state `before` takes in a stored state. Where that takes unstored words away with the block
 * they were typed into (it was turned, wrapped, moved or deleted by call), answers the update that puts them where that block
 * is now; null where nothing is lost.
 */
export const rescueOf = (before: Uint8Array, state: Uint8Array): Uint8Array | null => {
  const stored = storedIn(state)
  const [present, after] = [openState(before), openState(before)]
  const unstored = unstoredIn(present, stored)
  Y.applyUpdate(after, state)
  if (lengthOf(unstoredIn(after, stored)) === lengthOf(unstored)) return null
  const base = openState(before)
  Y.applyUpdate(base, deletionOf(unstored))
  const wanted = mergeInto(present, { base, view: nodeOf(base), incoming: nodeOf(openState(state)) })
  const known = Y.encodeStateVector(after)
  return Y.encodeStateAsUpdate(turnInto(after, wanted), known)
}
