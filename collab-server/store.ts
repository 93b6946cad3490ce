import type { Connection, Document, Hocuspocus, onStoreDocumentPayload } from '@hocuspocus/server'
import type { Logger } from 'pino'
import * as Y from 'yjs'
import type { DocumentWord } from '#contract/text/documents.ts'
import { markOf } from '#document'
import type { Db } from '../api/db/knex.ts'
import { inWork } from '../api/db/work.ts'
import { storeOpen } from '../api/text/documents/store.ts'
import type { Subject } from '../api/text/documents/stored.ts'
import { allPutBack } from './late.ts'
import { measure } from './lengths.ts'
import { createRests } from './rests.ts'
import { createTurns } from './turns.ts'
import { createWaiting, type Waiting } from './waiting.ts'

const RETRY_MS = [500, 1_000, 2_000, 5_000]
/** So long the node whose client typed something has to store it, before another that knows of it does. */
const ADOPT_MS = 5_000

/** Many texts are typed in at once: their stores leave connections to those who only read. */
const STORES_AT_ONCE = 6

type Mark = ReturnType<typeof markOf>

const savedWord = (mark: Mark): string => JSON.stringify({ type: 'saved', ...mark } satisfies DocumentWord)

const payloadOf = (hocuspocus: Hocuspocus, document: Document) =>
  ({ document, documentName: document.name, instance: hocuspocus }) as unknown as onStoreDocumentPayload

type StoreOptions = {
  db: Db
  log: Logger
  /** Merges what is stored into an open document; answers what is told of it, null when the document held it before. */
  takeStored: (document: Document) => Promise<Mark | null>
}

/**
 * Keeps open documents in PostgreSQL. Editors hear "saved" with the state vector that is stored, after commit and never
 * before; a document with anything unstored is not let go of memory, and a failed store is tried again until it holds.
 */
