/**
 * Who knows all that stands in a text. An editor takes out of it what its schema does not know, so that one who does not
 * know everything only reads.
 */
import type { Connection, Document } from '@hocuspocus/server'
import type { DocumentWord } from '#contract/documents.ts'
import { bringsUnknown, holdsUnknown, isBeyondReading, SCHEMA_VERSION, structsOf } from '#document'
import { hasRoom } from './lengths.ts'
import type { Context } from './store.ts'

/**
 * `stated`: the schema number that the client gave; `strayed`: it has sent what is beyond that schema; `overfull`: what it
 * has sent did not fit into the text, so that nothing which follows can be understood.
 */
export type Speaker = { stated: number | null; strayed: boolean; overfull?: boolean }

/** Open texts that hold something beyond our vocabulary. */
const holding = new WeakSet<Document>()

const isNewer = ({ stated }: Partial<Speaker>) => (stated ?? 0) > SCHEMA_VERSION

/** True when that is other than it was. */
export const look = (document: Document): boolean => {
  const held = holding.has(document)
  const holds = holdsUnknown(document)
  if (holds) holding.add(document)
  else holding.delete(document)
  return held !== holds
}

export const knowsAll = (speaker: Speaker, document: Document | undefined): boolean => {
  if (speaker.overfull) return false
  if (isNewer(speaker)) return true
  if (speaker.strayed || (speaker.stated ?? SCHEMA_VERSION) < SCHEMA_VERSION) return false
  return !document || !holding.has(document)
}

const silence = (connection: Connection) => {
  if (connection.readOnly) return
  connection.readOnly = true
  connection.sendStateless(JSON.stringify({ type: 'rights', write: false } satisfies DocumentWord))
}

// Only this one is shut out: they shorten their text and come again.
const shut = (connection: Connection<Context>) => {
  connection.context.overfull = true
  connection.readOnly = true
  connection.sendStateless(JSON.stringify({ type: 'tooLong' } satisfies DocumentWord))
}

const REQUEST = 0

/** Before a frame is taken in: whoever has come to know less than the text holds, or sends more than we know, only reads. */
export const guard = (
  connection: Connection<Context>,
  document: Document,
  kind: number,
  update: Uint8Array,
) => {
  if (connection.readOnly || kind === REQUEST) return
  if (!hasRoom(document, update)) return shut(connection)
  if (isNewer(connection.context)) return
  const structs = structsOf(update)
  if (bringsUnknown(structs)) connection.context.strayed = true
  // Such a text could be read by nobody any more: not by us, to be stored, and not by any browser.
  if (!knowsAll(connection.context, document) || isBeyondReading(structs, document)) silence(connection)
}

/**
 * Before the others hear of it: what a newer client, here or at another node, has put in they would take out. True when it
 * is all gone again.
 */
export const changed = (document: Document, author: Partial<Speaker>, update: Uint8Array): boolean => {
  if (!isNewer(author) && !bringsUnknown(structsOf(update))) return false
  const isOther = look(document)
  for (const connection of document.getConnections() as Connection<Context>[])
    if (!knowsAll(connection.context, document)) silence(connection)
  return isOther && !holding.has(document)
}
