/**
 * The size of presence: of a connection one awareness client, of a small state, so many times a second. Judged before
 * anything of a frame is parsed as JSON, applied or sent on; whoever sends far more is closed.
 */
import type { Connection, Document, Hocuspocus, WebSocketLike } from '@hocuspocus/server'
import * as decoding from 'lib0/decoding'
import * as encoding from 'lib0/encoding'
import type { WebSocket } from 'ws'
import type { ServerViewer } from '../api/db/viewer.ts'
import type { Context } from './context.ts'

const AWARENESS = 1
const QUERY_AWARENESS = 3

/** Bytes of a state, and of a frame that is looked through: stock clients send back the states of others as well. */
const MAX_STATE = 4 * 1024
const MAX_FRAME = 64 * 1024
const CHANGES_A_SECOND = 20
const SLOT_MS = 1_000 / CHANGES_A_SECOND
const MAX_DROPS = 100
/** A pointer drawn over a text moves sixty times a second: the changes that newer ones replace are forgiven. */
const FORGIVEN_A_SECOND = 50
const MAX_TEXTS = 1_000
const TOO_MUCH = 4429
/** Editors say where they are with every change by somebody else. What says nothing new is sent on only to stay alive. */
const ALIVE_MS = 10_000

/** A text's presence on one socket: its client, and the newest change that waits for its turn. */
type Caret = {
  client: number | null
  /** Not an id that this person left behind a moment ago, or has in another tab. */
  isSure: boolean
  due: number
  waiting: (() => void) | null
  timer?: NodeJS.Timeout
  /** The state that was let through last, and when. */
  last: { state: string; at: number }
}
type State = { client: number; clock: number; state: string; size: number }

/** The states of a frame, without parsing them. */
const statesIn = (update: Uint8Array): State[] => {
  const decoder = decoding.createDecoder(update)
  return Array.from({ length: Math.min(decoding.readVarUint(decoder), update.length) }, () => {
    const client = decoding.readVarUint(decoder)
    const clock = decoding.readVarUint(decoder)
    const from = decoder.pos
    const state = decoding.readVarString(decoder)
    return { client, clock, state, size: decoder.pos - from }
  })
}

const updateOf = ({ client, clock, state }: State): Uint8Array => {
  const update = encoding.createEncoder()
  encoding.writeVarUint(update, 1)
  encoding.writeVarUint(update, client)
  encoding.writeVarUint(update, clock)
  encoding.writeVarString(update, state)
  return encoding.toUint8Array(update)
}

const frameOf = (name: string, state: State): Uint8Array => {
  const frame = encoding.createEncoder()
  encoding.writeVarString(frame, name)
  encoding.writeVarUint(frame, AWARENESS)
  encoding.writeVarUint8Array(frame, updateOf(state))
  return encoding.toUint8Array(frame)
}

/** The person of a state is the server's word, not the client's. A program is there beside its owner, under its own name. */
export const shownOf = ({ id, displayName, token }: ServerViewer) =>
  token ? { id: token.id, name: token.name } : { id, name: displayName }

/** With its person; null where it is no state. */
const named = (state: string, viewer: ServerViewer): string | null => {
  const given: unknown = JSON.parse(state)
  if (given === null) return state
  if (typeof given !== 'object' || Array.isArray(given)) return null
  const { user } = given as { user?: object }
  return JSON.stringify({ ...given, user: { ...user, ...shownOf(viewer) } })
}

type Options = {
  hocuspocus: Hocuspocus<Context>
  viewer: ServerViewer
  socket: WebSocket
  /** The same as Hocuspocus has it. */
  outward: WebSocketLike
  /** Gets frames that are let through and that Hocuspocus takes in itself. */
  take: (frame: Uint8Array) => void
}

