import type { Connection, Document, Hocuspocus, onStoreDocumentPayload } from '@hocuspocus/server'
import type { Logger } from 'pino'
import * as Y from 'yjs'
import type { DocumentWord, WriteRefusal } from '#contract/text/documents.ts'
import { markOf } from '#document'
import type { Db } from '../api/db/knex.ts'
import { nobody, type ServerViewer } from '../api/db/viewer.ts'
import { inWork } from '../api/db/work.ts'
import { type Subject, storeOpen } from '../api/text/documents/store.ts'
import { measure } from './lengths.ts'
import { createTurns } from './turns.ts'
import type { Speaker } from './vocabulary.ts'

/** What a connection carries through the hooks. */
export type Context = {
  viewer: ServerViewer
  /** Who bears a token that is given for one document, or null. */
  bearer: (token: string) => Promise<ServerViewer | null>
  /** The workspace and project that the address named, if it did. */
  asked: { workspace: string | null; project: string | null }
  subject: Subject
  /** Why the client only reads; null while it may write. */
  refusal: WriteRefusal | null
  /** Resolves once the connection was judged again after it had come to be among the open ones. */
  entered: PromiseWithResolvers<void>
} & Speaker

const RETRY_MS = [500, 1_000, 2_000, 5_000]
/** So long the node whose client typed something has to store it, before another that knows of it does. */
const ADOPT_MS = 5_000

/** Many texts are typed in at once: their stores leave connections to those who only read. */
const STORES_AT_ONCE = 6

/** Reading a very long text takes a while of everyone's time: after its store the text rests so many times as long. */
const REST_TIMES = 20
const LONGEST_REST_MS = 3_000

const savedWord = (mark: ReturnType<typeof markOf>): string =>
  JSON.stringify({ type: 'saved', ...mark } satisfies DocumentWord)

/** What of one open document is not stored yet. */
type Waiting = {
  changes: number
  /** Who edited last, and everyone who did. Nobody, when another node did and has not stored it. */
  editor: ServerViewer
  authors: Set<string>
}

/**
 * Keeps open documents in PostgreSQL. Editors hear "saved" with the state vector that is stored, after commit and never
 * before; a document with anything unstored is not let go of memory, and a failed store is tried again until it holds.
 */
