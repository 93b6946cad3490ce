/** Taking a stored state into an open text that holds more: words that nobody has stored yet outlive the blocks they stand in. */
import * as encoding from 'lib0/encoding'
import * as Y from 'yjs'
import { nodeOf, openState } from '../state.ts'
import { mergeInto, turnInto } from './index.ts'

type Range = { client: number; clock: number; length: number }

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

/** An update that only deletes. */
const deletionOf = (ranges: Range[]): Uint8Array => {
  const encoder = encoding.createEncoder()
  encoding.writeVarUint(encoder, 0)
  const byClient = Map.groupBy(ranges, ({ client }) => client)
  encoding.writeVarUint(encoder, byClient.size)
  for (const [client, own] of byClient) {
    encoding.writeVarUint(encoder, client)
    encoding.writeVarUint(encoder, own.length)
    for (const { clock, length } of own.sort((a, b) => a.clock - b.clock)) {
      encoding.writeVarUint(encoder, clock)
      encoding.writeVarUint(encoder, length)
    }
  }
  return encoding.toUint8Array(encoder)
}

/**
 * Merges a stored state into an open text by `apply`. Where that would take unstored words away with the block they were
 * typed into (it was turned, wrapped, moved or deleted by call), answers an edit that puts them where that block is now.
 */
export const takeIn = (doc: Y.Doc, state: Uint8Array, apply: () => void): (() => void) | null => {
  const stored = Y.decodeStateVector(Y.encodeStateVectorFromUpdate(state))
  const unstored = unstoredIn(doc, stored)
  if (unstored.length === 0) {
    apply()
    return null
  }
  const before = Y.encodeStateAsUpdate(doc)
  apply()
  if (lengthOf(unstoredIn(doc, stored)) === lengthOf(unstored)) return null
  const [base, present] = [openState(before), openState(before)]
  Y.applyUpdate(base, deletionOf(unstored))
  const wanted = mergeInto(present, { base, view: nodeOf(base), incoming: nodeOf(openState(state)) })
  return () => turnInto(doc, wanted)
}
