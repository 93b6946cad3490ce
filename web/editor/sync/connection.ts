/** One document's connection: provider, local copy, and the honest word on what is stored. */
import { HocuspocusProvider } from '@hocuspocus/provider'
import { proxy } from 'valtio'
import { IndexeddbPersistence } from 'y-indexeddb'
import * as Y from 'yjs'
import { type DocumentWord, REFUSED } from '#contract/text/documents.ts'
import { bringsUnknown, followSaved, SCHEMA_VERSION, structsOf } from '#document'
import { enterText, noteWaiting, storeOf } from '../../data/texts/keptTexts.ts'
import { sentColour } from '../../ui/colours.ts'
import { saveByCall } from './saveByCall.ts'

export type EditorPerson = { id: string; display_name: string }
export type ConnectionState = {
  /** Something is there to show: from the server, or kept here. */
  ready: boolean
  status: 'connecting' | 'connected' | 'offline' | 'refused'
  /** The server has answered at least once. */
  met: boolean
  saved: boolean
  mayWrite: boolean
  /** The server has said whether this person may write. */
  judged: boolean
  /** What was written here makes the text longer than the server takes. */
  tooLong: boolean
  /** What the browser itself says of its network. */
  online: boolean
  /** Changes made here that are not known to be stored; some of them perhaps before the browser was closed. */
  waiting: number
  people: EditorPerson[]
}

const FALLBACK_MS = 30_000
const LOST_MS = 10_000
const ASK_AGAIN_MS = 2_000
/** Why a socket was closed. */
const FRAME_TOO_LONG = 1009

type Present = { user?: { id?: string; name?: string }; restored?: string | null }

