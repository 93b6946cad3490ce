/** The items of each client in an update of Yjs, read past in the order in which the client made them. */
import * as decoding from 'lib0/decoding'
import type * as Y from 'yjs'

/** Items that are read past before others have their turn: some milliseconds. */
const MOST_READ = 10_000

/** The first byte of a gap in a client's items. */
const GAP = 10
/** Of an item's first byte: the kind of its content, and which neighbours and names are written behind it. */
const KIND = 0b00011111
const HAS_LEFT = 0b10000000
const HAS_RIGHT = 0b01000000
const HAS_KEY = 0b00100000
/** The types that are written with a name. */
const NAMED_TYPES = new Set([3, 5])

/** Reads past a string. Answers its length in letters of JavaScript: a sign of four bytes has two. */
const passString = ({ restDecoder }: Y.UpdateDecoderV1): number => {
  const { arr } = restDecoder
  const bytes = decoding.readVarUint(restDecoder)
  const end = restDecoder.pos + bytes
  if (end > arr.length) throw new RangeError('an update that ends within a string')
  let length = 0
  for (let at = restDecoder.pos; at < end; at++) {
    const byte = arr[at]!
    if (byte >= 0xf0) length += 2
    else if (byte < 0x80 || byte >= 0xc0) length += 1
  }
  restDecoder.pos = end
  return length
}

type Pass = (decoder: Y.UpdateDecoderV1) => unknown

/** Reads past so many values. Answers their number. */
const many = (pass: Pass) => (decoder: Y.UpdateDecoderV1) => {
  const count = decoder.readLen()
  for (let n = 0; n < count; n++) pass(decoder)
  return count
}
/** Reads past a content of one value. */
const one = (pass: Pass, then?: Pass) => (decoder: Y.UpdateDecoderV1) => {
  pass(decoder)
  then?.(decoder)
  return 1
}
const passType: Pass = decoder => NAMED_TYPES.has(decoder.readTypeRef()) && passString(decoder)
const passAny: Pass = decoder => decoder.readAny()
const passDeleted = (decoder: Y.UpdateDecoderV1): number => decoder.readLen()

/** By the kind of a content: reads past it and answers its length. */
const contents = [
  passDeleted,
  passDeleted,
  many(passString),
  one(decoder => decoder.readBuf()),
  passString,
  one(passString),
  one(passString, passString),
  one(passType),
  many(passAny),
  one(passString, passAny),
]

/** An item of another client, without which Yjs cannot take one in. */
export type Need = { client: number; clock: number }

const readNeed = ({ restDecoder }: Y.UpdateDecoderV1, own: number, needs: Need[]) => {
  const client = decoding.readVarUint(restDecoder)
  const clock = decoding.readVarUint(restDecoder)
  if (client !== own) needs.push({ client, clock })
}

/** Reads past an item of a client, or a gap between two. Answers its length. */
const passItem = (decoder: Y.UpdateDecoderV1, client: number, needs: Need[]): number => {
  const info = decoder.readInfo()
  if (info === GAP) return decoding.readVarUint(decoder.restDecoder)
  const kind = info & KIND
  if (kind > 0) {
    if (info & HAS_LEFT) readNeed(decoder, client, needs)
    if (info & HAS_RIGHT) readNeed(decoder, client, needs)
    // An item without neighbours names its parent, and may be there under a key.
    if (!(info & (HAS_LEFT | HAS_RIGHT))) {
      if (decoder.readParentInfo()) passString(decoder)
      else readNeed(decoder, client, needs)
      if (info & HAS_KEY) passString(decoder)
    }
  }
  return contents[kind]!(decoder)
}

/** The items of one client and the gaps between them, by their number: the clock and the end of each, and what some need. */
type Items = {
  client: number
  from: number
  clocks: number[]
  ends: number[]
  gaps: Set<number>
  needs: Map<number, Need[]>
}
const NONE: Need[] = []

export type Queue = ReturnType<typeof createQueue>

/** The items of one client that wait to be cut into slices. `reached`: the clock up to which a text has them. */
const createQueue = (
  bytes: Uint8Array,
  { client, from, clocks, ends, gaps, needs }: Items,
  reached: number,
) => {
  /** The numbers of the first item that is not chosen for a slice, and of the first that is not cut. */
  let next = 0
  let uncut = 0
  const beginOf = (item: number) => (item === 0 ? from : ends[item - 1]!)
  return {
    client,
    /** An item of another client comes before its next one. */
    isWaiting: false,
    isEmpty: () => next === ends.length,
    clock: () => clocks[next]!,
    reached: () => reached,
    /** The items that Yjs needs before the next one: behind a gap, the one before it, too. */
    needs: (): Need[] => {
      const others = needs.get(next) ?? NONE
      return clocks[next]! > reached && !gaps.has(next)
        ? [{ client, clock: clocks[next]! - 1 }, ...others]
        : others
    },
    choose: () => {
      if (!gaps.has(next)) reached = Math.max(reached, clocks[next + 1]!)
      next++
    },
    chooseAll: () => {
      next = ends.length
    },
    /** The chosen items: their number, the clock of the first, and their bytes. */
    cut: () => {
      const cut = {
        count: next - uncut,
        clock: clocks[uncut]!,
        bytes: bytes.subarray(beginOf(uncut), beginOf(next)),
      }
      uncut = next
      return cut
    },
  }
}

/** The queues of an update, by their clients. Null, in between: others may have their turn. */
export function* queuesIn(
  decoder: Y.UpdateDecoderV1,
  known: (client: number) => number,
): Generator<null, Map<number, Queue>> {
  const { restDecoder: bytes } = decoder
  const queues = new Map<number, Queue>()
  let passed = 0
  let needs: Need[] = []
  for (let clients = decoding.readVarUint(bytes); clients > 0; clients--) {
    const count = decoding.readVarUint(bytes)
    const client = decoder.readClient()
    let clock = decoding.readVarUint(bytes)
    const items: Items = {
      client,
      from: bytes.pos,
      clocks: [clock],
      ends: [],
      gaps: new Set(),
      needs: new Map(),
    }
    for (let n = 0; n < count; n++) {
      if (bytes.arr[bytes.pos] === GAP) items.gaps.add(n)
      clock += passItem(decoder, client, needs)
      items.clocks.push(clock)
      items.ends.push(bytes.pos)
      if (needs.length > 0) {
        items.needs.set(n, needs)
        needs = []
      }
      if (++passed % MOST_READ === 0) yield null
    }
    queues.set(client, createQueue(bytes.arr, items, known(client)))
  }
  return queues
}
