/** This browser's copy of a text: its updates, its person's right to write it, and the number of waiting changes. */
import { IndexeddbPersistence } from 'y-indexeddb'
import * as Y from 'yjs'
import { FRAGMENT } from '#document'
import { storeOf } from '../../data/texts/keptTexts.ts'

export type Remembered = { waiting: number; mayWrite: boolean }

/** Loads the kept updates into the text by itself, with `origin`. */
export const openLocalCopy = (name: string, personId: string, doc: Y.Doc) => {
  // An editor removes nodes that its schema does not know. It may not write such a text (the server sees to that), and
  // the removal must not be kept either: the editor's next version would send it.
  const kept = new Y.Doc()
  const local = new IndexeddbPersistence(storeOf(personId, name), kept)
  kept.on('update', (update: Uint8Array, origin: unknown) => {
    if (origin === local) Y.applyUpdate(doc, update, local)
  })
  // A closed store throws at its writer: from here on the text is in this tab alone.
  const keepNothing = () => {
    local.db = null
  }
  // The browser closes it where somebody clears the data of the site.
  void local.whenSynced.then(() => local.db?.addEventListener('close', keepNothing))
  return {
    origin: local,
    keep: (update: Uint8Array) => Y.applyUpdate(kept, update),
    // A browser that keeps nothing, as in a private window, goes on without.
    keepRight: (may: boolean) => void local.set('mayWrite', may ? 1 : 0).catch(() => {}),
    /**
     * Calls back when this browser has the changes for good: its transaction comes after those of the changes, whose
     * store it includes.
     */
    keepWaiting: (waiting: number, hasThem: () => void) => {
      if (!local.db) return hasThem()
      const write = local.db.transaction(['updates', 'custom'], 'readwrite')
      write.objectStore('custom').put(waiting, 'waiting')
      write.oncomplete = hasThem
      // No room, or no leave, to keep anything: they wait in this tab.
      write.onabort = hasThem
      write.commit()
    },
    /** The facts kept of the text, once its updates are in it; null where there were none. */
    read: async (): Promise<Remembered | null> => {
      await local.whenSynced
      if (doc.getXmlFragment(FRAGMENT).length === 0) return null
      const [waiting, may] = await Promise.all([local.get('waiting'), local.get('mayWrite')])
      return { waiting: Number(waiting) || 0, mayWrite: may === 1 }
    },
    forget: () => local.clearData(),
    close: () => {
      void local.destroy()
      keepNothing()
      kept.destroy()
    },
  }
}

export type LocalCopy = ReturnType<typeof openLocalCopy>
