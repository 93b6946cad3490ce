/** The unstored part of the open documents, and its authors. */
import { nobody, type ServerViewer } from '../api/db/viewer.ts'

export type Waiting = {
  changes: number
  /** The last editor, and all editors. Nobody, when the edits came from another node that has not stored them. */
  editor: ServerViewer
  authors: Set<string>
}

export const createWaiting = () => {
  const waiting = new Map<string, Waiting>()
  /** Documents in which another node has typed something that is not known to be stored. */
  const foreign = new Map<string, NodeJS.Timeout>()

  const add = (name: string, editor: ServerViewer) => {
    const before = waiting.get(name)
    waiting.set(name, {
      changes: (before?.changes ?? 0) + 1,
      editor,
      authors: new Set([...(before?.authors ?? []), ...(editor.id ? [editor.id] : [])]),
    })
  }
  const adopt = (name: string) => {
    clearTimeout(foreign.get(name))
    if (foreign.delete(name)) add(name, waiting.get(name)?.editor ?? nobody)
  }

  return {
    add,
    has: (name: string) => waiting.has(name),
    isAllStored: (name: string) => !waiting.has(name) && !foreign.has(name),
    editorOf: (name: string): ServerViewer | null => waiting.get(name)?.editor ?? null,

    /** It is about to be stored: authors are noted anew from now on. */
    take: (name: string): Waiting | undefined => {
      const now = waiting.get(name)
      if (now) waiting.set(name, { ...now, authors: new Set() })
      return now
    },
    stored: (name: string, { changes }: Waiting) => {
      if (waiting.get(name)?.changes === changes) waiting.delete(name)
    },
    failed: (name: string, { authors }: Waiting) => {
      for (const author of authors) waiting.get(name)?.authors.add(author)
    },

    isForeign: (name: string) => foreign.has(name),
    /** Another node stores it; where that takes longer than this, it waits here. */
    addForeign: (name: string, ms: number, onAdopted: () => void) => {
      const timer = setTimeout(() => {
        adopt(name)
        onAdopted()
      }, ms)
      foreign.set(name, timer.unref())
    },
    dropForeign: (name: string) => {
      clearTimeout(foreign.get(name))
      foreign.delete(name)
    },
    adoptAll: () => {
      for (const name of foreign.keys()) adopt(name)
    },
  }
}
