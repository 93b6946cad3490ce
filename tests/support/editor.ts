import { HocuspocusProvider, HocuspocusProviderWebsocket } from '@hocuspocus/provider'
import { WebSocket } from 'ws'
import * as Y from 'yjs'
import { type DocumentWord, UNAVAILABLE } from '../../api/contract/text/documents.ts'
import { followSaved, SCHEMA_VERSION } from '../../collab-server/document/index.ts'
import { until } from './live.ts'
import type { Visitor } from './visitor.ts'

const ASK_AGAIN_MS = 200

export type EditorSettings = {
  schema?: string
  query?: string
  messageReconnectTimeout?: number
  /** As the web client does: the server that cannot say right now is asked again on the same line. */
  comesAgain?: boolean
  /** So long everything that it sends is on its way, in milliseconds. */
  sendsLate?: number
}

/** An editor of a document over a real socket; it knows what the server has said is stored. */
export const editor = (
  origin: string,
  who: Visitor,
  name: string,
  doc = new Y.Doc(),
  {
    schema = String(SCHEMA_VERSION),
    query = '',
    comesAgain = false,
    sendsLate = 0,
    ...settings
  }: EditorSettings = {},
) => {
  const words: DocumentWord[] = []
  let synced = false
  let refused: string | null = null
  const websocketProvider = new HocuspocusProviderWebsocket({
    url: `${origin.replace('http', 'ws')}/live/collaboration?schema=${schema}&${query}`,
    minDelay: 50,
    delay: 50,
    maxDelay: 200,
    ...settings,
    WebSocketPolyfill: class extends WebSocket {
      constructor(url: string) {
        super(url, { headers: { cookie: who.cookie() } })
        // The provider gives up a socket that is still on its way when it tries the next: that is no fault of a test.
        this.on('error', () => {})
      }
      override send(data: Parameters<WebSocket['send']>[0]) {
        if (sendsLate === 0) super.send(data)
        else setTimeout(() => super.send(data), sendsLate)
      }
    },
  })
  const provider = new HocuspocusProvider({
    name,
    document: doc,
    websocketProvider,
    token: '',
    onSynced: () => {
      synced = true
    },
    onAuthenticationFailed: ({ reason }) => {
      refused = reason
      if (comesAgain && reason === UNAVAILABLE)
        setTimeout(() => void provider.sendToken().then(() => provider.startSync()), ASK_AGAIN_MS).unref()
    },
    onStateless: ({ payload }) => {
      if (!payload.startsWith('{')) return
      const word = JSON.parse(payload) as DocumentWord
      words.push(word)
      if (word.type === 'saved') saved.hear(word)
    },
  })
  const saved = followSaved(
    doc,
    origin => origin === provider,
    () => {},
  )
  provider.attach()
  const fragment = doc.getXmlFragment('default')
  return {
    doc,
    words,
    provider,
    text: () => fragment.toString(),
    isRefused: () => refused !== null,
    /** Why it was not let in: for good, or to come again. */
    refusal: () => refused,
    synced: () => until(() => synced),
    /** Appends a paragraph; answers the editor's own clock after it. */
    write: (text: string): number => {
      const paragraph = new Y.XmlElement('paragraph')
      paragraph.insert(0, [new Y.XmlText(text)])
      fragment.push([paragraph])
      return Y.getState(doc.store, doc.clientID)
    },
    /** Types into the first paragraph at a place. */
    type: (at: number, text: string) => {
      const paragraph = fragment.get(0) as Y.XmlElement
      if (paragraph.length === 0) paragraph.insert(0, [new Y.XmlText()])
      const words = paragraph.get(0) as Y.XmlText
      words.insert(Math.min(at, words.length), text)
    },
    isSaved: saved.isSaved,
    /** Was everything that this editor wrote up to that clock called saved? */
    hasSaved: (clock: number) => saved.storedOf(doc.clientID) >= clock,
    savedUpTo: () => saved.storedOf(doc.clientID),
    offline: async () => {
      websocketProvider.disconnect()
      await until(() => websocketProvider.status === 'disconnected')
    },
    online: () => void websocketProvider.connect(),
    close: () => {
      provider.destroy()
      websocketProvider.destroy()
    },
  }
}
