/**
 * A stored state that comes into an open text may take away a block in which somebody is just typing: their next words
 * arrive in a block that is gone, where Yjs drops them. So the text is remembered as it was before for as long as such
 * words may still come, and they are put where that block is now.
 */
import { type Document, isTransactionOrigin } from '@hocuspocus/server'
import * as Y from 'yjs'
import { nobody, type ServerViewer } from '../api/db/viewer.ts'
import { runTask } from '../api/text/documents/threads.ts'
import type { Range } from './document/slices.ts'

/** Longer than words are on their way on a line that still counts as open. */
const ON_THEIR_WAY_MS = 10_000
/** The most states remembered of one text: calls that change it all the time do not fill the memory. */
const MOST_PASTS = 4
/** The most bytes sent to a text meanwhile: more than that is no typing, and is not remembered. */
const MOST_BYTES = 8 * 1024 * 1024

const turns = new WeakMap<Document, Promise<unknown>>()

/** Takes stored states into an open text one after the other: two at once would each rescue the same words. */
export const oneByOne = <T>(document: Document, task: () => Promise<T>): Promise<T> => {
  const now = (turns.get(document) ?? Promise.resolve()).then(task)
  turns.set(
    document,
    now.catch(() => {}),
  )
  return now
}

/** Resolves when no word waits for being put back: more of them may have come while the first were awaited. */
export const allPutBack = async (document: Document): Promise<void> => {
  let awaited: Promise<unknown> | undefined
  do {
    awaited = turns.get(document)
    await awaited
  } while (awaited !== turns.get(document))
}

/** Puts words that a stored state took along back into the text, as an edit of their author. */
export const putBack = (document: Document, words: Uint8Array, author: ServerViewer) =>
  document.transact(() => Y.applyUpdate(document, words), { source: 'local', context: { viewer: author } })

/** The parts of an edit that nobody ever saw, for it came into a block that was gone. */
const droppedBy = ({ beforeState, afterState, doc }: Y.Transaction): Range[] => {
  const found: Range[] = []
  for (const [client, end] of afterState) {
    const from = beforeState.get(client) ?? 0
    const structs = end > from ? doc.store.clients.get(client)! : []
    for (let n = structs.length - 1; n >= 0; n--) {
      const { id, length, deleted } = structs[n]!
      if (id.clock + length <= from) break
      const clock = Math.max(from, id.clock)
      if (deleted) found.push({ client, clock, length: id.clock + length - clock })
    }
  }
  return found
}

/**
 * `parts`: the old text and every update since, as it was sent: the update that Yjs reports has dropped the words we
 * look for.
 */
type Past = { parts: Uint8Array[]; sent: number; isNeeded: boolean }

const createMemory = (document: Document, failed: (error: unknown) => void) => {
  let pasts: Past[] = []
  let dropped: Range[] = []
  let author: ServerViewer = nobody

  const rescue = async () => {
    let left = dropped.splice(0)
    // As they are at this moment: a word that came later than the state would be one that the state has deleted.
    const texts = pasts.map(({ parts }) => [...parts])
    // Each block was there last in the newest past that has it.
    for (const before of texts.toReversed()) {
      if (left.length === 0) return
      const state = Y.encodeStateAsUpdate(document)
      const rescued = await runTask('rescue', { before, state, typed: left })
      if (rescued.words) putBack(document, rescued.words, author)
      left = rescued.left
    }
  }

  const add = (update: Uint8Array) => {
    for (const past of pasts) {
      past.parts.push(update)
      past.sent += update.length
    }
    pasts = pasts.filter(({ sent }) => sent <= MOST_BYTES)
  }

  document.on('update', (update: Uint8Array, origin: unknown, _: Y.Doc, transaction: Y.Transaction) => {
    if (pasts.length === 0 || !isTransactionOrigin(origin)) return
    if (origin.source === 'redis') return add(update)
    if (origin.source === 'local') {
      if (transaction.deleteSet.clients.size > 0) pasts.at(-1)!.isNeeded = true
      return
    }
    const now = droppedBy(transaction)
    if (now.length === 0) return
    dropped.push(...now)
    author = origin.connection.context.viewer
    oneByOne(document, rescue).catch(failed)
  })

  return {
    add,
    begin: () => {
      const past: Past = { parts: [Y.encodeStateAsUpdate(document)], sent: 0, isNeeded: false }
      const end = () => {
        pasts = pasts.filter(other => other !== past)
      }
      pasts = [...pasts, past].slice(-MOST_PASTS)
      // Those are of blocks that were gone before, and wait for their turn behind this one.
      const older = dropped.length
      return {
        /** The text as it was, with all that has come since: that is its caller’s to see to. */
        before: () => {
          dropped = dropped.slice(0, older)
          return [...past.parts]
        },
        hasCome: () => past.parts.length > 1,
        /** The stored state is in: a text that lost nothing to it is not remembered. */
        taken: () => {
          if (past.isNeeded) setTimeout(end, ON_THEIR_WAY_MS).unref()
          else end()
        },
      }
    },
  }
}

const memories = new WeakMap<Document, ReturnType<typeof createMemory>>()

/** An update is about to be taken in from a connection. */
export const hear = (document: Document, update: Uint8Array) => memories.get(document)?.add(update)

/** Begins to remember a text, before a stored state comes in. `failed`: called with words that could not be put back. */
export const remember = (document: Document, failed: (error: unknown) => void) => {
  const memory = memories.get(document) ?? createMemory(document, failed)
  memories.set(document, memory)
  return memory.begin()
}
