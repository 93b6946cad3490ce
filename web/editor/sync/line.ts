/** The line of one text to the server: tried again and again, and where it is lost or refused, reported so. */
import { HocuspocusProvider } from '@hocuspocus/provider'
import type * as Y from 'yjs'
import { type DocumentWord, REFUSED } from '#contract/text/documents.ts'
import { SCHEMA_VERSION } from '#document'
import type { ConnectionState } from './connectionState.ts'

const LOST_MS = 10_000
const ASK_AGAIN_MS = 2_000
/** Why a socket was closed. */
const FRAME_TOO_LONG = 1009

type Options = {
  name: string
  doc: Y.Doc
  state: ConnectionState
  onWord: (word: DocumentWord) => void
  /** The line was opened for reading alone. */
  onReadOnly: () => void
  onPresence: (states: readonly object[]) => void
}

export const openLine = ({ name, doc, state, onWord, onReadOnly, onPresence }: Options) => {
  let lostAt = 0
  let asking = 0
  const later = (act: () => void) => {
    clearTimeout(asking)
    asking = window.setTimeout(act, ASK_AGAIN_MS)
  }
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
      onWord({ type: 'tooLong' })
      provider.configuration.websocketProvider.disconnect()
    },
    onStatus: ({ status }) => {
      if (status !== 'connected') lose()
    },
    onAuthenticated: ({ scope }) => {
      if (scope === 'readonly') onReadOnly()
    },
    onAuthenticationFailed: ({ reason }) => {
      if (reason === REFUSED) return onWord({ type: 'gone' })
      // The server could not judge, or could not read the text: it is asked again on the same line.
      lose()
      later(() => void provider.sendToken().then(() => provider.startSync()))
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
      if (payload.startsWith('{')) onWord(JSON.parse(payload) as DocumentWord)
    },
    onAwarenessChange: ({ states }) => onPresence(states),
  })
  return {
    provider,
    /** Runs it in a short while, in place of an earlier task. */
    later,
    /** On a new line, for the one there is was closed for sending too much. */
    reopen: () => {
      const line = provider.configuration.websocketProvider
      line.disconnect()
      later(() => void line.connect())
    },
    close: () => {
      clearTimeout(asking)
      provider.destroy()
    },
  }
}
