/** Clients of texts that were written for other servers. */
import { HocuspocusProvider, HocuspocusProviderWebsocket } from 'hocuspocus-provider-2'
import * as decoding from 'lib0/decoding'
import { WebSocket } from 'ws'
import { WebsocketProvider } from 'y-websocket'
import * as Y from 'yjs'
import { until } from './live.ts'

type Headers = Record<string, string>
type Closing = <One extends { close(): void }>(one: One) => One

const socketWith = (headers: Headers) =>
  class extends WebSocket {
    constructor(url: string, protocols?: string | string[]) {
      super(url, protocols, { headers })
      // As in a browser: a caller who closes it before it is open need not listen for that.
      this.on('error', () => {})
    }
  } as unknown as typeof globalThis.WebSocket

/** Appends a paragraph. */
export const write = (doc: Y.Doc, text: string) => {
  const paragraph = new Y.XmlElement('paragraph')
  paragraph.insert(0, [new Y.XmlText(text)])
  doc.getXmlFragment('default').push([paragraph])
}
export const text = (doc: Y.Doc) => doc.getXmlFragment('default').toString()

const SYNC_STATUS = 8
/** Of `y-websocket`: the message that a stock client calls "permission denied". */
const AUTH = 2

export const otherClients = (origin: string, closing: Closing) => {
  const ws = origin.replace('http', 'ws')
  return {
    /** A provider of the older protocol, by an id alone, with a cookie or with a token. */
    older: (page: string, headers: Headers, { token = '{}', query = '' } = {}) => {
      const doc = new Y.Doc()
      const words: string[] = []
      let [synced, refused, refusedUpdates] = [false, false, 0]
      const closes: number[] = []
      const websocketProvider = new HocuspocusProviderWebsocket({
        url: `${ws}/live/collaboration?documentType=project_page&${query}`,
        WebSocketPolyfill: socketWith(headers),
        quiet: true,
      })
      const provider = new HocuspocusProvider({
        name: page,
        document: doc,
        websocketProvider,
        token,
        onSynced: () => {
          synced = true
        },
        onAuthenticationFailed: () => {
          refused = true
        },
        onStateless: ({ payload }) => words.push(payload),
        onClose: ({ event }) => closes.push(event.code),
        onMessage: ({ message }) => {
          const decoder = decoding.clone(message.decoder)
          decoding.readVarString(decoder)
          if (decoding.readVarUint(decoder) === SYNC_STATUS && decoding.readVarUint(decoder) === 0)
            refusedUpdates++
        },
      })
      closing({
        close: () => {
          provider.destroy()
          websocketProvider.destroy()
        },
      })
      return {
        doc,
        words,
        closes,
        synced: () => until(() => synced),
        isRefused: () => refused,
        refusedUpdates: () => refusedUpdates,
      }
    },
    /** A stock Yjs client; `denials` are the reasons of each "permission denied" that it was sent. */
    stock: (workspace: string, name: string, headers: Headers) => {
      const doc = new Y.Doc()
      const denials: string[] = []
      const closes: number[] = []
      const provider = new WebsocketProvider(`${ws}/yjs/${workspace}`, name, doc, {
        WebSocketPolyfill: socketWith(headers),
        disableBc: true,
      })
      provider.messageHandlers[AUTH] = (_, decoder) => {
        decoding.readVarUint(decoder)
        denials.push(decoding.readVarString(decoder))
      }
      provider.on('connection-close', event => event && closes.push(event.code))
      closing({ close: () => provider.destroy() })
      return { doc, provider, denials, closes, synced: () => until(() => provider.synced) }
    },
  }
}
