import type { Connection, Document, Hocuspocus } from '@hocuspocus/server'
import { markOf } from '#document'
import type { ServerViewer } from '../api/db/viewer.ts'
import { createStoring, type Mark, payloadOf, type StoreOptions, savedWord } from './storing.ts'
import { createWaiting } from './waiting.ts'

/** So long the node whose client typed something has to store it, before another that knows of it does. */
const ADOPT_MS = 5_000

/**
 * Keeps open documents in PostgreSQL. Editors hear "saved" with the state vector that is stored, after commit and never
 * before; a document with anything unstored is not let go of memory, and a failed store is tried again until it holds.
 */
export const createStore = (options: StoreOptions) => {
  const waiting = createWaiting()
  const { now, soon, drain, endQuiet, ...storing } = createStoring(options, waiting)

  const flush = async (hocuspocus: Hocuspocus, name: string) => {
    const document = hocuspocus.documents.get(name)
    if (!document || !waiting.has(name)) return
    const payload = payloadOf(hocuspocus, document)
    await document.saveMutex.runExclusive(() => now(payload)).catch(() => {})
  }

  return {
    ...storing,
    store: soon,
    changed: (name: string, editor: ServerViewer) => {
      waiting.add(name, editor)
      storing.changed(name)
    },
    /**
     * Handles words typed at another node, which stores them. Should that node die first, this one does: it merges its
     * own state, and writes nothing where all of it is stored already.
     */
    changedElsewhere: (hocuspocus: Hocuspocus, document: Document) => {
      const { name } = document
      if (waiting.isForeign(name)) return
      waiting.addForeign(name, ADOPT_MS, () => {
        void hocuspocus.storeDocumentHooks(document, payloadOf(hocuspocus, document), true)
      })
    },
    /** The author of the last unstored edit; null where clients of this server wait for nothing. */
    editorOf: waiting.editorOf,
    hasUnstored: (name: string) => !waiting.isAllStored(name),
    /** Says to a newcomer what is stored when that is everything; otherwise the next store will say it. */
    sayStored: (document: Document, to: Pick<Connection, 'sendStateless'>) => {
      if (waiting.isAllStored(document.name)) to.sendStateless(savedWord(markOf(document)))
    },
    /** Others have stored the state of this mark: reported to the editors here, and where it is all there is nothing waits any more. */
    storedElsewhere: (hocuspocus: Hocuspocus, document: Document, mark: Mark) => {
      document.relayStateless(savedWord(mark))
      if (!waiting.isForeign(document.name) || savedWord(mark) !== savedWord(markOf(document))) return
      waiting.dropForeign(document.name)
      void hocuspocus.unloadDocument(document)
    },
    /**
     * Stores the unstored part of an open document now, for callers with a right to ask; a failure is reported and tried
     * again as always.
     */
    settle: async (hocuspocus: Hocuspocus, name: string, mayAsk: () => Promise<boolean>) => {
      if (waiting.has(name) && (await mayAsk())) await flush(hocuspocus, name)
    },
    /** Stores what is open, for a stop: nothing that was typed is left behind. No more words are taken by then. */
    drain: async (hocuspocus: Hocuspocus) => {
      drain()
      waiting.adoptAll()
      const storeAll = async (name: string) => {
        for (let attempt = 0; attempt < 5 && waiting.has(name); attempt++) await flush(hocuspocus, name)
      }
      await Promise.all([...hocuspocus.documents.keys()].map(storeAll))
      await endQuiet()
    },
  }
}
