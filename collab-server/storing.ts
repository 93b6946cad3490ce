import type { Document, Hocuspocus, onStoreDocumentPayload } from '@hocuspocus/server'
import type { Logger } from 'pino'
import * as Y from 'yjs'
import type { DocumentWord } from '#contract/text/documents.ts'
import { markOf } from '#document'
import type { Db } from '../api/db/knex.ts'
import { inQueue } from '../api/db/queue.ts'
import { inWork, type Work } from '../api/db/work.ts'
import { storeOpen } from '../api/text/documents/store.ts'
import type { Subject } from '../api/text/documents/stored.ts'
import { deriveOpen, SMALL } from '../api/text/documents/threads.ts'
import { createAhead } from './ahead.ts'
import { allPutBack } from './late.ts'
import { measure } from './lengths.ts'
import { createQuiet } from './quiet.ts'
import { createRests } from './rests.ts'
import { createTurns } from './turns.ts'
import type { createWaiting, Waiting } from './waiting.ts'

const RETRY_MS = [500, 1_000, 2_000, 5_000]

/** Many texts are typed in at once. Those that wait are stored together; long ones, alone, leave connections to those who only read. */
const STORES_AT_ONCE = 128
const LONG_AT_ONCE = 3
const QUEUE = 'stores of texts'

export type Mark = ReturnType<typeof markOf>

export const savedWord = (mark: Mark): string =>
  JSON.stringify({ type: 'saved', ...mark } satisfies DocumentWord)

export const payloadOf = (hocuspocus: Hocuspocus, document: Document): onStoreDocumentPayload => ({
  document,
  documentName: document.name,
  instance: hocuspocus,
  clientsCount: document.getConnectionsCount(),
  lastContext: null,
  lastTransactionOrigin: null,
})

const tellUnsaved = (document: Document) =>
  document.broadcastStateless(
    JSON.stringify({
      type: 'unsaved',
      why: 'The server cannot store this text right now.',
    } satisfies DocumentWord),
  )

export type StoreOptions = {
  db: Db
  log: Logger
  /** Merges what is stored into an open document; answers what is known of it, null when the document held it before. */
  takeStored: (document: Document) => Promise<Mark | null>
}

/** Taken in one moment: words typed during the store are not in it, and not called stored. */
const snapshotOf = (document: Document, before: Uint8Array | undefined) => ({
  open: {
    name: document.name,
    mark: markOf(document),
    state: Y.encodeStateAsUpdate(document),
    changes: before ? Y.encodeStateAsUpdate(document, before) : null,
  },
  measured: measure(document),
  vector: Y.encodeStateVector(document),
})

/** Writes open documents to PostgreSQL, one store of a document at a time; a failed one is tried again until it holds. */
export const createStoring = (
  { db, log, takeStored }: StoreOptions,
  waiting: ReturnType<typeof createWaiting>,
) => {
  const subjects = new Map<string, Subject>()
  const failures = new Map<string, number>()
  /** Versions that this process has stored: to learn of them from the log is no news. */
  const own = new Map<string, Set<number>>()
  /** The state vector that each open document had when it was stored last, or read ahead of that. */
  const vectors = new Map<string, Uint8Array>()
  /** The stored version that an open document holds all of. */
  const known = new Map<string, number>()
  const inTurn = createTurns(STORES_AT_ONCE)
  const long = createTurns(LONG_AT_ONCE)
  const quiet = createQuiet({ db, log })
  const rests = createRests()
  const ahead = createAhead({ db, log })
  let draining = false

  const tryAgain = (payload: onStoreDocumentPayload, error: unknown) => {
    const { document, instance } = payload
    const { name } = document
    const failed = (failures.get(name) ?? 0) + 1
    failures.set(name, failed)
    log.error(
      { err: error, document: name, failed },
      'storing a document failed; it stays in memory and is tried again',
    )
    tellUnsaved(document)
    if (draining) return
    const pause = RETRY_MS[Math.min(failed, RETRY_MS.length) - 1]
    setTimeout(() => void instance.storeDocumentHooks(document, payload, true), pause).unref()
  }

  /** Answers what is stored now; null when others have stored something that the document does not hold. */
  const storeWhole = async (document: Document, subject: Subject, { editor, authors }: Waiting) => {
    const vectorRead = await ahead.of(document.name)
    if (vectorRead && !vectors.has(document.name)) vectors.set(document.name, vectorRead)
    await allPutBack(document)
    const from = performance.now()
    const { open, measured, vector } = snapshotOf(document, vectors.get(document.name))
    const text = { state: open.state, known: known.get(document.name) ?? null }
    rests.begin(document.name, from)
    const derived = await deriveOpen(open)
    const act = (work: Work) => storeOpen(work, subject, { ...text, derived }, { authors: [...authors] })
    const { result } =
      open.state.length > SMALL
        ? await long(() => inWork(db, { viewer: editor }, act))
        : await inQueue(db, QUEUE, { viewer: editor }, act, STORES_AT_ONCE)
    if (!result) return null
    measured(derived.length)
    if (!result.isTold) quiet.begin(document.name, subject)
    vectors.set(document.name, vector)
    own.set(document.name, (own.get(document.name) ?? new Set()).add(result.version))
    known.set(document.name, result.version)
    return open.mark
  }

  /** Takes in stored states of others; answers the mark of that state when the document holds nothing beside it. */
  const takeOthers = async (document: Document) => {
    const mark = await takeStored(document)
    return mark && savedWord(mark) === savedWord(markOf(document)) ? mark : null
  }

  const store = async (payload: onStoreDocumentPayload): Promise<void> => {
    const { document } = payload
    const { name } = document
    const now = waiting.take(name)
    if (!now) return
    try {
      const subject = subjects.get(name)
      if (!subject) throw new Error('an open text is not known by what it belongs to')
      let mark: Mark | null = null
      while (!mark) mark = (await storeWhole(document, subject, now)) ?? (await takeOthers(document))
      failures.delete(name)
      waiting.stored(name, now)
      document.broadcastStateless(savedWord(mark))
    } catch (error) {
      waiting.failed(name, now)
      tryAgain(payload, error)
      throw error
    }
  }

  return {
    opened: (document: Document, subject: Subject) => subjects.set(document.name, subject),
    closed: (name: string) => {
      void quiet.end(name)
      for (const map of [subjects, own, ahead, vectors, known, failures, rests]) map.delete(name)
    },
    changed: (name: string) => ahead.begin(name, subjects.get(name), known.get(name)),
    /** An open document has taken in all of this stored version. */
    holds: (name: string, version: number) => known.set(name, version),
    isHeld: (name: string, version: number) => known.get(name) === version,
    isOwn: (name: string, version: number) => own.get(name)?.delete(version) ?? false,
    now: (payload: onStoreDocumentPayload) => inTurn(() => store(payload)),
    /** A long text rests after its store; while it does, the next one waits. */
    soon: async (payload: onStoreDocumentPayload) => {
      const { document, instance } = payload
      if (draining || !rests.isResting(document.name)) return inTurn(() => store(payload))
      rests.after(document.name, () => void instance.storeDocumentHooks(document, payload, true))
    },
    /** From here on nothing is put off. */
    drain: () => {
      draining = true
    },
    endQuiet: quiet.endAll,
  }
}
