/** One document's connection: provider, local copy, and the true state of saving. */
import { proxy } from 'valtio'
import * as Y from 'yjs'
import type { DocumentWord } from '#contract/text/documents.ts'
import { bringsUnknown, followSaved, readUpdate } from '#document'
import { enterText, noteWaiting } from '../../data/texts/keptTexts.ts'
import { unmet } from './connectionState.ts'
import { startFallback } from './fallback.ts'
import { openLine } from './line.ts'
import { openLocalCopy } from './localCopy.ts'
import { type EditorPerson, followPresence, tellPresence, tellRestored } from './presence.ts'
import { countUnstored } from './unstored.ts'
import { followRights } from './writeRight.ts'

type Options = {
  /** Called when words from before the browser was closed have reached the others. */
  onMerged?: () => void
  /** Somebody else, by name, has put an earlier version in the place of the text. */
  onRestored?: (name: string) => void
  /** The text that was too long may fit now. */
  onShortened?: () => void
}

export const openDocument = (
  name: string,
  me: EditorPerson,
  { onMerged, onRestored, onShortened }: Options = {},
) => {
  const doc = new Y.Doc()
  const state = proxy(unmet())
  const isOver = new AbortController()
  for (const word of ['online', 'offline'])
    addEventListener(word, () => (state.online = navigator.onLine), { signal: isOver.signal })
  const copy = openLocalCopy(name, me.id, doc)
  const unstored = countUnstored({ name, copy, state, onMerged })
  const right = followRights(state, copy)

  doc.on('update', (update: Uint8Array, origin: unknown) => {
    const isOwn = origin !== copy.origin && origin !== line.provider
    if (!isOwn && bringsUnknown(readUpdate(update).structs)) right.withhold()
    if (origin === line.provider || (isOwn && state.mayWrite)) copy.keep(update)
    if (isOwn && state.mayWrite) unstored.add(Y.getState(doc.store, doc.clientID))
  })
  // Too much for the server: it is not sent over and over, but once more when something was taken out.
  doc.on('afterTransaction', ({ local: isOwn, deleteSet }: Y.Transaction) => {
    if (state.tooLong && isOwn && deleteSet.clients.size > 0) line.later(() => onShortened?.())
  })

  const isStored = () => {
    state.saved = true
    unstored.takeAll()
  }
  // A text that is no longer theirs does not stay on their machine. Unsent words can be copied for as long as they are
  // shown.
  const refuse = () => {
    state.status = 'refused'
    void read.then(() => {
      if (state.waiting === 0) return copy.forget()
      noteWaiting(name, 0)
    })
  }
  const hear = (word: DocumentWord) => {
    if (word.type === 'gone') refuse()
    else if (word.type === 'rights') right.hear(word.write)
    else if (word.type === 'tooLong') state.tooLong = true
    else if (word.type === 'saved') {
      saved.hear(word)
      unstored.takeStored(saved.storedOf(doc.clientID))
    }
  }
  const line = openLine({
    name,
    doc,
    state,
    onWord: hear,
    onReadOnly: () => right.hear(false),
    onPresence: followPresence(me, state, onRestored),
  })
  const { provider } = line
  tellPresence(provider, me)
  const saved = followSaved(
    doc,
    origin => origin === provider,
    () => {
      if (saved.isSaved()) isStored()
      else state.saved = false
    },
  )

  // The local copy shows before the server answers, and a person who might write it the last time types at once: the
  // server has the last word on that.
  const read = copy.read().then(kept => {
    if (!kept || isOver.signal.aborted) return
    right.remember(kept.mayWrite)
    if (kept.waiting > 0) {
      unstored.addFromBefore(kept.waiting)
      // The server may have been quicker than this browser's own store.
      if (state.saved) isStored()
    }
    state.ready = true
  })
  const saveNow = startFallback({
    name,
    doc,
    state,
    origin: provider,
    onStored: isStored,
    isOver: isOver.signal,
  })
  const left = enterText(name, {
    // Without leave it would be neither kept nor counted.
    write: act => state.mayWrite && act(doc),
    close: () => close(),
  })
  const close = () => {
    if (isOver.signal.aborted) return
    isOver.abort()
    line.close()
    copy.close()
    doc.destroy()
    left()
  }
  return {
    doc,
    provider,
    state,
    saveNow,
    comeAgain: () => {
      if (isOver.signal.aborted) return
      state.tooLong = false
      line.reopen()
    },
    hasUnstored: unstored.isAny,
    /** Settles once the local copy is in the text. */
    whenRead: async () => void (await read),
    tellRestored: () => tellRestored(provider),
    close,
  }
}

export type DocumentConnection = ReturnType<typeof openDocument>
