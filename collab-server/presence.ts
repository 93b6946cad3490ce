/**
 * The size of presence: of a connection one awareness client, of a small state, so many times a second. Judged before
 * anything of a frame is parsed as JSON, applied or sent on; whoever sends far more is closed.
 */
import type { Hocuspocus } from '@hocuspocus/server'
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

/** A text's presence on one socket: its client, and the newest change that waits for its turn. */
type Caret = {
  client: number | null
  /** Not an id that this person left behind a moment ago, or has in another tab. */
  isSure: boolean
  due: number
  waiting: Uint8Array | null
  timer?: NodeJS.Timeout
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

const frameOf = (name: string, { client, clock, state }: State): Uint8Array => {
  const update = encoding.createEncoder()
  encoding.writeVarUint(update, 1)
  encoding.writeVarUint(update, client)
  encoding.writeVarUint(update, clock)
  encoding.writeVarString(update, state)
  const frame = encoding.createEncoder()
  encoding.writeVarString(frame, name)
  encoding.writeVarUint(frame, AWARENESS)
  encoding.writeVarUint8Array(frame, encoding.toUint8Array(update))
  return encoding.toUint8Array(frame)
}

/** The presence of one socket; `take` gets what is let through. */
export const presenceOf = (
  hocuspocus: Hocuspocus<Context>,
  viewer: ServerViewer,
  socket: WebSocket,
  take: (frame: Uint8Array) => void,
) => {
  const carets = new Map<string, Caret>()
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
    const caret = { client: null, isSure: false, due: 0, waiting: null }
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
  const pass = (caret: Caret, frame: Uint8Array) => {
    const now = Date.now()
    if (caret.waiting) drop()
    else if (now >= caret.due) {
      caret.due = now + SLOT_MS
      return take(frame)
    }
    caret.waiting = frame
    caret.timer ??= setTimeout(() => {
      const { waiting } = caret
      caret.waiting = null
      delete caret.timer
      caret.due = Date.now() + SLOT_MS
      if (waiting && socket.readyState === socket.OPEN) take(waiting)
    }, caret.due - now)
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
      else if (type === QUERY_AWARENESS) pass(caret, frame)
      else {
        const own = ownIn(name, caret, decoding.readVarUint8Array(decoder))
        if (own && own.size > MAX_STATE) drop(own.size)
        else if (own) pass(caret, frameOf(name, own))
      }
      return true
    },
    end: () => {
      for (const { timer } of carets.values()) clearTimeout(timer)
    },
  }
}
