import type { Connection, Document, Hocuspocus, onStoreDocumentPayload } from '@hocuspocus/server'
import type { Logger } from 'pino'
import * as Y from 'yjs'
import type { DocumentWord } from '#contract/documents.ts'
import { markOf } from '#document'
import type { Db } from '../api/db/knex.ts'
import type { ServerViewer } from '../api/db/viewer.ts'
import { inWork } from '../api/db/work.ts'
import { lockDocument, mergeUpdate } from '../api/documents/store.ts'
import type { Rights } from './rights.ts'
import type { Speaker } from './vocabulary.ts'

/** What a connection carries through the hooks. */
export type Context = { viewer: ServerViewer; subject: Rights['subject'] } & Speaker

const RETRY_MS = [500, 1_000, 2_000, 5_000]

const savedWord = (doc: Y.Doc): string =>
  JSON.stringify({ type: 'saved', ...markOf(doc) } satisfies DocumentWord)

/**
 * Keeps open documents in PostgreSQL. Editors hear "saved" with the state vector that is stored, after commit and never
 * before; a document with anything unstored is not let go of memory, and a failed store is tried again until it holds.
 */
export const createStore = ({ db, log }: { db: Db; log: Logger }) => {
  /** Changes per open document since it was last stored whole. */
  const unstored = new Map<string, number>()
  const failures = new Map<string, number>()
  /** Who edited last, and everyone who did since the last store. */
  const editors = new Map<string, Context>()
  const authors = new Map<string, Set<string>>()
  let draining = false

  const changed = (name: string, context: Context | undefined) => {
    unstored.set(name, (unstored.get(name) ?? 0) + 1)
    if (!context?.viewer) return
    editors.set(name, context)
    authors.set(name, (authors.get(name) ?? new Set()).add(context.viewer.id))
  }

  const store = async (
    hocuspocus: Hocuspocus,
    document: Document,
    payload: onStoreDocumentPayload,
  ): Promise<void> => {
    const name = document.name
    const context = editors.get(name)
    const changes = unstored.get(name) ?? 0
    if (!context || changes === 0) return
    const wrote = authors.get(name) ?? new Set()
    authors.delete(name)
    try {
      const update = Y.encodeStateAsUpdate(document)
      const vector = savedWord(document)
      await inWork(db, { viewer: context.viewer }, async work =>
        mergeUpdate(work, context.subject, await lockDocument(work, context.subject), update, {
          authors: [...wrote],
        }),
      )
      failures.delete(name)
      if (unstored.get(name) === changes) unstored.delete(name)
      document.broadcastStateless(vector)
    } catch (error) {
      authors.set(name, new Set([...wrote, ...(authors.get(name) ?? [])]))
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

  const flush = async (hocuspocus: Hocuspocus, name: string) => {
    const document = hocuspocus.documents.get(name)
    if (!document || !unstored.has(name)) return
    const payload = {
      document,
      documentName: name,
      instance: hocuspocus,
    } as unknown as onStoreDocumentPayload
    await document.saveMutex.runExclusive(() => store(hocuspocus, document, payload)).catch(() => {})
  }

  return {
    changed,
    store,
    hasUnstored: (name: string) => unstored.has(name),
    /** Says what is stored when that is everything; otherwise the next store will say it. */
    sayStored: (document: Document, to: Pick<Connection, 'sendStateless'> | null = null) => {
      if (unstored.has(document.name)) return
      if (to) to.sendStateless(savedWord(document))
      else document.broadcastStateless(savedWord(document))
    },
    /** Stores what an open document has not stored yet, now; a failure is told and tried again as always. */
    settle: flush,
    /** Stores what is open, for a stop: nothing that was typed is left behind. */
    drain: async (hocuspocus: Hocuspocus) => {
      draining = true
      for (const name of hocuspocus.documents.keys())
        for (let attempt = 0; attempt < 5 && unstored.has(name); attempt++) await flush(hocuspocus, name)
    },
  }
}
