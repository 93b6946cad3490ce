/**
 * Yjs takes an update in at one go, and an edit of thousands of places in a long text takes seconds. Cut into slices it holds
 * nobody up: after each, others have their turn.
 */
import * as decoding from 'lib0/decoding'
import * as encoding from 'lib0/encoding'
import * as Y from 'yjs'
import { type Need, type Queue, queuesIn } from './queues.ts'

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

/** An update of the items that are chosen of each client, in the bytes that they came in. */
const insertionOf = (queues: Iterable<Queue>): Uint8Array => {
  const encoder = encoding.createEncoder()
  const chosen = [...queues]
  encoding.writeVarUint(encoder, chosen.length)
  for (const queue of chosen) {
    const { count, clock, bytes } = queue.cut()
    for (const number of [count, queue.client, clock]) encoding.writeVarUint(encoder, number)
    encoding.writeUint8Array(encoder, bytes)
  }
  writeDeletions(encoder, [])
  return encoding.toUint8Array(encoder)
}

/**
 * Chooses each item behind those that it needs, as Yjs itself would: what waits for items of another slice is kept by Yjs,
 * which reads and writes all of it anew with each slice. Items that wait for some that are neither here nor known come last,
 * at one go.
 */
function* insertionsIn(queues: Map<number, Queue>, known: (client: number) => number): Generator<Uint8Array> {
  const chosen = new Set<Queue>()
  const stuck = new Set<Queue>()
  let count = 0
  const isIn = ({ client, clock }: Need) =>
    clock < Math.max(queues.get(client)?.reached() ?? 0, known(client))

  for (const first of queues.values()) {
    // Each waits for an item of the next one.
    const waiting = [{ queue: first, until: Infinity }]
    while (waiting.length > 0) {
      const { queue, until } = waiting.at(-1)!
      if (queue.isEmpty() || stuck.has(queue) || queue.clock() >= until) {
        queue.isWaiting = false
        waiting.pop()
        continue
      }
      const need = queue.needs().find(id => !isIn(id))
      const other = need && queues.get(need.client)
      const isThere = other && !other.isEmpty() && other.clock() <= need.clock
      if (!need) {
        queue.choose()
        chosen.add(queue)
        if (++count < MOST_AT_ONCE) continue
        yield insertionOf(chosen)
        chosen.clear()
        count = 0
      } else if (!isThere || other.isWaiting || stuck.has(other)) {
        for (const { queue } of waiting) stuck.add(queue)
      } else {
        queue.isWaiting = true
        waiting.push({ queue: other, until: need.clock + 1 })
      }
    }
  }
  if (count > 0) yield insertionOf(chosen)
  for (const queue of stuck) queue.chooseAll()
  if (stuck.size > 0) yield insertionOf(stuck)
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
 * Updates that together are this one, to be taken in one after the other. Each is cut when it is asked for, by reading past
 * its bytes: so the whole text is never read at one go, nor is it put together twice. Null: not cut yet, others may have
 * their turn. `known`: the clock up to which a text has a client's items already.
 */
export function* slicesOf(
  update: Uint8Array,
  known: (client: number) => number = () => 0,
): Generator<Uint8Array | null> {
  if (update.length <= SHORT) return yield update
  const decoder = new Y.UpdateDecoderV1(decoding.createDecoder(update))
  const queues = yield* queuesIn(decoder, known)
  yield* insertionsIn(queues, known)
  yield* deletionsIn(decoder)
}
