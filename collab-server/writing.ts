/** Whether a connection may write, and how its client is informed. */
import { type Connection, OutgoingMessage } from '@hocuspocus/server'
import type { DocumentWord, WriteRefusal } from '#contract/text/documents.ts'
import type { Context } from './context.ts'

/** Opens or closes a connection for writing; informs its client where that is news. */
export const setWriting = (connection: Connection<Context>, refusal: WriteRefusal | null) => {
  if (connection.context.refusal === refusal) return
  connection.context.refusal = refusal
  connection.readOnly = refusal !== null
  tellWriting(connection)
  // The client was refused what it typed meanwhile and does not send it again by itself: the server asks for it.
  if (refusal === null)
    connection.send(
      new OutgoingMessage(connection.messageAddress)
        .createSyncMessage()
        .writeFirstSyncStepFor(connection.document)
        .toUint8Array(),
    )
}

export const tellWriting = (connection: Connection<Context>) => {
  const { refusal } = connection.context
  const word: DocumentWord =
    refusal === null ? { type: 'rights', write: true } : { type: 'rights', write: false, why: refusal }
  connection.sendStateless(JSON.stringify(word))
}
