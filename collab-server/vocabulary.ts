/**
 * Says whether a client knows all blocks of a text. An editor removes blocks that its schema does not know, so a
 * client that lacks some only reads.
 */
import type { Connection, Document } from '@hocuspocus/server'
import type { DocumentWord, WriteRefusal } from '#contract/text/documents.ts'
import {
  broughtBy,
  clientsIntroduced,
  isBeyondReading,
  keepsTooMuch,
  leavesBlockFirst,
  type ReadUpdate,
  readUpdate,
  SCHEMA_VERSION,
  schemaNumberBrought,
  schemaNumberOf,
} from '#document'
import type { Context, Speaker } from './context.ts'
import { hasRoom } from './lengths.ts'
import { setWriting } from './writing.ts'

/** Of open texts, the schema number that knows all that is in them. */
const needed = new WeakMap<Document, number>()

const isNewer = ({ stated }: Partial<Speaker>) => (stated ?? 0) > SCHEMA_VERSION

/** A client that states no number knows the first vocabulary. */
const numberOf = ({ stated }: Partial<Speaker>) => stated ?? 1

/** True when that is other than it was. */
export const look = (document: Document): boolean => {
  const before = needed.get(document)
  const now = schemaNumberOf(document)
  needed.set(document, now)
  return before !== now
}

/** The reason why such a client only reads this text, whatever its rights; null when it knows all blocks in it. */
export const refusalOf = (speaker: Speaker, document: Document | undefined): WriteRefusal | null => {
  if (speaker.overfull) return 'tooLong'
  if (isNewer(speaker)) return null
  const isEnough = !speaker.strayed && numberOf(speaker) >= ((document && needed.get(document)) ?? 1)
  return isEnough ? null : 'unknownBlocks'
}

// Only this one is shut out: they shorten their text and come again.
export const shut = (connection: Connection<Context>) => {
  connection.context.overfull = true
  connection.context.refusal = 'tooLong'
  connection.readOnly = true
  connection.sendStateless(JSON.stringify({ type: 'tooLong' } satisfies DocumentWord))
}

// Its client comes back, and sends all that is missing at one go.
const end = (connection: Connection<Context>, why: string) => {
  connection.readOnly = true
  connection.webSocket.close(4400, why)
}

/**
 * More than a person comes back with, be it to a server that was restored from a copy of long ago. Yjs goes through all
 * clients of a text with each change, so that a few hundred thousand of them would hold up everyone for good.
 */
const MOST_INTRODUCED = 1_000

/** Does a connection bring in sessions without end? A client that has them for a reason brings the rest when it comes again. */
const introducesTooMany = ({ context }: Connection<Context>, document: Document, update: ReadUpdate) => {
  context.introduced = (context.introduced ?? 0) + clientsIntroduced(document, update)
  return context.introduced > MOST_INTRODUCED
}

const REQUEST = 0

/** A request for missing updates; it brings none. */
export const isRequest = (kind: number) => kind === REQUEST

/**
 * Judges a client before its frame is taken in: one that knows less than the text holds, or sends more than we know,
 * only reads. `isCounted`: that the text has room for it is known.
 */
export const guard = (
  connection: Connection<Context>,
  document: Document,
  bytes: Uint8Array,
  isCounted: boolean,
) => {
  if (connection.readOnly) return
  const update = readUpdate(bytes)
  if (keepsTooMuch(document, update)) return end(connection, 'updates without those that they refer to')
  if (introducesTooMany(connection, document, update)) return end(connection, 'too many clients at one go')
  if (!isCounted && !hasRoom(document, broughtBy(update))) return shut(connection)
  const { context } = connection
  const { structs } = update
  // Nobody could read such a text any more, whatever schema they state: not this server, to store it, nor any browser.
  if (isBeyondReading(structs, document)) return setWriting(connection, 'beyondReading')
  if (!isNewer(context) && schemaNumberBrought(structs, document) > numberOf(context)) context.strayed = true
  const refusal = refusalOf(context, document)
  if (refusal) setWriting(connection, refusal)
}

/**
 * Runs before the others learn of an update, from here or another node: clients that do not know its blocks would remove
 * them. True when all of it is gone again.
 */
export const changed = (document: Document, author: Partial<Speaker>, update: Uint8Array): boolean => {
  const connections = document.getConnections() as Connection<Context>[]
  const isWaitedFor = connections.some(({ context }) => refusalOf(context, document) !== null)
  if (!isNewer(author) && !isWaitedFor) {
    const read = readUpdate(update)
    if (schemaNumberBrought(read.structs, document) === 1 && !leavesBlockFirst(read, document)) return false
  }
  const isOther = look(document)
  for (const connection of connections) {
    const refusal = refusalOf(connection.context, document)
    if (refusal && !connection.readOnly) setWriting(connection, refusal)
  }
  return isOther
}
