/** One document's connection: provider, local copy, and the honest word on what is stored. */
import { HocuspocusProvider } from '@hocuspocus/provider'
import { proxy } from 'valtio'
import { IndexeddbPersistence } from 'y-indexeddb'
import * as Y from 'yjs'
import type { DocumentWord } from '#contract/documents.ts'
import { followSaved, SCHEMA_VERSION } from '#document'
import { personColour } from '../ui/colours.ts'

export type EditorPerson = { id: string; display_name: string }
export type ConnectionState = {
  /** Something is there to show: from the server, or kept here. */
  ready: boolean
  status: 'connecting' | 'connected' | 'offline' | 'refused'
  saved: boolean
  mayWrite: boolean
  people: EditorPerson[]
}

export const openDocument = (name: string, me: EditorPerson) => {
  const doc = new Y.Doc()
  const state = proxy<ConnectionState>({
    ready: false,
    status: 'connecting',
    saved: false,
    mayWrite: false,
    people: [],
  })
  // An editor takes out of a text what its schema does not know. It may not write such a text (the server sees to that),
  // and what it took out must not be kept either: its own next version would send it.
  const kept = new Y.Doc()
  const local = new IndexeddbPersistence(`tandem.${me.id}.${name}`, kept)
  kept.on('update', (update: Uint8Array, origin: unknown) => {
    if (origin === local) Y.applyUpdate(doc, update, local)
  })
  doc.on('update', (update: Uint8Array, origin: unknown) => {
    if (origin !== local && (origin === provider || state.mayWrite)) Y.applyUpdate(kept, update)
  })
  const provider = new HocuspocusProvider({
    url: `${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}/live/collaboration?schema=${SCHEMA_VERSION}`,
    name,
    document: doc,
    token: '',
    onStatus: ({ status }) => {
      if (state.status !== 'refused')
        state.status =
          status === 'connected' ? 'connected' : status === 'connecting' ? 'connecting' : 'offline'
    },
    onAuthenticated: ({ scope }) => {
      if (scope === 'readonly') state.mayWrite = false
    },
    onAuthenticationFailed: () => {
      state.status = 'refused'
    },
    onSynced: () => {
      state.ready = true
    },
    onStateless: ({ payload }) => {
      if (!payload.startsWith('{')) return
      const word = JSON.parse(payload) as DocumentWord
      if (word.type === 'gone') state.status = 'refused'
      else if (word.type === 'rights') state.mayWrite = word.write
      else if (word.type === 'saved') saved.hear(word)
    },
    onAwarenessChange: ({ states }) => {
      const people = new Map<string, EditorPerson>()
      for (const { user } of states as { user?: { id?: string; name?: string } }[])
        if (user?.id && user.id !== me.id) people.set(user.id, { id: user.id, display_name: user.name ?? '' })
      state.people = [...people.values()]
    },
  })
  provider.awareness?.setLocalStateField('user', {
    id: me.id,
    name: me.display_name,
    color: personColour(me.id),
  })
  const saved = followSaved(
    doc,
    origin => origin === provider,
    () => {
      state.saved = saved.isSaved()
    },
  )
  // What was kept here shows before the server answers; nobody types into it until the rights are known.
  void local.whenSynced.then(() => {
    if (doc.getXmlFragment('default').length > 0) state.ready = true
  })
  return {
    doc,
    provider,
    state,
    close: () => {
      provider.destroy()
      void local.destroy()
      kept.destroy()
      doc.destroy()
    },
  }
}

export type DocumentConnection = ReturnType<typeof openDocument>

/** The words in the header: where the text stands, and nothing that is not so. */
export const statusText = (state: ConnectionState): string => {
  if (state.status === 'refused') return 'No access'
  if (state.status === 'connected') return !state.mayWrite ? 'Read only' : state.saved ? 'Saved' : 'Saving…'
  if (state.status === 'connecting' && !state.ready) return 'Connecting…'
  return state.saved ? 'Offline' : 'Offline, changes are kept here'
}
