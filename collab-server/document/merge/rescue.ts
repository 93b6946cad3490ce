/** Taking a stored state into an open text that holds more: words that nobody has stored yet outlive the blocks they stand in. */
import * as Y from 'yjs'
import { deletionOf, type Range } from '../slices.ts'
import { nodeOf, openState } from '../state.ts'
import { mergeInto, turnInto } from './index.ts'

/** The parts that a stored state of this state vector lacks, as ranges of the text's whole life. */
const lackedBy = (stored: Map<number, number>, doc: Y.Doc): Range[] =>
  [...doc.store.clients.keys()].map(client => {
    const clock = stored.get(client) ?? 0
    return { client, clock, length: Y.getState(doc.store, client) - clock }
  })

/** The parts of these ranges that are in the text. */
const standing = (doc: Y.Doc, ranges: Range[]): Range[] => {
  const found: Range[] = []
  for (const { client, clock, length } of ranges) {
    const structs = doc.store.clients.get(client) ?? []
    for (let n = structs.length - 1; n >= 0; n--) {
      const struct = structs[n]!
      if (struct.id.clock + struct.length <= clock) break
      if (struct.deleted || !(struct instanceof Y.Item)) continue
      const from = Math.max(clock, struct.id.clock)
      const to = Math.min(clock + length, struct.id.clock + struct.length)
      if (from < to) found.push({ client, clock: from, length: to - from })
    }
  }
  return found
}

const lengthOf = (ranges: Range[]) => ranges.reduce((sum, { length }) => sum + length, 0)

const storedIn = (state: Uint8Array) => Y.decodeStateVector(Y.encodeStateVectorFromUpdate(state))

/** How much is in an open text that a stored state, known by its state vector, does not hold. */
export const unstoredLength = (doc: Y.Doc, stored: Uint8Array): number =>
  lengthOf(standing(doc, lackedBy(Y.decodeStateVector(stored), doc)))

/** `words`: null where nothing is lost. `left`: ranges that were asked for and never were in the text. */
type Rescued = { words: Uint8Array | null; left: Range[] }

/**
 * An open text that has come of `updates` takes in the state `state`. Where that takes words away with the block they were
 * typed into (it was turned, wrapped, moved or deleted by call), answers the update that puts them where that block is now.
 * The words are those of the ranges `typed`, or else all that `state` lacks.
 */
export const rescueOf = (updates: Uint8Array[], state: Uint8Array, typed?: Range[]): Rescued => {
  const before = Y.mergeUpdates(updates)
  const present = openState(before)
  const words = standing(present, typed ?? lackedBy(storedIn(state), present))
  const left = (typed ?? []).filter(range => standing(present, [range]).length === 0)
  if (words.length === 0) return { words: null, left }
  const [base, after] = [openState(before), openState(before)]
  Y.applyUpdate(after, state)
  if (lengthOf(standing(after, words)) === lengthOf(words)) return { words: null, left }
  const without = deletionOf(words)
  const incoming = openState(state)
  for (const doc of [base, incoming]) Y.applyUpdate(doc, without)
  const wanted = mergeInto(present, { base, view: nodeOf(base), incoming: nodeOf(incoming) })
  const known = Y.encodeStateVector(after)
  return { words: Y.encodeStateAsUpdate(turnInto(after, wanted), known), left }
}
