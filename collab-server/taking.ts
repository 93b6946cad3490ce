/** Taking stored states into open texts, so that nobody else waits for a long one. */
import type { Document } from '@hocuspocus/server'
import * as Y from 'yjs'
import type { markOf } from '#document'
import type { ServerViewer } from '../api/db/viewer.ts'
import { runTask } from '../api/text/documents/threads.ts'
import { unstoredLength } from './document/merge/rescue.ts'
import { slicesOf } from './document/slices.ts'
import { putBack, remember } from './late.ts'

/** The state comes from the store: nobody stores it again. */
const STORED = { source: 'local', skipStoreHooks: true } as const

/** So long, in milliseconds, slices are taken in before others have their turn. */
const TURN_MS = 8

/** An update in slices; between them others have their turn. */
export async function* inTurns(document: Y.Doc, update: Uint8Array) {
  let turn = performance.now()
  for (const slice of slicesOf(update, client => Y.getState(document.store, client))) {
    if (slice) yield slice
    if (performance.now() - turn < TURN_MS) continue
    await new Promise(setImmediate)
    turn = performance.now()
  }
}

export const applySlice = (document: Y.Doc, slice: Uint8Array, origin: object) =>
  document.transact(() => Y.applyUpdate(document, slice, origin), origin)

const apply = async (document: Y.Doc, update: Uint8Array, origin: object) => {
  for await (const slice of inTurns(document, update)) applySlice(document, slice, origin)
}

/** Fills a document that nobody has open yet. */
export const fill = async (document: Document, state: Uint8Array): Promise<void> => {
  const { flushDelay } = document
  // Hocuspocus would merge the slices for the connections, of which there are none: nearly the work of taking them in again.
  document.flushDelay = false
  await apply(document, state, STORED)
  document.flushDelay = flushDelay
}

/**
 * Merges a stored state into an open text; answers its mark. Unstored words outlive the block they stand in, and so do
 * words on their way. Several servers may hold them: the one whose own clients typed them, and which therefore knows an
 * editor, rescues them.
 */
export const takeIn = async (
  document: Document,
  state: Uint8Array,
  { editor, failed }: { editor: () => ServerViewer | null; failed: (error: unknown) => void },
): Promise<ReturnType<typeof markOf>> => {
  const { lacking, vector, mark } = await runTask('lacking', {
    state,
    vector: Y.encodeStateVector(document),
  })
  const past = remember(document, failed)
  const waiting = editor() ? unstoredLength(document, vector) : 0
  await apply(document, lacking, STORED).finally(past.taken)
  const author = editor()
  if (!author || (!past.hasCome() && unstoredLength(document, vector) === waiting)) return mark
  const { words } = await runTask('rescue', { before: past.before(), state })
  if (words) putBack(document, words, author)
  return mark
}