/** The presence of one socket. */
export const presenceOf = ({ hocuspocus, viewer, socket, outward, take }: Options) => {
  const carets = new Map<string, Caret>()
  const connections = new WeakMap<Document, Connection<Context>>()
  const drops = { level: 0, at: Date.now() }

  const drop = (bytes = 1) => {
    const now = Date.now()
    drops.level = Math.max(0, drops.level - ((now - drops.at) / 1_000) * FORGIVEN_A_SECOND)
    drops.level += Math.ceil(bytes / MAX_STATE)
    drops.at = now
    if (drops.level > MAX_DROPS) socket.close(TOO_MUCH, 'too much presence')
  }

  const caretOf = (name: string): Caret | null => {
    const known = carets.get(name)
    if (known || carets.size >= MAX_TEXTS) return known ?? null
    const caret: Caret = {
      client: null,
      isSure: false,
      due: 0,
      waiting: null,
      last: { state: '', at: 0 },
    }
    carets.set(name, caret)
    return caret
  }

  /** The owner of a client that is known here: what others send back of it says nothing new. */
  const ownerOf = (name: string, client: number): unknown => {
    const state = hocuspocus.documents.get(name)?.awareness.getStates().get(client)
    return state && ((state.user as { id?: unknown } | undefined)?.id ?? 'nobody')
  }

  /** The change of this connection's own client in a frame; null where there is none to take. */
  const ownIn = (name: string, caret: Caret, update: Uint8Array): State | null => {
    const states = statesIn(update)
    const unknown = states.filter(({ client }) => ownerOf(name, client) === undefined)
    if (!caret.isSure && unknown[0]) Object.assign(caret, { client: unknown[0].client, isSure: true })
    const [only] = states.length === 1 ? states : []
    const owner = only && ownerOf(name, only.client)
    if (owner && (owner === viewer.id || owner === viewer.token?.id)) caret.client ??= only.client
    for (const { client, size } of unknown) if (client !== caret.client) drop(size)
    return states.findLast(({ client }) => client === caret.client) ?? null
  }

  /** At once, or in the caret's next turn in place of what waits for it. */
  const pass = (caret: Caret, act: () => void) => {
    const now = Date.now()
    if (caret.waiting) drop()
    else if (now >= caret.due) {
      caret.due = now + SLOT_MS
      return act()
    }
    caret.waiting = act
    caret.timer ??= setTimeout(() => {
      const { waiting } = caret
      caret.waiting = null
      delete caret.timer
      caret.due = Date.now() + SLOT_MS
      if (waiting && socket.readyState === socket.OPEN) waiting()
    }, caret.due - now)
  }

  const connectionOf = (name: string): Connection<Context> | undefined => {
    const document = hocuspocus.documents.get(name)
    if (!document) return
    const known = connections.get(document)
    if (known && document.hasConnection(known)) return known
    const found = document.getConnections().find(one => one.webSocket === outward)
    if (found) connections.set(document, found)
    return found
  }

  /**
   * A state comes to the text behind the words that were sent before it. Hocuspocus would make a document of its own for
   * each; it is left those of connections that it has not let in yet.
   */
  const enter = async (name: string, own: State) => {
    const connection = connectionOf(name)
    if (!connection) return take(frameOf(name, own))
    await connection.waitForPendingMessages()
    const state = named(own.state, connection.context.viewer)
    if (state === null) drop()
    else if (connection.document.hasConnection(connection))
      connection.document.applyAwarenessUpdate(connection, updateOf({ ...own, state }))
  }

  /** Does it say what was let through a moment ago? */
  const isKnown = (name: string, caret: Caret, { client, state }: State): boolean => {
    const isSaid =
      state === caret.last.state &&
      Date.now() - caret.last.at < ALIVE_MS &&
      (hocuspocus.documents.get(name)?.awareness.getStates().has(client) ?? false)
    if (!isSaid) caret.last = { state, at: Date.now() }
    return isSaid
  }

  return {
    /** Is it a frame of presence? Then it was let through or dropped here. Throws for a malformed one. */
    takes: (frame: Uint8Array): boolean => {
      const decoder = decoding.createDecoder(frame)
      const name = decoding.readVarString(decoder)
      const type = decoding.readVarUint(decoder)
      if (type !== AWARENESS && type !== QUERY_AWARENESS) return false
      const caret = caretOf(name)
      if (!caret || frame.length > MAX_FRAME) drop(frame.length)
      else if (type === QUERY_AWARENESS) pass(caret, () => take(frame))
      else {
        const own = ownIn(name, caret, decoding.readVarUint8Array(decoder))
        if (own && own.size > MAX_STATE) drop(own.size)
        else if (own && !isKnown(name, caret, own))
          pass(caret, () => void enter(name, own).catch(() => socket.close(4400, 'malformed frame')))
      }
      return true
    },
    end: () => {
      for (const { timer } of carets.values()) clearTimeout(timer)
    },
  }
}
