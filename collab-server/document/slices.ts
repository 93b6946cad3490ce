/**
 * Yjs takes an update in at one go, and an edit of thousands of places in a long text takes seconds. Cut into slices it holds
 * nobody up: after each, others have their turn.
 */
import * as encoding from 'lib0/encoding'
import * as Y from 'yjs'
import type { Structs } from './structs.ts'

export type Range = { client: number; clock: number; length: number }

/** Items and deletions that are taken in at once: some milliseconds in the longest text. */
const MOST_AT_ONCE = 300

const writeDeletions = (encoder: encoding.Encoder, ranges: Range[]) => {
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
}

/** An update that only deletes. */
export const deletionOf = (ranges: Range[]): Uint8Array => {
  const encoder = encoding.createEncoder()
  encoding.writeVarUint(encoder, 0)
  writeDeletions(encoder, ranges)
  return encoding.toUint8Array(encoder)
}

/** An update that brings these items of one client, which follow each other. */
const insertionOf = (structs: Structs): Uint8Array => {
  const encoder = new Y.UpdateEncoderV1()
  const { client, clock } = structs[0]!.id
  encoding.writeVarUint(encoder.restEncoder, 1)
  encoding.writeVarUint(encoder.restEncoder, structs.length)
  encoder.writeClient(client)
  encoding.writeVarUint(encoder.restEncoder, clock)
  for (const struct of structs) struct.write(encoder, 0)
  writeDeletions(encoder.restEncoder, [])
  return encoder.toUint8Array()
}

const cut = <T>(all: T[]): T[][] =>
  Array.from({ length: Math.ceil(all.length / MOST_AT_ONCE) }, (_, n) =>
    all.slice(n * MOST_AT_ONCE, (n + 1) * MOST_AT_ONCE),
  )

/**
 * Updates that together are this one, to be taken in one after the other. Items of one client may wait for items of another
 * that come later: Yjs keeps them until then.
 */
export const slicesOf = (update: Uint8Array): Uint8Array[] => {
  const { structs, ds } = Y.decodeUpdate(update)
  const ranges = [...ds.clients].flatMap(([client, items]) =>
    items.map(({ clock, len }): Range => ({ client, clock, length: len })),
  )
  if (structs.length + ranges.length <= MOST_AT_ONCE) return [update]
  const present = structs.filter(struct => !(struct instanceof Y.Skip))
  const byClient = Map.groupBy(present, ({ id }) => id.client)
  return [
    ...[...byClient.values()].flatMap(own => unbroken(own).flatMap(cut).map(insertionOf)),
    ...cut(ranges).map(deletionOf),
  ]
}

/** Where a client's items leave a gap they are told apart: an update of one client has none. */
const unbroken = (own: Structs): Structs[] => {
  const found: Structs[] = []
  for (const struct of own) {
    const last = found.at(-1)
    const before = last?.at(-1)
    if (last && before && before.id.clock + before.length === struct.id.clock) last.push(struct)
    else found.push([struct])
  }
  return found
}
