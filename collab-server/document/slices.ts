/**
 * Yjs takes an update in at one go, and an edit of thousands of places in a long text takes seconds. Cut into slices it holds
 * nobody up: after each, others have their turn.
 */
import * as decoding from 'lib0/decoding'
import * as encoding from 'lib0/encoding'
import * as Y from 'yjs'

export type Range = { client: number; clock: number; length: number }

/** Items and deletions that are taken in at once: some milliseconds in the longest text. */
const MOST_AT_ONCE = 300
/** An update of no more bytes is taken in whole: it brings no more than that, or little else than deletions. */
const SHORT = 4_000

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

/** An update that brings items of one client, which follow each other, in the bytes that they came in. */
const insertionOf = (client: number, clock: number, count: number, items: Uint8Array): Uint8Array => {
  const encoder = encoding.createEncoder()
  for (const number of [1, count, client, clock]) encoding.writeVarUint(encoder, number)
  encoding.writeUint8Array(encoder, items)
  writeDeletions(encoder, [])
  return encoding.toUint8Array(encoder)
}

/** The first byte of what stands for a gap in a client's items. */
const GAP = 10
/** Of an item's first byte: the kind of its content, and which neighbours and names are written behind it. */
const KIND = 0b00011111
const HAS_LEFT = 0b10000000
const HAS_RIGHT = 0b01000000
const HAS_KEY = 0b00100000
/** The types that are written with a name. */
const NAMED_TYPES = new Set([3, 5])

const repeat = (times: number, act: () => unknown): number => {
  for (let n = 0; n < times; n++) act()
  return times
}
/** By the kind of a content: reads past it and answers its length. */
const contents: ((decoder: Y.UpdateDecoderV1) => number)[] = [
  // What is left of a deleted item.
  decoder => decoder.readLen(),
  decoder => decoder.readLen(),
  decoder => repeat(decoder.readLen(), () => decoder.readString()),
  decoder => repeat(1, () => decoder.readBuf()),
  decoder => decoder.readString().length,
  decoder => repeat(1, () => decoder.readString()),
  decoder => repeat(1, () => [decoder.readKey(), decoder.readString()]),
  decoder => repeat(1, () => NAMED_TYPES.has(decoder.readTypeRef()) && decoder.readKey()),
  decoder => repeat(decoder.readLen(), () => decoder.readAny()),
  decoder => repeat(1, () => [decoder.readString(), decoder.readAny()]),
]

/** Reads past an item and answers its length. */
const passItem = (decoder: Y.UpdateDecoderV1): number => {
  const info = decoder.readInfo()
  const kind = info & KIND
  if (kind > 0) {
    if (info & HAS_LEFT) decoder.readLeftID()
    if (info & HAS_RIGHT) decoder.readRightID()
    // An item without neighbours names its parent, and may stand there under a key.
    if (!(info & (HAS_LEFT | HAS_RIGHT))) {
      if (decoder.readParentInfo()) decoder.readString()
      else decoder.readLeftID()
      if (info & HAS_KEY) decoder.readString()
    }
  }
  return contents[kind]!(decoder)
}

function* insertionsIn(decoder: Y.UpdateDecoderV1): Generator<Uint8Array> {
  const { restDecoder: bytes } = decoder
  const isAtGap = () => bytes.arr[bytes.pos] === GAP
  for (let clients = decoding.readVarUint(bytes); clients > 0; clients--) {
    let left = decoding.readVarUint(bytes)
    const client = decoder.readClient()
    let clock = decoding.readVarUint(bytes)
    while (left > 0) {
      const [from, begin] = [bytes.pos, clock]
      let count = 0
      for (; count < Math.min(left, MOST_AT_ONCE) && !isAtGap(); count++) clock += passItem(decoder)
      left -= count
      if (count > 0) yield insertionOf(client, begin, count, bytes.arr.subarray(from, bytes.pos))
      if (left > 0 && isAtGap()) {
        decoder.readInfo()
        clock += decoding.readVarUint(bytes)
        left--
      }
    }
  }
}

function* deletionsIn({ restDecoder: bytes }: Y.UpdateDecoderV1): Generator<Uint8Array> {
  let ranges: Range[] = []
  for (let clients = decoding.readVarUint(bytes); clients > 0; clients--) {
    const client = decoding.readVarUint(bytes)
    for (let left = decoding.readVarUint(bytes); left > 0; left--) {
      ranges.push({ client, clock: decoding.readVarUint(bytes), length: decoding.readVarUint(bytes) })
      if (ranges.length < MOST_AT_ONCE) continue
      yield deletionOf(ranges)
      ranges = []
    }
  }
  if (ranges.length > 0) yield deletionOf(ranges)
}

/**
 * Updates that together are this one, to be taken in one after the other. Items of one client may wait for items of another
 * that come later: Yjs keeps them until then. Each is cut when it is asked for, by reading past its bytes: so the whole
 * text is never read at one go, nor is it put together twice.
 */
export function* slicesOf(update: Uint8Array): Generator<Uint8Array> {
  if (update.length <= SHORT) return yield update
  const decoder = new Y.UpdateDecoderV1(decoding.createDecoder(update))
  yield* insertionsIn(decoder)
  yield* deletionsIn(decoder)
}