export const createStore = ({ db, log, takeStored }: StoreOptions) => {
  const subjects = new Map<string, Subject>()
  const waiting = createWaiting()
  const failures = new Map<string, number>()
  /** Versions that this process has stored: to hear of them from the log is no news. */
  const own = new Map<string, Set<number>>()
  /** The stored version that an open document holds all of. */
  const known = new Map<string, number>()
  const inTurn = createTurns(STORES_AT_ONCE)
  const rests = createRests()
  let draining = false

  // Taken in one moment: words typed during the store are not in it, and not called stored.
  const snapshotOf = (document: Document) => {
    const { name } = document
    const from = performance.now()
    const mark = markOf(document)
    const open = {
      state: Y.encodeStateAsUpdate(document),
      known: known.get(name) ?? null,
    }
    const measured = measure(document)
    rests.begin(name, from)
    return { mark, open, measured }
  }

  const tryAgain = (
    hocuspocus: Hocuspocus,
    document: Document,
    payload: onStoreDocumentPayload,
    error: unknown,
  ) => {
    const { name } = document
    const failed = (failures.get(name) ?? 0) + 1
    failures.set(name, failed)
    log.error(
      { err: error, document: name, failed },
      'storing a document failed; it stays in memory and is tried again',
    )
    document.broadcastStateless(
      JSON.stringify({
        type: 'unsaved',
        why: 'The server cannot store this text right now.',
      } satisfies DocumentWord),
    )
    if (!draining)
      setTimeout(
        () => void hocuspocus.storeDocumentHooks(document, payload, true),
        RETRY_MS[Math.min(failed, RETRY_MS.length) - 1],
      ).unref()
  }

  /** Answers what is stored now; null when others have stored something that the document does not hold. */
  const storeWhole = async (document: Document, subject: Subject, { editor, authors }: Waiting) => {
    await allPutBack(document)
    const { mark, open, measured } = snapshotOf(document)
    const { result } = await inWork(db, { viewer: editor }, work =>
      storeOpen(work, subject, open, { authors: [...authors] }),
    )
    if (!result) return null
    measured(result.length)
    own.set(document.name, (own.get(document.name) ?? new Set()).add(result.version))
    known.set(document.name, result.version)
    return mark
  }

  /** Takes in stored states of others; answers the mark of that state when the document holds nothing beside it. */
  const takeOthers = async (document: Document) => {
    const mark = await takeStored(document)
    return mark && savedWord(mark) === savedWord(markOf(document)) ? mark : null
  }

  const store = async (
    hocuspocus: Hocuspocus,
    document: Document,
    payload: onStoreDocumentPayload,
  ): Promise<void> => {
    const { name } = document
    const subject = subjects.get(name)
    const now = subject && waiting.take(name)
    if (!now) return
    try {
      let mark: Mark | null = null
      while (!mark) mark = (await storeWhole(document, subject, now)) ?? (await takeOthers(document))
      failures.delete(name)
      waiting.stored(name, now)
      document.broadcastStateless(savedWord(mark))
    } catch (error) {
      waiting.failed(name, now)
      tryAgain(hocuspocus, document, payload, error)
      throw error
    }
  }

  const flush = async (hocuspocus: Hocuspocus, name: string) => {
    const document = hocuspocus.documents.get(name)
    if (!document || !waiting.has(name)) return
    const payload = payloadOf(hocuspocus, document)
    await document.saveMutex
      .runExclusive(() => inTurn(() => store(hocuspocus, document, payload)))
      .catch(() => {})
  }

  return {
    opened: (document: Document, subject: Subject) => subjects.set(document.name, subject),
    closed: (name: string) => {
      for (const map of [subjects, own, known, failures, rests]) map.delete(name)
    },
    /** An open document has taken in all of this stored version. */
    holds: (name: string, version: number) => known.set(name, version),
    isHeld: (name: string, version: number) => known.get(name) === version,
    changed: waiting.add,
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
    store: async (hocuspocus: Hocuspocus, document: Document, payload: onStoreDocumentPayload) => {
      const { name } = document
      if (draining || !rests.isResting(name)) return inTurn(() => store(hocuspocus, document, payload))
      rests.after(name, () => void hocuspocus.storeDocumentHooks(document, payload, true))
    },
    /** The author of the last unstored edit; null where clients of this server wait for nothing. */
    editorOf: waiting.editorOf,
    hasUnstored: (name: string) => !waiting.isAllStored(name),
    isOwn: (name: string, version: number) => own.get(name)?.delete(version) ?? false,
    /** Says to a newcomer what is stored when that is everything; otherwise the next store will say it. */
    sayStored: (document: Document, to: Pick<Connection, 'sendStateless'>) => {
      if (waiting.isAllStored(document.name)) to.sendStateless(savedWord(markOf(document)))
    },
    /** Others have stored the state of this mark: told to the editors here, and where it is all there is nothing waits any more. */
    storedElsewhere: (hocuspocus: Hocuspocus, document: Document, mark: Mark) => {
      document.relayStateless(savedWord(mark))
      if (!waiting.isForeign(document.name) || savedWord(mark) !== savedWord(markOf(document))) return
      waiting.dropForeign(document.name)
      void hocuspocus.unloadDocument(document)
    },
    /**
     * Stores the unstored part of an open document now, for callers with a right to ask; a failure is told and tried
     * again as always.
     */
    settle: async (hocuspocus: Hocuspocus, name: string, mayAsk: () => Promise<boolean>) => {
      if (waiting.has(name) && (await mayAsk())) await flush(hocuspocus, name)
    },
    /** Stores what is open, for a stop: nothing that was typed is left behind. Nobody may be heard any more by then. */
    drain: async (hocuspocus: Hocuspocus) => {
      draining = true
      waiting.adoptAll()
      const storeWhole = async (name: string) => {
        for (let attempt = 0; attempt < 5 && waiting.has(name); attempt++) await flush(hocuspocus, name)
      }
      await Promise.all([...hocuspocus.documents.keys()].map(storeWhole))
    },
  }
}