type Options = {
  /** What was written before the browser was closed has reached the others. */
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
  const state = proxy<ConnectionState>({
    ready: false,
    status: 'connecting',
    saved: false,
    mayWrite: false,
    judged: false,
    tooLong: false,
    met: false,
    online: navigator.onLine,
    waiting: 0,
    people: [],
  })
  const isOver = new AbortController()
  for (const word of ['online', 'offline'])
    addEventListener(word, () => (state.online = navigator.onLine), { signal: isOver.signal })
  const heard = new Set<string>()
  /** Of each change made here and not known to be stored: the clock behind it. Of those before a reload only how many. */
  let own: number[] = []
  let before = 0
  const unstored = () => before + own.length
  let isFromBefore = false
  let lostAt = 0
  let isStrange = false
  // An editor takes out of a text what its schema does not know. It may not write such a text (the server sees to that),
  // and what it took out must not be kept either: its own next version would send it.
  const kept = new Y.Doc()
  const local = new IndexeddbPersistence(storeOf(me.id, name), kept)
  kept.on('update', (update: Uint8Array, origin: unknown) => {
    if (origin === local) Y.applyUpdate(doc, update, local)
  })
  // A browser that keeps nothing, as in a private window, goes on without.
  const keepRight = (may: boolean) => void local.set('mayWrite', may ? 1 : 0).catch(() => {})
  doc.on('update', (update: Uint8Array, origin: unknown) => {
    const isOwn = origin !== local && origin !== provider
    if (!isOwn && bringsUnknown(structsOf(update))) {
      // At once, whatever was known of rights: the editor is about to take it out.
      isStrange = true
      state.mayWrite = false
      keepRight(false)
    }
    if (origin === provider || (isOwn && state.mayWrite)) Y.applyUpdate(kept, update)
    if (isOwn && state.mayWrite) keep(own.push(Y.getState(doc.store, doc.clientID)) + before)
  })
  // The count is shown once this browser has the changes for good: the transaction comes after those of the changes, whose
  // store it takes in as well. What the state line says to wait outlives the tab.
  const show = (waiting: number) => {
    state.waiting = waiting
    noteWaiting(name, waiting)
  }
  const keep = (waiting: number) => {
    const shows = () => {
      if (waiting <= unstored()) show(waiting)
    }
    if (!local.db) return shows()
    const write = local.db.transaction(['updates', 'custom'], 'readwrite')
    write.objectStore('custom').put(waiting, 'waiting')
    write.oncomplete = shows
    // No room, or no leave, to keep anything: they wait in this tab.
    write.onabort = shows
    write.commit()
  }
  const isStored = () => {
    state.saved = true
    if (unstored() === 0) return
    own = []
    before = 0
    show(0)
    keep(0)
    if (isFromBefore) onMerged?.()
    isFromBefore = false
  }
  // What is stored of it counts no more, also where the rest never will be: of the text was locked meanwhile.
  const isPartlyStored = () => {
    const stored = saved.storedOf(doc.clientID)
    const left = own.filter((clock, at) => clock > stored || at === own.length - 1)
    if (left.length === own.length) return
    own = left
    keep(unstored())
  }
  const mayWrite = (may: boolean) => {
    state.judged = true
    isStrange &&= !may
    state.mayWrite = may
    keepRight(may)
  }
  // What is no longer theirs does not stay with them. What waits can be copied for as long as it is shown.
  const refuse = () => {
    state.status = 'refused'
    void read.then(() => {
      if (state.waiting === 0) return local.clearData()
      noteWaiting(name, 0)
    })
  }
  let asking = 0
  const later = (ms: number, act: () => void) => {
    clearTimeout(asking)
    asking = window.setTimeout(act, ms)
  }
  // Too much for the server: it is not sent over and over, but once more when something was taken out.
  doc.on('afterTransaction', ({ local: isOwn, deleteSet }: Y.Transaction) => {
    if (state.tooLong && isOwn && deleteSet.clients.size > 0) later(ASK_AGAIN_MS, () => onShortened?.())
  })
  // It is tried again and again: a short while passes for a bad line, a longer one does not.
  const lose = () => {
    if (state.status === 'refused') return
    lostAt ||= Date.now()
    state.status = Date.now() - lostAt > LOST_MS ? 'offline' : 'connecting'
  }
  const provider = new HocuspocusProvider({
    url: `${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}/live/collaboration?schema=${SCHEMA_VERSION}`,
    name,
    document: doc,
    token: '',
    onClose: ({ event }) => {
      if (event.code !== FRAME_TOO_LONG) return
      state.tooLong = true
      provider.configuration.websocketProvider.disconnect()
    },
    onStatus: ({ status }) => {
      if (status !== 'connected') lose()
    },
    onAuthenticated: ({ scope }) => {
      if (scope === 'readonly') mayWrite(false)
    },
    onAuthenticationFailed: ({ reason }) => {
      if (reason === REFUSED) return refuse()
      // The server could not judge, or could not read the text: it is asked again on the same line.
      lose()
      later(ASK_AGAIN_MS, () => void provider.sendToken().then(() => provider.startSync()))
    },
    // A line alone is not yet the text.
    onSynced: () => {
      if (state.status === 'refused') return
      lostAt = 0
      state.status = 'connected'
      state.met = true
      state.ready = true
    },
    onStateless: ({ payload }) => {
      if (!payload.startsWith('{')) return
      const word = JSON.parse(payload) as DocumentWord
      if (word.type === 'gone') refuse()
      else if (word.type === 'rights') mayWrite(word.write)
      else if (word.type === 'tooLong') state.tooLong = true
      else if (word.type === 'saved') {
        saved.hear(word)
        isPartlyStored()
      }
    },
    onAwarenessChange: ({ states }) => {
      const people = new Map<string, EditorPerson>()
      for (const { user, restored } of states as Present[]) {
        if (user?.id && user.id !== me.id) people.set(user.id, { id: user.id, display_name: user.name ?? '' })
        if (!restored || heard.has(restored)) continue
        heard.add(restored)
        if (user?.id !== me.id) onRestored?.(user?.name ?? 'Someone')
      }
      state.people = [...people.values()]
    },
  })
  provider.awareness?.setLocalStateField('user', {
    id: me.id,
    name: me.display_name,
    color: sentColour(me.id),
  })
  const saved = followSaved(
    doc,
    origin => origin === provider,
    () => {
      if (saved.isSaved()) isStored()
      else state.saved = false
    },
  )
  // What was kept here shows before the server answers, and is typed into by whoever might the last time: the server
  // has the last word on it.
  const read = local.whenSynced.then(async () => {
    if (doc.getXmlFragment('default').length === 0) return
    const [waiting, may] = await Promise.all([local.get('waiting'), local.get('mayWrite')])
    if (isOver.signal.aborted) return
    if (!state.judged) state.mayWrite = may === 1 && !isStrange
    if (Number(waiting) > 0) {
      before = Number(waiting)
      show(unstored())
      isFromBefore = true
      // The server may have been quicker than this browser's own store.
      if (state.saved) isStored()
    }
    state.ready = true
  })
  /** By an ordinary call, where the socket cannot be had. */
  const saveNow = async (): Promise<void> => {
    if (!state.mayWrite || state.tooLong || state.status === 'connected' || state.status === 'refused') return
    const sent = Y.encodeStateVector(doc)
    const theirs = await saveByCall(name, Y.encodeStateAsUpdate(doc)).catch(() => null)
    if (!theirs || isOver.signal.aborted) return
    const isAll = Y.encodeStateAsUpdate(doc, sent).length <= 2
    Y.applyUpdate(doc, theirs, provider)
    if (isAll) isStored()
  }
  const again = setInterval(() => {
    if (state.waiting > 0) void saveNow()
  }, FALLBACK_MS)
  const left = enterText(name, {
    // Without leave it would be neither kept nor counted.
    write: act => state.mayWrite && act(doc),
    close: () => close(),
  })
  const close = () => {
    if (isOver.signal.aborted) return
    isOver.abort()
    clearInterval(again)
    clearTimeout(asking)
    provider.destroy()
    void local.destroy()
    kept.destroy()
    doc.destroy()
    left()
  }
  return {
    doc,
    provider,
    state,
    saveNow,
    /** On a new line, for the one there is was closed for sending too much. */
    comeAgain: () => {
      if (isOver.signal.aborted) return
      state.tooLong = false
      const line = provider.configuration.websocketProvider
      line.disconnect()
      later(ASK_AGAIN_MS, () => void line.connect())
    },
    hasUnstored: () => unstored() > 0,
    /** What this browser has kept of it stands in it now. */
    whenRead: async () => void (await read),
    /** Lets the others who are here know why their text has changed. */
    tellRestored: () => {
      provider.awareness?.setLocalStateField('restored', crypto.randomUUID())
      setTimeout(() => provider.awareness?.setLocalStateField('restored', null), 5_000)
    },
    close,
  }
}

export type DocumentConnection = ReturnType<typeof openDocument>
