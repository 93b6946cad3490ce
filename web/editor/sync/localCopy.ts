/** What this browser keeps of a text: its updates, whether its person may write it, and how much of it waits. */
import { IndexeddbPersistence } from 'y-indexeddb'
import * as Y from 'yjs'
import { FRAGMENT } from '#document'
import { storeOf } from '../../data/texts/keptTexts.ts'

export type Remembered = { waiting: number; mayWrite: boolean }

/** What was kept comes into the text by itself, with `origin`. */
export const openLocalCopy = (name: string, personId: string, doc: Y.Doc) => {
  // An editor takes out of a text what its schema does not know. It may not write such a text (the server sees to that),
  // and what it took out must not be kept either: its own next version would send it.
  const kept = new Y.Doc()
  const local = new IndexeddbPersistence(storeOf(personId, name), kept)
  kept.on('update', (update: Uint8Array, origin: unknown) => {
    if (origin === local) Y.applyUpdate(doc, update, local)
  })
  // A store that is closed takes nothing, and throws into the hands of whoever writes: from here on the text is in this tab alone.
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
     * Says when this browser has the changes for good: the transaction comes after those of the changes, whose store it
     * takes in as well.
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
    /** What was kept of the text before, once it stands in it; null where nothing was. */
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
