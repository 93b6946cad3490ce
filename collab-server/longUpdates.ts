/** Taking clients' updates into open texts. A long one comes in by slices, so that nobody else waits for it. */
import type { Connection, Document } from '@hocuspocus/server'
import * as Y from 'yjs'
import { broughtBy, hasDeleted, type ReadUpdate, readUpdate } from '#document'
import type { Context } from './context.ts'
import { deletionOf } from './document/slices.ts'
import { hear } from './late.ts'
import { hasRoom, NO_LENGTH, plus } from './lengths.ts'
import { applySlice, inTurns } from './taking.ts'
import * as vocabulary from './vocabulary.ts'

type Writer = Connection<Context>

/** An update of fewer bytes is taken in at one go: it holds nobody up for long, whatever is in it. */
const SHORT = 64 * 1024
/** So are as many items and deletions where their length is to be reported exactly. */
const FEW_PARTS = 100_000

const NOTHING = Uint8Array.of(0, 0)
/** No text ever has all of it. */
const NOT_TAKEN = deletionOf([{ client: 0, clock: 2 ** 50, length: 1 }])

const isKnownTo = (document: Y.Doc, { id, length }: ReadUpdate['structs'][number]) =>
  id.clock + length <= Y.getState(document.store, id.client)

const hasAll = async (document: Y.Doc, update: Uint8Array): Promise<boolean> => {
  const hasGone = hasDeleted(document)
  for await (const slice of inTurns(document, update)) {
    const { structs, ds } = readUpdate(slice)
    if (!structs.every(struct => isKnownTo(document, struct)) || !hasGone(ds)) return false
  }
  return true
}

/** The number of parts of an update, and the length that it adds, with what it deletes itself. */
const measure = async (document: Y.Doc, update: Uint8Array) => {
  let [parts, length] = [0, NO_LENGTH]
  for await (const slice of inTurns(document, update)) {
    const read = readUpdate(slice)
    for (const ranges of [read.structs, ...read.ds.clients.values()]) parts += ranges.length
    const structs = read.structs.filter(struct => !isKnownTo(document, struct))
    length = plus(length, broughtBy({ ...read, structs }))
  }
  return { parts, length }
}

const take = (connection: Writer, document: Document, update: Uint8Array, isCounted = false): boolean => {
  vocabulary.guard(connection, document, update, isCounted)
  if (!connection.readOnly) hear(document, update)
  return !connection.readOnly
}

const takeSlices = async (connection: Writer, document: Document, update: Uint8Array) => {
  const origin = { source: 'connection', connection } as const
  for await (const slice of inTurns(document, update)) {
    // Its client sends the rest when it comes again.
    if (!document.hasConnection(connection) || !take(connection, document, slice, true)) return
    applySlice(document, slice, origin)
  }
}

/**
 * Takes in a client's update, judged before it is applied: a long one slice by slice, but for its length, since a text that
 * took a part of it would be full for everyone. Hocuspocus, which would apply or compare it at one go, finds another in its
 * place, by which it answers the client: nothing where all is in, else one that the text lacks.
 */
export const takeFrom = async (connection: Writer, document: Document, update: Uint8Array): Promise<void> => {
  if (update.length <= SHORT) return void take(connection, document, update)
  if (!connection.readOnly) {
    const { parts, length } = await measure(document, update)
    if (hasRoom(document, length)) await takeSlices(connection, document, update)
    else if (parts <= FEW_PARTS) return void take(connection, document, update)
    else vocabulary.shut(connection)
  }
  const isIn = !connection.readOnly || (await hasAll(document, update))
  update.set(isIn ? NOTHING : NOT_TAKEN)
}
