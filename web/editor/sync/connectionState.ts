import type { EditorPerson } from './presence.ts'

/** How a text is with the server and with the copy that is kept here. */
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
  /** This editor's words make the text longer than the server takes. */
  tooLong: boolean
  /** The browser's own word on its network. */
  online: boolean
  /** Changes made here that are not known to be stored; some of them perhaps before the browser was closed. */
  waiting: number
  people: EditorPerson[]
}

export const unmet = (): ConnectionState => ({
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
