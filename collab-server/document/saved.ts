/** The stored state of a document in a few bytes: known by the server after commit, compared by each editor with its own. */
import * as buffer from 'lib0/buffer'
import * as Y from 'yjs'

/** A state vector counts insertions; it knows nothing of deletions, so those have a digest of their own. */
export type StoredMark = { stateVector: string; deletions: number }

const deletionsOf = (doc: Y.Doc): number => {
  let digest = 0x811c9dc5
  const add = (value: number) => {
    digest = Math.imul(digest ^ (value >>> 0), 0x01000193) ^ Math.floor(value / 2 ** 32)
  }
  const ranges = [...Y.createDeleteSetFromStructStore(doc.store).clients].sort(([a], [b]) => a - b)
  for (const [client, items] of ranges) {
    add(client)
    for (const { clock, len } of items) {
      add(clock)
      add(len)
    }
  }
  return digest >>> 0
}

export const markOf = (doc: Y.Doc): StoredMark => ({
  stateVector: buffer.toBase64(Y.encodeStateVector(doc)),
  deletions: deletionsOf(doc),
})

const covers = (stored: Map<number, number>, doc: Y.Doc) => {
  for (const [client, clock] of Y.decodeStateVector(Y.encodeStateVector(doc)))
    if ((stored.get(client) ?? 0) < clock) return false
  return true
}

/**
 * Follows an editor's document against what the server said is stored. The digest is costly in a long text: it is taken
 * only while something that was deleted here is not known to be stored.
 */
export const followSaved = (doc: Y.Doc, isFromServer: (origin: unknown) => boolean, tell: () => void) => {
  let said: { vector: Map<number, number>; deletions: number } | null = null
  let deleting = false
  const compare = () => {
    if (deleting && said?.deletions === deletionsOf(doc)) deleting = false
  }
  doc.on('afterTransaction', (transaction: Y.Transaction) => {
    if (isFromServer(transaction.origin)) compare()
    else if (transaction.deleteSet.clients.size > 0) deleting = true
    tell()
  })
  return {
    hear: ({ stateVector, deletions }: StoredMark) => {
      said = { vector: Y.decodeStateVector(buffer.fromBase64(stateVector)), deletions }
      compare()
      tell()
    },
    isSaved: () => !deleting && said !== null && covers(said.vector, doc),
    /** Up to which of its own changes a client's are stored. */
    storedOf: (client: number) => said?.vector.get(client) ?? 0,
  }
}