export const createStore = ({ db, log }: { db: Db; log: Logger }) => {
  const subjects = new Map<string, Subject>()
  const waiting = new Map<string, Waiting>()
  const failures = new Map<string, number>()
  /** Versions that this process has stored: to hear of them from the log is no news. */
  const own = new Map<string, Set<number>>()
  /** The stored version that an open document holds all of. */
  const known = new Map<string, number>()
  const inTurn = createTurns(STORES_AT_ONCE)
  const restsUntil = new Map<string, number>()
  const resting = new Map<string, NodeJS.Timeout>()
  /** Documents in which another node has typed something that is not known to be stored. */
  const foreign = new Map<string, NodeJS.Timeout>()
  let draining = false

  const changed = (name: string, editor: ServerViewer) => {
    const before = waiting.get(name)
    waiting.set(name, {
      changes: (before?.changes ?? 0) + 1,
      editor,
      authors: new Set([...(before?.authors ?? []), ...(editor.id ? [editor.id] : [])]),
    })
  }

  const store = async (
    hocuspocus: Hocuspocus,
    document: Document,
    payload: onStoreDocumentPayload,
  ): Promise<void> => {
    const { name } = document
    const subject = subjects.get(name)
    const now = waiting.get(name)
    if (!subject || !now) return
    waiting.set(name, { ...now, authors: new Set() })
    try {
      const from = performance.now()
      // All taken at one moment: what is typed while this is stored is not in it, and not called stored.
      const mark = markOf(document)
      const open = {
        state: Y.encodeStateAsUpdate(document),
        known: known.get(name) ?? null,
      }
      const measured = measure(document)
      const until = performance.now()
      restsUntil.set(name, until + Math.min(LONGEST_REST_MS, REST_TIMES * (until - from)))
      const { result } = await inWork(db, { viewer: now.editor }, work =>
        storeOpen(work, subject, open, { authors: [...now.authors] }),
      )
      const { version, isWhole, length } = result
      if (length) measured(length)
      if (version !== null && isWhole) {
        own.set(name, (own.get(name) ?? new Set()).add(version))
        known.set(name, version)
      }
      failures.delete(name)
      if (waiting.get(name)?.changes === now.changes) waiting.delete(name)
      document.broadcastStateless(savedWord(mark))
    } catch (error) {
      for (const author of now.authors) waiting.get(name)?.authors.add(author)
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
      throw error
    }
  }

  const payloadOf = (hocuspocus: Hocuspocus, document: Document) =>
    ({ document, documentName: document.name, instance: hocuspocus }) as unknown as onStoreDocumentPayload

  const flush = async (hocuspocus: Hocuspocus, name: string) => {
    const document = hocuspocus.documents.get(name)
    if (!document || !waiting.has(name)) return
    const payload = payloadOf(hocuspocus, document)
    await document.saveMutex
      .runExclusive(() => inTurn(() => store(hocuspocus, document, payload)))
      .catch(() => {})
  }

  const adopt = (name: string) => {
    clearTimeout(foreign.get(name))
    if (foreign.delete(name)) changed(name, waiting.get(name)?.editor ?? nobody)
  }

  const isStored = (name: string) => !waiting.has(name) && !foreign.has(name)

  return {
    opened: (document: Document, subject: Subject) => subjects.set(document.name, subject),
    closed: (name: string) => {
      for (const map of [subjects, own, known, failures, restsUntil]) map.delete(name)
    },
    /** An open document has taken in all of this stored version. */
    holds: (name: string, version: number) => known.set(name, version),
    changed,
    /**
     * Typed at another node, which stores it. Should that one die first, this one does: what it has is merged, and where
     * all of it is stored already nothing is written.
     */
    changedElsewhere: (hocuspocus: Hocuspocus, document: Document) => {
      const { name } = document
      if (foreign.has(name)) return
      const timer = setTimeout(() => {
        adopt(name)
        void hocuspocus.storeDocumentHooks(document, payloadOf(hocuspocus, document), true)
      }, ADOPT_MS)
      foreign.set(name, timer.unref())
    },
    store: async (hocuspocus: Hocuspocus, document: Document, payload: onStoreDocumentPayload) => {
      const { name } = document
      const rest = (restsUntil.get(name) ?? 0) - performance.now()
      if (rest <= 0 || draining) return inTurn(() => store(hocuspocus, document, payload))
      if (resting.has(name)) return
      const again = () => {
        resting.delete(name)
        void hocuspocus.storeDocumentHooks(document, payload, true)
      }
      resting.set(name, setTimeout(again, rest).unref())
    },
    /** Who typed last of what is not stored; null where clients of this server wait for nothing. */
    editorOf: (name: string): ServerViewer | null => waiting.get(name)?.editor ?? null,
    hasUnstored: (name: string) => !isStored(name),
    isOwn: (name: string, version: number) => own.get(name)?.delete(version) ?? false,
    /** Says to a newcomer what is stored when that is everything; otherwise the next store will say it. */
    sayStored: (document: Document, to: Pick<Connection, 'sendStateless'>) => {
      if (isStored(document.name)) to.sendStateless(savedWord(markOf(document)))
    },
    /** Others have stored the state of this mark: told to the editors here, and where it is all there is nothing waits any more. */
    storedElsewhere: (hocuspocus: Hocuspocus, document: Document, mark: ReturnType<typeof markOf>) => {
      document.relayStateless(savedWord(mark))
      if (!foreign.has(document.name) || savedWord(mark) !== savedWord(markOf(document))) return
      clearTimeout(foreign.get(document.name))
      foreign.delete(document.name)
      void hocuspocus.unloadDocument(document)
    },
    /**
     * Stores what an open document has not stored yet, now, for whoever may ask for that; a failure is told and tried again
     * as always.
     */
    settle: async (hocuspocus: Hocuspocus, name: string, mayAsk: () => Promise<boolean>) => {
      if (waiting.has(name) && (await mayAsk())) await flush(hocuspocus, name)
    },
    /** Stores what is open, for a stop: nothing that was typed is left behind. Nobody may be heard any more by then. */
    drain: async (hocuspocus: Hocuspocus) => {
      draining = true
      for (const name of foreign.keys()) adopt(name)
      const storeWhole = async (name: string) => {
        for (let attempt = 0; attempt < 5 && waiting.has(name); attempt++) await flush(hocuspocus, name)
      }
      await Promise.all([...hocuspocus.documents.keys()].map(storeWhole))
    },
  }
}
